package e2e

import "testing"

// An admin moves the test clock, and each page says which time it is; by keyboard and on a phone without scripts as
// well.
func TestDashboardClock(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := Start(t, WithTestClock()).NewOrg(t)
	v := o.signedIn(t, "root")
	v.Open(o.Here(t, "/dashboard")).Want(200).WantNot("Test clock: it is")
	v.Click("Test clock").Want(200, "It is", "Forward by")
	v.Fill("Forward by", "9d").Click("Move the clock").Want(200, "Test clock: it is", "9 days ahead of the real time")
	v.inspected("test-clock")
	v.Open(o.Here(t, "/dashboard/interviews")).Want(200, "9 days ahead of the real time")
	v.inspected("test-clock-banner")

	k := o.signedIn(t, "root", Keyboard)
	k.Open(o.Here(t, "/dashboard")).Click("Move it on").Fill("Forward by", "soon").Click("Move the clock").
		Want(400, "is no span of time", "9 days ahead")
	k.inspected("test-clock-refused")

	p := o.signedIn(t, "root", Phone, NoScript)
	p.Open(o.Here(t, "/dashboard/test-clock")).Fill("Forward by", "36h").Click("Move the clock").
		Want(200, "10 days ahead of the real time")
}
