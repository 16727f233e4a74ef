package cli

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/models/keyring"
	"litmus/store"
	"litmus/store/effects"
	"litmus/store/setups"
	"litmus/testdb"
)

const (
	testSecret = "0123456789abcdef0123456789abcdef"
	testOrigin = "https://hire.northwind.example"
)

// noon is when the tests begin, a Monday before the first slot of docs/example.yaml.
var noon = time.Date(2032, 2, 2, 12, 0, 0, 0, time.UTC)

// terminal runs commands in the test's own process, as an operator does beside a service, on a database of its own and
// with a clock that the test moves.
type terminal struct {
	t     *testing.T
	env   map[string]string
	input string // what a command reads from standard input
	clock *testdb.Clock
	ids   setups.Applied // of the organization that was applied last

	stores        map[string]*store.Store // that are open, by their URLs
	startTemporal StartTemporal           // nil: up is refused
}

// newTerminal is a terminal on a migrated database without organizations.
func newTerminal(t *testing.T) *terminal {
	t.Helper()
	return &terminal{t: t, clock: testdb.NewClock(noon), stores: map[string]*store.Store{}, env: map[string]string{
		"LITMUS_DATABASE_URL": testdb.SQLite(t), "LITMUS_SECRET": testSecret, "LITMUS_BASE_URL": testOrigin}}
}

// northwind is a terminal on a database with the organization of docs/example.yaml, where Petra has a calendar.
func northwind(t *testing.T) *terminal {
	t.Helper()
	x := newTerminal(t)
	x.ids = beginnings.Begin(t, x.env["LITMUS_DATABASE_URL"], "northwind", func() setups.Applied {
		x.apply(x.example("    working_hours:",
			"    calendar: {provider: ics, url: \"https://calendars.example/hunter2.ics\"}\n    working_hours:"))
		return x.ids
	})
	return x
}

// beginnings are the databases with which terminals begin, with the ids of their organization.
var beginnings testdb.Beginnings[setups.Applied]

// outcome is what a command leaves: its exit status and what it printed.
type outcome struct {
	status         int
	stdout, stderr string
}

// run runs a command.
func (x *terminal) run(args ...string) outcome {
	var out, errs bytes.Buffer
	var environ []string
	for _, name := range slices.Sorted(maps.Keys(x.env)) {
		environ = append(environ, name+"="+x.env[name])
	}
	a := &app{ctx: x.t.Context(), stdin: strings.NewReader(x.input), stdout: &out, stderr: &errs, environ: environ,
		now: x.clock.Now, startTemporal: x.startTemporal, getenv: func(name string) (string, bool) {
			value, set := x.env[name]
			return value, set
		}}
	status := a.run(args)
	return outcome{status, out.String(), errs.String()}
}

// must runs a command that has to succeed without a word beside its result, and returns the result.
func (x *terminal) must(args ...string) string {
	x.t.Helper()
	got := x.run(args...)
	if got.status != exitOK || got.stderr != "" {
		x.t.Fatalf("litmus %s: exit status %d, standard error %q", strings.Join(args, " "), got.status, got.stderr)
	}
	return got.stdout
}

// mustJSON is [terminal.must] of a command whose result is JSON, which is read into a value.
func (x *terminal) mustJSON(to any, args ...string) {
	x.t.Helper()
	text := x.must(append(args, "--json")...)
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil || d.More() {
		x.t.Fatalf("litmus %s --json printed %q, not one %T: %v", strings.Join(args, " "), text, to, err)
	}
}

// decode reads JSON.
func decode(t *testing.T, text string, to any) {
	t.Helper()
	must(t, json.Unmarshal([]byte(text), to))
}

// prints proves that a command succeeds and prints just that.
func (x *terminal) prints(want string, args ...string) {
	x.t.Helper()
	x.ends(outcome{exitOK, want, ""}, args...)
}

// refused proves that a command ends with that status and reason, in one line, and without a result.
func (x *terminal) refused(status int, reason string, args ...string) {
	x.t.Helper()
	x.ends(outcome{status, "", "litmus: " + reason + "\n"}, args...)
}

// ends proves what a command leaves.
func (x *terminal) ends(want outcome, args ...string) {
	x.t.Helper()
	if got := x.run(args...); got != want {
		x.t.Errorf("litmus %s: %+v\nwant %+v", strings.Join(args, " "), got, want)
	}
}

// fails proves that a command ends with that status and one line with all these words, and without a result.
func (x *terminal) fails(status int, words []string, args ...string) {
	x.t.Helper()
	got := x.run(args...)
	if got.status != status || got.stdout != "" || strings.Count(got.stderr, "\n") != 1 {
		x.t.Errorf("litmus %s: %+v, want status %d and one line", strings.Join(args, " "), got, status)
	}
	for _, word := range append(words, "litmus: ") {
		if !strings.Contains(got.stderr, word) {
			x.t.Errorf("litmus %s says %q, want %q in it", strings.Join(args, " "), got.stderr, word)
		}
	}
}

// mistaken proves that the parser of the command line refuses the arguments with that word.
func (x *terminal) mistaken(word string, args ...string) {
	x.t.Helper()
	x.fails(exitUsage, []string{word, " (see litmus --help)\n"}, args...)
}

// tabled proves that a command prints that table.
func (x *terminal) tabled(want [][]string, args ...string) {
	x.t.Helper()
	same(x.t, "litmus "+strings.Join(args, " "), cells(x.must(args...)), want)
}

// must fails the test at once if there is an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// same fails the test unless two values are equal, and shows both as JSON.
func same(t *testing.T, about string, got, want any) {
	t.Helper()
	if reflect.DeepEqual(got, want) {
		return
	}
	gotText, err := json.MarshalIndent(got, "", " ")
	wantText, wantErr := json.MarshalIndent(want, "", " ")
	if err != nil || wantErr != nil {
		t.Fatal(err, wantErr)
	}
	t.Errorf("%s: got\n%s\nwant\n%s", about, gotText, wantText)
}

// file writes a file of the test's own and returns its path.
func (x *terminal) file(name, content string) string {
	x.t.Helper()
	path := filepath.Join(x.t.TempDir(), name)
	must(x.t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// example is docs/example.yaml with replacements: old, new, old, new, …, where each old stands once.
func (x *terminal) example(edits ...string) string {
	x.t.Helper()
	b, err := os.ReadFile("../docs/example.yaml")
	must(x.t, err)
	text := string(b)
	for i := 0; i+1 < len(edits); i += 2 {
		if n := strings.Count(text, edits[i]); n != 1 {
			x.t.Fatalf("docs/example.yaml has %q %d times, want 1", edits[i], n)
		}
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	return text
}

// apply applies an organization file and keeps its ids.
func (x *terminal) apply(text string) {
	x.t.Helper()
	x.ids = setups.Applied{}
	x.mustJSON(&x.ids, "apply", "--file", x.file("organization.yaml", text))
}

// open is the database as a service that runs on it has it open, with its organization.
func (x *terminal) open() (*store.Store, models.Organization) {
	x.t.Helper()
	url := x.env["LITMUS_DATABASE_URL"]
	s := x.stores[url]
	if s == nil {
		var err error
		s, err = store.Open(x.t.Context(), url, store.Options{Secret: keyring.Secret(testSecret),
			Policy: models.DefaultPolicy, Now: x.clock.Now})
		must(x.t, err)
		x.t.Cleanup(func() { s.Close() })
		x.stores[url] = s
	}
	org, err := s.Team.OrganizationOf(x.t.Context(), x.ids.Organization)
	must(x.t, err)
	return s, org
}

// booked books an interview as the service does: of Robin with Ilse in an hour that she offers, unless change says
// otherwise.
func (x *terminal) booked(change ...func(*booking.Order)) booking.Booking {
	x.t.Helper()
	s, org := x.open()
	engineer := x.ids.Postings["engineer"]
	o := booking.Order{PostingID: engineer.ID, RoundID: engineer.Tracks["main"].Steps["systems"],
		CandidateEmail: "robin@candidate.example", CandidateName: "Robin Quill",
		Start: time.Date(2032, 3, 1, 15, 0, 0, 0, time.UTC), InterviewerEmail: "ilse@northwind.example"}
	for _, c := range change {
		c(&o)
	}
	b, err := s.Bookings.Book(x.t.Context(), act.By{}, org, o)
	must(x.t, err)
	return b
}

// external makes of a booking a session whose candidate gets a link.
func external(o *booking.Order) {
	o.Kind, o.Start, o.MeetingLink = booking.OrderExternal, time.Time{}, "https://meet.northwind.example/ilse"
}

// invited invites a candidate to an assessment, as the service does.
func (x *terminal) invited(assessment, email string) models.Candidate {
	x.t.Helper()
	s, org := x.open()
	made, err := s.Candidates.Invite(x.t.Context(), act.By{}, org,
		candidacy.InviteOrder{PostingID: x.ids.Postings["engineer"].ID,
			AssessmentID: x.ids.Assessments[assessment], CandidateEmail: email, CandidateName: "Robin Quill"})
	must(x.t, err)
	return made.Candidate
}

// attempted makes an attempt at an effect, as a worker does, which ends in that state; the entry's subject stands at
// the revision.
func (x *terminal) attempted(e effect.Entry, revision int64, state string, change ...func(*effect.Entry)) {
	x.t.Helper()
	s, _ := x.open()
	e.ProviderID = e.Kind + "@hire.northwind.example"
	outcome, tries, err := s.Effects.Intend(x.t.Context(), e, revision, time.Minute)
	if err != nil || outcome != effects.IntentWritten {
		x.t.Fatalf("the intent of the %s: %s, %v", e.Kind, outcome, err)
	}
	if e.State, e.Tries = state, tries; state == effect.Intent {
		return // the worker ended before it knew more
	}
	for _, c := range change {
		c(&e)
	}
	if _, err := s.Effects.Settle(x.t.Context(), e, effects.MadeLink{}); err != nil {
		x.t.Fatal(err)
	}
}

var betweenCells = regexp.MustCompile(`  +`)

// cells are the lines of what people read, cut where columns end. Leading spaces go.
func cells(text string) (lines [][]string) {
	for line := range strings.Lines(text) {
		lines = append(lines, betweenCells.Split(strings.TrimSpace(line), -1))
	}
	return lines
}

// line is the line of a text that begins with these cells, without them.
func line(t *testing.T, text string, begins ...string) []string {
	t.Helper()
	for _, found := range cells(text) {
		if len(found) >= len(begins) && slices.Equal(found[:len(begins)], begins) {
			return found[len(begins):]
		}
	}
	t.Fatalf("no line begins with %q:\n%s", begins, text)
	return nil
}
