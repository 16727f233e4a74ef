package dashboard

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
)

// newKey makes a key of the organization as an operator does.
func (w *world) newKey(name string, scopes ...string) (secret string, k access.Key) {
	w.t.Helper()
	secret, k, err := w.Team.CreateKey(ctx, act.By{}, w.org.ID, name, scopes)
	w.must(err)
	return secret, k
}

// ourKey is the row of a route of a key, with what follows its id in the path.
func ourKey(rest string, fields ...string) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		_, k := w.newKey("ours at Marlowe", access.RolesRead)
		return foreign{path: site.KeyPath(k.ID) + rest, fields: fields}
	}
}

// ourRequest is the row of a route of the audit: a request that invited somebody with a key whose id ends the address.
func ourRequest(path string, status int) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		k := prepared(w, "request", func() access.Key {
			_, k := w.newKey("ours at Marlowe", access.InvitesWrite)
			c := w.invitedBy(k, "req_ours")
			w.audited(k, "POST", "/invites", http.StatusCreated, noon, "req_ours", c.ID)
			w.must1(w.Audit.Request(ctx, w.org.ID, "req_ours")) // when this is answered the request is written
			return k
		})
		return foreign{path: path + k.ID, status: status}
	}
}

// TestKeys proves §5 rule 2 and D21: an admin creates a key with a name and scopes, sees it once with calls that
// are ready, and finds it in the list.
func TestKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	admin.get(site.KeysPath).want(200, "There is no key yet", "New key")
	page := admin.get("/dashboard/keys/new").want(200, "Full access", "Every scope that there is today")
	fields := having(page.fields("main form"), "name", " Ashby sync ", "scope", access.InterviewsRead)
	fields = append(fields, "scope", access.RolesRead)
	shown := admin.post(site.KeysPath, fields...).want(200, "Ashby sync", "only time that the key is shown",
		"Read postings, read interviews")
	secret := shown.text(".secret")
	c, err := w.Team.Authenticate(ctx, secret)
	w.must(err)
	if want := []string{access.RolesRead, access.InterviewsRead}; !slices.Equal(c.Key.Scopes, want) ||
		c.Organization.ID != w.org.ID {
		t.Errorf("the key is of %s with %v, want ours with %v", c.Organization.Slug, c.Key.Scopes, want)
	}
	curl := `curl -H "Authorization: Bearer ` + secret + `" https://hire.marlowe.example/api/v1/roles`
	program := `client.New("https://hire.marlowe.example", "` + secret + `")`
	if calls := shown.text("pre"); !strings.Contains(calls, curl) || !strings.Contains(calls, program) {
		t.Errorf("the calls are\n%s\nwant %s and %s", calls, curl, program)
	}
	for _, client := range []string{"Claude Code", "Cursor", ".vscode/mcp.json", "claude_desktop_config.json"} {
		shown.want(http.StatusOK, client)
	}
	if n := strings.Count(shown.text("pre"), secret); n != 6 { // the two calls, and the setups of four clients
		t.Errorf("the key stands in %d calls and setups, want 6", n)
	}
	if strings.Contains(w.logged(), secret) || strings.Contains(strings.Join(w.rows(), "\n"), secret) {
		t.Error("the secret is in the log or the database (§5 rule 2)")
	}

	list := admin.get(site.KeysPath).want(200, "Ashby sync", "…"+secret[len(secret)-4:], "never",
		"Mon 3 Mar 2031, 13:00 CET").lacks(secret)
	equal(t, "keys in the list", len(list.all("tbody tr")), 1)
	admin.get(attr(list.one("tbody th a"), "href")).want(200, "This key was not used",
		"created: scopes roles:read, interviews:read by Inês Duarte", "For an agent",
		"https://hire.marlowe.example/mcp", "litmus_sk_…").lacks(secret)

	t.Run("the form acts once", func(t *testing.T) {
		again := admin.post(site.KeysPath, fields...)
		again.leadsTo(attr(list.one("tbody th a"), "href"))
		admin.follow(again).want(200, "made its key already", "cannot be shown again").lacks(secret)
		keys, err := w.Team.Keys(ctx, w.org.ID)
		w.must(err)
		equal(t, "keys after the form was sent twice", len(keys), 1)
	})
	t.Run("another form makes another key", func(t *testing.T) {
		fields := having(admin.get("/dashboard/keys/new").fields("main form"), "name", "Ashby sync", "access", "full")
		secret := admin.post(site.KeysPath, fields...).want(200, "Full access").text(".secret")
		c, err := w.Team.Authenticate(ctx, secret)
		if w.must(err); !slices.Equal(c.Key.Scopes, access.Scopes) {
			t.Errorf("full access is %v, want every scope of today (§5 rule 4)", c.Key.Scopes)
		}
	})
}

// TestNewKeyRefused proves D21: a form that is incomplete makes no key, says what is wrong and keeps what was chosen.
func TestNewKeyRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	fields := having(admin.get("/dashboard/keys/new").fields("main form"), "scope", access.RolesRead)
	unnamed := admin.post(site.KeysPath, fields...).want(400, "A key needs a name")
	equal(t, "the scope that was ticked", typedIn(unnamed.fields("main form"), "scope"), access.RolesRead)
	admin.post(site.KeysPath, having(lacking(fields, "scope"), "name", "ci")...).want(400, "at least one scope")
	admin.post(site.KeysPath, having(fields, "name", "ci", "form", "")...).want(400, "load its page again")
}

// TestKeyScopes proves §5 rule 4 and D21: an edit counts from the next request on, a stale form changes nothing
// and shows what there is now, and a legacy key is unrestricted until it is edited.
func TestKeyScopes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	secret, k := w.newKey("ci", access.RolesRead)
	first := admin.get(site.KeyPath(k.ID)).want(200, "Read postings").fields("#scopes")
	r := admin.post(site.KeyPath(k.ID)+"/scopes", having(first, "scope", access.InterviewsRead)...)
	r.leadsTo(site.KeyPath(k.ID))
	admin.follow(r).want(200, "Read interviews", "They count from its next request on",
		"scopes changed from roles:read to interviews:read by Inês Duarte")
	c, err := w.Team.Authenticate(ctx, secret)
	if w.must(err); !slices.Equal(c.Key.Scopes, []string{access.InterviewsRead}) {
		t.Errorf("the next request has %v, want the new scope", c.Key.Scopes)
	}

	stale := admin.post(site.KeyPath(k.ID)+"/scopes", having(first, "scope", access.InvitesWrite)...)
	stale.want(409, "Somebody else has changed the scopes of the key since this page was shown",
		"now it has interviews:read")
	again := stale.fields("#scopes")
	if !slices.Contains(again, access.InvitesWrite) || !slices.Contains(again, access.InterviewsRead) {
		t.Errorf("the page of a stale form has %v, want what was chosen, and what there is now", again)
	}
	admin.post(site.KeyPath(k.ID)+"/scopes", again...).leadsTo(site.KeyPath(k.ID))
	admin.post(site.KeyPath(k.ID)+"/scopes", lacking(again, "scope")...).want(400, "A key needs at least one scope")

	w.must(w.Team.RevokeKey(ctx, act.By{}, w.org.ID, k.ID))
	if forms := admin.get(site.KeyPath(k.ID)).want(200, "Revoked").all("main form"); len(forms) > 0 {
		t.Errorf("the page of a revoked key has %d forms, want none", len(forms))
	}
	admin.post(site.KeyPath(k.ID)+"/scopes", again...).want(409, "was revoked")
}

// TestRevokeKey proves §5 rule 2 and D21: before a key is revoked one sees what was called with it, and then it
// is refused from the next request on. To do it twice is harmless.
func TestRevokeKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	secret, k := w.newKey("ci", access.RolesRead)
	for n := range 3 {
		w.audited(k, "GET", "/roles", 200, noon.Add(-time.Hour), fmt.Sprint("req_", n))
	}
	w.audited(k, "POST", "/interviews", 403, noon.Add(-time.Minute), "req_3")
	w.audited(k, "GET", "/interviews", 200, noon.Add(-25*time.Hour), "req_4")
	ask := admin.get(site.KeyPath(k.ID)+"/revoke").want(200, "4 requests since", "refused from its next request")
	if got, want := ask.text("tbody tr"), "GET /api/v1/roles 200 3 Mon 3 Mar 2031, 12:00 CET\n"+
		"POST /api/v1/interviews 403 1 Mon 3 Mar 2031, 12:59 CET"; got != want {
		t.Errorf("the calls of the last day are\n%s\nwant\n%s", got, want)
	}
	if _, err := w.Team.Authenticate(ctx, secret); err != nil {
		t.Errorf("after the page was looked at the key is refused: %v", err)
	}
	r := admin.post(site.KeyPath(k.ID)+"/revoke", ask.fields("main form")...)
	r.leadsTo(site.KeyPath(k.ID))
	admin.follow(r).want(200, "The key is revoked", "revoked by Inês Duarte")
	if _, err := w.Team.Authenticate(ctx, secret); models.KindOf(err) != models.Unauthenticated {
		t.Errorf("a revoked key is let in: %v", err)
	}
	w.at(noon.Add(time.Hour))
	admin.post(site.KeyPath(k.ID) + "/revoke").leadsTo(site.KeyPath(k.ID))
	admin.get(site.KeyPath(k.ID) + "/revoke").leadsTo(site.KeyPath(k.ID))
	admin.get(site.KeysPath).want(200, "Revoked", "Mon 3 Mar 2031, 13:00 CET")
	admin.get(site.KeyPath("key_none")).want(404)
}

// TestSettingsAreForAdmins proves D2 of the pages of D1 and D21 to D23: recruiters and interviewers get to none of
// them, and the pages that they do see lead to no key and no audit.
func TestSettingsAreForAdmins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, k := w.newKey("ci", access.RolesRead)
	w.as(t, "recruiter")
	w.as(t, "interviewer")
	before := w.rows()
	for _, r := range routes {
		under := func(area string) bool { return strings.HasPrefix(r.Path, area) }
		if !slices.ContainsFunc([]string{site.KeysPath, site.AuditPath, site.MembersPath, site.OrganizationPath},
			under) {
			continue
		}
		path := strings.ReplaceAll(r.Path, "{id}", k.ID)
		for _, who := range []string{"recruiter", "interviewer"} {
			a := w.as(t, who).do(r.Method, path, form("name", "mine", "scope", access.RolesRead), "Sec-Fetch-Site",
				"same-origin")
			a.want(403, "may not")
		}
	}
	w.unchanged(t, before, "somebody who is no admin")
	for _, who := range []string{"recruiter", "interviewer"} {
		w.as(t, who).get("/dashboard").want(200).lacks(site.KeysPath, site.AuditPath)
	}
	w.as(t, "admin").get("/dashboard").want(200, "Settings API keys Audit") // §5 rule 2
}
