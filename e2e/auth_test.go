package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"litmus/models/act"
)

// endpoint is a line of §4 with a path that exists in every copy of the organization, and the scopes that §5 names for
// it.
type endpoint struct {
	clause, method, path string
	scopes               []string // one of which is needed
	body                 any      // a body that is wrong in shape, for methods that take one
	status               int      // with one of the scopes
}

func endpoints(o *Org) []endpoint {
	posting, interview := "/postings/"+o.Posting("engineer"), "/interviews/"+o.IDs.Imports["gh"]
	read, write := []string{"interviews:read"}, []string{"interviews:write"}
	return []endpoint{
		{"§5 roles:read: list roles", "GET", "/roles", []string{"roles:read"}, nil, 200},
		{"§4: roles:read or interviews:read; §5 interviews:read: also authorizes reading a posting's pipeline", "GET",
			posting + "/pipeline", []string{"roles:read", "interviews:read"}, nil, 200},
		{"§5 interviews:read: read interviews", "GET", "/interviews", read, nil, 200},
		{"§5 interviews:read: read interviews", "GET", interview, read, nil, 200},
		{"§5 interviews:write: book", "POST", "/interviews", write, "{", 400},
		{"§5 interviews:write: reassign", "PATCH", interview, write, "{", 400},
		{"§5 interviews:write: cancel", "DELETE", "/interviews/int_unknown", write, nil, 404},
		{"§5 interviews:read: a role's interviewers", "GET", posting + "/interviewers", read, nil, 200},
		{"§5 interviews:write: update interviewers", "PUT", posting + "/interviewers", write, "{", 400},
		{"§5 interviews:read: available slots", "GET", posting + "/slots?round_id=" +
			o.Round("engineer", "main", "systems"), read, nil, 200},
		{"§5 interviews:write: update availability", "POST", posting + "/slots", write, "{", 400},
		{"§5 interviews:write: update availability", "DELETE", posting + "/slots", write, "{", 400},
		{"§5 invites:write: send assessment invitations", "POST", "/invites", []string{"invites:write"}, "{", 400},
		{"§5 submissions:read: read a submission and result", "GET", "/submissions/" + o.IDs.Submissions["judged"],
			[]string{"submissions:read"}, nil, 200},
	}
}

// §5 rule 1, §4 Authorization, §7 401.
func TestCredentials(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	o.Do(t, "GET", "/roles", nil).Want(200)
	for _, header := range []string{"", "Basic " + o.Key, "Bearer " + flipped(o.Key, 30)} { // more in package api
		o.Do(t, "GET", "/roles", nil, "Authorization", header).WantError(401, "API key", "Authorization: Bearer")
	}
	for _, e := range endpoints(o) { // every endpoint, before anything else is looked at
		o.With("").Do(t, e.method, e.path, e.body).Want(401)
	}
	t.Run("an organization that is not approved is told so", func(t *testing.T) {
		o := NewOrg(t, "approved: true", "approved: false")
		o.Do(t, "GET", "/roles", nil).WantError(401, "not approved")
		o.Do(t, "GET", "/interviews/int_unknown", nil).WantError(401, "not approved")
		o.With(flipped(o.Key, 30)).Do(t, "GET", "/roles", nil).WantError(401, "API key")
		approved := writeFile(t, "approved.yaml", northwind(t, o.Slug))
		o.Apply(t, approved)
		o.Do(t, "GET", "/roles", nil).Want(200)
	})
}

// The scopes of §5, and of them those without a REST endpoint.
var (
	restScopes = []string{"roles:read", "invites:write", "interviews:read", "interviews:write", "submissions:read"}
	toolScopes = []string{"candidates:read", "assessments:read", "assessments:write", "graders:read", "graders:write",
		"submissions:write", "sandboxes:write", "archives:read"}
)

// §5 Scopes, §5 rule 5, §7 403: every operation with every scope alone, with all but those it needs, with those of the
// tool server only, with all, and with a legacy key. Who lacks it is told which one is needed, in the contract's words,
// whether the resource exists or not.
func TestScopes(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	st := o.Store(t)
	every := slices.Concat(restScopes, toolScopes)
	keys := map[string]*Org{}
	with := func(scopes []string) *Org {
		name := strings.Join(scopes, " ")
		if keys[name] == nil {
			key, _, err := st.Team.CreateKey(t.Context(), act.By{}, o.IDs.Organization, "key of a test", scopes)
			if err != nil {
				t.Fatal(err)
			}
			keys[name] = o.With(key)
		}
		return keys[name]
	}
	for _, e := range endpoints(o) {
		sets := [][]string{every, toolScopes, restScopes,
			slices.DeleteFunc(slices.Clone(every), func(s string) bool { return slices.Contains(e.scopes, s) }), nil}
		for _, s := range every {
			if testing.Short() && s != toolScopes[0] && slices.Contains(toolScopes, s) {
				continue // those of the tool server are all alike here
			}
			sets = append(sets, []string{s})
		}
		for _, scopes := range sets {
			r := with(scopes).Do(t, e.method, e.path, e.body)
			if scopes == nil || slices.ContainsFunc(scopes,
				func(s string) bool { return slices.Contains(e.scopes, s) }) {
				if r.Status != e.status {
					t.Errorf("%s: %s %s with %v: %d, want %d\n%s",
						e.clause, e.method, e.path, scopes, r.Status, e.status, r.Body)
				}
				continue
			}
			if r.Status != 403 || r.Error() != "missing required scope: "+strings.Join(e.scopes, " or ") {
				t.Errorf("%s: %s %s with %v: %d %s, want 403 that names %v",
					e.clause, e.method, e.path, scopes, r.Status, r.Body, e.scopes)
			}
		}
		if p, _, _ := strings.Cut(e.path, "?"); e.method == "GET" { // HEAD works where GET does
			with(toolScopes).Do(t, "HEAD", p, nil).Want(403)
		}
	}
	t.Run("scope comes before existence, so a key cannot probe", func(t *testing.T) {
		narrow := with([]string{"candidates:read"})
		for _, path := range []string{"/interviews/" + o.IDs.Imports["gh"], "/interviews/int_unknown",
			"/submissions/sub_unknown", "/postings/post_unknown/pipeline", "/postings/post_unknown/slots"} {
			narrow.Do(t, "GET", path, nil).Want(403)
		}
	})
}

// §7: 403, 404 of the path's resource, 400 of shape, 404 of a resource in the body, 400 of its kind, 409 of its state:
// what is wrong first is told first. What is wrong with a booking or an invite is told in the order of package models.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	reader := o.Scoped(t, "interviews:read")
	posting, import_ := "/postings/"+o.Posting("engineer"), "/interviews/"+o.IDs.Imports["gh"]
	for _, c := range []struct {
		what, method, path string
		body               any
		status             int
		word               string
	}{
		{"no scope", "PATCH", "/interviews/int_unknown", "{", 403, "interviews:write"},
		{"path unknown", "PATCH", "/interviews/int_unknown", "{", 404, "int_unknown"},
		{"shape", "PATCH", import_, "{", 400, "JSON"},
		{"state", "PATCH", import_, Object{"interviewer_email": o.Email("bram")}, 409, "completed"},

		{"path unknown", "PUT", "/postings/post_unknown/interviewers", "{", 404, "post_unknown"},
		{"path unknown", "POST", "/postings/post_unknown/slots", "{", 404, "post_unknown"},
		{"path unknown", "DELETE", "/postings/post_unknown/slots", "{", 404, "post_unknown"},
		{"path unknown", "GET", "/postings/post_unknown/slots?from=soon", nil, 404, "post_unknown"},
		{"shape before what the query names", "GET", posting + "/slots?from=soon&round_id=rnd_unknown", nil, 400, "from"},
		{"what the query names", "GET", posting + "/slots?round_id=rnd_unknown", nil, 404, "rnd_unknown"},
		{"path unknown", "GET", "/interviews/int_unknown?include=video", nil, 404, "int_unknown"},
		{"path unknown, query unreadable", "GET", "/interviews/int_unknown?include=%zz", nil, 404, "int_unknown"},
		{"path unknown, query unreadable", "GET", "/postings/post_unknown/slots?round_id=%zz", nil, 404,
			"post_unknown"},
		{"query unreadable", "GET", import_ + "?include=%zz", nil, 400, "query"},

		{"shape", "POST", "/interviews", o.Booking("x", "posting_id", "post_unknown", "scheduled_start_at", "soon"),
			400, "scheduled_start_at"},
		{"named posting", "POST", "/interviews", o.Booking("x", "posting_id", "post_unknown",
			"round_id", "rnd_unknown"), 404, "post_unknown"},
		{"round's kind", "POST", "/interviews", o.Booking("x", "round_id", o.Round("engineer", "main", "lens")), 400,
			"sync"},
	} {
		who := o
		if c.status == http.StatusForbidden {
			who = reader
		}
		r := who.Do(t, c.method, c.path, c.body)
		if r.Status != c.status || !strings.Contains(r.Error(), c.word) {
			t.Errorf("%s %s, first wrong: %s: %d %s, want %d and a word on %s",
				c.method, c.path, c.what, r.Status, r.Body, c.status, c.word)
		}
	}
}

// No CORS, whatever a browser asks.
func TestNoBrowserDoor(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	o.Do(t, "GET", "/roles", nil, "Origin", "https://elsewhere.example").Want(200)
	r := o.With("").Do(t, "OPTIONS", "/roles", nil, "Origin", "https://elsewhere.example",
		"Access-Control-Request-Method", "GET")
	if r.Status != http.StatusMethodNotAllowed {
		t.Errorf("preflight: %d, want 405", r.Status)
	}
}
