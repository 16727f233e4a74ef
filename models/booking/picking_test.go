package booking_test

import (
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/desk"
	"litmus/models/timetable"
)

func pickOrder(start time.Time) booking.Order {
	return booking.Order{PostingID: "post_1", RoundID: "rnd_1", CandidateID: "cand_1", Start: start,
		TimeZone: "Asia/Kolkata", Kind: booking.OrderPick, Replace: true}
}

func TestCanPick(t *testing.T) {
	t.Parallel()
	cutoff := desk.Mon(3, 0) // 12 hours before
	with := func(change func(*models.Interview)) *models.Interview { i := desk.Picked(); change(&i); return &i }
	for name, c := range map[string]struct {
		state     string
		interview *models.Interview
		now       time.Time
		want      string
	}{
		"invited":                           {"", nil, desk.Thu, ""},
		"a tick before the invitation ends": {"", nil, desk.Thu.AddDate(0, 0, 14).Add(-time.Millisecond), ""},
		"the invitation ran out":            {"", nil, desk.Thu.AddDate(0, 0, 14), booking.PickExpired},
		"in progress":                       {models.CandidateInProgress, nil, desk.Thu.AddDate(0, 0, 20), ""},
		"submitted":                         {models.CandidateSubmitted, nil, desk.Thu, booking.PickOver},
		"withdrawn, with an interview":      {models.CandidateWithdrawn, with(func(*models.Interview) {}), desk.Thu, booking.PickOver},
		"picked, to be moved":               {"", with(func(*models.Interview) {}), desk.Thu, ""},
		"moved twice":                       {"", with(func(i *models.Interview) { i.Reschedules = 2 }), desk.Thu, booking.PickTooOften},
		"at the cutoff":                     {"", with(func(*models.Interview) {}), cutoff, ""},
		"a tick after the cutoff":           {"", with(func(*models.Interview) {}), cutoff.Add(time.Millisecond), booking.PickTooLate},
		"booked by the team":                {"", with(func(i *models.Interview) { i.Picked = false }), desk.Thu, ""},
		"scheduled elsewhere": {"", with(func(i *models.Interview) { i.Picked, i.ExternallyScheduled = false, true }), desk.Thu,
			booking.PickFixed},
		"a pending session by link": {"", desk.Ptr(desk.External()), desk.Thu, booking.PickFixed},
		"over by the clock":         {"", with(func(*models.Interview) {}), desk.Mon(16, 0), booking.PickOver},
		"over by call":              {"", with(func(i *models.Interview) { i.CallEndedAt = desk.Ptr(desk.Thu) }), desk.Thu, booking.PickOver},
		"an interview outlives the invitation": {"", with(func(i *models.Interview) { i.SetStart(desk.Thu.AddDate(0, 0, 30), 0) }),
			desk.Thu.AddDate(0, 0, 15), ""},
		"an indefinite one that began long ago": {"",
			with(func(i *models.Interview) { i.Indefinite, i.WindowEndsAt = true, nil }), desk.Mon(23, 0),
			booking.PickTooLate},
	} {
		p := booking.Picking{Organization: desk.PickFacts().Organization, Candidate: *desk.Invitee(),
			Interview: c.interview}
		if c.state != "" {
			p.Candidate.State = c.state
		}
		if got := p.CanPick(c.now); got != c.want || got != "" && booking.PickRefusals[got] == "" {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	t.Run("never invited", func(t *testing.T) {
		p := booking.Picking{Organization: desk.PickFacts().Organization, Candidate: *desk.Known()}
		if got := p.CanPick(desk.Thu); got != booking.PickUnasked || booking.PickRefusals[got] == "" {
			t.Errorf("without an interview: got %q", got)
		}
		p.Interview = desk.Ptr(desk.Scheduled())
		if got := p.CanPick(desk.Thu); got != "" {
			t.Errorf("booked by the team: got %q", got)
		}
		p.Organization.MovePickedOnly = true
		if got := p.CanPick(desk.Thu); got != booking.PickFixed {
			t.Errorf("of an organization that moves what it booked itself: got %q", got)
		}
	})
	t.Run("as the organization has it", func(t *testing.T) {
		p := booking.Picking{Candidate: *desk.Invitee(), Interview: desk.Ptr(desk.Picked())}
		if got := p.CanPick(desk.Thu); got != booking.PickTooOften {
			t.Errorf("none allowed: got %q", got)
		}
		p.Organization.RescheduleMax = 1
		if got := p.CanPick(desk.Mon(15, 0)); got != "" {
			t.Errorf("up to the start: got %q", got)
		}
		if got := p.CanPick(desk.Mon(15, 0).Add(time.Millisecond)); got != booking.PickTooLate {
			t.Errorf("after it began: got %q", got)
		}
	})
}

func TestLeastLoaded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		load map[string]int
		want string
	}{
		{nil, desk.Ann}, {map[string]int{desk.Ann: 1}, desk.Bob}, {map[string]int{desk.Ann: 1, desk.Bob: 1}, desk.Cho},
		{map[string]int{desk.Ann: 2, desk.Bob: 1, desk.Cho: 1}, desk.Bob},
		{map[string]int{desk.Ann: 1, desk.Bob: 1, desk.Cho: 1, desk.Fay: 0}, desk.Ann},
	} {
		if got := booking.LeastLoaded([]string{desk.Cho, desk.Ann, desk.Bob}, c.load); got != c.want {
			t.Errorf("with %v: got %s, want %s", c.load, got, c.want)
		}
	}
}

func TestDecidePick(t *testing.T) {
	t.Parallel()
	decidePick := func(o booking.Order, f booking.Facts, now time.Time) (booking.Booking, error) {
		return booking.Decide(o, f, models.DefaultPolicy, desk.BookingIDs, now)
	}
	chosen := func(t *testing.T, about string, f booking.Facts, want string) {
		t.Helper()
		b, err := decidePick(pickOrder(desk.Mon(15, 0)), f, desk.Thu)
		if err != nil || b.Interview.InterviewerEmail != want {
			t.Errorf("%s: got %+v, %v, want %s", about, b.Interview, err, want)
		}
	}
	t.Run("books with the least loaded of the free who offer it", func(t *testing.T) {
		f := desk.PickFacts()
		b, err := decidePick(pickOrder(desk.Mon(15, 0)), f, desk.Thu)
		i := b.Interview
		verify.Each(t, "the interview", verify.Fields{"error": {err, nil},
			"InterviewerEmail": {i.InterviewerEmail, desk.Ann},
			"MeetingLink":      {i.MeetingLink, "https://meet.example/ann"},
			"LinkSource":       {i.LinkSource, models.LinkFromPerson}, "Source": {i.Source, models.SourceLitmus},
			"ExternallyScheduled": {i.ExternallyScheduled, false}, "TimeZone": {i.TimeZone, "Asia/Kolkata"},
			"Picked": {i.Picked, true}, "Reschedules": {i.Reschedules, 0},
			"StatusAt":         {i.StatusAt(desk.Thu), models.StatusScheduled},
			"AnnounceRevision": {i.AnnounceRevision, i.Revision}, "NewCandidate": {b.NewCandidate, false},
			"BriefingRecipients": {i.BriefingRecipients, nil}})
		f.Load = map[string]int{desk.Ann: 3, desk.Bob: 2}
		b, err = decidePick(pickOrder(desk.Mon(15, 0)), f, desk.Thu)
		if got, want := b.Interview.MeetingLink, "https://meet.example/bob-posting"; err != nil || got != want {
			t.Errorf("Ann has more to do: it meets at %s (%v), want %s", got, err, want)
		}
		chosen(t, "Ann has more to do", f, desk.Bob)
		f.Load = map[string]int{desk.Bob: 9}
		f.Available.Interviewers[1].Bookings = []timetable.Booked{{InterviewID: "int_x",
			Range: desk.Span(15, 30, 16, 30)}}
		chosen(t, "Ann is booked", f, desk.Bob)
	})
	const gone = "cannot be picked any more"
	for name, c := range map[string]struct {
		spoil func(*booking.Order, *booking.Facts)
		now   time.Time
		kind  models.Kind
		says  string
	}{
		"nobody offers it, which REST would accept": {func(o *booking.Order, _ *booking.Facts) { o.Start = desk.Mon(17, 0) },
			desk.Thu, models.Conflict, gone},
		"its one interviewer is booked": {func(o *booking.Order, f *booking.Facts) {
			o.Start = desk.Mon(16, 0)
			f.Available.Interviewers[0].Bookings = []timetable.Booked{{InterviewID: "int_x",
				Range: desk.Span(16, 30, 17, 0)}}
		}, desk.Thu, models.Conflict, gone},
		"it is now": {func(*booking.Order, *booking.Facts) {}, desk.Mon(15, 0), models.Conflict, gone},
		"the round is not bookable any more": {func(_ *booking.Order, f *booking.Facts) { f.Round.Bookable = false }, desk.Thu,
			models.Conflict, "no saved round"},
		"the round is not live any more": {func(_ *booking.Order, f *booking.Facts) {
			f.Round.DeliveryMode = models.DeliveryAsync
		}, desk.Thu, models.Conflict, "async"},
		"the candidate was never invited": {func(_ *booking.Order, f *booking.Facts) { f.Candidate.InvitedAt = nil },
			desk.Thu, models.NotFound, "cand_1"},
		"the candidate is gone": {func(_ *booking.Order, f *booking.Facts) { f.Candidate = nil }, desk.Thu,
			models.NotFound, "cand_1"},
		"others booked one, which they keep": {func(_ *booking.Order, f *booking.Facts) {
			f.Existing, f.Organization.MovePickedOnly = desk.Ptr(desk.Scheduled()), true
			f.Existing.SetStart(desk.Mon(18, 0), 0)
		}, desk.Thu, models.Conflict, "moved by others"},
		"the form does not know of the interview": {func(o *booking.Order, f *booking.Facts) {
			o.Start, o.Replace, f.Existing = desk.Mon(16, 0), false, desk.Ptr(desk.Picked())
		}, desk.Thu, models.Conflict, "already has interview int_1"},
		"others booked one at this very time": {func(_ *booking.Order, f *booking.Facts) {
			f.Existing = desk.Ptr(desk.Scheduled())
		}, desk.Thu, models.Conflict, gone},
		"it was moved as often as allowed": {func(o *booking.Order, f *booking.Facts) {
			o.Start, f.Existing = desk.Mon(16, 0), desk.Ptr(desk.Picked())
			f.Existing.Reschedules = 2
		}, desk.Thu, models.Conflict, "as often as"},
	} {
		o, f := pickOrder(desk.Mon(15, 0)), desk.PickFacts()
		c.spoil(&o, &f)
		desk.WantRefusal(t, name, c.kind, c.says)(decidePick(o, f, c.now))
	}
	t.Run("a closed posting goes on with those it has invited", func(t *testing.T) {
		f := desk.PickFacts()
		f.Posting.Status = models.StatusClosed
		if _, err := decidePick(pickOrder(desk.Mon(15, 0)), f, desk.Thu); err != nil {
			t.Error(err)
		}
	})
	for name, spoil := range map[string]func(*booking.Facts){
		"at once":               func(*booking.Facts) {},
		"in another zone":       func(f *booking.Facts) { f.Existing.TimeZone = "Europe/Berlin" },
		"moved as often as may": func(f *booking.Facts) { f.Existing.Reschedules = 2 },
		"within the cutoff":     func(f *booking.Facts) { f.Organization.RescheduleCutoffHours = 24 * 30 },
		"offered no longer":     func(f *booking.Facts) { f.Available = timetable.Availability{} },
	} {
		f := desk.PickFacts()
		f.Existing = desk.Ptr(desk.Picked())
		spoil(&f)
		o := pickOrder(desk.Mon(15, 0))
		o.Replace = name != "at once"
		b, err := decidePick(o, f, desk.Thu)
		verify.Each(t, "the time that they have changes nothing: a form sent twice: "+name, verify.Fields{
			"error": {err, nil}, "Unchanged": {b.Unchanged, true}, "Replaced": {b.Replaced, false},
			"Revision": {b.Interview.Revision, f.Existing.Revision},
			"TimeZone": {b.Interview.TimeZone, f.Existing.TimeZone}})
	}
	t.Run("a move keeps the interview and counts", func(t *testing.T) {
		f := desk.PickFacts()
		f.Existing = desk.Ptr(desk.Picked())
		f.Existing.Reschedules, f.Existing.TimeZone = 1, "UTC"
		b, err := decidePick(pickOrder(desk.Mon(16, 0)), f, desk.Thu)
		i := b.Interview
		verify.Each(t, "the interview", verify.Fields{"error": {err, nil}, "Replaced": {b.Replaced, true},
			"ID": {i.ID, "int_1"}, "Picked": {i.Picked, true}, "Reschedules": {i.Reschedules, 2},
			"InterviewerEmail": {i.InterviewerEmail, desk.Bob}, "StartsAt": {i.StartsAt, desk.Mon(16, 0)},
			"TimeZone": {i.TimeZone, "Asia/Kolkata"}, "AccessEpoch": {i.AccessEpoch, 1}, "Revision": {i.Revision, 2},
			"AnnounceRevision": {i.AnnounceRevision, 2}, "CreatedAt": {i.CreatedAt, f.Existing.CreatedAt}})
	})
	t.Run("what the team booked is moved as well, and keeps the link that came with it", func(t *testing.T) {
		f := desk.PickFacts()
		f.Candidate.InvitedAt = nil
		f.Existing = desk.Ptr(desk.Scheduled())
		f.Existing.MeetingLink, f.Existing.LinkSource = "https://meet.example/room", models.LinkFromBody
		b, err := decidePick(pickOrder(desk.Mon(16, 0)), f, desk.Thu)
		i := b.Interview
		verify.Each(t, "the interview", verify.Fields{"error": {err, nil}, "Replaced": {b.Replaced, true},
			"Picked": {i.Picked, true}, "Reschedules": {i.Reschedules, 1},
			"InterviewerEmail": {i.InterviewerEmail, desk.Bob},
			"MeetingLink":      {i.MeetingLink, "https://meet.example/room"},
			"LinkSource":       {i.LinkSource, models.LinkFromBody}})
		f.Existing.MeetingLink, f.Existing.LinkSource = "https://meet.example/ann", models.LinkFromPerson
		if b, err = decidePick(pickOrder(desk.Mon(16, 0)), f,
			desk.Thu); b.Interview.LinkSource != models.LinkFromPosting {
			t.Errorf("the link was the interviewer's: got %+v, %v", b.Interview, err)
		}
	})
	t.Run("what the team booked keeps its interviewer, if they are free then", func(t *testing.T) {
		f := desk.PickFacts()
		f.Existing = desk.Ptr(desk.Scheduled())
		f.Existing.SetStart(desk.Mon(18, 0), 0)
		f.Existing.InterviewerEmail = desk.Bob
		f.Load = map[string]int{desk.Bob: 9}
		chosen(t, "Bob is free", f, desk.Bob)
		f.Existing.Picked = true
		chosen(t, "the candidate picked it", f, desk.Ann)
		f.Existing.Picked = false
		f.Available.Interviewers[0].Bookings = []timetable.Booked{{InterviewID: "int_x",
			Range: desk.Span(15, 30, 16, 30)}}
		chosen(t, "Bob is booked", f, desk.Ann)
	})
	t.Run("an integrator who books or replaces takes it over", func(t *testing.T) {
		f, o := desk.PickFacts(), desk.Order()
		f.Existing, o.Replace = desk.Ptr(desk.Picked()), true
		f.Existing.Reschedules = 2
		if b := desk.Decide(t, o, f); b.Interview.Picked || b.Interview.Reschedules != 0 {
			t.Errorf("got %+v", b.Interview)
		}
	})
}
