package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"litmus/phrases"
)

// Reads has the visitor's browser ask for pages in a language.
func Reads(accepts string) Habit {
	return func(*Visitor) chromedp.Action[chromedp.Void] {
		return tell(network.SetExtraHTTPHeaders.Method,
			network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": accepts}})
	}
}

// A candidate picks a time, moves it, proposes others and cancels, on a phone and a desktop, by keyboard and without
// scripts, in both languages and in zones whose clocks are odd: each page says the same instant, is in their language,
// fits their screen and passes axe.
func TestPagesWalk(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	const half = 30 * time.Minute
	first, second := daysAhead(4, 9, 0), daysAhead(5, 23, 0)
	for n, w := range []struct {
		name, zone, accepts string
		habits              []Habit
	}{
		{"desktop, German", "America/New_York", "de-DE", nil},
		{"keyboard, English", "Asia/Kathmandu", "en-GB", []Habit{Keyboard}},
		{"phone, twelve hours", "Asia/Kolkata", "en-IN", []Habit{Phone}},
		{"phone without scripts, German", "Asia/Kathmandu", "de", []Habit{Phone, NoScript}},
		{"keyboard without scripts, twelve hours", "America/New_York", "en-US", []Habit{Keyboard, NoScript}},
		{"keyboard on a phone, German", "Asia/Kolkata", "de-AT", []Habit{Phone, Keyboard}},
	} {
		o.Offer(t, "graduates", fmt.Sprintf("host-%d", n), first, second)
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			language, twelve, _ := phrases.Accepted(w.accepts)
			l := phrases.Locale{Language: language, Twelve: twelve && language.Code == phrases.English.Code}
			who, zone := fmt.Sprintf("walker-%d", n), in(first, w.zone).Location()
			o.Invite(t, who, "graduates", "portfolio").Want(201)
			v := o.Visitor(t, append([]Habit{Zone(w.zone), Reads(w.accepts)}, w.habits...)...)
			told := func(start time.Time) string { return l.Span(start, start.Add(half), false, zone) }
			about := func(n phrases.Notice) string { return n.About("{organization}", "Northwind Optics").Heading }
			stop := func(name, heading string, words ...string) {
				t.Helper()
				v.Want(200, append(words, heading)...).glance(fmt.Sprintf("walk-%d-%s", n, name))
				if got := ask[string](v, "read the language", "document.documentElement.lang"); got != l.Code {
					t.Errorf("%s is in %q, want %q", name, got, l.Code)
				}
			}
			pick := func(start time.Time, review phrases.Notice) {
				t.Helper()
				at := start.In(zone)
				name := spaced(l.Clock(at) + ", " + l.Day(at))
				if !v.Offers(name) {
					v.Tap(l.Day(at))
				}
				v.Click(name)
				stop("review", about(review), told(start))
			}

			v.Open(o.linkFor(t, who, scheduleLink))
			if !v.scripts {
				v.Choose(l.ZoneLabel, w.zone).Click(l.ZoneButton)
			}
			stop("times", about(l.Pick), l.Day(first.In(zone)))
			pick(first, l.Review)
			v.Click(l.BookButton)
			stop("booked", about(l.Booked), told(first))
			v.Click(l.Change)
			pick(second, l.ReviewMove)
			v.Click(l.MoveButton)
			stop("moved", about(l.Moved), told(second), l.Plans)

			v.Tap(l.Proposal.TitleOfMove)
			day := machineNow().In(zone).AddDate(0, 0, 2)
			if v.scripts {
				v.draws(l, day)
			} else {
				ask[string](v, "choose the day", fmt.Sprintf("document.getElementById('proposal-date-0').value = %q",
					day.Format(time.DateOnly)))
				v.Fill(l.Proposal.Hours, "9-11")
			}
			stop("proposing", about(l.Moved))
			from := time.Date(day.Year(), day.Month(), day.Day(), 9, 0, 0, 0, zone)
			v.Click(l.Proposal.Send)
			stop("proposed", about(l.Moved), l.Proposal.Saved, l.Span(from, from.Add(2*time.Hour), false, zone))

			v.Click(l.Canceling.Open)
			stop("cancel", about(l.Canceling.Ask), told(second))
			v.Fill(l.Canceling.Why, "Exams").Click(l.Canceling.Button)
			stop("canceled", about(l.Canceling.Done), told(second))
			if got := o.Interviews(t, who).Texts("interviews", "status"); len(got) != 1 || got[0] != "canceled" {
				t.Errorf("the interviews are %v", got)
			}
		})
	}
}

// spaced is a text as elements are named: each space is one that breaks.
func spaced(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// draws draws nine to eleven of a day into the form of a proposal, and with the mouse takes away an hour too many.
func (v *Visitor) draws(l phrases.Locale, day time.Time) {
	v.t.Helper()
	hour := func(h int) string {
		at := time.Date(day.Year(), day.Month(), day.Day(), h, 0, 0, 0, time.UTC)
		return spaced(l.Day(day) + ", " + l.Clock(at) + "–" + l.Clock(at.Add(time.Hour)))
	}
	if v.keyboard {
		v.TabTo(spaced(ask[string](v, "find the grid's stop",
			`document.querySelector('.week [tabindex="0"]').getAttribute('aria-label')`)))
		for at, steps := "", 0; !strings.Contains(at, hour(9)); steps++ {
			key := kb.ArrowRight
			if strings.Contains(at, l.Day(day)) {
				key = kb.ArrowDown
			}
			if steps > 40 {
				v.t.Fatalf("arrows do not reach %q; the last is %q", hour(9), at)
			}
			v.Keys(key)
			at = v.focused()
		}
		v.Keys(" ")
		v.do("draw one more", chromedp.KeyEvent(kb.ArrowDown, chromedp.KeyModifiers(chromedp.ModifierShift)))
	} else {
		v.drag(hour(9), hour(11))
		v.Tap(hour(11)) // a slip
	}
	if got := v.Value("field: " + l.Proposal.Hours); got != "09:00-11:00" {
		v.t.Errorf("the form says %q", got)
	}
}
