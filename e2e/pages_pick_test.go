package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

// The candidate picks a time, from the letter to the interview, and moves it twice. Package web holds what is booked
// and sent, and what cannot be moved.
func TestPagesPickATime(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	const half, chosen = 30 * time.Minute, "Pacific/Auckland"
	first, second, third := daysAhead(4, 9, 0), daysAhead(5, 23, 0), daysAhead(6, 15, 0)
	for n := range manners { // a time for each
		o.Offer(t, "graduates", fmt.Sprintf("host-%d", n), first, second, third)
	}
	for _, m := range []manner{manners[0], manners[2]} { // the other way is gone by TestPagesWalk
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			name := fmt.Sprintf("pick-%d", m.n)
			o.Invite(t, name, "graduates", "portfolio").Want(201)
			link := o.linkFor(t, name, scheduleLink)

			v := o.Visitor(t, m.habits...)
			v.Open(link).Want(200, "Pick a time for your interview", "Northwind Optics",
				in(first, m.zone).Format("Monday, 2 January 2006"))
			m.looks(v, "pick-times")
			v.InZone(chosen).Want(200, "Times in "+cityOf(chosen), in(first, chosen).Format("Monday, 2 January 2006"))
			v.Pick(first, chosen).Want(200, "Book this time?", told(first, half, chosen))
			m.looks(v, "pick-review")
			if got := o.Interviews(t, name).List("interviews"); len(got) != 0 {
				t.Fatalf("looking at a time booked it: %v", got)
			}
			v.Click("Book this time").Want(200, "Your interview is booked", told(first, half, chosen))
			m.looks(v, "pick-booked")
			session := o.linkFor(t, name, sessionLink)
			v.Open(session+"?zone="+chosen).Want(200, "Your interview with Northwind Optics", told(first, half, chosen))

			// At most twice.
			v.Open(link).Click("Change the time").Want(200, "Pick another time")
			m.looks(v, "pick-change")
			v.InZone(chosen)
			v.Pick(second, chosen).Want(200, "Move your interview to this time?", told(second, half, chosen))
			v.Click("Move to this time").Want(200, "Your interview has a new time", told(second, half, chosen))
			o.Visitor(t, m.habits...).Open(session).Want(410, "out of date")
			v.Click("Change the time").Pick(third, chosen).Click("Move to this time").Want(200,
				"Your interview has a new time", told(third, half, chosen)).WantNot("Change the time")
			if got := o.Interviews(t, name); len(got.List("interviews")) != 1 ||
				got.Text("interviews.0.scheduled_start_at") != answered(third) {
				t.Errorf("after all that there are %s", got.Body)
			}
		})
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
