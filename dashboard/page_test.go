package dashboard

import (
	"testing"

	"litmus/dashboard/internal/site"
)

// TestPlace proves that the navigation says where somebody is on pages whose address is below no area, or another one
// (D11, D12, D14, D15).
func TestPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, admin := w.bookedFor(cleo).ID, w.as(t, "admin")
	posting := "/dashboard/postings/" + w.turbine()
	for path, want := range map[string]string{
		"/dashboard": "/dashboard", "/dashboard/week": site.InterviewsPath, site.BookPath: site.InterviewsPath,
		site.InterviewPath(id): site.InterviewsPath, site.InterviewPath(id, "move"): site.InterviewsPath,
		site.BookPath + "?candidate=" + w.interview(id).CandidateID: site.InterviewsPath,
		posting: site.PostingsPath, posting + "/availability": site.AvailabilityPath,
		posting + "/why": site.AvailabilityPath, "/dashboard/hours": site.AvailabilityPath,
		"/dashboard/calendar": site.AvailabilityPath, "/dashboard/calendars": site.AvailabilityPath,
		site.InvitePath: site.CandidatesPath,
	} {
		equal(t, path, attr(admin.get(path).want(200).one("#areas a[aria-current=page]"), "href"), want)
	}
	equal(t, "areas that the sessions are in",
		len(admin.get("/dashboard/sessions").want(200).all("#areas a[aria-current=page]")), 0)
}
