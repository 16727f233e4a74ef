package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"litmus/store/audit"
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
	EachOrg(t, func(t *testing.T, o *Org) {
		r := o.send(t, "casey", "assessment_id", o.Assessment("lens")).Want(201)
		if got := r.Keys(""); !slices.Equal(got, []string{"invite_id", "invite_url", "reused"}) ||
			r.At("reused") != false {
			t.Errorf("a new invitation is %s", r.Body)
		}
		id := r.Text("invite_id")
		if !strings.HasPrefix(id, "cand_") || !inviteURL.MatchString(r.Text("invite_url")) ||
			!strings.HasPrefix(r.Text("invite_url"), o.API+"/a/") {
			t.Errorf("a new invitation is %s, want a candidate and a link below %s/a/", r.Body, o.API)
		}
		o.send(t, "casey", "assessment_id", o.Assessment("lens")).repeats(id)
		o.send(t, "casey").repeats(id) // the same assessment, as the first of the posting
		o.send(t, "casey", "candidate_email", "  "+strings.ToUpper(o.Email("casey"))+
			" ", "candidate_name", "Another Quillon").repeats(id)
		o.send(t, "casey", "posting_id", nil, "role_id", o.Posting("engineer")).repeats(id)

		for key, path := range map[string]string{"lens": "a", "week": "a", "essay": "a", "systems": "t",
			"portfolio": "t", "spare": "t"} {
			r := o.send(t, "each", "assessment_id", o.Assessment(key)).Want(201)
			if m := inviteURL.FindStringSubmatch(r.Text("invite_url")); m == nil || m[1] != path {
				t.Errorf("the link of %s is %s, want one of /%s/", key, r.Text("invite_url"), path)
			}
			if r.Text("invite_id") == id {
				t.Errorf("the invite to %s has another candidate's id", key)
			}
		}
		// A link is of one record: none is given twice.
		if a, b := o.send(t, "one").Want(201).Text("invite_url"),
			o.send(t, "two").Want(201).Text("invite_url"); a == b {
			t.Error("two candidates have the same link")
		}
		// An invite books nothing (§1).
		if got := o.Do(t, "GET", "/interviews?candidate_email="+
			o.Email("each"), nil).Want(200).List("interviews"); len(got) != 0 {
			t.Errorf("invites made interviews: %v", got)
		}
	})
}

// §7, the table of invite errors.
func TestInviteErrors(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		o.send(t, "x", "posting_id", "post_unknown").refuses(404, "posting_id not found")
		o.send(t, "x", "posting_id", nil, "role_id", "post_unknown").refuses(404, "posting_id not found")
		o.send(t, "x", "posting_id", nil, "role_id", o.Posting("graduates")).refuses(400, "ROLE_ID_TYPE_MISMATCH")
		o.send(t, "x", "posting_id", o.Posting("analyst")).refuses(400, "POSTING_CLOSED")
		o.send(t, "x", "posting_id", o.Posting("empty")).refuses(400, "NO_ASSESSMENT")
		o.send(t, "x", "assessment_id", "asm_unknown").refuses(404, "assessment_id not found")
		// another posting's
		o.send(t, "x", "posting_id", o.Posting("graduates"), "assessment_id", o.Assessment("lens")).refuses(404,
			"assessment_id not found")
		o.send(t, "x", "posting_id", o.Posting("empty"), "assessment_id", o.Assessment("lens")).refuses(404,
			"assessment_id not found")
		// a round is none
		o.send(t, "x", "assessment_id", o.Round("engineer", "main", "lens")).refuses(404, "assessment_id not found")
		o.send(t, "x", "assessment_id", o.Assessment("draft")).refuses(400, "ASSESSMENT_NOT_READY")
		o.send(t, "x", "assessment_id", o.Assessment("quiz-c")).refuses(400, "SELF_SELECT_UNSUPPORTED")
		for _, done := range []string{"judged", "legacy", "fresh"} {
			// advanced, rejected, submitted
			o.send(t, done).refuses(409, "ALREADY_INVITED")
		}
		o.send(t, "x", "posting_id", o.Posting("graduates")).Want(201) // a cohort by posting_id
	})
	t.Run("the first of a posting can be what nobody can be invited to", func(t *testing.T) {
		t.Parallel()
		o := NewOrg(t, "          - {key: review, type: step, title: CV review}\n", "          - {key: first, type: "+
			"group, title: Choose, assignment_mode: self_select, assessments: [quiz-zig]}\n",
			"        steps:\n          - {key: portfolio, type: assessment, assessment: portfolio, title: Portfolio, "+
				"duration_minutes: 30}\n",
			"        steps:\n          - {key: draft, type: assessment, assessment: draft, title: Draft}\n          "+
				"- {key: portfolio, type: assessment, assessment: portfolio, title: Portfolio}\n")
		o.send(t, "x").refuses(400, "SELF_SELECT_UNSUPPORTED")
		o.send(t, "x", "posting_id", o.Posting("graduates")).refuses(400, "ASSESSMENT_NOT_READY")
		o.send(t, "x", "posting_id", o.Posting("graduates"), "assessment_id", o.Assessment("portfolio")).Want(201)
		// ready binds invites only: the round of an assessment that is not can be booked.
		o.Book(t, "x", "posting_id", o.Posting("graduates"), "round_id", o.Round("graduates", "main", "draft"))
	})
}

// §4 Invites: the shape of the body.
func TestInviteShape(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for _, body := range []any{"", "{", "[]", "null", `"x"`, "{}", `{"posting_id":"` + o.Posting("engineer") + `"`} {
		o.Do(t, "POST", "/invites", body).Want(400)
	}
	o.Do(t, "POST", "/invites", `{"candidate_name":"`+strings.Repeat("x", 1<<20)+`"}`).Want(413)
	for _, field := range []string{"posting_id", "role_id", "assessment_id", "candidate_email", "candidate_name"} {
		for _, wrong := range []any{5, true, []string{"x"}, Object{}} {
			o.send(t, "x", field, wrong).WantError(400, field)
		}
	}
	for field, wrong := range map[string]any{"candidate_email": "casey", "candidate_name": "\r\n\u0007", "posting_id": nil} {
		o.send(t, "x", field, wrong).WantError(400, field) // more in models/candidacy
	}
	for _, id := range []string{"\x00", "🦄", o.Posting("engineer") + " "} {
		o.send(t, "x", "posting_id", id).refuses(404, "posting_id not found")
		o.send(t, "x", "assessment_id", id).refuses(404, "assessment_id not found")
	}
	o.send(t, "null", "assessment_id", "", "role_id", "", "unknown", Object{}).Want(201)
	o.Do(t, "POST", "/invites/", `{"posting_id":"`+o.Posting("engineer")+
		`","assessment_id":null,"role_id":null,"candidate_email":"`+o.Email("null")+`","candidate_name":"x"}`).Want(200)
	if r := o.Do(t, "GET", "/invites", nil).Want(405); r.Header.Get("Allow") != "POST" {
		t.Errorf("Allow %q, want POST", r.Header.Get("Allow"))
	}
	// nothing resolves an invite (§4, Submissions)
	o.Do(t, "GET", "/invites/"+o.send(t, "null").Text("invite_id"), nil).Want(404)
}

// §9 role_id: posting_id wins over the deprecated role_id, whose type alone is checked then.
func TestRoleID(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	id := o.send(t, "casey", "role_id", o.Posting("graduates")).Want(201).Text("invite_id")
	o.send(t, "casey", "role_id", "post_unknown").repeats(id)
	o.send(t, "casey", "posting_id", nil, "role_id", o.Posting("engineer")).repeats(id)
	o.send(t, "casey", "role_id", 5).WantError(400, "role_id")
	o.send(t, "casey", "posting_id", nil, "role_id", o.Posting("analyst")).refuses(400, "POSTING_CLOSED")
}

// The same invite many times at once.
func TestParallelInvites(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		for round := range races(t) {
			candidate, known := fmt.Sprintf("r%d", round), fmt.Sprintf("k%d", round)
			o.Book(t, known)
			for name, body := range map[string]Object{"new": o.Invitation(candidate),
				"booked": o.Invitation(known, "assessment_id", o.Assessment("systems"))} {
				answers := atOnce(20, func(int) *Response { return o.Do(t, "POST", "/invites", body) })
				var ids []string
				fresh := 0
				for _, r := range answers {
					if r.Status == 201 {
						fresh++
					} else {
						r.Want(200)
					}
					ids = append(ids, r.Text("invite_id"))
				}
				if slices.Sort(ids); fresh != 1 || len(slices.Compact(ids)) != 1 {
					t.Errorf("round %d, %s: %d of 20 answers are 201 with candidates %v, want 1",
						round, name, fresh, slices.Compact(ids))
				}
			}
		}
	})
}

// §5 rule 6: the audit row of an invite names the candidate, also of a repeat.
func TestInviteAudit(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	id := o.send(t, "casey").Want(201).Text("invite_id")
	o.send(t, "casey").Want(200)
	o.send(t, "casey", "posting_id", "post_unknown").Want(404)
	rows := o.audit(t, o.IDs.Organization, func(rows []audit.Entry) bool { return len(rows) >= 3 })
	for n, want := range []string{"201 [" + id + "]", "200 [" + id + "]", "404 []"} {
		e := rows[n]
		if got := fmt.Sprint(e.Status, " ", e.ResourceIDs); got != want || e.Method != "POST" ||
			e.Route != "/api/v1/invites" {
			t.Errorf("audit row %d is %s of %s %s, want %s", n, got, e.Method, e.Route, want)
		}
	}
}
