package store_test

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/store"
	"litmus/store/interviews"
	"litmus/store/setups"
	"litmus/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

var (
	ctx    = context.Background()
	secret = keyring.Secret("0123456789abcdef0123456789abcdef")
	noon   = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC) // a Monday; the default time of all tests
)

// at returns an instant of the Monday on which tests book.
func at(hour, minute int) time.Time { return time.Date(2031, 3, 3, hour, minute, 0, 0, time.UTC) }

// fixture is a store with one organization.
type fixture struct {
	*store.Store
	t       testing.TB
	url     string
	clock   *testdb.Clock
	org     models.Organization
	applied setups.Applied
	mu      sync.Mutex
	queries int
}

// begun are the databases of fixtures with the same organizations.
var begun testdb.Beginnings[beginning]

// beginning is what a fixture knows of its organization.
type beginning struct {
	org     models.Organization
	applied setups.Applied
}

// organizations are those that a fixture has; the first is its own.
type organizations []setup.Setup

// each runs fn with a fixture on each kind of database, in parallel subtests.
func (o organizations) each(t *testing.T, fn func(t *testing.T, f *fixture)) {
	t.Helper()
	testdb.Each(t, func(t *testing.T, url string) { fn(t, open(t, url, o...)) })
}

// open opens the database and applies the organizations; the first is the fixture's.
func open(t testing.TB, url string, setups ...setup.Setup) *fixture {
	t.Helper()
	f := &fixture{t: t, url: url, clock: testdb.NewClock(noon)}
	if len(setups) > 0 {
		b := begun.Begin(t, url, setups, func() (b beginning) {
			f.Store = f.another()
			for n := len(setups) - 1; n >= 0; n-- {
				b.applied = f.apply(setups[n])
			}
			var err error
			b.org, err = f.Team.Organization(ctx, setups[0].Organization.Slug)
			f.must(err)
			if strings.HasPrefix(url, "sqlite:") {
				f.exec("pragma wal_checkpoint(truncate)")
			}
			return b
		})
		f.org, f.applied = b.org, b.applied
	}
	if f.Store == nil {
		f.Store = f.another()
	}
	return f
}

// limited opens the same database again, like a process with other limits.
func (f *fixture) limited(change func(*models.Limits)) *store.Store {
	f.t.Helper()
	limits := models.DefaultLimits()
	change(&limits)
	s := must(store.Open(ctx, f.url, store.Options{Secret: secret, Policy: models.DefaultPolicy, Limits: limits,
		Now: f.clock.Now}))(f.t)
	f.t.Cleanup(func() { f.must(s.Close()) })
	return s
}

// interrupted opens the same database again, like a process into whose work act comes: once, after the first of its
// queries that has the text.
func (f *fixture) interrupted(text string, act func()) *store.Store {
	f.t.Helper()
	came := false
	s := must(store.Open(ctx, f.url, store.Options{Secret: secret, Policy: models.DefaultPolicy, Now: f.clock.Now,
		Queries: func(sql string) {
			if !came && strings.Contains(sql, text) {
				came = true
				act()
			}
		}}))(f.t)
	f.t.Cleanup(func() {
		f.must(s.Close())
		if !came {
			f.t.Errorf("no query has %q", text)
		}
	})
	return s
}

// another opens the same database again, like another process.
func (f *fixture) another() *store.Store {
	f.t.Helper()
	s := must(store.Open(ctx, f.url, store.Options{Secret: secret, Policy: models.DefaultPolicy, Now: f.clock.Now,
		Queries: func(string) {
			f.mu.Lock()
			f.queries++
			f.mu.Unlock()
		}}))(f.t)
	f.t.Cleanup(func() {
		if err := s.Close(); err != nil {
			f.t.Errorf("close: %v", err)
		}
	})
	return s
}

// count returns the number of statements that fn runs. It fails the test if it sees none: then any bound would hold.
func (f *fixture) count(fn func()) int {
	f.t.Helper()
	f.mu.Lock()
	before := f.queries
	f.mu.Unlock()
	fn()
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.queries == before {
		f.t.Error("no statement was seen")
	}
	return f.queries - before
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// must returns what a call gave. The test ends where the call failed: must(f.Team.Organization(ctx, "bolt"))(f.t).
func must[T any](result T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
}

// must2 is [must] for a call that gives two results.
func must2[T, U any](first T, second U, err error) func(t testing.TB) (T, U) {
	return func(t testing.TB) (T, U) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return first, second
	}
}

// failure returns the error of a call, which is the last of its results.
func failure(results ...any) error {
	err, _ := results[len(results)-1].(error)
	return err
}

// done ends the test if a call failed whose other results do not matter.
func (f *fixture) done(results ...any) {
	f.t.Helper()
	f.must(failure(results...))
}

// refused checks that err is a refusal of that kind.
func (f *fixture) refused(err error, want models.Kind, doing string) {
	f.t.Helper()
	if got := models.KindOf(err); got != want {
		f.t.Errorf("%s: got %v (kind %d), want kind %d", doing, err, got, want)
	}
}

// refusedSaying is [fixture.refused] with words that the refusal has.
func (f *fixture) refusedSaying(err error, want models.Kind, words, doing string) {
	f.t.Helper()
	f.refused(err, want, doing)
	if err == nil || !strings.Contains(err.Error(), words) {
		f.t.Errorf("%s: the refusal is %v, want that it says %q", doing, err, words)
	}
}

func (f *fixture) apply(s setup.Setup) setups.Applied {
	f.t.Helper()
	return must(f.Setups.Apply(ctx, s, setups.Options{}))(f.t)
}

func (f *fixture) exec(sql string, args ...any) {
	f.t.Helper()
	f.must(f.Exec(ctx, sql, args...))
}

func (f *fixture) posting(key string) string { return f.applied.Postings[key].ID }

func (f *fixture) round(posting, track, step string) string {
	f.t.Helper()
	id := f.applied.Postings[posting].Tracks[track].Steps[step]
	if id == "" {
		f.t.Fatalf("the fixture has no step %s/%s/%s", posting, track, step)
	}
	return id
}

// order is an order for the design round without interviewer.
func (f *fixture) order(candidate string, start time.Time) booking.Order {
	return booking.Order{PostingID: f.posting("backend"), RoundID: f.round("backend", "default", "design"),
		CandidateEmail: candidate, Start: start}
}

// orderWith is an order for the design round with that interviewer.
func (f *fixture) orderWith(interviewer, candidate string, start time.Time) booking.Order {
	o := f.order(candidate, start)
	o.InterviewerEmail = interviewer
	return o
}

func (f *fixture) book(o booking.Order) models.Interview {
	f.t.Helper()
	b := must(f.Bookings.Book(ctx, act.By{}, f.org, o))(f.t)
	return b.Interview
}

func (f *fixture) interview(id string) interviews.InterviewRow {
	f.t.Helper()
	return must(f.Interviews.Interview(ctx, f.org.ID, id))(f.t)
}

// scalar reads one number.
func (f *fixture) scalar(sql string, args ...any) int {
	f.t.Helper()
	var n int
	f.must(f.Query(ctx, &n, sql, args...))
	return n
}

// query reads a value, or a slice of them.
func query[T any](f *fixture, sql string, args ...any) (out T) {
	f.t.Helper()
	f.must(f.Query(ctx, &out, sql, args...))
	return out
}

// paged reads a list of the fixture's organization to its end, in pages of that size.
func paged[F, T any](f *fixture, filter F, limit int, read func(context.Context, string, F, *models.Position, int) ([]T,
	*models.Position, error)) (all []T) {
	f.t.Helper()
	var after *models.Position
	for range 1000 {
		page, next := must2(read(ctx, f.org.ID, filter, after, limit))(f.t)
		if len(page) > limit || next != nil && len(page) != limit {
			f.t.Fatalf("a page of %d has %d rows, next %v", limit, len(page), next)
		}
		if all, after = append(all, page...), next; next == nil {
			return all
		}
	}
	f.t.Fatal("the list has no end")
	return nil
}

const (
	grace = "grace@acme.example" // has a link of her own
	alan  = "alan@acme.example"
	cleo  = "cleo@candidate.example"
)

// acme is the organization that most tests use.
func acme() setup.Setup {
	step := func(key, assessment string, minutes int) setup.Step {
		return setup.Step{Key: key, Type: models.StepAssessment, Title: key, Assessment: assessment,
			DurationMinutes: minutes, Bookable: true}
	}
	unsaved, pairing := step("unsaved", "pairing", 60), step("pairing", "pairing", 90)
	unsaved.Bookable, pairing.Indefinite = false, true
	return setup.Setup{
		Organization: setup.Organization{Slug: "acme", Name: "Acme", Approved: true, TimeZone: "America/New_York",
			MailFrom: "hiring@acme.example",
			Admins:   []string{"ada@acme.example"}, RescheduleMax: 2, RescheduleCutoffHours: 12},
		Interviewers: []setup.Person{
			{Email: grace, Name: "Grace", TimeZone: "America/New_York", MeetingLink: "https://meet.example/grace"},
			{Email: alan, Name: "Alan", TimeZone: "Europe/London"},
		}, Assessments: []setup.Assessment{
			{Key: "takehome", Title: "Take-home", DeliveryMode: models.DeliveryAsync, Ready: true},
			{Key: "design", Title: "Design", DeliveryMode: models.DeliverySync, Ready: true},
			{Key: "pairing", Title: "Pairing", DeliveryMode: models.DeliverySync, Ready: true},
			{Key: "week", Title: "Trial week", DeliveryMode: models.DeliveryTrial, Ready: true},
			{Key: "quiz", Title: "Quiz", DeliveryMode: models.DeliveryAsync, Ready: true},
		}, Postings: []setup.Posting{
			{
				Key: "backend", Kind: models.KindRole, Title: "Backend", Status: models.StatusOpen, Type: "full_time",
				Tracks: []setup.Track{
					{Key: "default", Name: "Default", Default: true, Steps: []setup.Step{
						{Key: "review", Type: models.StepPlain, Title: "Review"},
						step("takehome", "takehome", 60), step("design", "design", 60), pairing,
						{Key: "quizzes", Type: models.StepGroup, Title: "Quizzes", AssignmentMode: "self_select",
							Assessments: []string{"quiz", "takehome"}},
					}},
					{Key: "referral", Name: "Referral",
						Steps: []setup.Step{step("design", "design", 45), unsaved}},
				}, Unstaged: []string{"week"}, Interviewers: []setup.PostingInterviewer{
					{Email: grace, Slots: []time.Time{at(15, 0), at(16, 0)}},
					{Email: alan, MeetingLink: "https://meet.example/alan-backend", Slots: []time.Time{at(15, 0)}},
				},
			}, {
				Key: "analyst", Kind: models.KindCohort, Title: "Analyst", Status: models.StatusClosed,
				Tracks: []setup.Track{{Key: "default", Name: "Default", Default: true,
					Steps: []setup.Step{step("design", "design", 60)}}},
			},
		}, Imports: []setup.Import{imported()}, Submissions: []setup.Submission{
			{Key: "sub-1", Posting: "backend", Assessment: "takehome",
				Candidate:   setup.Candidate{Email: "done@candidate.example", Name: "Done"},
				SubmittedAt: at(9, 0), Score: number(84), NativeScore: number(4.2), Decision: models.DecisionAdvance},
		},
	}
}

// imported is the import of the fixture: an interview last week.
func imported() setup.Import {
	ended := at(9, 52).AddDate(0, 0, -7)
	return setup.Import{
		Key:              "gh-1",
		Posting:          "backend",
		Step:             "design",
		Candidate:        setup.Candidate{Email: "imported@candidate.example", Name: "Imported"},
		Source:           models.SourceGreenhouse,
		ScheduledStartAt: at(9, 0).AddDate(0, 0, -7),
		InterviewerEmail: grace,
		MeetingLink:      "https://meet.example/gh",
		CallEndedAt:      &ended,
		Artifacts: booking.Artifacts{Transcript: &booking.Transcript{Text: "Hello.",
			Segments: []booking.Segment{{Speaker: "Grace", EndMS: 900, Text: "Hello."}}},
			Recording: &booking.Recording{Available: true, DurationSeconds: 3120}},
	}
}

// bolt is another organization, equal except for its slug.
func bolt() setup.Setup {
	s := acme()
	s.Organization.Slug, s.Organization.Name = "bolt", "Bolt"
	return s
}

func number(f float64) *float64 { return &f }

func instant(t time.Time) *time.Time { return &t }
