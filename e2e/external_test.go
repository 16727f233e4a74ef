package e2e

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var candidateLink = regexp.MustCompile(`^http://127\.0\.0\.1:\d+/s/[0-9A-Za-z_-]{32,}$`)

// §2, §3, §4 rule 7, §6 candidate_link: what an external booking answers, and what is read of it from then on.
func TestExternalBooking(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
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
		o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("bram")}).WantError(409, "pending")
		if e := o.Run(t, "interviews", "end-call", id); e.Status != 1 || !strings.Contains(e.Stderr, "pending") {
			t.Errorf("end-call of a pending session: status %d, %s", e.Status, e.Stderr)
		}
		o.Do(t, "POST", "/interviews", o.Booking("cleo", "round_id", pairing)).WantError(409, id, "pending")
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

// exactly is an instant to the millisecond, for a query.
func exactly(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// The clocks of external sessions by short lives on the running service: a dead link leaves the session pending, a
// fresh one revives it, and unused to its end it is expired, each by the passage of time alone; a used one runs on.
func TestExternalClocks(t *testing.T) {
	t.Parallel()
	const linkLife, sessionLife = 40 * time.Second, 70 * time.Second
	s := Serve(t, Env("LITMUS_LINK_TTL="+linkLife.String(), "LITMUS_SESSION_TTL="+sessionLife.String(),
		"LITMUS_SESSION_GRACE=1s"))
	o := s.NewOrg(t, brief...) // its shortest round lasts five minutes
	body := func(who string, more ...any) Object {
		return o.External(who, append([]any{"round_id", o.Round("engineer", "referral", "portfolio")}, more...)...)
	}
	read := func(r *Response) *Response {
		t.Helper()
		return o.Do(t, "GET", "/interviews/"+r.Text("interview.id"), nil).Want(200)
	}
	left := o.Do(t, "POST", "/interviews", body("left")).Want(201)
	used := o.Do(t, "POST", "/interviews", body("used")).Want(201)
	created, err := time.Parse(time.RFC3339, left.Text("interview.created_at"))
	if err != nil {
		t.Fatal(err)
	}
	link := used.Text("candidate_link")
	o.Service.Do(t, "HEAD", requestURI(t, link), nil).Want(200) // mail scanners follow links
	if got := o.Get(t, link).Want(200); read(used).Text("status") != "pending" {
		t.Errorf("GET and HEAD used it: %s", got)
	}
	o.Post(t, link, nil).Want(303)
	running := read(used)
	if running.Text("status") != "scheduled" || running.JSON("scheduled_start_at") != running.JSON("updated_at") {
		t.Errorf("used: %s", running.Body)
	}
	// It blocks its interviewer now, and can change hands.
	o.try(t, "else", s.fromNow(time.Second), o.Email("ilse")).WantError(409, "interviewer "+o.Email("ilse"))
	o.Do(t, "PATCH", "/interviews/"+running.Text("id"), Object{"interviewer_email": o.Email("bram")}).Want(200)
	s.AdvanceTo(t, created.Add(linkLife+time.Millisecond))
	o.Get(t, left.Text("candidate_link")).Want(410)
	o.Post(t, left.Text("candidate_link"), nil).Want(410)
	if now := read(left); s.Now().Before(created.Add(sessionLife)) && now.JSON("") != left.JSON("interview") {
		t.Errorf("with a dead link: %s, want it pending and unchanged", now.Body)
	}
	s.AdvanceTo(t, created.Add(sessionLife))
	Until(t, letterTimeout, "the session to expire", func() (bool, string) {
		s := read(left).Text("status")
		return s == "expired", s
	})
	if r := o.Run(t, "links", "issue", left.Text("interview.id")); r.Status != 1 ||
		!strings.Contains(r.Stderr, "replace_existing") {
		t.Errorf("a fresh link after the end: status %d, %s", r.Status, r.Stderr)
	}
	workflowClosed(t, s, letterTimeout, left.Text("interview.id")) // nothing is left to wait for
	o.Do(t, "POST", "/interviews", body("left")).WantError(409, "expired")
	again := o.Do(t, "POST", "/interviews", body("left", "replace_existing", true)).Want(201)
	again.shows(map[string]string{"id": left.JSON("interview.id"), "status": `"pending"`,
		"created_at": again.JSON("interview.updated_at")}) // the clocks are started anew
	o.Get(t, again.Text("candidate_link")).Want(200)
}
