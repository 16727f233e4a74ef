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
		before := machineNow().Add(-time.Millisecond).UTC()
		r := o.Do(t, "POST", "/interviews", o.External("cleo", "round_id", o.Round("engineer", "main", "pairing"),
			"time_zone", "Asia/Kolkata", "scheduled_start_at", "some day")).Want(201)
		r.shows(map[string]string{"status": `"pending"`, "source": `"external"`, "externally_scheduled": "true",
			"scheduled_start_at": "null", "indefinite": "false", "duration_minutes": "90",
			"interviewer_email": `"` + o.Email("ilse") + `"`, "meeting_link": `"https://meet.example/own-room"`,
			"time_zone": `"Asia/Kolkata"`, "call_ended_at": "null", "canceled_at": "null",
			"candidate.email": `"` + o.Email("cleo") + `"`})
		id, link := r.Text("interview.id"), r.Text("candidate_link")
		if !candidateLink.MatchString(link) || !strings.HasPrefix(link, o.API+"/") {
			t.Errorf("candidate_link %q, want one of at least 128 random bits at %s", link, o.API)
		}
		if got := strings.Join(r.Keys(""), " "); got != "candidate_link interview" {
			t.Errorf("the answer has %s, want no warnings: nothing is to follow", got)
		}
		created, err := time.Parse(time.RFC3339, r.Text("interview.created_at"))
		if err != nil || created.Before(before) || r.JSON("interview.updated_at") != r.JSON("interview.created_at") {
			t.Errorf("created %s, updated %s", r.Text("interview.created_at"), r.Text("interview.updated_at"))
		}
		if host := o.Do(t, "POST", "/interviews", o.External("second")).Want(201); host.Text("candidate_link") == link {
			// neither the interviewer nor a place is asked for
			t.Error("two sessions have one link")
		}

		// Not available from any later read (§2).
		_, token, _ := strings.Cut(link, "/s/")
		reads := map[string]*Response{"read": o.Do(t, "GET", "/interviews/"+id+
			"?include=transcript,recording,notes", nil).Want(200), "list": o.Interviews(t, "cleo")}
		if got, want := o.Do(t, "GET", "/interviews/"+id, nil).JSON(""), r.JSON("interview"); got != want {
			t.Errorf("read\n%s\nwant what the booking answered\n%s", got, want)
		}
		// from and to mean the stored start, which is the creation, although the public one is null.
		for query, want := range map[string]int{"from=" + r.Text("interview.created_at") + "&to=" +
			r.Text("interview.created_at"): 1, "to=" + exactly(created.Add(-time.Millisecond)): 0,
			"from=" + exactly(created.Add(time.Millisecond)): 0, "updated_since=" + r.Text("interview.updated_at"): 1,
			"include_canceled=false": 1} {
			page := o.Do(t, "GET", "/interviews?candidate_email="+url.QueryEscape(o.Email("cleo"))+"&"+
				query, nil).Want(200)
			if got := len(page.List("interviews")); got != want {
				t.Errorf("%s lists %d, want %d", query, got, want)
			}
			reads[query] = page
		}
		o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": o.Email("bram")}).WantError(409, "pending")
		if e := o.Run(t, "interviews", "end-call", id); e.Status != 1 || !strings.Contains(e.Stderr, "pending") {
			t.Errorf("end-call of a pending session: status %d, %s", e.Status, e.Stderr)
		}
		o.Do(t, "POST", "/interviews", o.External("cleo",
			"round_id", o.Round("engineer", "main", "pairing"))).WantError(409, id, "pending", "replace_existing")
		o.Do(t, "POST", "/interviews", o.Booking("cleo",
			"round_id", o.Round("engineer", "main", "pairing"))).WantError(409, id, "pending")

		// The cancellation of a pending one; its start stays null.
		reads["cancel"] = o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
		canceled := reads["cancel"]
		if canceled.Text("status") != "canceled" || canceled.JSON("scheduled_start_at") != "null" ||
			canceled.At("canceled_at") == nil {
			t.Errorf("canceled: %s", canceled.Body)
		}
		if again := o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200); again.JSON("") != canceled.JSON("") {
			t.Errorf("canceled again: %s, want %s", again.Body, canceled.Body)
		}
		shown := o.MustRun(t, "interviews", "show", "--json", id) + o.MustRun(t, "interviews", "show", id)
		for name, read := range reads {
			if body := string(read.Body); strings.Contains(body, token) || strings.Contains(body, "candidate_link") {
				t.Errorf("the %s shows the link: %s", name, body)
			}
		}
		if strings.Contains(shown, token) {
			t.Errorf("interviews show prints the token:\n%s", shown)
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
	book := func(who string) *Response {
		t.Helper()
		body := o.External(who, "round_id", o.Round("engineer", "referral", "portfolio"))
		return o.Do(t, "POST", "/interviews", body).Want(201)
	}
	read := func(r *Response) *Response {
		t.Helper()
		return o.Do(t, "GET", "/interviews/"+r.Text("interview.id"), nil).Want(200)
	}
	left, used := book("left"), book("used")
	created, err := time.Parse(time.RFC3339, left.Text("interview.created_at"))
	if err != nil {
		t.Fatal(err)
	}
	link := used.Text("candidate_link")
	for range 3 { // mail scanners follow links
		o.Get(t, link).Want(200)
		o.Service.Do(t, "HEAD", requestURI(t, link), nil).Want(200)
	}
	if got := read(used); got.JSON("") != used.JSON("interview") {
		t.Errorf("GET and HEAD changed it: %s", got.Body)
	}
	o.Post(t, link, nil).Want(303)
	running := read(used)
	if running.Text("status") != "scheduled" || running.JSON("scheduled_start_at") != running.JSON("updated_at") ||
		running.Text("updated_at") <= used.Text("interview.updated_at") ||
		running.JSON("created_at") != used.JSON("interview.created_at") || running.Int("duration_minutes") != 5 {
		t.Errorf("used: %s", running.Body)
	}
	from := "/interviews?candidate_email=" + url.QueryEscape(o.Email("used")) + "&from=" +
		running.Text("scheduled_start_at")
	if got := o.Do(t, "GET", from, nil).Want(200).List("interviews"); len(got) != 1 {
		t.Errorf("%s lists %d: the stored start is the use", from, len(got))
	}
	// It blocks its interviewer now, and can change hands.
	o.Do(t, "POST", "/interviews", o.Booking("else", "scheduled_start_at", s.fromNow(time.Second),
		"interviewer_email", o.Email("ilse"))).WantError(409, "interviewer "+o.Email("ilse"))
	moved := o.Do(t, "PATCH", "/interviews/"+running.Text("id"), Object{"interviewer_email": o.Email("bram")}).Want(200)
	if moved.Text("interviewer_email") != o.Email("bram") ||
		moved.JSON("scheduled_start_at") != running.JSON("scheduled_start_at") ||
		moved.JSON("meeting_link") != running.JSON("meeting_link") {
		t.Errorf("reassigned: %s", moved.Body)
	}
	if l := o.Letters(t, o.Email("bram"), 1)[0]; l.ICS != "" {
		t.Error("the briefing of a session by link carries an invitation")
	}

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
	if expired := read(left); s.Now().Before(created.Add(sessionLife)) ||
		expired.JSON("updated_at") != left.JSON("interview.updated_at") ||
		expired.JSON("scheduled_start_at") != "null" {
		t.Errorf("expired: %s, want nothing but its status changed", expired.Body)
	}
	if got := o.Interviews(t, "left").Text("interviews.0.status"); got != "expired" {
		t.Errorf("the list shows %s", got)
	}
	if r := o.Run(t, "links", "issue", left.Text("interview.id")); r.Status != 1 ||
		!strings.Contains(r.Stderr, "replace_existing") {
		t.Errorf("a fresh link after the end: status %d, %s", r.Status, r.Stderr)
	}
	workflowClosed(t, s, letterTimeout, left.Text("interview.id")) // nothing is left to wait for
	o.Do(t, "POST", "/interviews", o.External("left",
		"round_id", o.Round("engineer", "referral", "portfolio"))).WantError(409, "expired")
	again := o.Do(t, "POST", "/interviews", o.External("left", "round_id", o.Round("engineer", "referral", "portfolio"),
		"replace_existing", true)).Want(201)
	again.shows(map[string]string{"id": left.JSON("interview.id"), "status": `"pending"`,
		"created_at": again.JSON("interview.updated_at")})
	if again.Text("interview.created_at") <= left.Text("interview.created_at") {
		t.Error("the clocks were not started anew")
	}
	o.Get(t, again.Text("candidate_link")).Want(200)
	if got := read(used).Text("status"); got != "scheduled" {
		t.Errorf("the used one is %s after the life of an unused one", got)
	}
	o.MustRun(t, "interviews", "end-call", used.Text("interview.id"))
	if got := read(used); got.Text("status") != "completed" || got.At("call_ended_at") == nil {
		t.Errorf("ended: %s", got.Body)
	}
	if l := slices.Concat(o.Inbox(t, o.Email("left")), o.Inbox(t, o.Email("used"))); len(l) != 0 {
		t.Errorf("the candidates got %s, want nothing", subjects(l))
	}
}
