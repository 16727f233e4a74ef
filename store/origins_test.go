package store_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/pipeline"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store/pipelines"
	"litmus/store/setups"
	"litmus/testdb"
)

// keptSetup is acme with a calendar, and changedSetup the same file after its author changed every record.
func keptSetup() setup.Setup {
	s := staffed()
	s.Interviewers[0].Calendar = &timetable.CalendarAccount{Provider: timetable.CalendarICS,
		URL: "https://feeds.example/g"}
	s.Pools = []setup.Pool{backendPool()}
	return s
}

func changedSetup() setup.Setup {
	s := keptSetup()
	s.Organization.Name, s.Organization.Admins, s.Organization.Recruiters = "Changed", []string{kit, ada},
		[]string{grace}
	s.Interviewers[0].Name = "Changed"
	s.Interviewers[0].Calendar.URL = "https://feeds.example/changed"
	s.Pools[0].Name, s.Pools[0].Members[0].State = "Changed", models.PoolShadow
	s.Assessments[0].Title = "Changed"
	backend := &s.Postings[0]
	backend.Title, backend.Tracks[0].Name, backend.Tracks[0].Steps[0].Title = "Changed", "Changed", "Changed"
	backend.Tracks[0].Steps = append(backend.Tracks[0].Steps,
		setup.Step{Key: "more", Type: models.StepPlain, Title: "Changed"})
	backend.Unstaged = []string{"quiz"}
	backend.Interviewers[0].MeetingLink = "https://meet.example/changed"
	backend.Interviewers[0].Slots = append(backend.Interviewers[0].Slots, at(20, 0))
	s.Imports[0].InterviewerEmail = alan
	s.Submissions[0].Decision = models.DecisionReject
	return s
}

// candidateOf returns the id of the candidate of a file's submission.
func (f *fixture) candidateOf(submission string) string {
	f.t.Helper()
	s, _ := must2(f.Candidates.Submission(ctx, f.org.ID, f.applied.Submissions[submission]))(f.t)
	return s.CandidateID
}

// everyRecord lists one record of each sort that a file may have.
func (f *fixture) everyRecord() map[setups.KeptRecord]struct {
	subject models.Subject
	id      string
} {
	type named = struct {
		subject models.Subject
		id      string
	}
	return map[setups.KeptRecord]named{
		{Kind: "organization", Key: "acme"}:   {models.SubjectOrganization, f.org.ID},
		{Kind: "member", Key: kit}:            {models.SubjectMember, kit},
		{Kind: "interviewer", Key: grace}:     {models.SubjectPerson, grace},
		{Kind: "calendar", Key: grace}:        {models.SubjectCalendar, grace},
		{Kind: "assessment", Key: "takehome"}: {models.SubjectAssessment, f.applied.Assessments["takehome"]},
		{Kind: "pool", Key: "backend"}:        {models.SubjectPool, f.pool("backend").ID},
		{Kind: "posting", Key: "backend"}:     {models.SubjectPosting, f.posting("backend")},
		{Kind: "import", Key: "gh-1"}:         {models.SubjectInterview, f.applied.Imports["gh-1"]},
		{Kind: "submission", Key: "sub-1"}:    {models.SubjectCandidate, f.candidateOf("sub-1")},
	}
}

// What was taken over is left alone by the file, with all its parts, and what was not is written as before.
func TestTakeOver(t *testing.T) { // D24
	t.Parallel()
	organizations{keptSetup(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		var all []setups.KeptRecord
		for record, r := range f.everyRecord() {
			all = append(all, record)
			f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, r.subject, r.id))
			f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, r.subject, r.id)) // twice is once
			history, _ := must2(f.Audit.History(ctx, f.org.ID, r.subject, f.historyID(r.subject, r.id), nil, 10))(t)
			if n := len(slices.DeleteFunc(history, func(c models.Change) bool {
				return c.Kind != models.ChangeTakenOver
			})); n != 1 {
				t.Errorf("%s was taken over %d times by its history, want once", record.Kind, n)
			}
		}
		before := f.dump()
		got := f.apply(changedSetup())
		f.unchanged(before)
		sortKept(got.Kept)
		sortKept(all)
		if !reflect.DeepEqual(got.Kept, all) {
			t.Errorf("the result keeps\n%v\nwant\n%v", got.Kept, all)
		}
		if !strings.Contains(f.members(f.org.ID), `kit@acme.example "" recruiter "dashboard"`) {
			t.Errorf("the members are %s, want Kit as they were", f.members(f.org.ID))
		}

		// Entries may go on referring to what was kept.
		more := changedSetup()
		more.Imports[0].Key, more.Imports[0].Candidate.Email = "gh-2", "new@candidate.example"
		more.Submissions[0].Key, more.Submissions[0].Candidate.Email = "sub-2", "new@candidate.example"
		if got := f.apply(more); got.Imports["gh-2"] == "" || got.Submissions["sub-2"] == "" {
			t.Errorf("new entries on a posting that was taken over made %v and %v", got.Imports, got.Submissions)
		}
	})
}

// historyID returns what the history of a record is kept under.
func (f *fixture) historyID(subject models.Subject, id string) string {
	f.t.Helper()
	if subject != models.SubjectCalendar {
		return id
	}
	c := must(f.Availability.ConnectionOf(ctx, f.org.ID, id))(f.t)
	return c.ID
}

func sortKept(list []setups.KeptRecord) {
	slices.SortFunc(list, func(a, b setups.KeptRecord) int { return strings.Compare(a.Kind+a.Key, b.Kind+b.Key) })
}

func TestTakeOverOfNothing(t *testing.T) { // D24
	t.Parallel()
	organizations{keptSetup(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		for record, r := range f.everyRecord() {
			if r.subject != models.SubjectOrganization && record.Key != grace { // bolt has a Grace of its own
				f.refused(f.Team.TakeOver(ctx, act.By{}, other.ID, r.subject, r.id), models.NotFound,
					"of another organization: "+record.Kind)
			}
			f.refused(f.Team.TakeOver(ctx, act.By{}, f.org.ID, r.subject, "nothing"), models.NotFound,
				"unknown: "+record.Kind)
		}
		f.refused(f.Team.TakeOver(ctx, act.By{}, other.ID, models.SubjectOrganization, f.org.ID), models.NotFound,
			"their organization")
		f.refused(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectKey, "key_1"), models.Invalid, "a key")
		i := f.book(f.order(cleo, at(18, 0)))
		f.refused(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectInterview, i.ID), models.NotFound,
			"an interview of our own")
		f.refused(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectCandidate, i.CandidateID), models.NotFound,
			"a candidate without submission")
	})
}

// The operator's two fields are written whoever keeps the rest.
func TestOperatorsFieldsOfATakenOrganization(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectOrganization, f.org.ID))
		setup := acme()
		setup.Organization.Approved, setup.Organization.Name = false, "Changed"
		f.apply(setup)
		o := must(f.Team.OrganizationOf(ctx, f.org.ID))(t)
		if o.Approved || o.Name != "Acme" || o.Origin != models.OriginDashboard {
			t.Errorf("the organization is %+v, want it suspended and otherwise as it was", o)
		}
	})
}

// What the dashboard made under a key of the file, or took over and removed, is not touched and not made again.
func TestApplyBesideTheDashboard(t *testing.T) { // D24
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		f.exec(`insert into assessments (org_id, id, key, title, delivery_mode, ready, instructions, time_limit_minutes,
			created_at, updated_at, origin) values (?, 'asm_own', 'own', 'Own', 'sync', true, '', 0, ?, ?,
			'dashboard')`,
			f.org.ID, noon, noon)
		f.exec(`insert into postings (org_id, id, key, kind, title, status, team, location, type, created_at, updated_at,
			origin) values (?, 'post_own', 'own', 'role', 'Own', 'open', '', '', '', ?, ?, 'dashboard')`,
			f.org.ID, noon, noon)
		f.exec(`insert into people (org_id, email, name, time_zone, meeting_link, calendar_connected, created_at,
			updated_at, origin) values (?, 'own@acme.example', 'Own', '', '', false, ?, ?, 'dashboard')`,
			f.org.ID, noon, noon)
		for subject, id := range map[models.Subject]string{models.SubjectMember: kit, models.SubjectPerson: alan,
			models.SubjectAssessment: f.applied.Assessments["quiz"]} {
			f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, subject, id))
		}
		f.exec("delete from members where org_id = ? and email = ?", f.org.ID, kit)
		file := staffed()
		file.Assessments = append(file.Assessments, setup.Assessment{Key: "own", Title: "The file's",
			DeliveryMode: models.DeliveryAsync})
		file.Postings = append(file.Postings, setup.Posting{Key: "own", Kind: models.KindCohort,
			Title: "The file's", Status: models.StatusClosed, Interviewers: []setup.PostingInterviewer{
				{Email: grace, Slots: []time.Time{at(20, 0)}}}})
		before := f.dump()
		f.apply(file)
		f.unchanged(before)

		// Prune removes what is of the file's origin, and nothing else.
		least := setup.Setup{Organization: staffed().Organization}
		pruned := must(f.Setups.Apply(ctx, least, setups.Options{Prune: true}))(t)
		for table, want := range map[string]string{"assessments": "own", "postings": "own"} {
			if n := f.scalar("select count(*) from "+table+" where org_id = ? and key = ?", f.org.ID, want); n != 1 {
				t.Errorf("%s: the dashboard's own is gone:\n%s", table, strings.Join(pruned.Changes, "\n"))
			}
		}
		for _, email := range []string{"own@acme.example", alan} {
			if n := f.scalar("select count(*) from people where org_id = ? and email = ?", f.org.ID, email); n != 1 {
				t.Errorf("%s is gone:\n%s", email, strings.Join(pruned.Changes, "\n"))
			}
		}
		if n := f.scalar("select count(*) from assessments where org_id = ? and key in ('quiz', 'week')",
			f.org.ID); n != 1 {
			t.Errorf("%d of the quiz, which was taken over, and the week, which was not, are left, want the quiz", n)
		}
	})
}

// A calendar that the dashboard connected stays connected, also under prune, and its person with it.
func TestPruneKeepsADashboardsCalendar(t *testing.T) { // D24
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := keptSetup()
		file.Postings = nil
		file.Imports, file.Submissions = nil, nil
		f := open(t, url, file)
		f.must(f.Team.TakeOver(ctx, act.By{}, f.org.ID, models.SubjectCalendar, grace))
		file.Interviewers[0].Calendar = nil
		for _, people := range [][]setup.Person{file.Interviewers, nil} {
			file.Interviewers = people
			got := must(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))(t)
			if n := f.scalar(`select count(*) from people p join calendars c on c.org_id = p.org_id and
				c.email = p.email where p.org_id = ? and p.email = ? and p.calendar_connected`,
				f.org.ID, grace); n != 1 {
				t.Errorf("with %d people in the file the calendar is gone:\n%s", len(people),
					strings.Join(got.Changes, "\n"))
			}
		}
	})
}

// TestMigrateOrigins: what was there is the file's, except the submissions of candidates.
func TestMigrateOrigins(t *testing.T) { // D24
	t.Parallel()
	testdb.Long(t) // it runs the whole schema
	testdb.EachEmpty(t, func(t *testing.T, url string) {
		f := open(t, url)
		f.must(f.MigrateTo(ctx, 12))
		f.exec(`insert into organizations (id, slug, name, approved, time_zone, mail_from, invite_days, reschedule_max,
			reschedule_cutoff_hours, created_at, updated_at) values ('org_1', 'acme', 'Acme', true, 'UTC', '', 14, 2,
			12,
			?, ?)`, noon, noon)
		f.exec(`insert into assessments (org_id, id, key, title, delivery_mode, ready, instructions, time_limit_minutes,
			created_at, updated_at) values ('org_1', 'asm_1', 'a', 'A', 'async', true, '', 0, ?, ?)`, noon, noon)
		f.exec(`insert into postings (org_id, id, key, kind, title, status, team, location, type, created_at, updated_at)
			values ('org_1', 'post_1', 'p', 'role', 'P', 'open', '', '', '', ?, ?)`, noon, noon)
		f.exec(`insert into tracks (org_id, id, posting_id, key, name, is_default, position)
			values ('org_1', 'trk_1', 'post_1', 't', 'T', true, 0)`)
		f.exec(`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, created_at,
			updated_at) values ('org_1', 'cand_1', 'post_1', 'asm_1', 'trk_1', 'c@c.example', '', 'submitted', ?, ?)`,
			noon, noon)
		f.exec(`insert into submissions (org_id, id, key, posting_id, assessment_id, candidate_id, submitted_at, decision,
			created_at, updated_at) values ('org_1', 'sub_1', 'k', 'post_1', 'asm_1', 'cand_1', ?, 'pending', ?, ?),
			('org_1', 'sub_2', null, 'post_1', 'asm_1', 'cand_1', ?, 'pending', ?, ?)`,
			noon, noon, noon, noon, noon, noon)
		f.done(f.Migrate(ctx))
		for sql, want := range map[string]string{
			"select origin from organizations":                  "file",
			"select origin from assessments":                    "file",
			"select origin from postings":                       "file",
			"select origin from submissions where id = 'sub_1'": "file",
			"select origin from submissions where id = 'sub_2'": "dashboard",
		} {
			if got := query[string](f, sql); got != want {
				t.Errorf("%s: %q, want %q", sql, got, want)
			}
		}
	})
}

// openOwned is [open] with everything that the dashboard edits taken over from the files, except for the organizations
// and their members.
func openOwned(t testing.TB, url string, setups ...setup.Setup) *fixture {
	t.Helper()
	f := open(t, url, setups...)
	f.keptIn(models.OriginDashboard)
	return f
}

// keptIn gives everything that the dashboard edits, except for organizations and members, that origin.
func (f *fixture) keptIn(origin string) {
	f.t.Helper()
	for _, table := range []string{"people", "calendars", "assessments", "postings", "imports", "submissions"} {
		f.exec("update "+table+" set origin = ?", origin)
	}
}

// What a file keeps is read-only in the dashboard, whatever an operation would change of it (D24).
func TestFilesRecordsAreReadOnly(t *testing.T) { // D24
	t.Parallel()
	organizations{keptSetup()}.each(t, func(t *testing.T, f *fixture) {
		posting, assessment := f.posting("backend"), f.applied.Assessments["takehome"]
		before := f.dump()
		for what, edit := range map[string]func() error{
			"edit a posting": func() error {
				return failure(f.Pipelines.EditPosting(ctx, act.By{}, f.org.ID, posting, 1,
					pipeline.PostingEdit{Kind: "role", Title: "Changed"}))
			}, "close a posting": func() error {
				return failure(f.Pipelines.SetPostingState(ctx, act.By{}, f.org.ID, posting, "closed"))
			}, "remove a posting": func() error {
				return f.Pipelines.RemovePosting(ctx, act.By{}, f.org.ID,
					f.posting("analyst"), 1)
			}, "edit a pipeline": func() error {
				return failure(f.Pipelines.EditPipeline(ctx, act.By{}, f.org.ID, posting, 1,
					pipeline.AddTrack{ID: pipelines.NewTrackID(), Name: "More"}))
			}, "assign an interviewer": func() error {
				return f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, posting, lou, "")
			}, "change a link": func() error {
				return f.Availability.SetAssignedLink(ctx, act.By{}, f.org.ID, posting, grace, "",
					"https://meet.example/changed")
			}, "take an interviewer off": func() error {
				return f.Availability.UnassignInterviewer(ctx, act.By{},
					f.org.ID, posting, grace)
			}, "edit an assessment": func() error {
				return failure(f.Pipelines.EditAssessment(ctx, act.By{}, f.org.ID, assessment, 1,
					pipeline.AssessmentEdit{Title: "Changed", DeliveryMode: models.DeliveryAsync}))
			}, "remove an assessment": func() error {
				return f.Pipelines.RemoveAssessment(ctx, act.By{}, f.org.ID, f.applied.Assessments["quiz"], 1)
			}, "save hours": func() error {
				return failure(f.Availability.SetHours(ctx, act.By{}, f.org.ID, grace,
					timetable.HoursOrder{TimeZone: "UTC"}))
			}, "save limits": func() error {
				return failure(f.Availability.SetLimits(ctx, act.By{}, f.org.ID, grace, "",
					models.InterviewLimits{Day: 2}))
			}, "save a date": func() error {
				return failure(f.Availability.SetDates(ctx, act.By{}, f.org.ID, grace, timetable.DatesOrder{}))
			}, "remove a date": func() error {
				return failure(f.Availability.RemoveDate(ctx, act.By{}, f.org.ID, grace, "2031-12-24"))
			}, "connect another calendar": func() error {
				return failure(f.Availability.Connect(ctx, act.By{}, f.org.ID, grace,
					timetable.CalendarAccount{Provider: timetable.CalendarICS, URL: "https://feeds.example/other"}))
			},
			"disconnect a calendar": func() error {
				return f.Availability.Disconnect(ctx, act.By{}, f.org.ID, grace)
			},
		} {
			f.refusedSaying(edit(), models.Conflict, "is kept in the organization file; take it over", what)
		}
		f.unchanged(before)

	})
}

// TestRemovedStaysRemoved proves that what was removed in the dashboard does not come back with a file, such as an
// exported one, that still has it.
func TestRemovedStaysRemoved(t *testing.T) { // D24
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.must(f.adds(f.newMember(lou, "Lou", "recruiter")))
		f.done(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, lou))
		setup := acme()
		setup.Organization.Recruiters = append(setup.Organization.Recruiters, lou)
		applied := must(f.Setups.Apply(ctx, setup, setups.Options{}))(t)
		if !slices.Contains(applied.Kept, setups.KeptRecord{Kind: "member", Key: lou}) {
			t.Errorf("apply left alone %v", applied.Kept)
		}
		f.refused(failure(f.Team.Member(ctx, f.org.ID, lou)), models.NotFound, "a member who was removed")
	})
}
