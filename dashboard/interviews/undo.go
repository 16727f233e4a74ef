package interviews

import (
	"cmp"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/access"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// undoBody is what the page of an interview offers to take back.
type undoBody struct {
	Path     string
	Revision int64
	Seconds  int // that are left
}

// undoOf is the last change of the interview while it can be taken back by the viewer, else nil.
func undoOf(v *site.Visit, acct effects.InterviewLedger) *undoBody {
	machine := v.Store.Now()
	until := acct.HeldUntil(machine)
	if until == nil || !v.Can(access.ActionMove, access.Facts{Own: v.Member.Owns(acct.Interview)}) {
		return nil
	}
	return &undoBody{site.InterviewPath(acct.ID, "undo"), acct.Revision,
		int((until.Sub(machine) + time.Second - 1) / time.Second)}
}

// undoable gives the answer that leads back to the week the button that takes the change back; the interview's own page
// has one.
func undoable(v *site.Visit, a site.Answer, week string, row interviews.InterviewRow) site.Answer {
	until := row.HeldUntil(v.Store.Now())
	if week == "" || until == nil {
		return a
	}
	return a.Undoing(site.Undo{Path: site.InterviewPath(row.ID, "undo"), Revision: row.Revision, Until: *until})
}

// undo takes the last change back while nobody was told of it (D11).
func undo(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionMove)
	if err != nil {
		return site.Answer{}, err
	}
	by := v.Shown(acct.ID)
	done := site.RedirectNote(cmp.Or(weekBefore(v), site.InterviewPath(acct.ID)),
		"It is as it was before, and nothing was sent about the change.")
	if acct.Held == nil && acct.Revision == by.Shown[0].Revision+1 {
		return done, nil // the same form came before
	}
	if _, err := v.Acts.Bookings.Undo(v.Context(), by, acct.ID); err != nil {
		a, failed := interview(v)
		if failed != nil {
			return a, failed
		}
		return a.Refusing(err)
	}
	return done, nil
}
