package store_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store"
	"litmus/store/availability"
	"litmus/store/setups"
	"litmus/testdb"
)

// everything is each table that an apply writes or that refers to one, with the columns to order it by.
var everything = map[string]string{
	"organizations": "id", "members": "org_id, email", "people": "email", "calendars": "email", "assessments": "id",
	"postings": "id", "tracks": "id", "rounds": "id", "unstaged_assessments": "assessment_id",
	"posting_interviewers": "posting_id, email", "slots": "posting_id, email, start_at", "candidates": "id",
	"interviews": "id", "imports": "key", "artifacts": "interview_id", "submissions": "id",
	"news_items": "news_id, revision",
	"sessions":   "id", "sign_ins": "id", "answers": "candidate_id", "busy_blocks": "email, from_at",
	"grades": "submission_id, version", "absences": "org_id, email, first_day, last_day",
	"effects": "created_at, target, kind, revision, interview_id",
	"history": "org_id, at, id", "committed_plans": "org_id, id",
}

// dump returns the contents of these tables as text.
func (f *fixture) dump() map[string]string {
	f.t.Helper()
	out := map[string]string{}
	for table, order := range everything {
		text := must(f.Text(ctx, "select * from "+table+" order by "+order))(f.t)
		out[table] = text
	}
	return out
}

func (f *fixture) unchanged(before map[string]string) {
	f.t.Helper()
	for table, text := range f.dump() {
		if text != before[table] {
			f.t.Errorf("%s changed\nfrom %s\nto   %s", table, before[table], text)
		}
	}
}

func TestApplyUpdatesWhatTheFileChanges(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		booked := f.book(f.order(cleo, at(18, 0)))
		f.clock.Set(noon.Add(time.Hour))
		file := acme()
		file.Organization.Name = "Acme Robotics"
		file.Interviewers[1].Name = "Alan T"
		backend := &file.Postings[0]
		backend.Title = "Backend Engineer"
		steps := backend.Tracks[0].Steps
		steps[2].DurationMinutes, steps[2].Title = 30, "Shorter"
		steps[1], steps[2] = steps[2], steps[1]
		backend.Unstaged = nil
		backend.Tracks[1].Steps = append(backend.Tracks[1].Steps,
			setup.Step{Key: "week", Type: models.StepAssessment, Title: "Week", Assessment: "week"})
		got := f.apply(file)
		for _, want := range []string{"updated organization acme", "updated interviewer alan@acme.example",
			"updated posting backend", "updated step backend/default/design"} {
			if !slices.Contains(got.Changes, want) {
				t.Errorf("changes %q lack %q", got.Changes, want)
			}
		}
		p := must(f.Pipelines.Pipeline(ctx, f.org.ID, f.posting("backend")))(t)
		if r := p.Rounds[p.Tracks[0].ID][1]; r.ID != booked.RoundID || r.DurationMinutes != 30 || r.Title != "Shorter" {
			t.Errorf("the second step is %+v, want the shorter design round", r)
		}
		if len(p.Unstaged) != 0 {
			t.Errorf("unstaged are %v; an assessment with a round is not unstaged (§2, Pipeline)", p.Unstaged)
		}
		if i := f.interview(booked.ID); i.DurationMinutes != 60 || i.Revision != booked.Revision {
			t.Errorf("the booked interview became %+v; it is to be left alone", i)
		}
		for table, want := range map[string]int{"people": 1, "postings": 1, "assessments": 0, "organizations": 1} {
			if n := f.scalar("select count(*) from "+table+" where updated_at = ?", noon.Add(time.Hour)); n != want {
				t.Errorf("%d rows of %s have a new updated_at, want %d", n, table, want)
			}
		}
	})
}

func TestApplyIsAllOrNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		break_ func(*setup.Setup)
		kind   models.Kind
		says   string
	}{
		"an import of a candidate with a live interview": {func(s *setup.Setup) {
			e := imported()
			e.Key, e.Candidate.Email = "gh-2", cleo
			s.Imports = append(s.Imports, e)
		}, models.Conflict, "import gh-2"},
		"an import into another track": {func(s *setup.Setup) {
			e := imported()
			e.Key, e.Step, e.Candidate.Email = "gh-2", "referral/design", "withdrawn@candidate.example"
			s.Imports = append(s.Imports, e)
		}, models.Conflict, "import gh-2"},
		"an import of an unknown step": {func(s *setup.Setup) { s.Imports[0].Step = "nowhere" }, models.Invalid,
			"import gh-1"},
		"an import of a plain step": {func(s *setup.Setup) { s.Imports[0].Step = "review" },
			models.Invalid, "import gh-1"},
		"a submission of an unknown assessment": {
			func(s *setup.Setup) { s.Submissions[0].Assessment = "nothing" }, models.Invalid, "submission sub-1"},
		"a submission for an unknown posting": {func(s *setup.Setup) { s.Submissions[0].Posting = "nothing" },
			models.Invalid, "submission sub-1"},
		"a step of an unknown assessment": {func(s *setup.Setup) {
			s.Postings[0].Tracks[0].Steps[1].Assessment = "nothing"
		}, models.Invalid, "step backend/default/takehome"},
		"an unstaged assessment that is unknown": {
			func(s *setup.Setup) { s.Postings[0].Unstaged = []string{"nothing"} }, models.Invalid, "posting backend"},
		"a group with an assessment that is unknown": {
			func(s *setup.Setup) { s.Postings[0].Tracks[0].Steps[4].Assessments = []string{"nothing"} },
			models.Invalid, "step backend/default/quizzes"},
		"a score out of range": {func(s *setup.Setup) { s.Submissions[0].Score = number(101) }, 0, "score_in_range"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
				f.book(f.order(cleo, at(18, 0)))
				other := f.book(f.order("withdrawn@candidate.example", at(18, 0)))
				f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, other.ID, booking.Cancel))
				before := f.dump()
				setup := acme()
				setup.Organization.Name = "written first"
				c.break_(&setup)
				_, err := f.Setups.Apply(ctx, setup, setups.Options{})
				if err == nil {
					t.Fatal("the file was applied")
				}
				f.refused(err, c.kind, name)
				if !strings.Contains(err.Error(), c.says) {
					t.Errorf("the error %q does not name %q", err, c.says)
				}
				f.unchanged(before)
			})
		})
	}
}

func TestApplyJoinsSlots(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.paint(grace, at(20, 0))
		f.paint("joan@acme.example", at(20, 0))
		file := withKay()
		file.Postings[0].Interviewers[0].Slots = []time.Time{at(17, 0), at(15, 0), at(17, 0)}
		file.Postings[0].Interviewers = append(file.Postings[0].Interviewers,
			setup.PostingInterviewer{Email: "kay@acme.example", Slots: []time.Time{at(15, 0)}})
		for range 2 {
			f.apply(file)
			got := must(f.Availability.Interviewers(ctx, f.org.ID, f.posting("backend")))(t)
			want := []timetable.PostingInterviewer{
				{Email: alan, MeetingLink: "https://meet.example/alan-backend", Slots: []time.Time{at(15, 0)}},
				{Email: grace, Slots: []time.Time{at(15, 0), at(16, 0), at(17, 0), at(20, 0)}},
				{Email: "joan@acme.example", Slots: []time.Time{at(20, 0)}},
				{Email: "kay@acme.example", Personal: true},
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("interviewers\ngot  %+v\nwant %+v", got, want)
			}
		}
	})
}

func TestApplyKeepsWhatTheFileDoesNotSay(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Interviewers[0].WorkingHours = timetable.WeeklyHours{time.Monday: {{From: 540, To: 1020}}}
		setup.Interviewers[0].Calendar = &timetable.CalendarAccount{Provider: "ics",
			URL: "https://calendar.example/grace.ics"}
		f := open(t, url, setup)
		less := acme()
		less.Interviewers[0].MeetingLink = ""
		less.Postings[0].Interviewers[1].MeetingLink = ""
		less.Postings, less.Imports, less.Submissions = less.Postings[:1], nil, nil
		less.Postings[0].Tracks, less.Postings[0].Unstaged = less.Postings[0].Tracks[:1], nil
		less.Postings[0].Tracks[0].Steps = less.Postings[0].Tracks[0].Steps[2:3]
		before := f.dump()
		f.apply(less)
		after := f.dump()
		// the order of its steps changes
		after["postings"] = strings.Replace(after["postings"], `"version":2`, `"version":1`, 1)
		for _, table := range []string{"people", "calendars", "posting_interviewers", "postings", "tracks",
			"unstaged_assessments", "slots", "interviews", "submissions"} {
			if before[table] != after[table] {
				t.Errorf("%s changed\nfrom %s\nto   %s", table, before[table], after[table])
			}
		}
		p := must(f.Pipelines.Pipeline(ctx, f.org.ID, f.posting("backend")))(t)
		var order []string
		for _, r := range p.Rounds[p.Tracks[0].ID] {
			order = append(order, r.Title)
		}
		if want := []string{"design", "Review", "takehome", "pairing", "Quizzes"}; !slices.Equal(order, want) {
			t.Errorf("steps are %v, want %v: the file's first, the others after", order, want)
		}
	})
}

func TestApplyPrunes(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		f.book(f.orderWith(alan, cleo, at(18, 0)))
		setup := acme()
		setup.Interviewers, setup.Imports, setup.Submissions = nil, nil, nil
		setup.Assessments = setup.Assessments[:1]
		setup.Postings = setup.Postings[:1]
		setup.Postings[0].Unstaged, setup.Postings[0].Interviewers = nil, nil
		setup.Postings[0].Tracks = setup.Postings[0].Tracks[:1]
		setup.Postings[0].Tracks[0].Steps = setup.Postings[0].Tracks[0].Steps[:1]
		got := must(f.Setups.Apply(ctx, setup, setups.Options{Prune: true}))(t)
		for _, want := range []string{
			"removed submission sub-1", "removed posting analyst", "removed interviewer grace@acme.example",
			"kept step backend/default/design: it has interviews",
			"kept interviewer alan@acme.example: they have interviews, or are assigned to a posting or in a pool",
			"kept assessment design: a step, a posting or a candidate uses it",
		} {
			if !slices.Contains(got.Changes, want) {
				t.Errorf("changes lack %q:\n%s", want, strings.Join(got.Changes, "\n"))
			}
		}
		for table, want := range map[string]int{"candidates": 1, "interviews": 1, "submissions": 0, "imports": 0,
			"artifacts": 0, "slots": 0, "posting_interviewers": 0, "people": 1, "postings": 1, "tracks": 1,
			"rounds": 2} {
			if n := f.scalar("select count(*) from "+table+" where org_id = ?", f.org.ID); n != want {
				t.Errorf("%d rows of %s are left, want %d", n, table, want)
			}
		}
		if n := f.scalar("select count(*) from postings where org_id <> ?", f.org.ID); n != 2 {
			t.Errorf("another organization has %d postings left, want 2", n)
		}
		// It renumbers the positions of what was kept.
		f.done(f.Setups.Apply(ctx, setup, setups.Options{Prune: true}))
		before := f.dump()
		f.done(f.Setups.Apply(ctx, setup, setups.Options{Prune: true}))
		f.unchanged(before)
	})
}

func TestApplySealsCalendars(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		account := timetable.CalendarAccount{Provider: "caldav", URL: "https://dav.example/grace", Username: "grace",
			Password: "hunter2horse"}
		setup := acme()
		setup.Interviewers[0].Calendar = &account
		f := open(t, url, setup)
		sealed := func() string {
			var row struct{ Sealed []byte }
			f.must(f.Query(ctx, &row, "select sealed from calendars where org_id = ? and email = ?", f.org.ID, grace))
			return string(row.Sealed)
		}
		first := sealed()
		if strings.Contains(first+strings.Join(f.applied.Changes, "\n"), "hunter2") {
			t.Error("the password can be read")
		}
		if _, err := f.OpenSealed(f.org.ID, alan, []byte(first)); err == nil {
			t.Error("another person's row opens the seal")
		}
		f.apply(setup)
		if sealed() != first {
			t.Error("what did not change was sealed anew")
		}
		account.Password = "another"
		f.apply(setup)
		before := f.connection(grace)
		if before.Account != account {
			t.Errorf("opened %+v, want the changed account", before.Account)
		}

		// LITMUS_SECRET is changed, and the file is applied again.
		other := must(store.Open(ctx, url,
			store.Options{Secret: keyring.Secret("another secret of 32 bytes or so")}))(t)
		defer other.Close()
		c, err := other.Availability.ConnectionOf(ctx, f.org.ID, grace)
		if !errors.Is(err, availability.ErrSealed) || !strings.Contains(err.Error(), "another LITMUS_SECRET") {
			t.Errorf("another secret: %v, want an error that says so", err)
		}
		if c.ID != before.ID || c.Account.URL != "" {
			t.Errorf("under another secret it is %+v", c)
		}
		f.done(other.Setups.Apply(ctx, setup, setups.Options{}))
		got := must(other.Availability.ConnectionOf(ctx, f.org.ID, grace))(t)
		if got.Account != account || got.ID != before.ID || !got.Asked() {
			t.Errorf("opened %+v, want the account, sealed anew and to be read at once", got)
		}
		if _, err := f.OpenSealed(f.org.ID, grace, []byte(sealed())); !errors.Is(err, availability.ErrSealed) {
			t.Errorf("the old secret: got %v, want that it opens nothing any more", err)
		}
	})
}

func TestApplyOrdersPostingsAsTheFile(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := setup.Setup{Organization: acme().Organization}
		for _, title := range []string{"a", "b", "c"} {
			file.Postings = append(file.Postings, setup.Posting{Key: title, Kind: models.KindRole, Title: title,
				Status: models.StatusOpen})
		}
		file.Postings[0].CreatedAt = instant(noon.Add(time.Hour + 999*time.Microsecond))
		f := open(t, url, file)
		var got []string
		for _, r := range must(f.Pipelines.Roles(ctx, f.org.ID))(t) {
			got = append(got, r.Title)
		}
		if want := []string{"a", "c", "b"}; !slices.Equal(got, want) {
			t.Errorf("roles are %v, want %v: newest first, the last of the file before the first", got, want)
		}
		f.clock.Set(noon.Add(2 * time.Hour))
		before := f.dump()
		f.apply(file)
		f.unchanged(before)
	})
}

func TestApplyConcurrently(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := open(t, url)
		results := make([]setups.Applied, 8)
		each(len(results), func(n int) error {
			var err error
			results[n], err = f.Setups.Apply(ctx, acme(), setups.Options{})
			return err
		}, func(n int, err error) { f.must(err) })
		for _, r := range results[1:] {
			if r.Organization != results[0].Organization || !reflect.DeepEqual(r.Postings, results[0].Postings) ||
				!reflect.DeepEqual(r.Imports, results[0].Imports) {
				t.Errorf("two applies at once made different rows\n%+v\n%+v", results[0], r)
			}
		}
		if n := f.scalar("select count(*) from organizations"); n != 1 {
			t.Errorf("%d organizations, want 1", n)
		}
	})
}
