package activities_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/ports/mail"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

const (
	cleo = "cleo@candidate.example"
	ann  = "ann@acme.example"
	bob  = "bob@acme.example"
	fay  = "fay@acme.example" // the round's fallback recipient
)

var thu = time.Date(2031, 2, 27, 12, 0, 0, 0, time.UTC) // when it is booked

func mon(hour, minute int) time.Time { return time.Date(2031, 3, 3, hour, minute, 0, 0, time.UTC) }

// post is an organization with a database, a mail server and the activities between them.
type post struct {
	*activities.Activities
	t      *testing.T
	db     *sql.DB // the same database, behind the store's back
	log    *bytes.Buffer
	server *server
	org    models.Organization
	order  booking.Order
	ids    map[string]string // of assessments, by key
	clock  *testdb.Clock
	handed int // how many candidates handed in
}

func open(t *testing.T) *post {
	t.Helper()
	return openWith(t, models.DefaultPolicy, acme())
}

// begun are the databases of posts with the same organization.
var begun testdb.Beginnings[beginning]

// beginning is what a post knows of its organization.
type beginning struct {
	org     models.Organization
	applied setups.Applied
}

// openWith applies the setups of the organization one after another.
func openWith(t *testing.T, policy models.Policy, files ...setup.Setup) *post {
	t.Helper()
	p := &post{t: t, clock: testdb.NewClock(thu), log: &bytes.Buffer{}, server: serve(t)}
	url := testdb.SQLite(t)
	open := func() *store.Store {
		s, err := store.Open(t.Context(), url, store.Options{Secret: keyring.Secret("0123456789abcdef0123456789abcdef"),
			Policy: policy, Now: p.clock.Now})
		p.must(err)
		return s
	}
	b := begun.Begin(t, url, files, func() (b beginning) {
		s := open()
		for n, setup := range files {
			applied, err := s.Setups.Apply(t.Context(), setup, setups.Options{})
			p.must(err)
			if n == 0 {
				b.applied = applied
			}
		}
		var err error
		b.org, err = s.Team.Organization(t.Context(), "acme")
		p.must(err)
		p.must(s.Close())
		return b
	})
	s := open()
	t.Cleanup(func() { s.Close() })
	sender, err := mail.New(p.server.url, mail.TLSByAddress)
	p.must(err)
	t.Cleanup(func() { sender.Close() })
	p.db, err = sql.Open("sqlite", strings.TrimPrefix(url, "sqlite:")+"?_pragma=busy_timeout(5000)")
	p.must(err)
	t.Cleanup(func() { p.db.Close() })
	p.Activities = &activities.Activities{Store: s, Mail: sender, BaseURL: "https://hire.acme.example",
		Log: slog.New(slog.NewTextHandler(p.log, nil))}
	p.org, p.ids = b.org, b.applied.Assessments
	backend := b.applied.Postings["backend"]
	p.order = booking.Order{PostingID: backend.ID, RoundID: backend.Tracks["default"].Steps["design"],
		CandidateEmail: cleo, CandidateName: "Cleo Cand", Start: mon(15, 0), InterviewerEmail: ann}
	return p
}

// tuesday is when the candidate may pick a time.
var tuesday = []time.Time{mon(15, 0).AddDate(0, 0, 1), mon(16, 0).AddDate(0, 0, 1), mon(17, 0).AddDate(0, 0, 1)}

func acme() setup.Setup {
	return setup.Setup{
		Organization: setup.Organization{Slug: "acme", Name: "Acme", Approved: true, TimeZone: "America/New_York",
			MailFrom: "Acme Hiring <hiring@acme.example>", RescheduleMax: 2, RescheduleCutoffHours: 12},
		Interviewers: []setup.Person{{Email: ann, Name: "Ann Interviewer", TimeZone: "Europe/Berlin",
			MeetingLink: "https://meet.example/ann"}, {Email: bob, Name: "Bob"}},
		Assessments: []setup.Assessment{{Key: "design", Title: "Design", DeliveryMode: models.DeliverySync,
			Ready: true},
			{Key: "takehome", Title: "Payments service", DeliveryMode: models.DeliveryAsync, Ready: true,
				TimeLimitMinutes: 90}},
		Postings: []setup.Posting{{Key: "backend", Kind: models.KindRole, Title: "Backend",
			Status: models.StatusOpen, Interviewers: []setup.PostingInterviewer{{Email: ann, Slots: tuesday}},
			Tracks: []setup.Track{{
				Key: "default", Name: "Default", Default: true, Steps: []setup.Step{{Key: "design",
					Type: models.StepAssessment, Title: "Design", Assessment: "design", DurationMinutes: 60,
					Bookable: true, FallbackRecipients: []string{fay}},
					{Key: "takehome", Type: models.StepAssessment, Title: "Take-home", Assessment: "takehome"}}}}}},
	}
}

func (p *post) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// book books the order, or replaces the interview that is booked.
func (p *post) book() models.Ref {
	p.t.Helper()
	p.order.Replace = true
	b, err := p.Store.Bookings.Book(p.t.Context(), act.By{}, p.org, p.order)
	p.must(err)
	return models.Ref{OrgID: p.org.ID, ID: b.Interview.ID}
}

// move books the order at another start, instead of the interview that is there.
func (p *post) move(start time.Time) {
	p.t.Helper()
	p.order.Start = start
	p.book()
}

func (p *post) cancel(ref models.Ref) {
	p.t.Helper()
	_, _, err := p.Store.Bookings.Change(p.t.Context(), act.By{}, ref.OrgID, ref.ID, booking.Cancel)
	p.must(err)
}

func (p *post) reassign(ref models.Ref, email string) {
	p.t.Helper()
	_, _, err := p.Store.Bookings.Reassign(p.t.Context(), act.By{}, ref.OrgID, ref.ID, email)
	p.must(err)
}

func (p *post) load(ref models.Ref) activities.Plan {
	p.t.Helper()
	plan, err := p.Load(p.t.Context(), ref, p.clock.Now())
	p.must(err)
	return plan
}

// target is the name of the recipient in Temporal.
func (p *post) target(ref models.Ref, email string) string {
	role := effect.RoleInterviewer
	if email == cleo {
		role = effect.RoleCandidate
	}
	return p.TargetName(ref.ID, "mail:"+role+":"+email)
}

// send runs the activity for a recipient.
func (p *post) send(ref models.Ref, email string) (activities.Outcome, error) {
	return p.SendLetters(p.t.Context(), ref, p.target(ref, email), p.clock.Now())
}

// sent runs the activity and checks that so many letters were accepted.
func (p *post) sent(ref models.Ref, email string, want int) {
	p.t.Helper()
	out, err := p.send(ref, email)
	if err != nil || out.Sent != want || out.Failed != "" {
		p.t.Fatalf("to %s: got %+v, %v; want %d letters", email, out, err, want)
	}
}

// gets runs the activity, and returns the one letter that somebody got by it.
func (p *post) gets(ref models.Ref, email string) letter {
	p.t.Helper()
	p.sent(ref, email, 1)
	all := p.server.to(email)
	return all[len(all)-1]
}

// fails runs the activity and checks that it fails for now, with that code and nothing else.
func (p *post) fails(ref models.Ref, email, code string) {
	p.t.Helper()
	out, err := p.send(ref, email)
	p.failed("to "+email, code, out, err)
}

func (p *post) failed(what, code string, out activities.Outcome, err error) {
	p.t.Helper()
	var app *temporal.ApplicationError
	if !errors.As(err, &app) || app.Type() != code || app.NonRetryable() || out.Sent != 0 {
		p.t.Fatalf("%s: got %+v, %v; want a retryable error of type %s", what, out, err, code)
	}
	if app.Message() != code || app.HasDetails() || errors.Unwrap(app) != nil {
		p.t.Errorf("the error says more than its code: %q, cause %v", app, errors.Unwrap(app))
	}
}

// ledger is the ledger of the interview.
func (p *post) ledger(ref models.Ref) []effect.Entry {
	p.t.Helper()
	a, err := p.Store.Effects.InterviewLedger(p.t.Context(), ref)
	p.must(err)
	return a.Ledger
}

// crash makes the newest letter one whose worker died between the server's word and its note: an intent under a lease.
func (p *post) crash(ref models.Ref) {
	p.t.Helper()
	r, err := p.db.ExecContext(p.t.Context(), `update effects set state = 'intent', lease_until = ? where rowid = (
		select rowid from effects where coalesce(interview_id, candidate_id, sign_in_id, news_id) = ?
		order by created_at desc, revision desc limit 1)`, p.clock.Now().Add(16*time.Second).UnixMicro(), ref.ID)
	p.must(err)
	if n, err := r.RowsAffected(); n != 1 || err != nil {
		p.t.Fatalf("%d entries crashed: %v", n, err)
	}
	if strings.HasPrefix(ref.ID, "news_") { // the note would have taken these off the list
		_, err = p.db.ExecContext(p.t.Context(), "insert into news_items select * from told_items")
		p.must(err)
	}
}

// invite invites the candidate to an assessment by its key.
func (p *post) invite(assessment string) models.Ref {
	p.t.Helper()
	i, err := p.Store.Candidates.Invite(p.t.Context(), act.By{}, p.org,
		candidacy.InviteOrder{PostingID: p.order.PostingID,
			AssessmentID: p.ids[assessment], CandidateEmail: cleo, CandidateName: "Cleo Cand"})
	p.must(err)
	return models.Ref{OrgID: p.org.ID, ID: i.Candidate.ID}
}

// letter is what the ledger holds of the candidate's invitation, nil for nothing.
func (p *post) letter(ref models.Ref) *effect.Entry {
	p.t.Helper()
	a, err := p.Store.Candidates.InvitationLedger(p.t.Context(), ref)
	p.must(err)
	return a.Letter
}

func (p *post) loadInvitation(ref models.Ref) activities.Plan {
	p.t.Helper()
	plan, err := p.LoadInvitation(p.t.Context(), ref, p.clock.Now())
	p.must(err)
	return plan
}

func (p *post) sendInvitation(ref models.Ref) (activities.Outcome, error) {
	return p.SendInvitation(p.t.Context(), ref, "mail:candidate", p.clock.Now())
}

// sentInvitation runs the activity and checks that so many letters were accepted.
func (p *post) sentInvitation(ref models.Ref, want int) {
	p.t.Helper()
	out, err := p.sendInvitation(ref)
	if err != nil || out.Sent != want || out.Failed != "" {
		p.t.Fatalf("got %+v, %v; want %d letters", out, err, want)
	}
}

// booked is a test of its own with an interview that was just booked.
func booked(t *testing.T, name string, play func(t *testing.T, p *post, ref models.Ref)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		p := open(t)
		play(t, p, p.book())
	})
}

// invited is a test of its own with a candidate who was just invited to the take-home.
func invited(t *testing.T, name string, play func(t *testing.T, p *post, ref models.Ref)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		p := open(t)
		play(t, p, p.invite("takehome"))
	})
}

// owes checks to how many a plan owes something, and what of it is failing.
func (p *post) owes(plan activities.Plan, targets int, failing ...string) {
	p.t.Helper()
	if len(plan.Targets) != targets || !slices.Equal(plan.Failing, failing) {
		p.t.Errorf("the plan is %+v, want %d targets and %q failing", plan, targets, failing)
	}
}

// overheard is what activities gave to Temporal.
type overheard []any

func (o *overheard) note(v any, err error) {
	*o = append(*o, v)
	if err != nil {
		*o = append(*o, err.Error())
	}
}

// tells checks that Temporal learned of these texts, and neither it nor the log of an address or anything personal.
func (o *overheard) tells(t *testing.T, p *post, expected []string, personal ...string) {
	t.Helper()
	out, err := json.Marshal(o)
	p.must(err)
	for what, text := range map[string]string{"Temporal": string(out), "the log": p.log.String()} {
		for _, one := range append(personal, "@") {
			if strings.Contains(strings.ReplaceAll(text, "mail:candidate", ""), one) {
				t.Errorf("%s learns of %q:\n%s", what, one, text)
			}
		}
	}
	for _, one := range expected {
		if !strings.Contains(string(out), one) {
			t.Errorf("%s is missing: %s", one, out)
		}
	}
}

// server is a mail server that does as it is told, by recipient: it replies with a code, drops the line or hangs after
// the message, and otherwise keeps it.
type server struct {
	url string

	mu     sync.Mutex
	script map[string]string
	kept   []letter
	during func() // called while a message is being handed over
}

type letter struct {
	to   string
	data string
}

func serve(t *testing.T) *server {
	t.Helper()
	s := &server{script: map[string]string{}}
	srv := smtp.NewServer(s)
	srv.Domain, srv.ErrorLog = "localhost", quiet{}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	s.url = "smtp://" + l.Addr().String()
	return s
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// says sets what the server answers to a recipient: "" accepts, 550 and 451 are replies, drop and hang speak for
// themselves and come after the message.
func (s *server) says(to, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script[to] = answer
}

func (s *server) to(email string) (out []letter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.kept {
		if l.to == email {
			out = append(out, l)
		}
	}
	return out
}

func (s *server) NewSession(c *smtp.Conn) (smtp.Session, error) { return &session{s, c, ""}, nil }

type session struct {
	*server
	conn *smtp.Conn
	rcpt string
}

func (s *session) Mail(string, *smtp.MailOptions) error { return nil }
func (s *session) Reset()                               {}
func (s *session) Logout() error                        { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.rcpt = to
	s.mu.Lock()
	answer := s.script[to]
	s.mu.Unlock()
	switch answer {
	case "550":
		return &smtp.SMTPError{Code: 550, Message: "no mailbox " + to + " here"}
	case "451":
		return &smtp.SMTPError{Code: 451, Message: "greylisted " + to}
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	answer, during := s.script[s.rcpt], s.during
	s.during = nil
	if answer != "unread" {
		s.kept = append(s.kept, letter{s.rcpt, string(b)})
	}
	s.mu.Unlock()
	if during != nil {
		during()
	}
	if answer == "drop" { // it took the message, and the line breaks before it can say so
		s.conn.Conn().Close()
	}
	return nil
}

// plain is a letter with its lines joined again as its reader sees them.
func (l letter) plain() string {
	return strings.NewReplacer("=\r\n", "", "=3D", "=").Replace(l.data)
}

// parts are the words of a letter, and its event.
func (l letter) parts() (text, event letter) {
	before, after, _ := strings.Cut(l.plain(), "BEGIN:VCALENDAR")
	return letter{l.to, before}, letter{l.to, after}
}

// says checks that a letter has these texts.
func (l letter) says(t *testing.T, want ...string) {
	t.Helper()
	for _, one := range want {
		if text := l.plain(); !strings.Contains(text, one) && !strings.Contains(unfolded(text), one) {
			t.Errorf("the letter to %s lacks %q:\n%s", l.to, one, text)
		}
	}
}

// lacks checks that a letter has none of these texts.
func (l letter) lacks(t *testing.T, unwanted ...string) {
	t.Helper()
	for _, one := range unwanted {
		if text := l.plain(); strings.Contains(text, one) || strings.Contains(unfolded(text), one) {
			t.Errorf("the letter to %s has %q:\n%s", l.to, one, text)
		}
	}
}

// unfolded joins the lines of a calendar.
func unfolded(text string) string { return strings.ReplaceAll(text, "\r\n ", "") }

// header is a header field of a letter.
func (l letter) header(name string) string {
	for line := range strings.Lines(l.data) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(key, name) {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// has checks the letters to somebody in the ledger, as "kind state".
func (p *post) has(ref models.Ref, email string, want ...string) {
	p.t.Helper()
	if got := kinds(p.ledger(ref), email); !slices.Equal(got, want) {
		p.t.Errorf("of %s the ledger has %v, want %v", email, got, want)
	}
}

// diff shows the lines that differ.
func diff(a, b string) string {
	var out strings.Builder
	as, bs := strings.Split(a, "\r\n"), strings.Split(b, "\r\n")
	for n := range max(len(as), len(bs)) {
		var x, y string
		if n < len(as) {
			x = as[n]
		}
		if n < len(bs) {
			y = bs[n]
		}
		if x != y {
			fmt.Fprintf(&out, "- %s\n+ %s\n", x, y)
		}
	}
	return out.String()
}

func kinds(entries []effect.Entry, email string) (out []string) {
	for _, e := range entries {
		if strings.HasSuffix(e.Target, ":"+email) {
			out = append(out, e.Kind+" "+e.State)
		}
	}
	slices.Sort(out)
	return out
}
