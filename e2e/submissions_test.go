package e2e

import (
	"strings"
	"testing"
)

// §2 Submission, §3: what a candidate hands in is pending and without scores; its report is for members alone.
func TestHandedIn(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		invited := o.send(t, "casey", "assessment_id", o.Assessment("lens")).Want(201)
		o.Post(t, invited.Text("invite_url")+"/start", nil).Want(303)
		o.Post(t, invited.Text("invite_url")+"/submit", nil, "text", "My answer", "links", "").Want(303)
		r := o.Do(t, "GET", "/submissions/"+o.submissionOf(t, invited.Text("invite_id")), nil).Want(200)
		if r.Text("decision") != "pending" || r.At("score") != nil || r.At("native_score") != nil ||
			r.JSON("candidate") != `{"email":"`+o.Email("casey")+`","name":"Casey Quillon"}` {
			t.Errorf("it is %s", r.Body)
		}
		// a key is not a signed-in member
		page := o.Get(t, r.Text("report_url"), "Authorization", "Bearer "+o.Key)
		if page.Status == 200 || strings.Contains(string(page.Body), "My answer") {
			t.Errorf("the report is shown to a stranger: %d %s", page.Status, page.Body)
		}
	})
}
