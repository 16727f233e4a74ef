package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"sync"
	"testing"
	"time"

	"litmus/testdb"
)

var rateLimit = regexp.MustCompile(`(?i)rate-?limit|retry-after|quota`)

// §8: the REST routes publish no rate-limit headers and have no per-key rate limit.
func TestNoRateLimit(t *testing.T) {
	t.Parallel()
	testdb.Long(t)
	o := NewOrg(t)
	var clients sync.WaitGroup
	for n := range 8 {
		clients.Go(func() {
			for i := range 40 {
				r := o.Do(t, "GET", "/interviews?limit=1", nil).Want(200)
				if i%20 == 0 {
					r = o.Do(t, "POST", "/interviews", o.Booking(fmt.Sprintf("busy-%d-%d", n, i),
						"scheduled_start_at", fmt.Sprintf("2032-06-%02dT%02d:00:00Z", n+1, i))).Want(201)
				}
				for name := range r.Header {
					if rateLimit.MatchString(name) {
						t.Errorf("%s: header %s, want none about limits", r.about, name)
					}
				}
			}
		})
	}
	clients.Wait()
}

// §4 rule 7, §8: by default an external link lives 24 hours and an unstarted session seven days.
func TestExternalLifeByDefault(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	r := o.Do(t, "POST", "/interviews", o.External("cleo")).Want(201)
	created, err := time.Parse(time.RFC3339, r.Text("interview.created_at"))
	if err != nil {
		t.Fatal(err)
	}
	var shown struct {
		Status           string    `json:"status"`
		LinkExpiresAt    time.Time `json:"link_expires_at"`
		SessionExpiresAt time.Time `json:"session_expires_at"`
	}
	if out := o.MustRun(t, "interviews", "show", "--json", r.Text("interview.id")); json.Unmarshal([]byte(out),
		&shown) != nil {
		t.Fatalf("interviews show --json printed %s", out)
	}
	if link, session := shown.LinkExpiresAt.Sub(created),
		shown.SessionExpiresAt.Sub(created); shown.Status != "pending" || link != 24*time.Hour ||
		session != 7*24*time.Hour {
		t.Errorf("it is %s, its link lives %s and the session %s; want pending, 24 hours and seven days",
			shown.Status, link, session)
	}
}
