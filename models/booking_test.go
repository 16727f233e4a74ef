package models

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	cleo = "cleo@candidate.example"
	ann  = "ann@acme.example"
	bob  = "bob@acme.example"
	cho  = "cho@acme.example"
	fay  = "fay@acme.example" // a fallback recipient
	gus  = "gus@acme.example" // another
)

var bookingIDs = IDs{Interview: "int_new", Candidate: "cand_new"}

// facts describe an open posting with a bookable round of an hour, and nothing that would refuse a booking.
func facts() BookingFacts {
	return BookingFacts{
		Organization: Organization{ID: "org_1", TimeZone: "America/New_York"},
		Admins:       []string{"root@acme.example"},
		Posting:      &Posting{OrgID: "org_1", ID: "post_1", Status: StatusOpen},
		Round: &Round{OrgID: "org_1", ID: "rnd_1", PostingID: "post_1", TrackID: "trk_1", AssessmentID: "asm_1",
			Type: StepAssessment, DeliveryMode: DeliverySync,
			DurationMinutes: 60, Bookable: true, FallbackRecipients: []string{gus, fay, gus}},
	}
}

// known is a candidate for the round's assessment.
func known() *Candidate {
	return &Candidate{OrgID: "org_1", ID: "cand_1", PostingID: "post_1", AssessmentID: "asm_1", TrackID: "trk_1",
		Email: cleo, State: CandidateInvited}
}

func order() BookingOrder {
	return BookingOrder{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: cleo, Start: mon(15, 0),
		InterviewerEmail: ann}
}

func decide(t *testing.T, o BookingOrder, f BookingFacts) Booking {
	t.Helper()
	b, err := DecideBooking(o, f, DefaultPolicy, bookingIDs, thu)
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return b
}

func TestBookingRequestValidate(t *testing.T) { // §4, Book
	t.Parallel()
	valid := func() BookingRequest {
		return BookingRequest{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: " Cleo@Candidate.example",
			CandidateName: " Cleo\n", InterviewerEmail: "ANN@acme.example",
			MeetingLink: "https://meet.example/x", TimeZone: ptr("Europe/Berlin"),
			ScheduledStartAt: ptr("2031-03-03T17:00:00.0009+02:00"), ReplaceExisting: true}
	}
	t.Run("normalizes what it takes", func(t *testing.T) {
		got, err := valid().Validate()
		want := BookingOrder{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: cleo, CandidateName: "Cleo",
			Start: mon(15, 0), InterviewerEmail: ann,
			MeetingLink: "https://meet.example/x", TimeZone: "Europe/Berlin", Replace: true}
		if err != nil || got != want {
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
		got, err := BookingRequest{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: cleo,
			ScheduledStartAt: ptr("2031-03-03T15:00:00Z")}.Validate()
		want := BookingOrder{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: cleo, Start: mon(15, 0)}
		if err != nil || got != want {
			t.Errorf("got %+v, %v\nwant %+v", got, err, want)
		}
	})
	for _, c := range []struct {
		field string
		spoil func(*BookingRequest)
	}{
		{"posting_id", func(r *BookingRequest) { r.PostingID = "" }},
		{"round_id", func(r *BookingRequest) { r.RoundID = "" }},
		{"candidate_id or candidate_email", func(r *BookingRequest) { r.CandidateEmail = "" }},
		{"candidate_email", func(r *BookingRequest) { r.CandidateEmail = "cleo" }},
		{"candidate_name", func(r *BookingRequest) { r.CandidateName = strings.Repeat("x", 301) }},
		{"interviewer_email", func(r *BookingRequest) { r.InterviewerEmail = "ann" }},
		{"meeting_link", func(r *BookingRequest) { r.MeetingLink = "meet.example" }},
		{"time_zone", func(r *BookingRequest) { r.TimeZone = ptr("") }},
		{"time_zone", func(r *BookingRequest) { r.TimeZone = ptr("Local") }},
		{"scheduled_start_at", func(r *BookingRequest) { r.ScheduledStartAt = nil }},
		{"scheduled_start_at", func(r *BookingRequest) { r.ScheduledStartAt = ptr("") }},
		{"scheduled_start_at", func(r *BookingRequest) { r.ScheduledStartAt = ptr("2031-03-03T15:00:00") }},
		{"scheduled_start_at", func(r *BookingRequest) { r.ScheduledStartAt = ptr("2201-01-01T00:00:00Z") }},
	} {
		r := valid()
		c.spoil(&r)
		wantRefusal(t, "a bad "+c.field, Invalid, c.field)(r.Validate())
	}
	r := valid()
	r.ScheduledStartAt = ptr("2200-12-31T23:59:59.999Z")
	wantRefusal(t, "the last millisecond of 2200", 0, "")(r.Validate())
}

// TestDecideBookingOrder makes a booking wrong in every way at once and mends one after the other: each time the
// refusal is the first of those that are left.
func TestDecideBookingOrder(t *testing.T) {
	t.Parallel()
	o, f := order(), BookingFacts{Organization: facts().Organization}
	o.CandidateID, o.Start, o.CandidateEmail = "cand_1", mon(15, 0).AddDate(-1, 0, 0), ""
	taken := Booked{"int_other", Range{mon(14, 30), mon(15, 30)}}
	for _, step := range []struct {
		kind   Kind
		naming string
		mend   func()
	}{
		{NotFound, "posting_id", func() { f.Posting = facts().Posting; f.Posting.Status = StatusClosed }},
		{NotFound, "round_id", func() {
			r := *facts().Round
			r.Type, r.DeliveryMode, r.Bookable = StepGroup, DeliveryAsync, false
			f.Round = &r
		}},
		{NotFound, "candidate_id", func() {
			f.Candidate = &Candidate{ID: "cand_1", PostingID: "post_2", AssessmentID: "asm_2", TrackID: "trk_2",
				State: CandidateSubmitted}
			f.Existing = ptr(scheduled())
			f.Busy = []Booked{taken}
			f.Available = Availability{Interviewers: []Available{{Email: ann, Painted: []time.Time{mon(15, 0)},
				Bookings: []Booked{taken}}}}
		}},
		{Invalid, "group", func() { f.Round.Type = StepAssessment }},
		{Invalid, "async", func() { f.Round.DeliveryMode = DeliverySync }},
		{Invalid, "bookable", func() { f.Round.Bookable = true }},
		{Invalid, "in the past", func() { o.Start = mon(15, 0) }},
		{Conflict, "belongs to posting post_2", func() { f.Candidate.PostingID = "post_1" }},
		{Conflict, "belongs to assessment asm_2", func() { f.Candidate.AssessmentID = "asm_1" }},
		{Conflict, "is in track trk_2", func() { f.Candidate.TrackID = "trk_1" }},
		{Conflict, "is submitted", func() { f.Candidate.State = CandidateInvited }},
		{Conflict, "already has interview int_1 (scheduled); send replace_existing: true", func() { f.Existing = nil }},
		{Conflict, "interviewer " + ann + " already has an interview from 2031-03-03T14:30:00.000Z to " +
			"2031-03-03T15:30:00.000Z", func() { f.Busy = nil }},
		{Conflict, "scheduled_start_at 2031-03-03T15:00:00.000Z is fully booked",
			func() { f.Available = Availability{} }},
	} {
		_, err := DecideBooking(o, f, DefaultPolicy, bookingIDs, thu)
		if KindOf(err) != step.kind || !strings.Contains(err.Error(), step.naming) {
			t.Fatalf("got %v (kind %d), want kind %d naming %q", err, KindOf(err), step.kind, step.naming)
		}
		step.mend()
	}
	b := decide(t, o, f) // an existing candidate of a closed posting can be booked
	if b.NewCandidate || b.Replaced || b.Interview.ID != "int_new" || b.Interview.CandidateID != "cand_1" {
		t.Errorf("got %+v", b)
	}
}

func TestDecideBooking(t *testing.T) {
	t.Parallel()
	t.Run("makes the candidate by email, in the round's track", func(t *testing.T) {
		o := order()
		o.CandidateName = "Cleo"
		b := decide(t, o, facts())
		want := Candidate{OrgID: "org_1", ID: "cand_new", PostingID: "post_1", AssessmentID: "asm_1", TrackID: "trk_1",
			Email: cleo, Name: "Cleo", State: CandidateInvited, CreatedAt: thu, UpdatedAt: thu}
		if !b.NewCandidate || b.Candidate != want || !b.Interview.AssessmentLinkOwed {
			t.Errorf("got %+v, link owed %v", b.Candidate, b.Interview.AssessmentLinkOwed)
		}
	})
	standard := Interview{OrgID: "org_1", ID: "int_new", PostingID: "post_1", RoundID: "rnd_1", TrackID: "trk_1",
		AssessmentID: "asm_1", CandidateID: "cand_new", Source: SourceLitmus, TimeZone: "America/New_York",
		InterviewerEmail: ann, DurationMinutes: 60, StartsAt: mon(15, 0), EndsAt: mon(16, 0),
		WindowEndsAt: ptr(mon(16, 0)), CreatedAt: thu, UpdatedAt: thu, StartSetAt: thu, InterviewerSetAt: thu,
		Revision: 1, AnnounceRevision: 1, AssessmentLinkOwed: true}
	same := func(*Interview) {}
	for name, c := range map[string]struct {
		change  func(*BookingOrder, *BookingFacts)
		differs func(*Interview) // from the row of a standard booking
	}{
		"a standard booking (§2, §3)": {func(*BookingOrder, *BookingFacts) {}, same},
		"time_zone absent is the organization's": {func(o *BookingOrder, _ *BookingFacts) { o.TimeZone = "Asia/Kolkata" },
			func(i *Interview) { i.TimeZone = "Asia/Kolkata" }},
		"indefinite is the round's": {func(_ *BookingOrder, f *BookingFacts) { f.Round.Indefinite = true },
			func(i *Interview) { i.Indefinite, i.WindowEndsAt = true, nil }},
		"with nothing to replace it is a plain booking": {func(o *BookingOrder, _ *BookingFacts) { o.Replace = true }, same},
		"an interviewer who is not assigned is accepted": {func(_ *BookingOrder, f *BookingFacts) {
			f.Available = Availability{Interviewers: []Available{{Email: bob, Painted: []time.Time{mon(15, 0)}}}}
		}, same},
		"a time that is not offered is accepted (§4 rule 3)": {func(_ *BookingOrder, f *BookingFacts) {
			f.Available = Availability{Interviewers: []Available{{Email: bob, Painted: []time.Time{mon(14, 0)}}},
				Unnamed: []Booked{{"int_3", span(15, 0, 16, 0)}}}
		}, same},
		"nobody is chosen, and the round's fallback is briefed, sorted and each once": {
			func(o *BookingOrder, _ *BookingFacts) { o.InterviewerEmail = "" },
			func(i *Interview) { i.InterviewerEmail, i.BriefingRecipients = "", []string{fay, gus} }},
		"else the organization's admins": {
			func(o *BookingOrder, f *BookingFacts) { o.InterviewerEmail, f.Round.FallbackRecipients = "", nil },
			func(i *Interview) { i.InterviewerEmail, i.BriefingRecipients = "", []string{"root@acme.example"} }},
		"and nobody where there is none": {
			func(o *BookingOrder, f *BookingFacts) {
				o.InterviewerEmail, f.Round.FallbackRecipients, f.Admins = "", nil, nil
			},
			func(i *Interview) { i.InterviewerEmail = "" }},
	} {
		o, f, want := order(), facts(), standard
		c.change(&o, &f)
		c.differs(&want)
		b := decide(t, o, f)
		if i := b.Interview; !reflect.DeepEqual(i, want) || i.StatusAt(thu) != StatusScheduled || b.Replaced {
			t.Errorf("%s: got %+v (%s)\nwant %+v", name, i, i.StatusAt(thu), want)
		}
	}
	t.Run("truncates now to the millisecond", func(t *testing.T) {
		b, err := DecideBooking(order(), facts(), DefaultPolicy, bookingIDs,
			thu.Add(999*time.Microsecond).In(time.FixedZone("", 3600)))
		if err != nil || b.Interview.CreatedAt != thu || b.Interview.UpdatedAt != thu || b.Candidate.CreatedAt != thu {
			t.Errorf("got %v, %v", b.Interview.CreatedAt, err)
		}
	})
	t.Run("a closed posting takes no new candidate", func(t *testing.T) {
		f := facts()
		f.Posting.Status = StatusClosed
		wantRefusal(t, "a new candidate", Conflict, "closed")(DecideBooking(order(), f, DefaultPolicy, bookingIDs, thu))
		f.Candidate = known()
		decide(t, order(), f)
	})
	t.Run("candidate states", func(t *testing.T) {
		for state, refused := range map[string]Kind{CandidateInvited: 0, CandidateInProgress: 0,
			CandidateSubmitted: Conflict, CandidateAdvanced: Conflict, CandidateRejected: Conflict,
			CandidateExpired: Conflict, CandidateWithdrawn: Conflict} {
			f := facts()
			f.Candidate = known()
			f.Candidate.State = state
			wantRefusal(t, state, refused, "")(DecideBooking(order(), f, DefaultPolicy, bookingIDs, thu))
		}
		f := facts()
		f.Candidate = known()
		f.Candidate.InviteExpiresAt = ptr(thu)
		wantRefusal(t, "an invitation that ran out", Conflict, "expired")(
			DecideBooking(order(), f, DefaultPolicy, bookingIDs, thu))
		f.Existing = ptr(scheduled())
		o := order()
		o.Replace = true
		decide(t, o, f) // an interview that is not canceled keeps the candidate alive
	})
	t.Run("a name fills an empty one and never overwrites", func(t *testing.T) {
		f, o := facts(), order()
		f.Candidate, o.CandidateName = known(), "Cleo"
		if b := decide(t, o, f); !b.NameFilled || b.Candidate.Name != "Cleo" || !b.Candidate.UpdatedAt.Equal(thu) ||
			b.NewCandidate || b.Interview.AssessmentLinkOwed {
			t.Errorf("got %+v", b)
		}
		f.Candidate.Name = "Cleopatra"
		if b := decide(t, o, f); b.NameFilled || b.Candidate.Name != "Cleopatra" {
			t.Errorf("got %+v", b.Candidate)
		}
		f.Candidate.Name, o.CandidateName = "", ""
		if b := decide(t, o, f); b.NameFilled {
			t.Error("nothing was filled in")
		}
	})
	t.Run("any row that is not canceled is a conflict (§4 rule 1)", func(t *testing.T) {
		completed, expired := scheduled(), external()
		completed.CallEndedAt = ptr(thu)
		expired.ExpiresAt = ptr(thu)
		for status, i := range map[string]Interview{StatusScheduled: scheduled(), StatusCompleted: completed,
			StatusPending: external(), StatusExpired: expired} {
			f, o := facts(), order()
			f.Candidate, f.Existing = known(), &i
			wantRefusal(t, status, Conflict, i.ID+" ("+status+")")(
				DecideBooking(o, f, DefaultPolicy, bookingIDs, thu))
			o.Replace = true
			if b := decide(t, o, f); !b.Replaced || b.Interview.ID != i.ID {
				t.Errorf("%s: a replace keeps the id: got %+v", status, b)
			}
		}
	})
}

// TestDecideBookingInterviewerBooked proves §4 rule 2; [TestOverlaps] has all the ways in which two interviews overlap.
func TestDecideBookingInterviewerBooked(t *testing.T) {
	t.Parallel()
	f := facts()
	f.Busy = []Booked{{"int_other", span(15, 59, 17, 0)}}
	wantRefusal(t, "booked then", Conflict, "")(DecideBooking(order(), f, DefaultPolicy, bookingIDs, thu))
	o := order()
	o.InterviewerEmail = "" // nobody is named
	decide(t, o, f)
	f.Busy = []Booked{{"int_other", span(14, 0, 15, 0)}, {"int_another", span(16, 0, 17, 0)}} // both touch it
	decide(t, order(), f)
}

func TestDecideBookingFull(t *testing.T) {
	t.Parallel()
	f := facts()
	f.Candidate = known()
	f.Available = Availability{
		Interviewers: []Available{
			{Email: bob, Painted: []time.Time{mon(15, 0)},
				Bookings: []Booked{{"int_b", Range{mon(14, 30), mon(15, 30)}}}},
			{Email: cho, Painted: []time.Time{mon(15, 0)}},
		},
		Unnamed: []Booked{{"int_u", Range{mon(15, 0), mon(16, 0)}}},
	}
	wantRefusal(t, "one place of two is booked, the other is taken by an unnamed interview", Conflict, "fully booked")(
		DecideBooking(order(), f, DefaultPolicy, bookingIDs, thu))
	for name, id := range map[string]string{"the interview of an offering interviewer": "int_b",
		"the unnamed one": "int_u"} {
		t.Run("replacing "+name+" gives its place back", func(t *testing.T) {
			f, o := f, order()
			old := scheduled()
			old.ID, o.Replace = id, true
			f.Existing = &old
			decide(t, o, f)
		})
	}
}

func TestDecideBookingOfAStranger(t *testing.T) {
	t.Parallel()
	f := facts()
	f.Letters = StrangerLetters{Sent: 9, Limit: 10}
	if b := decide(t, order(), f); !b.ToStranger {
		t.Error("the letter to the interviewer does not count")
	}
	f.Letters.Sent = 10
	wantRefusal(t, "one letter too many", Throttled, "")(DecideBooking(order(), f, DefaultPolicy, bookingIDs, thu))
	f.Own.Known = true
	if b := decide(t, order(), f); b.ToStranger {
		t.Error("the letter to a person of the organization counts")
	}
}

func TestDecideBookingReplace(t *testing.T) {
	t.Parallel()
	now := thu.Add(time.Hour)
	replace := func(t *testing.T, old Interview, change func(*BookingOrder, *BookingFacts)) Booking {
		t.Helper()
		o, f := order(), facts()
		o.Replace, o.Start = true, mon(17, 0)
		f.Candidate, f.Existing = known(), &old
		change(&o, &f)
		b, err := DecideBooking(o, f, DefaultPolicy, bookingIDs, now)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	asIs := func(*BookingOrder, *BookingFacts) {}
	t.Run("keeps id and created_at, changes everything else", func(t *testing.T) {
		old := scheduled()
		old.CallEndedAt, old.AssessmentLinkOwed = ptr(thu), true
		old.Replacement = &Replacement{Interviewer: old.InterviewerEmail, By: old.InterviewerEmail}
		b := replace(t, old, func(_ *BookingOrder, f *BookingFacts) {
			f.Round.ID, f.Round.DurationMinutes = "rnd_2", 30
		})
		i := b.Interview
		if !b.Replaced || i.ID != old.ID || !i.CreatedAt.Equal(old.CreatedAt) || i.CallEndedAt != nil ||
			i.Revision != old.Revision+1 || i.AnnounceRevision != i.Revision ||
			!i.UpdatedAt.Equal(now) || i.AccessEpoch != old.AccessEpoch+1 || !i.StartSetAt.Equal(now) ||
			!i.AssessmentLinkOwed || i.Replacement != nil { // asked for of the session before
			t.Errorf("got %+v", i)
		}
		if i.RoundID != "rnd_2" || i.DurationMinutes != 30 || !i.EndsAt.Equal(mon(17, 30)) ||
			!i.WindowEndsAt.Equal(mon(17, 30)) {
			t.Errorf("the round's values are the new round's: got %+v", i)
		}
	})
	t.Run("updated_at rises although the clock stands still", func(t *testing.T) {
		old := scheduled()
		old.UpdatedAt = now.Add(time.Second)
		if got := replace(t, old, asIs).Interview.UpdatedAt; !got.Equal(now.Add(time.Second + time.Millisecond)) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("what is omitted takes its default again", func(t *testing.T) {
		old := scheduled()
		old.TimeZone, old.InterviewerEmail, old.MeetingLink, old.LinkSource = "Asia/Kolkata", bob,
			"https://meet.example/body", LinkFromBody
		i := replace(t, old, func(o *BookingOrder, _ *BookingFacts) { o.InterviewerEmail = "" }).Interview
		if i.TimeZone != "America/New_York" || i.InterviewerEmail != "" || i.MeetingLink != "" || i.LinkSource != "" ||
			!slices.Equal(i.BriefingRecipients, []string{fay, gus}) {
			t.Errorf("got %+v", i)
		}
	})
	t.Run("the row being replaced never conflicts with itself", func(t *testing.T) {
		old := scheduled()
		replace(t, old, func(o *BookingOrder, f *BookingFacts) {
			o.Start = mon(15, 30)
			self := Booked{old.ID, Range{old.StartsAt, old.EndsAt}}
			f.Busy = []Booked{self}
			f.Available = Availability{Interviewers: []Available{{Email: ann, Painted: []time.Time{mon(15, 30)},
				Bookings: []Booked{self}}}}
		})
	})
}

func TestDecideBookingPastStart(t *testing.T) {
	t.Parallel()
	tick := time.Millisecond
	for name, c := range map[string]struct {
		now        time.Time
		grace      time.Duration
		indefinite bool
		refused    Kind // 0: not at all
		warned     bool
	}{
		"a tick ahead":                    {now: mon(15, 0).Add(-tick)},
		"now":                             {now: mon(15, 0)},
		"a tick ago":                      {now: mon(15, 0).Add(tick), warned: true},
		"a tick before its window closes": {now: mon(16, 0).Add(-tick), warned: true},
		"its window would close now":      {now: mon(16, 0), refused: Invalid},
		"grace holds it open":             {now: mon(16, 0), grace: time.Minute, warned: true},
		"grace is over":                   {now: mon(16, 1), grace: time.Minute, refused: Invalid},
		"indefinite, 24 hours ago":        {now: mon(15, 0).Add(24 * time.Hour), indefinite: true, warned: true},
		"indefinite, more than 24 hours ago": {now: mon(15, 0).Add(24*time.Hour + tick), indefinite: true,
			refused: Invalid},
		"indefinite, its nominal window over": {now: mon(16, 0), indefinite: true, warned: true},
	} {
		f, p := facts(), DefaultPolicy
		f.Round.Indefinite, p.SessionGrace = c.indefinite, c.grace
		b, err := DecideBooking(order(), f, p, bookingIDs, c.now)
		wantRefusal(t, name, c.refused, "scheduled_start_at")(b, err)
		if got := slices.Contains(codes(b.Warnings), WarnStartInPast); got != c.warned {
			t.Errorf("%s: warnings %v, want that it is in the past: %t", name, b.Warnings, c.warned)
		}
	}
}

func TestMeetingLinkChain(t *testing.T) {
	t.Parallel()
	o, f := order(), facts()
	o.MeetingLink, f.Own.Posting, f.Own.Person = "https://meet.example/body", "https://meet.example/posting",
		"https://meet.example/person"
	for _, step := range []struct {
		source string
		drop   func()
	}{
		{LinkFromBody, func() { o.MeetingLink = "" }}, {LinkFromPosting, func() { f.Own.Posting = "" }},
		{LinkFromPerson, func() { f.Own.Person = "" }}, {"", func() {}},
	} {
		b := decide(t, o, f)
		want := ""
		if step.source != "" {
			want = "https://meet.example/" + step.source
		}
		if b.Interview.LinkSource != step.source || b.Interview.MeetingLink != want {
			t.Errorf("got %q from %q, want %q", b.Interview.MeetingLink, b.Interview.LinkSource, want)
		}
		if warned := len(b.Warnings) > 0; warned != (want == "") {
			t.Errorf("link %q: warnings %v", want, b.Warnings)
		}
		step.drop()
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	t.Run("every warning of a decision, in order", func(t *testing.T) {
		o, f := order(), facts()
		o.InterviewerEmail, f.Round.FallbackRecipients, f.Admins = "", nil, nil
		b, err := DecideBooking(o, f, DefaultPolicy, bookingIDs, mon(15, 30))
		if want := []string{WarnMissingMeetingLink, WarnNoBriefingRecipient, WarnStartInPast}; err != nil ||
			!slices.Equal(codes(b.Warnings), want) {
			t.Errorf("got %v, %v; want %v", codes(b.Warnings), err, want)
		}
		for _, w := range b.Warnings {
			if w.Message == "" {
				t.Errorf("%s says nothing", w.Code)
			}
		}
	})
	t.Run("none is nil, so that the key is absent", func(t *testing.T) {
		o := order()
		o.MeetingLink = "https://meet.example/x"
		if b := decide(t, o, facts()); b.Warnings != nil {
			t.Errorf("got %v", b.Warnings)
		}
	})
	t.Run("are sorted, whatever order they came in", func(t *testing.T) {
		ws := []Warning{{Code: WarnInterviewerAway}, {Code: WarnStartInPast}, {Code: WarnSideEffectsDelayed},
			{Code: WarnNoBriefingRecipient}, {Code: WarnCalendarUnavailable}, {Code: WarnMissingMeetingLink}}
		SortWarnings(ws)
		if want := []string{"missing_meeting_link", "calendar_unavailable", "side_effects_delayed",
			"no_briefing_recipient", "start_in_past", "interviewer_away"}; !slices.Equal(codes(ws), want) {
			t.Errorf("got %v", codes(ws))
		}
	})
}

func codes(ws []Warning) (out []string) {
	for _, w := range ws {
		out = append(out, w.Code)
	}
	return out
}

func TestBriefingRecipientsAreFrozen(t *testing.T) {
	t.Parallel()
	o, f := order(), facts()
	o.InterviewerEmail, f.Round.FallbackRecipients = "", nil
	i := decide(t, o, f).Interview
	f.Admins[0] = "someone@else.example"
	if !slices.Equal(i.BriefingRecipients, []string{"root@acme.example"}) {
		t.Errorf("when the admins change, they become %v", i.BriefingRecipients)
	}
}

func TestOrderRepeats(t *testing.T) { // D12
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	start := now.AddDate(0, 0, 1)
	o := BookingOrder{RoundID: "rnd_1", InterviewerEmail: "ann@x.io", Start: start}
	i := Interview{RoundID: "rnd_1", InterviewerEmail: "ann@x.io", StartsAt: start, StartSetAt: now}
	for about, c := range map[string]struct {
		change func(*BookingOrder)
		after  time.Duration
		want   bool
	}{
		"the same at once":        {func(*BookingOrder) {}, 0, true},
		"the same after a minute": {func(*BookingOrder) {}, time.Minute, true},
		"the same later":          {func(*BookingOrder) {}, time.Minute + time.Millisecond, false},
		"another start":           {func(o *BookingOrder) { o.Start = start.Add(time.Hour) }, 0, false},
		"another interviewer":     {func(o *BookingOrder) { o.InterviewerEmail = "bob@x.io" }, 0, false},
		"another round":           {func(o *BookingOrder) { o.RoundID = "rnd_2" }, 0, false},
		"an external session":     {func(o *BookingOrder) { o.Kind = OrderExternal }, 0, false},
	} {
		order := o
		c.change(&order)
		if got := order.Repeats(i, now.Add(c.after)); got != c.want {
			t.Errorf("%s: %t", about, got)
		}
	}
}
