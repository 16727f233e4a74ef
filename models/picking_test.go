package models

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// invitee is a candidate of the round who was invited on Thursday.
func invitee() *Candidate {
	c := known()
	c.InvitedAt, c.InviteExpiresAt = ptr(thu), ptr(thu.AddDate(0, 0, 14))
	return c
}

// picked is an interview at 15:00 on Monday that the candidate picked.
func picked() Interview {
	i := scheduled()
	i.InterviewerEmail, i.Picked = ann, true
	return i
}

func pickOrder(start time.Time) BookingOrder {
	return BookingOrder{PostingID: "post_1", RoundID: "rnd_1", CandidateID: "cand_1", Start: start,
		TimeZone: "Asia/Kolkata", Kind: OrderPick, Replace: true}
}

// pickFacts describe an invited candidate. Ann and Bob offer 15:00, and Bob also 16:00.
func pickFacts() BookingFacts {
	f := facts()
	f.Organization.RescheduleMax, f.Organization.RescheduleCutoffHours = 2, 12
	f.Candidate = invitee()
	f.Available = Availability{Interviewers: []Available{{Email: bob, Painted: []time.Time{mon(15, 0), mon(16, 0)}},
		{Email: ann, Painted: []time.Time{mon(15, 0)}}}}
	f.Links = map[string]InterviewerLinks{ann: {Person: "https://meet.example/ann"},
		bob: {Posting: "https://meet.example/bob-posting", Person: "https://meet.example/bob"}}
	return f
}

func TestCanPick(t *testing.T) {
	t.Parallel()
	cutoff := mon(3, 0) // 12 hours before
	with := func(change func(*Interview)) *Interview { i := picked(); change(&i); return &i }
	for name, c := range map[string]struct {
		state     string
		interview *Interview
		now       time.Time
		want      string
	}{
		"invited":                           {"", nil, thu, ""},
		"a tick before the invitation ends": {"", nil, thu.AddDate(0, 0, 14).Add(-time.Millisecond), ""},
		"the invitation ran out":            {"", nil, thu.AddDate(0, 0, 14), PickExpired},
		"in progress":                       {CandidateInProgress, nil, thu.AddDate(0, 0, 20), ""},
		"submitted":                         {CandidateSubmitted, nil, thu, PickOver},
		"rejected":                          {CandidateRejected, nil, thu, PickOver},
		"withdrawn, with an interview":      {CandidateWithdrawn, with(func(*Interview) {}), thu, PickOver},
		"picked, to be moved":               {"", with(func(*Interview) {}), thu, ""},
		"moved once":                        {"", with(func(i *Interview) { i.Reschedules = 1 }), thu, ""},
		"moved twice":                       {"", with(func(i *Interview) { i.Reschedules = 2 }), thu, PickTooOften},
		"at the cutoff":                     {"", with(func(*Interview) {}), cutoff, ""},
		"a tick after the cutoff":           {"", with(func(*Interview) {}), cutoff.Add(time.Millisecond), PickTooLate},
		"booked by the team":                {"", with(func(i *Interview) { i.Picked = false }), thu, ""},
		"scheduled elsewhere": {"", with(func(i *Interview) { i.Picked, i.ExternallyScheduled = false, true }), thu,
			PickFixed},
		"booked by the team, moved twice": {"", with(func(i *Interview) { i.Picked, i.Reschedules = false, 2 }), thu,
			PickTooOften},
		"a pending session by link":  {"", ptr(external()), thu, PickFixed},
		"an expired session by link": {"", ptr(external()), thu.AddDate(0, 0, 8), PickFixed},
		"over by the clock":          {"", with(func(*Interview) {}), mon(16, 0), PickOver},
		"over by call":               {"", with(func(i *Interview) { i.CallEndedAt = ptr(thu) }), thu, PickOver},
		"an interview outlives the invitation": {"", with(func(i *Interview) { i.setStart(thu.AddDate(0, 0, 30), 0) }),
			thu.AddDate(0, 0, 15), ""},
		"booked by the team, over by the clock": {"", with(func(i *Interview) { i.Picked = false }),
			mon(16, 0), PickOver},
		"an indefinite one that began long ago": {"",
			with(func(i *Interview) { i.Indefinite, i.WindowEndsAt = true, nil }), mon(23, 0), PickTooLate},
	} {
		p := Picking{Organization: pickFacts().Organization, Candidate: *invitee(), Interview: c.interview}
		if c.state != "" {
			p.Candidate.State = c.state
		}
		if got := p.CanPick(c.now); got != c.want || got != "" && pickRefusals[got] == "" {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	t.Run("never invited", func(t *testing.T) {
		p := Picking{Organization: pickFacts().Organization, Candidate: *known()}
		if got := p.CanPick(thu); got != PickUnasked || pickRefusals[got] == "" {
			t.Errorf("without an interview: got %q", got)
		}
		p.Interview = ptr(scheduled())
		if got := p.CanPick(thu); got != "" {
			t.Errorf("booked by the team: got %q", got)
		}
		p.Organization.MovePickedOnly = true
		if got := p.CanPick(thu); got != PickFixed {
			t.Errorf("of an organization that moves what it booked itself: got %q", got)
		}
	})
	t.Run("as the organization has it", func(t *testing.T) {
		p := Picking{Candidate: *invitee(), Interview: ptr(picked())}
		if got := p.CanPick(thu); got != PickTooOften {
			t.Errorf("none allowed: got %q", got)
		}
		p.Organization.RescheduleMax = 1
		if got := p.CanPick(mon(15, 0)); got != "" {
			t.Errorf("up to the start: got %q", got)
		}
		if got := p.CanPick(mon(15, 0).Add(time.Millisecond)); got != PickTooLate {
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
		{nil, ann}, {map[string]int{ann: 1}, bob}, {map[string]int{ann: 1, bob: 1}, cho},
		{map[string]int{ann: 2, bob: 1, cho: 1}, bob}, {map[string]int{ann: 1, bob: 1, cho: 1, fay: 0}, ann},
	} {
		if got := leastLoaded([]string{cho, ann, bob}, c.load); got != c.want {
			t.Errorf("with %v: got %s, want %s", c.load, got, c.want)
		}
	}
}

func TestPickable(t *testing.T) {
	t.Parallel()
	moving := picked()
	a := Availability{
		Interviewers: []Available{
			{Email: ann, Painted: []time.Time{mon(14, 0), mon(15, 0), mon(15, 30), mon(16, 0)},
				Bookings: []Booked{{moving.ID, span(15, 0, 16, 0)}}},
			{Email: bob, Painted: []time.Time{mon(15, 0)}},
		},
		Unnamed: []Booked{{"int_u", span(14, 0, 15, 0)}},
	}
	for name, c := range map[string]struct {
		from, to, now time.Time
		moving        *Interview
		want          string
	}{
		"the first pick":                      {mon(0, 0), mon(23, 0), thu, nil, "15:00 1 bob, 16:00 1 ann"},
		"a move: its own time is not offered": {mon(0, 0), mon(23, 0), thu, &moving, "15:30 1 ann, 16:00 1 ann"},
		"what is past is not offered":         {mon(0, 0), mon(23, 0), mon(15, 0).Add(time.Millisecond), nil, "16:00 1 ann"},
		"what starts now is not either":       {mon(0, 0), mon(23, 0), mon(16, 0), nil, ""},
		"bounds are inclusive":                {mon(15, 0), mon(15, 0), thu, nil, "15:00 1 bob"},
		"from after to":                       {mon(16, 0), mon(15, 0), thu, nil, ""},
		"to is past":                          {mon(0, 0), mon(23, 0), mon(0, 0).AddDate(0, 0, 2), nil, ""},
	} {
		if got := saySlots(a.Pickable(time.Hour, c.from, c.to, c.now, c.moving)); got != c.want {
			t.Errorf("%s: got  %s\nwant %s", name, got, c.want)
		}
	}
	t.Run("the facts are left as they were", func(t *testing.T) {
		a.Pickable(time.Hour, mon(0, 0), mon(23, 0), thu, &moving)
		if len(a.Interviewers[0].Bookings) != 1 || len(a.Unnamed) != 1 {
			t.Error("the interview that is moved is gone from the facts")
		}
	})
	t.Run("a personal schedule ends 92 days from now, what is painted does not", func(t *testing.T) {
		always := WeeklyHours{}
		for d := range 7 {
			always[time.Weekday(d)] = []Hours{{0, 1440}}
		}
		last := thu.AddDate(0, 0, 92)
		a := Availability{Interviewers: []Available{{Email: ann, Personal: true, Zone: "UTC", Hours: always,
			Painted: []time.Time{last.AddDate(0, 0, 9)}},
			{Email: bob, Painted: []time.Time{last.AddDate(0, 0, 10), last.AddDate(0, 0, 99)}}}}
		for from, want := range map[time.Time]int{last.AddDate(0, 0, -1): 49 + 1, last: 1 + 1, last.Add(time.Minute): 1,
			last.AddDate(0, 0, 10): 1, last.AddDate(0, 0, 11): 0} {
			got := a.Pickable(time.Hour, from, from.AddDate(0, 0, 28), thu, nil)
			if len(got) != want || !slices.IsSortedFunc(got, func(a, b Slot) int {
				return a.StartAt.Compare(b.StartAt)
			}) {
				t.Errorf("from %s: %d starts, want %d: %v", from, len(got), want, got)
			}
		}
	})
}

func TestDecidePick(t *testing.T) {
	t.Parallel()
	decidePick := func(o BookingOrder, f BookingFacts, now time.Time) (Booking, error) {
		return DecideBooking(o, f, DefaultPolicy, bookingIDs, now)
	}
	chosen := func(t *testing.T, about string, f BookingFacts, want string) {
		t.Helper()
		b, err := decidePick(pickOrder(mon(15, 0)), f, thu)
		if err != nil || b.Interview.InterviewerEmail != want {
			t.Errorf("%s: got %+v, %v, want %s", about, b.Interview, err, want)
		}
	}
	t.Run("books with the least loaded of the free who offer it", func(t *testing.T) {
		f := pickFacts()
		b, err := decidePick(pickOrder(mon(15, 0)), f, thu)
		i := b.Interview
		if err != nil || i.InterviewerEmail != ann || i.MeetingLink != "https://meet.example/ann" ||
			i.LinkSource != LinkFromPerson || i.Source != SourceLitmus || i.ExternallyScheduled ||
			i.TimeZone != "Asia/Kolkata" || !i.Picked || i.Reschedules != 0 || i.StatusAt(thu) != StatusScheduled ||
			i.AnnounceRevision != i.Revision || b.NewCandidate || i.BriefingRecipients != nil {
			t.Errorf("got %+v, %v", b, err)
		}
		f.Load = map[string]int{ann: 3, bob: 2}
		b, err = decidePick(pickOrder(mon(15, 0)), f, thu)
		if got, want := b.Interview.MeetingLink, "https://meet.example/bob-posting"; err != nil || got != want {
			t.Errorf("Ann has more to do: it meets at %s (%v), want %s", got, err, want)
		}
		chosen(t, "Ann has more to do", f, bob)
		f.Load = map[string]int{bob: 9}
		f.Available.Interviewers[1].Bookings = []Booked{{"int_x", span(15, 30, 16, 30)}}
		chosen(t, "Ann is booked", f, bob)
	})
	const gone = "cannot be picked any more"
	for name, c := range map[string]struct {
		spoil func(*BookingOrder, *BookingFacts)
		now   time.Time
		kind  Kind
		says  string
	}{
		"nobody offers it, which REST would accept": {func(o *BookingOrder, _ *BookingFacts) { o.Start = mon(17, 0) },
			thu, Conflict, gone},
		"it is not on the grid of what is offered": {func(o *BookingOrder, _ *BookingFacts) {
			o.Start = mon(15, 0).Add(1)
		}, thu, Conflict, gone},
		"its one interviewer is booked": {func(o *BookingOrder, f *BookingFacts) {
			o.Start = mon(16, 0)
			f.Available.Interviewers[0].Bookings = []Booked{{"int_x", span(16, 30, 17, 0)}}
		}, thu, Conflict, gone},
		"an interview without interviewer fills it": {func(o *BookingOrder, f *BookingFacts) {
			o.Start = mon(16, 0)
			f.Available.Unnamed = []Booked{{"int_x", span(16, 0, 17, 0)}}
		}, thu, Conflict, gone},
		"it is now": {func(*BookingOrder, *BookingFacts) {}, mon(15, 0), Conflict, gone},
		"the round is not bookable any more": {func(_ *BookingOrder, f *BookingFacts) { f.Round.Bookable = false }, thu,
			Conflict, "no saved round"},
		"the round is not live any more": {func(_ *BookingOrder, f *BookingFacts) {
			f.Round.DeliveryMode = DeliveryAsync
		}, thu, Conflict, "async"},
		"the invitation ran out": {func(*BookingOrder, *BookingFacts) {}, thu.AddDate(0, 0, 14), Conflict, "ran out"},
		"the candidate has submitted": {func(_ *BookingOrder, f *BookingFacts) {
			f.Candidate.State = CandidateSubmitted
		}, thu, Conflict, "past this step"},
		"the candidate was never invited": {func(_ *BookingOrder, f *BookingFacts) { f.Candidate.InvitedAt = nil },
			thu, NotFound, "cand_1"},
		"the candidate is gone": {func(_ *BookingOrder, f *BookingFacts) { f.Candidate = nil }, thu,
			NotFound, "cand_1"},
		"others booked one, which they keep": {func(_ *BookingOrder, f *BookingFacts) {
			f.Existing, f.Organization.MovePickedOnly = ptr(scheduled()), true
			f.Existing.setStart(mon(18, 0), 0)
		}, thu, Conflict, "moved by others"},
		"the form does not know of the interview": {func(o *BookingOrder, f *BookingFacts) {
			o.Start, o.Replace, f.Existing = mon(16, 0), false, ptr(picked())
		}, thu, Conflict, "already has interview int_1"},
		"others booked one at this very time": {func(_ *BookingOrder, f *BookingFacts) {
			f.Existing = ptr(scheduled())
		}, thu, Conflict, gone},
		"others made it a session by link": {func(_ *BookingOrder, f *BookingFacts) { f.Existing = ptr(external()) },
			thu, Conflict, "moved by others"},
		"it took place": {func(_ *BookingOrder, f *BookingFacts) {
			f.Existing = ptr(picked())
			f.Existing.CallEndedAt = ptr(thu)
		}, thu, Conflict, "past this step"},
		"it was moved as often as allowed": {func(o *BookingOrder, f *BookingFacts) {
			o.Start, f.Existing = mon(16, 0), ptr(picked())
			f.Existing.Reschedules = 2
		}, thu, Conflict, "as often as"},
		"it is too near": {func(o *BookingOrder, f *BookingFacts) { o.Start, f.Existing = mon(16, 0), ptr(picked()) },
			mon(3, 0).Add(time.Second), Conflict, "too near"},
	} {
		o, f := pickOrder(mon(15, 0)), pickFacts()
		c.spoil(&o, &f)
		wantRefusal(t, name, c.kind, c.says)(decidePick(o, f, c.now))
	}
	t.Run("a closed posting goes on with those it has invited", func(t *testing.T) {
		f := pickFacts()
		f.Posting.Status = StatusClosed
		if _, err := decidePick(pickOrder(mon(15, 0)), f, thu); err != nil {
			t.Error(err)
		}
	})
	for name, spoil := range map[string]func(*BookingFacts){
		"at once":               func(*BookingFacts) {},
		"in another zone":       func(f *BookingFacts) { f.Existing.TimeZone = "Europe/Berlin" },
		"moved as often as may": func(f *BookingFacts) { f.Existing.Reschedules = 2 },
		"within the cutoff":     func(f *BookingFacts) { f.Organization.RescheduleCutoffHours = 24 * 30 },
		"offered no longer":     func(f *BookingFacts) { f.Available = Availability{} },
	} {
		f := pickFacts()
		f.Existing = ptr(picked())
		spoil(&f)
		o := pickOrder(mon(15, 0))
		o.Replace = name != "at once"
		if b, err := decidePick(o, f, thu); err != nil || !b.Unchanged || b.Replaced ||
			b.Interview.Revision != f.Existing.Revision || b.Interview.TimeZone != f.Existing.TimeZone {
			t.Errorf("the time that they have changes nothing: a form sent twice: %s: got %+v, %v", name, b, err)
		}
	}
	t.Run("a move keeps the interview and counts", func(t *testing.T) {
		f := pickFacts()
		f.Existing = ptr(picked())
		f.Existing.Reschedules, f.Existing.TimeZone = 1, "UTC"
		b, err := decidePick(pickOrder(mon(16, 0)), f, thu)
		if i := b.Interview; err != nil || !b.Replaced || i.ID != "int_1" || !i.Picked || i.Reschedules != 2 ||
			i.InterviewerEmail != bob || !i.StartsAt.Equal(mon(16, 0)) ||
			i.TimeZone != "Asia/Kolkata" || i.AccessEpoch != 1 || i.Revision != 2 || i.AnnounceRevision != 2 ||
			!i.CreatedAt.Equal(f.Existing.CreatedAt) {
			t.Errorf("got %+v, %v", b, err)
		}
	})
	t.Run("what the team booked is moved as well, and keeps the link that came with it", func(t *testing.T) {
		f := pickFacts()
		f.Candidate.InvitedAt = nil
		f.Existing = ptr(scheduled())
		f.Existing.MeetingLink, f.Existing.LinkSource = "https://meet.example/room", LinkFromBody
		b, err := decidePick(pickOrder(mon(16, 0)), f, thu)
		if i := b.Interview; err != nil || !b.Replaced || !i.Picked || i.Reschedules != 1 ||
			i.InterviewerEmail != bob || i.MeetingLink != "https://meet.example/room" || i.LinkSource != LinkFromBody {
			t.Errorf("got %+v, %v", b, err)
		}
		f.Existing.MeetingLink, f.Existing.LinkSource = "https://meet.example/ann", LinkFromPerson
		if b, err = decidePick(pickOrder(mon(16, 0)), f, thu); b.Interview.LinkSource != LinkFromPosting {
			t.Errorf("the link was the interviewer's: got %+v, %v", b.Interview, err)
		}
	})
	t.Run("what the team booked keeps its interviewer, if they are free then", func(t *testing.T) {
		f := pickFacts()
		f.Existing = ptr(scheduled())
		f.Existing.setStart(mon(18, 0), 0)
		f.Existing.InterviewerEmail = bob
		f.Load = map[string]int{bob: 9}
		chosen(t, "Bob is free", f, bob)
		f.Existing.Picked = true
		chosen(t, "the candidate picked it", f, ann)
		f.Existing.Picked = false
		f.Available.Interviewers[0].Bookings = []Booked{{"int_x", span(15, 30, 16, 30)}}
		chosen(t, "Bob is booked", f, ann)
	})
	t.Run("an integrator who books or replaces takes it over", func(t *testing.T) {
		f, o := pickFacts(), order()
		f.Existing, o.Replace = ptr(picked()), true
		f.Existing.Reschedules = 2
		if b := decide(t, o, f); b.Interview.Picked || b.Interview.Reschedules != 0 {
			t.Errorf("got %+v", b.Interview)
		}
	})
}

// TestShownIsBookable proves that every start on the page can be booked as long as nothing changes, with an interviewer
// who offers it, is free and has the fewest interviews, and that every other start is refused.
func TestShownIsBookable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		half := func(label string, from, to int) time.Time {
			return mon(0, 0).Add(time.Duration(rapid.IntRange(from, to).Draw(t, label)) * 30 * time.Minute)
		}
		now := half("now", -96, 24).Add(time.Duration(rapid.IntRange(0, 1).Draw(t, "tick")) * time.Millisecond)
		f := pickFacts()
		f.Round.DurationMinutes = rapid.IntRange(1, 6).Draw(t, "duration") * 15
		f.Candidate.InviteExpiresAt = ptr(thu.AddDate(1, 0, 0))
		f.Load, f.Available = map[string]int{}, Availability{}
		if rapid.Bool().Draw(t, "moves") {
			i := picked()
			i.DurationMinutes = rapid.IntRange(1, 6).Draw(t, "its duration") * 15
			i.setStart(half("its start", 0, 48), 0)
			i.Reschedules = rapid.IntRange(0, 2).Draw(t, "moved")
			f.Existing = &i
		}
		id := 0
		bookings := func(label string) (out []Booked) {
			for range rapid.IntRange(0, 2).Draw(t, label) {
				id++
				from := half("from", 0, 48)
				out = append(out, Booked{fmt.Sprintf("int_b%d", id),
					Range{from, from.Add(time.Duration(rapid.IntRange(1, 6).Draw(t, "quarters")) * 15 * time.Minute)}})
			}
			return out
		}
		for n := range rapid.IntRange(0, 3).Draw(t, "interviewers") {
			iv := Available{Email: fmt.Sprintf("i%d@acme.example", n), Bookings: bookings("bookings"),
				Personal: rapid.IntRange(0, 2).Draw(t, "personal") == 0, Zone: rapid.SampledFrom(zones).Draw(t, "zone"),
				Hours: WeeklyHours{time.Monday: {{540, 1020}}, time.Tuesday: {{0, 1440}}}}
			for range rapid.IntRange(0, 6).Draw(t, "painted") {
				if s := half("slot", 0, 48); !slices.ContainsFunc(iv.Painted, s.Equal) {
					iv.Painted = append(iv.Painted, s)
				}
			}
			if f.Existing != nil && f.Existing.InterviewerEmail == ann && rapid.Bool().Draw(t, "theirs") {
				f.Existing.InterviewerEmail = iv.Email
				iv.Bookings = append(iv.Bookings, Booked{f.Existing.ID, Range{f.Existing.StartsAt, f.Existing.EndsAt}})
			}
			f.Load[iv.Email] = rapid.IntRange(0, 2).Draw(t, "load")
			f.Available.Interviewers = append(f.Available.Interviewers, iv)
		}
		f.Available.Unnamed = bookings("unnamed")

		from, to := mon(0, 0), mon(0, 0).Add(24*time.Hour)
		can := Picking{Organization: f.Organization, Candidate: *f.Candidate, Interview: f.Existing}.CanPick(now) == ""
		shown := map[int64]Slot{}
		for _, s := range f.Available.Pickable(f.Round.Duration(), from, to, now, f.Existing) {
			shown[s.StartAt.UnixMilli()] = s
		}
		for start := from; !start.After(to); start = start.Add(15 * time.Minute) {
			s, there := shown[start.UnixMilli()]
			b, err := DecideBooking(pickOrder(start), f, DefaultPolicy, bookingIDs, now)
			switch {
			case f.Existing != nil && start.Equal(f.Existing.StartsAt) && f.Existing.StatusAt(now) == StatusScheduled:
				if there || err != nil || !b.Unchanged {
					t.Fatalf("at %s the candidate has their interview: shown %v, %+v, %v", start, there, b, err)
				}
			case there && can:
				if err != nil {
					t.Fatalf("%s is shown and refused: %v", start, err)
				}
				chosen := b.Interview.InterviewerEmail
				if !slices.Contains(s.InterviewerEmails, chosen) ||
					slices.ContainsFunc(s.InterviewerEmails,
						func(e string) bool { return f.Load[e] < f.Load[chosen] }) {
					t.Fatalf("at %s %s was chosen of %v, with loads %v", start, chosen, s.InterviewerEmails, f.Load)
				}
				for _, iv := range f.Available.Interviewers {
					if iv.Email == chosen && slices.ContainsFunc(iv.Bookings, func(x Booked) bool {
						return (f.Existing == nil || x.InterviewID != f.Existing.ID) &&
							x.Overlaps(Range{b.Interview.StartsAt, b.Interview.EndsAt})
					}) {
						t.Fatalf("at %s %s is booked twice", start, chosen)
					}
				}
			case KindOf(err) != Conflict:
				t.Fatalf("%s is not to be picked (shown %v, may pick %v) and got %+v, %v", start, there, can, b, err)
			}
		}
	})
}
