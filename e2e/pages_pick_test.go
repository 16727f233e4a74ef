package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
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
		var ready, done sync.WaitGroup
		begin := make(chan struct{})
		answers := make([]*Response, candidates)
		for n, link := range links {
			ready.Add(1)
			done.Go(func() {
				ready.Done()
				<-begin
				answers[n] = o.Post(t, link, nil, "start", wire(start), "zone", "UTC")
			})
		}
		ready.Wait()
		close(begin)
		done.Wait()
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

// Among the free interviewers who offer the time, the one with the fewest interviews within 7 days, then by email.
func TestRoundRobin(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		at := func(day, hour int) time.Time { return daysAhead(day, hour, 0) }
		all := []string{"bram", "dora", "ilse"}
		for _, who := range all {
			o.Offer(t, "graduates", who, at(20, 9), at(20, 10), at(20, 11), at(20, 12), at(20, 13))
		}
		// counts: within 7 days
		o.Book(t, "near", "interviewer_email", o.Email("bram"), "scheduled_start_at", wire(at(14, 8)))
		o.Book(t, "far", "interviewer_email", o.Email("dora"), "scheduled_start_at", wire(at(12, 8)))   // does not
		o.Book(t, "far-2", "interviewer_email", o.Email("ilse"), "scheduled_start_at", wire(at(29, 8))) // does not
		pick := func(name string, start time.Time) string {
			link := o.Invite(t, name, "graduates", "portfolio").Want(201).Text("invite_url")
			o.Post(t, link, nil, "start", wire(start), "zone", "UTC").Want(303)
			email := o.Interviews(t, name).Text("interviews.0.interviewer_email")
			local, _, _ := strings.Cut(email, "@")
			return local
		}
		got := []string{pick("a", at(20, 9)), pick("b", at(20, 9)), pick("c", at(20, 9)), pick("d", at(20, 10)),
			pick("e", at(20, 11)), pick("f", at(20, 12)), pick("g", at(20, 13))}
		// bram 1, dora 0, ilse 0: dora and ilse by email, bram is all that is left at 9; then dora 1, ilse 1, bram 2.
		if want := []string{"dora", "ilse", "bram", "dora", "ilse", "bram", "dora"}; !slices.Equal(got, want) {
			t.Errorf("chosen %v, want %v", got, want)
		}
	})
}

// Bad input: a stale, foreign or malformed time books nothing; sent many times, a form books once.
func TestPagesPickBadInput(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	start := daysAhead(5, 10, 0)
	o.Offer(t, "graduates", "ilse", start)
	link := o.Invite(t, "cleo", "graduates", "portfolio").Want(201).Text("invite_url")
	for _, c := range []struct {
		about  string
		fields []string
		status int
	}{
		{"a time that is over", []string{"start", "2026-01-05T10:00:00Z", "zone", "UTC"}, 409},
		{"a time that nobody offers", []string{"start", wire(start.Add(time.Hour)), "zone", "UTC"}, 409},
		{"a time off the grid", []string{"start", wire(start.Add(time.Minute)), "zone", "UTC"}, 409},
		{"no time", []string{"zone", "UTC"}, 400},
		{"a time that is none", []string{"start", "tomorrow", "zone", "UTC"}, 400},
		{"markup", []string{"start", "<script>", "zone", "<script>"}, 400},
		{"a zone that is none", []string{"start", wire(start), "zone", "Mars/Olympus"}, 400},
		{"a path as zone", []string{"start", wire(start), "zone", "../../etc/passwd"}, 400},
		{"control characters", []string{"start", wire(start) + "\x00\x1b", "zone", "UTC\x00"}, 400},
		{"a megabyte", []string{"start", strings.Repeat("1", 1<<20), "zone", "UTC"}, 400},
	} {
		r := o.Post(t, link, nil, c.fields...)
		if r.Status != c.status && !(c.about == "a megabyte" && r.Status == 413) {
			t.Errorf("%s: status %d, want %d", c.about, r.Status, c.status)
		}
		if body := string(r.Body); !strings.Contains(body, "<h1") || strings.Contains(body, "<script>") ||
			len(body) > 1<<19 {
			t.Errorf("%s: not a page that says what to do:\n%.500s", c.about, body)
		}
	}
	for _, query := range []string{"?zone=Mars/Olympus", "?zone=Local", "?from=never", "?from=0000-00-00",
		"?from=99999-01-01", "?start=never", "?start=2026-01-05T10:00:00Z", "?change=1", "?change=%00",
		"?zone=%3Cscript%3E", "?" + strings.Repeat("&", 2000)} {
		r := o.Get(t, link+query)
		if body := string(r.Body); r.Status != 200 || strings.Contains(body, "<script>") ||
			!strings.Contains(body, "Pick a time") {
			t.Errorf("%.40s: status %d, want the page\n%.500s", query, r.Status, body)
		}
	}
	if got := o.Interviews(t, "cleo").List("interviews"); len(got) != 0 {
		t.Fatalf("booked: %v", got)
	}

	for old, zone := range map[string]string{"Asia/Calcutta": "Asia/Kolkata", "Europe/Kiev": "Europe/Kyiv"} {
		// browsers tell old names
		if body := string(o.Get(t, link+"?zone="+old).Want(200).Body); !strings.Contains(body, `selected value="`+zone+
			`"`) {
			t.Errorf("the zone %s is not shown as %s", old, zone)
		}
	}
	t.Run("in a browser", func(t *testing.T) {
		o.Visitor(t).Open(link+"?zone=Mars/Olympus").Want(200, "Pick a time", "zone").Looks("pick-bad-zone")
	})
	var clicks sync.WaitGroup
	for range 8 {
		clicks.Go(func() {
			if r := o.Post(t, link, nil, "start", wire(start), "zone", "UTC"); r.Status != 303 {
				t.Errorf("a repeated click is answered %d, want 303", r.Status)
			}
		})
	}
	clicks.Wait()
	r := o.Interviews(t, "cleo")
	if len(r.List("interviews")) != 1 {
		t.Fatalf("a double click booked %s", r.Body)
	}
	o.Settled(t, letterTimeout, r.Text("interviews.0.id"))
	if l := o.Inbox(t, o.Email("cleo")); len(l) != 2 {
		t.Errorf("cleo got %s, want the invitation and one confirmation", subjects(l))
	}
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
