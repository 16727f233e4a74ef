package activities_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/activities"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/store/effects"
)

// TestLookAfterCopies proves that a reading of the calendar at Google puts a deleted copy back, makes a doubled one
// single, and tells that one was moved or declined; and that what could not be told yet is told by the next reading.
func TestLookAfterCopies(t *testing.T) {
	t.Parallel()
	atRoom.visit(t, "a copy that its owner changes", func(t *testing.T, w *town, ref models.Ref) {
		target := effect.EventTarget(dan)
		w.did(ref, target, 1)
		calendar, err := w.Store.Availability.ConnectionOf(t.Context(), ref.OrgID, dan)
		w.must(err)
		interview := func() models.Interview {
			acct, err := w.Store.Effects.InterviewLedger(t.Context(), ref)
			w.must(err)
			return acct.Interview
		}
		read := func(about string, want models.DriftKind) {
			t.Helper()
			if out, err := w.SyncCalendar(t.Context(), models.Ref{OrgID: ref.OrgID, ID: calendar.ID}); err != nil ||
				out.Code != "" {
				t.Fatalf("%s: got %+v, %v", about, out, err)
			}
			var got models.DriftKind
			if d := interview().DriftedOf(dan, w.clock.Now()); d != nil {
				got = d.Kind
			}
			if got != want {
				t.Errorf("%s: it is %q, want %q", about, got, want)
			}
		}
		there := func(about string, want int) {
			t.Helper()
			if got := w.google.list(); len(got) != want {
				t.Errorf("%s: the calendar holds %v, want %d", about, got, want)
			}
		}
		settle := func() { w.clock.Set(w.clock.Now().Add(effect.Settling)) }
		gone := func(e *event) { e.gone = true }

		w.google.changes(dan, gone)
		read("deleted just after it was written", "")
		w.did(ref, target, 0)
		settle()
		read("a minute later", "")
		_, err = w.db.ExecContext(t.Context(), "update interviews set woken_revision = revision, "+
			"converged_revision = revision")
		w.must(err)
		read("while an older worker owes nothing", "")
		var owed int
		w.must(w.db.QueryRowContext(t.Context(), "select count(*) from interviews where woken_revision < revision "+
			"and converged_revision < revision").Scan(&owed))
		if owed != 1 {
			t.Error("its mend is swallowed")
		}
		w.did(ref, target, 1)
		there("put back", 1)
		settle()
		w.google.changes(dan, gone)
		read("deleted again", models.DriftDeleted)
		w.did(ref, target, 0)
		w.google.changes(dan, func(e *event) { e.gone = false })
		read("restored by its owner", "")

		w.google.changes(dan, func(e *event) {
			twin := *e
			twin.ID = "twin"
			w.google.events[dan][twin.ID] = &twin
		})
		read("doubled", "")
		w.google.during = func() { w.google.says(dan, "403") }
		w.did(ref, target, 1)
		w.google.says(dan, "")
		there("the other cannot be deleted", 2)
		settle()
		read("the other cannot be deleted", models.DriftDoubled)
		_, _, err = w.Store.Bookings.Change(t.Context(), act.By{}, ref.OrgID, ref.ID, booking.PutCopyBack(dan))
		w.must(err)
		w.did(ref, target, 1)
		there("made single", 1)
		settle()

		for _, response := range []models.Response{models.Accepted, models.Tentative} {
			w.google.changes(dan, func(e *event) { e.answer = string(response) })
			read(string(response), "")
			if got := interview().ResponseOf(dan); got != response {
				t.Errorf("answered in the calendar is %q, want %q", got, response)
			}
			revision := interview().Revision
			read(string(response)+" still", "")
			if got := interview().Revision; got != revision {
				t.Errorf("%s is noted again", response)
			}
		}

		shift := func(e *event) {
			e.Start.DateTime, e.End.DateTime = e.Start.DateTime.Add(time.Hour), e.End.DateTime.Add(time.Hour)
		}
		w.google.changes(dan, shift)
		w.google.says(dan, "lost")
		if out, err := w.SyncCalendar(t.Context(), models.Ref{OrgID: ref.OrgID, ID: calendar.ID}); err != nil ||
			out.Code == "" {
			t.Errorf("of a calendar that cannot be read: %+v, %v", out, err)
		}
		w.google.says(dan, "")
		read("moved", models.DriftMoved)
		w.did(ref, target, 0)
		w.google.changes(dan, func(e *event) { e.answer = "declined" })
		read("declined", models.DriftDeclined)
		if asked := interview().ReplacementOf(dan, w.clock.Now()); asked == nil || !asked.Declined {
			t.Errorf("it asks %+v", asked)
		}
	})
}

// TestLookAfterCopies_oneFails proves that a copy that cannot be looked for does not keep the others from it.
func TestLookAfterCopies_oneFails(t *testing.T) {
	t.Parallel()
	atRoom.visit(t, "one of two", func(t *testing.T, w *town, first models.Ref) {
		w.order.Start, w.order.CandidateEmail = w.order.Start.Add(2*time.Hour), "cara@cand.example"
		second := w.book()
		for _, ref := range []models.Ref{first, second} {
			w.did(ref, effect.EventTarget(dan), 1)
		}
		w.clock.Set(w.clock.Now().Add(effect.Settling))
		calendar, err := w.Store.Availability.ConnectionOf(t.Context(), first.OrgID, dan)
		w.must(err)
		later := func(refs ...models.Ref) { // in the calendar, an hour, and it is read
			w.google.changes(dan, func(e *event) {
				uid := e.ExtendedProperties.Private["litmusUid"]
				of := func(r models.Ref) bool { return strings.HasPrefix(uid, r.ID) }
				if slices.ContainsFunc(refs, of) {
					e.Start.DateTime, e.End.DateTime = e.Start.DateTime.Add(time.Hour), e.End.DateTime.Add(time.Hour)
					e.broken = of(first)
				}
			})
			_, err := w.SyncCalendar(t.Context(), models.Ref{OrgID: first.OrgID, ID: calendar.ID})
			w.must(err)
		}
		later(second)
		before := w.row(second)
		later(first, second) // the first, of which nothing is known, has its turn before the second
		if d := w.row(first).Drift; d != nil {
			t.Errorf("known is %+v of the one that fails", d)
		}
		if d, was := w.row(second).Drift, before.Drift; was == nil || d.Start.Equal(*was.Start) {
			t.Errorf("known is %+v of the other, and was %+v", d, was)
		}
	})
}

// TestLookAfterCopies_unread proves that a copy is missed that was written and deleted between two readings: the busy
// times are the same in both.
func TestLookAfterCopies_unread(t *testing.T) {
	t.Parallel()
	w := openTown(t, nil)
	w.order.MeetingLink = room
	calendar, err := w.Store.Availability.ConnectionOf(t.Context(), w.org.ID, dan)
	w.must(err)
	read := func() bool {
		w.clock.Set(w.clock.Now().Add(effect.Settling))
		out, err := w.SyncCalendar(t.Context(), models.Ref{OrgID: w.org.ID, ID: calendar.ID})
		w.must(err)
		return out.Unchanged
	}
	read()
	ref := w.book()
	w.did(ref, effect.EventTarget(dan), 1)
	w.google.changes(dan, func(e *event) { e.gone = true })
	read()
	if d := w.row(ref).Drift; d == nil || d.Mend == 0 {
		t.Errorf("of the copy is known %+v", d)
	}
	w.did(ref, effect.EventTarget(dan), 1)
	read()
	if !read() {
		t.Error("a calendar that was looked through is read whole again")
	}
}

// TestLookAfterCopies_milliseconds proves that a reading shows the copy of an interview with milliseconds.
func TestLookAfterCopies_milliseconds(t *testing.T) {
	t.Parallel()
	w := openTown(t, nil)
	w.order.MeetingLink, w.order.Start = room, w.order.Start.Add(7*time.Millisecond)
	ref := w.book()
	w.did(ref, effect.EventTarget(dan), 1)
	w.clock.Set(w.clock.Now().Add(effect.Settling))
	calendar, err := w.Store.Availability.ConnectionOf(t.Context(), ref.OrgID, dan)
	w.must(err)
	w.google.asked = nil
	_, err = w.SyncCalendar(t.Context(), models.Ref{OrgID: ref.OrgID, ID: calendar.ID})
	w.must(err)
	if i := w.row(ref); i.StartsAt.Nanosecond() == 0 || i.Drift != nil || len(w.google.asked) != 1 {
		t.Errorf("it begins at %s, known is %+v after %v", i.StartsAt, i.Drift, w.google.asked)
	}
}

// TestCopiesInTurn proves that copies whose difference is known are looked for after the others, and that none of them
// is always the last.
func TestCopiesInTurn(t *testing.T) {
	t.Parallel()
	const all, unknown, looks = 40, 5, 200
	led := map[string]bool{} // those that came first of the known ones
	for range looks {
		var copies []effects.OwnedCopy
		for id := range all {
			c := effects.OwnedCopy{}
			c.ID, c.CalendarCopy = fmt.Sprint(id), true
			if id >= unknown {
				c.Drift = &models.Drift{Kind: models.DriftMoved}
			}
			copies = append(copies, c)
		}
		got := activities.InTurn(copies, "")
		known := func(c effects.OwnedCopy) bool { return c.Drift != nil }
		if len(got) != all || slices.ContainsFunc(got[:unknown], known) {
			t.Fatalf("known ones are among the first of %d", len(got))
		}
		led[got[unknown].ID] = true
	}
	if len(led) < 2 {
		t.Error("the known ones are always looked for in the same order")
	}
}
