package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
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
	file := x.file("exported.yaml", first)
	for _, more := range [][]string{nil, {"--prune"}} {
		got := x.must(append([]string{"apply", "--file", file}, more...)...)
		if !strings.HasPrefix(got, "unchanged: ") || strings.Count(got, "\n") != 1 {
			t.Errorf("applied again with %v it says\n%s", more, got)
		}
	}
	if again := x.must("export", "--org", "northwind"); again != first {
		t.Errorf("exported again it is\n%s\nwant\n%s", again, first)
	}
	x.refused(exitFailed, `organization "nowhere" not found`, "export", "--org", "nowhere")
	x.mistaken("--org", "export")
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
			if seed >= 5 {
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
	s, err := store.Open(t.Context(), url, store.Options{Secret: models.Secret("0123456789abcdef0123456789abcdef"),
		Policy: models.DefaultPolicy, Now: clock.Now})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

func roundTrip(t *testing.T, r *rand.Rand, s, other *store.Store) {
	t.Helper()
	setup := randomSetup(r)
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

func randomSetup(r *rand.Rand) setup.Setup {
	word := func() string { return words[r.IntN(len(words))] }
	maybe := func(s string) string {
		if r.IntN(2) == 0 {
			return ""
		}
		return s
	}
	some := func(n int) []string {
		var out []string
		for i := range r.IntN(n + 1) {
			out = append(out, fmt.Sprintf("m%d@acme.example", i))
		}
		return out
	}
	at := func(days int) time.Time {
		return time.Date(2031, 3, 3, r.IntN(24), 30*r.IntN(2), 0, 0, time.UTC).AddDate(0, 0, days)
	}
	s := setup.Setup{Organization: setup.Organization{Slug: "random", Name: word(), Approved: r.IntN(2) == 0,
		TimeZone: "Asia/Kathmandu", MailFrom: maybe("Acme <hiring@acme.example>"), Admins: some(3), Recruiters: some(4),
		InviteDays: r.IntN(30), RescheduleMax: r.IntN(4), RescheduleCutoffHours: r.IntN(50),
		FallbackRecipients: some(2), MemberNames: map[string]string{}}}
	for _, e := range s.Organization.Admins {
		s.Organization.MemberNames[e] = maybe(word())
	}
	if r.IntN(2) == 0 {
		s.Organization.Brand = setup.Brand{Accent: maybe("#1d6f42"), LogoType: models.LogoSVG,
			Logo: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)}
	}
	for i := range r.IntN(4) {
		p := setup.Person{Email: fmt.Sprintf("p%d@acme.example", i), Name: maybe(word()),
			TimeZone: maybe("Europe/London"), MeetingLink: maybe("https://meet.example/p")}
		switch r.IntN(3) {
		case 0:
			p.WorkingHours = timetable.WeeklyHours{}
		case 1:
			p.WorkingHours = timetable.WeeklyHours{time.Monday: {{From: 540, To: 720}, {From: 780, To: 1440}},
				time.Sunday: {{From: 0, To: 5}}}
		}
		s.Interviewers = append(s.Interviewers, p)
	}
	for i := range r.IntN(4) { // of people, and of some who are none
		s.Absences = append(s.Absences, setup.Absence{Email: fmt.Sprintf("p%d@acme.example", i),
			Absence: timetable.Absence{First: "2031-03-03", Last: "2031-03-05", Reason: maybe("Skiing")}})
	}
	modes := []string{models.DeliverySync, models.DeliverySync, models.DeliveryAsync, models.DeliveryTrial}
	for i := range 1 + r.IntN(4) {
		s.Assessments = append(s.Assessments, setup.Assessment{Key: fmt.Sprintf("a%d %s", i, strings.ReplaceAll(
			word(), "/", "-")), Title: word(), DeliveryMode: modes[i%len(modes)], Ready: r.IntN(2) == 0,
			Instructions: maybe(word() + "\n\n  " + word() + "\n"), TimeLimitMinutes: 60 * r.IntN(3)})
	}
	for i := range r.IntN(4) {
		created := at(-r.IntN(300)).Add(time.Duration(r.IntN(1000)) * time.Millisecond)
		p := setup.Posting{Key: fmt.Sprintf("p%d", i), Kind: []string{models.KindRole, models.KindCohort}[i%2],
			Title: word(), Status: []string{models.StatusOpen, models.StatusClosed}[r.IntN(2)], Team: maybe(word()),
			Location: maybe(word()), Type: maybe("contract"), CreatedAt: &created}
		for k := range r.IntN(3) {
			track := setup.Track{Key: fmt.Sprintf("t%d", k), Name: word(), Default: k == 0}
			for j, a := range s.Assessments {
				step := setup.Step{Key: fmt.Sprintf("s%d", j), Title: word(), Type: models.StepPlain}
				switch r.IntN(3) {
				case 0:
					step.Type, step.AssignmentMode, step.Assessments = models.StepGroup, "self_select", []string{a.Key}
				case 1:
					step.Type, step.Assessment, step.DurationMinutes = models.StepAssessment, a.Key, 5+r.IntN(476)
					step.Bookable, step.Indefinite = r.IntN(2) == 0, r.IntN(2) == 0
					step.FallbackRecipients = some(2)
				}
				track.Steps = append(track.Steps, step)
			}
			p.Tracks = append(p.Tracks, track)
		}
		if r.IntN(2) == 0 {
			p.Unstaged = []string{s.Assessments[0].Key}
		}
		for k := range r.IntN(3) {
			who := setup.PostingInterviewer{Email: fmt.Sprintf("p%d@acme.example", k),
				MeetingLink: maybe("https://meet.example/" + fmt.Sprint(k)), NoMember: r.IntN(3) == 0}
			for day := range r.IntN(3) {
				who.Slots = append(who.Slots, at(day))
			}
			p.Interviewers = append(p.Interviewers, who)
		}
		s.Postings = append(s.Postings, p)
	}
	s.Imports, s.Submissions = randomCandidates(r, s, word, maybe, at)
	return s
}

// randomCandidates are imports into steps that can have an interview, and submissions to postings with a track.
func randomCandidates(r *rand.Rand, s setup.Setup, word func() string, maybe func(string) string,
	at func(int) time.Time) (imports []setup.Import, submissions []setup.Submission) {
	modes := map[string]string{}
	for _, a := range s.Assessments {
		modes[a.Key] = a.DeliveryMode
	}
	for _, p := range s.Postings {
		for _, t := range p.Tracks {
			for _, step := range t.Steps {
				if step.Type != models.StepAssessment || modes[step.Assessment] != models.DeliverySync {
					continue
				}
				key := p.Key + "-" + t.Key + "-" + step.Key
				ended := at(-3).Add(time.Duration(r.IntN(1000)) * time.Millisecond)
				i := setup.Import{Key: key, Posting: p.Key, Step: t.Key + "/" + step.Key,
					Candidate: setup.Candidate{Email: key + "@candidate.example", Name: maybe(word())},
					Source:    models.SourceGreenhouse, ScheduledStartAt: at(r.IntN(9) - 4),
					InterviewerEmail: "p0@acme.example", MeetingLink: maybe("https://meet.example/i")}
				if r.IntN(2) == 0 {
					i.DurationMinutes, i.CallEndedAt = 30, &ended
					i.Artifacts = booking.Artifacts{
						Transcript: &booking.Transcript{Text: word(), ReceivedAt: &ended, Segments: []booking.Segment{
							{Speaker: word(), StartMS: 5, EndMS: 10, Text: word() + "\n" + word()}, {EndMS: 7}}},
						Recording:        &booking.Recording{Available: true, DurationSeconds: 1.5},
						InterviewerNotes: &booking.InterviewerNotes{Text: word()}}
				}
				imports = append(imports, i)
			}
		}
		if len(p.Tracks) == 0 {
			continue
		}
		score := 4.2
		submissions = append(submissions, setup.Submission{Key: "sub-" + p.Key, Posting: p.Key,
			Assessment:  s.Assessments[0].Key,
			Candidate:   setup.Candidate{Email: p.Key + "@candidate.example", Name: maybe(word())},
			SubmittedAt: at(-9), NativeScore: &score, Decision: models.DecisionAdvance})
	}
	return imports, submissions
}
