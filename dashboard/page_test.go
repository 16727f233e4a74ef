package dashboard

import (
	"net/http"
	"testing"
)

// TestPlace proves that the navigation says where somebody is on pages whose address is below no area, or another one
// (D11, D12, D14, D15).
func TestPlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, admin := w.bookedFor(cleo).ID, w.as(t, "admin")
	posting := "/dashboard/postings/" + w.posting("turbine-software")
	for path, want := range map[string]string{
		"/dashboard": "/dashboard", weekPath: interviewsPath, bookPath: interviewsPath,
		interviewPath(id): interviewsPath, interviewPath(id, "move"): interviewsPath,
		bookPath + "?candidate=" + w.interview(id).CandidateID: interviewsPath,
		posting: postingsPath, posting + "/availability": availabilityPath,
		posting + "/why": availabilityPath, "/dashboard/hours": availabilityPath,
		"/dashboard/calendar": availabilityPath, "/dashboard/calendars": availabilityPath,
		invitePath: candidatesPath,
	} {
		if got := attr(admin.get(path).want(http.StatusOK).one("#areas a[aria-current=page]"), "href"); got != want {
			t.Errorf("%s is in %s, want %s", path, got, want)
		}
	}
	if n := len(admin.get("/dashboard/sessions").want(http.StatusOK).all("#areas a[aria-current=page]")); n != 0 {
		t.Errorf("the sessions are in %d areas, want none", n)
	}
}
