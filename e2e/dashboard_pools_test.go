package e2e

import "testing"

// P1 and P7: a recruiter makes a pool, adds people, counts a shadowing of a trainee and pauses somebody. Package
// dashboard holds what each step does and shows.
func TestDashboardPools(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	eachManner(t, func(t *testing.T, m manner) {
		o := NewOrg(t, rhea...)
		v := o.signedIn(t, "rhea", m.habits...)
		v.Open(o.API+"/dashboard/pools").Want(200, "There are no pools yet").Fill("Name", "Bar raisers").
			Click("Create the pool").Want(200, "The pool is created.", "Nobody is in this pool yet.")
		v.Fill("Email of somebody", o.Email("bram")).Click("Add").Want(200, "qualified")
		v.Fill("Email of somebody", o.Email("petra")).Choose("State", "shadow").Click("Add").Want(200, "0 of 2 done")
		m.looks(v, "pool")
		v.Tap("Change " + o.Email("petra"))
		m.looks(v, "pool-change")
		v.Fill("Done as a trainee", "1").Click("Save").Want(200, "1 of 2 done", "is changed.")
		v.Open(o.API+"/dashboard/pools").Want(200, "Bar raisers")
		m.looks(v, "pools")
	})
}
