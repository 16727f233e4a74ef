package timetable_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/timetable"
)

func TestSyncPace(t *testing.T) {
	t.Parallel()
	t.Run("every five minutes, a fifth shorter or longer, and not all at once", func(t *testing.T) {
		seen := map[time.Duration]bool{}
		for n := range 200 {
			at := desk.Mon(12, 0).Add(time.Duration(n) * time.Millisecond)
			c := timetable.Connection{ID: fmt.Sprintf("cal_%d", n/2)}.AfterSync(at, at, "")
			pause := c.NextSyncAt.Sub(at)
			if seen[pause] = true; pause < 4*time.Minute || pause >= 6*time.Minute {
				t.Errorf("the next one is after %s", pause)
			}
		}
		if len(seen) < 190 {
			t.Errorf("200 pauses are %d different ones", len(seen))
		}
	})
	t.Run("doubles while it fails, up to an hour; tried again when it becomes broken", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			c := timetable.Connection{ID: rapid.StringMatching("cal_[0-9a-f]{8}").Draw(t, "id")}.AfterSync(desk.Mon(11, 55),
				timetable.SyncWindow(desk.Mon(11, 55)).To, "")
			at, broke := desk.Mon(12, 0), desk.Mon(12, 15)
			for n := range 9 {
				c = c.AfterFailure(at, timetable.SyncFailure{Code: "ics_503"})
				if want := map[bool]string{false: timetable.ConnectionFailing,
					true: timetable.ConnectionBroken}[!at.Before(broke)]; c.State(at) != want ||
					at.Equal(broke) != (c.Broken(at) && !c.Broken(at.Add(-1))) {
					t.Fatalf("at %s it is %s", at, c.State(at))
				}
				next, pause := *c.NextSyncAt, min(5*time.Minute<<n, time.Hour)
				switch {
				case at.Before(broke) && next.After(broke), next.Before(at.Add(pause*4/5)) && !next.Equal(broke),
					!next.Before(at.Add(pause * 6 / 5)):
					t.Fatalf("after failure %d at %s the next is at %s", n+1, at, next)
				}
				at = next
			}
			if !c.FailingSince.Equal(desk.Mon(12, 0)) || c.Failures != 9 {
				t.Fatalf("it is %+v", c)
			}
			c = c.AfterSync(at, timetable.SyncWindow(at).To, "")
			if c.State(at) != timetable.ConnectionOK || c.NextSyncAt.Sub(at) >= 6*time.Minute || c.Failures != 0 {
				t.Fatalf("healed it is %+v", c)
			}
		})
	})
	t.Run("hourly where the credentials are refused", func(t *testing.T) {
		c, at := timetable.Connection{ID: "cal_1"}, desk.Mon(12, 0)
		for range 3 {
			c = c.AfterFailure(at, timetable.SyncFailure{Code: "ics_401", Revoked: true})
			if pause := c.NextSyncAt.Sub(at); c.State(at) != timetable.ConnectionRevoked || pause < 48*time.Minute ||
				pause >= 72*time.Minute {
				t.Fatalf("at %s it is %s, and waits %s", at, c.State(at), pause)
			}
			at = *c.NextSyncAt
		}
	})
	t.Run("never sooner than the provider asks for", func(t *testing.T) {
		c := timetable.Connection{ID: "cal_1"}
		for _, asked := range []time.Duration{0, time.Hour, 2 * time.Hour, 24 * time.Hour} {
			c = c.AfterFailure(desk.Mon(12, 0), timetable.SyncFailure{Code: "google_429", After: asked})
			if c.NextSyncAt.Before(desk.Mon(12, 0).Add(asked)) {
				t.Fatalf("asked for %s it goes on at %s", asked, c.NextSyncAt)
			}
		}
	})
}

func TestConnectionState(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	read := timetable.Connection{ID: "cal_1"}.AfterSync(now, timetable.SyncWindow(now).To, "token")
	failed := read.AfterFailure(now.Add(5*time.Minute), timetable.SyncFailure{Code: "caldav_503",
		Detail: "maintenance"})
	for name, c := range map[string]struct {
		c       timetable.Connection
		at      time.Time
		state   string
		unknown bool
	}{
		"never read":                       {timetable.Connection{}, now, timetable.ConnectionWaiting, true},
		"read":                             {read, now, timetable.ConnectionOK, false},
		"read longer ago":                  {read, now.Add(timetable.CalendarTrust + 1), timetable.ConnectionOK, true},
		"failing":                          {failed, now.Add(19 * time.Minute), timetable.ConnectionFailing, false},
		"failing for a quarter of an hour": {failed, now.Add(20 * time.Minute), timetable.ConnectionBroken, false},
		"failing for a day":                {failed, now.Add(25 * time.Hour), timetable.ConnectionBroken, true},
		"refused": {read.AfterFailure(now, timetable.SyncFailure{Code: "caldav_401", Revoked: true}), now,
			timetable.ConnectionRevoked, false},
		"refused, then failing otherwise": {read.AfterFailure(now,
			timetable.SyncFailure{Code: "caldav_401", Revoked: true}).AfterFailure(now.Add(time.Minute),
			timetable.SyncFailure{Code: "caldav_503"}), now.Add(time.Minute), timetable.ConnectionFailing, false},
		"failed at first": {timetable.Connection{}.AfterFailure(now, timetable.SyncFailure{Code: "caldav_503"}), now,
			timetable.ConnectionFailing, true},
		"read again": {failed.AfterSync(now.Add(time.Hour), timetable.SyncWindow(now).To, ""),
			now.Add(time.Hour), timetable.ConnectionOK, false},
	} {
		if got := c.c.State(c.at); got != c.state || c.c.Unknown(c.at) != c.unknown {
			t.Errorf("%s: it is %s, unknown %t; want %s, %t", name, got, c.c.Unknown(c.at), c.state, c.unknown)
		}
	}
	if healed := failed.AfterSync(now.Add(time.Hour), timetable.SyncWindow(now).To, ""); healed.Code != "caldav_503" ||
		healed.Detail != "maintenance" || healed.FailingSince != nil || healed.Failures != 0 {
		t.Errorf("healed it is %+v; want its last failure still to be seen", healed)
	}
	if failed.SyncedAt == nil || failed.SyncToken != "token" || !failed.Known().To.Equal(timetable.SyncWindow(now).To) {
		t.Errorf("a failure took away what was known: %+v", failed)
	}
}

func TestSyncWindow(t *testing.T) {
	t.Parallel()
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	for _, at := range []time.Time{desk.Mon(0, 0), desk.Mon(12, 0), desk.Mon(23, 59).Add(time.Minute - 1),
		desk.Mon(20, 0).In(time.FixedZone("", 14*3600))} {
		w := timetable.SyncWindow(at)
		if !w.From.Equal(day(2031, 3, 2)) || !w.To.Equal(day(2031, 6, 6)) {
			t.Errorf("at %s it is %v: whole days stay what they are for a day", at, w)
		}
		if w.To.Sub(at) < timetable.SyncDaysAhead*24*time.Hour || at.Sub(w.From) < 24*time.Hour {
			t.Errorf("at %s it is %v: too short", at, w)
		}
	}
}

func TestBusyTimes(t *testing.T) {
	t.Parallel()
	window := desk.Span(8, 0, 20, 0)
	say := func(rs []timetable.Range) string {
		var out []string
		for _, r := range rs {
			out = append(out, r.From.Format("15:04:05.000")+"-"+r.To.Format("15:04:05.000"))
		}
		return strings.Join(out, " ")
	}
	for name, c := range map[string]struct {
		blocks []timetable.Range
		want   string
	}{
		"none": {nil, ""},
		"overlapping and touching ones": {[]timetable.Range{desk.Span(10, 0, 11, 0), desk.Span(9, 0, 10, 30), desk.Span(11, 0, 12, 0),
			desk.Span(13, 0, 14, 0)}, "09:00:00.000-12:00:00.000 13:00:00.000-14:00:00.000"},
		"what lies outside": {[]timetable.Range{desk.Span(0, 0, 8, 0), desk.Span(7, 0, 9, 0), desk.Span(19, 0, 23, 0),
			desk.Span(21, 0, 22, 0)}, "08:00:00.000-09:00:00.000 19:00:00.000-20:00:00.000"},
		"empty and inverted ones": {[]timetable.Range{desk.Span(9, 0, 9, 0), desk.Span(11, 0, 10, 0)}, ""},
		"parts of a millisecond": {[]timetable.Range{{From: desk.Mon(9, 0).Add(1), To: desk.Mon(10, 0).Add(1)},
			{From: desk.Mon(10, 0).Add(2 * time.Millisecond), To: desk.Mon(11, 0)}},
			"09:00:00.000-10:00:00.001 10:00:00.002-11:00:00.000"},
		"within one millisecond": {[]timetable.Range{{From: desk.Mon(9, 0).Add(10), To: desk.Mon(9, 0).Add(20)}}, "09:00:00.000-09:00:00.001"},
		"all of time":            {[]timetable.Range{{From: time.Time{}, To: desk.Mon(0, 0).AddDate(5000, 0, 0)}}, "08:00:00.000-20:00:00.000"},
	} {
		got := timetable.BusyTimes(c.blocks, window)
		if say(got) != c.want || got == nil {
			t.Errorf("%s: got %s, want %s", name, say(got), c.want)
		}
	}
}

func TestOwedNotices(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	healthy := timetable.Connection{ID: "cal_1"}.AfterSync(now, now, "")
	failing := healthy.AfterFailure(now, timetable.SyncFailure{Code: "ics_503"})
	revoked := healthy.AfterFailure(now, timetable.SyncFailure{Code: "ics_401", Revoked: true})
	later := now.Add(timetable.BrokenAfter)
	told := func(kind, state string, brokeAt time.Time) *effect.Entry {
		return &effect.Entry{Target: effect.AdminTarget(desk.Ann), Kind: kind, State: state, Start: brokeAt}
	}
	gaveUp := func(e *effect.Entry) *effect.Entry {
		e.Permanent = true
		return e
	}
	const broken, healed = effect.LetterCalendarBroken, effect.LetterCalendarHealed
	for _, c := range []struct {
		name string
		c    timetable.Connection
		at   time.Time
		told *effect.Entry
		want string
	}{
		{"a healthy one", healthy, now, nil, ""},
		{"failing for less than a quarter of an hour", failing, later.Add(-1), nil, ""},
		{"failing for a quarter of an hour", failing, later, nil, "broken"},
		{"refused credentials, at once", revoked, now, nil, "broken"},
		{"told", failing, later, told(broken, effect.Done, now), ""},
		{"a letter that was not accepted", failing, later, told(broken, effect.Failed, now), "broken"},
		{"a letter of unknown end goes again", failing, later, told(broken, effect.Intent, now), "broken again"},
		{"but not for ever", failing, later, gaveUp(told(broken, effect.Intent, now)), ""},
		{"a mailbox that refuses hears nothing more of this break", failing, later,
			gaveUp(told(broken, effect.Failed, now)), ""},
		{"and of the next one", failing, later, gaveUp(told(broken, effect.Failed, now.Add(-time.Hour))), "broken"},
		{"healed", healthy, now, told(broken, effect.Done, now), "healed"},
		{"healed, when nobody knows whether they were told", healthy, now, told(broken, effect.Intent, now), "healed"},
		{"connected anew, not read yet", timetable.Connection{ID: "cal_1"}, now, told(broken, effect.Done, now), ""},
		{"healed before anybody was told", healthy, now, told(broken, effect.Failed, now), ""},
		{"healed, and the mailbox had refused", healthy, now, gaveUp(told(broken, effect.Failed, now)), ""},
		{"told that it healed", healthy, now, told(healed, effect.Done, now), ""},
		{"a letter of that which was not accepted", healthy, now, told(healed, effect.Failed, now), "healed"},
		{"one of unknown end", healthy, now, told(healed, effect.Intent, now), "healed again"},
		{"failing, not yet broken again", failing, now.Add(time.Minute),
			told(broken, effect.Done, now.Add(-time.Hour)), ""},
		{"broken again, told that it healed", failing, later, told(healed, effect.Done, now.Add(-time.Hour)), "broken"},
		{"broken again, not yet told that it healed", failing, later,
			told(broken, effect.Done, now.Add(-time.Hour)), ""},
		{"broken again while that letter did not get through", failing, later,
			told(healed, effect.Failed, now.Add(-time.Hour)), ""},
		{"broken again, perhaps told of the break before", failing, later,
			told(broken, effect.Intent, now.Add(-time.Hour)), "broken"},
	} {
		var ledger []effect.Entry
		if c.told != nil {
			ledger = append(ledger, *c.told)
		}
		var got []string
		for _, n := range c.c.OwedNotices([]string{desk.Ann}, ledger, c.at) {
			one := strings.TrimPrefix(n.Kind, "calendar_")
			if n.Resend != nil {
				one += " again"
			}
			got = append(got, one)
			if n.Target != "mail:admin:"+desk.Ann || n.Email != desk.Ann || n.BrokeAt.IsZero() {
				t.Errorf("%s: %+v", c.name, n)
			}
			if n.Kind == healed && !n.BrokeAt.Equal(c.told.Start) || n.Kind == broken && !n.BrokeAt.Equal(now) {
				t.Errorf("%s: it tells of the break of %s", c.name, n.BrokeAt)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: got %v, want %q", c.name, got, c.want)
		}
	}
	t.Run("each admin is told for themself, in the order of the file", func(t *testing.T) {
		got := failing.OwedNotices([]string{desk.Bob, desk.Ann, desk.Cho},
			[]effect.Entry{*told(broken, effect.Done, now)}, later)
		if len(got) != 2 || got[0].Email != desk.Bob || got[1].Email != desk.Cho {
			t.Errorf("got %+v", got)
		}
	})
}

func TestAvailableAt(t *testing.T) {
	t.Parallel()
	now := desk.Mon(12, 0)
	read := timetable.Connection{}.AfterSync(now, timetable.SyncWindow(now).To, "")
	hours := timetable.WeeklyHours{time.Monday: {{From: 0, To: 60}}}
	for name, c := range map[string]struct {
		p                        timetable.Person
		c                        *timetable.Connection
		at                       time.Time
		personal, unknown, known bool
	}{
		"nothing":                             {timetable.Person{}, nil, now, false, false, false},
		"hours":                               {timetable.Person{WorkingHours: hours}, nil, now, true, false, false},
		"a calendar":                          {timetable.Person{CalendarConnected: true}, &read, now, true, false, true},
		"a calendar that was never read":      {timetable.Person{CalendarConnected: true}, &timetable.Connection{}, now, true, true, true},
		"a calendar that is said to be there": {timetable.Person{CalendarConnected: true}, nil, now, true, true, true},
		"both, read too long ago": {timetable.Person{CalendarConnected: true, WorkingHours: hours}, &read,
			now.Add(25 * time.Hour), true, true, true},
		"a calendar that is not connected now": {timetable.Person{WorkingHours: hours}, &timetable.Connection{}, now, true, false, false},
	} {
		iv := c.p.AvailableAt("Asia/Kathmandu", c.c, c.at)
		if iv.Zone != "Asia/Kathmandu" { // the organization's, since nobody set one
			t.Errorf("%s: the zone is %s", name, iv.Zone)
		}
		if iv.Personal != c.personal || iv.Unknown != c.unknown || (iv.Known != nil) != c.known {
			t.Errorf("%s: %+v", name, iv)
		}
	}
	if iv := (timetable.Person{TimeZone: "Europe/London"}).AvailableAt("Asia/Kathmandu", nil, now); iv.Zone != "Europe/London" {
		t.Errorf("the zone of somebody in London is %s", iv.Zone)
	}
}
