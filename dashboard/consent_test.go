package dashboard

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/timetable"
	"litmus/ports/calendar"
)

// agreeing is a provider whose page is not asked here: what it would answer is made by the test. Its token endpoint
// gives a refresh token for the code 4/good and the verifier that belongs to the challenge.
func agreeing(t *testing.T) (verifiers chan string, site func(*Site)) {
	t.Helper()
	verifiers = make(chan string, 9)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		w.Header().Set("Content-Type", "application/json")
		if r.PostForm.Get("code") != "4/good" || r.PostForm.Get("client_secret") != "hunter2" {
			w.WriteHeader(400)
			_ = json.NewEncoder(w).Encode(map[string]string{"error": "invalid_grant"})
			return
		}
		verifiers <- r.PostForm.Get("code_verifier")
		_ = json.NewEncoder(w).Encode(map[string]string{"access_token": "a", "token_type": "Bearer",
			"refresh_token": "1//granted"})
	}))
	t.Cleanup(server.Close)
	return verifiers, func(s *Site) {
		s.Outbound = func([]netip.Prefix) *http.Client { return server.Client() }
		s.Consents = map[string]calendar.Application{timetable.CalendarGoogle: {ClientID: "litmus",
			ClientSecret: "hunter2", Consent: "https://accounts.example/consent", Login: server.URL}}
	}
}

// asked returns what the link of the calendar's page asks the provider for.
func asked(t *testing.T, page *reply) url.Values {
	t.Helper()
	for _, n := range page.all("a.button") {
		if address := attr(n, "href"); strings.HasPrefix(address, "https://accounts.example/consent?") {
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			return u.Query()
		}
	}
	t.Fatal("the page has no link to the provider")
	return nil
}

func TestConsent(t *testing.T) { // D16
	t.Parallel()
	verifiers, consents := agreeing(t)
	w := newWorld(t, consents)
	me := w.as(t, "interviewer")
	page := me.get("/dashboard/calendar").want(200, "Google Calendar")
	page.lacks("hunter2", "Microsoft 365")
	q := asked(t, page)
	if q.Get("redirect_uri") != w.site.BaseURL+"/dashboard/calendar/consent" || q.Get("code_challenge_method") != "S256" ||
		strings.Contains(q.Get("state"), jonas) {
		t.Errorf("it asks for %v", q)
	}
	back := func(code string) string {
		return site.Href("/dashboard/calendar/consent", "state", q.Get("state"), "code", code)
	}
	others := map[string]*browser{"another member": w.as(t, priya), "an admin": w.as(t, "admin"),
		"another organization": w.as(t, "other")}
	before := w.rows()
	agreed := me.get(back("4/good")).want(200, "Google Calendar gives access.", "Jonas Brandt")
	w.unchanged(t, before, "the way back")
	me.get(site.Href("/dashboard/calendar/consent", "state", q.Get("state"), "error", "access_denied")).want(409, "did not agree")

	for doing, b := range others {
		b.get(back("4/good")).want(400, "belongs to no page of yours")
		b.post("/dashboard/calendar/consent", agreed.fields("form#consent")...).want(400)
		w.unchanged(t, before, doing)
	}
	for _, state := range []string{"", "x" + q.Get("state")} {
		me.get(site.Href("/dashboard/calendar/consent", "state", state, "code", "4/good")).want(400)
	}
	me.post("/dashboard/calendar/consent", "state", q.Get("state"), "code", "4/used").want(502, "did not give access")
	w.unchanged(t, before, "a code that was used")

	me.follow(me.post("/dashboard/calendar/consent", agreed.fields("form#consent")...)).
		want(200, "The calendar is connected", "Google Calendar not read yet").lacks("1//granted")
	c := w.connection(jonas)
	if want := (timetable.CalendarAccount{Provider: timetable.CalendarGoogle, ClientID: "litmus",
		ClientSecret: "hunter2",
		RefreshToken: "1//granted"}); c.Account != want {
		t.Errorf("connected is %+v", c.Account)
	}
	equal(t, "the verifier's length", len(<-verifiers), 43)
	if slices.ContainsFunc(w.rows(), func(row string) bool {
		return strings.Contains(row, "1//granted") || strings.Contains(row, "hunter2")
	}) || strings.Contains(w.logged(), "4/good") || strings.Contains(w.logged(), q.Get("state")) {
		t.Error("credentials rest readable")
	}
	w.at(noon.Add(1*time.Hour + time.Minute))
	me.get(back("4/good")).want(400, "Too much time went by")
}

// TestConsentForOthers proves that an admin connects a colleague's calendar, and nobody else does (D2, D16).
func TestConsentForOthers(t *testing.T) {
	t.Parallel()
	_, consents := agreeing(t)
	w := newWorld(t, consents)
	admin := w.as(t, "admin")
	q := asked(t, admin.get(site.Href("/dashboard/calendar", "person", w.person(jonas))))
	agreed := admin.get(site.Href("/dashboard/calendar/consent", "state", q.Get("state"), "code", "4/good")).want(200, "Jonas Brandt")
	fields := agreed.fields("form#consent")
	w.exec("update members set role = 'recruiter' where email = '" + ines + "'; insert into members select org_id, " +
		"'boss@marlowe.example', '', 'admin', 'file', created_at, updated_at from members where email = '" + mei + "'")
	admin.post("/dashboard/calendar/consent", fields...).want(403)
	w.exec("update members set role = 'admin' where email = '" + ines + "'")
	admin.follow(admin.post("/dashboard/calendar/consent", fields...)).want(200, "The calendar is connected")
	equal(t, "the calendar that is connected", w.connection(jonas).Provider, timetable.CalendarGoogle)
}
