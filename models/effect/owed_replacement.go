package effect

import (
	"time"

	"litmus/models"
)

// owedReplacement are the letters that a standing ask owes: one to each recipient. One whose outcome is not known is
// sent again until it is given up.
func owedReplacement(i models.Interview, ledger []Entry, now time.Time) (out []Effect) {
	a := i.ReplacementAsked(now)
	if a == nil {
		return nil
	}
	targets := byTarget(ledger)
	for _, email := range a.To {
		e := Effect{Target: MailTarget(RoleRecruiter, email), Kind: LetterReplacement, Role: RoleRecruiter,
			Email: email}
		owed := true
		for n, told := range targets[e.Target] {
			switch {
			case told.Kind != e.Kind || told.Revision < a.Revision:
			case told.State == Done, told.Permanent && (told.Told() || told.Revision == i.Revision):
				owed = false
			case told.State == Intent:
				e.Resend = &targets[e.Target][n]
			}
		}
		if owed {
			out = append(out, e)
		}
	}
	return out
}
