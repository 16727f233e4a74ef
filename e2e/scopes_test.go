package e2e

import (
	"strings"
	"testing"
)

// §5 Scopes, §5 Combinations: what each combination of a key's scopes is enough for.
func TestTypicalScopes(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	posting, round := o.Posting("engineer"), o.Round("engineer", "main", "systems")
	slots := Object{"slots": []Object{{"interviewer_email": o.Email("ilse"), "start_at": "2032-03-08T15:00:00Z"}}}

	// schedule goes from a posting to a canceled interview, and returns the candidate.
	schedule := func(t *testing.T, who *Org, candidate, start string) string {
		t.Helper()
		who.Do(t, "GET", "/postings/"+posting+"/pipeline", nil).Want(200)
		who.Do(t, "GET", "/postings/"+posting+"/interviewers", nil).Want(200)
		who.Do(t, "POST", "/postings/"+posting+"/slots", slots).Want(200)
		who.Do(t, "GET", "/postings/"+posting+"/slots?round_id="+round, nil).Want(200)
		r := who.Do(t, "POST", "/interviews", o.Booking(candidate, "scheduled_start_at", start)).Want(201)
		path := "/interviews/" + r.Text("interview.id")
		who.Do(t, "GET", path, nil).Want(200)
		who.Do(t, "GET", "/interviews?posting_id="+posting, nil).Want(200)
		who.Do(t, "PATCH", path, Object{"interviewer_email": o.Email("dora")}).Want(200)
		who.Do(t, "DELETE", path, nil).Want(200)
		who.Do(t, "DELETE", "/postings/"+posting+"/slots", slots).Want(200)
		return r.Text("interview.candidate.id")
	}
	t.Run("scheduling needs roles:read, interviews:read and interviews:write", func(t *testing.T) {
		who := o.Scoped(t, "roles:read", "interviews:read", "interviews:write")
		if got := who.Do(t, "GET", "/roles", nil).Want(200).Texts("roles",
			"id"); !strings.Contains(strings.Join(got, " "), posting) {
			t.Errorf("roles %v, want %s among them", got, posting)
		}
		schedule(t, who, "one", "2032-06-01T10:00:00Z")
		who.send(t, "one").WantError(403, "missing required scope: invites:write")
		who.Do(t, "GET", "/submissions/"+o.IDs.Submissions["judged"], nil).WantError(403, "missing required scope: "+
			"submissions:read")
	})
	t.Run("with invites:write self-scheduling invites can be sent too", func(t *testing.T) {
		who := o.Scoped(t, "roles:read", "interviews:read", "interviews:write", "invites:write")
		candidate := schedule(t, who, "two", "2032-06-02T10:00:00Z")
		if got := who.send(t, "two",
			"assessment_id", o.Assessment("systems")).Want(201).Text("invite_id"); got != candidate {
			t.Errorf("invited %s, want the candidate %s of the booking", got, candidate)
		}
	})
	t.Run("with a known posting_id roles:read may be omitted", func(t *testing.T) {
		who := o.Scoped(t, "interviews:read", "interviews:write")
		schedule(t, who, "three", "2032-06-03T10:00:00Z")
		who.Do(t, "GET", "/roles", nil).WantError(403, "missing required scope: roles:read")
	})
}
