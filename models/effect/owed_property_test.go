package effect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/effect"
	"litmus/models/timetable"
)

// TestOwedConverges simulates random lives of interviews. Whatever changed and however attempts at letters ended, once
// everything owed is accepted the last letter to each recipient tells them the truth.
func TestOwedConverges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := randomLife(t)
		d.Server = map[string]desk.Answer{}
		owed := d.Owed()
		d.Deliver()
		if rest := d.Owed(); len(rest) > 0 {
			t.Fatalf("everything was accepted, but %v is still owed", rest)
		}
		checkPostbag(t, d)
		wanted := effect.Recipients(d.Interview, desk.Cleo)
		if d.Interview.StatusAt(d.Now) == models.StatusCompleted || d.Interview.OverWhenCanceled() {
			if slices.ContainsFunc(owed, func(e effect.Effect) bool {
				return !d.Interview.External() || e.Kind != effect.LetterCancellation
			}) {
				t.Fatalf("it is over, and %v was owed", owed)
			}
			if !d.Interview.External() {
				return
			}
			wanted = nil
		}
		targets := effect.ByTarget(d.Ledger)
		for _, r := range wanted {
			told := targets[r.Target()]
			last := told.Last()
			switch {
			case told.Refused(d.Interview.Revision): // given up for this revision
			case last == nil || last.State != effect.Done && !last.Permanent || last.Kind == effect.LetterCancellation:
				t.Fatalf("%s is wanted and was last told %+v", r.Target(), last)
			case !last.Start.Equal(d.Interview.StartsAt) || last.MeetingLink != d.Interview.MeetingLink ||
				last.Invitation != r.Invitation || last.Revision < d.Interview.AnnounceRevision:
				t.Fatalf("%s knows of %s at %q (revision %d); the interview is at %s at %q (announced in %d)",
					r.Target(), last.Start, last.MeetingLink, last.Revision,
					d.Interview.StartsAt, d.Interview.MeetingLink, d.Interview.AnnounceRevision)
			}
		}
		for target, told := range targets {
			var held *effect.Entry // the last REQUEST or CANCEL that may have arrived, whatever the ledger says of it
			for n, p := range d.Posted {
				if e := p.Entry; e.InterviewID == d.Interview.ID && e.Target == target && e.Invitation &&
					!effect.IsReminder(e.Kind) {
					held = &d.Posted[n].Entry
				}
			}
			if slices.ContainsFunc(wanted, func(r effect.Recipient) bool {
				return r.Target() == target &&
					r.Invitation
			}) ||
				held == nil || told.Refused(d.Interview.Revision) {
				continue
			}
			if d.Interview.External() && !held.Start.Add(d.Interview.Duration()).After(d.Interview.CreatedAt) {
				continue // it took place
			}
			if last := told.Last(); held.Kind != effect.LetterCancellation || last.State != effect.Done &&
				!last.Permanent {
				t.Fatalf("%s holds an invitation to what is not theirs: %+v", target, held)
			}
		}
		if d.Interview.AssessmentLinkOwed && !d.Interview.ExternallyScheduled {
			first := slices.IndexFunc(d.Posted, func(p desk.Posted) bool {
				return p.Entry.InterviewID == d.Interview.ID && strings.HasPrefix(p.Entry.Target, "mail:candidate") &&
					!effect.IsReminder(p.Entry.Kind)
			})
			if first >= 0 && !d.Posted[first].Entry.AssessmentLink {
				t.Fatalf("the first letter that left has no assessment link: %+v", d.Posted[first].Entry)
			}
		}
	})
}

// checkPostbag checks what must hold for all letters that left.
func checkPostbag(t *rapid.T, d *desk.Desk) {
	kinds, times, sequence := map[string]string{}, map[string]int{}, map[string]int64{}
	for n, p := range d.Posted {
		e := p.Entry
		target := e.InterviewID + " " + e.Target
		if effect.IsReminder(e.Kind) {
			key := fmt.Sprintf("%s %s %s", target, e.Kind, e.Start)
			if times[key]++; times[key] > 1 && !p.Again {
				t.Fatalf("letter %d: %s goes to %s a second time for %s", n, e.Kind, target, e.Start)
			}
			continue
		}
		key := fmt.Sprintf("%s revision %d", target, e.Revision)
		// A booking may become an external session, which is then reassigned.
		handed := kinds[key] == effect.LetterCancellation && !e.Invitation
		if before, ok := kinds[key]; ok && !handed && (before != e.Kind || !p.Again) {
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
func randomLife(t *rapid.T) *desk.Desk {
	people := []string{desk.Ann, desk.Bob, desk.Cho, ""}
	links := []string{"", desk.Room, "https://meet.example/other"}
	d := desk.New(t)
	pick := func(label string, of []string) string { return rapid.SampledFrom(of).Draw(t, label) }
	start := func() time.Time {
		quarters := rapid.IntRange(1, 72*4).Draw(t, "quarters ahead")
		return d.Now.Add(time.Duration(quarters) * 15 * time.Minute).Truncate(15 * time.Minute)
	}
	if rapid.IntRange(0, 4).Draw(t, "import") == 0 {
		d.Imports(pick("interviewer", people[:3]))
	} else {
		d.Book(start(), pick("interviewer", people), pick("link", links))
	}
	for range rapid.IntRange(0, 14).Draw(t, "steps") {
		d.Now = d.Now.Add(time.Duration(rapid.IntRange(0, 2).Draw(t, "a moment")) * time.Second)
		scheduled := d.Interview.StatusAt(d.Now) == models.StatusScheduled
		switch rapid.SampledFrom([]string{"replace", "move", "reassign", "reassign", "cancel", "end call", "link",
			"external", "use", "fresh", "deliver", "deliver", "deliver", "server", "server", "storm", "hours",
			"calendar"}).Draw(t, "step") {
		case "replace":
			d.Book(start(), pick("interviewer", people), pick("link", links))
		case "move":
			if d.Interview.CanceledAt == nil {
				d.Book(start(), d.Interview.InterviewerEmail, d.Interview.MeetingLink)
			}
		case "reassign":
			if scheduled {
				d.Reassign(pick("interviewer", append(people[:3:3], desk.Fay)))
			}
		case "cancel":
			if rapid.IntRange(0, 2).Draw(t, "really") == 0 {
				d.Cancel()
			}
		case "end call":
			if scheduled && rapid.IntRange(0, 4).Draw(t, "really") == 0 {
				d.EndCall()
			}
		case "link":
			if scheduled && d.Interview.MeetingLink == "" && !d.Interview.ExternallyScheduled {
				d.Arrives("https://meet.example/auto")
			}
		case "external":
			if rapid.Bool().Draw(t, "really") {
				d.BookExternal(pick("interviewer", people[:3]))
			}
		case "use":
			if d.Interview.LinkAlive(d.Now) {
				d.Use()
			}
		case "fresh":
			if d.Interview.StatusAt(d.Now) == models.StatusPending {
				d.FreshLink()
			}
		case "deliver":
			d.Deliver()
		case "server":
			who := pick("mailbox", []string{desk.Cleo, desk.Ann, desk.Bob, desk.Cho, desk.Fay})
			d.Server[who] = desk.Answer(rapid.IntRange(int(desk.Accepts), int(desk.Forgotten)).Draw(t, "answer"))
		case "storm": // attempt after attempt ends in another way
			who := pick("mailbox", []string{desk.Cleo, desk.Ann, desk.Bob, desk.Cho, desk.Fay})
			for range rapid.IntRange(2, 4).Draw(t, "attempts") {
				d.Server[who] = desk.Answer(rapid.IntRange(int(desk.Refuses), int(desk.Forgotten)).Draw(t, "answer"))
				d.Deliver()
			}
		case "calendar":
			d.Calendars[pick("owner", people[:3])] = pick("provider", []string{"", timetable.CalendarCalDAV, timetable.CalendarICS})
		case "hours":
			d.Now = d.Now.Add(time.Duration(rapid.IntRange(1, 30*60).Draw(t, "minutes")) * time.Minute)
		}
	}
	return d
}
