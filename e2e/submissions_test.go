package e2e

import (
	"net/url"
	"strings"
	"testing"
)

// §2 Submission, §3: what a candidate hands in is pending and without scores; its report is for members alone.
func TestHandedIn(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		invited := o.send(t, "casey", "assessment_id", o.Assessment("lens")).Want(201)
		o.Post(t, invited.Text("invite_url")+"/start", nil).Want(303)
		o.Post(t, invited.Text("invite_url")+"/submit", nil, "text", "My answer", "links",
			"https://git.example/casey").Want(303)
		id := o.submissionOf(t, invited.Text("invite_id"))
		r := o.Do(t, "GET", "/submissions/"+id, nil).Want(200)
		submissionShape.check(r, "")
		for field, want := range map[string]string{
			"id":            `"` + id + `"`,
			"assessment_id": `"` + o.Assessment("lens") + `"`,
			"candidate":     `{"email":"` + o.Email("casey") + `","name":"Casey Quillon"}`,
			"score":         "null",
			"native_score":  "null",
			"score_scale":   "null",
			"decision":      `"pending"`,
		} {
			if got := r.JSON(field); got != want {
				t.Errorf("%s is %s, want %s", field, got, want)
			}
		}
		u, err := url.Parse(r.Text("report_url"))
		if err != nil || !strings.HasPrefix(r.Text("report_url"), o.API+"/") {
			t.Fatalf("report_url %q (%v), want an address of the service", r.Text("report_url"), err)
		}
		for _, headers := range [][]string{nil, {"Authorization", "Bearer " + o.Key}, {"Cookie", "session=" + o.Key}} {
			// a key is not a signed-in member
			page := o.Service.Do(t, "GET", u.RequestURI(), nil, headers...)
			if body := string(page.Body); page.Status == 200 || strings.Contains(body, "My answer") ||
				strings.Contains(body, o.Email("casey")) {
				t.Errorf("the report is shown to a stranger: %d %s", page.Status, body)
			}
		}
	})
}
