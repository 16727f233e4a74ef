package workflows

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/store"
)

var diaryOf = store.Ref{OrgID: "org_1", ID: "cal_1"}

// almanac is a connected calendar in memory, under the real rules, with its provider and the admins' mail server.
type almanac struct {
	t   *testing.T
	env *testsuite.TestWorkflowEnvironment

	mu       sync.Mutex
	row      models.Connection
	gone     bool
	down     bool                                   // the database
	provider func(n int) (models.SyncFailure, bool) // how the n-th reading ends, from 1; nil: well
	mail     string                                 // the code of the mail server's failure, "" for none
	told     []models.Entry
	reads    []time.Time
	tries    int // at letters
	diary    []string
	reading  func(n int) // called while the n-th reading is under way
}

// connectedAt is an almanac that was just connected on Thursday at noon.
func newAlmanac(t *testing.T) *almanac {
	a := &almanac{t: t, row: models.Connection{OrgID: diaryOf.OrgID, ID: diaryOf.ID, Email: ann,
		Provider: models.CalendarCalDAV}}
	a.begin(thu)
	return a
}

func (a *almanac) begin(now time.Time) {
	suite := &testsuite.WorkflowTestSuite{}
	suite.SetLogger(quiet{})
	a.env = suite.NewTestWorkflowEnvironment()
	a.env.SetStartTime(now)
	patiently(a.env)
	a.env.RegisterWorkflowWithOptions(CalendarSync, workflow.RegisterOptions{Name: "CalendarSync"})
	a.env.RegisterActivityWithOptions(a.sync, activity.RegisterOptions{Name: "SyncCalendar"})
	a.env.RegisterActivityWithOptions(a.tell, activity.RegisterOptions{Name: "TellAdmins"})
}

// sync is the activity SyncCalendar over the almanac.
func (a *almanac) sync(context.Context, store.Ref) (activities.Synced, error) {
	now := a.env.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.down {
		return activities.Synced{}, temporal.NewApplicationError("database", "database")
	}
	if a.gone || len(a.reads) > 5000 {
		return activities.Synced{Gone: true}, nil
	}
	a.reads = append(a.reads, now)
	if a.reading != nil {
		a.reading(len(a.reads))
	}
	row, code := a.row.AfterSync(now, models.SyncWindow(now).To, ""), ""
	if a.provider != nil {
		if f, fails := a.provider(len(a.reads)); fails {
			row, code = a.row.AfterFailure(now, f), f.Code
		}
	}
	a.row = row
	return activities.Synced{State: row.State(now), Code: code, Blocks: 3,
		Wait: max(row.NextSyncAt.Sub(now), time.Second), Owed: len(a.owed(now)) > 0}, nil
}

func (a *almanac) owed(now time.Time) []models.Notice {
	return a.row.OwedNotices([]string{"root@acme.example"}, a.told, now)
}

// tell is the activity TellAdmins over the almanac.
func (a *almanac) tell(context.Context, store.Ref) (activities.Outcome, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.env.Now()
	var out activities.Outcome
	for _, n := range a.owed(now) {
		if a.tries++; a.mail != "" {
			return out, temporal.NewApplicationError(a.mail, a.mail)
		}
		a.told = []models.Entry{{Target: n.Target, Kind: n.Kind, State: models.EffectDone, Start: n.BrokeAt}}
		a.diary = append(a.diary, now.Format(day)+" "+n.Kind)
		out.Sent++
	}
	return out, nil
}

// until has the calendar disconnected at an instant, and runs the workflow until it ends.
func (a *almanac) until(end time.Time) error {
	a.t.Helper()
	a.at(end, func() {
		a.mu.Lock()
		a.gone = true
		a.mu.Unlock()
		a.env.SignalWorkflow(wakeSignal, wake{})
	})
	a.env.ExecuteWorkflow(CalendarSync, diaryOf)
	if !a.env.IsWorkflowCompleted() {
		a.t.Fatalf("the workflow did not end; it was read at %v", a.reads)
	}
	err := a.env.GetWorkflowError()
	var again *workflow.ContinueAsNewError
	if err != nil && !errors.As(err, &again) {
		a.t.Fatalf("the workflow failed: %v", err)
	}
	return err
}

func (a *almanac) at(when time.Time, what func()) {
	a.env.RegisterDelayedCallback(what, when.Sub(a.env.Now()))
}

// pauses are those between readings.
func (a *almanac) pauses() (out []time.Duration) {
	for n := 1; n < len(a.reads); n++ {
		out = append(out, a.reads[n].Sub(a.reads[n-1]))
	}
	return out
}

func (a *almanac) happened(want ...string) {
	a.t.Helper()
	if !slices.Equal(a.diary, want) {
		a.t.Errorf("what happened:\n  %s\nwant:\n  %s", strings.Join(a.diary, "\n  "), strings.Join(want, "\n  "))
	}
}

// away fails the readings from one to another, the last not included.
func away(f models.SyncFailure, from, to int) func(int) (models.SyncFailure, bool) {
	return func(n int) (models.SyncFailure, bool) { return f, n >= from && n < to }
}

func TestCalendarSync(t *testing.T) { // a durable CalendarSync for each connection
	t.Parallel()
	unavailable := models.SyncFailure{Code: "caldav_503"}
	t.Run("reads every five minutes, a fifth sooner or later, never at the same pace", func(t *testing.T) {
		t.Parallel()
		a := newAlmanac(t)
		if err := a.until(thu.Add(6 * time.Hour)); err != nil {
			t.Fatal(err)
		}
		if !a.reads[0].Equal(thu) || len(a.reads) < 60 || len(a.reads) > 90 {
			t.Errorf("%d readings in six hours, the first at %s", len(a.reads), a.reads[0])
		}
		different := map[time.Duration]bool{}
		for _, p := range a.pauses() {
			if different[p] = true; p < 4*time.Minute || p >= 6*time.Minute {
				t.Errorf("a pause of %s", p)
			}
		}
		if len(different) < len(a.reads)/2 {
			t.Errorf("%d readings have %d different pauses", len(a.reads), len(different))
		}
		a.happened()
	})
	t.Run("backs off to an hour while it fails, and tells the admins once that it broke and once that it healed",
		func(t *testing.T) {
			t.Parallel()
			a := newAlmanac(t)
			a.provider = away(unavailable, 2, 9)
			_ = a.until(thu.Add(24 * time.Hour))
			broke := a.reads[1].Add(models.BrokenAfter)
			a.happened(broke.Format(day)+" calendar_broken", a.reads[8].Format(day)+" calendar_healed")
			if !slices.ContainsFunc(a.reads, broke.Equal) {
				t.Errorf("it was not tried once more before the admins were told, at %s: %v", broke, a.reads)
			}
			for n, p := range a.pauses()[4:7] {
				if p < 30*time.Minute || p >= 72*time.Minute {
					t.Errorf("pause %d of a long failure is %s", n, p)
				}
			}
			if p := a.pauses()[8]; p >= 6*time.Minute {
				t.Errorf("healed it waits %s", p)
			}
		})
	t.Run("failing every second time is neither broken nor told", func(t *testing.T) {
		t.Parallel()
		a := newAlmanac(t)
		a.provider = func(n int) (models.SyncFailure, bool) { return unavailable, n%2 == 0 }
		_ = a.until(thu.Add(6 * time.Hour))
		a.happened()
	})
	t.Run("waits as long as the provider asks", func(t *testing.T) {
		t.Parallel()
		a := newAlmanac(t)
		a.provider = away(models.SyncFailure{Code: "google_429", After: 3 * time.Hour}, 2, 3)
		_ = a.until(thu.Add(6 * time.Hour))
		if p := a.pauses()[1]; p < 3*time.Hour || p > 3*time.Hour+time.Minute {
			t.Errorf("asked for three hours it waits %s", p)
		}
	})
	t.Run("refused credentials are told at once and tried hourly; connected anew it is read at once",
		func(t *testing.T) {
			t.Parallel()
			a := newAlmanac(t)
			a.provider = away(models.SyncFailure{Code: "caldav_401", Revoked: true}, 1, 4)
			mended := thu.Add(5*time.Hour + 7*time.Minute)
			a.at(mended, func() {
				a.mu.Lock()
				a.provider = nil
				a.mu.Unlock()
				a.env.SignalWorkflow(wakeSignal, wake{})
			})
			a.provider = away(models.SyncFailure{Code: "caldav_401", Revoked: true}, 1, 1000)
			_ = a.until(thu.Add(6 * time.Hour))
			a.happened("Thu 12:00 calendar_broken", "Thu 17:07 calendar_healed")
			for n, p := range a.pauses()[:4] {
				if p < 48*time.Minute && !a.reads[n+1].Equal(mended) || p >= 72*time.Minute {
					t.Errorf("pause %d is %s", n, p)
				}
			}
			if !slices.ContainsFunc(a.reads, mended.Equal) {
				t.Errorf("woken it was not read: %v", a.reads)
			}
		})
	t.Run("a wake-up while it is being read has it read once more", func(t *testing.T) {
		t.Parallel()
		a := newAlmanac(t)
		a.reading = func(n int) {
			if n == 1 {
				a.env.SignalWorkflow(wakeSignal, wake{})
				a.env.SignalWorkflow(wakeSignal, wake{})
			}
		}
		_ = a.until(thu.Add(3 * time.Minute))
		if len(a.reads) != 2 || !a.reads[1].Equal(thu) {
			t.Errorf("read at %v", a.reads)
		}
	})
	t.Run("a mail server that is away holds up no reading, and the letter goes when it is back", func(t *testing.T) {
		t.Parallel()
		a := newAlmanac(t)
		a.provider, a.mail = away(unavailable, 1, 1000), "smtp_451"
		back := thu.Add(10*time.Hour + 30*time.Second)
		a.at(back, func() {
			a.mu.Lock()
			a.mail = ""
			a.mu.Unlock()
		})
		_ = a.until(thu.Add(12 * time.Hour))
		if len(a.diary) != 1 || !strings.HasPrefix(a.diary[0], "Thu 22:0") ||
			!strings.HasSuffix(a.diary[0], "calendar_broken") {
			t.Errorf("what happened: %v", a.diary)
		}
		if a.tries < 300 || a.tries > 700 || len(a.reads) < 12 {
			t.Errorf("%d attempts at the letter and %d readings in ten hours", a.tries, len(a.reads))
		}
	})
	t.Run("healed before the letter got through: nobody hears anything", func(t *testing.T) {
		t.Parallel()
		a := newAlmanac(t)
		a.provider, a.mail = away(unavailable, 1, 6), "smtp_451"
		a.at(thu.Add(8*time.Hour), func() {
			a.mu.Lock()
			a.mail = ""
			a.mu.Unlock()
		})
		_ = a.until(thu.Add(12 * time.Hour))
		a.happened()
	})
	t.Run("while the database is away nothing is read, and when it is back it goes on", func(t *testing.T) {
		t.Parallel()
		a := newAlmanac(t)
		a.down = true
		a.at(thu.Add(2*time.Hour), func() {
			a.mu.Lock()
			a.down = false
			a.mu.Unlock()
		})
		_ = a.until(thu.Add(3 * time.Hour))
		if len(a.reads) == 0 || a.reads[0].After(thu.Add(2*time.Hour+2*time.Minute)) {
			t.Errorf("read at %v", a.reads)
		}
	})
	t.Run("continues as new after a hundred readings, with the reference alone, and the next run goes on in pace",
		func(t *testing.T) {
			t.Parallel()
			a := newAlmanac(t)
			err := a.until(thu.Add(24 * time.Hour))
			var again *workflow.ContinueAsNewError
			if !errors.As(err, &again) || again.WorkflowType.Name != "CalendarSync" || len(a.reads) != readingsPerRun {
				t.Fatalf("after %d readings: %v", len(a.reads), err)
			}
			var in store.Ref
			if err := converter.GetDefaultDataConverter().FromPayloads(again.Input, &in); err != nil || in != diaryOf {
				t.Errorf("it goes on with %+v (%v)", in, err)
			}
			ended := a.env.Now()
			if pause := ended.Sub(a.reads[readingsPerRun-1]); pause < 4*time.Minute {
				t.Errorf("the next run begins %s after the last reading", pause)
			}
			a.begin(ended)
			_ = a.until(ended.Add(time.Minute))
			if len(a.reads) != readingsPerRun+1 {
				t.Errorf("%d readings", len(a.reads))
			}
		})
	t.Run("ends when it is not connected any more", func(t *testing.T) {
		t.Parallel()
		a := newAlmanac(t)
		a.gone = true
		if err := a.until(thu.Add(time.Hour)); err != nil || !a.env.Now().Before(thu.Add(time.Minute)) ||
			len(a.reads) != 0 {
			t.Errorf("it ended at %s: %v", a.env.Now(), err)
		}
	})
}

// TestCalendarNothingPersonal: no input, result, failure, summary or detail names the person or the server (decision
// 95).
func TestCalendarNothingPersonal(t *testing.T) {
	t.Parallel()
	a := newAlmanac(t)
	r := &recorder{DataConverter: converter.GetDefaultDataConverter(),
		FailureConverter: temporal.GetDefaultFailureConverter()}
	a.env.SetDataConverter(r)
	a.env.SetFailureConverter(r)
	a.provider, a.mail = away(models.SyncFailure{Code: "caldav_503", Detail: "ann is on holiday"}, 2, 9), "smtp_451"
	look := func() {
		if _, err := a.env.QueryWorkflow("__temporal_workflow_metadata"); err != nil {
			// its answer is recorded as it is made
			t.Errorf("no details: %v", err)
		}
	}
	a.at(thu.Add(time.Minute), look)
	a.at(thu.Add(30*time.Minute), look)
	_ = a.until(thu.Add(2 * time.Hour))
	text := r.text.String()
	for _, personal := range []string{"@", "ann", "root", "acme", "http", "holiday"} {
		if strings.Contains(strings.ToLower(text), personal) {
			t.Errorf("Temporal learns of %q:\n%s", personal, text)
		}
	}
	for _, expected := range []string{`"cal_1"`, "caldav_503", "smtp_451", "has 3 busy times", "could not be read",
		"**broken**"} {
		if !strings.Contains(text, expected) {
			t.Errorf("%s was not recorded: the test looks past what it should see", expected)
		}
	}
	if fmt.Sprint(a.reads) == "[]" {
		t.Error("nothing was read")
	}
}
