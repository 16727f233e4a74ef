package pipeline

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"litmus/models"
)

// PoolEdit is what a form says of a pool (P1).
type PoolEdit struct {
	Name, Kind string // a Kind of "" is that of people, and an edit of a pool that is there leaves its kind
	models.PoolSettings
	Limits models.InterviewLimits // which the form checked
}

// PoolEditOf returns the edit that changes nothing of the pool.
func PoolEditOf(p models.Pool) PoolEdit { return PoolEdit{p.Name, p.Kind, p.PoolSettings, p.Limits} }

// Check returns the edit with the name cleaned. Every error is of kind [models.Invalid] and names the field.
func (e PoolEdit) Check() (PoolEdit, error) {
	if err := models.CleanLine("the name", &e.Name, true); err != nil {
		return e, err
	}
	switch e.Kind = cmp.Or(e.Kind, models.PoolPeople); e.Kind {
	case models.PoolPeople:
	case models.PoolRooms:
		e.PoolSettings = models.PoolSettings{} // nobody is in training
	default:
		return e, models.InField("kind", models.Invalidf("kind %s is unknown; expected people or rooms",
			models.Quote(e.Kind)))
	}
	for _, f := range []struct {
		name string
		n    int
	}{{"the shadowings", e.ShadowsNeeded}, {"the reverse shadowings", e.ReverseShadowsNeeded}} {
		if f.n < 0 || f.n > models.MaxTraining {
			return e, models.InField(f.name,
				models.Invalidf("%s are %d; expected 0 to %d", f.name, f.n, models.MaxTraining))
		}
	}
	return e, nil
}

// NewPool returns a pool without members. pools is how many there are. Errors are of kind [models.Invalid], and
// [models.Conflict] for more pools than [models.MaxPools].
func NewPool(orgID, id string, e PoolEdit, pools int, taken func(key string) bool,
	now time.Time) (models.Pool, error) {
	e, err := e.Check()
	if err != nil {
		return models.Pool{}, err
	}
	if pools >= models.MaxPools {
		return models.Pool{}, models.Conflictf("there are %d pools; there is no room for more", pools)
	}
	now = models.Instant(now)
	return models.Pool{OrgID: orgID, ID: id, Key: RecordKey(e.Name, taken), Name: e.Name, Kind: e.Kind,
		PoolSettings: e.PoolSettings, Limits: e.Limits, CreatedAt: now, UpdatedAt: now, Version: 1,
		Origin: models.OriginDashboard}, nil
}

// DecidePoolEdit returns the pool as the edit says, or as it is if that changes nothing, whatever version the form
// showed; another version is a [models.Conflict]. Whoever has done enough by its numbers goes on, see
// [models.PoolSettings.Trained].
func DecidePoolEdit(p models.Pool, version int64, e PoolEdit, now time.Time) (models.Pool, error) {
	e.Kind = p.Kind
	e, err := e.Check()
	if err != nil || e == PoolEditOf(p) {
		return p, err
	}
	if err := CheckVersion(p.Words(), version, p.Version); err != nil {
		return p, err
	}
	p.Name, p.PoolSettings, p.Limits = e.Name, e.PoolSettings, e.Limits
	return SavedPool(p, now), nil
}

// SavedPool returns the pool after a save of it or of its members.
func SavedPool(p models.Pool, now time.Time) models.Pool {
	p.UpdatedAt = models.Instant(now)
	p.Version++
	return p
}

// DecideJoin returns the member as they join the pool with those members, or as they are in it if they are in it like
// that already. Errors are of kind [models.Invalid], and [models.Conflict] for who is in it in another way and for too
// many members.
func DecideJoin(p models.Pool, members []models.PoolMember, m models.PoolMember) (_ models.PoolMember, joins bool,
	err error) {
	if m, err = m.Check(); err != nil {
		return m, false, err
	}
	m = p.Trained(m)
	if old := poolMember(members, m.Email); old != nil {
		if m.Name, m.Counted = old.Name, old.Counted; m != *old {
			return m, false, models.Conflictf("%s is in %s already; change them in the list", m.Email, p.Words())
		}
		return m, false, nil
	}
	if len(members) >= models.MaxPoolMembers {
		return m, false, models.Conflictf("%s has %d members; there is no room for more", p.Words(), len(members))
	}
	return m, true, nil
}

// DecidePoolMember returns a member of the pool as a form says that they are, and as they were. Nothing changes for who
// is like that already, whatever version the form showed. Errors are of kind [models.Invalid], and [models.Conflict]
// for another version or another [models.PoolMember.Counted] than the form showed, and for somebody who is not in the
// pool any more. A pause that is entered ends after today.
func DecidePoolMember(p models.Pool, members []models.PoolMember, version int64, m models.PoolMember,
	today string) (before, after models.PoolMember, err error) {
	if m, err = m.Check(); err != nil {
		return m, m, err
	}
	old := poolMember(members, m.Email)
	if old == nil {
		return m, m, models.Conflictf("%s is not in %s any more; nothing was saved", m.Email, p.Words())
	}
	m = p.Trained(m)
	shown := m.Counted
	if m.Name, m.Counted = old.Name, old.Counted; m == *old {
		return m, m, nil
	}
	if m.PausedUntil != "" && m.PausedUntil != old.PausedUntil && m.StateOn(today) != models.PoolPaused {
		return m, m, models.Invalidf("a pause until %s is over already; enter a day to come", m.PausedUntil)
	}
	if shown != old.Counted {
		return m, m, models.Conflictf("an interview of %s was counted meanwhile; look at the count, and save again",
			m.Email)
	}
	return *old, m, CheckVersion(p.Words(), version, p.Version)
}

func poolMember(members []models.PoolMember, email string) *models.PoolMember {
	n := slices.IndexFunc(members, func(m models.PoolMember) bool { return m.Email == email })
	if n < 0 {
		return nil
	}
	return &members[n]
}

// CheckPoolRemoval refuses to delete a pool that seats of rounds name. steps are the titles of those rounds. The error
// is a [models.Conflict].
func CheckPoolRemoval(p models.Pool, steps []string) error {
	if len(steps) == 0 {
		return nil
	}
	return models.Conflictf("%s is named by seats of %s, the first in step %s, and cannot be deleted", p.Words(),
		models.Count(len(steps), "step"), models.Quote(steps[0]))
}

// PoolDetails are the changes of what a pool says, for its history.
func PoolDetails(before, after models.Pool) []models.Detail {
	return slices.Concat(models.Changed(models.FieldName, before.Name, after.Name),
		models.Changed(models.FieldShadowings, strconv.Itoa(before.ShadowsNeeded), strconv.Itoa(after.ShadowsNeeded)),
		models.Changed(models.FieldReverseShadowings, strconv.Itoa(before.ReverseShadowsNeeded),
			strconv.Itoa(after.ReverseShadowsNeeded)),
		models.Changed(models.FieldShadowsShown, strconv.FormatBool(before.ShadowsShown),
			strconv.FormatBool(after.ShadowsShown)),
		models.Changed(models.FieldLimits, limitsText(before.Limits), limitsText(after.Limits)))
}

// limitsText are limits as the history keeps them.
func limitsText(l models.InterviewLimits) string {
	text, err := json.Marshal(l)
	if err != nil { // there are only numbers
		panic(err)
	}
	return string(text)
}

// PoolMemberDetails are the changes of a member of a pool, for its history. before is nil for who joins, after for who
// leaves.
func PoolMemberDetails(before, after *models.PoolMember) []models.Detail {
	var was, is models.PoolMember
	if before != nil {
		was = *before
	}
	if after != nil {
		is = *after
	}
	email := is.Email
	if after == nil {
		email = was.Email
	}
	out := models.ChangedIn(models.FieldPoolState, email, string(was.State), string(is.State))
	if after == nil {
		return out
	}
	return slices.Concat(out, models.ChangedIn(models.FieldResumes, email, string(was.Resumes), string(is.Resumes)),
		models.ChangedIn(models.FieldTrained, email, trained(was), trained(is)),
		models.ChangedIn(models.FieldPausedUntil, email, was.PausedUntil, is.PausedUntil))
}

// trained is how often a trainee did what their state says, "" for who is none.
func trained(m models.PoolMember) string {
	if m.State == "" || m.Trains() == "" {
		return ""
	}
	return strconv.Itoa(m.Done)
}
