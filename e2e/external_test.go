package e2e

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/testdb"
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

// What an external booking is refused for, in order.
func TestExternalBookingRefusals(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, c := range []struct {
		status  int
		word    string
		changes []any
	}{
		{400, "interviewer_email", []any{"interviewer_email", nil}},
		{400, "interviewer_email", []any{"interviewer_email", "", "posting_id", "post_none"}},
		{400, "interviewer_email", []any{"interviewer_email", "nobody"}},
		{400, "meeting_link", []any{"meeting_link", nil, "posting_id", "post_none"}},
		{400, "meeting_link", []any{"meeting_link", ""}},
		{400, "meeting_link", []any{"meeting_link", "meet.example"}},
		{400, "time_zone", []any{"time_zone", "Mars/Base"}},
		{400, "candidate_id or candidate_email", []any{"candidate_email", nil}},
		{404, "posting_id", []any{"posting_id", "post_none"}},
		{404, "round_id", []any{"round_id", "rnd_none"}},
		{404, "candidate_id", []any{"candidate_id", "cand_none"}},
		{400, "async", []any{"round_id", o.Round("engineer", "main", "lens")}},
		{400, "bookable", []any{"round_id", o.Round("engineer", "referral", "draft")}},
		{409, "closed", []any{"posting_id", o.Posting("analyst"), "round_id", o.Round("analyst", "main", "systems")}},
	} {
		o.Do(t, "POST", "/interviews", o.External("cleo", c.changes...)).WantError(c.status, c.word)
	}
	if got := o.Interviews(t, "cleo").List("interviews"); len(got) != 0 {
		t.Errorf("a refusal stored %v", got)
	}
	// An interviewer with something else then and a time that is full refuse nothing.
	for _, who := range []string{"first", "second"} {
		o.Do(t, "POST", "/interviews", o.External(who, "interviewer_email", o.Email("bram"),
			"scheduled_start_at", "2032-03-03T09:30:00Z")).Want(201)
	}
}

// A replace between the modes, both ways, with what people hold.
func TestReplaceChangesMode(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		booked := o.Book(t, "cleo", "interviewer_email", o.Email("bram"))
		id := booked.Text("interview.id")
		o.Letters(t, o.Email("cleo"), 1)
		o.Letters(t, o.Email("bram"), 1)
		external := o.Do(t, "POST", "/interviews", o.External("cleo", "replace_existing", true,
			"interviewer_email", o.Email("bram"))).Want(201)
		external.shows(map[string]string{"id": `"` + id + `"`, "status": `"pending"`, "source": `"external"`,
			"scheduled_start_at": "null", "created_at": external.JSON("interview.updated_at")})
		if external.Text("interview.created_at") <= booked.Text("interview.created_at") ||
			!candidateLink.MatchString(external.Text("candidate_link")) {
			t.Errorf("created %s after %s, link %q", external.Text("interview.created_at"),
				booked.Text("interview.created_at"), external.Text("candidate_link"))
		}
		for _, who := range []string{"cleo", "bram"} {
			box := o.LettersWhen(t, o.Email(who), "the cancellation", func(l []Letter) bool { return len(l) == 2 })
			first, last := box[1].Event(t), box[0].Event(t)
			if first.Method != "REQUEST" || last.Method != "CANCEL" || first.UID != last.UID ||
				last.Sequence <= first.Sequence {
				t.Errorf("%s got %s: %+v after %+v", who, subjects(box), last, first)
			}
		}
		o.Book(t, "other", "interviewer_email", o.Email("bram")) // the time is free again
		standard := o.Book(t, "cleo", "replace_existing", true, "interviewer_email", o.Email("ilse"),
			"scheduled_start_at", "2032-06-02T10:00:00Z")
		standard.shows(map[string]string{"id": `"` + id + `"`, "status": `"scheduled"`, "source": `"litmus"`,
			"externally_scheduled": "false", "scheduled_start_at": `"2032-06-02T10:00:00.000Z"`,
			"created_at": external.JSON("interview.created_at")})
		if standard.Has("candidate_link") {
			t.Error("candidate_link in a standard booking")
		}
		box := o.LettersWhen(t, o.Email("cleo"), "the confirmation", func(l []Letter) bool { return len(l) == 3 })
		if e := box[0].Event(t); e.Method != "REQUEST" || e.UID != box[2].Event(t).UID ||
			e.Sequence <= box[1].Event(t).Sequence || !box[0].tells("2 June 2032") {
			t.Errorf("cleo got %s: %+v", subjects(box), e)
		}
		o.Letters(t, o.Email("ilse"), 1)
	})
}

// `litmus links issue` prints a fresh link and nothing else, and the older one is dead.
func TestLinksIssue(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	booked := o.Do(t, "POST", "/interviews", o.External("cleo")).Want(201)
	id := booked.Text("interview.id")
	said := o.Run(t, "links", "issue", id)
	fresh := strings.TrimSuffix(said.Stdout, "\n")
	if said.Status != 0 || !candidateLink.MatchString(fresh) || fresh == booked.Text("candidate_link") ||
		!strings.HasPrefix(fresh, o.API) || strings.Contains(said.Stderr, "/s/") || said.Stderr == "" {
		t.Errorf(
			"status %d, standard output %q, standard error %q; want the fresh link alone, and words about it beside",
			said.Status, said.Stdout, said.Stderr)
	}
	after := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
	if after.Text("status") != "pending" || after.JSON("created_at") != booked.JSON("interview.created_at") ||
		after.Text("updated_at") <= booked.Text("interview.updated_at") {
		t.Errorf("after a fresh link: %s", after.Body)
	}
	created := "from=" + after.Text("created_at") + "&to=" + after.Text("created_at")
	if got := o.Do(t, "GET", "/interviews?"+created, nil).Want(200).Texts("interviews",
		"id"); !slices.Contains(got, id) {
		t.Errorf("its stored start moved: %s lists %v", created, got)
	}
	var out struct {
		InterviewID      string `json:"interview_id"`
		CandidateLink    string `json:"candidate_link"`
		LinkExpiresAt    string `json:"link_expires_at"`
		SessionExpiresAt string `json:"session_expires_at"`
	}
	if text := o.MustRun(t, "links", "issue", "--json", id); json.Unmarshal([]byte(text), &out) != nil ||
		out.InterviewID != id || !candidateLink.MatchString(out.CandidateLink) {
		t.Errorf("links issue --json printed %s", text)
	}
	shown := Object{}
	if err := json.Unmarshal([]byte(o.MustRun(t, "interviews", "show", "--json", id)), &shown); err != nil {
		t.Fatal(err)
	}
	timeline, _ := json.Marshal(shown["timeline"])
	if shown["link_expires_at"] != out.LinkExpiresAt || shown["session_expires_at"] != out.SessionExpiresAt ||
		shown["link_used_at"] != nil ||
		!strings.Contains(string(timeline), "link_expires") || !strings.Contains(string(timeline), "session_expires") {
		t.Errorf("interviews show has %v, want the clocks of %+v", shown, out)
	}
	expires, err := time.Parse(time.RFC3339, out.SessionExpiresAt)
	if began, err2 := time.Parse(time.RFC3339, after.Text("created_at")); err != nil || err2 != nil ||
		!expires.Equal(began.Add(7*24*time.Hour)) {
		t.Errorf("the session expires %s, created %s; want seven days", out.SessionExpiresAt, after.Text("created_at"))
	}
	for _, no := range [][]string{{"int_none"}, {o.Book(t, "other").Text("interview.id")}, {o.IDs.Imports["ashby"]}} {
		if r := o.Run(t, "links", "issue", no[0]); r.Status != 1 || r.Stdout != "" ||
			!strings.Contains(r.Stderr, no[0]) {
			t.Errorf("links issue %s: status %d, %q, %q", no[0], r.Status, r.Stdout, r.Stderr)
		}
	}
	if r := o.Run(t, "links", "issue"); r.Status != 2 {
		t.Errorf("links issue of nothing: status %d, want 2", r.Status)
	}
}

// A link begins with the public origin: the variable's, else that of the `up` on the folder. Where neither is known
// nothing is issued.
func TestLinksIssueOrigin(t *testing.T) {
	t.Parallel()
	s := Serve(t, Database(testdb.SQLite(t)))
	o := s.NewOrg(t)
	id := o.Do(t, "POST", "/interviews", o.External("cleo")).Want(201).Text("interview.id")
	database := "LITMUS_DATABASE_URL=" + s.Database()
	before := s.MustRun(t, "interviews", "show", "--json", id)
	if r := Command(t, []string{database}, "links", "issue", id); r.Status != 2 || r.Stdout != "" ||
		!strings.Contains(r.Stderr, "LITMUS_BASE_URL") {
		t.Errorf("without an origin: status %d, %q, %q", r.Status, r.Stdout, r.Stderr)
	}
	if now := s.MustRun(t, "interviews", "show", "--json", id); !strings.Contains(now, `"revision": 1,`) {
		t.Errorf("a refused command issued a link:\n%s\n%s", before, now)
	}
	for want, env := range map[string][]string{s.API: {database},
		"https://hire.example": {database, "LITMUS_BASE_URL=https://hire.example/"}} {
		if got := MustRun(t, env, "links", "issue", id, "--data", s.Data); !strings.HasPrefix(got, want+"/s/") {
			t.Errorf("links issue printed %q, want a link at %s", got, want)
		}
	}
	origin := s.API
	s.Stop(t)
	if got := MustRun(t, []string{database}, "links", "issue", id, "--data", s.Data); !strings.HasPrefix(got,
		origin+"/s/") {
		t.Errorf("after up: %q", got)
	}
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

// Revoked links are dead from then on, and the fresh ones work.
func TestRevokedLinks(t *testing.T) {
	t.Parallel()
	s := Serve(t)
	o := s.NewOrg(t)
	invited := o.Invite(t, "picker", "graduates", "portfolio").Want(201)
	id, old := invited.Text("invite_id"), invited.Text("invite_url")
	o.Get(t, old).Want(200)
	var out struct {
		CandidateID  string `json:"candidate_id"`
		Assessment   string `json:"assessment_link"`
		Schedule     string `json:"schedule_link"`
		LinksRevoked int    `json:"links_revoked"`
	}
	if text := o.MustRun(t, "links", "revoke", "--json", id); json.Unmarshal([]byte(text), &out) != nil ||
		out.CandidateID != id || out.LinksRevoked != 1 || out.Schedule == old {
		t.Fatalf("links revoke --json printed %s", text)
	}
	o.Get(t, old).Want(410)
	o.Get(t, out.Schedule).Want(200)
	o.Get(t, out.Assessment).Want(200)
	said := o.Run(t, "links", "revoke", id)
	if lines := strings.Fields(said.Stdout); said.Status != 0 || len(lines) != 2 ||
		strings.Contains(said.Stderr, "/t/") {
		t.Fatalf("links revoke printed %q and %q, status %d", said.Stdout, said.Stderr, said.Status)
	}
	o.Get(t, out.Schedule).Want(410)
	o.Get(t, strings.Fields(said.Stdout)[0]).Want(200)
	if shown := o.MustRun(t, "invitations", "show", id); !strings.Contains(shown, "2 times") {
		t.Errorf("invitations show says\n%s\nwant that links were revoked 2 times", shown)
	}
	if r := o.Run(t, "links", "revoke", "cand_nobody"); r.Status != 1 || r.Stdout != "" ||
		!strings.Contains(r.Stderr, "cand_nobody") {
		t.Errorf("links revoke of nobody: status %d, %q, %q", r.Status, r.Stdout, r.Stderr)
	}
}
