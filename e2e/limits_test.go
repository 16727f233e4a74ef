package e2e

import (
	"encoding/json"
	"regexp"
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
	for _, r := range atOnce(300, func(int) *Response { return o.Do(t, "GET", "/interviews?limit=1", nil) }) {
		for name := range r.Want(200).Header {
			if rateLimit.MatchString(name) {
				t.Errorf("%s: header %s, want none about limits", r.about, name)
			}
		}
	}
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
