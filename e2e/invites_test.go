package e2e

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/store/audit"
	"litmus/testdb"
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

// The first refusal of a request that is wrong in every way, mended one after the other.
func TestOrderOfInviteChecks(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "    kind: cohort\n    title: Graduate cohort\n    status: open", "    kind: cohort\n    title: "+
		"Graduate cohort\n    status: closed")
	narrow := o.Scoped(t, "interviews:write", "roles:read")
	body := Object{"role_id": "post_unknown", "assessment_id": "asm_unknown", "candidate_email": "casey",
		"candidate_name": ""}
	post := func(who *Org, changes ...string) *Response {
		for i := 0; i+1 < len(changes); i += 2 {
			if body[changes[i]] = changes[i+1]; changes[i+1] == "" {
				delete(body, changes[i])
			}
		}
		return who.Do(t, "POST", "/invites", body)
	}
	post(o.With("")).Want(401)
	post(narrow).WantError(403, "missing required scope: invites:write")
	post(o).WantError(400, "candidate_email")
	post(o, "candidate_email", o.Email("judged")).WantError(400, "candidate_name")
	post(o, "candidate_name", strings.Repeat("é", 301)).WantError(400, "candidate_name", "300")
	post(o, "candidate_name", strings.Repeat("é", 300)).refuses(404, "posting_id not found")
	post(o, "role_id", o.Posting("graduates")).refuses(400, "ROLE_ID_TYPE_MISMATCH")
	post(o, "role_id", o.Posting("analyst")).refuses(400, "POSTING_CLOSED")
	post(o, "role_id", "", "posting_id", o.Posting("graduates")).refuses(400, "POSTING_CLOSED")
	post(o, "posting_id", o.Posting("engineer")).refuses(404, "assessment_id not found")
	post(o, "assessment_id", o.Assessment("draft")).refuses(400, "ASSESSMENT_NOT_READY")
	post(o, "assessment_id", o.Assessment("quiz-zig")).refuses(400, "SELF_SELECT_UNSUPPORTED")
	post(o, "assessment_id", o.Assessment("lens")).refuses(409, "ALREADY_INVITED")
	post(o, "candidate_email", o.Email("casey")).Want(201)
	post(o).Want(200)
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
	o.send(t, "x", "posting_id", nil).WantError(400, "posting_id is required")
	o.send(t, "x", "posting_id", "", "role_id", "").WantError(400, "posting_id is required")
	for _, email := range []any{nil, "", "casey", "Casey <casey@x.example>", "a@b.example,c@d.example",
		"a@b.example\r\nBcc: c@d.example", strings.Repeat("x", 255) + "@b.example"} {
		o.send(t, "x", "candidate_email", email).WantError(400, "candidate_email")
	}
	for _, name := range []any{nil, "", "   ", "\r\n\t", "\u0007", strings.Repeat("x", 301)} {
		o.send(t, "x", "candidate_name", name).WantError(400, "candidate_name")
	}
	for _, id := range []string{
		"x",
		"\x00",
		"🦄",
		strings.Repeat("x", 100_000),
		"' or 1=1",
		o.Posting("engineer") + " ",
	} {
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

// The first assessment of the posting, and the track of a new record.
func TestFirstAttachedAssessment(t *testing.T) {
	t.Parallel()
	// The default track is the second of the file and comes first all the same.
	o := NewOrg(t, "        default: true\n        steps:\n          - {key: review", "        steps:\n          - "+
		"{key: review",
		"      - key: referral\n        name: Referral\n", "      - key: referral\n        name: Referral\n        "+
			"default: true\n")
	first := o.send(t, "first").Want(201)
	o.send(t, "first", "assessment_id", o.Assessment("systems")).repeats(first.Text("invite_id"))
	book := func(invite *Response, track, step string) *Response {
		return o.Do(t, "POST", "/interviews", o.Booking("", "candidate_email", nil,
			"candidate_id", invite.Want(201).Text("invite_id"), "round_id", o.Round("engineer", track, step)))
	}
	book(first, "main", "systems").WantError(409, "track") // in the default track, since that has it too
	if r := book(first, "referral", "systems").Want(201); r.Text("interview.track_id") != o.Track("engineer",
		"referral") || r.Text("interview.candidate.id") != first.Text("invite_id") {
		t.Errorf("booked %s", r.Body)
	}
	// only the other track has it
	book(o.send(t, "second", "assessment_id", o.Assessment("pairing")), "main", "pairing").Want(201)
	// What stands in no track is the last, and goes to the default track.
	o.send(t, "spare", "assessment_id", o.Assessment("spare")).Want(201)
	bare := NewOrg(t, "    created_at: 2026-03-05T09:00:00Z\n\nimports:", "    created_at: 2026-03-05T09:00:00Z\n    "+
		"tracks: [{key: main, name: Main, default: true, steps: [{key: hello, type: step, title: Hello}]}]\n    "+
		"unstaged: [essay, spare]\n\nimports:")
	id := bare.send(t, "first", "posting_id", bare.Posting("empty")).Want(201).Text("invite_id")
	bare.send(t, "first", "posting_id", bare.Posting("empty"), "assessment_id", bare.Assessment("essay")).repeats(id)
}

// The record of a booking is invited under its own id, in its own track, with the name it lacks.
func TestInvitedAfterBooking(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		booked := o.Book(t, "casey", "candidate_name", nil, "round_id", o.Round("engineer", "referral", "systems"))
		invite := o.send(t, "casey", "assessment_id", o.Assessment("systems")).Want(201)
		if got, want := invite.Text("invite_id"), booked.Text("interview.candidate.id"); got != want ||
			!invite.Has("invite_url") || invite.At("reused") != false {
			t.Errorf("the invite is %s, want candidate %s", invite.Body, want)
		}
		o.send(t, "casey", "assessment_id", o.Assessment("systems"),
			"candidate_name", "Another Quillon").repeats(invite.Text("invite_id"))
		r := o.Do(t, "GET", "/interviews/"+booked.Text("interview.id"), nil).Want(200)
		if r.Text("candidate.name") != "Casey Quillon" || r.Text("track_id") != o.Track("engineer", "referral") ||
			r.Text("updated_at") <= booked.Text("interview.updated_at") {
			t.Errorf("the interview is %s, want the name of the first invite, a later updated_at, and "+
				"nothing else changed", r.Body)
		}
		// And the other way round: a booking of the invited candidate is one of the same record, and of its track.
		id := o.send(t, "other", "assessment_id", o.Assessment("systems")).Want(201).Text("invite_id")
		o.Do(t, "POST", "/interviews", o.Booking("other",
			"round_id", o.Round("engineer", "referral", "systems"))).WantError(409, "track")
		if got := o.Book(t, "other").Text("interview.candidate.id"); got != id {
			t.Errorf("booked candidate %s, want %s", got, id)
		}
	})
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
				answers := make([]*Response, 20)
				var ready, done sync.WaitGroup
				start := make(chan struct{})
				for i := range answers {
					ready.Add(1)
					done.Go(func() {
						ready.Done()
						<-start
						answers[i] = o.Do(t, "POST", "/invites", body)
					})
				}
				ready.Wait()
				close(start)
				done.Wait()
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

// An invitation runs out by itself, unless an interview keeps it alive. There is no worker here: the state is derived
// at read.
func TestInvitationExpiry(t *testing.T) {
	t.Parallel()
	s := StartAPI(t, []string{"LITMUS_DATABASE_URL=" + testdb.SQLite(t), signingSecret, "LITMUS_INVITE_TTL=500ms"})
	o := s.NewOrg(t, "  invite_days: 14\n", "")
	days := s.NewOrg(t) // the organization's file wins over the variable
	for _, candidate := range []string{"busy", "free"} {
		booked := o.Book(t, candidate)
		o.send(t, candidate, "assessment_id", o.Assessment("systems")).Want(201)
		if candidate == "free" {
			o.Do(t, "DELETE", "/interviews/"+booked.Text("interview.id"), nil).Want(200)
		}
	}
	id := days.send(t, "casey").Want(201).Text("invite_id")
	o.send(t, "casey", "assessment_id", o.Assessment("systems")).Want(201)
	s.AdvanceTo(t, s.Now().Add(500*time.Millisecond))
	var last *Response
	Until(t, time.Minute, "the invitation to run out", func() (bool, string) {
		last = o.send(t, "casey", "assessment_id", o.Assessment("systems"))
		return last.Status != 200, string(last.Body)
	})
	last.refuses(409, "ALREADY_INVITED")
	o.Do(t, "POST", "/interviews", o.Booking("casey")).WantError(409, "expired")
	o.send(t, "free", "assessment_id", o.Assessment("systems")).refuses(409, "ALREADY_INVITED")
	o.send(t, "busy", "assessment_id", o.Assessment("systems")).Want(200)
	days.send(t, "casey").repeats(id)
}

// §1, §5 rule 3: another organization's postings, assessments and candidates are unknown here.
func TestInviteTenancy(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, mine *Org) {
		theirs := mine.NewOrg(t)
		known := theirs.send(t, "casey").Want(201).Text("invite_id")
		mine.send(t, "x", "posting_id", theirs.Posting("engineer")).refuses(404, "posting_id not found")
		mine.send(t, "x", "posting_id", nil, "role_id", theirs.Posting("graduates")).refuses(404,
			"posting_id not found")
		mine.send(t, "x", "assessment_id", theirs.Assessment("lens")).refuses(404, "assessment_id not found")
		if got := mine.send(t, "x",
			"candidate_email", theirs.Email("casey")).Want(201).Text("invite_id"); got == known {
			t.Error("the record is shared between organizations")
		}
		theirs.send(t, "casey").repeats(known)
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
