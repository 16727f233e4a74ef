package e2e

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"slices"
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

// Unknown, tampered, foreign and misdirected tokens get one page each, that of a token that never was; never a hint or
// a stack.
func TestBadTokens(t *testing.T) {
	t.Parallel()
	o, other := NewOrg(t), NewOrg(t)
	start := daysAhead(5, 10, 0)
	o.Offer(t, "graduates", "ilse", start)
	assessment := o.Invite(t, "home", "engineer", "lens").Want(201).Text("invite_url")
	schedule := o.Invite(t, "pick", "graduates", "portfolio").Want(201).Text("invite_url")
	o.Post(t, schedule, nil, "start", wire(start), "zone", "UTC").Want(303)
	session := o.linkFor(t, "pick", sessionLink)
	external := o.Do(t, "POST", "/interviews", o.External("external")).Want(201).Text("candidate_link")
	used := other.Do(t, "POST", "/interviews", other.External("used")).Want(201).Text("candidate_link")
	o.Post(t, used, nil).Want(303)

	token := func(link string) string { return link[strings.LastIndex(link, "/")+1:] }
	random := func(n int) string {
		b := make([]byte, n)
		rand.Read(b)
		return base64.RawURLEncoding.EncodeToString(b)
	}
	long := strings.Repeat("A", 5000)
	for path, link := range map[string]string{"/a/": assessment, "/t/": schedule, "/i/": session, "/s/": external} {
		good := token(link)
		status := map[bool]int{true: 410, false: 404}[path == "/s/"]
		first := o.Service.Do(t, "GET", path+random(32), nil).Want(status)
		if body := string(first.Body); !strings.Contains(body, "<h1") || strings.Contains(body, "goroutine") ||
			strings.Contains(body, "expired") {
			t.Errorf("%s: the page of an unknown link:\n%s", path, body)
		}
		bad := []string{"x", random(8), random(24), random(60), good + "A", good[:len(good)-1], good[:len(good)/2],
			strings.ToUpper(good), long, "%00", "..%2f..%2fetc%2fpasswd", "%3Cscript%3E", good + "%0a", "%20" + good}
		for _, foreign := range []string{assessment, schedule, session, external, used} {
			// of another purpose, another organization, used
			if path != "/"+strings.Split(requestURI(t, foreign), "/")[1]+"/" || foreign == used && path == "/s/" {
				bad = append(bad, token(foreign))
			}
		}
		for at := 0; at < len(good); at += 5 {
			changed := []byte(good)
			if changed[at]++; changed[at] == '{' || changed[at] == '[' || changed[at] == ':' || changed[at] == '`' ||
				changed[at] == '.' {
				changed[at] = 'a'
			}
			if string(changed) != good {
				bad = append(bad, string(changed))
			}
		}
		for _, b := range bad {
			r := patiently(t, func() *Response { return o.Service.Do(t, "GET", path+b, nil) })
			if r.Status != status || unclocked(r) != unclocked(first) {
				t.Errorf("GET %s%.60s: status %d, want %d and the page of an unknown link\n%.600s",
					path, b, r.Status, status, r.Body)
			}
			posts := map[string][]string{"/a/": {"/start", "/draft", "/submit"}, "/t/": {""}, "/s/": {""}}[path]
			for _, action := range posts {
				if r := patiently(t, func() *Response {
					return o.Post(t, o.API+path+b+action, nil, "start", wire(start), "zone", "UTC", "text", "x")
				}); r.Status != status {
					t.Errorf("POST %s%.60s%s: status %d, want %d", path, b, action, r.Status, status)
				}
			}
		}
		if path == "/t/" || path == "/i/" {
			a, b := o.Service.Do(t, "GET", path+random(32)+"/calendar.ics", nil),
				o.Service.Do(t, "GET", path+"x/calendar.ics", nil)
			if a.Status != 404 || b.Status != 404 {
				t.Errorf("%s: calendars of nobody: %d and %d", path, a.Status, b.Status)
			}
		}
		t.Run("in a browser: "+path, func(t *testing.T) {
			o.Visitor(t).Open(o.API + path + random(32)).Want(status).Looks("unknown-" + strings.Trim(path, "/"))
		})
	}
	for _, bad := range []string{"/a/", "/t/", "/i/", "/s/", "/a", "/s/x/y", "/t/x/calendar", "/a/x/finish"} {
		if r := o.Service.Do(t, "GET", bad, nil); r.Status != 404 && r.Status != 410 && r.Status != 307 {
			// 307 to the path with a slash
			t.Errorf("GET %s: %d", bad, r.Status)
		}
	}
	for _, c := range []struct{ method, path string }{{"DELETE", assessment}, {"PUT", schedule}, {"POST", session},
		{"PATCH", external}, {"GET", assessment + "/start"}} {
		if r := o.Service.Do(t, c.method, requestURI(t, c.path), nil); r.Status != 405 || r.Header.Get("Allow") == "" ||
			!strings.Contains(string(r.Body), "<h1") {
			t.Errorf("%s: %d, Allow %q, want 405 and a page", c.method, r.Status, r.Header.Get("Allow"))
		}
	}
	// After all that, everything works.
	if got := []int{o.Get(t, assessment).Status, o.Get(t, schedule).Status, o.Get(t, session).Status,
		o.Get(t, external).Status}; !slices.Equal(got, []int{200, 200, 200, 200}) {
		t.Errorf("the good links answer %v", got)
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
