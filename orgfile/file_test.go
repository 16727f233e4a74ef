package orgfile

import (
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/models/timetable"
)

func TestParse(t *testing.T) {
	t.Parallel()
	t.Run("reads every field", func(t *testing.T) {
		t.Parallel()
		got := parseFile(t, "full.yaml")
		if want := full(); !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	})
	t.Run("fills in default values", func(t *testing.T) {
		t.Parallel()
		got := parse(t, `
organization: {slug: a, name: A}
interviewers: [{email: a@a.example}]
assessments: [{key: x, title: X, delivery_mode: sync}]
postings:
  - key: p
    kind: role
    title: P
    tracks:
      - key: t
        name: T
        default: false
        steps:
          - {key: r, type: assessment, assessment: x, title: R}
          - {key: g, type: group, title: G, assessments: [x]}
  - {key: c, kind: cohort, title: C, tracks: null, team: ~, interviewers: []}
submissions: [{key: s, posting: p, assessment: x, candidate: {email: c@c.example}, submitted_at: 2026-01-01T00:00:00Z}]
`)
		want := setup.Setup{
			Organization: setup.Organization{Slug: "a", Name: "A", Approved: true, TimeZone: "UTC", Language: "en",
				RescheduleMax: 2, RescheduleCutoffHours: 12, UndoSeconds: 10},
			Interviewers: []setup.Person{{Email: "a@a.example"}},
			Assessments:  []setup.Assessment{{Key: "x", Title: "X", DeliveryMode: "sync", Ready: true}},
			Postings: []setup.Posting{
				{
					Key: "p", Kind: "role", Title: "P", Status: "open", Type: "full_time",
					Tracks: []setup.Track{{Key: "t", Name: "T", Default: true, Steps: []setup.Step{
						{Key: "r", Type: "assessment", Title: "R", Assessment: "x", DurationMinutes: 60,
							Bookable: true},
						{Key: "g", Type: "group", Title: "G", AssignmentMode: "random", Assessments: []string{"x"}},
					}}},
				},
				{Key: "c", Kind: "cohort", Title: "C", Status: "open"},
			},
			Submissions: []setup.Submission{{
				Key: "s", Posting: "p", Assessment: "x", Candidate: setup.Candidate{Email: "c@c.example"},
				SubmittedAt: instant("2026-01-01T00:00:00Z"), Decision: "pending",
			}},
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	})
	t.Run("accepts sections in any order, and a byte order mark", func(t *testing.T) {
		t.Parallel()
		got := parse(t, "\uFEFF"+`{
"submissions": [{"key": "s", "posting": "p", "assessment": "x", "candidate": {"email": "c@c.example"},
	"submitted_at": "2026-01-01T00:00:00+02:00"}],
"postings": [{"key": "p", "kind": "cohort", "title": "P"}],
"assessments": [{"key": "x", "title": "X", "delivery_mode": "async"}],
"organization": {"slug": "a", "name": "A"}}`)
		if want := instant("2025-12-31T22:00:00Z"); !got.Submissions[0].SubmittedAt.Equal(want) {
			t.Errorf("got %v, want %v", got.Submissions[0].SubmittedAt, want)
		}
	})
}

func TestParseArtifacts(t *testing.T) {
	t.Parallel()
	got, err := ParseArtifacts("a.yaml",
		[]byte("transcript: {text: Hello., received_at: 2026-03-02T16:00:00Z}\nrecording: {duration_seconds: 1.5}\n"))
	received := instant("2026-03-02T16:00:00Z")
	want := booking.Artifacts{
		Transcript: &booking.Transcript{Text: "Hello.", Segments: []booking.Segment{}, ReceivedAt: &received},
		Recording:  &booking.Recording{DurationSeconds: 1.5},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func parse(t *testing.T, file string) setup.Setup {
	t.Helper()
	setup, err := Parse("org.yaml", []byte(file))
	if err != nil {
		t.Fatalf("the file was refused:\n%v", err)
	}
	return setup
}

func parseFile(t *testing.T, name string) setup.Setup {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(data))
}

func instant(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		panic(err)
	}
	return t.UTC()
}

func pointer[T any](v T) *T { return &v }

// full returns what testdata/full.yaml declares.
func full() setup.Setup {
	return setup.Setup{
		Organization: setup.Organization{
			Slug: "orchard", Name: "Orchard Optics", TimeZone: "America/New_York",
			Language: "de", MailFrom: "Orchard Hiring <Hiring@orchard.example>",
			Admins:     []string{"ada@orchard.example", "lin@orchard.example"},
			Recruiters: []string{"sol@orchard.example", "lin@orchard.example"}, InviteDays: 21,
			RescheduleMax: 0, RescheduleCutoffHours: 48, MovePickedOnly: true, UndoSeconds: 10, RefillHours: 36,
			CancelForbidden: true, CancelCutoffHours: 6,
			Limits: models.OrganizationLimits{InterviewLimits: models.InterviewLimits{Day: 9, Week: 40, Notice: 1},
				NoShowsFree: true}, SupportEmail: "jobs@orchard.example",
			FallbackRecipients: []string{"desk@orchard.example"},
			MemberNames:        map[string]string{"sol@orchard.example": "Ray, Sol"},
			Brand: setup.Brand{Accent: "#1d6f42", LogoType: models.LogoSVG,
				Logo: []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)},
			AllowPrivateNetworks: []netip.Prefix{netip.MustParsePrefix("10.20.0.0/16"),
				netip.MustParsePrefix("fd12:3456::/32"), netip.MustParsePrefix("192.168.1.20/32")},
		},
		Interviewers: []setup.Person{
			{Email: "grace@orchard.example", Name: "Grace Hale", Title: "Lens designer", TimeZone: "America/New_York",
				MeetingLink: "https://meet.orchard.example/grace"},
			{Email: "katya@orchard.example", WorkingHours: timetable.WeeklyHours{
				time.Monday: {{From: 540, To: 720}, {From: 780, To: 1020}},
				time.Friday: {{From: 540, To: 1440}},
			}, Dates: timetable.DatedHours{
				"2031-12-24": {},
				"2031-12-27": {{From: 600, To: 720}, {From: 840, To: 960}},
			}},
			{Email: "dav@orchard.example", Calendar: &timetable.CalendarAccount{
				Provider: "caldav", URL: "https://dav.orchard.example/dav/", Username: "dav", Password: "0123"}},
			{Email: "feed@orchard.example", Calendar: &timetable.CalendarAccount{
				Provider: "ics", URL: "https://feeds.orchard.example/f.ics"}},
			{Email: "goo@orchard.example", WorkingHours: timetable.WeeklyHours{}, Limits: models.InterviewLimits{Day: 2},
				Calendar: &timetable.CalendarAccount{
					Provider: "google", ClientID: "i", ClientSecret: "s", RefreshToken: "t"}},
			{Email: "kim@orchard.example", CalendarKept: true},
		},
		Absences: []setup.Absence{
			{Email: "grace@orchard.example", Absence: timetable.Absence{First: "2031-12-22", Last: "2031-12-24",
				Reason: "Skiing in Davos"}},
			{Email: "visitor@elsewhere.example", Absence: timetable.Absence{First: "2031-03-03", Last: "2031-03-03"}},
		},
		Pools: []setup.Pool{
			{Key: "backend", Name: "Backend", PoolSettings: models.PoolSettings{ShadowsNeeded: 3,
				ReverseShadowsNeeded: 2, ShadowsShown: true}, Limits: models.InterviewLimits{Day: 2, Week: 6, Row: 3,
				Before: 10, After: 5, Notice: 1}, Members: []models.PoolMember{
				{Email: "grace@acme.example", State: models.PoolQualified},
				{Email: "kay@acme.example", State: models.PoolShadow, Done: 1},
				{Email: "alan@acme.example", State: models.PoolReverseShadow},
				{Email: "zed@acme.example", State: models.PoolPaused, PausedUntil: "2031-04-01",
					Resumes: models.PoolShadow, Done: 2},
				{Email: "vic@acme.example", State: models.PoolPaused, Resumes: models.PoolQualified}}},
			{Key: "managers", Name: "Hiring managers"},
			{Key: "berlin", Name: "Rooms Berlin", Kind: models.PoolRooms, Limits: models.InterviewLimits{
				After: 15}, Rooms: []timetable.Room{
				{Key: "three", Name: "Berlin 3", Capacity: 6, TimeZone: "Europe/Berlin", Hours: timetable.WeeklyHours{
					time.Monday: {{From: 480, To: 720}, {From: 780, To: 1080}}, time.Friday: {{From: 480, To: 840}}}},
				{Key: "two", Name: "Berlin 2", Capacity: 2}}},
		},
		Assessments: []setup.Assessment{
			{Key: "takehome", Title: "Lens take-home", DeliveryMode: "async", Ready: true, TimeLimitMinutes: 240,
				Instructions: "Grind a **lens**.\n\nPolish it.\n"},
			{Key: "design", Title: "Design interview", DeliveryMode: "sync", Ready: true},
			{Key: "week", Title: "Trial week", DeliveryMode: "trial", Ready: true},
			{Key: "quiz-a", Title: "Quiz A", DeliveryMode: "async", Ready: true},
			{Key: "quiz-b", Title: "Quiz B", DeliveryMode: "async", Ready: true},
			{Key: "draft", Title: "Draft", DeliveryMode: "sync"},
		},
		Postings: []setup.Posting{
			{
				Key: "optics", Kind: "role", Title: "Optics Engineer", Status: "open", Team: "Lenses",
				Location: "New York", Type: "contract", CreatedAt: pointer(instant("2026-01-05T08:00:00Z")),
				Tracks: []setup.Track{
					{Key: "referral", Name: "Referral", Steps: []setup.Step{
						{Key: "design", Type: "assessment", Title: "Design", Assessment: "design", DurationMinutes: 45,
							Bookable: true},
						{Key: "draft", Type: "assessment", Title: "Draft", Assessment: "draft", DurationMinutes: 60},
					}},
					{Key: "main", Name: "Main", Default: true, Steps: []setup.Step{
						{Key: "review", Type: "step", Title: "CV review"},
						{Key: "takehome", Type: "assessment", Title: "Take-home", Assessment: "takehome",
							DurationMinutes: 60, Bookable: true},
						{Key: "design", Type: "assessment", Title: "Design", Assessment: "design", DurationMinutes: 60,
							Bookable: true, Indefinite: true, FallbackRecipients: []string{"lead@orchard.example"},
							Seats: []models.Seat{{Pool: "backend", Count: 2, Role: "interviewer"},
								{People: []string{"lin@orchard.example"}, Count: 1, Role: "observer", Optional: true},
								{Pool: "backend", Count: 1, Role: "shadow", Optional: true},
								{Pool: "berlin", Count: 1, Role: "room"}}},
						{Key: "quizzes", Type: "group", Title: "Quizzes", AssignmentMode: "self_select",
							Assessments: []string{"quiz-a", "quiz-b"}},
					}},
				},
				Unstaged:   []string{"week"},
				Recruiters: []string{"lin@orchard.example", "ada@orchard.example"},
				Interviewers: []setup.PostingInterviewer{
					{Email: "grace@orchard.example", MeetingLink: "https://meet.orchard.example/optics",
						Slots: []time.Time{instant("2031-03-03T15:00:00Z"), instant("2031-03-04T15:00:00Z")}},
					{Email: "visitor@elsewhere.example", NoMember: true},
				},
			},
			{Key: "graduates", Kind: "cohort", Title: "Graduates", Status: "open"},
			{Key: "analyst", Kind: "role", Title: "Analyst", Status: "closed", Type: "full_time",
				ArchivedAt: pointer(instant("2026-03-05T10:00:00Z")),
				Tracks:     []setup.Track{{Key: "only", Name: "Only", Default: true}}},
		},
		Imports: []setup.Import{
			{
				Key: "gh-1", Posting: "optics", Step: "main/design",
				Candidate: setup.Candidate{Email: "imported@candidate.example", Name: "Imported Candidate"},
				Source:    "greenhouse", ScheduledStartAt: instant("2026-03-02T15:00:00Z"), DurationMinutes: 30,
				InterviewerEmail: "grace@orchard.example",
				MeetingLink:      "https://meet.orchard.example/grace",
				CallEndedAt:      pointer(instant("2026-03-02T15:52:10.123Z")),
				Artifacts: booking.Artifacts{
					Transcript: &booking.Transcript{
						Text: "Welcome. Thank you.", ReceivedAt: pointer(instant("2026-03-02T16:00:00Z")),
						Segments: []booking.Segment{{Speaker: "Grace Hale", EndMS: 900, Text: "Welcome."},
							{Speaker: "Imported Candidate", StartMS: 950, EndMS: 1800, Text: "Thank you."}},
					},
					Recording: &booking.Recording{Available: true, DurationSeconds: 3120},
					InterviewerNotes: &booking.InterviewerNotes{Text: "Strong on trade-offs.",
						UpdatedAt: pointer(instant("2026-03-02T16:10:00Z"))},
				},
			},
			{
				Key: "as-2", Posting: "optics", Step: "referral/design",
				Candidate: setup.Candidate{Email: "two@candidate.example"},
				Source:    "ashby", ScheduledStartAt: instant("2026-03-03T15:10:00Z"),
				InterviewerEmail: "elsewhere@orchard.example",
			},
		},
		Submissions: []setup.Submission{
			{
				Key: "sub-1", Posting: "optics", Assessment: "takehome",
				Candidate:   setup.Candidate{Email: "done@candidate.example", Name: "Done Candidate"},
				SubmittedAt: instant("2026-03-01T10:00:00Z"), Score: pointer(84.0), NativeScore: pointer(4.2),
				Decision: "advance",
			},
			{
				Key: "sub-2", Posting: "optics", Assessment: "takehome",
				Candidate:   setup.Candidate{Email: "fresh@candidate.example"},
				SubmittedAt: instant("2026-03-05T10:00:00Z"), Decision: "pending",
			},
		},
	}
}
