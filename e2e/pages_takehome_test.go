package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// submissionOf reads the id of what a candidate handed in. REST does not tell it (§4, Submissions), so it is read
// beside the service.
func (o *Org) submissionOf(t testing.TB, candidate string) string {
	t.Helper()
	return o.column(t, "select submission_id from answers where candidate_id = $1", candidate)
}

// The take-home from the letter to the submission, with the browser closed on the way.
func TestPagesTakeHome(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	eachManner(t, func(t *testing.T, n int, zone string, open func(testing.TB, *Service) *Visitor) {
		name := fmt.Sprintf("take-home-%d", n)
		looks := func(v *Visitor, picture string) {
			if n == 0 {
				v.Looks(picture)
			}
		}
		invited := o.Invite(t, name, "engineer", "lens").Want(201)
		letter := o.Letters(t, o.Email(name), 1)[0]
		link := assessmentLink.FindString(letter.Text)
		if link == "" || link != invited.Text("invite_url") {
			t.Fatalf("the letter %q links to %q, want invite_url %q:\n%s",
				letter.Subject, link, invited.Text("invite_url"), letter.Text)
		}

		v := open(t, o.Service)
		v.Open(link).Want(200, "Lens catalogue take-home", "Build a catalogue of lenses", "Send a link to your "+
			"repository", "3 hours", "Northwind Optics").WantNot("**")
		looks(v, "take-home-invited")
		v.Click("Start the assessment").Want(200, "Lens catalogue take-home", "Build a catalogue of lenses")
		looks(v, "take-home-started")
		const draft = "A first thought,\nfour lines long.\n\n<b>Not bold</b> & \"quoted\" — für Ærø 🔭"
		v.Fill("Your answer", draft).Fill("Links", "https://git.example/casey/lenses").saves().Want(200)
		looks(v, "take-home-saved")
		v.Close()

		v = open(t, o.Service) // another browser: no cookie, nothing remembered but by the service
		v.Open(link).Want(200, "Lens catalogue take-home")
		if text, links := v.Value("Your answer"), v.Value("Links"); text != draft ||
			links != "https://git.example/casey/lenses" {
			t.Errorf("after the browser was closed the fields hold %q and %q", text, links)
		}
		want := draft
		if v.scripts { // what is typed survives, see TestPagesDraft
			want = draft + "\nand more"
		}
		v.Fill("Your answer", draft+"\nand more").Reload()
		if got := v.Value("Your answer"); got != want {
			t.Errorf("after a reload the field holds %q, want %q", got, want)
		}
		v.Fill("Links", "ftp://nowhere").Click("Submit").Want(400, "not a").Told("web address")
		if text, links := v.Value("Your answer"), v.Value("Links"); text != want || links != "ftp://nowhere" {
			t.Errorf("after a refusal the fields hold %q and %q", text, links)
		}
		looks(v, "take-home-refused")
		v.Fill("Links", "https://git.example/casey/lenses\nhttps://casey.example/").Click("Submit").Want(200,
			"You have handed in your answer", "four lines long.", "<b>Not bold</b>", "https://casey.example/")
		looks(v, "take-home-done")
		v.Open(link).Want(200, "You have handed in your answer")
		if c := v.Cookies(); len(c) != 0 {
			t.Errorf("the pages left the cookies %v, want none", c)
		}

		candidate := invited.Text("invite_id")
		s := o.Do(t, "GET", "/submissions/"+o.submissionOf(t, candidate), nil).Want(200)
		for path, want := range map[string]string{"assessment_id": fmt.Sprintf("%q", o.Assessment("lens")),
			"candidate.email": fmt.Sprintf("%q", o.Email(name)), "candidate.name": `"Casey Quillon"`,
			"decision": `"pending"`, "score": "null", "native_score": "null", "score_scale": "null"} {
			if got := s.JSON(path); got != want {
				t.Errorf("submission: %s is %s, want %s", path, got, want)
			}
		}
		at, err := time.Parse(time.RFC3339, s.Text("submitted_at"))
		if ago := machineNow().Sub(at); err != nil || ago < 0 || ago > 5*time.Minute {
			t.Errorf("submitted_at %q, want just now", s.Text("submitted_at"))
		}
		o.Invite(t, name, "engineer", "lens").WantError(409, "ALREADY_INVITED") // not active any more
		if l := o.Inbox(t, o.Email(name)); len(l) != 1 {
			t.Errorf("%s got %s, want the invitation alone", name, subjects(l))
		}
	})
}

// Who has handed in, or whose invitation ran out, cannot be booked.
func TestCandidateStates(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	invited := o.Invite(t, "cleo", "engineer", "lens").Want(201)
	link := invited.Text("invite_url")
	o.Post(t, link+"/start", nil).Want(303)
	o.Post(t, link+"/submit", nil, "text", "my answer", "links", "").Want(303)
	// The assessment becomes a live one, so that nothing but the candidate's state is in the way.
	o.Apply(t, writeFile(t, "live.yaml", northwind(t, o.Slug, "delivery_mode: async\n    time_limit_minutes: 180",
		"delivery_mode: sync")))
	body := o.Booking("cleo", "round_id", o.Round("engineer", "main", "lens"), "interviewer_email", o.Email("ilse"))
	o.Do(t, "POST", "/interviews", body).WantError(409, "submitted")
	body["candidate_id"] = invited.Text("invite_id")
	o.Do(t, "POST", "/interviews", body).WantError(409, "submitted")
	body["externally_scheduled"], body["meeting_link"] = true, "https://meet.example/x"
	o.Do(t, "POST", "/interviews", body).WantError(409, "submitted")
}

// A trial is taken on the same page as a take-home.
func TestPagesTrial(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	o.Invite(t, "cleo", "engineer", "week").Want(201)
	link := assessmentLink.FindString(o.Letters(t, o.Email("cleo"), 1)[0].Text)
	v := o.Visitor(t)
	v.Open(link).Want(200, "Paid trial week").WantNot("hours").Looks("trial-invited")
	v.Click("Start the assessment").Fill("Links", "https://git.example/week").Click("Submit").Want(200,
		"You have handed in your answer")
}

// Bad input: answers with markup, control characters and a megabyte are escaped, cleaned and bounded; what was typed
// stays.
func TestPagesAnswers(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	start := func(t testing.TB, name string) string {
		link := o.Invite(t, name, "engineer", "lens").Want(201).Text("invite_url")
		o.Post(t, link+"/start", nil).Want(303)
		return link
	}
	t.Run("markup and control characters", func(t *testing.T) {
		t.Parallel()
		link := start(t, "markup")
		const nasty = "</textarea><script>document.title='owned'</script><img src=x " +
			"onerror=\"document.title='owned'\">\x00\x07\x1b[31m{{.}} ${1} \u202e</p>\n\tend"
		const clean = "</textarea><script>document.title='owned'</script><img src=x " +
			"onerror=\"document.title='owned'\">[31m{{.}} ${1} \u202e</p>\n\tend"
		r := o.Post(t, link+"/draft", nil, "text", nasty, "links", "https://git.example/\"><script>alert(1)</script>")
		if r.Status != 303 && r.Status != 400 { // such a link may be refused
			t.Errorf("the draft was answered %d", r.Status)
		}
		o.Post(t, link+"/draft", nil, "text", nasty, "links",
			"https://git.example/<b>\r\njavascript:alert(1)").Want(400)
		o.Post(t, link+"/draft", nil, "text", nasty, "links", "").Want(303)
		v := o.Visitor(t)
		v.Open(link).Want(200)
		if got := v.Value("Your answer"); got != clean {
			t.Errorf("the field holds %q, want %q", got, clean)
		}
		v.Click("Submit").Want(200, "You have handed in your answer", "<script>document.title='owned'</script>", "end")
		if title := ask[string](v, "read the title", "document.title"); strings.Contains(title, "owned") {
			t.Error("the answer's script ran")
		}
	})
	t.Run("a name with markup", func(t *testing.T) {
		t.Parallel()
		body := Object{"posting_id": o.Posting("engineer"), "assessment_id": o.Assessment("lens"),
			"candidate_email": o.Email("bold"), "candidate_name": "<b>Bold\x07</b> Quillon"}
		o.Do(t, "POST", "/invites", body).Want(201)
		letter := o.Letters(t, o.Email("bold"), 1)[0]
		if strings.Contains(letter.HTML, "<b>Bold") || strings.ContainsRune(letter.Text, 7) {
			t.Errorf("the letter holds the name as it came:\n%s", letter.HTML)
		}
		if page := o.Get(t, assessmentLink.FindString(letter.Text)); page.Status != 200 ||
			!strings.Contains(string(page.Body), "Lens catalogue") {
			t.Errorf("the page of the letter: %d\n%s", page.Status, page.Body)
		}
	})
	t.Run("too long", func(t *testing.T) {
		t.Parallel()
		link := start(t, "long")
		v := o.Visitor(t)
		long := strings.Repeat("long ", 20_001)
		v.Open(link).Fill("Your answer", long).Click("Save draft").Want(400,
			"100,004 characters", "at most 100,000").Looks("take-home-too-long")
		if got := v.Value("Your answer"); got != long {
			t.Errorf("the field holds %d bytes, want what was typed", len(got))
		}
		v.Fill("Your answer", long[:100_000]).saves()
		for size, want := range map[int]int{1 << 20: 400, 4 << 20: 413} {
			if r := o.Post(t, link+"/submit", nil, "text", strings.Repeat("x", size)); r.Status != want ||
				!strings.Contains(string(r.Body), "<h1") {
				t.Errorf("%d bytes are answered %d, want %d and a page:\n%.300s", size, r.Status, want, r.Body)
			}
		}
		many := strings.Repeat("https://git.example/x\n", 21)
		r := o.Post(t, link+"/submit", nil, "text", "x", "links", many).Want(400)
		if !strings.Contains(string(r.Body), "20") {
			t.Errorf("21 links are refused without a word of how many may be:\n%.500s", r.Body)
		}
		o.Post(t, link+"/submit", nil, "text", " \n\t ", "links", " \n ").Want(400)
	})
	t.Run("twice", func(t *testing.T) {
		t.Parallel()
		link := start(t, "twice")
		var sent sync.WaitGroup
		for range 6 { // a double click, and more
			sent.Go(func() {
				if r := o.Post(t, link+"/submit", nil, "text", "my answer", "links", ""); r.Status != 303 {
					t.Errorf("a repeated submit is answered %d", r.Status)
				}
			})
		}
		sent.Wait()
		id := o.column(t, "select id from candidates where email = $1", o.Email("twice"))
		if got := o.column(t, "select count(*) from submissions where candidate_id = $1", id); got != "1" {
			t.Errorf("%s submissions, want 1", got)
		}
		r := o.Post(t, link+"/submit", nil, "text", "another answer <i>", "links", "").Want(409)
		if !strings.Contains(string(r.Body), "another answer &lt;i&gt;") {
			t.Errorf("a late answer is refused without what was typed:\n%s", r.Body)
		}
		o.Post(t, link+"/draft", nil, "text", "another answer", "links", "").Want(409)
		if got := o.column(t, "select text from answers where candidate_id = $1", id); got != "my answer" {
			t.Errorf("what was handed in became %q", got)
		}
		o.Post(t, link+"/start", nil).Want(303) // nothing to start, and nothing lost
	})
	t.Run("out of order", func(t *testing.T) {
		t.Parallel()
		link := o.Invite(t, "early", "engineer", "lens").Want(201).Text("invite_url")
		for _, action := range []string{"/draft", "/submit"} {
			if r := o.Post(t, link+action, nil, "text", "too early"); r.Status != 409 ||
				!strings.Contains(string(r.Body), "too early") {
				t.Errorf("%s before the start is answered %d, want 409 with what was typed", action, r.Status)
			}
		}
		for _, bad := range []string{"%", "text=%zz", url.QueryEscape("\xff\xfe"),
			"text=" + strings.Repeat("&text=", 100)} {
			r := o.Service.Do(t, "POST", requestURI(t, link)+"/draft", bad, "Content-Type",
				"application/x-www-form-urlencoded")
			if r.Status < 400 || r.Status >= 500 || !strings.Contains(string(r.Body), "<h1") {
				t.Errorf("the form %.20q is answered %d, want a refusal with a page", bad, r.Status)
			}
		}
		if got := o.column(t, "select count(*) from answers where candidate_id = $1",
			o.column(t, "select id from candidates where email = $1", o.Email("early"))); got != "0" {
			t.Errorf("%s answers stored, want none", got)
		}
	})
}
