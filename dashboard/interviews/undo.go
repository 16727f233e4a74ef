package interviews

import (
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/access"
	"litmus/store/effects"
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

// undo takes the last change back while nobody was told of it (D11).
func undo(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionMove)
	if err != nil {
		return site.Answer{}, err
	}
	if _, err := v.Acts.Undo(v.Context(), v.Shown(acct.ID), acct.ID); err != nil {
		a, failed := interview(v)
		if failed != nil {
			return a, failed
		}
		return a.Refusing(err)
	}
	return site.RedirectNote(site.InterviewPath(acct.ID), "It is as it was before, and nobody was told of the change."),
		nil
}
