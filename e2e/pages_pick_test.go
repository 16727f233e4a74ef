package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

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
