package workflows

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/store"
)

// Invitations of these tests are made on Thursday at noon and live until the Thursday two weeks later.
var expiry = thu.AddDate(0, 0, 14)

// invited is a world in which Cleo was just invited to a take-home.
func invited(t *testing.T) *world {
	w := newWorld(t)
	at, until := thu, expiry
	w.invitation = models.Invitation{DeliveryMode: models.DeliveryAsync, Candidate: models.Candidate{OrgID: guest.OrgID,
		ID: guest.ID, PostingID: "post_1", Email: cleo, Name: "Cleo Cand",
		State: models.CandidateInvited, InvitedAt: &at, InviteExpiresAt: &until, UpdatedAt: thu, Revision: 1}}
	w.begin(thu)
	return w
}

// loadInvitation is the activity LoadInvitation over the world.
func (w *world) loadInvitation(_ context.Context, _ store.Ref, now time.Time) (activities.Plan, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.loads = append(w.loads, now)
	if len(w.loads) > 20000 {
		return activities.Plan{Gone: true}, nil // a loop that is hot: end it
	}
	if w.down {
		return activities.Plan{}, temporal.NewApplicationError("database", "database")
	}
	v := w.invitation
	p := activities.Plan{Revision: v.Candidate.Revision, Status: v.StateAt(now), PostingID: v.Candidate.PostingID,
		Next: v.NextMoment(now)}
	if e := v.Owed(now); e != nil {
		p.Targets = []activities.Target{{Name: "mail:candidate", Kind: e.Kind}}
	}
	if e := v.Letter; e != nil && e.State == models.EffectDone {
		p.Done = []string{e.Kind + " mail:candidate"}
	} else if e != nil {
		p.Failing = []string{e.Kind + " mail:candidate " + e.Code}
	}
	return p, nil
}

// sendInvitation is the activity SendInvitation over the world.
func (w *world) sendInvitation(_ context.Context, _ store.Ref, target string,
	asOf time.Time) (activities.Outcome, error) {
	now := w.env.Now()
	if asOf.After(now) {
		now = asOf
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tries++
	e := w.invitation.Owed(now)
	if e == nil || target != "mail:candidate" {
		return activities.Outcome{}, nil
	}
	entry := models.Entry{Kind: e.Kind, State: models.EffectDone}
	switch code := w.server[cleo]; code {
	case "":
		w.diary = append(w.diary, fmt.Sprintf("%s cleo %s", now.Format(day), e.Kind))
	case "smtp_550":
		entry.State, entry.Permanent, entry.Code = models.EffectFailed, true, code
	default:
		entry.State, entry.Code = models.EffectFailed, code
		w.invitation.Letter = &entry
		return activities.Outcome{}, temporal.NewApplicationError(code, code)
	}
	w.invitation.Letter = &entry
	return activities.Outcome{Sent: 1, Failed: entry.Code}, nil
}

// becomes has the candidate move to a state at an instant, and the workflow woken.
func (w *world) becomes(state string, when time.Time) {
	w.at(when, func() {
		w.mu.Lock()
		w.invitation.Candidate.State = state
		w.invitation.Candidate.Revision++
		w.mu.Unlock()
		w.wake()
	})
}

// answers sets what the mail server says to Cleo from an instant on.
func (w *world) answers(code string, from time.Time) {
	w.at(from, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.server[cleo] = code
	})
}

func TestInvitation(t *testing.T) {
	t.Parallel()
	t.Run("one letter at once, and the end of it after 14 days (decision 78)", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		_ = w.run()
		w.happened("Thu 12:00 cleo invitation", "Thu 12:00 ends")
		if last := w.loads[len(w.loads)-1]; !last.Equal(expiry) || w.env.Now().Sub(thu) < 14*24*time.Hour {
			t.Errorf("it looked last at %s and ended at %s, want %s", last, w.env.Now(), expiry)
		}
		if n := w.countLoads(); n != 3 {
			t.Errorf("%d loads; want one as it begins, after the letter, and as it expires", n)
		}
		if state := w.invitation.StateAt(w.env.Now()); state != models.CandidateExpired {
			t.Errorf("the candidate is %s", state)
		}
	})
	t.Run("to a live interview it is the other letter", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.invitation.DeliveryMode = models.DeliverySync
		_ = w.run()
		w.happened("Thu 12:00 cleo scheduling_invitation", "Thu 12:00 ends")
	})
	for _, state := range []string{models.CandidateInProgress, models.CandidateSubmitted, models.CandidateWithdrawn} {
		t.Run("woken by what makes the candidate "+state+", it does not wait for the expiry", func(t *testing.T) {
			t.Parallel()
			w := invited(t)
			w.becomes(state, thu.AddDate(0, 0, 2))
			_ = w.run()
			w.happened("Thu 12:00 cleo invitation", "Sat 12:00 ends")
		})
	}
	t.Run("started and handed in, each is one short run", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.becomes(models.CandidateInProgress, thu.Add(time.Hour))
		_ = w.run()
		w.invitation.Candidate.State, w.invitation.Candidate.Revision = models.CandidateSubmitted, 3
		w.begin(thu.Add(3 * time.Hour))
		before := w.countLoads()
		_ = w.run()
		w.happened("Thu 12:00 cleo invitation", "Thu 13:00 ends", "Thu 15:00 ends")
		if n := w.countLoads() - before; n != 1 {
			t.Errorf("%d loads, want 1", n)
		}
	})
	t.Run("booked in between, it looks once more when it would have expired and does not (decision 78)",
		func(t *testing.T) {
			t.Parallel()
			w := invited(t)
			w.at(thu.Add(time.Hour), func() {
				w.mu.Lock()
				defer w.mu.Unlock()
				w.invitation.Interviewed = true
			})
			_ = w.run()
			w.happened("Thu 12:00 cleo invitation", "Thu 12:00 ends")
			if state := w.invitation.StateAt(w.env.Now()); state != models.CandidateInvited {
				t.Errorf("the candidate is %s", state)
			}
		})
	t.Run("a wake-up for nothing costs one load and leaves the timer", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		timers := 0
		w.env.SetOnTimerScheduledListener(func(string, time.Duration) { timers++ })
		for n := range 5 {
			w.at(thu.AddDate(0, 0, n+1), w.wake)
		}
		_ = w.run()
		if n := w.countLoads(); n != 8 || timers != 1 {
			t.Errorf("%d loads and %d timers", n, timers)
		}
	})
	t.Run("after a hundred wake-ups it goes on as a new run of its own kind", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		for n := range 100 {
			w.at(thu.Add(time.Duration(n+1)*time.Minute), w.wake)
		}
		err := w.run()
		var again *workflow.ContinueAsNewError
		if !errors.As(err, &again) || again.WorkflowType.Name != "Invitation" {
			t.Fatalf("got %v after 100 wake-ups", err)
		}
	})
	t.Run("a candidate who is not there ends it at once", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.loads = make([]time.Time, 20000)
		_ = w.run()
		w.happened("Thu 12:00 ends")
	})
}

func TestInvitationStartedAgain(t *testing.T) {
	t.Parallel()
	t.Run("one that was lost goes on from the row: no second letter, the same expiry", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.invitation.Letter = &models.Entry{Kind: models.LetterInvitation, State: models.EffectDone}
		w.begin(thu.AddDate(0, 0, 10)) // the sweep made it anew
		_ = w.run()
		w.happened("Thu 12:00 ends")
		if last := w.loads[len(w.loads)-1]; !last.Equal(expiry) {
			t.Errorf("it ended at %s", last)
		}
	})
	t.Run("one that was lost before its letter sends it", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.begin(thu.AddDate(0, 0, 1))
		_ = w.run()
		w.happened("Fri 12:00 cleo invitation", "Thu 12:00 ends")
	})
	t.Run("one that was lost until after its end sends nothing", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.begin(expiry.Add(time.Hour))
		_ = w.run()
		w.happened("Thu 13:00 ends")
	})
}

func TestInvitationFailing(t *testing.T) {
	t.Parallel()
	t.Run("the letter is tried for three days, at most a minute apart but for a while now and then",
		func(t *testing.T) {
			t.Parallel()
			w := invited(t)
			w.server[cleo] = "smtp_451"
			w.answers("", thu.AddDate(0, 0, 3))
			_ = w.run()
			if len(w.diary) != 2 || !strings.HasPrefix(w.diary[0], "Sun 12:0") ||
				!strings.HasSuffix(w.diary[0], "cleo invitation") {
				t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
			}
			if w.tries < 3*24*50 || w.tries > 3*24*70 {
				t.Errorf("%d attempts in three days; want about one a minute", w.tries)
			}
		})
	t.Run("one that fails to the end stops with the invitation", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		until := thu.Add(6 * time.Hour)
		w.invitation.Candidate.InviteExpiresAt = &until
		w.server[cleo] = "smtp_451"
		_ = w.run()
		if len(w.diary) != 1 || w.diary[0] < "Thu 18:00" || w.diary[0] > "Thu 18:02 ends" {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
	})
	t.Run("a refusal for good leaves the timer alone", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.server[cleo] = "smtp_550"
		_ = w.run()
		w.happened("Thu 12:00 ends")
		if last := w.loads[len(w.loads)-1]; w.tries != 1 || !last.Equal(expiry) {
			t.Errorf("%d attempts, the last look at %s", w.tries, last)
		}
	})
	t.Run("a start while it fails: the letter goes on being tried, without a clock", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.server[cleo] = "smtp_451"
		w.becomes(models.CandidateInProgress, thu.Add(time.Hour))
		w.answers("", thu.Add(2*time.Hour))
		_ = w.run()
		if len(w.diary) != 2 || !strings.HasPrefix(w.diary[0], "Thu 14:0") || w.diary[1][:9] != w.diary[0][:9] {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
	})
	t.Run("the database is away for an hour: the letter goes when it is back", func(t *testing.T) {
		t.Parallel()
		w := invited(t)
		w.down = true
		w.at(thu.Add(time.Hour), func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.down = false
		})
		_ = w.run()
		if len(w.diary) != 2 || !strings.HasPrefix(w.diary[0], "Thu 13:0") {
			t.Errorf("what happened:\n%s", strings.Join(w.diary, "\n"))
		}
	})
}

// TestInvitationNothingPersonal: no input, result, failure, summary or detail names the candidate (decision 95).
func TestInvitationNothingPersonal(t *testing.T) {
	t.Parallel()
	w := invited(t)
	r := &recorder{DataConverter: converter.GetDefaultDataConverter(),
		FailureConverter: temporal.GetDefaultFailureConverter()}
	w.env.SetDataConverter(r)
	w.env.SetFailureConverter(r)
	w.server[cleo] = "smtp_451"
	look := func() {
		if _, err := w.env.QueryWorkflow("__temporal_workflow_metadata"); err != nil {
			// its answer is recorded as it is made
			t.Errorf("no details: %v", err)
		}
	}
	w.at(thu.Add(time.Minute), look)
	w.answers("", thu.Add(30*time.Minute))
	w.at(thu.Add(time.Hour), look)
	w.becomes(models.CandidateInProgress, thu.Add(2*time.Hour))
	_ = w.run()
	text := r.text.String()
	for _, personal := range []string{"@", "cleo", "cand.example", "candidate.example", "http", "/a/",
		"/t/", "Cand\""} {
		if strings.Contains(strings.ToLower(text), strings.ToLower(personal)) {
			t.Errorf("Temporal learns of %q:\n%s", personal, text)
		}
	}
	for _, expected := range []string{`"cand_1"`, "smtp_451", "Waits for: invitation_expires", "Failing:",
		"**invited**, revision 1", "invitation to mail:candidate"} {
		if !strings.Contains(text, expected) {
			t.Errorf("%s was not recorded: the test looks past what it should see", expected)
		}
	}
	if strings.Contains(text, "0001-01-01") {
		t.Errorf("it shows a start that there is none of:\n%s", text)
	}
}
