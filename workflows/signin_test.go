package workflows

import (
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"

	"litmus/models"
)

// askedFor is a world in which Ann, who is a member, has just asked for a link to sign in.
func askedFor(t *testing.T) *world {
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
	t.Run("one letter at once, and then it is over", func(t *testing.T) {
		t.Parallel()
		w := askedFor(t)
		w.run()
		w.happened("Thu 12:00 ann sign_in", "Thu 12:00 ends")
	})
	t.Run("a letter that fails to the end stops with its link", func(t *testing.T) {
		t.Parallel()
		w := askedFor(t)
		w.refuses[ann] = 451
		w.run()
		if len(w.diary) != 1 || !strings.HasPrefix(w.diary[0], "Thu 12:1") || !strings.HasSuffix(w.diary[0], " ends") {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
		if last := w.loads[len(w.loads)-1]; last.Before(thu.Add(models.SignInTTL)) ||
			last.After(thu.Add(models.SignInTTL+2*time.Minute)) {
			t.Errorf("it looked last at %s", last)
		}
	})
	t.Run("one that is gone ends it", func(t *testing.T) {
		t.Parallel()
		w := askedFor(t)
		w.ref.ID = "sgn_gone"
		w.run()
		w.happened("Thu 12:00 ends")
	})
}

// TestSignInNothingPersonal: no input, result, failure, summary or detail names the member or has a link.
func TestSignInNothingPersonal(t *testing.T) {
	t.Parallel()
	w := askedFor(t)
	r := &recorder{DataConverter: converter.GetDefaultDataConverter(),
		FailureConverter: temporal.GetDefaultFailureConverter()}
	w.env.SetDataConverter(r)
	w.env.SetFailureConverter(r)
	w.refuses[ann] = 451
	w.at(thu.Add(time.Minute), w.look)
	w.sets(thu.Add(2*time.Minute), func() { w.refuses[ann] = 0 })
	w.run()
	text := r.text.String()
	for _, personal := range []string{"@", "ann", "acme.example", "http", "/in/", "not now"} {
		if strings.Contains(strings.ToLower(text), personal) {
			t.Errorf("Temporal learns of %q:\n%s", personal, text)
		}
	}
	for _, expected := range []string{w.ref.ID, "smtp_451", "sign_in to mail:member"} {
		if !strings.Contains(text, expected) {
			t.Errorf("%s was not recorded: the test looks past what it should see\n%s", expected, text)
		}
	}
}
