package e2e

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var candidateLink = regexp.MustCompile(`^http://127\.0\.0\.1:\d+/s/[0-9A-Za-z_-]{32,}$`)

// §2, §3, §4 rule 7, §6 candidate_link: what an external booking answers, and what is read of it from then on.
func TestExternalBooking(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		pairing := o.Round("engineer", "main", "pairing")
		r := o.Do(t, "POST", "/interviews", o.External("cleo", "round_id", pairing, "time_zone", "Asia/Kolkata",
			"scheduled_start_at", "some day")).Want(201)
		r.shows(map[string]string{"status": `"pending"`, "source": `"external"`, "externally_scheduled": "true",
			"scheduled_start_at": "null", "indefinite": "false", "duration_minutes": "90",
			"interviewer_email": `"` + o.Email("ilse") + `"`, "meeting_link": `"https://meet.example/own-room"`,
			"updated_at": r.JSON("interview.created_at")})
		id, link := r.Text("interview.id"), r.Text("candidate_link")
		if !candidateLink.MatchString(link) || !strings.HasPrefix(link, o.API+"/") {
			t.Errorf("candidate_link %q, want one of at least 128 random bits at %s", link, o.API)
		}
		if got := strings.Join(r.Keys(""), " "); got != "candidate_link interview" {
			t.Errorf("the answer has %s, want no warnings: nothing is to follow", got)
		}
		// neither the interviewer nor a place is asked for
		if o.Do(t, "POST", "/interviews", o.External("second")).Want(201).Text("candidate_link") == link {
			t.Error("two sessions have one link")
		}
		// from and to mean the stored start, which is the creation, although the public one is null.
		created := r.Text("interview.created_at")
		list := o.Do(t, "GET", "/interviews?candidate_email="+url.QueryEscape(o.Email("cleo"))+"&from="+created+"&to="+
			created, nil).Want(200)
		if got := list.Texts("interviews", "id"); !slices.Equal(got, []string{id}) {
			t.Errorf("at its creation there are %v, want %s", got, id)
		}
		read := o.Do(t, "GET", "/interviews/"+id+"?include=transcript,recording,notes", nil).Want(200)
		canceled := o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		if canceled.Text("status") != "canceled" || canceled.JSON("scheduled_start_at") != "null" {
			t.Errorf("canceled: %s", canceled.Body)
		}
		// Not available from any later read (§2).
		_, token, _ := strings.Cut(link, "/s/")
		shown := o.MustRun(t, "interviews", "show", "--json", id) + o.MustRun(t, "interviews", "show", id)
		for _, text := range []string{string(read.Body), string(list.Body), string(canceled.Body), shown} {
			if strings.Contains(text, token) || strings.Contains(text, "candidate_link") {
				t.Errorf("it shows the link: %s", text)
			}
		}
		o.Settled(t, letterTimeout, id)
		for _, who := range []string{"cleo", "second", "ilse"} {
			if l := o.Inbox(t, o.Email(who)); len(l) != 0 {
				t.Errorf("%s got %s, want no letters", who, subjects(l))
			}
		}
	})
}
