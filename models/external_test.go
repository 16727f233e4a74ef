package models

import (
	"strings"
	"testing"
	"time"
)

// linkOrder is a booking of an external session.
func linkOrder() BookingOrder {
	o := order()
	o.Start, o.Kind, o.MeetingLink = time.Time{}, OrderExternal, "https://meet.example/own"
	return o
}

var linkIDs = IDs{Interview: "int_new", Candidate: "cand_new", LinkToken: "token"}

func TestExternalBookingRequest(t *testing.T) {
	t.Parallel()
	valid := func() BookingRequest {
		return BookingRequest{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: cleo,
			InterviewerEmail: "Ann@acme.example", MeetingLink: "https://meet.example/own", ExternallyScheduled: true}
	}
	for _, start := range []*string{nil, ptr(""), ptr("next Tuesday"), ptr("2300-01-01T00:00:00Z"),
		ptr("2031-03-03T15:00:00Z")} {
		r := valid()
		r.ScheduledStartAt = start
		got, err := r.Validate()
		if err != nil || !got.External() || !got.Start.IsZero() || got.InterviewerEmail != ann ||
			got.MeetingLink != "https://meet.example/own" {
			t.Errorf("needs no start and ignores one: got %+v, %v", got, err)
		}
	}
	for field, spoil := range map[string]func(*BookingRequest){
		"interviewer_email": func(r *BookingRequest) { r.InterviewerEmail = "" },
		"meeting_link":      func(r *BookingRequest) { r.MeetingLink = "" },
		"time_zone":         func(r *BookingRequest) { r.TimeZone = ptr("Mars/Base") },
	} {
		r := valid()
		spoil(&r)
		wantRefusal(t, "without a good "+field, Invalid, field)(r.Validate())
	}
}

func TestDecideExternalBooking(t *testing.T) {
	t.Parallel()
	t.Run("makes a pending session whose clocks run from now", func(t *testing.T) {
		f := facts()
		f.Round.Indefinite = true
		b, err := DecideBooking(linkOrder(), f, DefaultPolicy, linkIDs, thu)
		i := b.Interview
		if err != nil || i.Source != SourceExternal || !i.ExternallyScheduled || i.Indefinite ||
			i.StatusAt(thu) != StatusPending || i.ScheduledStartAt() != nil || i.DurationMinutes != 60 ||
			!i.CreatedAt.Equal(thu) || !i.StartsAt.Equal(thu) || !i.EndsAt.Equal(thu.Add(time.Hour)) ||
			i.WindowEndsAt != nil || i.LinkUsedAt != nil || i.InterviewerEmail != ann {
			t.Errorf("got %+v, %v", i, err)
		}
		if !i.ExpiresAt.Equal(thu.AddDate(0, 0, 7)) || !i.LinkExpiresAt.Equal(thu.Add(24*time.Hour)) ||
			*i.LinkHash != HashLink("token") || b.LinkToken != "token" || len(b.Warnings) != 0 {
			t.Errorf("got %+v, token %q, warnings %v", i, b.LinkToken, b.Warnings)
		}
		if rs := Recipients(i, cleo); len(rs) != 0 || i.Blocks() {
			t.Errorf("somebody is told, or kept busy: %v", rs)
		}
	})
	t.Run("checks neither interviewer nor capacity", func(t *testing.T) {
		f := facts()
		taken := Booked{"int_other", Range{thu.Add(-time.Hour), thu.Add(time.Hour)}}
		f.Busy = []Booked{taken}
		f.Available = Availability{Interviewers: []Available{{Email: ann, Painted: []time.Time{thu},
			Bookings: []Booked{taken}}}}
		if _, err := DecideBooking(linkOrder(), f, DefaultPolicy, linkIDs, thu); err != nil {
			t.Errorf("refused: %v", err)
		}
	})
	t.Run("refuses everything else that a standard booking refuses", func(t *testing.T) {
		for name, c := range map[string]struct {
			spoil func(*BookingFacts)
			kind  Kind
			says  string
		}{
			"an async round": {func(f *BookingFacts) { f.Round.DeliveryMode = DeliveryAsync }, Invalid, "async"},
			"a new one when closed": {func(f *BookingFacts) { f.Candidate, f.Posting.Status = nil, StatusClosed },
				Conflict, "closed"},
			"another track": {func(f *BookingFacts) { f.Candidate.TrackID = "trk_2" }, Conflict, "track"},
			"a submitted candidate": {func(f *BookingFacts) { f.Candidate.State = CandidateSubmitted }, Conflict,
				"submitted"},
			"a second live session": {func(f *BookingFacts) { f.Existing = ptr(external()) }, Conflict,
				"(pending); send replace_existing: true"},
			"beside a standard one": {func(f *BookingFacts) { f.Existing = ptr(scheduled()) }, Conflict,
				"(scheduled); send replace_existing: true"},
			"an unknown posting": {func(f *BookingFacts) { f.Posting = nil }, NotFound, "posting_id"},
			"beside an expired link": {func(f *BookingFacts) {
				f.Existing = ptr(external())
				f.Existing.ExpiresAt = ptr(thu)
			}, Conflict, "(expired)"},
		} {
			f := facts()
			f.Candidate = known()
			c.spoil(&f)
			wantRefusal(t, name, c.kind, c.says)(DecideBooking(linkOrder(), f, DefaultPolicy, linkIDs, thu))
		}
	})
	t.Run("the link never outlives the session", func(t *testing.T) {
		p := DefaultPolicy
		p.LinkTTL = 30 * 24 * time.Hour
		b, err := DecideBooking(linkOrder(), facts(), p, linkIDs, thu)
		if err != nil || !b.Interview.LinkExpiresAt.Equal(*b.Interview.ExpiresAt) {
			t.Errorf("got %v, %v", b.Interview.LinkExpiresAt, err)
		}
	})
}

func TestReplaceBetweenModes(t *testing.T) {
	t.Parallel()
	now := thu.Add(time.Hour)
	replace := func(t *testing.T, o BookingOrder, old Interview) Interview {
		t.Helper()
		f := facts()
		o.Replace, f.Candidate, f.Existing = true, known(), &old
		b, err := DecideBooking(o, f, DefaultPolicy, linkIDs, now)
		if err != nil || !b.Replaced || b.Interview.ID != old.ID || b.Interview.Revision != old.Revision+1 ||
			b.Interview.AccessEpoch != old.AccessEpoch+1 {
			t.Fatalf("got %+v, %v", b, err)
		}
		return b.Interview
	}
	used, _, err := DecideUseLink(external(), "", DefaultPolicy, thu)
	if err != nil {
		t.Fatal(err)
	}
	ended := used
	ended.CallEndedAt = ptr(thu)
	expired := external()
	expired.ExpiresAt, expired.LinkExpiresAt = ptr(thu), ptr(thu)
	import_ := scheduled()
	import_.Source, import_.ExternallyScheduled, import_.AnnounceRevision = SourceLever, true, 0
	picked := scheduled()
	picked.Picked, picked.Reschedules = true, 2
	indefinite := scheduled()
	indefinite.Indefinite, indefinite.WindowEndsAt = true, nil
	for name, old := range map[string]Interview{"scheduled": scheduled(), "pending": external(), "used": used,
		"ended": ended, "expired": expired, "import": import_, "picked": picked, "indefinite": indefinite} {
		t.Run(name+" to external: pending, both clocks anew, created now", func(t *testing.T) {
			i := replace(t, linkOrder(), old)
			if i.StatusAt(now) != StatusPending || i.ScheduledStartAt() != nil || !i.CreatedAt.Equal(now) ||
				!i.StartsAt.Equal(now) || i.WindowEndsAt != nil || i.CallEndedAt != nil ||
				!i.LinkAlive(now) || *i.LinkHash != HashLink("token") || !i.ExpiresAt.Equal(now.AddDate(0, 0, 7)) ||
				i.AnnounceRevision != 0 || i.Picked || i.Reschedules != 0 || i.Indefinite {
				t.Errorf("got %+v", i)
			}
		})
		t.Run(name+" to standard: the link is revoked, created_at stays", func(t *testing.T) {
			i := replace(t, order(), old)
			if i.StatusAt(now) != StatusScheduled || i.Source != SourceLitmus || i.ExternallyScheduled ||
				!i.CreatedAt.Equal(old.CreatedAt) || i.LinkHash != nil || i.LinkExpiresAt != nil ||
				i.ExpiresAt != nil || i.LinkUsedAt != nil || !i.StartsAt.Equal(mon(15, 0)) ||
				i.AnnounceRevision != i.Revision || i.Picked || i.Reschedules != 0 || i.ScheduledStartAt() == nil {
				t.Errorf("got %+v", i)
			}
		})
	}
	t.Run("within the millisecond of the row before", func(t *testing.T) {
		old := scheduled()
		old.UpdatedAt = now
		if i := replace(t, linkOrder(), old); !i.CreatedAt.Equal(i.UpdatedAt) || !i.StartsAt.Equal(i.UpdatedAt) ||
			!i.UpdatedAt.Equal(now.Add(time.Millisecond)) {
			t.Errorf("created %s, stored start %s, updated %s; want one instant", i.CreatedAt, i.StartsAt, i.UpdatedAt)
		}
	})
}

// TestLettersOfExternalSessions shows who gets a letter about a session by link.
func TestLettersOfExternalSessions(t *testing.T) {
	t.Parallel()
	plays(t, map[string]string{
		"nobody": `
			session ann: nothing
			use: nothing
			cancel: nothing`,
		"a booking that becomes one: what people hold is canceled": `
			told ann
			at Thu 13:00
			session ann: cleo cancellation 15:00, ann cancellation 15:00
			use: nothing`,
		"a booking that was moved to an earlier time and took place: nothing is called off": `
			told ann
			book 09:00 ann: cleo changed_time 09:00 not 15:00, ann changed_time 09:00 not 15:00
			at 12:00
			session ann: nothing`,
		"a session whose window closed calls off the booking whose place it took": `
			told ann
			session ann
			use
			at Thu 14:00: cleo cancellation 15:00, ann cancellation 15:00
			again: nothing`,
		"so does one whose call ended": `
			told ann
			session ann
			use
			end call
			at Thu 12:01: cleo cancellation 15:00, ann cancellation 15:00
			again: nothing`,
		"and one that was canceled after it": `
			told ann
			session ann
			use
			at Thu 14:00
			cancel: cleo cancellation 15:00, ann cancellation 15:00
			again: nothing`,
		"at once: nobody held anything": `
			book 15:00 ann
			session ann: nothing`,
		"and back: a confirmation of the new time": `
			told ann
			session ann: cleo cancellation 15:00, ann cancellation 15:00
			book 17:00 bob: cleo confirmation 17:00, bob briefing 17:00`,
		"a candidate whom it made gets the assessment link with the first letter there is": `
			session ann: nothing
			book 17:00 ann: cleo confirmation 17:00 +assessment, ann briefing 17:00`,
		"a used one's new interviewer is briefed, without an invitation": `
			session ann
			use
			reassign bob: bob briefing 12:00 (no invitation)`,
		"who held an invitation and takes over has it canceled first": `
			told bob
			session ann
			use
			reassign bob: cleo cancellation 15:00, bob cancellation 15:00, bob briefing 12:00 (no invitation)
			again: nothing`,
	})
	for about, c := range map[string]struct{ before, replaced, leave string }{
		"over":                  {"", "16:00", "nothing"},
		"the day after":         {"", "Tue 16:00", "nothing"},
		"in its last tick":      {"", "15:59:59.999", "cleo cancellation 15:00, ann cancellation 15:00"},
		"before it began":       {"", "14:00", "cleo cancellation 15:00, ann cancellation 15:00"},
		"the call ended before": {"at 15:30\nend call", "16:00", "nothing"},
	} {
		t.Run("a booking that took place before is not called off: "+about, func(t *testing.T) {
			d := newDesk(t)
			play(d, "told ann\n"+c.before+"\nat "+c.replaced+"\nsession ann: "+c.leave)
			d.now = d.now.Add(time.Minute)
			at := d.now.Format("15:04")
			play(d, `
				use: nothing
				reassign bob: bob briefing `+at+` (no invitation)
				reassign ann: ann briefing `+at+` (no invitation)`) // who had the one before
			d.now = d.now.AddDate(0, 0, 1)
			d.leaves()
		})
	}
}

func TestLinkAlive(t *testing.T) {
	t.Parallel()
	tick := time.Millisecond
	with := func(change func(*Interview)) Interview { i := external(); change(&i); return i }
	for name, c := range map[string]struct {
		i    Interview
		now  time.Time
		want bool
	}{
		"made now":                            {external(), thu, true},
		"a tick before its life ends":         {external(), thu.Add(24*time.Hour - tick), true},
		"at the end of its life":              {external(), thu.Add(24 * time.Hour), false},
		"of an expired session":               {with(func(i *Interview) { i.ExpiresAt = ptr(thu) }), thu, false},
		"used":                                {with(func(i *Interview) { i.LinkUsedAt = ptr(thu) }), thu, false},
		"canceled":                            {with(func(i *Interview) { i.CanceledAt = ptr(thu) }), thu, false},
		"revoked":                             {with(func(i *Interview) { i.LinkHash = nil }), thu, false},
		"a standard booking that has no link": {scheduled(), thu, false},
		"a link that would outlive the session": {with(func(i *Interview) { i.ExpiresAt = ptr(thu.Add(time.Hour)) }),
			thu.Add(time.Hour), false},
	} {
		if got := c.i.LinkAlive(c.now); got != c.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestDecideUseLink(t *testing.T) {
	t.Parallel()
	at := thu.Add(3*time.Hour + 20*time.Minute + 5*time.Millisecond)
	p := DefaultPolicy
	p.SessionGrace = 15 * time.Minute
	old := external()
	i, _, err := DecideUseLink(old, "", p, at.Add(300*time.Microsecond))
	if err != nil || i.StatusAt(at) != StatusScheduled || !i.LinkUsedAt.Equal(at) || !i.StartsAt.Equal(at) ||
		!i.ScheduledStartAt().Equal(at) || !i.UpdatedAt.Equal(at) ||
		!i.EndsAt.Equal(at.Add(time.Hour)) || !i.WindowEndsAt.Equal(at.Add(75*time.Minute)) ||
		!i.CreatedAt.Equal(old.CreatedAt) || i.Revision != old.Revision+1 || !i.StartSetAt.Equal(at) || !i.Blocks() {
		t.Errorf("got %+v, %v", i, err)
	}
	if got := i.StatusAt(at.Add(75 * time.Minute)); got != StatusCompleted {
		t.Errorf("its window is over: got %s", got)
	}
	wantRefusal(t, "used again", Conflict, "fresh")(DecideUseLink(i, "", p, at.Add(time.Second)))
	t.Run("the same browser again changes nothing", func(t *testing.T) {
		used, changed, err := DecideUseLink(external(), "mine", p, at)
		if err != nil || !changed || *used.LinkHolder != HashLink("mine") {
			t.Fatalf("got %+v, %v", used, err)
		}
		ended, canceled, unnamed := used, used, i
		ended.CallEndedAt = ptr(at.Add(time.Minute))
		canceled, _ = DecideCancel(canceled, at.Add(time.Minute))
		for name, c := range map[string]struct {
			i      Interview
			holder string
			after  time.Duration
			again  bool
		}{
			"at once":          {used, "mine", 0, true},
			"days later":       {used, "mine", 72 * time.Hour, true},
			"another browser":  {used, "other", 0, false},
			"no cookie":        {used, "", 0, false},
			"none before":      {unnamed, "", 0, false},
			"none before, one": {unnamed, "mine", 0, false},
			"its hash":         {used, HashLink("mine"), 0, false},
			"the call ended":   {ended, "mine", 2 * time.Minute, true},
			"it was canceled":  {canceled, "mine", 2 * time.Minute, false},
		} {
			got, changed, err := DecideUseLink(c.i, c.holder, p, at.Add(c.after))
			if changed || (err == nil) != c.again || err != nil && KindOf(err) != Conflict ||
				got.Revision != c.i.Revision {
				t.Errorf("%s: changed %v, %v", name, changed, err)
			}
		}
	})
	wantRefusal(t, "a dead link", Conflict, "")(DecideUseLink(external(), "", p, thu.Add(24*time.Hour)))
	if ended, changed, err := DecideEndCall(i, at.Add(time.Minute)); err != nil || !changed ||
		ended.StatusAt(at.Add(time.Minute)) != StatusCompleted {
		t.Errorf("ending its call: got %v, want it completed", err)
	}
	if moved, changed, err := DecideReassign(ReassignFacts{Interview: i,
		Busy: []Booked{{i.ID, Range{i.StartsAt, i.EndsAt}}}}, bob, DefaultPolicy, at); err != nil || !changed ||
		moved.InterviewerEmail != bob || moved.MeetingLink != i.MeetingLink {
		t.Errorf("another interviewer: got %+v, %v, want them set", moved, err)
	}
	wantRefusal(t, "another interviewer of a pending one", Conflict, StatusPending)(
		DecideReassign(ReassignFacts{Interview: external()}, bob, DefaultPolicy, thu))
	if canceled, _ := DecideCancel(i, at.Add(time.Minute)); canceled.LinkHash != nil ||
		canceled.ScheduledStartAt() == nil {
		t.Errorf("canceled after use: got %+v", canceled)
	}
}

func TestDecideFreshLink(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		after time.Duration
		lives time.Duration
	}{
		"while the first is alive":         {time.Hour, 24 * time.Hour},
		"when it is dead":                  {3 * 24 * time.Hour, 24 * time.Hour},
		"with less than its life left":     {7*24*time.Hour - time.Hour, time.Hour},
		"in the last tick of the session":  {7*24*time.Hour - time.Millisecond, time.Millisecond},
		"as the clock stands where it was": {0, 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			old, now := external(), thu.Add(c.after)
			i, err := DecideFreshLink(old, "second", DefaultPolicy, now)
			if err != nil || *i.LinkHash != HashLink("second") || !i.CreatedAt.Equal(old.CreatedAt) ||
				!i.StartsAt.Equal(old.StartsAt) || !i.ExpiresAt.Equal(*old.ExpiresAt) || i.Revision != old.Revision+1 {
				t.Fatalf("got %+v, %v", i, err)
			}
			if got := i.LinkExpiresAt.Sub(i.UpdatedAt); got != c.lives {
				t.Errorf("it lives %s, want %s", got, c.lives)
			}
			if c.after < 7*24*time.Hour-time.Millisecond && !i.LinkAlive(i.UpdatedAt) {
				t.Error("it is not alive")
			}
		})
	}
	used, _, _ := DecideUseLink(external(), "", DefaultPolicy, thu)
	canceled, _ := DecideCancel(external(), thu)
	for name, c := range map[string]struct {
		i    Interview
		says string
	}{
		"a standard booking": {scheduled(), "no external session"},
		"an import": {func() Interview {
			i := scheduled()
			i.Source, i.ExternallyScheduled = SourceLever, true
			return i
		}(), "no external session"},
		"a used session":     {used, "is scheduled"},
		"a canceled session": {canceled, "is canceled"},
		"an expired session": {func() Interview { i := external(); i.ExpiresAt = ptr(thu); return i }(),
			"expired at 2031-02-27T12:00:00.000Z; book again with replace_existing: true"},
		"one that is over":    {func() Interview { i := used; i.CallEndedAt = ptr(thu); return i }(), "is completed"},
		"one canceled in use": {func() Interview { i, _ := DecideCancel(used, thu); return i }(), "is canceled"},
	} {
		if i, err := DecideFreshLink(c.i, "second", DefaultPolicy, thu); KindOf(err) != Conflict ||
			!strings.Contains(err.Error(), c.says) || i.Revision != c.i.Revision {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if canceled.LinkHash != nil || canceled.LinkExpiresAt != nil || canceled.AccessEpoch != 1 {
		t.Errorf("a cancel revokes the link: got %+v", canceled)
	}
}

func TestHashLink(t *testing.T) { // FIPS 180-4, the digest of "abc"
	t.Parallel()
	if got := HashLink("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("got %s", got)
	}
}
