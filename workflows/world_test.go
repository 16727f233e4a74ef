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
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/store"
)

const (
	cleo = "cleo@candidate.example"
	ann  = "ann@acme.example"
	bob  = "bob@acme.example"
)

// Interviews of these tests are booked on Thursday at noon for Monday at 15:00.
var (
	thu = time.Date(2031, 2, 27, 12, 0, 0, 0, time.UTC)
	ref = store.Ref{OrgID: "org_1", ID: "int_1"}

	guest = store.Ref{OrgID: "org_1", ID: "cand_1"}
)

func mon(hour, minute int) time.Time { return time.Date(2031, 3, 3, hour, minute, 0, 0, time.UTC) }

// world is the database and the mail server of one interview or invitation, in memory and under the real rules, with a
// test environment that skips time. Its diary is what happened when.
type world struct {
	t   *testing.T
	env *testsuite.TestWorkflowEnvironment

	mu     sync.Mutex
	row    models.Interview
	ledger []models.Entry

	invitation models.Invitation // instead of row

	diary  []string
	server map[string]string // by address: the code of a failure; gives up on 550
	loads  []time.Time
	down   bool // the database
	tries  int  // attempts at letters

	attempting func(target string)      // called as an attempt at letters begins
	ending     func(target string)      // called when it has read the row for the last time
	blind      func(target string) bool // it finds nothing, as if its clock were another

	searchable bool // as a plan says

	policy models.Policy
	books  map[string]string        // who has a connected calendar: its provider
	slow   map[string]time.Duration // by target of the ledger: how long an effect takes
	asks   map[string]time.Duration // and the pause that its provider asks for when it fails
	later  bool                     // calendars have the meeting link ready only when they are asked for it once more
	stamp  string                   // of the diary's lines
}

var secret = models.Secret("0123456789abcdef0123456789abcdef")

// booked is a world in which the interview was just booked with Ann.
func booked(t *testing.T) *world {
	w := newWorld(t)
	w.row = w.decide(models.BookingOrder{Start: mon(15, 0), InterviewerEmail: ann}, thu)
	w.begin(thu)
	return w
}

func newWorld(t *testing.T) *world {
	return &world{t: t, server: map[string]string{}, policy: models.DefaultPolicy, books: map[string]string{},
		slow: map[string]time.Duration{}, asks: map[string]time.Duration{}, stamp: day}
}

// patiently has an environment bear with a machine that holds everybody up.
func patiently(env *testsuite.TestWorkflowEnvironment) {
	env.SetTestTimeout(2 * time.Minute)
	env.SetWorkerOptions(worker.Options{DeadlockDetectionTimeout: time.Minute})
}

// begin is a new run of the workflow at now.
func (w *world) begin(now time.Time) {
	suite := &testsuite.WorkflowTestSuite{}
	suite.SetLogger(quiet{})
	w.env = suite.NewTestWorkflowEnvironment()
	w.env.SetStartTime(now)
	patiently(w.env)
	w.env.RegisterWorkflowWithOptions(Interview, workflow.RegisterOptions{Name: "Interview"})
	w.env.RegisterActivityWithOptions(w.load, activity.RegisterOptions{Name: "Load"})
	w.env.RegisterActivityWithOptions(w.sendLetters, activity.RegisterOptions{Name: "SendLetters"})
	for _, keep := range []string{"KeepEvent", "KeepMeeting", "KeepNotetaker"} {
		w.env.RegisterActivityWithOptions(w.keep, activity.RegisterOptions{Name: keep})
	}
	w.env.RegisterActivityWithOptions(w.dismiss, activity.RegisterOptions{Name: "DismissNotetaker"})
	w.env.RegisterWorkflowWithOptions(Invitation, workflow.RegisterOptions{Name: "Invitation"})
	w.env.RegisterActivityWithOptions(w.loadInvitation, activity.RegisterOptions{Name: "LoadInvitation"})
	w.env.RegisterActivityWithOptions(w.sendInvitation, activity.RegisterOptions{Name: "SendInvitation"})
}

// run runs the workflow until it ends and notes when it did.
func (w *world) run() error {
	w.t.Helper()
	if w.invitation.Candidate.ID == "" {
		w.env.ExecuteWorkflow(Interview, ref)
	} else {
		w.env.ExecuteWorkflow(Invitation, guest)
	}
	if !w.env.IsWorkflowCompleted() {
		w.t.Fatalf("the workflow did not end; so far:\n%s", strings.Join(w.diary, "\n"))
	}
	err := w.env.GetWorkflowError()
	var again *workflow.ContinueAsNewError
	switch {
	case errors.As(err, &again):
		w.note(w.env.Now(), "continues as new")
		return err
	case err != nil:
		w.t.Fatalf("the workflow failed: %v", err)
	}
	w.note(w.env.Now(), "ends")
	return nil
}

// at has something happen at an instant of the workflow's clock.
func (w *world) at(when time.Time, what func()) {
	w.env.RegisterDelayedCallback(what, when.Sub(w.env.Now()))
}

// changes has the row changed at an instant, and its workflow woken.
func (w *world) changes(when time.Time, change func(models.Interview, time.Time) models.Interview) {
	w.at(when, func() {
		w.change(func(i models.Interview) models.Interview { return change(i, when) })
		w.wake()
	})
}

func (w *world) change(change func(models.Interview) models.Interview) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.row = change(w.row)
}

func (w *world) wake() {
	w.env.SignalWorkflow(wakeSignal, wake{max(w.row.Revision, w.invitation.Candidate.Revision)})
}

// decide books, or replaces the row there is.
func (w *world) decide(o models.BookingOrder, now time.Time) models.Interview {
	w.t.Helper()
	o.Replace = true
	if w.policy.Meeting == "" && w.books[o.InterviewerEmail] != models.CalendarGoogle {
		o.MeetingLink = "https://meet.example/room"
	}
	f := models.BookingFacts{
		Own:          models.InterviewerLinks{Calendar: w.books[o.InterviewerEmail]},
		Organization: models.Organization{ID: ref.OrgID, TimeZone: "UTC"},
		Posting:      &models.Posting{ID: "post_1", Status: models.StatusOpen},
		Round: &models.Round{ID: "rnd_1", TrackID: "trk_1", AssessmentID: "asm_1", Type: models.StepAssessment,
			DeliveryMode: models.DeliverySync, Bookable: true, DurationMinutes: 60},
		Candidate: &models.Candidate{ID: "cand_1", PostingID: "post_1", TrackID: "trk_1", AssessmentID: "asm_1",
			Email: cleo, State: models.CandidateInvited},
	}
	if w.row.ID != "" {
		f.Existing = &w.row
	}
	b, err := models.DecideBooking(o, f, w.policy, models.IDs{Interview: ref.ID, LinkToken: "token"}, now)
	if err != nil {
		w.t.Fatalf("book: %v", err)
	}
	return b.Interview
}

func (w *world) moveTo(start time.Time) func(models.Interview, time.Time) models.Interview {
	return func(i models.Interview, now time.Time) models.Interview {
		return w.decide(models.BookingOrder{Start: start, InterviewerEmail: i.InterviewerEmail}, now)
	}
}

func (w *world) reassignTo(email string) func(models.Interview, time.Time) models.Interview {
	return func(i models.Interview, now time.Time) models.Interview {
		i, _, err := models.DecideReassign(models.ReassignFacts{Interview: i,
			Own: models.InterviewerLinks{Calendar: w.books[email]}}, email, w.policy, now)
		if err != nil {
			w.t.Errorf("reassign: %v", err)
		}
		return i
	}
}

func cancel(i models.Interview, now time.Time) models.Interview {
	i, _ = models.DecideCancel(i, now)
	return i
}

// load is the activity Load over the world.
func (w *world) load(_ context.Context, _ store.Ref, now time.Time) (activities.Plan, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.loads = append(w.loads, now)
	if len(w.loads) > 5000 {
		return activities.Plan{Gone: true}, nil // a loop that is hot: end it
	}
	if w.down {
		return activities.Plan{}, temporal.NewApplicationError("database", "database")
	}
	p := activities.Plan{Revision: w.row.Revision, Status: w.row.StatusAt(now), StartsAt: w.row.StartsAt,
		PostingID: w.row.PostingID, Next: models.NextMoment(w.row, w.policy, now), Searchable: w.searchable}
	p.Targets = activities.Targets(w.row, models.OwedOutside(w.row, w.ledger, w.policy, now),
		models.Owed(w.row, cleo, w.ledger, w.policy, now), now, name)
	p.Refused = models.Refusals(w.row, w.ledger)
	for _, e := range w.ledger {
		what := e.Kind + " " + name(e.Target)
		if e.State == models.EffectDone {
			p.Done = append(p.Done, what)
		} else {
			p.Failing = append(p.Failing, what+" "+e.Code)
		}
	}
	return p, nil
}

// name is the target's pseudonym.
func name(target string) string {
	switch _, event := models.EventOwner(target); {
	case event:
		return "event:" + secret.Pseudonym(ref.ID, target)
	case !strings.HasPrefix(target, "mail:"):
		return target
	}
	return "mail:" + secret.Pseudonym(ref.ID, target)
}

func targetOf(role, email string) string {
	return name(models.Recipient{Role: role, Email: email}.Target())
}

// sendLetters is the activity SendLetters over the world.
func (w *world) sendLetters(_ context.Context, _ store.Ref, target string, asOf time.Time) (activities.Outcome, error) {
	if w.attempting != nil {
		w.attempting(target)
	}
	if w.ending != nil {
		defer w.ending(target)
	}
	now := w.env.Now()
	if asOf.After(now) {
		now = asOf
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tries++
	var out activities.Outcome
	if w.blind != nil && w.blind(target) {
		return out, nil
	}
	for {
		owed := models.Owed(w.row, cleo, w.ledger, w.policy, now)
		n := slices.IndexFunc(owed, func(e models.Effect) bool { return name(e.Target) == target })
		if n < 0 {
			return out, nil
		}
		e := owed[n]
		entry := models.Entry{Target: e.Target, Kind: e.Kind, Revision: w.row.Revision, State: models.EffectDone,
			Invitation: e.Invitation, Start: w.row.StartsAt,
			MeetingLink: w.row.MeetingLink, Interviewer: w.row.InterviewerEmail}
		who, _, _ := strings.Cut(e.Email, "@")
		switch code := w.server[e.Email]; code {
		case "":
			line := fmt.Sprintf("%s %s %s", now.Format(w.stamp), who, e.Kind)
			if w.stamp != day && w.row.MeetingLink == "" {
				line += " without a link"
			}
			w.diary = append(w.diary, line)
			out.Sent++
		case "smtp_550":
			entry.State, entry.Permanent, entry.Code = models.EffectFailed, true, code
			out.Failed = code
		default:
			return out, temporal.NewApplicationError(code, code)
		}
		w.ledger = append(w.ledger, entry)
	}
}

const day = "Mon 15:04"

func (w *world) note(when time.Time, what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.diary = append(w.diary, when.UTC().Format(w.stamp)+" "+what)
}

// happened checks the whole diary; what happened in the same minute comes in the order of the alphabet.
func (w *world) happened(want ...string) {
	w.t.Helper()
	w.mu.Lock()
	got := slices.Clone(w.diary)
	w.mu.Unlock()
	for n := 0; n < len(got); {
		end := n + 1
		for end < len(got) && got[end][:len(w.stamp)] == got[n][:len(w.stamp)] {
			end++
		}
		slices.Sort(got[n:end])
		n = end
	}
	if !slices.Equal(got, want) {
		w.t.Errorf("what happened:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func (w *world) countLoads() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.loads)
}

// quiet is a logger that says nothing.
type quiet struct{}

func (quiet) Debug(string, ...any) {}
func (quiet) Info(string, ...any)  {}
func (quiet) Warn(string, ...any)  {}
func (quiet) Error(string, ...any) {}
