package booking_test

import (
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

// linkOrder is a booking of an external session.
func linkOrder() booking.Order {
	o := desk.Order()
	o.Start, o.Kind, o.MeetingLink = time.Time{}, booking.OrderExternal, "https://meet.example/own"
	return o
}

var linkIDs = models.IDs{Interview: "int_new", Candidate: "cand_new", LinkToken: "token"}

func TestExternalBookingRequest(t *testing.T) {
	t.Parallel()
	valid := func() booking.Request {
		return booking.Request{PostingID: "post_1", RoundID: "rnd_1", CandidateEmail: desk.Cleo,
			InterviewerEmail: "Ann@acme.example", MeetingLink: "https://meet.example/own", ExternallyScheduled: true}
	}
	for _, start := range []*string{nil, desk.Ptr(""), desk.Ptr("next Tuesday"), desk.Ptr("2300-01-01T00:00:00Z"),
		desk.Ptr("2031-03-03T15:00:00Z")} {
		r := valid()
		r.ScheduledStartAt = start
		got, err := r.Validate()
		verify.Each(t, "needs no start and ignores one", verify.Fields{"error": {err, nil},
			"External": {got.External(), true}, "got.Start.IsZero()": {got.Start.IsZero(), true},
			"InterviewerEmail": {got.InterviewerEmail, desk.Ann},
			"MeetingLink":      {got.MeetingLink, "https://meet.example/own"}})
	}
	for field, spoil := range map[string]func(*booking.Request){
		"interviewer_email": func(r *booking.Request) { r.InterviewerEmail = "" },
		"meeting_link":      func(r *booking.Request) { r.MeetingLink = "" },
	} {
		r := valid()
		spoil(&r)
		desk.WantRefusal(t, "without a good "+field, models.Invalid, field)(r.Validate())
	}
}

func TestDecideExternalBooking(t *testing.T) {
	t.Parallel()
	t.Run("makes a pending session whose clocks run from now", func(t *testing.T) {
		f := desk.Facts()
		f.Round.Indefinite = true
		b, err := booking.Decide(linkOrder(), f, models.DefaultPolicy, linkIDs, desk.Thu)
		i := b.Interview
		verify.Each(t, "the interview", verify.Fields{"error": {err, nil}, "Source": {i.Source, models.SourceExternal},
			"ExternallyScheduled": {i.ExternallyScheduled, true}, "Indefinite": {i.Indefinite, false},
			"StatusAt": {i.StatusAt(desk.Thu), models.StatusPending}, "ScheduledStartAt": {i.ScheduledStartAt(), nil},
			"DurationMinutes": {i.DurationMinutes, 60}, "CreatedAt": {i.CreatedAt, desk.Thu},
			"StartsAt": {i.StartsAt, desk.Thu}, "EndsAt": {i.EndsAt, desk.Thu.Add(time.Hour)},
			"WindowEndsAt": {i.WindowEndsAt, nil}, "LinkUsedAt": {i.LinkUsedAt, nil},
			"InterviewerEmail": {i.InterviewerEmail, desk.Ann}})
		verify.Each(t, "the interview", verify.Fields{"ExpiresAt": {i.ExpiresAt, desk.Thu.AddDate(0, 0, 7)},
			"LinkExpiresAt": {i.LinkExpiresAt, desk.Thu.Add(24 * time.Hour)},
			"LinkHash":      {i.LinkHash, models.HashLink("token")}, "LinkToken": {b.LinkToken, "token"},
			"len(Warnings)": {len(b.Warnings), 0}})
		if rs := effect.Recipients(i, desk.Cleo); len(rs) != 0 || i.Blocks() {
			t.Errorf("somebody is told, or kept busy: %v", rs)
		}
	})
	t.Run("checks neither interviewer nor capacity", func(t *testing.T) {
		f := desk.Facts()
		taken := timetable.Booked{InterviewID: "int_other", Range: timetable.Range{From: desk.Thu.Add(-time.Hour), To: desk.Thu.Add(time.Hour)}}
		f.Busy = []timetable.Booked{taken}
		f.Available = timetable.Availability{Interviewers: []timetable.Available{{Email: desk.Ann,
			Painted:  []time.Time{desk.Thu},
			Bookings: []timetable.Booked{taken}}}}
		if _, err := booking.Decide(linkOrder(), f, models.DefaultPolicy, linkIDs, desk.Thu); err != nil {
			t.Errorf("refused: %v", err)
		}
	})
	t.Run("refuses everything else that a standard booking refuses", func(t *testing.T) {
		for name, c := range map[string]struct {
			spoil func(*booking.Facts)
			kind  models.Kind
			says  string
		}{
			"another track": {func(f *booking.Facts) { f.Candidate.TrackID = "trk_2" }, models.Conflict, "track"},
			"a second live session": {func(f *booking.Facts) { f.Existing = desk.Ptr(desk.External()) }, models.Conflict,
				"(pending); send replace_existing: true"},
			"beside an expired link": {func(f *booking.Facts) {
				f.Existing = desk.Ptr(desk.External())
				f.Existing.ExpiresAt = desk.Ptr(desk.Thu)
			}, models.Conflict, "(expired)"},
		} {
			f := desk.Facts()
			f.Candidate = desk.Known()
			c.spoil(&f)
			desk.WantRefusal(t, name, c.kind, c.says)(booking.Decide(linkOrder(), f, models.DefaultPolicy, linkIDs,
				desk.Thu))
		}
	})
	t.Run("the link never outlives the session", func(t *testing.T) {
		p := models.DefaultPolicy
		p.LinkTTL = 30 * 24 * time.Hour
		b, err := booking.Decide(linkOrder(), desk.Facts(), p, linkIDs, desk.Thu)
		if err != nil || !b.Interview.LinkExpiresAt.Equal(*b.Interview.ExpiresAt) {
			t.Errorf("got %v, %v", b.Interview.LinkExpiresAt, err)
		}
	})
}

func TestReplaceBetweenModes(t *testing.T) {
	t.Parallel()
	now := desk.Thu.Add(time.Hour)
	replace := func(t *testing.T, o booking.Order, old models.Interview) models.Interview {
		t.Helper()
		f := desk.Facts()
		o.Replace, f.Candidate, f.Existing = true, desk.Known(), &old
		b, err := booking.Decide(o, f, models.DefaultPolicy, linkIDs, now)
		if !verify.Each(t, "the booking", verify.Fields{"error": {err, nil}, "Replaced": {b.Replaced, true},
			"ID": {b.Interview.ID, old.ID}, "Revision": {b.Interview.Revision, old.Revision + 1},
			"AccessEpoch": {b.Interview.AccessEpoch, old.AccessEpoch + 1}}) {
			t.FailNow()
		}
		return b.Interview
	}
	used, _, err := booking.DecideUseLink(desk.External(), "", models.DefaultPolicy, desk.Thu)
	if err != nil {
		t.Fatal(err)
	}
	ended := used
	ended.CallEndedAt = desk.Ptr(desk.Thu)
	expired := desk.External()
	expired.ExpiresAt, expired.LinkExpiresAt = desk.Ptr(desk.Thu), desk.Ptr(desk.Thu)
	import_ := desk.Scheduled()
	import_.Source, import_.ExternallyScheduled, import_.AnnounceRevision = models.SourceLever, true, 0
	picked := desk.Scheduled()
	picked.Picked, picked.Reschedules = true, 2
	indefinite := desk.Scheduled()
	indefinite.Indefinite, indefinite.WindowEndsAt = true, nil
	for name, old := range map[string]models.Interview{"scheduled": desk.Scheduled(), "pending": desk.External(), "used": used,
		"ended": ended, "expired": expired, "import": import_, "picked": picked, "indefinite": indefinite} {
		t.Run(name+" to external: pending, both clocks anew, created now", func(t *testing.T) {
			i := replace(t, linkOrder(), old)
			verify.Each(t, "the interview", verify.Fields{"StatusAt": {i.StatusAt(now), models.StatusPending},
				"ScheduledStartAt": {i.ScheduledStartAt(), nil}, "CreatedAt": {i.CreatedAt, now},
				"StartsAt": {i.StartsAt, now}, "WindowEndsAt": {i.WindowEndsAt, nil},
				"CallEndedAt": {i.CallEndedAt, nil}, "LinkAlive": {i.LinkAlive(now), true},
				"LinkHash": {i.LinkHash, models.HashLink("token")}, "ExpiresAt": {i.ExpiresAt, now.AddDate(0, 0, 7)},
				"AnnounceRevision": {i.AnnounceRevision, 0}, "Picked": {i.Picked, false},
				"Reschedules": {i.Reschedules, 0}, "Indefinite": {i.Indefinite, false}})
		})
		t.Run(name+" to standard: the link is revoked, created_at stays", func(t *testing.T) {
			i := replace(t, desk.Order(), old)
			verify.Each(t, "the interview", verify.Fields{"StatusAt": {i.StatusAt(now), models.StatusScheduled},
				"Source": {i.Source, models.SourceLitmus}, "ExternallyScheduled": {i.ExternallyScheduled, false},
				"CreatedAt": {i.CreatedAt, old.CreatedAt}, "LinkHash": {i.LinkHash, nil},
				"LinkExpiresAt": {i.LinkExpiresAt, nil}, "ExpiresAt": {i.ExpiresAt, nil},
				"LinkUsedAt": {i.LinkUsedAt, nil}, "StartsAt": {i.StartsAt, desk.Mon(15, 0)},
				"AnnounceRevision": {i.AnnounceRevision, i.Revision}, "Picked": {i.Picked, false},
				"Reschedules": {i.Reschedules, 0}, "ScheduledStartAt": {i.ScheduledStartAt(), verify.Some}})
		})
	}
	t.Run("within the millisecond of the row before", func(t *testing.T) {
		old := desk.Scheduled()
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
	desk.Plays(t, map[string]string{
		"a booking that becomes one: what people hold is canceled": `
			told ann
			at Thu 13:00
			session ann: cleo cancellation 15:00, ann cancellation 15:00
			use: nothing`,
		"a session whose window closed calls off the booking whose place it took": `
			told ann
			session ann
			use
			at Thu 14:00: cleo cancellation 15:00, ann cancellation 15:00
			again: nothing`,
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
		"in its last tick":      {"", "15:59:59.999", "cleo cancellation 15:00, ann cancellation 15:00"},
		"the call ended before": {"at 15:30\nend call", "16:00", "nothing"},
	} {
		t.Run("a booking that took place before is not called off: "+about, func(t *testing.T) {
			d := desk.New(t)
			desk.Play(d, "told ann\n"+c.before+"\nat "+c.replaced+"\nsession ann: "+c.leave)
			d.Now = d.Now.Add(time.Minute)
			at := d.Now.Format("15:04")
			desk.Play(d, `
				use: nothing
				reassign bob: bob briefing `+at+` (no invitation)
				reassign ann: ann briefing `+at+` (no invitation)`) // who had the one before
			d.Now = d.Now.AddDate(0, 0, 1)
			d.Leaves()
		})
	}
}

func TestLinkAlive(t *testing.T) {
	t.Parallel()
	tick := time.Millisecond
	with := func(change func(*models.Interview)) models.Interview { i := desk.External(); change(&i); return i }
	for name, c := range map[string]struct {
		i    models.Interview
		now  time.Time
		want bool
	}{
		"made now":                            {desk.External(), desk.Thu, true},
		"a tick before its life ends":         {desk.External(), desk.Thu.Add(24*time.Hour - tick), true},
		"at the end of its life":              {desk.External(), desk.Thu.Add(24 * time.Hour), false},
		"of an expired session":               {with(func(i *models.Interview) { i.ExpiresAt = desk.Ptr(desk.Thu) }), desk.Thu, false},
		"used":                                {with(func(i *models.Interview) { i.LinkUsedAt = desk.Ptr(desk.Thu) }), desk.Thu, false},
		"canceled":                            {with(func(i *models.Interview) { i.CanceledAt = desk.Ptr(desk.Thu) }), desk.Thu, false},
		"revoked":                             {with(func(i *models.Interview) { i.LinkHash = nil }), desk.Thu, false},
		"a standard booking that has no link": {desk.Scheduled(), desk.Thu, false},
		"a link that would outlive the session": {with(func(i *models.Interview) { i.ExpiresAt = desk.Ptr(desk.Thu.Add(time.Hour)) }),
			desk.Thu.Add(time.Hour), false},
	} {
		if got := c.i.LinkAlive(c.now); got != c.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestDecideUseLink(t *testing.T) {
	t.Parallel()
	at := desk.Thu.Add(3*time.Hour + 20*time.Minute + 5*time.Millisecond)
	p := models.DefaultPolicy
	p.SessionGrace = 15 * time.Minute
	old := desk.External()
	i, _, err := booking.DecideUseLink(old, "", p, at.Add(300*time.Microsecond))
	verify.Each(t, "the interview", verify.Fields{"error": {err, nil},
		"StatusAt": {i.StatusAt(at), models.StatusScheduled}, "LinkUsedAt": {i.LinkUsedAt, at},
		"StartsAt": {i.StartsAt, at}, "ScheduledStartAt": {i.ScheduledStartAt(), at}, "UpdatedAt": {i.UpdatedAt, at},
		"EndsAt": {i.EndsAt, at.Add(time.Hour)}, "WindowEndsAt": {i.WindowEndsAt, at.Add(75 * time.Minute)},
		"CreatedAt": {i.CreatedAt, old.CreatedAt}, "Revision": {i.Revision, old.Revision + 1},
		"StartSetAt": {i.StartSetAt, at}, "Blocks": {i.Blocks(), true}})
	if got := i.StatusAt(at.Add(75 * time.Minute)); got != models.StatusCompleted {
		t.Errorf("its window is over: got %s", got)
	}
	desk.WantRefusal(t, "used again", models.Conflict, "fresh")(booking.DecideUseLink(i, "", p, at.Add(time.Second)))
	t.Run("the same browser again changes nothing", func(t *testing.T) {
		used, changed, err := booking.DecideUseLink(desk.External(), "mine", p, at)
		if err != nil || !changed || *used.LinkHolder != models.HashLink("mine") {
			t.Fatalf("got %+v, %v", used, err)
		}
		ended, canceled, unnamed := used, used, i
		ended.CallEndedAt = desk.Ptr(at.Add(time.Minute))
		canceled, _ = booking.DecideCancel(canceled, at.Add(time.Minute))
		for name, c := range map[string]struct {
			i      models.Interview
			holder string
			after  time.Duration
			again  bool
		}{
			"at once":          {used, "mine", 0, true},
			"another browser":  {used, "other", 0, false},
			"no cookie":        {used, "", 0, false},
			"none before":      {unnamed, "", 0, false},
			"none before, one": {unnamed, "mine", 0, false},
			"its hash":         {used, models.HashLink("mine"), 0, false},
			"the call ended":   {ended, "mine", 2 * time.Minute, true},
			"it was canceled":  {canceled, "mine", 2 * time.Minute, false},
		} {
			got, changed, err := booking.DecideUseLink(c.i, c.holder, p, at.Add(c.after))
			if changed || (err == nil) != c.again || err != nil && models.KindOf(err) != models.Conflict ||
				got.Revision != c.i.Revision {
				t.Errorf("%s: changed %v, %v", name, changed, err)
			}
		}
	})
	desk.WantRefusal(t, "a dead link", models.Conflict, "")(booking.DecideUseLink(desk.External(), "", p, desk.Thu.Add(24*time.Hour)))
	if canceled, _ := booking.DecideCancel(i, at.Add(time.Minute)); canceled.LinkHash != nil ||
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
		"with less than its life left":     {7*24*time.Hour - time.Hour, time.Hour},
		"in the last tick of the session":  {7*24*time.Hour - time.Millisecond, time.Millisecond},
		"as the clock stands where it was": {0, 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			old, now := desk.External(), desk.Thu.Add(c.after)
			i, err := booking.DecideFreshLink(old, "second", models.DefaultPolicy, now)
			if !verify.Each(t, "the interview", verify.Fields{"error": {err, nil},
				"LinkHash": {i.LinkHash, models.HashLink("second")}, "CreatedAt": {i.CreatedAt, old.CreatedAt},
				"StartsAt": {i.StartsAt, old.StartsAt}, "ExpiresAt": {i.ExpiresAt, old.ExpiresAt},
				"Revision": {i.Revision, old.Revision + 1}}) {
				t.FailNow()
			}
			if got := i.LinkExpiresAt.Sub(i.UpdatedAt); got != c.lives {
				t.Errorf("it lives %s, want %s", got, c.lives)
			}
			if c.after < 7*24*time.Hour-time.Millisecond && !i.LinkAlive(i.UpdatedAt) {
				t.Error("it is not alive")
			}
		})
	}
	used, _, _ := booking.DecideUseLink(desk.External(), "", models.DefaultPolicy, desk.Thu)
	canceled, _ := booking.DecideCancel(desk.External(), desk.Thu)
	for name, c := range map[string]struct {
		i    models.Interview
		says string
	}{
		"a standard booking": {desk.Scheduled(), "no external session"},
		"an import": {func() models.Interview {
			i := desk.Scheduled()
			i.Source, i.ExternallyScheduled = models.SourceLever, true
			return i
		}(), "no external session"},
		"a used session":     {used, "is scheduled"},
		"a canceled session": {canceled, "is canceled"},
		"an expired session": {func() models.Interview { i := desk.External(); i.ExpiresAt = desk.Ptr(desk.Thu); return i }(),
			"expired at 2031-02-27T12:00:00.000Z; book again with replace_existing: true"},
	} {
		if i, err := booking.DecideFreshLink(c.i, "second", models.DefaultPolicy, desk.Thu); models.KindOf(err) != models.Conflict ||
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
	if got := models.HashLink("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("got %s", got)
	}
}
