package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The candidate picks a time, from the letter to the interview, and moves it twice.
func TestPagesPickATime(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	const half = 30 * time.Minute
	var starts []time.Time
	for day := range 3 {
		for _, hour := range []int{9, 10, 15, 23} {
			starts = append(starts, daysAhead(4+day, hour, 0), daysAhead(4+day, hour, 30))
		}
	}
	o.Offer(t, "graduates", "ilse", starts...)
	o.Offer(t, "graduates", "bram", starts...)
	eachManner(t, func(t *testing.T, n int, zone string, open func(testing.TB, *Service) *Visitor) {
		name := fmt.Sprintf("pick-%d", n)
		// each has room for two
		first, second, third := daysAhead(4, 9+n/2, 30*(n%2)), daysAhead(5, 23, 30*((n+1)%2)),
			daysAhead(6, 15, 30*(n%2))
		looks := func(v *Visitor, picture string) {
			if n == 0 {
				v.Looks(picture)
			}
		}
		invited := o.Invite(t, name, "graduates", "portfolio").Want(201)
		letter := o.Letters(t, o.Email(name), 1)[0]
		link := scheduleLink.FindString(letter.Text)
		if link == "" || link != invited.Text("invite_url") || letter.ICS != "" {
			t.Fatalf("the letter %q links to %q, want invite_url %q and no event:\n%s",
				letter.Subject, link, invited.Text("invite_url"), letter.Text)
		}

		v := open(t, o.Service)
		v.Open(link).Want(200, "Pick a time for your interview", "Northwind Optics")
		shown := zone
		if !v.scripts {
			shown = "Europe/Berlin" // the organization's; nobody told the page another
		}
		if got := v.Value("Time zone"); got != shown {
			t.Errorf("the page shows the zone %q, want %q", got, shown)
		}
		v.Want(200, in(first, shown).Format("Monday, 2 January 2006"))
		looks(v, "pick-times")
		const chosen = "Pacific/Auckland"
		v.InZone(chosen).Want(200, "Times in "+chosen,
			in(first, chosen).Format("Monday, 2 January 2006"))
		if got := v.Value("Time zone"); got != chosen {
			t.Errorf("the page shows the zone %q after %q was chosen", got, chosen)
		}
		v.Pick(first, chosen).Want(200, "Book this time?", told(first, half, chosen))
		looks(v, "pick-review")
		if got := o.Interviews(t, name).List("interviews"); len(got) != 0 {
			t.Fatalf("looking at a time booked it: %v", got)
		}
		v.Click("Book this time").Want(200, "Your interview is booked", told(first, half, chosen))
		looks(v, "pick-booked")

		booked := o.Interviews(t, name)
		id := booked.Text("interviews.0.id")
		for path, want := range map[string]string{"status": "scheduled", "scheduled_start_at": answered(first),
			"time_zone": chosen, "source": "litmus", "candidate.id": invited.Text("invite_id"),
			"round_id": o.Round("graduates", "main", "portfolio"), "track_id": o.Track("graduates", "main")} {
			if got := booked.Text("interviews.0." + path); got != want {
				t.Errorf("interview: %s is %q, want %q", path, got, want)
			}
		}
		host := booked.Text("interviews.0.interviewer_email")
		if !slices.Contains([]string{o.Email("ilse"), o.Email("bram")}, host) {
			t.Errorf("the interviewer is %q, want one who offered the time", host)
		}
		v.Want(200, map[string]string{o.Email("ilse"): "Ilse Quillon", o.Email("bram"): "Bram Quillon"}[host])
		confirmation := o.Letters(t, o.Email(name), 2)[0]
		if e := confirmation.Event(t); !strings.HasPrefix(confirmation.Subject, "Interview confirmed") ||
			!e.Start.Equal(first) || !slices.Contains(e.Attendees, host) ||
			!confirmation.tells(chosen, in(first, chosen).Format("15:04")) {
			t.Errorf("the confirmation %q:\n%s", confirmation.Subject, confirmation.Text)
		}
		o.LettersWhen(t, host, "a briefing on "+name, func(l []Letter) bool {
			return slices.ContainsFunc(l, func(l Letter) bool { return strings.Contains(l.Text, o.Email(name)) })
		})

		file, calendar := v.Download("Add to your calendar")
		download := Letter{Subject: file, ICS: string(calendar)}
		if e := download.Event(t); !strings.HasSuffix(file, ".ics") || e.UID != confirmation.Event(t).UID ||
			!e.Start.Equal(first) || e.End.Sub(e.Start) != half {
			t.Errorf("the download %q:\n%s", file, calendar)
		}
		if n == 0 {
			icalendar(t, []string{string(calendar)})
		}
		v.Click("Open your interview page").Want(200, "Your interview with Northwind Optics", told(first, half, chosen))
		w, there := open(t, o.Service), zone
		if !w.scripts {
			there = chosen // the interview's
		}
		w.Open(sessionLink.FindString(confirmation.Text)).Want(200,
			"Your interview with Northwind Optics", told(first, half, there)).WantNot("Change the time")
		looks(w, "session-picked")

		// At most twice.
		if ics := strings.ReplaceAll(confirmation.ICS, "\r\n ",
			""); scheduleLink.FindString(confirmation.Text) != link ||
			!strings.Contains(confirmation.Text, "Change the time, until ") || strings.Contains(ics, "/t/") {
			t.Errorf("the confirmation is to lead to %s, its event is not:\n%s\n%s", link, confirmation.Text, ics)
		}
		v.Open(link).Want(200, "Your interview is booked").Click("Change the time").Want(200, "Pick another time")
		looks(v, "pick-change")
		v.InZone(chosen)
		v.Pick(second, chosen).Want(200, "Move your interview to this time?", told(second, half, chosen))
		looks(v, "pick-change-review")
		v.Click("Move to this time").Want(200, "Your interview has a new time", told(second, half, chosen))
		moved := o.Letters(t, o.Email(name), 3)[0]
		if e := moved.Event(t); !e.Start.Equal(second) || e.UID != confirmation.Event(t).UID ||
			e.Sequence <= confirmation.Event(t).Sequence || !strings.HasPrefix(moved.Subject, "New time") {
			t.Errorf("the letter on the move %q:\n%s", moved.Subject, moved.ICS)
		}
		w.Open(sessionLink.FindString(confirmation.Text)).Want(410, "out of date")
		looks(w, "session-out-of-date")
		w.Open(sessionLink.FindString(moved.Text)).Want(200, told(second, half, there))
		v.Click("Change the time").Pick(third, chosen).Click("Move to this time").Want(200,
			"Your interview has a new time", told(third, half, chosen)).WantNot("Change the time")
		looks(v, "pick-booked-for-good")
		if r := o.Post(t, link, nil, "start", wire(first), "zone", chosen, "change", "1"); r.Status != 409 {
			t.Errorf("a third move is answered %d, want 409", r.Status)
		}
		v.Open(link + "?change=1").WantNot("Pick another time")
		last := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
		if last.Text("scheduled_start_at") != answered(third) || last.Text("status") != "scheduled" ||
			len(o.Interviews(t, name).List("interviews")) != 1 {
			t.Errorf("after all that the interview is %s", last.Body)
		}
		if l := o.Letters(t, o.Email(name), 4)[0]; scheduleLink.MatchString(l.Text) {
			t.Errorf("the letter on the last move leads to another one:\n%s", l.Text)
		}
	})
}

// Not within the last hours before the start; nor a time that REST set, where the organization says so.
func TestWhatCannotBeMoved(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t, "cutoff_hours: 12}", "cutoff_hours: 12, picked_only: true}")
	soon, later := ahead(6*time.Hour), daysAhead(3, 10, 0)
	o.Offer(t, "graduates", "ilse", soon, later, later.Add(time.Hour))
	link := o.Invite(t, "soon", "graduates", "portfolio").Want(201).Text("invite_url")
	o.Post(t, link, nil, "start", wire(soon), "zone", "Europe/Rome").Want(303)
	v := o.Visitor(t)
	v.Open(link).Want(200, "Your interview is booked").WantNot("Change the time").Looks("pick-booked-soon")
	v.Open(link + "?change=1").WantNot("Pick another time")
	o.Post(t, link, nil, "start", wire(later), "zone", "Europe/Rome", "change", "1").Want(409)
	o.Post(t, link, nil, "start", wire(soon), "zone", "Europe/Rome").Want(303) // a form sent twice
	if r := o.Interviews(t, "soon"); r.Text("interviews.0.scheduled_start_at") != answered(soon) ||
		len(r.List("interviews")) != 1 {
		t.Errorf("the interview moved: %s", r.Body)
	}

	link = o.Invite(t, "fixed", "graduates", "portfolio").Want(201).Text("invite_url")
	body := o.Booking("fixed", "posting_id", o.Posting("graduates"),
		"round_id", o.Round("graduates", "main", "portfolio"))
	o.Do(t, "POST", "/interviews", body).Want(201)
	v.Open(link).Want(200, "Your interview is booked", "2032").WantNot("Change the time")
	o.Post(t, link, nil, "start", wire(later), "zone", "UTC", "change", "1").Want(409)
	if r := o.Interviews(t, "fixed"); r.Text("interviews.0.scheduled_start_at") != "2032-06-01T10:00:00.000Z" {
		t.Errorf("the interview moved: %s", r.Body)
	}
}

// §4 Invites: without availability the page says so, and times that come later can be picked.
func TestPagesNoAvailability(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	o.Invite(t, "early", "graduates", "portfolio").Want(201)
	link := scheduleLink.FindString(o.Letters(t, o.Email("early"), 1)[0].Text)
	v := o.Visitor(t)
	v.Open(link).Want(200, "There is no time to pick yet").Looks("pick-nothing-yet")
	far := daysAhead(40, 10, 0)
	o.Offer(t, "graduates", "dora", far)
	v.Reload().Want(200, "No times in these days").Looks("pick-nothing-in-these-days")
	v.Click("Show the next free day").Want(200,
		in(far, "UTC").Format("Monday, 2 January 2006")).Click("Earlier days").Click("Later days")
	v.Pick(far, "UTC").Click("Choose another time").Pick(far, "UTC").Click("Book this time").Want(200,
		"Your interview is booked", "Dora Quillon")
}

// A time that somebody else took meanwhile books nothing and brings fresh ones, in the same zone and days.
func TestPagesTakenMeanwhile(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	taken, free := daysAhead(30, 10, 0), daysAhead(31, 11, 30)
	o.Offer(t, "graduates", "ilse", taken, free)
	link := o.Invite(t, "slow", "graduates", "portfolio").Want(201).Text("invite_url")
	const zone = "America/Sao_Paulo"
	from := "&from=" + in(taken, zone).Format("2006-01-02")
	for n, habits := range [][]Habit{nil, {Phone, NoScript}, {Keyboard}} {
		v := o.Visitor(t, habits...)
		v.Open(link+"?zone="+zone+from).Pick(taken, zone)
		quick := fmt.Sprintf("quick-%d", n)
		id := o.Book(t, quick, "posting_id", o.Posting("graduates"), "round_id", o.Round("graduates", "main",
			"portfolio"), "scheduled_start_at", wire(taken), "interviewer_email", o.Email("ilse")).Text("interview.id")
		v.Click("Book this time").Want(409, in(free, zone).Format("Monday, 2 January 2006")).Told("nothing was booked")
		if n == 0 {
			v.Looks("pick-taken")
		}
		if v.Offers(timeLink(taken, zone)) || v.Value("Time zone") != zone {
			t.Errorf("after the conflict the page offers %q", v.Operable())
		}
		if got := o.Interviews(t, "slow").List("interviews"); len(got) != 0 {
			t.Errorf("booked all the same: %v", got)
		}
		o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		if n == 2 {
			v.Pick(free, zone).Click("Book this time").Want(200, "Your interview is booked",
				told(free, 30*time.Minute, zone))
		}
	}
	if l := o.Letters(t, o.Email("slow"), 2); !strings.HasPrefix(l[0].Subject, "Interview confirmed") || len(l) != 2 {
		t.Errorf("slow got %s", subjects(l))
	}
}

// On both databases: 30 candidates on the page race for 5 places. 5 get one, 25 see fresh times, nobody is booked
// twice.
func TestPagesRace(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		const candidates, places = 30, 5
		start, other := daysAhead(9, 14, 0), daysAhead(10, 14, 0)
		for n := range places {
			o.Offer(t, "graduates", fmt.Sprintf("host-%d", n), start, other)
		}
		links := make([]string, candidates)
		for n := range links {
			links[n] = o.Invite(t, fmt.Sprintf("racer-%02d", n), "graduates", "portfolio").Want(201).Text("invite_url")
			if body := string(o.Get(t, links[n]+"?zone=UTC").Want(200).Body); !strings.Contains(body,
				url.QueryEscape(wire(start))) {
				t.Fatalf("the page does not offer %s:\n%s", wire(start), body)
			}
		}
		answers := atOnce(candidates, func(n int) *Response {
			return o.Post(t, links[n], nil, "start", wire(start), "zone", "UTC")
		})
		won := 0
		for n, r := range answers {
			switch body := string(r.Body); {
			case r.Status == 303:
				won++
				if page := string(o.Get(t, links[n]).Want(200).Body); !strings.Contains(page,
					"Your interview is booked") {
					t.Errorf("racer %d was told 303 and sees\n%s", n, page)
				}
			case r.Status != 409:
				t.Errorf("racer %d: status %d", n, r.Status)
			case !strings.Contains(body, timeOf(other)) || strings.Contains(body, timeOf(start)):
				t.Errorf("racer %d is not shown fresh times:\n%s", n, body)
			}
		}
		if won != places {
			t.Errorf("%d were told that they have a place, want %d", won, places)
		}
		r := o.Do(t, "GET", "/interviews?limit=100&posting_id="+o.Posting("graduates"), nil).Want(200)
		hosts, starts := r.Texts("interviews", "interviewer_email"), r.Texts("interviews", "scheduled_start_at")
		slices.Sort(hosts)
		if len(slices.Compact(slices.Clone(hosts))) != places || len(hosts) != places ||
			len(slices.Compact(starts)) != 1 {
			t.Errorf("booked are %v at %v, want each of %d interviewers once", hosts, starts, places)
		}
	})
}

// timeOf is what a time of the page says beside its hour, in UTC.
func timeOf(start time.Time) string { return start.Format(", Monday, 2 January 2006") }

// A zone that there is none of is told, and times are shown in another one. Package web holds what else may be wrong
// with the address or the form.
func TestPagesPickBadZone(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	o.Offer(t, "graduates", "ilse", daysAhead(5, 10, 0))
	link := o.Invite(t, "cleo", "graduates", "portfolio").Want(201).Text("invite_url")
	o.Visitor(t).Open(link+"?zone=Mars/Olympus").Want(200, "Pick a time", "zone").Looks("pick-bad-zone")
}

// A double click in the browser, by mouse and by keyboard, books once.
func TestPagesDoubleClick(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	start := daysAhead(5, 10, 0)
	o.Offer(t, "graduates", "ilse", start, start.Add(time.Hour))
	for n, habits := range [][]Habit{nil, {Keyboard}} {
		name := fmt.Sprintf("double-%d", n)
		at := start.Add(time.Duration(n) * time.Hour)
		v := o.Visitor(t, habits...)
		v.Open(o.Invite(t, name, "graduates", "portfolio").Want(201).Text("invite_url")+"?zone=UTC").Pick(at, "UTC")
		if n == 0 {
			x, y := v.place("Book this time")
			v.leads("click twice", twice(x, y))
		} else {
			v.TabTo("Book this time").leads("press Enter twice", chromedp.KeyEvent(kb.Enter+kb.Enter))
		}
		v.Open(v.URL()).Want(200, "Your interview is booked")
		if got := o.Interviews(t, name).List("interviews"); len(got) != 1 {
			t.Errorf("booked %v, want one", got)
		}
	}
}
