package e2e

import (
	"testing"
)

// §5 Scopes, §5 Combinations: what each combination of a key's scopes is enough for. Where the posting is known,
// roles:read is not needed.
func TestTypicalScopes(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	posting := "/postings/" + o.Posting("engineer")
	slots := slotBody(o.Email("ilse"), "2032-03-08T15:00:00Z")
	who := o.Scoped(t, "interviews:read", "interviews:write", "invites:write")
	who.Do(t, "GET", posting+"/pipeline", nil).Want(200)
	who.Do(t, "POST", posting+"/slots", slots).Want(200)
	who.Do(t, "GET", posting+"/slots?round_id="+o.Round("engineer", "main", "systems"), nil).Want(200)
	r := who.Do(t, "POST", "/interviews", o.Booking("two")).Want(201)
	path := "/interviews/" + r.Text("interview.id")
	who.Do(t, "GET", path, nil).Want(200)
	who.Do(t, "PATCH", path, Object{"interviewer_email": o.Email("dora")}).Want(200)
	who.Do(t, "DELETE", path, nil).Want(200)
	who.Do(t, "DELETE", posting+"/slots", slots).Want(200)
	invited := who.send(t, "two", "assessment_id", o.Assessment("systems")).Want(201)
	if got := invited.Text("invite_id"); got != r.Text("interview.candidate.id") {
		t.Errorf("invited %s, want the candidate of the booking", got)
	}
	who.Do(t, "GET", "/roles", nil).WantError(403, "missing required scope: roles:read")
}
