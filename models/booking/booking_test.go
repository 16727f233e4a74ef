package booking_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/timetable"
)

func TestBookingRequestValidate(t *testing.T) { // §4, Book
	t.Parallel()
	valid := func() booking.Request {
		return booking.Request{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: " Cleo@Candidate.example",
			CandidateName: " Cleo\n", InterviewerEmail: "ANN@acme.example",
			MeetingLink: "https://meet.example/x", TimeZone: desk.Ptr("Europe/Berlin"),
			ScheduledStartAt: desk.Ptr("2031-03-03T17:00:00.0009+02:00"), ReplaceExisting: true}
	}
	t.Run("normalizes what it takes", func(t *testing.T) {
		got, err := valid().Validate()
		want := booking.Order{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: desk.Cleo, CandidateName: "Cleo",
			Start: desk.Mon(15, 0), InterviewerEmail: desk.Ann,
			MeetingLink: "https://meet.example/x", TimeZone: "Europe/Berlin", Replace: true}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v\nwant %+v", got, err, want)
		}
	})
	t.Run("candidate_id wins, email and name are not checked", func(t *testing.T) {
		r := valid()
		r.CandidateID, r.CandidateEmail, r.CandidateName = "cand_1", "not an address", strings.Repeat("x", 301)
		got, err := r.Validate()
		if err != nil || got.CandidateID != "cand_1" || got.CandidateEmail != "" || got.CandidateName != "" {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("what is empty is absent", func(t *testing.T) {
		got, err := booking.Request{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: desk.Cleo,
			ScheduledStartAt: desk.Ptr("2031-03-03T15:00:00Z")}.Validate()
		want := booking.Order{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: desk.Cleo, Start: desk.Mon(15, 0)}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v\nwant %+v", got, err, want)
		}
	})
	for _, c := range []struct {
		field string
		spoil func(*booking.Request)
	}{
		{"posting_id", func(r *booking.Request) { r.PostingID = "" }},
		{"round_id", func(r *booking.Request) { r.RoundID = "" }},
		{"candidate_id or candidate_email", func(r *booking.Request) { r.CandidateEmail = "" }},
		{"candidate_email", func(r *booking.Request) { r.CandidateEmail = "cleo" }},
		{"candidate_name", func(r *booking.Request) { r.CandidateName = strings.Repeat("x", 301) }},
		{"interviewer_email", func(r *booking.Request) { r.InterviewerEmail = "ann" }},
		{"meeting_link", func(r *booking.Request) { r.MeetingLink = "meet.example" }},
		{"time_zone", func(r *booking.Request) { r.TimeZone = desk.Ptr("") }},
		{"scheduled_start_at", func(r *booking.Request) { r.ScheduledStartAt = nil }},
		{"scheduled_start_at", func(r *booking.Request) { r.ScheduledStartAt = desk.Ptr("") }},
		{"scheduled_start_at", func(r *booking.Request) { r.ScheduledStartAt = desk.Ptr("2201-01-01T00:00:00Z") }},
	} {
		r := valid()
		c.spoil(&r)
		desk.WantRefusal(t, "a bad "+c.field, models.Invalid, c.field)(r.Validate())
	}
	r := valid()
	r.ScheduledStartAt = desk.Ptr("2200-12-31T23:59:59.999Z")
	desk.WantRefusal(t, "the last millisecond of 2200", 0, "")(r.Validate())
}

// TestDecideBookingOrder makes a booking wrong in every way at once and mends one after the other: each time the
// refusal is the first of those that are left.
func TestDecideBookingOrder(t *testing.T) {
	t.Parallel()
	o, f := desk.Order(), booking.Facts{Organization: desk.Facts().Organization}
	o.CandidateID, o.Start, o.CandidateEmail = "cand_1", desk.Mon(15, 0).AddDate(-1, 0, 0), ""
	taken := timetable.Booked{InterviewID: "int_other", Range: timetable.Range{From: desk.Mon(14, 30), To: desk.Mon(15, 30)}}
	for _, step := range []struct {
		kind   models.Kind
		naming string
		mend   func()
	}{
		{models.NotFound, "posting_id", func() { f.Posting = desk.Facts().Posting; f.Posting.Status = models.StatusClosed }},
		{models.NotFound, "round_id", func() {
			r := *desk.Facts().Round
			r.Type, r.DeliveryMode, r.Bookable = models.StepGroup, models.DeliveryAsync, false
			f.Round = &r
		}},
		{models.NotFound, "candidate_id", func() {
			f.Candidate = &models.Candidate{ID: "cand_1", PostingID: "post_2", AssessmentID: "asm_2", TrackID: "trk_2",
				State: models.CandidateSubmitted}
			f.Existing = desk.Ptr(desk.Scheduled())
			f.Busy = []timetable.Booked{taken}
			f.Available = timetable.Availability{Interviewers: []timetable.Available{{Email: desk.Ann,
				Painted:  []time.Time{desk.Mon(15, 0)},
				Bookings: []timetable.Booked{taken}}}}
		}},
		{models.Invalid, "group", func() { f.Round.Type = models.StepAssessment }},
		{models.Invalid, "async", func() { f.Round.DeliveryMode = models.DeliverySync }},
		{models.Invalid, "bookable", func() { f.Round.Bookable = true }},
		{models.Invalid, "in the past", func() { o.Start = desk.Mon(15, 0) }},
		{models.Conflict, "belongs to posting post_2", func() { f.Candidate.PostingID = "post_1" }},
		{models.Conflict, "belongs to assessment asm_2", func() { f.Candidate.AssessmentID = "asm_1" }},
		{models.Conflict, "is in track trk_2", func() { f.Candidate.TrackID = "trk_1" }},
		{models.Conflict, "is submitted", func() { f.Candidate.State = models.CandidateInvited }},
		{models.Conflict, "already has interview int_1 (scheduled); send replace_existing: true", func() { f.Existing = nil }},
		{models.Conflict, "interviewer " + desk.Ann + " already has an interview from 2031-03-03T14:30:00.000Z to " +
			"2031-03-03T15:30:00.000Z", func() { f.Busy = nil }},
		{models.Conflict, "scheduled_start_at 2031-03-03T15:00:00.000Z is fully booked",
			func() { f.Available = timetable.Availability{} }},
	} {
		_, err := booking.Decide(o, f, models.DefaultPolicy, desk.BookingIDs, desk.Thu)
		if models.KindOf(err) != step.kind || !strings.Contains(err.Error(), step.naming) {
			t.Fatalf("got %v (kind %d), want kind %d naming %q", err, models.KindOf(err), step.kind, step.naming)
		}
		step.mend()
	}
	b := desk.Decide(t, o, f) // an existing candidate of a closed posting can be booked
	if b.NewCandidate || b.Replaced || b.Interview.ID != "int_new" || b.Interview.CandidateID != "cand_1" {
		t.Errorf("got %+v", b)
	}
}

func TestDecideBooking(t *testing.T) {
	t.Parallel()
	t.Run("makes the candidate by email, in the round's track", func(t *testing.T) {
		o := desk.Order()
		o.CandidateName = "Cleo"
		b := desk.Decide(t, o, desk.Facts())
		want := models.Candidate{OrgID: "org_1", ID: "cand_new", PostingID: "post_1", AssessmentID: "asm_1", TrackID: "trk_1",
			Email: desk.Cleo, Name: "Cleo", State: models.CandidateInvited, CreatedAt: desk.Thu, UpdatedAt: desk.Thu}
		if !b.NewCandidate || b.Candidate != want || !b.Interview.AssessmentLinkOwed {
			t.Errorf("got %+v, link owed %v", b.Candidate, b.Interview.AssessmentLinkOwed)
		}
	})
	standard := models.Interview{OrgID: "org_1", ID: "int_new", PostingID: "post_1", RoundID: "rnd_1", TrackID: "trk_1",
		AssessmentID: "asm_1", CandidateID: "cand_new", Source: models.SourceLitmus, TimeZone: "America/New_York",
		InterviewerEmail: desk.Ann, DurationMinutes: 60, StartsAt: desk.Mon(15, 0), EndsAt: desk.Mon(16, 0),
		WindowEndsAt: desk.Ptr(desk.Mon(16, 0)), CreatedAt: desk.Thu, UpdatedAt: desk.Thu, StartSetAt: desk.Thu,
		InterviewerSetAt: desk.Thu,
		Revision:         1, AnnounceRevision: 1, AssessmentLinkOwed: true}
	same := func(*models.Interview) {}
	for name, c := range map[string]struct {
		change  func(*booking.Order, *booking.Facts)
		differs func(*models.Interview) // from the row of a standard booking
	}{
		"a standard booking (§2, §3)": {func(*booking.Order, *booking.Facts) {}, same},
		"time_zone absent is the organization's": {func(o *booking.Order, _ *booking.Facts) { o.TimeZone = "Asia/Kolkata" },
			func(i *models.Interview) { i.TimeZone = "Asia/Kolkata" }},
		"indefinite is the round's": {func(_ *booking.Order, f *booking.Facts) { f.Round.Indefinite = true },
			func(i *models.Interview) { i.Indefinite, i.WindowEndsAt = true, nil }},
		"with nothing to replace it is a plain booking": {func(o *booking.Order, _ *booking.Facts) { o.Replace = true }, same},
		"a time that is not offered is accepted (§4 rule 3)": {func(_ *booking.Order, f *booking.Facts) {
			f.Available = timetable.Availability{Interviewers: []timetable.Available{{Email: desk.Bob,
				Painted: []time.Time{desk.Mon(14, 0)}}},
				Unnamed: []timetable.Booked{{InterviewID: "int_3", Range: desk.Span(15, 0, 16, 0)}}}
		}, same},
		"nobody is chosen, and the round's fallback is briefed, sorted and each once": {
			func(o *booking.Order, _ *booking.Facts) { o.InterviewerEmail = "" },
			func(i *models.Interview) { i.InterviewerEmail, i.BriefingRecipients = "", []string{desk.Fay, desk.Gus} }},
		"else the organization's admins": {
			func(o *booking.Order, f *booking.Facts) { o.InterviewerEmail, f.Round.FallbackRecipients = "", nil },
			func(i *models.Interview) {
				i.InterviewerEmail, i.BriefingRecipients = "", []string{"root@acme.example"}
			}},
		"and nobody where there is none": {
			func(o *booking.Order, f *booking.Facts) {
				o.InterviewerEmail, f.Round.FallbackRecipients, f.Admins = "", nil, nil
			},
			func(i *models.Interview) { i.InterviewerEmail = "" }},
	} {
		o, f, want := desk.Order(), desk.Facts(), standard
		c.change(&o, &f)
		c.differs(&want)
		b := desk.Decide(t, o, f)
		if i := b.Interview; !reflect.DeepEqual(i, want) || i.StatusAt(desk.Thu) != models.StatusScheduled ||
			b.Replaced {
			t.Errorf("%s: got %+v (%s)\nwant %+v", name, i, i.StatusAt(desk.Thu), want)
		}
	}
	t.Run("truncates now to the millisecond", func(t *testing.T) {
		b, err := booking.Decide(desk.Order(), desk.Facts(), models.DefaultPolicy, desk.BookingIDs,
			desk.Thu.Add(999*time.Microsecond).In(time.FixedZone("", 3600)))
		if err != nil || b.Interview.CreatedAt != desk.Thu || b.Interview.UpdatedAt != desk.Thu ||
			b.Candidate.CreatedAt != desk.Thu {
			t.Errorf("got %v, %v", b.Interview.CreatedAt, err)
		}
	})
	t.Run("a closed posting takes no new candidate", func(t *testing.T) {
		f := desk.Facts()
		f.Posting.Status = models.StatusClosed
		desk.WantRefusal(t, "a new candidate", models.Conflict, "closed")(booking.Decide(desk.Order(), f, models.DefaultPolicy, desk.BookingIDs, desk.Thu))
		f.Candidate = desk.Known()
		desk.Decide(t, desk.Order(), f)
	})
	t.Run("candidate states", func(t *testing.T) {
		for state, refused := range map[string]models.Kind{models.CandidateInvited: 0, models.CandidateInProgress: 0,
			models.CandidateSubmitted: models.Conflict, models.CandidateAdvanced: models.Conflict,
			models.CandidateRejected: models.Conflict,
			models.CandidateExpired:  models.Conflict, models.CandidateWithdrawn: models.Conflict} {
			f := desk.Facts()
			f.Candidate = desk.Known()
			f.Candidate.State = state
			desk.WantRefusal(t, state, refused, "")(booking.Decide(desk.Order(), f, models.DefaultPolicy, desk.BookingIDs, desk.Thu))
		}
		f := desk.Facts()
		f.Candidate = desk.Known()
		f.Candidate.InviteExpiresAt = desk.Ptr(desk.Thu)
		desk.WantRefusal(t, "an invitation that ran out", models.Conflict, "expired")(
			booking.Decide(desk.Order(), f, models.DefaultPolicy, desk.BookingIDs, desk.Thu))
		f.Existing = desk.Ptr(desk.Scheduled())
		o := desk.Order()
		o.Replace = true
		desk.Decide(t, o, f) // an interview that is not canceled keeps the candidate alive
	})
	t.Run("a name fills an empty one and never overwrites", func(t *testing.T) {
		f, o := desk.Facts(), desk.Order()
		f.Candidate, o.CandidateName = desk.Known(), "Cleo"
		b := desk.Decide(t, o, f)
		verify.Each(t, "the booking", verify.Fields{"NameFilled": {b.NameFilled, true},
			"Name": {b.Candidate.Name, "Cleo"}, "UpdatedAt": {b.Candidate.UpdatedAt, desk.Thu},
			"NewCandidate": {b.NewCandidate, false}, "AssessmentLinkOwed": {b.Interview.AssessmentLinkOwed, false}})
		f.Candidate.Name = "Cleopatra"
		if b := desk.Decide(t, o, f); b.NameFilled || b.Candidate.Name != "Cleopatra" {
			t.Errorf("got %+v", b.Candidate)
		}
		f.Candidate.Name, o.CandidateName = "", ""
		if b := desk.Decide(t, o, f); b.NameFilled {
			t.Error("nothing was filled in")
		}
	})
	t.Run("any row that is not canceled is a conflict (§4 rule 1)", func(t *testing.T) {
		completed, expired := desk.Scheduled(), desk.External()
		completed.CallEndedAt = desk.Ptr(desk.Thu)
		expired.ExpiresAt = desk.Ptr(desk.Thu)
		for status, i := range map[string]models.Interview{models.StatusScheduled: desk.Scheduled(),
			models.StatusCompleted: completed,
			models.StatusPending:   desk.External(), models.StatusExpired: expired} {
			f, o := desk.Facts(), desk.Order()
			f.Candidate, f.Existing = desk.Known(), &i
			desk.WantRefusal(t, status, models.Conflict, i.ID+" ("+status+")")(
				booking.Decide(o, f, models.DefaultPolicy, desk.BookingIDs, desk.Thu))
			o.Replace = true
			if b := desk.Decide(t, o, f); !b.Replaced || b.Interview.ID != i.ID {
				t.Errorf("%s: a replace keeps the id: got %+v", status, b)
			}
		}
	})
}

// TestDecideBookingInterviewerBooked proves §4 rule 2; [timetable.TestOverlaps] has all the ways in which two
// interviews overlap.
func TestDecideBookingInterviewerBooked(t *testing.T) {
	t.Parallel()
	f := desk.Facts()
	f.Busy = []timetable.Booked{{InterviewID: "int_other", Range: desk.Span(15, 59, 17, 0)}}
	desk.WantRefusal(t, "booked then", models.Conflict, "")(booking.Decide(desk.Order(), f, models.DefaultPolicy, desk.BookingIDs, desk.Thu))
	o := desk.Order()
	o.InterviewerEmail = "" // nobody is named
	desk.Decide(t, o, f)
	f.Busy = []timetable.Booked{{InterviewID: "int_other", Range: desk.Span(14, 0, 15, 0)}, {InterviewID: "int_another", Range: desk.Span(16, 0, 17, 0)}} // both touch it
	desk.Decide(t, desk.Order(), f)
}

func TestDecideBookingOfAStranger(t *testing.T) {
	t.Parallel()
	f := desk.Facts()
	f.Letters = effect.StrangerLetters{Sent: 9, Limit: 10}
	if b := desk.Decide(t, desk.Order(), f); !b.ToStranger {
		t.Error("the letter to the interviewer does not count")
	}
	f.Letters.Sent = 10
	desk.WantRefusal(t, "one letter too many", models.Throttled, "")(booking.Decide(desk.Order(), f, models.DefaultPolicy, desk.BookingIDs, desk.Thu))
	f.Own.Known = true
	if b := desk.Decide(t, desk.Order(), f); b.ToStranger {
		t.Error("the letter to a person of the organization counts")
	}
}

func TestDecideBookingReplace(t *testing.T) {
	t.Parallel()
	now := desk.Thu.Add(time.Hour)
	replace := func(t *testing.T, old models.Interview, change func(*booking.Order, *booking.Facts)) booking.Booking {
		t.Helper()
		o, f := desk.Order(), desk.Facts()
		o.Replace, o.Start = true, desk.Mon(17, 0)
		f.Candidate, f.Existing = desk.Known(), &old
		change(&o, &f)
		b, err := booking.Decide(o, f, models.DefaultPolicy, desk.BookingIDs, now)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	asIs := func(*booking.Order, *booking.Facts) {}
	t.Run("keeps id and created_at, changes everything else", func(t *testing.T) {
		old := desk.Scheduled()
		old.CallEndedAt, old.AssessmentLinkOwed = desk.Ptr(desk.Thu), true
		old.Replacement = &models.Replacement{Interviewer: old.InterviewerEmail, By: old.InterviewerEmail}
		b := replace(t, old, func(_ *booking.Order, f *booking.Facts) {
			f.Round.ID, f.Round.DurationMinutes = "rnd_2", 30
		})
		i := b.Interview
		verify.Each(t, "the interview", verify.Fields{"Replaced": {b.Replaced, true}, "ID": {i.ID, old.ID},
			"CreatedAt": {i.CreatedAt, old.CreatedAt}, "CallEndedAt": {i.CallEndedAt, nil},
			"Revision": {i.Revision, old.Revision + 1}, "AnnounceRevision": {i.AnnounceRevision, i.Revision},
			"UpdatedAt": {i.UpdatedAt, now}, "AccessEpoch": {i.AccessEpoch, old.AccessEpoch + 1},
			"StartSetAt": {i.StartSetAt, now}, "AssessmentLinkOwed": {i.AssessmentLinkOwed, true},
			"Replacement": {i.Replacement, nil}})
		if i.RoundID != "rnd_2" || i.DurationMinutes != 30 || !i.EndsAt.Equal(desk.Mon(17, 30)) ||
			!i.WindowEndsAt.Equal(desk.Mon(17, 30)) {
			t.Errorf("the round's values are the new round's: got %+v", i)
		}
	})
	t.Run("updated_at rises although the clock stands still", func(t *testing.T) {
		old := desk.Scheduled()
		old.UpdatedAt = now.Add(time.Second)
		if got := replace(t, old, asIs).Interview.UpdatedAt; !got.Equal(now.Add(time.Second + time.Millisecond)) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("what is omitted takes its default again", func(t *testing.T) {
		old := desk.Scheduled()
		old.TimeZone, old.InterviewerEmail, old.MeetingLink, old.LinkSource = "Asia/Kolkata", desk.Bob,
			"https://meet.example/body", models.LinkFromBody
		i := replace(t, old, func(o *booking.Order, _ *booking.Facts) { o.InterviewerEmail = "" }).Interview
		verify.Each(t, "the interview", verify.Fields{"TimeZone": {i.TimeZone, "America/New_York"},
			"InterviewerEmail": {i.InterviewerEmail, ""}, "MeetingLink": {i.MeetingLink, ""},
			"LinkSource":         {i.LinkSource, ""},
			"BriefingRecipients": {i.BriefingRecipients, []string{desk.Fay, desk.Gus}}})
	})
	t.Run("the row being replaced never conflicts with itself", func(t *testing.T) {
		old := desk.Scheduled()
		replace(t, old, func(o *booking.Order, f *booking.Facts) {
			o.Start = desk.Mon(15, 30)
			self := timetable.Booked{InterviewID: old.ID, Range: timetable.Range{From: old.StartsAt, To: old.EndsAt}}
			f.Busy = []timetable.Booked{self}
			f.Available = timetable.Availability{Interviewers: []timetable.Available{{Email: desk.Ann,
				Painted:  []time.Time{desk.Mon(15, 30)},
				Bookings: []timetable.Booked{self}}}}
		})
	})
}

// TestDecideBookingInvited: an interview has when its candidate had been invited as it was booked, also after they were
// invited again and it was replaced (D26).
func TestDecideBookingInvited(t *testing.T) {
	t.Parallel()
	o, f := desk.Order(), desk.Facts()
	f.Candidate = desk.Known()
	f.Candidate.InvitedAt = desk.Ptr(desk.Thu)
	first, err := booking.Decide(o, f, models.DefaultPolicy, desk.BookingIDs, desk.Thu.Add(time.Hour))
	if err != nil || first.Interview.InvitedAt == nil || !first.Interview.InvitedAt.Equal(desk.Thu) {
		t.Fatalf("booked: invited %v, %v", first.Interview.InvitedAt, err)
	}
	f.Candidate.InvitedAt, f.Existing, o.Replace = desk.Ptr(desk.Thu.Add(2*time.Hour)), &first.Interview, true
	again, err := booking.Decide(o, f, models.DefaultPolicy, desk.BookingIDs, desk.Thu.Add(3*time.Hour))
	if err != nil || again.Interview.InvitedAt == nil || !again.Interview.InvitedAt.Equal(desk.Thu) {
		t.Errorf("replaced: invited %v, %v", again.Interview.InvitedAt, err)
	}
}

func TestDecideBookingPastStart(t *testing.T) {
	t.Parallel()
	tick := time.Millisecond
	for name, c := range map[string]struct {
		now        time.Time
		grace      time.Duration
		indefinite bool
		refused    models.Kind // 0: not at all
		warned     bool
	}{
		"now":                             {now: desk.Mon(15, 0)},
		"a tick ago":                      {now: desk.Mon(15, 0).Add(tick), warned: true},
		"a tick before its window closes": {now: desk.Mon(16, 0).Add(-tick), warned: true},
		"its window would close now":      {now: desk.Mon(16, 0), refused: models.Invalid},
		"grace holds it open":             {now: desk.Mon(16, 0), grace: time.Minute, warned: true},
		"grace is over":                   {now: desk.Mon(16, 1), grace: time.Minute, refused: models.Invalid},
		"indefinite, 24 hours ago":        {now: desk.Mon(15, 0).Add(24 * time.Hour), indefinite: true, warned: true},
		"indefinite, more than 24 hours ago": {now: desk.Mon(15, 0).Add(24*time.Hour + tick), indefinite: true,
			refused: models.Invalid},
	} {
		f, p := desk.Facts(), models.DefaultPolicy
		f.Round.Indefinite, p.SessionGrace = c.indefinite, c.grace
		b, err := booking.Decide(desk.Order(), f, p, desk.BookingIDs, c.now)
		desk.WantRefusal(t, name, c.refused, "scheduled_start_at")(b, err)
		if got := slices.Contains(desk.Codes(b.Warnings), models.WarnStartInPast); got != c.warned {
			t.Errorf("%s: warnings %v, want that it is in the past: %t", name, b.Warnings, c.warned)
		}
	}
}

func TestMeetingLinkChain(t *testing.T) {
	t.Parallel()
	o, f := desk.Order(), desk.Facts()
	o.MeetingLink, f.Own = "https://meet.example/body", booking.InterviewerLinks{Posting: "https://meet.example/posting",
		Person: "https://meet.example/person", Calendar: timetable.CalendarGoogle}
	for _, step := range []struct {
		source string
		drop   func()
	}{
		{models.LinkFromBody, func() { o.MeetingLink = "" }}, {models.LinkFromPosting, func() { f.Own.Posting = "" }},
		{models.LinkFromPerson, func() { f.Own.Person = "" }}, {"", func() {}},
	} {
		b := desk.Decide(t, o, f)
		want := ""
		if step.source != "" {
			want = "https://meet.example/" + step.source
		}
		if i := b.Interview; i.LinkSource != step.source || i.MeetingLink != want || !i.CalendarCopy {
			t.Errorf("got %q from %q, copied %t; want %q", i.MeetingLink, i.LinkSource, i.CalendarCopy, want)
		}
		if warned := b.Warnings != nil; warned != (want == "") {
			t.Errorf("link %q: warnings %v", want, b.Warnings)
		}
		step.drop()
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	t.Run("every warning of a decision, in order", func(t *testing.T) {
		o, f := desk.Order(), desk.Facts()
		o.InterviewerEmail, f.Round.FallbackRecipients, f.Admins = "", nil, nil
		b, err := booking.Decide(o, f, models.DefaultPolicy, desk.BookingIDs, desk.Mon(15, 30))
		if want := []string{models.WarnMissingMeetingLink, models.WarnNoBriefingRecipient,
			models.WarnStartInPast}; err != nil ||
			!slices.Equal(desk.Codes(b.Warnings), want) {
			t.Errorf("got %v, %v; want %v", desk.Codes(b.Warnings), err, want)
		}
		for _, w := range b.Warnings {
			if w.Message == "" {
				t.Errorf("%s says nothing", w.Code)
			}
		}
	})
	t.Run("are sorted, whatever order they came in", func(t *testing.T) {
		ws := []models.Warning{{Code: models.WarnInterviewerAway}, {Code: models.WarnStartInPast},
			{Code: models.WarnSideEffectsDelayed},
			{Code: models.WarnNoBriefingRecipient}, {Code: models.WarnCalendarUnavailable},
			{Code: models.WarnMissingMeetingLink}}
		models.SortWarnings(ws)
		if want := []string{"missing_meeting_link", "calendar_unavailable", "side_effects_delayed",
			"no_briefing_recipient", "start_in_past", "interviewer_away"}; !slices.Equal(desk.Codes(ws), want) {
			t.Errorf("got %v", desk.Codes(ws))
		}
	})
}

func TestKeeps(t *testing.T) { // D12
	t.Parallel()
	start := time.Date(2031, 3, 4, 12, 0, 0, 0, time.UTC)
	before := models.Interview{RoundID: "rnd_1", InterviewerEmail: "ann@x.io", StartsAt: start, Source: "litmus",
		EndsAt: start.Add(time.Hour), TimeZone: "UTC", MeetingLink: "https://meet.x.io/own"}
	for about, change := range map[string]func(*models.Interview){
		"another start":       func(i *models.Interview) { i.StartsAt = start.Add(time.Hour) },
		"another length":      func(i *models.Interview) { i.EndsAt = start.Add(2 * time.Hour) },
		"no end":              func(i *models.Interview) { i.Indefinite = true },
		"another interviewer": func(i *models.Interview) { i.InterviewerEmail = "bob@x.io" },
		"another round":       func(i *models.Interview) { i.RoundID = "rnd_2" },
		"another zone":        func(i *models.Interview) { i.TimeZone = "Asia/Tokyo" },
		"another link":        func(i *models.Interview) { i.MeetingLink = "https://meet.x.io/b" },
		"a link to be made":   func(i *models.Interview) { i.LinkMaker = models.MakerCalendar },
		"an external session": func(i *models.Interview) { i.Source = models.SourceExternal },
	} {
		after := before
		if change(&after); booking.Keeps(before, after) {
			t.Errorf("%s: nothing is changed", about)
		}
	}
	after := before
	if after.Revision++; !booking.Keeps(before, after) {
		t.Error("the same is changed")
	}
}

func TestOrderRepeats(t *testing.T) { // D12
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	start := now.AddDate(0, 0, 1)
	o := booking.Order{RoundID: "rnd_1", InterviewerEmail: "ann@x.io", Start: start}
	i := models.Interview{RoundID: "rnd_1", InterviewerEmail: "ann@x.io", StartsAt: start, StartSetAt: now}
	for about, c := range map[string]struct {
		change func(*booking.Order)
		after  time.Duration
		want   bool
	}{
		"the same at once":        {func(*booking.Order) {}, 0, true},
		"the same after a minute": {func(*booking.Order) {}, time.Minute, true},
		"the same later":          {func(*booking.Order) {}, time.Minute + time.Millisecond, false},
		"another start":           {func(o *booking.Order) { o.Start = start.Add(time.Hour) }, 0, false},
		"another interviewer":     {func(o *booking.Order) { o.InterviewerEmail = "bob@x.io" }, 0, false},
		"another round":           {func(o *booking.Order) { o.RoundID = "rnd_2" }, 0, false},
		"an external session":     {func(o *booking.Order) { o.Kind = booking.OrderExternal }, 0, false},
	} {
		order := o
		c.change(&order)
		if got := order.Repeats(i, now.Add(c.after)); got != c.want {
			t.Errorf("%s: %t", about, got)
		}
	}
}
