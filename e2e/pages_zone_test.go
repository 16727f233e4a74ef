package e2e

import (
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"litmus/phrases"
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
		return err == nil && said == "Times are shown in "+cityOf(zone)+" time."+zone, said
	})
}

// cityOf is what the pages call a zone.
func cityOf(zone string) string { return phrases.English.City(in(time.Time{}, zone).Location()) }

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

// pickers are the links of two candidates who are offered a start: one picks, one has picked it.
func (o *Org) pickers(t testing.TB, start time.Time) (picking, picked string) {
	t.Helper()
	for _, who := range []string{"ilse", "bram"} {
		o.Offer(t, "graduates", who, start, start.Add(time.Hour), start.Add(25*time.Hour))
	}
	picking = o.Invite(t, "picking", "graduates", "portfolio").Want(201).Text("invite_url")
	picked = o.Invite(t, "picked", "graduates", "portfolio").Want(201).Text("invite_url")
	o.Post(t, picked, nil, "start", wire(start), "zone", "Europe/Rome").Want(303)
	return picking, picked
}

// On every page that has a list of zones, a zone takes effect when it is chosen. No other page is loaded, the focus
// stays on the list, and a page that is loaded again keeps the zone.
func TestZoneAtOnce(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	start, half := daysAhead(5, 10, 0), 30*time.Minute
	picking, picked := o.pickers(t, start)
	external := o.Do(t, "POST", "/interviews", o.External("external")).Want(201).Text("candidate_link")
	session := o.linkFor(t, "picked", sessionLink)
	const zone = "Asia/Kolkata"
	for name, c := range map[string]struct{ link, says string }{
		"times":   {picking, in(start, zone).Format("15:04")},
		"booked":  {picked, told(start, half, zone)},
		"session": {session, told(start, half, zone)},
		"running": {external, "(Kolkata time, UTC+5:30)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := o.Visitor(t, Zone("America/New_York"))
			v.Open(c.link)
			if name == "running" {
				v.Click("Start session").Want(200, "Your session is running")
			}
			v.WantNot(c.says, "UTC+5:30")
			if folded := "Times are shown in New York time."; v.Offers(folded) {
				v.Tap(folded)
			} else {
				v.Want(200, "Times in New York")
			}
			if v.Offers(showTimes) {
				t.Errorf("there is a button for what needs none")
			}
			ask[bool](v, "focus the list", "(() => {document.getElementById('zone-name').focus(); return true})()")
			before := v.loads()
			v.InZone(zone).Want(200, c.says).WantNot("Times in New York", "New York time")
			if v.loads() != before {
				t.Errorf("%d pages were loaded, want none", v.loads()-before)
			}
			if v.focused() != "Time zone" || v.Value("Time zone") != zone || v.Offers(showTimes) {
				t.Errorf("the focus is on %q, the list says %q, and there is %q", v.focused(), v.Value("Time zone"),
					v.Operable())
			}
			if v.InZone("Asia/Kathmandu").InZone(zone); name == "session" {
				v.Looks("zone")
			}
			v.Reload().Want(200, c.says)
		})
	}
	t.Run("without a network the page stays and says whose times it shows", func(t *testing.T) {
		t.Parallel()
		v := o.Visitor(t)
		v.Open(picking)
		v.loses("")
		v.Choose("Time zone", "Asia/Kolkata")
		Until(t, letterTimeout, "the button", func() (bool, string) { return v.Offers(showTimes), v.Text() })
		v.Want(200, "Times in UTC", in(start, "UTC").Format("15:04"))
		v.finds()
		v.Click(showTimes).Want(200, "Times in Kolkata", in(start, "Asia/Kolkata").Format("15:04"))
	})
}

// Another zone loses nothing of what was typed in the page's forms, and does not let it overwrite what came from
// another tab. One form that is sent does not lose what was typed in another without a warning.
func TestZoneKeepsTyping(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	picking, _ := o.pickers(t, daysAhead(5, 10, 0))
	v := o.Visitor(t)
	v.Open(picking).Tap("Do you need something?").Fill("What would help you", "captions")
	o.Post(t, picking+"/accommodation", nil, "text", "an interpreter").Want(303)
	v.InZone("Asia/Kolkata")
	if got := v.Value("What would help you"); got != "captions" {
		t.Errorf("after another zone the field holds %q", got)
	}
	asked := v.asked
	v.Click("Save the change").Want(409, "an interpreter")
	if got := v.Value("What would help you"); got != "captions" || v.asked != asked {
		t.Errorf("the form holds %q, and sending it asked %d times", got, v.asked-asked)
	}
	v.Open(picking).Tap("None of these times suits me")
	l, day := phrases.Locale{Language: &phrases.English}, machineNow().AddDate(0, 0, 2)
	v.draws(l, day)
	v.InZone("Asia/Kathmandu")
	hours := v.Value("field: From when to when")
	if drawn := ask[[]string](v, "look at the grid", "[...document.querySelectorAll('.week :checked')].map(e => "+
		"e.dataset.hour)"); !slices.Equal(drawn, []string{"9", "10"}) || hours != "09:00-11:00" {
		t.Errorf("after another zone %q are drawn, and the field holds %q", drawn, hours)
	}
	v.Open(picking).Tap("Do you need something?").Fill("What would help you", "captions")
	v.Tap("None of these times suits me").Fill("A word to the hiring team, if you like", "soon")
	asked = v.asked
	v.Click("Save the change").Want(200, "hiring team")
	if v.asked != asked+1 {
		t.Errorf("sending one of two forms asked %d times, want once", v.asked-asked)
	}
}

// On a phone of 375 × 740 the first times are visible without scrolling, also while another time is picked, and below a
// message where scripts run: without them the button of the zones takes a line.
func TestFirstTimesOnAPhone(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	start := daysAhead(5, 10, 0)
	picking, picked := o.pickers(t, start)
	const height = 740
	script, plain := []Habit{Phone, Zone("America/New_York")}, []Habit{Phone, NoScript}
	for _, c := range []struct {
		link   string
		habits []Habit
	}{
		{picking, script}, {picking, plain}, {picked + "?change=1", script}, {picked + "?change=1", plain},
		{picking + "?start=" + wire(start.Add(7*time.Hour)), script}, // a time that is not free
	} {
		v := o.Visitor(t, c.habits...)
		v.do("take a small phone",
			chromedp.EmulateViewport(phoneWidth, height, chromedp.EmulateMobile, chromedp.EmulateScale(2)))
		v.Open(c.link).Want(200, "Interview", "Position", "How long", "Time zone", "Times in ")
		at := ask[struct{ Top, Bottom float64 }](v, "measure", `(() => {
const r = document.querySelector('a.time').getBoundingClientRect();
return {Top: r.top + scrollY, Bottom: r.bottom + scrollY}})()`)
		if at.Bottom > height || at.Top <= 0 {
			t.Errorf("%s, scripts %t: the first time ends at %.0f, want at most %d", shortened(c.link), v.scripts,
				at.Bottom, height)
		}
	}
}
