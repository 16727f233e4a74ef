package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// answerTime bounds the answer to a booking, whatever a provider does (the claim and at most 3 s).
const answerTime = 3500 * time.Millisecond

// timely books as [Org.Book] and checks how long it took.
func (o *Org) timely(t testing.TB, candidate string, changes ...any) *Response {
	t.Helper()
	defer within(t, answerTime, "the booking of "+candidate)()
	return o.Book(t, candidate, changes...)
}

// prompt is [Org.timely] while the calendars are well. What an answer without a warning says is done already; one that
// a busy machine gave with side_effects_delayed is waited for.
func (o *Org) prompt(t testing.TB, candidate string, changes ...any) *Response {
	t.Helper()
	r := o.timely(t, candidate, changes...)
	switch got := codes(r); {
	case slices.Equal(got, []string{"side_effects_delayed"}):
		o.Converged(t, r.Text("interview.id"))
	case len(got) != 0:
		t.Errorf("warnings %v", got)
	}
	return r
}

// The interviewer's own copy in a real calendar, counted after each step.
func TestCopyInRadicale(t *testing.T) {
	t.Parallel()
	needsProcess(t, readingCalendars)
	d := StartDiaries(t, "kai", "lena")
	o := NewOrg(t, d.Edits()...)
	link := "https://meet." + o.Slug + ".example/room"
	one := func(person, id, start string) int {
		t.Helper()
		all := d.Of(person)
		if len(all) != 1 {
			t.Fatalf("%s's calendar holds %d copies: %+v", person, len(all), all)
		}
		c := all[0]
		at, err := time.Parse(time.RFC3339, start)
		if err != nil {
			t.Fatal(err)
		}
		if c.UID != id+"@127.0.0.1" || !c.Start.Equal(at) || c.End.Sub(c.Start) != time.Hour || c.Location != link {
			t.Errorf("the copy is %+v, want %s at %s", c, id, at)
		}
		if len(c.Attendees) != 0 || c.Organizer != "" || c.Method != "" {
			t.Errorf("the copy asks the server to write to people: %+v", c)
		}
		return c.Sequence
	}
	id := liveThrough(t, o, "kai", "lena", link, one, func(person string) int { return len(d.Of(person)) })

	for _, who := range []string{"kai", "lena"} { // who has the copy is sent no invitation, the candidate is
		for _, l := range o.Letters(t, o.Email(who), 1) {
			if l.ICS != "" || strings.Contains(l.Subject, "ancel") {
				t.Errorf("%s got %q with a calendar part of %d bytes", who, l.Subject, len(l.ICS))
			}
		}
	}
	if e := o.Inbox(t, o.Email("cora"))[0].Event(t); e.Method != "CANCEL" || e.UID != id+"@127.0.0.1" {
		t.Errorf("the candidate's last letter is %+v", e)
	}
	t.Run("a copy that its owner deleted or moved is put right by the next change", func(t *testing.T) {
		book := func(start string) (mine []Event) {
			t.Helper()
			o.prompt(t, "ida", "interviewer_email", o.Email("kai"), "meeting_link", link, "scheduled_start_at", start,
				"replace_existing", true)
			mine = d.Of("kai")
			if len(mine) != 1 || mine[0].Start.Format(time.RFC3339) != start {
				t.Fatalf("the calendar holds %+v", mine)
			}
			return mine
		}
		mine := book("2032-08-01T10:00:00Z")
		d.Radicale.Delete(t, d.urls["kai"], mine[0].UID)
		mine = book("2032-08-02T10:00:00Z")
		d.Radicale.Put(t, d.urls["kai"], mine[0].UID, mine[0].Start.Add(time.Hour), mine[0].End.Add(time.Hour))
		book("2032-08-03T10:00:00Z")
	})
	checkRuns(t, o.Service, []string{"interview/" + id}, "quillon", "meet.", o.Slug+".example", d.Radicale.URL)
}

// liveThrough books a candidate with the first person, moves the interview, reassigns it to the second and cancels it.
// After each step one checks that a person's calendar holds it once, at that start, and returns its SEQUENCE, and holds
// counts what a calendar holds. It returns the interview's id.
func liveThrough(t testing.TB, o *Org, first, second, link string, one func(person, id, start string) int,
	holds func(person string) int) string {
	t.Helper()
	book := func(start string) string {
		t.Helper()
		return o.prompt(t, "cora", "interviewer_email", o.Email(first), "meeting_link", link,
			"scheduled_start_at", start, "replace_existing", true).Text("interview.id")
	}
	sequence := -1
	rises := func(to int) {
		t.Helper()
		if to <= sequence {
			t.Errorf("SEQUENCE %d after %d", to, sequence)
		}
		sequence = to
	}
	id := book("2032-06-01T10:00:00Z")
	rises(one(first, id, "2032-06-01T10:00:00Z"))
	book("2032-06-06T14:00:00Z")
	rises(one(first, id, "2032-06-06T14:00:00Z"))
	o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email(second)}).Want(200)
	o.Converged(t, id)
	rises(one(second, id, "2032-06-06T14:00:00Z"))
	if n := holds(first); n != 0 {
		t.Errorf("reassigned, the calendar of %s holds %d events", first, n)
	}
	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	o.Converged(t, id)
	if a, b := holds(first), holds(second); a != 0 || b != 0 {
		t.Errorf("canceled, the calendars hold %d and %d events", a, b)
	}
	return id
}

// Whatever the calendar does, bookings answer in time with the right warning and letters go; the copy appears once when
// it heals, and that of a canceled interview is gone in the end.
func TestCalendarsThatFail(t *testing.T) {
	t.Parallel()
	verdicts := map[string]struct {
		says  string
		warns []string // any of these
	}{
		"dan":  {"down", []string{"calendar_unavailable"}},
		"sam":  {"slow", []string{"side_effects_delayed"}},
		"flo":  {"flaky", []string{"calendar_unavailable", ""}}, // one call in two goes well
		"rita": {"401", []string{"calendar_unavailable"}},
		"gus":  {"garbage", []string{"calendar_unavailable"}},
	}
	d := StartDiaries(t, sortedKeys(verdicts)...)
	s := Start(t, Env(private))
	o := s.NewOrg(t, d.Edits()...)
	link := "https://meet." + o.Slug + ".example/room"
	t.Run("each", func(t *testing.T) {
		for who, c := range verdicts {
			t.Run(c.says, func(t *testing.T) {
				t.Parallel()
				book := func(candidate, day string, warns ...string) string {
					t.Helper()
					r := o.timely(t, candidate+"-"+who, "interviewer_email", o.Email(who), "meeting_link", link,
						"scheduled_start_at", "2032-06-"+day+"T10:00:00Z", "replace_existing", true)
					if got := strings.Join(codes(r), " "); !slices.Contains(warns, got) {
						t.Errorf("%s: warnings %q, want one of %q", candidate, got, warns)
					}
					return r.Text("interview.id")
				}
				late := append([]string{"side_effects_delayed"}, c.warns...)
				gone := book("gone", "01", "", "side_effects_delayed") // before it fails, and canceled while it does
				d.Counts(t, letterTimeout, who+" 1")
				d.Say(who, c.says)
				stays, never := book("stays", "02", c.warns...), book("never", "03", c.warns...)
				o.Do(t, "DELETE", "/interviews/"+gone, nil).Want(200)
				o.Do(t, "DELETE", "/interviews/"+never, nil).Want(200)
				moved := book("moved", "04", c.warns...)
				book("moved", "05", late...) // between two tries the answer does not wait for the next
				o.Letters(t, o.Email("stays-"+who), 1)
				o.LettersWhen(t, o.Email("moved-"+who),
					"the new time", func(l []Letter) bool { return len(l) > 0 && l[0].tells("5 June 2032") })
				o.LettersWhen(t, o.Email("gone-"+who), "the cancellation", func(l []Letter) bool {
					return len(l) == 2 && l[0].Event(t).Method == "CANCEL"
				})
				d.Say(who, "")
				if c.says == "401" { // refused credentials are given up until the calendar is seen to work again
					for _, x := range o.Calendars(t) {
						if x.Person == o.Email(who) {
							o.MustRun(t, "calendars", "sync", x.ID)
						}
					}
				}
				d.Counts(t, afterCrash, who+" 2")
				o.Settled(t, afterCrash, gone, stays, never, moved)
				all := d.Of(who)
				slices.SortFunc(all, func(a, b Event) int { return a.Start.Compare(b.Start) })
				if len(all) != 2 || all[0].UID != stays+"@127.0.0.1" || all[1].UID != moved+"@127.0.0.1" ||
					all[1].Start.Day() != 5 {
					t.Errorf("in the end the calendar holds %+v", all)
				}
			})
		}
	})
	for line := range strings.Lines(s.Log.String()) {
		if strings.Contains(line, `"level":"ERROR"`) && !strings.Contains(line, `"msg":"temporal server:`) {
			// a person has nothing to look at (style, Logging)
			t.Errorf("the log cries for help: %s", line)
		}
	}
}

// Killed between any two steps, the service ends with the same calendars.
func TestKilledBetweenCalendarSteps(t *testing.T) {
	t.Parallel()
	d := StartDiaries(t, "kai", "lena")
	s := Start(t, Env(private), KeepPorts())
	o := s.NewOrg(t, d.Edits()...)
	link := "https://meet." + o.Slug + ".example/room"
	start := func(day int) string { return fmt.Sprintf("2032-06-%02dT10:00:00Z", day) }
	book := func(candidate, who string, day int, more ...any) string {
		t.Helper()
		return o.Book(t, candidate, append([]any{"interviewer_email", o.Email(who), "meeting_link", link,
			"scheduled_start_at", start(day)}, more...)...).Text("interview.id")
	}
	ids := map[string]string{}
	for n, name := range []string{"moved", "canceled", "given"} {
		ids[name] = book(name, "kai", n+1)
	}
	d.Counts(t, letterTimeout, "kai 3 lena 0")
	for _, verdict := range []string{"hold after", "hold before"} {
		d.Say("kai", verdict)
		d.Say("lena", verdict)
		ids["new "+verdict] = book("new-"+verdict[5:], "kai", len(ids)+10)
		if verdict == "hold after" {
			book("moved", "kai", 20, "replace_existing", true)
			o.Do(t, "DELETE", "/interviews/"+ids["canceled"], nil).Want(200)
			o.Do(t, "PATCH", "/interviews/"+ids["given"], Object{"interviewer_email": o.Email("lena")}).Want(200)
			Until(t, letterTimeout, "every change to be with the server and none noted", func() (bool, string) {
				return d.Held("kai") >= 4 && d.Held("lena") >= 1, fmt.Sprint(d.Held("kai"), d.Held("lena"))
			})
		} else {
			book("moved", "kai", 21, "replace_existing", true)
			o.Do(t, "PATCH", "/interviews/"+ids["given"], Object{"interviewer_email": o.Email("kai")}).Want(200)
			Until(t, letterTimeout, "every change to be on its way", func() (bool, string) {
				return d.Held("kai") >= 3 && d.Held("lena") >= 1, fmt.Sprint(d.Held("kai"), d.Held("lena"))
			})
		}
		s.Kill9(t)
		d.Say("kai", "")
		d.Say("lena", "")
		s.Restart(t)
		var all []string
		for _, name := range sortedKeys(ids) {
			all = append(all, ids[name])
		}
		o.Settled(t, afterCrash, all...)
		want := map[string]string{"hold after": "kai 2 lena 1", "hold before": "kai 4 lena 0"}[verdict]
		if got := d.count(want); got != want {
			t.Fatalf("killed with %q the calendars hold %s, want %s: %+v %+v",
				verdict, got, want, d.Of("kai"), d.Of("lena"))
		}
	}
	for _, c := range d.Of("kai") {
		if c.UID == ids["canceled"]+"@127.0.0.1" || c.UID == ids["moved"]+"@127.0.0.1" && c.Start.Day() != 21 {
			t.Errorf("the calendar holds %+v", c)
		}
	}
	for _, to := range []string{"moved", "canceled", "given", "new-after", "new-before"} {
		if box := o.Inbox(t, o.Email(to)); len(box) == 0 {
			t.Errorf("%s got no letter", to)
		}
	}
	o.oneLetter(t, o.Email("new-after"), "Interview confirmed", 1)
	o.oneLetter(t, o.Email("new-before"), "Interview confirmed", 1)
}
