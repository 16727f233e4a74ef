package workflows

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/access"
)

// askedFor is a world in which Ann, who is a member, has just asked for a link to sign in.
var askedFor setting = func(t *testing.T) *world {
	w := newWorld(t, nil)
	wake, asked, err := w.do.Store.Team.AskForSignIn(t.Context(), ann, false)
	w.must(err)
	if !asked {
		t.Fatalf("no letter to %s is asked for", ann)
	}
	w.subject, w.ref = SignIn, models.Ref{OrgID: wake.OrgID, ID: wake.ID}
	return w
}

func TestSignInWorkflow(t *testing.T) { // D6
	t.Parallel()
	askedFor.play(t, "one letter at once, and then it is over", func(t *testing.T, w *world) {
		w.run()
		w.happened("Thu 12:00 ann sign_in", "Thu 12:00 ends")
	})
	askedFor.play(t, "a letter that fails to the end stops with its link", func(t *testing.T, w *world) {
		w.refuses[ann] = 451
		w.run()
		if len(w.diary) != 1 || !strings.HasPrefix(w.diary[0], "Thu 12:1") || !strings.HasSuffix(w.diary[0], " ends") {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
		if last := w.loads[len(w.loads)-1]; last.Before(thu.Add(access.SignInTTL)) ||
			last.After(thu.Add(access.SignInTTL+2*time.Minute)) {
			t.Errorf("it looked last at %s", last)
		}
	})
}
