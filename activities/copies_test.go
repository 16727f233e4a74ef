package activities_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/effect"
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
			if d := interview().Drifted(w.clock.Now()); d != nil {
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
		w.did(ref, target, 1)
		there("made single", 1)
		settle()

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
		if asked := interview().ReplacementAsked(w.clock.Now()); asked == nil || !asked.Declined {
			t.Errorf("it asks %+v", asked)
		}
	})
}
