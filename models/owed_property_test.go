package models

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestOwedConverges simulates random lives of interviews. Whatever changed and however attempts at letters ended, once
// everything owed is accepted the last letter to each recipient tells them the truth.
func TestOwedConverges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := randomLife(t)
		d.server = map[string]answer{}
		owed := d.owed()
		d.deliver()
		if rest := d.owed(); len(rest) > 0 {
			t.Fatalf("everything was accepted, but %v is still owed", rest)
		}
		checkPostbag(t, d)
		wanted := Recipients(d.i, cleo)
		if d.i.StatusAt(d.now) == StatusCompleted || d.i.overWhenCanceled() {
			if slices.ContainsFunc(owed, func(e Effect) bool {
				return !d.i.External() || e.Kind != LetterCancellation
			}) {
				t.Fatalf("it is over, and %v was owed", owed)
			}
			if !d.i.External() {
				return
			}
			wanted = nil
		}
		targets := byTarget(d.ledger)
		for _, r := range wanted {
			told := targets[r.Target()]
			last := told.last()
			switch {
			case told.refused(d.i.Revision): // given up for this revision
			case last == nil || last.State != EffectDone && !last.Permanent || last.Kind == LetterCancellation:
				t.Fatalf("%s is wanted and was last told %+v", r.Target(), last)
			case !last.Start.Equal(d.i.StartsAt) || last.MeetingLink != d.i.MeetingLink ||
				last.Invitation != r.Invitation || last.Revision < d.i.AnnounceRevision:
				t.Fatalf("%s knows of %s at %q (revision %d); the interview is at %s at %q (announced in %d)",
					r.Target(), last.Start, last.MeetingLink, last.Revision,
					d.i.StartsAt, d.i.MeetingLink, d.i.AnnounceRevision)
			}
		}
		for target, told := range targets {
			var held *Entry // the last REQUEST or CANCEL that may have arrived, whatever the ledger says of it
			for n, p := range d.posted {
				if e := p.entry; e.InterviewID == d.i.ID && e.Target == target && e.Invitation && !isReminder(e.Kind) {
					held = &d.posted[n].entry
				}
			}
			if slices.ContainsFunc(wanted, func(r Recipient) bool { return r.Target() == target && r.Invitation }) ||
				held == nil || told.refused(d.i.Revision) {
				continue
			}
			if d.i.External() && !held.Start.Add(d.i.Duration()).After(d.i.CreatedAt) {
				continue // it took place
			}
			if last := told.last(); held.Kind != LetterCancellation || last.State != EffectDone && !last.Permanent {
				t.Fatalf("%s holds an invitation to what is not theirs: %+v", target, held)
			}
		}
		if d.i.AssessmentLinkOwed && !d.i.ExternallyScheduled {
			first := slices.IndexFunc(d.posted, func(p posted) bool {
				return p.entry.InterviewID == d.i.ID && strings.HasPrefix(p.entry.Target, "mail:candidate") &&
					!isReminder(p.entry.Kind)
			})
			if first >= 0 && !d.posted[first].entry.AssessmentLink {
				t.Fatalf("the first letter that left has no assessment link: %+v", d.posted[first].entry)
			}
		}
	})
}

// checkPostbag checks what must hold for all letters that left.
func checkPostbag(t *rapid.T, d *desk) {
	kinds, times, sequence := map[string]string{}, map[string]int{}, map[string]int64{}
	for n, p := range d.posted {
		e := p.entry
		target := e.InterviewID + " " + e.Target
		if isReminder(e.Kind) {
			key := fmt.Sprintf("%s %s %s", target, e.Kind, e.Start)
			if times[key]++; times[key] > 1 && !p.again {
				t.Fatalf("letter %d: %s goes to %s a second time for %s", n, e.Kind, target, e.Start)
			}
			continue
		}
		key := fmt.Sprintf("%s revision %d", target, e.Revision)
		// A booking may become an external session, which is then reassigned.
		handed := kinds[key] == LetterCancellation && !e.Invitation
		if before, ok := kinds[key]; ok && !handed && (before != e.Kind || !p.again) {
			t.Fatalf("letter %d: %s gets %s after %s", n, key, e.Kind, before)
		}
		kinds[key] = e.Kind
		if e.Invitation && e.Revision < sequence[target] {
			t.Fatalf("letter %d: SEQUENCE of %s falls from %d to %d", n, target, sequence[target], e.Revision)
		}
		sequence[target] = max(sequence[target], e.Revision)
	}
}

// randomLife returns a desk after changes, deliveries and time in random order.
func randomLife(t *rapid.T) *desk {
	people := []string{ann, bob, cho, ""}
	links := []string{"", room, "https://meet.example/other"}
	d := newDesk(t)
	pick := func(label string, of []string) string { return rapid.SampledFrom(of).Draw(t, label) }
	start := func() time.Time {
		quarters := rapid.IntRange(1, 72*4).Draw(t, "quarters ahead")
		return d.now.Add(time.Duration(quarters) * 15 * time.Minute).Truncate(15 * time.Minute)
	}
	if rapid.IntRange(0, 4).Draw(t, "import") == 0 {
		d.imports(pick("interviewer", people[:3]))
	} else {
		d.book(start(), pick("interviewer", people), pick("link", links))
	}
	for range rapid.IntRange(0, 14).Draw(t, "steps") {
		d.now = d.now.Add(time.Duration(rapid.IntRange(0, 2).Draw(t, "a moment")) * time.Second)
		scheduled := d.i.StatusAt(d.now) == StatusScheduled
		switch rapid.SampledFrom([]string{"replace", "move", "reassign", "reassign", "cancel", "end call", "link",
			"external", "use", "fresh", "deliver", "deliver", "deliver", "server", "server", "storm", "hours",
			"calendar"}).Draw(t, "step") {
		case "replace":
			d.book(start(), pick("interviewer", people), pick("link", links))
		case "move":
			if d.i.CanceledAt == nil {
				d.book(start(), d.i.InterviewerEmail, d.i.MeetingLink)
			}
		case "reassign":
			if scheduled {
				d.reassign(pick("interviewer", append(people[:3:3], fay)))
			}
		case "cancel":
			if rapid.IntRange(0, 2).Draw(t, "really") == 0 {
				d.cancel()
			}
		case "end call":
			if scheduled && rapid.IntRange(0, 4).Draw(t, "really") == 0 {
				d.endCall()
			}
		case "link":
			if scheduled && d.i.MeetingLink == "" && !d.i.ExternallyScheduled {
				d.arrives("https://meet.example/auto")
			}
		case "external":
			if rapid.Bool().Draw(t, "really") {
				d.bookExternal(pick("interviewer", people[:3]))
			}
		case "use":
			if d.i.LinkAlive(d.now) {
				d.use()
			}
		case "fresh":
			if d.i.StatusAt(d.now) == StatusPending {
				d.freshLink()
			}
		case "deliver":
			d.deliver()
		case "server":
			who := pick("mailbox", []string{cleo, ann, bob, cho, fay})
			d.server[who] = answer(rapid.IntRange(int(accepts), int(forgotten)).Draw(t, "answer"))
		case "storm": // attempt after attempt ends in another way
			who := pick("mailbox", []string{cleo, ann, bob, cho, fay})
			for range rapid.IntRange(2, 4).Draw(t, "attempts") {
				d.server[who] = answer(rapid.IntRange(int(refuses), int(forgotten)).Draw(t, "answer"))
				d.deliver()
			}
		case "calendar":
			d.calendars[pick("owner", people[:3])] = pick("provider", []string{"", CalendarCalDAV, CalendarICS})
		case "hours":
			d.now = d.now.Add(time.Duration(rapid.IntRange(1, 30*60).Draw(t, "minutes")) * time.Minute)
		}
	}
	return d
}
