package dashboard

import (
	"testing"
)

// TestPlace proves that the navigation says where somebody is on pages whose address is below no area, or another one
// (D11, D12, D14, D15).
func TestPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, admin := w.bookedFor(cleo).ID, w.as(t, "admin")
	posting := "/dashboard/postings/" + w.turbine()
	for path, want := range map[string]string{
		"/dashboard": "/dashboard", weekPath: interviewsPath, bookPath: interviewsPath,
		interviewPath(id): interviewsPath, interviewPath(id, "move"): interviewsPath,
		bookPath + "?candidate=" + w.interview(id).CandidateID: interviewsPath,
		posting: postingsPath, posting + "/availability": availabilityPath,
		posting + "/why": availabilityPath, "/dashboard/hours": availabilityPath,
		"/dashboard/calendar": availabilityPath, "/dashboard/calendars": availabilityPath,
		invitePath: candidatesPath,
	} {
		equal(t, path, attr(admin.get(path).want(200).one("#areas a[aria-current=page]"), "href"), want)
	}
	equal(t, "areas that the sessions are in",
		len(admin.get("/dashboard/sessions").want(200).all("#areas a[aria-current=page]")), 0)
}
