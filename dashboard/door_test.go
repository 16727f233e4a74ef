package dashboard

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/access"
	"litmus/turnstile"
)

// TestDoor proves D9: forms of other sites are refused, whatever a browser says of where they come from.
func TestDoor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const to = "/dashboard/zone"
	for _, c := range []struct {
		about   string
		headers []string
		status  int
	}{
		{"a form of ours", []string{"Sec-Fetch-Site", "same-origin"}, 303},
		{"a form of ours in an older browser", []string{"Origin", "https://hire.marlowe.example"}, 303},
		{"a program", nil, 303},
		{"another site's form", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"a form of another host of the domain", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"another site's form in an older browser", []string{"Origin", "https://evil.example"}, 403},
		{"an origin that is not named", []string{"Origin", "null"}, 403},
	} {
		b := w.as(t, "admin")
		delete(b.cookies, site.ZoneCookieName)
		r := b.do("POST", to, form("zone", "Asia/Kathmandu"), c.headers...)
		if _, set := b.cookies[site.ZoneCookieName]; r.Status != c.status || set != (c.status == 303) {
			t.Errorf("%s: %d, it did something: %t; want %d", c.about, r.Status, set, c.status)
		}
	}
	w.as(t, "admin").do("POST", to, "", "Origin", "null").want(403, "This request came from another site")
}

// TestRefusals proves the pages for what is not there, not allowed or not possible (D2, D9). None says more than it has
// to, and all have the headers of every page, which each answer of these tests is checked for.
func TestRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	admin.get("/dashboard/nothing").want(404, "There is no such page")
	w.browser(t).get("/dashboard/nothing").want(404, "There is no such page").lacks("Marlowe")
	r := admin.do("PUT", "/dashboard/zone", "").want(405, "This address cannot be used that way")
	equal(t, "Allow", r.Header.Get("Allow"), "GET, HEAD, POST")
	admin.get("/dashboard/sign-out").want(405)
	admin.do("DELETE", "/dashboard/nothing", "").want(404, "There is no such page")
	admin.post("/dashboard/sessions/end", "id", "ses_x").want(404, "There is no such page")

	head := admin.do("HEAD", "/dashboard", "")
	if page := admin.get("/dashboard"); head.Status != 200 ||
		head.Header.Get("Content-Length") != page.Header.Get("Content-Length") {
		t.Errorf("HEAD: %d, Content-Length %s", head.Status, head.Header.Get("Content-Length"))
	}
	admin.get("/dashboard/").leadsTo("/dashboard")

	large := strings.Repeat("a", largestForm+1)
	admin.do("POST", "/dashboard/zone", large, "Sec-Fetch-Site", "same-origin").want(413, "too much at once")
	admin.do("POST", "/dashboard/zone", "zone=%zz", "Sec-Fetch-Site", "same-origin").want(400, "could not be read")
	admin.do("POST", "/dashboard/zone", "--x\r\nnonsense", "Sec-Fetch-Site", "same-origin", "Content-Type",
		"multipart/form-data; boundary=x").want(400, "could not be read")

	for _, bad := range []string{"/dashboard/%00", "/dashboard/%ff", "/dashboard?q=%00", "/dashboard?%ff=a"} {
		admin.get(bad).want(404)
	}
	w.exec("update organizations set approved = false where slug = 'marlowe'")
	admin.get("/dashboard").want(503, "Your organization is not approved yet")
	w.exec("update organizations set approved = true where slug = 'marlowe'")

	w.exec("alter table members rename to gone")
	admin.get("/dashboard").want(500, "Something went wrong").lacks("gone", "members", "SQL")
	w.exec("alter table gone rename to members")
	admin.get("/dashboard").want(200)
}

// TestMatrixOfRoutes proves that the door asks May for each route's action (D2): whoever could not do it even with what
// is their own gets no further.
func TestMatrixOfRoutes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	called := ""
	d := newDoor(w.site)
	for action := range access.ActionConnectCalendar + 2 {
		h := d.serve(site.Route{Method: "GET", Path: "/dashboard/x", Action: action, Do: func(v *site.Visit) (site.Answer, error) {
			called = v.Member.Email
			return site.Redirect(models.DashboardPath), nil
		}}, false)
		for who, role := range map[string]models.MemberRole{"admin": models.Admin, "recruiter": models.Recruiter,
			"interviewer": models.Interviewer} {
			b := w.as(t, who)
			req := httptest.NewRequest("GET", "https://hire.marlowe.example/dashboard/x", nil)
			req.AddCookie(&http.Cookie{Name: secureSessionCookie, Value: b.cookies[secureSessionCookie]})
			rec := httptest.NewRecorder()
			called = ""
			h.ServeHTTP(rec, req)
			allowed := access.May(models.Member{Role: role}, action, access.Facts{Own: true}) == nil
			if (rec.Code == 303) != allowed || (called != "") != allowed || !allowed && rec.Code != 403 {
				t.Errorf("%s: an %s gets %d, may %t", action, role, rec.Code, allowed)
			}
		}
	}
}

// TestFailures proves that a page that fails, in whatever way, is an answer and a line in the log without path or
// address (D9).
func TestFailures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	d := newDoor(w.site)
	for about, fails := range map[string]func(*site.Visit) (site.Answer, error){
		"an error":  func(*site.Visit) (site.Answer, error) { return site.Answer{}, errors.New("the reason") },
		"a panic":   func(*site.Visit) (site.Answer, error) { panic("the reason") },
		"no answer": func(*site.Visit) (site.Answer, error) { return site.Answer{}, nil },
		"a template that is not there": func(v *site.Visit) (site.Answer, error) {
			return v.Show("nowhere", "Nowhere", nil), nil
		},
		"a template that fails": func(v *site.Visit) (site.Answer, error) { return v.Show("zone", "Zone", 1), nil },
	} {
		before := len(w.logged())
		rec := httptest.NewRecorder()
		d.serve(site.Route{Method: "GET", Path: "/dashboard/x", Action: site.AnyMember, Do: fails}, true).ServeHTTP(rec,
			httptest.NewRequest("GET", "https://hire.marlowe.example/dashboard/secret-token", nil))
		line := w.logged()[before:]
		verify.Each(t, about, verify.Fields{"Code": {rec.Code, 500},
			"rec.Body.String()":                  {rec.Body.String(), verify.Says{"Something went wrong"}},
			"rec.Body.String() lacks":            {rec.Body.String(), verify.Lacks{"the reason"}},
			`strings.Count(line, "level=ERROR")`: {strings.Count(line, "level=ERROR"), 1},
			"line lacks":                         {line, verify.Lacks{"secret-token"}}})
	}
	w.as(t, "admin").get("/dashboard?secret=1").want(200)
	w.browser(t).get(models.SignInPath + "secret-token").want(410)
	if log := w.logged(); strings.Contains(log, "secret-token") || strings.Contains(log, ines) ||
		!strings.Contains(log, "organization="+w.org.ID) {
		t.Errorf("the log has a token or an address, or does not name the organization:\n%s", log)
	}
}

// TestRates proves that requests are counted by address and by session (D9).
func TestRates(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(s *Site) {
		s.Limits = turnstile.Limits{Address: turnstile.Limit{PerSecond: .001, Burst: 4},
			Token: turnstile.Limit{PerSecond: .001, Burst: 2}}
	})
	admin, other := w.as(t, "admin"), w.as(t, "other")
	for range 2 {
		admin.get("/dashboard").want(200)
	}
	if r := admin.get("/dashboard").want(429, "Too many requests"); r.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to come back")
	}
	other.get("/dashboard").want(200) // the fourth of the address: the one that was refused counts there
	other.get("/dashboard").want(429)
	far := w.browser(t)
	far.address = "198.51.100.7:1"
	far.get("/dashboard/signin").want(200)
}

// TestAssets proves that files are kept by browsers under the address that pages load them by, and asked for again
// under any other.
func TestAssets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	page := w.as(t, "admin").get("/dashboard/sessions")
	for _, address := range []string{attr(page.all("link[rel=stylesheet]")[0], "href"),
		attr(page.all("script")[0], "src"), attr(page.all("script")[1], "src")} {
		r := w.browser(t).get(address)
		if r.Status != 200 || r.Body == "" || r.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %d, %s", address, r.Status, r.Header)
		}
		equal(t, address+" without its version",
			w.browser(t).get(strings.Split(address, "?")[0]).Header.Get("Cache-Control"), "no-cache")
	}
	module := site.AssetPath + "drafts.js" // imported by its name alone, so it is asked for again and not sent again
	tag := w.browser(t).get(module).want(200).Header.Get("ETag")
	w.browser(t).get(module, "If-None-Match", tag).want(304)
	w.browser(t).get(site.AssetPath + "frame.html").want(404)
}

// TestZone proves that the viewer's zone is kept by the browser, and leads back to where it was chosen.
func TestZone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	admin.get("/dashboard/sessions").want(200, "Times in Europe/Amsterdam CET", "Mon 3 Mar 2031, 13:00 CET")
	admin.post("/dashboard/zone", "zone", "Asia/Katmandu", "back", "/dashboard/sessions").leadsTo("/dashboard/sessions")
	admin.get("/dashboard/sessions").want(200, "Times in Asia/Kathmandu UTC+05:45", "Mon 3 Mar 2031, 17:45 UTC+05:45")
	w.as(t, "recruiter").get("/dashboard").want(200, "Times in Europe/Amsterdam")

	for _, bad := range []string{"", "Europe/Nowhere", "Local", "../x"} {
		admin.post("/dashboard/zone", "zone", bad, "back", "/dashboard/sessions").want(400, "is unknown")
	}
	admin.get("/dashboard").want(200, "Times in Asia/Kathmandu")
	for _, back := range []string{"https://evil.example/dashboard", "//evil.example",
		"/\\evil.example", "/api/v1/roles",
		"dashboard", "/dashboardx", "javascript:alert(1)", "/dashboard/../x", models.SignInPath + "x", ""} {
		admin.post("/dashboard/zone", "zone", "UTC", "back", back).leadsTo("/dashboard")
	}
	admin.post("/dashboard/zone", "zone", "UTC", "back", "/dashboard/x?a=b%26c#d").leadsTo("/dashboard/x?a=b%26c")
}

// TestNote proves that what was done is said once, on the next page of that session alone.
func TestNote(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	second, err := w.Team.BeginSession(ctx, w.org.ID, ines, "", "")
	w.must(err)
	v, err := w.Team.Visitor(ctx, second)
	w.must(err)
	r := admin.post("/dashboard/sessions/end", "id", v.Session.ID).leadsTo("/dashboard/sessions")
	note := admin.cookies["litmus-note"]
	equal(t, "the note", admin.follow(r).text("#note"), "That browser is signed out.")
	equal(t, "the note on the page after it", admin.get("/dashboard").text("#note"), "")
	other := w.as(t, "other")
	for _, forged := range []string{note, note + "x", "x." + note, "bm90ZQ.bm90ZQ", ""} {
		other.cookies["litmus-note"] = forged
		equal(t, "the note on another's page", other.get("/dashboard").text("#note"), "")
		if _, kept := other.cookies["litmus-note"]; kept {
			t.Errorf("the note %q is kept", forged)
		}
	}
}
