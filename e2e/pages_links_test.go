package e2e

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Mail scanners follow links. GET and HEAD of every link in every letter, and of the candidate link, change nothing,
// however often, and the link works afterwards.
func TestScannersUseNoLink(t *testing.T) {
	t.Parallel()
	s := Start(t)
	o := s.NewOrg(t)
	const times = 50
	start := daysAhead(5, 10, 0)
	o.Offer(t, "graduates", "ilse", start, start.Add(time.Hour))

	o.Invite(t, "home", "engineer", "lens").Want(201)
	o.Invite(t, "pick", "graduates", "portfolio").Want(201)
	picked := o.Invite(t, "picked", "graduates", "portfolio").Want(201).Text("invite_url")
	o.Post(t, picked, nil, "start", wire(start), "zone", "UTC").Want(303)
	o.Book(t, "booked", "interviewer_email", o.Email("bram")) // its letter links to the session and the assessment page
	external := o.Do(t, "POST", "/interviews", o.External("external")).Want(201)
	links := map[string]bool{external.Text("candidate_link"): true}
	for name, letters := range map[string]int{"home": 1, "pick": 1, "picked": 2, "booked": 1, "ilse": 1, "bram": 1} {
		for _, l := range o.Letters(t, o.Email(name), letters) {
			for _, text := range []string{l.Text, l.HTML, strings.ReplaceAll(l.ICS, "\r\n ", "")} {
				for _, link := range anyLink.FindAllString(text, -1) {
					links[link] = true
				}
			}
		}
	}
	if len(links) < 7 { // /a/ twice, /t/ twice, /i/ twice, /s/
		t.Fatalf("%d links in the letters, want at least 7", len(links))
	}
	state := func() string {
		var out []string
		for _, name := range []string{"home", "pick", "picked", "booked", "external"} {
			out = append(out, string(o.Interviews(t, name).Body))
		}
		for _, table := range []string{"interviews", "candidates", "answers", "effects", "submissions"} {
			out = append(out, o.whole(t, table))
		}
		return strings.Join(out, "\n")
	}
	Until(t, letterTimeout, "everything to settle", func() (bool, string) {
		n := o.column(t, `select (select count(*) from candidates where converged_revision < revision
			or woken_revision < revision)
			+ (select count(*) from interviews where converged_revision < revision or woken_revision < revision)`)
		return n == "0", n + " rows have not"
	})
	before := state()
	for link := range links {
		for range times {
			for _, method := range []string{"GET", "HEAD"} {
				r := patiently(t, func() *Response {
					return s.Do(t, method, requestURI(t, link), nil, "User-Agent", "MailScanner/1.0")
				})
				if r.Status != 200 || (method == "HEAD") != (len(r.Body) == 0) ||
					(r.Header.Get("Set-Cookie") != "") != strings.Contains(link, "/s/") ||
					r.Header.Get("Referrer-Policy") != "no-referrer" {
					t.Fatalf("%s %s: status %d, %d bytes, headers %v",
						method, shortened(link), r.Status, len(r.Body), r.Header)
				}
			}
		}
	}
	if after := state(); after != before {
		t.Errorf("reading changed something: before\n%s\nafter\n%s", before, after)
	}

	o.Visitor(t).Open(external.Text("candidate_link")).Click("Start session").Want(200, "Your session is running")
	o.Visitor(t).Open(o.linkFor(t, "home", assessmentLink)).Click("Start the assessment").Want(200, "Your answer")
	o.Visitor(t).Open(o.linkFor(t, "pick", scheduleLink)).Pick(start.Add(time.Hour),
		"UTC").Click("Book this time").Want(200, "Your interview is booked")
	o.Visitor(t).Open(o.linkFor(t, "picked", sessionLink)).Want(200, "Your interview with")
	o.Visitor(t).Open(o.linkFor(t, "booked", assessmentLink)).Want(200,
		"Systems").Looks("assessment-of-a-live-interview")
}

// patiently sends a request again when the answer is that there were too many, after the time that it asks for.
func patiently(t testing.TB, send func() *Response) (r *Response) {
	t.Helper()
	for range 10 {
		if r = send(); r.Status != http.StatusTooManyRequests {
			return r
		}
		seconds, err := strconv.Atoi(r.Header.Get("Retry-After"))
		if err != nil || seconds < 1 || seconds > 60 {
			t.Fatalf("429 with Retry-After %q, want some seconds", r.Header.Get("Retry-After"))
		}
		select {
		case <-time.After(time.Duration(seconds) * time.Second):
		case <-t.Context().Done():
		}
	}
	return r
}

// The pages of links that never were, for everybody's eyes and tools. Package web holds that tampered, foreign and
// misdirected ones get the same.
func TestPagesOfUnknownLinks(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	s := Shared(t)
	for path, status := range map[string]int{"/a/": 404, "/t/": 404, "/i/": 404, "/s/": 410} {
		s.Visitor(t).Open(s.API + path + strings.Repeat("A", 43)).Want(status).Looks("unknown-" + strings.Trim(path, "/"))
	}
}

// Too many requests with one token are slowed down, and nobody else is.
func TestPagesRateLimit(t *testing.T) {
	t.Parallel()
	s := Start(t)
	o := s.NewOrg(t)
	link := o.Invite(t, "eager", "engineer", "lens").Want(201).Text("invite_url")
	calm := o.Invite(t, "calm", "engineer", "lens").Want(201).Text("invite_url")
	v := o.Visitor(t)
	for n := 0; v.Status() != 429; n++ { // a place may come free before the browser is there
		if n == 10 {
			t.Fatal("the browser is let in every time")
		}
		var r *Response
		for range 400 {
			if r = o.Get(t, link); r.Status != 200 {
				break
			}
		}
		if r.Status != 429 || r.Header.Get("Retry-After") == "" || !strings.Contains(string(r.Body), "<h1") {
			t.Fatalf("400 requests at once end with %d, want 429, Retry-After and a page", r.Status)
		}
		o.Get(t, calm).Want(200)
		v.Open(link)
	}
	v.Want(429).Looks("too-many")
	Until(t, time.Minute, "the limit to pass", func() (bool, string) {
		status := o.Get(t, link).Status
		return status == 200, strconv.Itoa(status)
	})
}
