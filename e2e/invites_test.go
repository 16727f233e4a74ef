package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Invitation is the body of an invite of Casey Quillon to the posting engineer, with these fields changed: name, value,
// name, value, …; nil takes a field out.
func (o *Org) Invitation(candidate string, changes ...any) Object {
	b := Object{"posting_id": o.Posting("engineer"), "candidate_email": o.Email(candidate),
		"candidate_name": "Casey Quillon"}
	for i := 0; i+1 < len(changes); i += 2 {
		name := changes[i].(string)
		if b[name] = changes[i+1]; changes[i+1] == nil {
			delete(b, name)
		}
	}
	return b
}

// send invites by [Org.Invitation] and returns the response, whatever it is.
func (o *Org) send(t testing.TB, candidate string, changes ...any) *Response {
	t.Helper()
	return o.Do(t, "POST", "/invites", o.Invitation(candidate, changes...))
}

// refuses wants that whole error: the strings of invites are the only ones that programs may depend on (§7).
func (r *Response) refuses(status int, want string) {
	r.t.Helper()
	if got := r.Want(status).Error(); got != want {
		r.t.Errorf("%s: error %q, want %q and nothing else", r.about, got, want)
	}
}

// repeats wants the answer to a repeat, and no link in it.
func (r *Response) repeats(id string) {
	r.t.Helper()
	if got, want := r.Want(200).JSON(""), fmt.Sprintf(`{"invite_id":"%s","reused":true}`, id); got != want {
		r.t.Errorf("%s: got %s, want %s", r.about, got, want)
	}
}

var inviteURL = regexp.MustCompile(`^http://[0-9.:]+/([at])/[0-9A-Za-z_-]{40,}$`)

// §2 Invite response, §4 Invites, §4 Send: 201 with the link for a new invitation, 200 without for a repeat.
func TestInvites(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		r := o.send(t, "casey", "assessment_id", o.Assessment("lens")).Want(201)
		id := r.Text("invite_id")
		if !slices.Equal(r.Keys(""), []string{"invite_id", "invite_url", "reused"}) || r.At("reused") != false ||
			!strings.HasPrefix(id, "cand_") || !strings.HasPrefix(r.Text("invite_url"), o.API) {
			t.Errorf("a new invitation is %s", r.Body)
		}
		o.send(t, "casey").repeats(id) // the same assessment, as the first of the posting
		o.send(t, "casey", "candidate_email", "  "+strings.ToUpper(o.Email("casey"))+
			" ", "candidate_name", "Another Quillon").repeats(id)
		links := map[string]bool{}
		for key, path := range map[string]string{"lens": "a", "week": "a", "systems": "t", "spare": "t"} {
			link := o.send(t, "each", "assessment_id", o.Assessment(key)).Want(201).Text("invite_url")
			if m := inviteURL.FindStringSubmatch(link); m == nil || m[1] != path || links[link] {
				t.Errorf("the link of %s is %s, want one of its own at /%s/", key, link, path)
			}
			links[link] = true
		}
		if got := o.Interviews(t, "each").List("interviews"); len(got) != 0 { // §1
			t.Errorf("invites made interviews: %v", got)
		}
	})
}

// §7, the table of invite errors. More in models/candidacy.
func TestInviteErrors(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		o.send(t, "x", "posting_id", "post_unknown").refuses(404, "posting_id not found")
		o.send(t, "x", "posting_id", nil, "role_id", o.Posting("graduates")).refuses(400, "ROLE_ID_TYPE_MISMATCH")
		o.send(t, "x", "posting_id", o.Posting("analyst")).refuses(400, "POSTING_CLOSED")
		o.send(t, "x", "posting_id", o.Posting("empty")).refuses(400, "NO_ASSESSMENT")
		// another posting's
		o.send(t, "x", "posting_id", o.Posting("graduates"), "assessment_id", o.Assessment("lens")).refuses(404,
			"assessment_id not found")
		o.send(t, "x", "assessment_id", o.Assessment("draft")).refuses(400, "ASSESSMENT_NOT_READY")
		o.send(t, "x", "assessment_id", o.Assessment("quiz-c")).refuses(400, "SELF_SELECT_UNSUPPORTED")
		o.send(t, "judged").refuses(409, "ALREADY_INVITED")
		o.send(t, "x", "posting_id", o.Posting("graduates")).Want(201) // a cohort by posting_id
	})
}

// §4 Invites: the shape of the body.
func TestInviteShape(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, body := range []any{"", "[]", "null", "{}"} {
		o.Do(t, "POST", "/invites", body).Want(400)
	}
	for _, field := range []string{"posting_id", "role_id", "assessment_id", "candidate_email", "candidate_name"} {
		o.send(t, "x", field, 5).WantError(400, field)
	}
	o.send(t, "x", "candidate_email", "casey").WantError(400, "candidate_email") // more in models/candidacy
	o.send(t, "x", "posting_id", "\x00").refuses(404, "posting_id not found")
	o.send(t, "x", "assessment_id", "\x00").refuses(404, "assessment_id not found")
	id := o.send(t, "null", "assessment_id", "", "role_id", nil, "unknown", Object{}).Want(201).Text("invite_id")
	if r := o.Do(t, "GET", "/invites", nil).Want(405); r.Header.Get("Allow") != "POST" {
		t.Errorf("Allow %q, want POST", r.Header.Get("Allow"))
	}
	o.Do(t, "GET", "/invites/"+id, nil).Want(404) // nothing resolves an invite (§4, Submissions)
}

// §9 role_id: posting_id wins over the deprecated role_id, whose type alone is checked then.
func TestRoleID(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	id := o.send(t, "casey", "role_id", o.Posting("graduates")).Want(201).Text("invite_id")
	o.send(t, "casey", "posting_id", nil, "role_id", o.Posting("engineer")).repeats(id)
}
