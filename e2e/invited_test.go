package e2e

import (
	"testing"
)

// §4 Invites: the letter is sent whether or not the link was shown elsewhere first.
func TestInviteLetterAfterTheLinkWasShown(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	r := o.send(t, "casey", "assessment_id", o.Assessment("lens")).Want(201)
	o.Get(t, r.Text("invite_url")).Want(200)
	o.Post(t, r.Text("invite_url")+"/start", nil).Want(303)
	if l := o.Letters(t, o.Email("casey"), 1)[0]; !l.tells(r.Text("invite_url")) {
		t.Errorf("the letter %q lacks %s:\n%s", l.Subject, r.Text("invite_url"), l.Text)
	}
}
