package web_test

import (
	"net/http"
	"strings"
	"testing"

	"litmus/store/setups"
)

// TestPausedPages proves that the pages of an organization that is not approved show and change nothing but what was
// typed, and that they are unchanged when it is approved again.
func TestPausedPages(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, takehome := f.invite(cleo, "takehome")
	_, schedule := f.invite("pick@c.example", "design")
	session := sessionPath(f.book("booked@c.example", on(4, 15, 0)).Interview)
	_, external := f.external("ext@c.example")
	f.post(takehome + "/start").want(http.StatusSeeOther)
	approve := func(approved bool) {
		setup := acme()
		setup.Organization.Approved = approved
		_, err := f.Setups.Apply(ctx, setup, setups.Options{})
		f.must(err)
	}
	approve(false)
	before := f.rows()
	for _, path := range []string{takehome, schedule, session, session + "/calendar.ics", external} {
		f.get(path).want(http.StatusServiceUnavailable, "not available at the moment").lacks("Acme")
	}
	f.post(external).want(http.StatusServiceUnavailable, "not available at the moment")
	f.post(schedule, "start", "2031-03-04T15:00:00.000Z", "zone", "UTC").want(http.StatusServiceUnavailable)
	r := f.post(takehome+"/submit", "text", "hours of work").want(http.StatusServiceUnavailable,
		"what you typed was not saved")
	equal(t, "what was typed", strings.TrimSpace(content(r.element("typed"))), "hours of work")
	f.unchanged(before, "a paused page")
	approve(true)
	for _, path := range []string{takehome, schedule, session, external} {
		f.get(path).want(http.StatusOK)
	}
}
