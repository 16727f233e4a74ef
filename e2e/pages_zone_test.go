package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const showTimes = "Show times in this zone"

// InZone chooses a zone and waits for its times: without a script by the button, else the choice is enough.
func (v *Visitor) InZone(zone string) *Visitor {
	v.t.Helper()
	v.Choose("Time zone", zone)
	if !v.scripts {
		return v.Click(showTimes)
	}
	v.shows(zone)
	return v
}

// shows waits until the page has its times in the zone, which it also tells screen readers.
func (v *Visitor) shows(zone string) {
	v.t.Helper()
	Until(v.t, letterTimeout, "the times in "+zone, func() (bool, string) {
		said, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](
			"document.getElementById('zone-said').textContent + document.documentElement.dataset.zone"))
		return err == nil && said == "Times are shown in "+zone+"."+zone, said
	})
}

// loads is how many pages the visitor's browser has loaded.
func (v *Visitor) loads() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.pages
}

// focused is what has the focus, by name.
func (v *Visitor) focused() string {
	v.t.Helper()
	return ask[string](v, "look at the focus", "(() => {"+find+"return named(document.activeElement)})()")
}

// On every page that has a list of zones, a zone takes effect when it is chosen. No other page is loaded, the focus
// stays on the list, and a page that is loaded again keeps the zone.
func TestZoneAtOnce(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	start, half := daysAhead(5, 10, 0), 30*time.Minute
	for _, who := range []string{"ilse", "bram"} {
		o.Offer(t, "graduates", who, start, start.Add(time.Hour), start.Add(25*time.Hour))
	}
	picking := o.Invite(t, "picking", "graduates", "portfolio").Want(201).Text("invite_url")
	picked := o.Invite(t, "picked", "graduates", "portfolio").Want(201).Text("invite_url")
	o.Post(t, picked, nil, "start", wire(start), "zone", "Europe/Rome").Want(303)
	external := o.Do(t, "POST", "/interviews", o.External("external")).Want(201).Text("candidate_link")
	o.Book(t, "live", "interviewer_email", o.Email("dora"), "scheduled_start_at", wire(start))
	session, live := o.linkFor(t, "picked", sessionLink), o.linkFor(t, "live", assessmentLink)
	const zone = "Asia/Kolkata"
	inZone := in(start, zone).Format("15:04")
	for name, c := range map[string]struct{ link, says string }{
		"times":           {picking, inZone},
		"another time":    {picked + "?change=1", told(start, half, zone)},
		"booked":          {picked, told(start, half, zone)},
		"session":         {session, told(start, half, zone)},
		"live assessment": {live, inZone},
		"running":         {external, "(Asia/Kolkata, UTC+05:30)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := o.Visitor(t, Zone("America/New_York"))
			v.Open(c.link)
			if name == "running" {
				v.Click("Start session").Want(200, "Your session is running")
			}
			v.WantNot(c.says, "UTC+05:30")
			if folded := "Times are shown in America/New_York."; v.Offers(folded) {
				v.Tap(folded)
			} else {
				v.Want(200, "Times in America/New_York")
			}
			if v.Offers(showTimes) {
				t.Errorf("there is a button for what needs none")
			}
			ask[bool](v, "focus the list", "(() => {document.getElementById('zone').focus(); return true})()")
			before := v.loads()
			v.InZone(zone).Want(200, c.says).WantNot("America/New_York")
			if v.loads() != before {
				t.Errorf("%d pages were loaded, want none", v.loads()-before)
			}
			if v.focused() != "Time zone" || v.Value("Time zone") != zone || v.Offers(showTimes) {
				t.Errorf("the focus is on %q, the list says %q, and there is %q", v.focused(), v.Value("Time zone"),
					v.Operable())
			}
			v.InZone("Asia/Kathmandu").InZone(zone).Looks("zone-" + strings.ReplaceAll(name, " ", "-"))
			v.Reload().Want(200, c.says)
		})
	}
	t.Run("what was unfolded and where the visitor is stay", func(t *testing.T) {
		t.Parallel()
		far := daysAhead(40, 10, 0)
		for n := range 5 {
			o.Offer(t, "graduates", "dora", far.Add(time.Duration(n)*30*time.Minute),
				far.Add(time.Duration(24+n)*time.Hour), far.Add(time.Duration(48+n)*time.Hour))
		}
		v := o.Visitor(t)
		v.Open(picked + "?change=1&from=" + far.Format("2006-01-02"))
		last := far.Add(52 * time.Hour)
		v.Tap(in(last, "UTC").Format("Monday, 2 January 2006"))
		v.InZone("Europe/Rome").Want(200, "Pick another time", in(last, "Europe/Rome").Format("15:04"))
		if text := v.URL(); !strings.Contains(text, "change=1") || !strings.Contains(text, "from=") {
			t.Errorf("the address is %s", shortened(text))
		}
		v.Pick(last, "Europe/Rome").Want(200, "Move your interview to this time?", told(last, half, "Europe/Rome"))
		ask[bool](v, "go back", "(() => {history.back(); return true})()")
		v.follows("Times in Europe/Rome")
		if got := v.Value("Time zone"); got != "Europe/Rome" {
			t.Errorf("the list says %q after going back", got)
		}
	})
	t.Run("by keyboard, key by key", func(t *testing.T) {
		t.Parallel()
		v := o.Visitor(t, Keyboard, Zone("America/New_York"))
		v.Open(picking)
		before := v.loads()
		v.TabTo("Time zone")
		for range 3 {
			v.Keys(kb.ArrowDown)
			zone := v.Value("Time zone")
			v.shows(zone)
			v.Want(200, "Times in "+zone, in(start, zone).Format("15:04"))
		}
		if zone := v.Value("Time zone"); zone == "America/New_York" || v.loads() != before ||
			v.focused() != "Time zone" {
			t.Errorf("the list says %q, %d pages were loaded, and the focus is on %q", zone, v.loads()-before,
				v.focused())
		}
	})
	t.Run("without a network the page stays and says whose times it shows", func(t *testing.T) {
		t.Parallel()
		v := o.Visitor(t)
		v.Open(picking)
		v.mu.Lock()
		v.muted = true // the browser writes the failed request to its console
		v.mu.Unlock()
		v.online(false)
		v.Choose("Time zone", "Asia/Kolkata")
		Until(t, letterTimeout, "the button", func() (bool, string) { return v.Offers(showTimes), v.Text() })
		v.Want(200, "Times in UTC", in(start, "UTC").Format("15:04"))
		v.online(true)
		v.Click(showTimes).Want(200, "Times in Asia/Kolkata", in(start, "Asia/Kolkata").Format("15:04"))
	})
}

// online gives the visitor's browser its network back or takes it.
func (v *Visitor) online(yes bool) {
	v.t.Helper()
	v.within("change the network", func(ctx context.Context) error {
		conditions := &network.Conditions{Offline: !yes, DownloadThroughput: -1, UploadThroughput: -1}
		_, err := chromedp.Call(ctx, network.EmulateNetworkConditionsByRule,
			network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{conditions}})
		return err
	})
}

// On a phone of 375 × 740 the first times are visible without scrolling, also while another time is picked, and below a
// message where scripts run: without them the button of the zones takes a line.
func TestFirstTimesOnAPhone(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	start := daysAhead(5, 10, 0)
	for _, who := range []string{"ilse", "bram"} {
		o.Offer(t, "graduates", who, start, start.Add(time.Hour), start.Add(25*time.Hour))
	}
	picking := o.Invite(t, "picking", "graduates", "portfolio").Want(201).Text("invite_url")
	picked := o.Invite(t, "picked", "graduates", "portfolio").Want(201).Text("invite_url")
	o.Post(t, picked, nil, "start", wire(start), "zone", "Europe/Rome").Want(303)
	const height = 740
	script, plain := []Habit{Phone, Zone("America/New_York")}, []Habit{Phone, NoScript}
	for name, c := range map[string]struct {
		link    string
		visitor [][]Habit
	}{
		"times":        {picking, [][]Habit{script, plain}},
		"another-time": {picked + "?change=1", [][]Habit{script, plain}},
		"not-free":     {picking + "?start=" + wire(start.Add(7*time.Hour)), [][]Habit{script}},
	} {
		for _, habits := range c.visitor {
			v := o.Visitor(t, habits...)
			v.screen = chromedp.EmulateViewport(phoneWidth, height, chromedp.EmulateMobile, chromedp.EmulateScale(2))
			v.do("take a small phone", v.screen)
			v.Open(c.link).Want(200, "Interview", "Position", "How long", "Time zone", "Times in ")
			at := ask[struct{ Top, Bottom float64 }](v, "measure", `(() => {
const r = document.querySelector('a.time').getBoundingClientRect();
return {Top: r.top + scrollY, Bottom: r.bottom + scrollY}})()`)
			t.Logf("%s, scripts %t: the first time is at %.0f to %.0f", name, v.scripts, at.Top, at.Bottom)
			if at.Bottom > height || at.Top <= 0 {
				t.Errorf("%s, scripts %t: the first time ends at %.0f, want at most %d", name, v.scripts, at.Bottom,
					height)
			}
			v.picture(map[bool]string{true: "fold-", false: "fold-plain-"}[v.scripts] + name)
		}
	}
}
