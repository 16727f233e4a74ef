package workflows

import (
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
	"time"

	"litmus/activities"
	"litmus/models/effect"
)

// TestNext: what a run starts, what it waits for and when it ends, by what it knows and what it loads.
func TestNext(t *testing.T) {
	t.Parallel()
	const minute = time.Minute
	news := inbox{wakeUps: true}
	rehearseAll(t, map[string][]cue{
		"everything owed starts at once, side by side, and the next instant is waited for": {
			loads(owing(1, toCleo, toAnn), startCleo, startAnn, toReminder, "wait"),
			does("mail:candidate", false),
			does("mail:interviewer:1", true), // the last one
			loads(owing(1), toReminder, "wait"),
		},
		"nothing owed and nothing to come: it completes": {
			loads(over(1), "complete"),
		},
		"nothing to come, but something in flight: it waits for that": {
			loads(over(1, toCleo), startCleo, "wait"),
			does("mail:candidate", true),
			loads(over(1), "complete"),
		},
		"what became due later starts beside what is in flight, which is looked after when it ends": {
			loads(owing(1, toCleo), startCleo, toReminder, "wait"),
			loads(owing(2, toCleo, toAnn), startAnn, inFlightCleo, toReminder, "wait"),
			does("mail:candidate", true), // its attempt may have read revision 1
			loads(owing(2, toCleo, toAnn), startCleo, inFlightAnn, toReminder, "wait"),
			does("mail:candidate", false), // owed nothing when it was loaded
			does("mail:interviewer:1", true),
		},
		"attempts that run out are looked at, and go on more slowly; they hold up no other": {
			loads(owing(1, toCleo, toAnn), startCleo, startAnn, toReminder, "wait"),
			fails("mail:candidate", "smtp_451", 0, true),
			loads(owing(1, toCleo, toAnn), againCleo, inFlightAnn, toReminder, "wait"),
			does("mail:interviewer:1", true),
			loads(owing(1, toCleo), inFlightCleo, toReminder, "wait"),
			at(40 * minute), fails("mail:candidate", "smtp_451", 0, true),
			loads(owing(1, toCleo), againCleo, toReminder, "wait"),
			does("mail:candidate", true),
			loads(owing(2, toCleo), startCleo, toReminder, "wait"),
		},
		"the pause that a provider asks for comes before the next activity, once": {
			loads(owing(1, toCleo), startCleo, toReminder, "wait"),
			fails("mail:candidate", "smtp_421", 10*minute, true),
			loads(owing(1, toCleo),
				"start confirmation to mail:candidate, 30 from 30s, after 10m0s", toReminder, "wait"),
			fails("mail:candidate", "smtp_421", 0, true),
			loads(owing(1, toCleo), againCleo, toReminder, "wait"),
		},
		"an effect that changed the row has it loaded, though others are in flight": {
			loads(owing(1, toCleo, toAnn), startCleo, startAnn, toReminder, "wait"),
			changes("mail:interviewer:1"),
		},
		"a wake-up that came while it loaded is answered before it ends": {
			finding(news), loads(over(1), "reload"),
			finding(inbox{}), loads(over(2), "complete"),
		},
		"an update whose caller waits is answered before it ends": {
			finding(inbox{handlers: true}), loads(over(1), "await handlers"),
			finding(inbox{reloads: true}), loads(over(1), "await handlers"),
			finding(inbox{handlers: true}), loads(activities.Plan{Gone: true}, "await handlers"),
			finding(inbox{handlers: true}), suggested(owing(1), toReminder, "await handlers"),
			finding(inbox{handlers: true}), loads(owing(1), toReminder, "wait"), // it does not end
			finding(inbox{}), loads(over(1), "complete"),
		},
	})
}

// TestContinueAsNew: a history of bounded length, and nothing lost between two runs.
func TestContinueAsNew(t *testing.T) {
	t.Parallel()
	rehearseAll(t, map[string][]cue{
		"after a hundred wake-ups, not before": {
			wokenTimes(wakesPerRun - 1), loads(owing(1), toReminder, "wait"),
			wokenTimes(1), loads(owing(1), toReminder, "continue as new"),
		},
		"when Temporal suggests it": {
			suggested(owing(1), toReminder, "continue as new"),
		},
		"a run that has nothing left to do completes instead": {
			wokenTimes(wakesPerRun), loads(over(1), "complete"),
		},
		"a wake-up that has come already is answered by this run": {
			wokenTimes(wakesPerRun), finding(inbox{wakeUps: true}), loads(owing(1), toReminder, "reload"),
		},
		"what is owed is done first, what is in flight ends first": {
			wokenTimes(wakesPerRun),
			loads(owing(1, toCleo), startCleo, toReminder, "wait"),
			does("mail:candidate", true),
			loads(owing(1), toReminder, "continue as new"),
		},
		"what fails is left to the next run once its attempts ran out": {
			loads(owing(1, toCleo), startCleo, toReminder, "wait"),
			wokenTimes(wakesPerRun),
			loads(owing(1, toCleo), inFlightCleo, toReminder, "wait"),
			fails("mail:candidate", "smtp_451", 0, true),
			loads(owing(1, toCleo), toReminder, "continue as new"),
		},
		"it does not pause for empty attempts": {
			loads(owing(1, toCleo), startCleo, toReminder, "wait"),
			finds("mail:candidate", true),
			suggested(owing(1, toCleo), startCleo, toReminder, "wait"),
		},
	})
}

// TestEmptyAttempts: activities that find nothing to do where the plan names their target make no hot loop.
func TestEmptyAttempts(t *testing.T) {
	t.Parallel()
	toCleoAlone := []string{startCleo, toReminder, "wait"}
	empty := func(pause string) []cue {
		return []cue{finds("mail:candidate", true), loads(owing(1, toCleo), "pause "+pause),
			pauses(false, toCleoAlone...)}
	}
	begin := loads(owing(1, toCleo), toCleoAlone...)
	growing := []cue{begin}
	for _, pause := range []string{"2s", "4s", "8s", "16s", "32s", "1m0s", "1m0s"} {
		growing = append(growing, empty(pause)...)
	}
	rehearseAll(t, map[string][]cue{
		"pauses grow from 2 s to a minute": growing,
		"news end the pause and the row of empty attempts": {
			begin, finds("mail:candidate", true), loads(owing(1, toCleo), "pause 2s"), pauses(true),
			loads(owing(1, toCleo), toCleoAlone...),
		},
		"one that failed ends the row": {
			begin, finds("mail:candidate", true), loads(owing(1, toCleo), "pause 2s"), pauses(false, toCleoAlone...),
			fails("mail:candidate", "smtp_451", 0, true),
			loads(owing(1, toCleo), againCleo, toReminder, "wait"),
		},
		"nothing owed, nothing to pause for": {
			begin, finds("mail:candidate", true), loads(owing(1), toReminder, "wait"),
		},
	})
}

// TestLoadPauses: while the database is away it is asked ever less often, but every five minutes.
func TestLoadPauses(t *testing.T) {
	t.Parallel()
	rehearse(t, loadFails(5*time.Second), loadFails(10*time.Second), loadFails(20*time.Second),
		loadFails(40*time.Second), loadFails(80*time.Second), loadFails(160*time.Second), loadFails(5*time.Minute),
		loadFails(5*time.Minute), loads(owing(1), toReminder, "wait"), loadFails(5*time.Second))
}

// TestTimerChange: a timer stays while its instant stays, and sleeps 30 days at most.
func TestTimerChange(t *testing.T) {
	t.Parallel()
	in := func(d time.Duration) *effect.Moment { return &effect.Moment{At: thu.Add(d), Kind: "reminder_1h"} }
	for name, c := range map[string]struct {
		set    time.Time
		next   *effect.Moment
		cancel bool
		d      time.Duration
	}{
		"the first":                      {time.Time{}, in(time.Hour), false, time.Hour},
		"the same instant":               {thu.Add(time.Hour), in(time.Hour), false, 0},
		"another instant":                {thu.Add(time.Hour), in(2 * time.Hour), true, 2 * time.Hour},
		"none any more":                  {thu.Add(time.Hour), nil, true, 0},
		"none, as before":                {time.Time{}, nil, false, 0},
		"an instant that has passed":     {time.Time{}, in(-time.Hour), false, time.Millisecond},
		"an instant in three months":     {time.Time{}, in(90 * 24 * time.Hour), false, 30 * 24 * time.Hour},
		"the same instant, months ahead": {thu.Add(90 * 24 * time.Hour), in(90 * 24 * time.Hour), false, 0},
	} {
		if cancel, d := timerChange(c.set, c.next, thu); cancel != c.cancel || d != c.d {
			t.Errorf("%s: cancel %t and sleep %s, want %t and %s", name, cancel, d, c.cancel, c.d)
		}
	}
}

// TestRetries: attempts double their pauses up to a minute, so a failing effect is attempted about once a minute.
func TestRetries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		retries
		takes time.Duration // from the first attempt to the last
	}{
		{firstRetries, 15 * time.Second},
		{laterRetries, 28*time.Minute + 30*time.Second},
		{noRetries, 0},
	} {
		p := c.policy()
		pause, takes := p.InitialInterval, time.Duration(0)
		for range p.MaximumAttempts - 1 {
			takes += min(pause, p.MaximumInterval)
			pause = time.Duration(float64(pause) * p.BackoffCoefficient)
		}
		if takes != c.takes || p.MaximumInterval != time.Minute || len(p.NonRetryableErrorTypes) != 0 {
			t.Errorf("%+v take %s with the policy %+v, want %s", c.retries, takes, p, c.takes)
		}
	}
}

// TestPure: what decides knows neither Temporal nor a clock.
func TestPure(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"next.go", "first_attempts.go", "dismissal.go", "batch.go", "calendar_next.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			switch path {
			case "fmt", "slices", "strings", "time", "litmus/activities", "litmus/models",
				"litmus/models/effect":
			default:
				t.Errorf("%s imports %s", name, path)
			}
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, clock := range []string{"time.Now", "time.Since", "time.Until", "time.After(", "time.Sleep"} {
			if strings.Contains(string(source), clock) {
				t.Errorf("%s calls %s", name, clock)
			}
		}
	}
}
