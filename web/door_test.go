package web_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/keyring"
	"litmus/turnstile"
	"litmus/web"
)

// everyPage returns the path of each kind of page that a link leads to, in a state in which it has something to change.
func (f *fixture) everyPage() map[string]string {
	_, takehome := f.invite("invited@c.example", "takehome")
	started := f.started("started@c.example")
	_, schedule := f.invite("picking@c.example", "design")
	_, picked := f.invite("picked@c.example", "design")
	f.post(picked, "start", wire(on(6, 9, 0)), "zone", "Europe/Berlin").want(http.StatusSeeOther)
	b := f.book("booked@c.example", on(5, 9, 0))
	_, external := f.external("external@c.example")
	return map[string]string{
		"invited":                takehome,
		"in progress":            started,
		"times":                  schedule,
		"review":                 schedule + "?zone=UTC&start=" + wire(on(4, 9, 0)),
		"booked":                 picked,
		"change":                 picked + "?change=1",
		"event of the candidate": picked + "/calendar.ics",
		"session":                sessionPath(b.Interview),
		"event":                  sessionPath(b.Interview) + "/calendar.ics",
		"live assessment":        assessmentPath(b.Candidate),
		"external":               external,
	}
}

// TestReadingChangesNothing proves that GET and HEAD change nothing, since mail scanners follow links,
// and HEAD is answered like GET.
func TestReadingChangesNothing(t *testing.T) {
	t.Parallel()
	f := open(t)
	pages := f.everyPage()
	before := f.rows()
	for name, path := range pages {
		for range 3 {
			get := f.get(path).want(http.StatusOK)
			head := f.browser().do("HEAD", path, "")
			if head.Status != get.Status || head.Header.Get("Content-Type") != get.Header.Get("Content-Type") ||
				len(get.cookies) != len(head.cookies) || (len(get.cookies) > 0) != (name == "external") {
				t.Errorf("%s: HEAD %d %v, GET %d %v", name, head.Status, head.Header, get.Status, get.Header)
			}
		}
	}
	f.unchanged(before, "reading")
}

// TestWrongLinks proves that all wrong links get the same page, and it says what to do.
func TestWrongLinks(t *testing.T) {
	t.Parallel()
	f := open(t)
	pages := f.everyPage()
	token := func(name string) string {
		path, _, _ := strings.Cut(pages[name], "?")
		return strings.Split(path, "/")[2]
	}
	other := keyring.Secret("another-secret-another-secret-00")
	ref := f.org.ID + "/cand_x"
	for prefix, c := range map[string]struct {
		status int
		good   string
		posts  []string
	}{
		models.SessionPath:  {http.StatusNotFound, token("session"), nil},
		models.SchedulePath: {http.StatusNotFound, token("booked"), []string{""}},
		models.AssessmentPath: {http.StatusNotFound, token("in progress"), []string{"/start", "/draft", "/hand-in",
			"/submit"}},
		models.ExternalPath: {http.StatusGone, token("external"), []string{""}},
	} {
		want := f.get(prefix + "nonsense").want(c.status)
		bad := []string{"x", c.good + "A", c.good[:len(c.good)-1], c.good[1:], strings.ToUpper(c.good), strings.Repeat(
			"A", 5000), "%00", "%0a" + c.good, "%3Cscript%3E", other.SignLink(keyring.LinkSession, ref, 0),
			secret.SignLink(keyring.LinkSession, "no-slash", 0), secret.SignLink(keyring.LinkSchedule, ref, 0),
			secret.SignLink(keyring.LinkSession, ref, 0), secret.SignLink(keyring.LinkAssessment, ref, 0),
			secret.SignLink(keyring.LinkAssessment, "org_x/cand_x", 0), secret.SignLink(keyring.LinkSchedule, "/", 0)}
		for other, path := range pages {
			if !strings.HasPrefix(path, prefix) {
				bad = append(bad, token(other))
			}
		}
		for _, b := range bad {
			if got := f.get(prefix + b); got.Status != c.status || got.Body != want.Body {
				t.Errorf("GET %s%.40s: %d, want %d and the page of an unknown link:\n%s",
					prefix, b, got.Status, c.status, got.text())
			}
			for _, action := range c.posts {
				if got := f.post(prefix+b+action, "start", wire(on(4, 9, 0)), "zone", "UTC", "text",
					"x"); got.Status != c.status || got.Body != want.Body {
					t.Errorf("POST %s%.40s%s: %d, want %d and the page of an unknown link",
						prefix, b, action, got.Status, c.status)
				}
			}
			if prefix == models.SessionPath || prefix == models.SchedulePath {
				f.get(prefix + b + "/calendar.ics").want(http.StatusNotFound)
			}
		}
	}
	f.get("/t/x/y").want(http.StatusNotFound, "This link does not work")
	f.get("/nothing").want(http.StatusNotFound)
}

func TestMethods(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, path := f.invite(cleo, "takehome")
	for _, c := range []struct{ method, path, allow string }{
		{"PUT", path, "GET, HEAD"}, {"POST", path, "GET, HEAD"}, {"GET", path + "/draft", "POST"},
		{"DELETE", "/t/x", "GET, HEAD, POST"}, {"POST", "/t/x/calendar.ics", "GET, HEAD"},
	} {
		r := f.browser().do(c.method, c.path, "").want(http.StatusMethodNotAllowed, "This page cannot be used that way")
		equal(t, c.method+" "+c.path+": Allow", r.Header.Get("Allow"), c.allow)
	}
}

// TestOtherSites proves that a form on another site changes nothing, even in the browser of somebody who has the link.
func TestOtherSites(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, takehome := f.invite("a@c.example", "takehome")
	_, schedule := f.invite("b@c.example", "design")
	_, external := f.external("c@c.example")
	posts := map[string]string{takehome + "/start": "", takehome + "/submit": form("text", "mine"),
		schedule: form("start", wire(on(4, 9, 0)), "zone", "UTC"), external: "",
		schedule + "/proposal": form("date", "2031-03-06", "hours", "9-12", "text", "mine")}
	typed := map[string]string{takehome + "/submit": "mine", schedule + "/proposal": "2031-03-06 9-12\nmine"}
	before := f.rows()
	for path, body := range posts {
		for _, headers := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
			{"Origin", "https://evil.example"}, {"Origin", "null", "Sec-Fetch-Site", "cross-site"},
			{"Origin", "http://hire.acme.example.evil.example"}, {"Origin", "nonsense"}} {
			r := f.browser().do("POST", path, body, headers...).want(http.StatusForbidden, "another site",
				"For your safety nothing was")
			if want := typed[path]; want != "" && content(r.element("typed")) != want {
				t.Errorf("what was typed is lost:\n%s", r.text())
			}
		}
	}
	f.unchanged(before, "a refused form")
	// Because our own pages send Referrer-Policy: no-referrer, browsers send "Origin: null" with their forms.
	for n, headers := range [][]string{{"Sec-Fetch-Site", "same-origin", "Origin", "null"}, {"Sec-Fetch-Site", "none"},
		{"Origin", "https://hire.acme.example"}, {"Origin", "null"}, nil} {
		_, path := f.invite(fmt.Sprintf("own%d@c.example", n), "takehome")
		f.browser().do("POST", path+"/start", "", headers...).want(http.StatusSeeOther)
	}
}

// TestBehindProxy has another host in the request than in BaseURL, as behind a proxy that rewrites it.
func TestBehindProxy(t *testing.T) {
	t.Parallel()
	f := open(t, func(s *web.Site) { s.BaseURL = "https://public.acme.example" })
	_, path := f.invite(cleo, "takehome")
	f.browser().do("POST", path+"/start", "", "Origin", "https://public.acme.example").want(http.StatusSeeOther)
}

func TestLimits(t *testing.T) {
	t.Parallel()
	slow := func(address, token int) func(*web.Site) {
		return func(s *web.Site) {
			s.Limits = turnstile.Limits{Address: turnstile.Limit{PerSecond: .001, Burst: address},
				Token: turnstile.Limit{PerSecond: .1, Burst: token}}
		}
	}
	refused := func(t *testing.T, r *reply, least, most int) {
		t.Helper()
		r.want(http.StatusTooManyRequests, "Too many requests")
		if s, err := strconv.Atoi(r.Header.Get("Retry-After")); err != nil || s < least || s > most {
			t.Errorf("Retry-After %q, want %d to %d seconds", r.Header.Get("Retry-After"), least, most)
		}
	}
	t.Run("one token", func(t *testing.T) {
		t.Parallel()
		f := open(t, slow(100, 3))
		_, path := f.invite(cleo, "takehome")
		_, other := f.invite("other@c.example", "takehome")
		b := f.browser()
		b.get(path).want(http.StatusOK)
		b.do("HEAD", path, "").want(http.StatusOK)
		b.post(path + "/start").want(http.StatusSeeOther)
		r := b.get(path)
		refused(t, r.want(http.StatusTooManyRequests, "nothing was lost"), 1, 10)
		b.address = "198.51.100.7:1"
		r = b.post(path+"/submit", "text", "hours of <i>work", "links", "https://a.example")
		r = r.want(http.StatusTooManyRequests, "so what you typed was not saved").lacks("nothing was lost")
		refused(t, r, 1, 10)
		if got := content(r.element("typed")); got != "hours of <i>work\n\nhttps://a.example" ||
			!has(r.element("typed"), "readonly") {
			t.Errorf("what was typed came back as %q", got)
		}
		refused(t, b.post(path+"/start").want(http.StatusTooManyRequests, "nothing was lost"), 1, 10)
		b.get(other).want(http.StatusOK) // others are not affected
		b.get("/assets/site.css").want(http.StatusOK)
	})
	t.Run("one address", func(t *testing.T) {
		t.Parallel()
		f := open(t, slow(3, 100))
		_, path := f.invite(cleo, "takehome")
		b := f.browser()
		for n := range 3 { // requests with unknown tokens count as well, from any port
			b.address = fmt.Sprintf("192.0.2.1:%d", 1000+n)
			b.get("/s/guess" + strconv.Itoa(n)).want(http.StatusGone)
		}
		refused(t, b.get(path), 100, 1000)
		b.address = "192.0.2.2:1"
		b.get(path).want(http.StatusOK)
	})
}

// TestForms proves that the size of forms is limited, and that a form which is too large is refused in words.
func TestForms(t *testing.T) {
	t.Parallel()
	f := open(t)
	path := f.started(cleo)
	before := f.rows()
	for _, size := range []int{2 << 20, 12 << 20} {
		r := f.post(path+"/draft", "text", strings.Repeat("x", size)).want(http.StatusRequestEntityTooLarge,
			"That is too long", "nothing was saved").lacks("Go back")
		if got := content(r.element("typed")); len(got) < 1<<20 || strings.Trim(got, "x") != "" {
			t.Errorf("of %d bytes %d came back", size, len(got))
		}
	}
	for cut := range 12 { // wherever the escapes of a character are cut
		r := f.post(path+"/draft", "text", strings.Repeat("x", cut)+
			strings.Repeat("🔭", 1<<17)).want(http.StatusRequestEntityTooLarge)
		if got := content(r.element("typed")); strings.Count(got, "🔭") < 1<<16 {
			t.Errorf("of what was typed %d bytes came back", len(got))
		}
	}
	for _, bad := range []string{"%", "text=%zz", "text=a;links=b"} {
		if r := f.browser().do("POST", path+"/draft", bad).want(http.StatusBadRequest,
			"The form could not be read"); r.find("typed") != nil {
			t.Errorf("%q: something came back:\n%s", bad, r.text())
		}
	}
	if r := f.browser().do("POST", path+"/draft", "text=my+answer&links=%zz").want(http.StatusBadRequest,
		"The form could not be read"); content(r.element("typed")) != "my answer" {
		t.Errorf("what could be read is lost:\n%s", r.text())
	}
	f.unchanged(before, "a refused form")
	emoji := strings.Repeat("🔭", candidacy.MaxAnswerRunes) // percent-encoded, the largest answer that is allowed
	f.post(path+"/draft", "text", emoji).want(http.StatusSeeOther)
}

func TestAssets(t *testing.T) {
	t.Parallel()
	f := open(t)
	for path, kind := range map[string]string{"/assets/site.css": "text/css; charset=utf-8",
		"/assets/page.js": "text/javascript; charset=utf-8", "/assets/zone.js": "text/javascript; charset=utf-8",
		"/assets/drafts.js": "text/javascript; charset=utf-8", "/assets/answer.js": "text/javascript; charset=utf-8",
		"/assets/propose.js": "text/javascript; charset=utf-8", "/assets/grid.js": "text/javascript; charset=utf-8"} {
		r := f.get(path).want(http.StatusOK)
		if r.Header.Get("Content-Type") != kind || r.Header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(r.Header.Get("Cache-Control"), "max-age") {
			t.Errorf("%s: %v", path, r.Header)
		}
		body := r.Body
		if path == "/assets/zone.js" { // asks for its own page
			body = strings.Replace(body, "to = form.action + ", "", 1)
			body = strings.Replace(body, "fetch(to, ", "", 1)
			if len(r.Body)-len(body) != len("to = form.action + fetch(to, ") {
				t.Errorf("%s asks for something else:\n%s", path, r.Body)
			}
		}
		if path == "/assets/answer.js" { // saves the draft where the form does
			body = strings.Replace(body, "fetch(saveButton.formAction, ", "", 1)
		}
		for _, no := range []string{"http:", "https:", "//fonts", "@import", "url(", "fetch(", "eval(", "innerHTML"} {
			if strings.Contains(body, no) {
				t.Errorf("%s holds %q", path, no)
			}
		}
	}
	f.get("/assets/nothing.css").want(http.StatusNotFound)
}

// TestFailures proves that a failure gives a page in words and a line in the log. Neither contains a token, and the
// page gives no reason.
func TestFailures(t *testing.T) {
	t.Parallel()
	f := open(t)
	path := f.started(cleo)
	f.exec("alter table answers rename to elsewhere")
	f.get(path).want(http.StatusInternalServerError, "Something went wrong", "Nothing was lost").lacks("answers",
		"SQL", "goroutine")
	for _, action := range []string{"/draft", "/submit"} {
		r := f.post(path+action, "text", "mine", "links", "https://a.example").want(http.StatusInternalServerError,
			"Something went wrong", "may not have been saved").lacks("answers", "SQL", "goroutine", "Nothing was lost")
		equal(t, action+": what was typed", content(r.element("typed")), "mine\n\nhttps://a.example")
	}
	log := f.log.String()
	if !strings.Contains(log, "level=ERROR msg=page") || !strings.Contains(log, `route="GET /a/{token}"`) ||
		strings.Contains(log, strings.Split(path, "/")[2]) || strings.Contains(log, cleo) {
		t.Errorf("the log says\n%s", log)
	}
}
