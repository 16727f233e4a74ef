package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/orgfile"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
)

func TestExport(t *testing.T) { // D24
	t.Parallel()
	x := newTerminal(t)
	x.apply(x.example())
	first := x.must("export", "--org", "northwind")
	if !strings.HasPrefix(first, "organization:\n  slug: northwind\n  name: Northwind Optics\n") {
		t.Errorf("the file begins with\n%.200s", first)
	}
	got := x.must("apply", "--prune", "--file", x.file("exported.yaml", first))
	if !strings.HasPrefix(got, "unchanged: ") || strings.Count(got, "\n") != 1 {
		t.Errorf("applied again it says\n%s", got)
	}
}

// A calendar stays connected when its exported file is applied, and is not made anywhere else.
func TestExport_calendars(t *testing.T) {
	t.Parallel()
	here, there := newTerminal(t), newTerminal(t)
	with := here.example("    working_hours:\n", "    calendar: {provider: ics, url: \"https://feeds.example/secret\"}\n"+
		"    working_hours:\n")
	here.apply(with)
	exported := here.must("export", "--org", "northwind")
	if strings.Contains(exported, "secret") || !strings.Contains(exported, "calendar: kept # its credentials are not") {
		t.Errorf("the file is\n%s", exported)
	}
	file := here.file("exported.yaml", exported)
	if got := here.must("apply", "--file", file, "--prune"); !strings.HasPrefix(got, "unchanged: ") {
		t.Errorf("applied again it says\n%s", got)
	}
	if got := here.must("calendars", "list"); !strings.Contains(got, "petra@northwind.example") {
		t.Errorf("the calendars are\n%s", got)
	}
	got := there.must("apply", "--file", there.file("exported.yaml", exported))
	if !strings.Contains(got, "no calendar of petra@northwind.example is connected: the file has no credentials of it") {
		t.Errorf("applied elsewhere it says\n%s", got)
	}
	if got := there.must("calendars", "list"); strings.Contains(got, "petra") {
		t.Errorf("elsewhere the calendars are\n%s", got)
	}
}

// What apply(export(x)) changes, and what export gives after it, for random organizations of which some records are the
// dashboard's: nothing, and the same.
func TestExportRoundTrip(t *testing.T) { // D24
	t.Parallel()
	for seed := range uint64(25) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			if seed >= 2 {
				testdb.Long(t)
			}
			r := rand.New(rand.NewPCG(seed, 24))
			s, other := exportStore(t, testdb.SQLite(t)), exportStore(t, testdb.SQLite(t))
			roundTrip(t, r, s, other)
		})
	}
}

func exportStore(t *testing.T, url string) *store.Store {
	t.Helper()
	clock := testdb.NewClock(time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC))
	s, err := store.Open(t.Context(), url, store.Options{Secret: keyring.Secret("0123456789abcdef0123456789abcdef"),
		Policy: models.DefaultPolicy, Now: clock.Now})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

func roundTrip(t *testing.T, r *rand.Rand, s, other *store.Store) {
	t.Helper()
	setup := randomSetup(t, r)
	b, err := orgfile.Write(setup)
	must(t, err)
	setup, err = orgfile.Parse("random", b)
	must(t, err)
	applied, err := s.Setups.Apply(t.Context(), setup, setups.Options{})
	must(t, err)
	takeOverSome(t, r, s, setup, applied)

	text, exported := exportOf(t, s)
	for _, prune := range []bool{false, true} {
		again, err := s.Setups.Apply(t.Context(), exported, setups.Options{Prune: prune})
		must(t, err)
		for _, line := range again.Changes {
			if !strings.HasPrefix(line, "unchanged: ") && !strings.HasPrefix(line, "kept ") {
				t.Errorf("applied again, with prune %t, it %s", prune, line)
			}
		}
		if after, _ := exportOf(t, s); after != text {
			t.Errorf("exported again it is\n%s\nwant\n%s", after, text)
		}
	}
	_, err = other.Setups.Apply(t.Context(), exported, setups.Options{})
	must(t, err)
	after, setup := exportOf(t, other)
	if after != text {
		t.Errorf("exported from where it was applied it is\n%s\nwant\n%s", after, text)
	}
	same(t, "what is exported from where it was applied", setup, exported)
}

// exportOf is an organization's file, and what is read from it.
func exportOf(t *testing.T, s *store.Store) (text string, setup setup.Setup) {
	t.Helper()
	stored, err := s.Setups.Export(t.Context(), "random")
	must(t, err)
	b, err := orgfile.Write(stored)
	must(t, err)
	setup, err = orgfile.Parse("exported", b)
	must(t, err)
	return string(b), setup
}

// takeOverSome makes about half of the records the dashboard's.
func takeOverSome(t *testing.T, r *rand.Rand, s *store.Store, setup setup.Setup, applied setups.Applied) {
	t.Helper()
	take := func(subject models.Subject, id string) {
		t.Helper()
		if r.IntN(2) == 0 {
			return
		}
		must(t, s.Team.TakeOver(context.Background(), act.By{}, applied.Organization, subject, id))
	}
	take(models.SubjectOrganization, applied.Organization)
	for _, m := range setup.Organization.Members() {
		take(models.SubjectMember, m.Email)
	}
	for _, p := range setup.Interviewers {
		take(models.SubjectPerson, p.Email)
	}
	for _, id := range applied.Assessments {
		take(models.SubjectAssessment, id)
	}
	for _, p := range applied.Postings {
		take(models.SubjectPosting, p.ID)
	}
	for _, id := range applied.Imports {
		take(models.SubjectInterview, id)
	}
}

// words are texts that YAML could read as something else.
var words = []string{"Acme", "no", "null", "0123", "1e3", "2031-03-03", "- a", "a: b", "# a", "'a", "Ünïcödé 日本語",
	"{a}", "*a", "!a", "@a", "a\\b", "Senior Engineer (m/f/x)"}

// randomSetup is docs/example.yaml with random texts, and with what it lacks.
func randomSetup(t *testing.T, r *rand.Rand) setup.Setup {
	t.Helper()
	b, err := os.ReadFile("../docs/example.yaml")
	must(t, err)
	s, err := orgfile.Parse("example.yaml", b)
	must(t, err)
	reword := func(texts ...*string) {
		for _, text := range texts {
			if r.IntN(2) == 0 {
				*text = words[r.IntN(len(words))]
			}
		}
	}
	s.Organization.Slug = "random"
	s.Organization.Approved = r.IntN(2) == 0
	reword(&s.Organization.Name)
	if r.IntN(2) == 0 {
		s.Organization.Brand = setup.Brand{Accent: "#1d6f42", LogoType: models.LogoSVG,
			Logo: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)}
	}
	for n := range s.Interviewers {
		p := &s.Interviewers[n]
		if reword(&p.Name); r.IntN(2) == 0 {
			p.WorkingHours = timetable.WeeklyHours{time.Monday: {{From: 540, To: 720}, {From: 780, To: 1440}}}
			s.Absences = append(s.Absences, setup.Absence{Email: p.Email,
				Absence: timetable.Absence{First: "2031-03-03", Last: "2031-03-05", Reason: "Skiing"}})
		}
	}
	for n := range s.Assessments {
		reword(&s.Assessments[n].Title, &s.Assessments[n].Instructions)
	}
	for n := range s.Postings {
		p := &s.Postings[n]
		reword(&p.Title, &p.Team, &p.Location)
		for _, track := range p.Tracks {
			for k := range track.Steps {
				reword(&track.Steps[k].Title)
			}
		}
		for k := range p.Interviewers {
			p.Interviewers[k].NoMember = r.IntN(3) == 0
		}
	}
	for n := range s.Imports {
		reword(&s.Imports[n].Candidate.Name)
	}
	return s
}
