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
	return changed(Object{"posting_id": o.Posting("engineer"), "candidate_email": o.Email(candidate),
		"candidate_name": "Casey Quillon"}, changes)
}

// send invites by [Org.Invitation] and returns the response, whatever it is.
func (o *Org) send(t testing.TB, candidate string, changes ...any) *Response {
	t.Helper()
	return o.Do(t, "POST", "/invites", o.Invitation(candidate, changes...))
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
		o.send(t, "casey").repeats(id)                                    // the posting's first assessment is the same
		o.send(t, "casey", "role_id", o.Posting("graduates")).repeats(id) // posting_id wins (§9 role_id)
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

// §4 Invites: the shape of the body. More in models/candidacy.
func TestInviteShape(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, body := range []any{"", "[]", "null", "{}"} {
		o.Do(t, "POST", "/invites", body).Want(400)
	}
	for _, field := range []string{"posting_id", "role_id", "assessment_id", "candidate_email", "candidate_name"} {
		o.send(t, "x", field, 5).WantError(400, field)
	}
}
