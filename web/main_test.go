package web_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/client"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/scheduling"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
	"litmus/web"
	"litmus/workflows"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

var (
	ctx    = context.Background()
	secret = keyring.Secret("0123456789abcdef0123456789abcdef")
	noon   = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC) // a Monday; the default time of all tests
)

// on returns an instant of March 2031.
func on(day, hour, minute int) time.Time {
	return time.Date(2031, 3, day, hour, minute, 0, 0, time.UTC)
}

const (
	grace = "grace@acme.example" // has a link of her own
	alan  = "alan@acme.example"  // has none
	cleo  = "cleo@candidate.example"

	graceLink = "https://meet.example/grace"
)

// fixture is a site over a store with one organization.
type fixture struct {
	*store.Store
	t       *testing.T
	file    string
	org     models.Organization
	applied setups.Applied
	site    *web.Site
	handler http.Handler
	signals *temporal
	log     *bytes.Buffer
	mu      sync.Mutex
	now     time.Time

	beside func() (*sql.DB, error) // opens the database without the store
}

// begun is the database of every fixture with the organization.
var begun testdb.Beginnings[beginning]

// beginning is what a fixture knows of its organization.
type beginning struct {
	org     models.Organization
	applied setups.Applied
}

// open makes the fixture; change alters the site before it serves.
func open(t *testing.T, change ...func(*web.Site)) *fixture {
	t.Helper()
	f := &fixture{t: t, now: noon, file: testdb.SQLite(t), signals: &temporal{}, log: &bytes.Buffer{}}
	b := begun.Begin(t, f.file, "acme", func() (b beginning) {
		s := f.openStore()
		var err error
		b.applied, err = s.Setups.Apply(ctx, acme(), setups.Options{})
		f.must(err)
		b.org, err = s.Team.Organization(ctx, "acme")
		f.must(err)
		f.must(s.Close())
		return b
	})
	f.beside = sync.OnceValues(func() (*sql.DB, error) {
		db, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(f.file, "sqlite:")+"?_pragma=busy_timeout(10000)")
		if err == nil {
			t.Cleanup(func() { db.Close() })
		}
		return db, err
	})
	s := f.openStore()
	f.Store, f.org, f.applied = s, b.org, b.applied
	log := slog.New(slog.NewTextHandler(&lockedWriter{w: f.log}, nil))
	w := workflows.NewClient(f.signals, s, log)
	t.Cleanup(func() {
		w.Close()
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	f.site = &web.Site{Store: s, Acts: scheduling.New(s, w, log), BaseURL: "https://hire.acme.example", Log: log}
	for _, c := range change {
		c(f.site)
	}
	f.handler = f.site.Handler()
	return f
}

func (f *fixture) openStore() *store.Store {
	f.t.Helper()
	s, err := store.Open(ctx, f.file, store.Options{Secret: secret, Policy: models.DefaultPolicy, Now: f.clock})
	f.must(err)
	return s
}

type lockedWriter struct {
	mu sync.Mutex
	w  *bytes.Buffer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// temporal is a Temporal client that records which workflows are woken.
type temporal struct {
	client.Client
	mu  sync.Mutex
	ids []string
}

func (c *temporal) SignalWithStartWorkflow(_ context.Context, id, _ string, _ any, _ client.StartWorkflowOptions, _ any,
	_ ...any) (client.WorkflowRun, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids = append(c.ids, id)
	return nil, nil
}

func (c *temporal) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, w any,
	args ...any) (client.WorkflowRun, error) {
	return c.SignalWithStartWorkflow(ctx, o.ID, "", nil, o, w, args...)
}

func (c *temporal) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
}

// woken waits until the workflow was woken.
func (f *fixture) woken(id string) {
	f.t.Helper()
	testdb.Until(f.t, 10*time.Second, "workflow "+id+" to be woken", func() (bool, string) {
		f.signals.mu.Lock()
		defer f.signals.mu.Unlock()
		return slices.Contains(f.signals.ids, id), fmt.Sprintf("woken are %v", f.signals.ids)
	})
}

// wokenOnce fails the test unless each of the workflows was woken once, and no other one except the last. The last is
// woken here, to know that all earlier wake-ups were sent.
func (f *fixture) wokenOnce(ids ...string) {
	f.t.Helper()
	i, path := f.external("last@c.example")
	f.post(path).want(http.StatusSeeOther)
	f.woken("interview/" + i.ID)
	f.signals.mu.Lock()
	defer f.signals.mu.Unlock()
	got := slices.DeleteFunc(slices.Sorted(slices.Values(f.signals.ids)),
		func(id string) bool { return id == "interview/"+i.ID })
	if want := slices.Sorted(slices.Values(ids)); !slices.Equal(got, want) {
		f.t.Errorf("woken were %q, want %q", got, want)
	}
}

func (f *fixture) clock() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// at sets the clock.
func (f *fixture) at(t time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = t
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// equal fails the test unless what a page says is what it has to.
func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %#v, want %#v", what, got, want)
	}
}

// exec runs SQL outside of the store.
func (f *fixture) exec(query string, args ...any) {
	f.t.Helper()
	db, err := f.beside()
	f.must(err)
	_, err = db.ExecContext(ctx, query, args...)
	f.must(err)
}

// rows returns the rows of the database as text, except for what the dispatcher writes when it has woken a workflow.
func (f *fixture) rows() []string {
	f.t.Helper()
	db, err := f.beside()
	f.must(err)
	return testdb.Rows(f.t, db, "woken_revision")
}

// unchanged fails the test if the rows differ from before.
func (f *fixture) unchanged(before []string, by string) {
	f.t.Helper()
	testdb.Unchanged(f.t, before, f.rows(), by)
}

func (f *fixture) posting(key string) string { return f.applied.Postings[key].ID }

// invite invites a candidate to an assessment and returns their record and the path of their page.
func (f *fixture) invite(email, assessment string) (models.Candidate, string) {
	f.t.Helper()
	i, err := f.Candidates.Invite(ctx, act.By{}, f.org, candidacy.InviteOrder{PostingID: f.posting("backend"),
		AssessmentID: f.applied.Assessments[assessment], CandidateEmail: email, CandidateName: "Cleo <i>"})
	f.must(err)
	return i.Candidate, secret.InvitationPath(i.DeliveryMode, f.org.ID, i.Candidate.ID, 0)
}

// started invites a candidate to the take-home, begins it, and returns the path of its page.
func (f *fixture) started(email string) string {
	f.t.Helper()
	_, path := f.invite(email, "takehome")
	f.post(path + "/start").want(http.StatusSeeOther)
	return path
}

// book books the design round with Grace, as REST does.
func (f *fixture) book(email string, start time.Time, change ...func(*booking.Order)) booking.Booking {
	f.t.Helper()
	o := booking.Order{PostingID: f.posting("backend"),
		RoundID: f.applied.Postings["backend"].Tracks["default"].Steps["design"], CandidateEmail: email,
		CandidateName: "Cleo", Start: start, InterviewerEmail: grace}
	for _, c := range change {
		c(&o)
	}
	b, err := f.Bookings.Book(ctx, act.By{}, f.org, o)
	f.must(err)
	return b
}

// external books a session by link and returns the path of the link.
func (f *fixture) external(email string) (models.Interview, string) {
	f.t.Helper()
	b := f.book(email, time.Time{}, func(o *booking.Order) {
		o.Kind, o.MeetingLink = booking.OrderExternal, "https://meet.example/own"
	})
	return b.Interview, models.ExternalPath + b.LinkToken
}

// sessionPath returns the path of an interview's page as the letters link to it.
func sessionPath(i models.Interview) string {
	return models.SessionPath + secret.SignLink(keyring.LinkSession, i.OrgID+"/"+i.ID, i.AccessEpoch)
}

func assessmentPath(c models.Candidate) string {
	return models.AssessmentPath + secret.SignLink(keyring.LinkAssessment, c.OrgID+"/"+c.ID, 0)
}

// candidateOf returns the candidate of a pick-a-time or assessment page.
func candidateOf(path string) models.Ref {
	purpose, token := keyring.LinkSchedule, strings.Split(path, "/")[2]
	if strings.HasPrefix(path, models.AssessmentPath) {
		purpose = keyring.LinkAssessment
	}
	id, _, _ := secret.ReadLink(purpose, token)
	org, candidate, _ := strings.Cut(id, "/")
	return models.Ref{OrgID: org, ID: candidate}
}

// acme is the organization of the tests.
func acme() setup.Setup {
	step := func(key, assessment string, minutes int) setup.Step {
		return setup.Step{Key: key, Type: models.StepAssessment, Title: strings.ToUpper(key[:1]) + key[1:],
			Assessment: assessment, DurationMinutes: minutes, Bookable: true}
	}
	pairing := step("pairing", "pairing", 90)
	pairing.Indefinite = true
	return setup.Setup{
		Organization: setup.Organization{Slug: "acme", Name: "Acme & Söhne", Approved: true,
			TimeZone: "Europe/Berlin", MailFrom: "hiring@acme.example",
			Admins: []string{"ada@acme.example"}, RescheduleMax: 2, RescheduleCutoffHours: 12},
		Interviewers: []setup.Person{
			{Email: grace, Name: "Grace <b>Hopper</b>", TimeZone: "America/New_York", MeetingLink: graceLink},
			{Email: alan, Name: "Alan", TimeZone: "Europe/London"},
		},
		Assessments: []setup.Assessment{
			{Key: "takehome", Title: "Take-home <em>", DeliveryMode: models.DeliveryAsync, Ready: true,
				TimeLimitMinutes: 180,
				Instructions:     "# Build\n\nA **service**.\n\n<script>alert(1)</script>\n\n- one\n"},
			{Key: "week", Title: "Trial week", DeliveryMode: models.DeliveryTrial, Ready: true},
			{Key: "design", Title: "Design interview", DeliveryMode: models.DeliverySync, Ready: true,
				Instructions: "We draw *together*."},
			{Key: "pairing", Title: "Pairing", DeliveryMode: models.DeliverySync, Ready: true},
		},
		Postings: []setup.Posting{{
			Key: "backend", Kind: models.KindRole, Title: "Backend Engineer", Status: models.StatusOpen,
			Type: "full_time",
			Tracks: []setup.Track{{Key: "default", Name: "Default", Default: true, Steps: []setup.Step{
				step("takehome", "takehome", 60), step("design", "design", 60), pairing, step("week", "week", 60),
			}}},
			Interviewers: []setup.PostingInterviewer{
				{Email: grace, Slots: []time.Time{on(4, 9, 0), on(4, 10, 30), on(4, 23, 30), on(6, 9, 0), on(30, 0, 30),
					on(30, 1, 30)}},
				{Email: alan, Slots: []time.Time{on(4, 9, 0)}},
			},
		}},
	}
}
