package effect

import (
	"cmp"
	"slices"
	"time"

	"litmus/models"
)

// ReplacementsTold are the requests for a replacement that a letter of the revision to the address tells of at now, the
// last one first: all that stand by then. So a recipient gets one letter at most for each request, however close they
// follow each other.
func ReplacementsTold(i models.Interview, email string, revision int64, now time.Time) []models.Replacement {
	asked := slices.DeleteFunc(i.ReplacementsAskedAt(now), func(a models.Replacement) bool {
		return a.Revision > revision || !slices.Contains(a.To, email)
	})
	slices.SortStableFunc(asked, func(x, y models.Replacement) int { return cmp.Compare(y.Revision, x.Revision) })
	return asked
}

// owedReplacement are the letters that standing requests owe: one to each recipient, who was not told of the last one
// yet. One whose outcome is not known is sent again until it is given up.
func owedReplacement(i models.Interview, ledger []Entry, now time.Time) (out []Effect) {
	var to []string
	for _, a := range i.ReplacementsAskedAt(now) {
		to = append(to, a.To...)
	}
	targets := byTarget(ledger)
	for n, email := range to {
		if slices.Contains(to[:n], email) {
			continue
		}
		a := ReplacementsTold(i, email, i.Revision, now)[0]
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
