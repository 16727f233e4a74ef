package dashboard

import (
	"strconv"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/upkeep"
)

// clockView is the page of the test clock.
type clockView struct {
	Now  time.Time
	From int64  // by how many milliseconds it was asked to be ahead; a form that is sent twice moves it once
	By   string // as it was typed
}

// testClock shows the organization's time, and the form that moves it forward.
func testClock(v *site.Visit) (site.Answer, error) { return clockPage(v, "", nil) }

// clockPage shows the page of the test clock, with what was typed and why that is refused; nil: it is not.
func clockPage(v *site.Visit, by string, why error) (site.Answer, error) {
	c, err := v.Store.Wakes.ClockOf(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	if models.KindOf(why) == models.Unavailable {
		by = "" // it goes on by that
	}
	return v.Show("test-clock", "Test clock", clockView{Now: v.Store.NowOf(v.Org.ID), By: by,
		From: c.Wanted.Milliseconds()}).Refusing(why)
}

// moveClock moves the organization's time forward from where the form showed it, and answers when it is there.
func (s *Site) moveClock(v *site.Visit) (site.Answer, error) {
	by := v.Field("by")
	m, err := clockMove(by, v.Field("from"))
	var now time.Time
	if err == nil {
		now, err = s.AdvanceClock(v.Context(), v.Org.ID, m)
	}
	if err != nil {
		return clockPage(v, by, err)
	}
	return site.RedirectNote(site.ClockPath, "It is "+site.WhenText(now, v.Zone)+" now."), nil
}

// clockMove reads a form of the page: by how much the clock is to go forward, from where it was shown.
func clockMove(by, from string) (m upkeep.ClockMove, err error) {
	if m.By, err = upkeep.ParseAdvance(by); err != nil {
		return m, err
	}
	ms, err := strconv.ParseInt(from, 10, 64)
	if err != nil || ms < 0 || ms > upkeep.MaxAhead.Milliseconds() {
		return m, models.Invalidf("this form is not whole; open the page again")
	}
	shown := time.Duration(ms) * time.Millisecond
	m.From = &shown
	return m, nil
}
