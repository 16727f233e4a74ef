package e2e

import (
	"strings"
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

// §4 Invites: a scheduling invitation can be sent without availability; nobody can complete a booking until there is
// some.
func TestSelfSchedulingNeedsAvailability(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		link := o.Invite(t, "early", "graduates", "portfolio").Want(201).Text("invite_url")
		start := daysAhead(5, 10, 0)
		pick := func() *Response { return o.Post(t, link, nil, "start", wire(start), "zone", "UTC") }
		if page := string(o.Get(t, link).Want(200).Body); strings.Contains(page, `name="start"`) ||
			strings.Contains(page, "start=") {
			t.Errorf("the page offers times that nobody has:\n%s", page)
		}
		pick().Want(409)
		if got := o.Interviews(t, "early").List("interviews"); len(got) != 0 {
			t.Errorf("booked all the same: %v", got)
		}
		o.Offer(t, "graduates", "ilse", start)
		pick().Want(303)
		if got := o.Interviews(t, "early").Text("interviews.0.scheduled_start_at"); got != answered(start) {
			t.Errorf("booked for %s, want %s", got, answered(start))
		}
	})
}
