package store

import (
	"context"

	"litmus/models"
)

// Shown is an interview at the revision at which somebody was shown it.
type Shown struct {
	ID       string
	Revision int64
}

// WithShown says at which revisions somebody was shown the interviews that they are about to change. A change in that
// context is refused as a [models.Conflict] if an interview is at another one by then (D11): a form that is older than
// the row changes nothing, since any change may be why somebody decides otherwise (ADR forms-say-what-they-showed).
// What would change nothing anyway is not refused, so a form that is sent twice is done once.
func WithShown(ctx context.Context, shown ...Shown) context.Context {
	return context.WithValue(ctx, shownKey{}, shown)
}

type shownKey struct{}

// checkShown returns a [models.Conflict] if the context says that the interview was shown at another revision than it
// has; before is its row before the change.
func checkShown(ctx context.Context, before models.Interview) error {
	shown, _ := ctx.Value(shownKey{}).([]Shown)
	for _, s := range shown {
		if s.ID == before.ID {
			return models.CheckShown(before, s.Revision)
		}
	}
	return nil
}

// checkReplaced is [checkShown] for a booking: existing is the candidate's interview that it replaces, nil for none. If
// the context says that one was shown, another one or none in its place is a [models.Conflict] as well.
func checkReplaced(ctx context.Context, existing *models.Interview) error {
	shown, _ := ctx.Value(shownKey{}).([]Shown)
	if len(shown) == 0 {
		return nil
	}
	s := shown[0]
	if existing == nil || existing.ID != s.ID {
		return models.About(models.Refusal{Cause: models.CauseOtherSince},
			models.Conflictf("interview %s is not the candidate's any more; look at what they have now, and "+
				"decide again", models.Quote(s.ID)))
	}
	return models.CheckShown(*existing, s.Revision)
}
