package e2e

import "testing"

// An admin moves the test clock, and each page says which time it is.
func TestDashboardClock(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := Start(t, WithTestClock()).NewOrg(t)
	v := o.signedIn(t, "root")
	v.Click("Test clock").Want(200, "It is", "Forward by").Fill("Forward by", "9d").Click("Move the clock").
		Want(200, "Test clock: it is", "9 days ahead of the real time").Looks("test-clock")
	v.Open(o.API+"/dashboard/interviews").Want(200, "9 days ahead of the real time").Looks("test-clock-banner")
	k := o.signedIn(t, "root", Keyboard)
	k.Open(o.API+"/dashboard").Click("Move it on").Fill("Forward by", "soon").Click("Move the clock").
		Want(400, "is no span of time", "9 days ahead").Looks("test-clock-refused")
}
