package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"litmus/models"
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
	for _, header := range []string{"Bearer " + o.Key, "bearer " + o.Key, "BEARER " + o.Key, "Bearer   " + o.Key,
		"Bearer " + o.Key + "  "} {
		o.Do(t, "GET", "/roles", nil, "Authorization", header).Want(200)
	}
	foreign := o.Key[:20] + strings.ToLower(o.Key[20:])
	for _, header := range []string{
		"", "Bearer", "Bearer ", o.Key, "Basic " + o.Key, "Token " + o.Key, "Bearer: " + o.Key, "Bearer=" + o.Key,
		"Bearer" + o.Key, "Bearer \"" + o.Key + "\"", "Bearer " + o.Key + " x",
		"Bearer " + o.Key + "," + o.Key, "Bearer " + o.Key[:len(o.Key)-1], "Bearer " + o.Key + "0",
		"Bearer " + flipped(o.Key, 30), "Bearer " + flipped(o.Key, len(o.Key)-1), "Bearer " + foreign,
		"Bearer litmus_sk_", "Bearer ' or 1=1 --", "Bearer " + strings.Repeat("x", 4000), "Bearer é",
		"Digest username=x", "Bearer null", "Bearer Bearer " + o.Key,
	} {
		o.Do(t, "GET", "/roles", nil, "Authorization", header).WantError(401, "API key", "Authorization: Bearer")
	}
	for _, e := range endpoints(o) { // every endpoint, before anything else is looked at
		o.With("").Do(t, e.method, e.path, e.body).Want(401)
	}
	for _, second := range []string{"Bearer " + o.Key, "Basic eDp5", ""} {
		// two headers: nobody knows which one a proxy looked at
		if r := doubled(t, o, "Bearer "+o.Key, second); r.Status != 401 {
			t.Errorf("Authorization twice, then %.6q: %d, want 401", second, r.Status)
		}
	}
	o.With("").Do(t, "GET", "/roles?api_key="+o.Key+"&access_token="+o.Key, nil).Want(401)
	o.With("").Do(t, "GET", "/roles", nil, "X-Api-Key", o.Key, "Cookie", "key="+o.Key, "Proxy-Authorization", "Bearer "+
		o.Key).Want(401)

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

// doubled asks for the roles with two Authorization headers.
func doubled(t *testing.T, o *Org, first, second string) *Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", o.API+prefix+"/roles", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header["Authorization"] = []string{first, second}
	return send(t, req)
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
			key, _, err := st.Team.CreateKey(t.Context(), models.By{}, o.IDs.Organization, "key of a test", scopes)
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

// 401, 403, 404 of the path's resource, 400 of shape, 404 of a resource in the body, 400 of its kind, 409 of its state:
// with everything wrong at once the first is told, and each is told when those before it are mended.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		reader := o.Scoped(t, "interviews:read")
		taken := o.Book(t, "taken", "interviewer_email", o.Email("ilse")).Text("interview.candidate.id")
		posting := "/postings/" + o.Posting("engineer")
		for _, c := range []struct {
			what string
			who  *Org
			method,
			path string
			body   any
			status int
			word   string
		}{
			{"no key", o.With(""), "PATCH", "/interviews/int_unknown", "{", 401, "key"},
			{"no scope", reader, "PATCH", "/interviews/int_unknown", "{", 403, "interviews:write"},
			{"path unknown", o, "PATCH", "/interviews/int_unknown", "{", 404, "int_unknown"},
			{"shape", o, "PATCH", "/interviews/" + o.IDs.Imports["gh"], "{", 400, "JSON"},
			{"state", o, "PATCH", "/interviews/" + o.IDs.Imports["gh"], Object{"interviewer_email": o.Email("bram")},
				409, "completed"},

			{"path unknown", o, "PUT", "/postings/post_unknown/interviewers", "{", 404, "post_unknown"},
			{"shape", o, "PUT", posting + "/interviewers", "{", 400, "JSON"},
			{"path unknown", o, "POST", "/postings/post_unknown/slots", "{", 404, "post_unknown"},
			{"shape", o, "POST", posting + "/slots", "{", 400, "JSON"},
			{"path unknown", o, "DELETE", "/postings/post_unknown/slots", "{", 404, "post_unknown"},
			{"shape", o, "DELETE", posting + "/slots", "{", 400, "JSON"},
			{"path unknown", o, "GET", "/postings/post_unknown/slots?from=soon", nil, 404, "post_unknown"},
			{"shape before what the query names", o, "GET", posting + "/slots?from=soon&round_id=rnd_unknown", nil,
				400, "from"},
			{"what the query names", o, "GET", posting + "/slots?round_id=rnd_unknown", nil, 404, "rnd_unknown"},
			{"its kind", o, "GET", posting + "/slots?round_id=" + o.Round("engineer", "main", "review"), nil,
				400, "round_id"},
			{"path unknown", o, "GET", "/interviews/int_unknown?include=video", nil, 404, "int_unknown"},
			{"path unknown, query unreadable", o, "GET", "/interviews/int_unknown?include=%zz", nil, 404,
				"int_unknown"},
			{"path unknown, query unreadable", o, "GET", "/postings/post_unknown/slots?round_id=%zz", nil, 404,
				"post_unknown"},
			{"query unreadable", o, "GET", "/interviews/" + o.IDs.Imports["gh"] + "?include=%zz", nil, 400, "query"},

			{"shape", o, "POST", "/interviews", o.Booking("x", "posting_id", "post_unknown",
				"scheduled_start_at", "soon"), 400, "scheduled_start_at"},
			{"named posting", o, "POST", "/interviews", o.Booking("x", "posting_id", "post_unknown",
				"round_id", "rnd_unknown"), 404, "post_unknown"},
			{"named round", o, "POST", "/interviews", o.Booking("x", "round_id", "rnd_unknown",
				"candidate_id", "cand_unknown"), 404, "rnd_unknown"},
			{"named candidate", o, "POST", "/interviews", o.Booking("x", "round_id",
				o.Round("engineer", "main", "review"), "candidate_id", "cand_unknown"), 404, "cand_unknown"},
			{"round's kind", o, "POST", "/interviews", o.Booking("x", "round_id", o.Round("engineer", "main", "lens"),
				"candidate_id", taken), 400, "sync"},
			{"candidate's identity", o, "POST", "/interviews", o.Booking("x", "round_id", o.Round("engineer",
				"referral", "systems"), "candidate_id", taken, "interviewer_email", o.Email("ilse")), 409, "track"},
			{"existing interview", o, "POST", "/interviews", o.Booking("x", "candidate_id", taken,
				"interviewer_email", o.Email("ilse")), 409, "already has interview"},
			{"interviewer booked", o, "POST", "/interviews", o.Booking("x", "interviewer_email", o.Email("ilse")), 409,
				o.Email("ilse")},
			{"nothing", o, "POST", "/interviews", o.Booking("x", "interviewer_email", o.Email("bram")), 201, ""},
		} {
			r := c.who.Do(t, c.method, c.path, c.body)
			if r.Status != c.status {
				t.Errorf("%s %s, first wrong: %s: %d, want %d\n%s",
					c.method, c.path, c.what, r.Status, c.status, r.Body)
			} else if c.word != "" {
				r.WantError(c.status, c.word)
			}
		}
	})
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
