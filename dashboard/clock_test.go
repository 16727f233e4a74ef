package dashboard

import (
	"context"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models/upkeep"
)

// withClock gives the site a test clock that jumps.
func withClock(s *Site) {
	if err := s.Store.Wakes.ServeClocks(ctx); err != nil {
		panic(err)
	}
	s.AdvanceClock = func(ctx context.Context, orgID string, m upkeep.ClockMove) (time.Time, error) {
		asked, err := s.Store.Wakes.AskClock(ctx, orgID, m)
		if err == nil {
			err = s.Store.Wakes.MoveClock(ctx, orgID, asked.Wanted)
		}
		return s.Store.NowOf(orgID), err
	}
}

// An admin moves the time of the organization, every page has that time and says so, and sessions have the machine's.
func TestClockPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, withClock)
	admin, recruiter := w.as(t, "admin"), w.as(t, "recruiter")
	admin.get("/dashboard").want(200).lacks("Test clock: it is").one("nav a[href=" + site.ClockPath + "]")
	admin.get(site.ClockPath).want(200, "It is Mon 3 Mar 2031, 13:00 CET")

	moved := admin.follow(admin.post(site.ClockPath, "by", "9d", "from", "0"))
	moved.want(200, "It is Wed 12 Mar 2031, 13:00 CET now.",
		"Test clock: it is Wed 12 Mar 2031, 13:00 CET here, 9 days ahead of the real time. Move it on")
	recruiter.get("/dashboard").want(200, "9 days ahead of the real time.").lacks("Move it on")
	w.as(t, "other").get("/dashboard").want(200).lacks("Test clock: it is")
	recruiter.get(site.ClockPath).want(403)
	recruiter.post(site.ClockPath, "by", "1d").want(403)

	for by, why := range map[string]string{"": "is no span of time", "soon": "is no span of time",
		"-1h": "A test clock only goes forward.", "367d": "by 366 days at most"} {
		admin.post(site.ClockPath, "by", by, "from", "777600000").want(400, why)
	}
	admin.post(site.ClockPath, "by", "1d", "from", "nine").want(400, "This form is not whole")
	if now := w.NowOf(w.org.ID); !now.Equal(noon.Add(9*24*time.Hour)) || !w.Now().Equal(noon) {
		t.Errorf("it is %s for the organization, %s for the machine", now, w.Now())
	}

	// The page says from where its form moves the clock. Sent twice it moves once, and it moves no clock that somebody
	// else has moved since.
	shown := attr(admin.get(site.ClockPath).want(200).one("input[name=from]"), "value")
	for range 2 {
		admin.post(site.ClockPath, "by", "1d", "from", shown).want(303)
	}
	admin.post(site.ClockPath, "by", "2d", "from", shown).want(409, "The test clock was moved since", "10 days ahead")
	if now := w.NowOf(w.org.ID); !now.Equal(noon.Add(10 * 24 * time.Hour)) {
		t.Errorf("after a form that was sent twice it is %s, want ten days later", now)
	}

	// Without a test clock there is no such page, and nothing leads to it.
	without := newWorld(t)
	without.as(t, "admin").get(site.ClockPath).want(404)
	without.as(t, "admin").post(site.ClockPath, "by", "9d").want(404)
	without.as(t, "admin").get("/dashboard").want(200).lacks("Test clock")
}
