package models

// Ref names an interview, a candidate or a calendar. Workflows get it as input: Temporal stores ids, but no personal
// data.
type Ref struct {
	OrgID string `json:"org_id"`
	ID    string `json:"id"`
}

// Entity is a kind of row that has a workflow. The row itself says which revision was signalled and which converged.
type Entity string

// The entities. An invitation has the id of its candidate.
const (
	EntityInterview  Entity = "interview"
	EntityInvitation Entity = "invitation"
	EntityCalendar   Entity = "calendar"
	EntitySignIn     Entity = "sign-in"
	EntityNews       Entity = "news" // what a member is told of the postings that they watch
)

// PendingWake is an entity whose workflow should be woken.
type PendingWake struct {
	Entity    Entity
	OrgID, ID string
	Revision  int64
	WakeTrace *string // the place in a trace of what changed the row, nil for none; only a relay gets it
}

// IDs are fresh identifiers for rows that a decision may create.
type IDs struct {
	Interview, Candidate string
	LinkToken            string // of an external session
}
