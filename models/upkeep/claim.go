package upkeep

import "litmus/models"

// Identity is who a database is, and the Temporal that it belongs to.
type Identity struct {
	ID        string // db_…
	Namespace string // the id that Temporal gave to its namespace, "" before the first claim
	Place     string // server and database, as the last claim found them; "" where that cannot be told
	Claims    int64  // how often a process claimed the namespace; it grows with each start
	Adopted   bool   // an operator said that the next claim is right
}

// Claim is what a namespace says of the database that it belongs to.
type Claim struct {
	Database string // the identity's ID
	Count    int64  // of the identity's claims, with this one
}

// Surroundings are where a process finds itself with its database.
type Surroundings struct {
	Namespace string // the id of the namespace that it was pointed to
	Name      string // what operators call that namespace
	Place     string // where the database is now, "" where that cannot be told
	Claim     *Claim // nil: the namespace belongs to nobody yet
	Own       bool   // database and Temporal live in one folder, and are moved, copied and lost together
}

// Belongs returns nil if the database may work on that namespace, else a [models.Conflict] that says whose it is and
// what can be done (ADR one-database-one-temporal). Two databases on one namespace take each other's tasks, and two
// copies of one database act twice for the same people.
//
//   - Another database's namespace is never worked on.
//   - A database whose place or namespace is another than it remembers may be a copy, and one that the namespace knows
//     to have been claimed later than it remembers is an older copy. None of it counts once an operator has adopted it,
//     nor where database and Temporal are one folder.
func (i Identity) Belongs(at Surroundings) error {
	const adopt = "it may be a copy, which would act a second time for the same people: `litmus adopt` says what to do"
	switch c := at.Claim; {
	case c != nil && c.Database != i.ID:
		return models.Conflictf("the namespace %s of Temporal belongs to the database %s, and this one is %s: two "+
			"databases on one namespace would take each other's work. Make a namespace for this one and name it in "+
			"TEMPORAL_NAMESPACE; under `litmus up` move temporal.db and temporal-visibility.db out of its folder. If "+
			"it is that database, from a backup from before it had an identity: `litmus adopt --moved --as %[2]s`",
			at.Name, c.Database, i.ID)
	case at.Own || i.Adopted:
		return nil
	case i.Place != "" && at.Place != "" && i.Place != at.Place:
		return models.Conflictf("the database %s was restored or copied to another place since it last ran; %s", i.ID,
			adopt)
	case i.Namespace != "" && i.Namespace != at.Namespace:
		return models.Conflictf("the database %s belongs to another Temporal than that with the namespace %s, which "+
			"has not seen it yet; %s", i.ID, at.Name, adopt)
	case c != nil && c.Count > i.Claims:
		return models.Conflictf("the database %s is older than what the namespace %s has seen of it; %s", i.ID, at.Name,
			adopt)
	}
	return nil
}
