package dashboard

import (
	"strconv"
	"time"

	"litmus/models"
)

// clockPage is the page of the test clock. It exists where there is one.
const clockPage = "/dashboard/test-clock"

// clockView is the page of the test clock.
type clockView struct {
	Now  time.Time
	From int64  // by how many milliseconds it was asked to be ahead; a form that is sent twice moves it once
	By   string // as it was typed
}

// Clock returns what the banner of every page says of a test clock that was moved, nil for none.
func (p *page) Clock() *clockBanner {
	ahead := p.site.Store.Ahead(p.visit.org.ID)
	if ahead == 0 || !p.visit.signedIn() {
		return nil
	}
	return &clockBanner{Now: p.visit.now, Ahead: longer(ahead),
		MayMove: p.site.served[clockPage] && p.visit.can(models.ActionEditOrganization, models.Facts{})}
}

// clockBanner says which time the organization has.
type clockBanner struct {
	Now     time.Time
	Ahead   string
	MayMove bool
}

// longer says about how long something is that may last days: "9 days", "5 hours".
func longer(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return counted(int(d.Round(time.Hour)/(24*time.Hour)), "day")
	case d >= 2*time.Hour:
		return counted(int(d.Round(time.Minute)/time.Hour), "hour")
	}
	return counted(max(1, int(d.Round(time.Second)/time.Minute)), "minute")
}

// testClock shows the organization's time, and the form that moves it forward.
func (s *Site) testClock(v *visit) (answer, error) { return s.clockPage(v, "", nil) }

// clockPage shows the page of the test clock, with what was typed and why that is refused; nil: it is not.
func (s *Site) clockPage(v *visit, by string, why error) (answer, error) {
	c, err := s.Store.Wakes.ClockOf(v.Context(), v.org.ID)
	if err != nil {
		return answer{}, err
	}
	if models.KindOf(why) == models.Unavailable {
		by = "" // it goes on by that
	}
	return s.show(v, "test-clock", "Test clock", clockView{Now: s.Store.NowOf(v.org.ID), By: by,
		From: c.Wanted.Milliseconds()}).refusing(why)
}

// moveClock moves the organization's time forward from where the form showed it, and answers when it is there.
func (s *Site) moveClock(v *visit) (answer, error) {
	by := v.field("by")
	m, err := clockMove(by, v.field("from"))
	var now time.Time
	if err == nil {
		now, err = s.AdvanceClock(v.Context(), v.org.ID, m)
	}
	if err != nil {
		return s.clockPage(v, by, err)
	}
	return redirectNote(v, clockPage, "It is "+whenText(now, v.zone)+" now."), nil
}

// clockMove reads a form of the page: by how much the clock is to go forward, from where it was shown.
func clockMove(by, from string) (m models.ClockMove, err error) {
	if m.By, err = models.ParseAdvance(by); err != nil {
		return m, err
	}
	ms, err := strconv.ParseInt(from, 10, 64)
	if err != nil || ms < 0 || ms > models.MostAhead.Milliseconds() {
		return m, models.Invalidf("this form is not whole; open the page again")
	}
	shown := time.Duration(ms) * time.Millisecond
	m.From = &shown
	return m, nil
}
