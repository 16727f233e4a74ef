package e2e

import (
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
	o.With(flipped(o.Key, 30)).Do(t, "GET", "/roles", nil).WantError(401, "API key") // more in package api
	// Every endpoint, before anything else is looked at.
	for _, e := range endpoints(o) {
		o.With("").Do(t, e.method, e.path, e.body).Want(401)
	}
	closed := NewOrg(t, "approved: true", "approved: false")
	closed.Do(t, "GET", "/interviews/int_unknown", nil).WantError(401, "not approved")
	closed.Apply(t, writeFile(t, "approved.yaml", northwind(t, closed.Slug)))
	closed.Do(t, "GET", "/roles", nil).Want(200)
}

// The scopes of §5, and of them those without a REST endpoint.
var (
	restScopes = []string{"roles:read", "invites:write", "interviews:read", "interviews:write", "submissions:read"}
	toolScopes = []string{"candidates:read", "assessments:read", "assessments:write", "graders:read", "graders:write",
		"submissions:write", "sandboxes:write", "archives:read"}
)

// §5 Scopes, §5 Combinations, §5 rule 5, §7 403: every operation with one of its scopes, with all others, and with a
// legacy key. Who lacks it is told which one is needed, in the contract's words. More in package api.
func TestScopes(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	st := o.Store(t)
	with := func(scopes []string) *Org {
		t.Helper()
		key, _, err := st.Team.CreateKey(t.Context(), act.By{}, o.IDs.Organization, "key of a test", scopes)
		if err != nil {
			t.Fatal(err)
		}
		return o.With(key)
	}
	legacy := with(nil)
	for _, e := range endpoints(o) {
		legacy.Do(t, e.method, e.path, e.body).Want(e.status)
		for _, scope := range e.scopes {
			with([]string{scope}).Do(t, e.method, e.path, e.body).Want(e.status)
		}
		others := with(slices.DeleteFunc(slices.Concat(restScopes, toolScopes), func(s string) bool {
			return slices.Contains(e.scopes, s)
		}))
		r := others.Do(t, e.method, e.path, e.body)
		if want := "missing required scope: " + strings.Join(e.scopes, " or "); r.Want(403).Error() != want {
			t.Errorf("%s: %s %s: %q, want %q", e.clause, e.method, e.path, r.Error(), want)
		}
	}
}
