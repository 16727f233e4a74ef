package dashboard

import (
	"net/http"
	"strings"
	"testing"
)

// Pages of what the organization file keeps say so, have no button that would be refused, and offer to take it over to
// whoever may.
func TestKeptInTheFile(t *testing.T) { // D24
	t.Parallel()
	w := newWorld(t)
	w.exec("update postings set origin = 'file'; update assessments set origin = 'file'; " +
		"update people set origin = 'file'; update submissions set origin = 'file'")
	admin, recruiter := w.as(t, "admin"), w.as(t, "recruiter")
	posting := "/dashboard/postings/" + w.posting("turbine-software")
	var assessment, submission string
	for _, id := range w.applied.Assessments {
		assessment = "/dashboard/assessments/" + id
	}
	for _, id := range w.applied.Submissions {
		submission = "/dashboard/submissions/" + id
	}
	hours := "/dashboard/hours?person=" + w.Availability.PersonID(w.org.ID, jonas)
	for path, refused := range map[string]string{posting: posting + "/edit", assessment: assessment + "/edit",
		submission: submission + "/grade", hours: "/dashboard/hours"} {
		page := admin.get(path).want(http.StatusOK, "Kept in the organization file")
		if strings.Contains(page.Body, `"`+refused+`"`) {
			t.Errorf("%s has the button for %s, which would be refused", path, refused)
		}
		admin.follow(admin.post("/dashboard/take-over", page.fields("form[action=/dashboard/take-over]")...)).
			want(http.StatusOK, "It is kept in the dashboard now.").lacks("Kept in the organization file")
		if !strings.Contains(admin.get(path).Body, `"`+refused+`"`) {
			t.Errorf("%s has no button for %s after it was taken over", path, refused)
		}
	}
	w.exec("update people set origin = 'file'")
	page := recruiter.get(hours).want(http.StatusOK)
	if len(page.all("form[action=/dashboard/take-over]")) > 0 {
		t.Error("a recruiter is offered to take over the hours of somebody else")
	}
}
