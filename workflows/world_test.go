package workflows

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/ports/mail"
	"litmus/ports/meeting"
	"litmus/ports/notetaker"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

const (
	cleo = "cleo@candidate.example"
	ann  = "ann@acme.example"
	bob  = "bob@acme.example"
	root = "root@acme.example" // the organization's admin
)

// Interviews of these tests are booked on Thursday at noon for Monday at 15:00.
var thu = time.Date(2031, 2, 27, 12, 0, 0, 0, time.UTC)

func mon(hour, minute int) time.Time { return time.Date(2031, 3, 3, hour, minute, 0, 0, time.UTC) }

var secret = keyring.Secret("0123456789abcdef0123456789abcdef")

// Layouts of the diary's instants.
const (
	day     = "Mon 15:04"
	seconds = "Mon 15:04:05"
)

// world is an organization with a database, a mail server, a meeting provider and a notetaker, the real activities
// between them, and a test environment that skips time. Its diary is what happened when.
type world struct {
	t       *testing.T
	env     *testsuite.TestWorkflowEnvironment
	running atomic.Pointer[testsuite.TestWorkflowEnvironment] // env, for those who ask for the time
	do      *activities.Activities
	url     string // of the database
	setup   setup.Setup
	org     models.Organization
	posting setups.AppliedPosting

	assessments map[string]string // their ids, by key

	order   booking.Order // of the interview
	ref     models.Ref    // of the row that the workflow is about
	subject any           // the workflow

	feed *feed // Ann's calendar, where she has connected one

	mu       sync.Mutex // not held while the store is called, which asks for the time
	diary    []string
	stamp    string // the layout of its instants
	loads    []time.Time
	attempts int // at effects
	batches  int // of letters
	down     bool
	refuses  map[string]int // by address: the code of the mail server's reply

	// Of activities, by name.
	slow  map[string]time.Duration // how long one takes on the workflow's clock
	fails map[string]error         // how one ends instead of doing anything
	blind map[string]bool          // one finds nothing to do, as if its clock were another
	begun func(name string)        // called as one begins
}

// begun are the databases of worlds with the same organization.
var begun testdb.Beginnings[beginning]

// beginning is what a world knows of its organization.
type beginning struct {
	org     models.Organization
	applied setups.Applied
}

// newWorld is a world in which nothing was booked yet. change may change the policy.
func newWorld(t *testing.T, change func(*models.Policy)) *world {
	t.Helper()
	policy := models.DefaultPolicy
	if change != nil {
		change(&policy)
	}
	w := &world{t: t, stamp: day, subject: Interview, refuses: map[string]int{}, slow: map[string]time.Duration{},
		fails: map[string]error{}, blind: map[string]bool{}}
	url := testdb.SQLite(t)
	w.url = url
	open := func() *store.Store {
		s, err := store.Open(t.Context(), url, store.Options{Secret: secret, Policy: policy, Now: w.now})
		w.must(err)
		return s
	}
	w.setup = acme(policy)
	b := begun.Begin(t, url, w.setup, func() (b beginning) {
		s := open()
		var err error
		b.applied, err = s.Setups.Apply(t.Context(), w.setup, setups.Options{})
		w.must(err)
		b.org, err = s.Team.Organization(t.Context(), w.setup.Organization.Slug)
		w.must(err)
		w.must(s.Close())
		return b
	})
	s := open()
	t.Cleanup(func() { s.Close() })
	sender, err := mail.New(serveMail(t, w), mail.TLSByAddress)
	w.must(err)
	t.Cleanup(func() { sender.Close() })
	w.do = &activities.Activities{Store: s, Mail: sender, Meeting: rooms{w}, Notetaker: notetakers{w},
		BaseURL: "https://hire.acme.example", Log: slog.New(slog.DiscardHandler), AuditDays: 400}
	w.org, w.posting, w.assessments = b.org, b.applied.Postings["backend"], b.applied.Assessments
	w.order = booking.Order{PostingID: w.posting.ID, RoundID: w.round("design"), CandidateEmail: cleo,
		CandidateName: "Cleo Cand", Start: mon(15, 0), InterviewerEmail: ann}
	w.begin(thu)
	return w
}

// acme is the organization. Its interviewers have a link of their own unless the policy makes one.
func acme(policy models.Policy) setup.Setup {
	people := []setup.Person{{Email: ann, Name: "Ann"}, {Email: bob, Name: "Bob"}}
	for n := range people {
		if policy.Meeting == "" {
			people[n].MeetingLink = "https://meet.example/room"
		}
	}
	step := func(key string) setup.Step {
		return setup.Step{Key: key, Type: models.StepAssessment, Title: key, Assessment: key}
	}
	design, endless := step("design"), step("endless")
	design.Bookable, design.DurationMinutes = true, 60
	endless.Bookable, endless.DurationMinutes, endless.Indefinite = true, 60, true
	return setup.Setup{
		Organization: setup.Organization{Slug: "acme", Name: "Acme", Approved: true, TimeZone: "UTC",
			Admins: []string{root}},
		Interviewers: people,
		Assessments: []setup.Assessment{
			{Key: "design", Title: "Design", DeliveryMode: models.DeliverySync, Ready: true},
			{Key: "endless", Title: "Pairing", DeliveryMode: models.DeliverySync, Ready: true},
			{Key: "takehome", Title: "Take-home", DeliveryMode: models.DeliveryAsync, Ready: true}},
		Postings: []setup.Posting{{Key: "backend", Kind: models.KindRole, Title: "Backend",
			Status: models.StatusOpen, Tracks: []setup.Track{{Key: "default", Name: "Default", Default: true,
				Steps: []setup.Step{design, endless, step("takehome")}}}}},
	}
}

// setting makes the world in which a test begins.
type setting func(t *testing.T) *world

// play runs a test of its own in the setting.
func (in setting) play(t *testing.T, name string, what func(t *testing.T, w *world)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		what(t, in(t))
	})
}

// booked is a world in which the interview was just booked with Ann.
var booked setting = func(t *testing.T) *world {
	w := newWorld(t, nil)
	w.book()
	return w
}

// withMeeting is a world in which the interview was just booked, and a provider makes its link.
var withMeeting setting = func(t *testing.T) *world {
	w := newWorld(t, func(p *models.Policy) { p.Meeting = models.MakerZoom })
	w.stamp = seconds
	w.book()
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// round is the id of a step by its key.
func (w *world) round(key string) string { return w.posting.Tracks["default"].Steps[key] }

// now is the workflow's clock, which is everybody's.
func (w *world) now() time.Time {
	if env := w.running.Load(); env != nil {
		return env.Now()
	}
	return thu
}

// effectActivity is the signature of the activities that do effects.
type effectActivity func(ctx context.Context, ref models.Ref, target string, asOf time.Time) (activities.Outcome, error)

// begin prepares a new run of the workflow at now.
func (w *world) begin(now time.Time) {
	suite := &testsuite.WorkflowTestSuite{}
	suite.SetLogger(quiet{})
	w.env = suite.NewTestWorkflowEnvironment()
	w.env.SetStartTime(now)
	w.running.Store(w.env)
	patiently(w.env)
	register := func(name string, do any) {
		w.env.RegisterActivityWithOptions(do, activity.RegisterOptions{Name: name})
	}
	w.env.RegisterWorkflowWithOptions(Interview, workflow.RegisterOptions{Name: "Interview"})
	w.env.RegisterWorkflowWithOptions(Invitation, workflow.RegisterOptions{Name: "Invitation"})
	w.env.RegisterWorkflowWithOptions(SignIn, workflow.RegisterOptions{Name: "SignIn"})
	w.env.RegisterWorkflowWithOptions(News, workflow.RegisterOptions{Name: "News"})
	register("Load", w.loading(w.do.Load))
	register("LoadInvitation", w.loading(w.do.LoadInvitation))
	register("LoadSignIn", w.loading(w.do.LoadSignIn))
	register("LoadNews", w.loading(w.do.LoadNews))
	for name, do := range map[string]effectActivity{"SendLetters": w.do.SendLetters, "KeepEvent": w.do.KeepEvent,
		"KeepMeeting": w.do.KeepMeeting, "KeepNotetaker": w.do.KeepNotetaker, "SendInvitation": w.do.SendInvitation,
		"SendSignIn": w.do.SendSignIn, "SendNews": w.do.SendNews} {
		register(name, w.doing(name, do))
	}
	register("SendLetterBatch", w.batching)
	w.env.RegisterWorkflowWithOptions(Retention, workflow.RegisterOptions{Name: "Retention"})
	register("DeleteOld", w.deleting)
	w.env.RegisterWorkflowWithOptions(CalendarSync, workflow.RegisterOptions{Name: "CalendarSync"})
	register("SyncCalendar", w.syncing)
	register("TellAdmins", w.telling)
	dismiss := w.doing("DismissNotetaker",
		func(ctx context.Context, ref models.Ref, _ string, _ time.Time) (activities.Outcome, error) {
			return w.do.DismissNotetaker(ctx, ref)
		})
	register("DismissNotetaker", func(ctx context.Context, ref models.Ref) (activities.Outcome, error) {
		return dismiss(ctx, ref, "", time.Time{})
	})
}

// patiently has an environment bear with a machine that holds everybody up.
func patiently(env *testsuite.TestWorkflowEnvironment) {
	env.SetTestTimeout(2 * time.Minute)
	env.SetWorkerOptions(worker.Options{DeadlockDetectionTimeout: time.Minute})
}

// mostLoads ends a loop that is hot.
const mostLoads = 5000

// loading counts the loads, and fails them while the database is away.
func (w *world) loading(load func(context.Context, models.Ref, time.Time) (activities.Plan, error)) any {
	return func(ctx context.Context, ref models.Ref, now time.Time) (activities.Plan, error) {
		w.mu.Lock()
		w.loads = append(w.loads, now)
		n, down := len(w.loads), w.down
		w.mu.Unlock()
		switch {
		case n > mostLoads:
			w.t.Error("the workflow loads its row again and again")
			return activities.Plan{Gone: true}, nil
		case down:
			return activities.Plan{}, temporal.NewApplicationError(activities.CodeDatabase, activities.CodeDatabase)
		}
		return load(ctx, ref, now)
	}
}

// doing is an activity that goes as the test says: slowly, not at all, or as it is.
func (w *world) doing(name string, do effectActivity) effectActivity {
	return func(ctx context.Context, ref models.Ref, target string, asOf time.Time) (activities.Outcome, error) {
		w.mu.Lock()
		w.attempts++
		begun, slow, failure, blind := w.begun, w.slow[name], w.fails[name], w.blind[name]
		w.mu.Unlock()
		if begun != nil {
			begun(name)
		}
		switch {
		case failure != nil:
			return activities.Outcome{}, failure
		case blind:
			return activities.Outcome{}, nil
		case slow == 0:
			return do(ctx, ref, target, asOf)
		}
		env, token := w.env, activity.GetInfo(ctx).TaskToken
		env.RegisterDelayedCallback(func() {
			out, err := do(w.t.Context(), ref, target, asOf)
			if err := env.CompleteActivity(token, out, err); err != nil {
				w.t.Errorf("complete %s: %v", name, err)
			}
		}, slow)
		return activities.Outcome{}, activity.ErrResultPending
	}
}

// batching is a batch of letters, which finds nothing where a test says so of a single one.
func (w *world) batching(ctx context.Context, ref models.Ref, targets []string, asOf time.Time) (activities.Batch,
	error) {
	w.mu.Lock()
	w.attempts += len(targets)
	w.batches++
	begun, failure, blind := w.begun, w.fails["SendLetterBatch"], w.blind["SendLetters"]
	w.mu.Unlock()
	if begun != nil {
		begun("SendLetterBatch")
	}
	if failure != nil || blind {
		return activities.Batch{Outcomes: make([]activities.BatchOutcome, len(targets))}, failure
	}
	return w.do.SendLetterBatch(ctx, ref, targets, asOf)
}

// run runs the workflow until it ends, notes when it did, and returns with what it continues as new, nil where it does
// not.
func (w *world) run() *workflow.ContinueAsNewError {
	w.t.Helper()
	w.env.ExecuteWorkflow(w.subject, w.ref)
	if !w.env.IsWorkflowCompleted() {
		w.t.Fatalf("the workflow did not end; so far:\n%s", strings.Join(w.diary, "\n"))
	}
	err := w.env.GetWorkflowError()
	var again *workflow.ContinueAsNewError
	switch {
	case errors.As(err, &again):
		w.note("continues as new")
	case err != nil:
		w.t.Fatalf("the workflow failed: %v", err)
	default:
		w.note("ends")
	}
	return again
}

// at has something happen at an instant of the workflow's clock.
func (w *world) at(when time.Time, what func()) {
	w.env.RegisterDelayedCallback(what, when.Sub(w.env.Now()))
}

// changes has the row changed at an instant, and its workflow woken.
func (w *world) changes(when time.Time, change func()) {
	w.at(when, func() {
		change()
		w.wake()
	})
}

// sets has what the activities look at changed at an instant.
func (w *world) sets(when time.Time, change func()) {
	w.at(when, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		change()
	})
}

func (w *world) wake() { w.env.SignalWorkflow(wakeSignal, wake{}) }

// book books the order, or replaces the interview that is there.
func (w *world) book() {
	w.t.Helper()
	w.order.Replace = true
	b, err := w.do.Store.Bookings.Book(w.t.Context(), act.By{}, w.org, w.order)
	w.must(err)
	w.ref = models.Ref{OrgID: w.org.ID, ID: b.Interview.ID}
}

func (w *world) move(start time.Time) {
	w.t.Helper()
	w.order.Start = start
	w.book()
}

func (w *world) reassign(email string) {
	w.t.Helper()
	_, _, err := w.do.Store.Bookings.Reassign(w.t.Context(), act.By{}, w.ref.OrgID, w.ref.ID, email)
	w.must(err)
}

func (w *world) cancel() {
	w.t.Helper()
	_, _, err := w.do.Store.Bookings.Change(w.t.Context(), act.By{}, w.ref.OrgID, w.ref.ID, booking.Cancel)
	w.must(err)
}

// look has the workflow describe itself, which a recorder of payloads keeps.
func (w *world) look() {
	w.t.Helper()
	if _, err := w.env.QueryWorkflow("__temporal_workflow_metadata"); err != nil {
		w.t.Errorf("no details: %v", err)
	}
}

// row is the interview as it is.
func (w *world) row() models.Interview {
	w.t.Helper()
	row, err := w.do.Store.Interviews.Interview(w.t.Context(), w.ref.OrgID, w.ref.ID)
	w.must(err)
	return row.Interview
}

func (w *world) note(what string) {
	line := w.now().UTC().Format(w.stamp) + " " + what
	w.mu.Lock()
	defer w.mu.Unlock()
	w.diary = append(w.diary, line)
}

// happened checks the whole diary; what has the same instant comes in the order of the alphabet.
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

// until checks the diary up to the first line that holds a text.
func (w *world) until(text string, want ...string) {
	w.t.Helper()
	w.mu.Lock()
	n := slices.IndexFunc(w.diary, func(line string) bool { return strings.Contains(line, text) })
	if n >= 0 {
		w.diary = w.diary[:n]
	}
	w.mu.Unlock()
	if n < 0 {
		w.t.Errorf("no %s happened", text)
	}
	w.happened(want...)
}

// last is the diary's last line.
func (w *world) last() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.diary) == 0 {
		return ""
	}
	return w.diary[len(w.diary)-1]
}

func (w *world) countLoads() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.loads)
}

// rooms is a meeting provider.
type rooms struct{ *world }

const roomLink = "https://zoom.example/1"

func (r rooms) Make(context.Context, meeting.Meeting) (meeting.Made, error) {
	r.note("it meeting")
	return meeting.Made{ID: "1", Link: roomLink}, nil
}

func (r rooms) Move(ctx context.Context, _ meeting.Made, m meeting.Meeting) (meeting.Made, error) {
	return r.Make(ctx, m)
}

func (r rooms) Delete(context.Context, string, meeting.Made) error {
	r.note("it meeting_removal")
	return nil
}

// notetakers is a notetaker.
type notetakers struct{ *world }

func (n notetakers) Invite(context.Context, notetaker.Session) (string, error) {
	n.note("it notetaker")
	return "1", nil
}

func (n notetakers) Dismiss(context.Context, string) error {
	n.note("it notetaker_dismissal")
	return nil
}

// quiet is a logger that says nothing.
type quiet struct{}

func (quiet) Debug(string, ...any) {}
func (quiet) Info(string, ...any)  {}
func (quiet) Warn(string, ...any)  {}
func (quiet) Error(string, ...any) {}
