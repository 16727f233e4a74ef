package dashboard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/store/team"
)

// link makes a link that signs a member in.
func (w *world) link(email string) string {
	w.t.Helper()
	path, err := w.Team.SignInLink(ctx, w.org.ID, email)
	w.must(err)
	return path
}

// TestSignInByLink proves D5: opening a link changes nothing, its button signs in, once.
func TestSignInByLink(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path := w.link(ines)
	b := w.browser(t)
	before := w.rows()
	for _, method := range []string{"HEAD", "GET", "GET"} {
		if b.do(method, path, "").want(200); len(b.cookies) != 0 {
			t.Fatalf("%s sets cookies %v", method, b.cookies)
		}
	}
	page := b.get(path).want(200, "Sign in to Marlowe Tidal", ines)
	w.unchanged(t, before, "opening a link")

	b.post(attr(page.one("main form"), "action")).leadsTo("/dashboard")
	token := b.cookies[secureSessionCookie]
	b.get("/dashboard").want(200, "Inês Duarte", "admin")
	for _, r := range []*reply{b.post(path), b.get(path)} { // twice, as by a double click
		r.want(410, "This link does not work any more", "You are signed in to Marlowe Tidal as "+ines)
	}
	w.browser(t).get(path).want(410, "Ask for a new one").lacks("Marlowe", ines)
	w.browser(t).post(path).want(410)
	w.browser(t).post(models.SignInPath + "x").want(410)

	if r := b.do("POST", w.link(ines), "", "Sec-Fetch-Site", "cross-site"); r.Status != 403 ||
		b.cookies[secureSessionCookie] != token {
		t.Errorf("another site's form signs in: %d", r.Status)
	}
	older, newer := w.link(ines), w.link(ines)
	b.post(older).want(410)
	w.at(noon.Add(access.SignInTTL))
	b.post(newer).want(410)
}

// TestSessionCookie proves D8: what the cookie is on https and on plain http, and that a sign-in always begins a new
// session.
func TestSessionCookie(t *testing.T) {
	t.Parallel()
	for origin, want := range map[string]string{
		"https://hire.marlowe.example": "__Host-litmus=TOKEN; Path=/; Max-Age=604800; HttpOnly; Secure; SameSite=Lax",
		"http://127.0.0.1:8080":        "litmus=TOKEN; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax",
	} {
		s := &site.Base{BaseURL: origin}
		equal(t, "the session's cookie at "+origin, s.SessionCookie("TOKEN", access.SessionMax).String(), want)
		flow := strings.Replace(strings.Replace(want, "litmus=", "litmus-oidc=", 1), "604800", "600", 1)
		equal(t, "a provider's cookie at "+origin, s.FlowCookie("TOKEN", 10*time.Minute).String(), flow)
	}
	w := newWorld(t)
	b := w.browser(t)
	b.cookies[secureSessionCookie] = strings.Repeat("A", 43) // somebody else has put it there
	b.post(w.link(ines)).leadsTo("/dashboard")
	first := b.cookies[secureSessionCookie]
	if first == strings.Repeat("A", 43) || len(first) != 43 {
		t.Errorf("the session has the token %q", first)
	}
	b.post(w.link(mei)).leadsTo("/dashboard")
	second := b.cookies[secureSessionCookie]
	b.get("/dashboard").want(200, "Mei Okafor", "recruiter")
	b.cookies[secureSessionCookie] = first
	if b.get("/dashboard").leadsTo("/dashboard/signin"); first == second {
		t.Error("the session that was replaced goes on")
	}
}

// TestSessionsPage proves D8: a member sees where they are signed in, signs out there, or everywhere; and a role that
// changes counts from the next request.
func TestSessionsPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	phone := w.browser(t)
	phone.agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Safari/604.1"
	phone.post(w.link(mei)).leadsTo("/dashboard")
	laptop := w.as(t, "recruiter")
	w.at(noon.Add(time.Hour))
	rows := laptop.get("/dashboard/sessions").want(200).all("tbody tr")
	if len(rows) != 2 {
		t.Fatalf("%d sessions", len(rows))
	}
	said := []string{content(rows[0]), content(rows[1])}
	slices.Sort(said)
	for n, want := range []string{
		"Firefox on Linux this browser Mon 3 Mar 2031, 13:00 CET " +
			"Mon 3 Mar 2031, 14:00 CET Sign out",
		"Safari on iPhone Mon 3 Mar 2031, 13:00 CET Mon 3 Mar 2031, 13:00 CET Sign out",
	} {
		equal(t, "a session", said[n], want)
	}
	var theirs string // the phone's
	for _, row := range laptop.get("/dashboard/sessions").all("tbody tr") {
		if strings.HasPrefix(content(row), "Safari") {
			for d := range row.Descendants() {
				if attr(d, "name") == "id" {
					theirs = attr(d, "value")
				}
			}
		}
	}
	w.as(t, "admin").post("/dashboard/sessions/end", "id", theirs).want(404) // of the same organization
	phone.get("/dashboard").want(200)
	laptop.post("/dashboard/sessions/end", "id", theirs).leadsTo("/dashboard/sessions")
	phone.get("/dashboard").leadsTo("/dashboard/signin")
	laptop.post("/dashboard/sessions/end", "id", theirs).want(404)

	w.exec("update members set role = 'interviewer' where email = ?", mei)
	laptop.get("/dashboard").want(200, "Mei Okafor interviewer")

	admin, again := w.as(t, "admin"), w.browser(t)
	again.post(w.link(ines)).leadsTo("/dashboard")
	admin.post("/dashboard/sign-out").leadsTo("/dashboard/signed-out")
	if _, kept := admin.cookies[secureSessionCookie]; kept {
		t.Error("the cookie is kept after signing out")
	}
	admin.get("/dashboard/signed-out").want(200, "You are signed out")
	again.get("/dashboard").want(200)
	again.post("/dashboard/sessions/end-all").leadsTo("/dashboard/signed-out")
	if list, err := w.Team.Sessions(ctx, w.org.ID, ines); err != nil || len(list) != 0 {
		t.Errorf("sessions after signing out everywhere: %+v (%v)", list, err)
	}
}

// TestExpiredForm proves that a form of a session that has ended survives the sign-in, and nothing is done before.
func TestExpiredForm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.as(t, "admin")
	w.at(noon.Add(12 * time.Hour))
	typed := "<b>ten \"lines\"\r\nof 'text' & more"
	before := w.rows()
	page := b.post("/dashboard/zone?a=b", "zone", "Asia/Tokyo", "note", typed, "slot", "1", "slot", "2", "back", "").
		want(401, "You are signed out", "kept in this tab")
	w.unchanged(t, before, "a form of a session that has ended")
	again := page.one("#again")
	equal(t, "where it is sent again", attr(again, "action"), "/dashboard/zone?a=b")
	// As a browser reads it: an attribute's line breaks are LF, and a form sends CRLF.
	fields := page.fields("#again")
	for n := range fields {
		fields[n] = strings.ReplaceAll(fields[n], "\n", "\r\n")
	}
	want := []string{"back", "", "note", typed, "slot", "1", "slot", "2", "zone", "Asia/Tokyo"}
	if !slices.Equal(fields, want) {
		t.Errorf("kept are %q, want %q", fields, want)
	}
	if to := page.one("a[target=_blank]"); attr(to, "href") != "/dashboard/signin" || attr(to, "rel") != "noopener" {
		t.Errorf("signing in is at %s", attr(to, "href"))
	}
	b.post("/dashboard/zone?a=b", fields...).want(401)
	b.post(w.link(ines)).leadsTo("/dashboard") // in another tab
	b.post("/dashboard/zone?a=b", fields...).leadsTo("/dashboard")
	equal(t, "the zone that was set", b.cookies[site.ZoneCookieName], "Asia/Tokyo")

	w.at(noon.Add(25 * time.Hour))
	b.do("POST", "/dashboard/zone", form("zone", "UTC"), "Sec-Fetch-Site", "cross-site").want(403).
		lacks("kept in this tab")
}

// TestNext proves that somebody who has to sign in gets to the page that they asked for (D8), and nowhere else.
func TestNext(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser(t)
	b.get("/dashboard/sessions?a=b").leadsTo("/dashboard/signin")
	b.get("/dashboard/signin").want(200, "Sign in")
	b.post(w.link(ines)).leadsTo("/dashboard/sessions?a=b")
	if _, kept := b.cookies[site.NextCookieName]; kept {
		t.Error("the address is kept after it was used")
	}
	for _, forged := range []string{"https://evil.example/", "//evil.example/dashboard",
		"/\\evil.example", "/api/v1/roles"} {
		b := w.browser(t)
		b.cookies[site.NextCookieName] = forged
		b.post(w.link(ines)).leadsTo("/dashboard")
	}
	equal(t, "the answer to a script that is signed out",
		w.browser(t).get("/dashboard/sessions", "Sec-Fetch-Dest", "empty").Status, 401)
	w.as(t, "admin").get("/dashboard/signin").want(200, "You are signed in to Marlowe Tidal as "+ines)
}

// TestSignInByMail proves D6: the answer is the same for every address and does not wait for the database; and a
// member's letter has a link that signs them in.
func TestSignInByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser(t)
	fields := b.get("/dashboard/signin").want(200, "Your address").fields("main form")
	if !slices.Equal(fields, []string{"email", ""}) {
		t.Errorf("the form holds %q", fields)
	}
	var bodies []string
	for _, email := range []string{"nobody@marlowe.example", ines, " INES@Marlowe.example ", mei, jonas} {
		queries := w.counted(func() {
			r := b.post("/dashboard/signin", "email", email)
			bodies = append(bodies, r.Header.Get("Location")+r.Body+strings.Join(r.Header.Values("Set-Cookie"), ""))
			w.site.Wait()
		})
		if queries == 0 {
			t.Errorf("%s was not looked up", email)
		}
	}
	for _, body := range bodies {
		equal(t, "an answer, and the first", body, bodies[0])
	}
	b.get("/dashboard/signin/sent").want(200, "If the address is a member's").lacks("@")
	for _, bad := range []string{"", "ines", "a b@c.example", strings.Repeat("a", 300) + "@c.example"} {
		b.post("/dashboard/signin", "email", bad).want(400, "address")
	}
	equal(t, "another site that asks for letters",
		b.do("POST", "/dashboard/signin", form("email", ines), "Sec-Fetch-Site", "cross-site").Status, 403)

	letter := func(email string) team.SignInLedger {
		t.Helper()
		claimed, err := w.Wakes.ClaimOverdue(ctx, w.Now().Add(time.Second), 0, 10)
		w.must(err)
		for _, one := range claimed {
			a, err := w.Team.SignInLedger(ctx, models.Ref{OrgID: one.OrgID, ID: one.ID})
			w.must(err)
			if a.Email == email {
				return a
			}
		}
		t.Fatalf("no letter to %s among %+v", email, claimed)
		return team.SignInLedger{}
	}
	first := letter(jonas)
	b.post(first.Links[0].Path).leadsTo("/dashboard")
	b.get("/dashboard").want(200, "Jonas Brandt interviewer")
	b.post("/dashboard/signin", "email", jonas)
	w.site.Wait()
	equal(t, "whether the browser was known, at first and after it signed in",
		[2]bool{first.Known, letter(jonas).Known}, [2]bool{false, true})
}
