package calendar

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/ports/outbound"
)

// TestConformance checks what all writable drivers have in common.
func TestConformance(t *testing.T) {
	t.Parallel()
	if len(drivers) == 0 {
		t.Fatal("no driver is registered")
	}
	for _, d := range drivers {
		t.Run(d.name+" on "+d.on, func(t *testing.T) {
			t.Parallel()
			w := d.start(t)
			t.Run("there is one event through an interview's life, and none after", d.life(w))
			t.Run("a repeated Put leaves one event", d.repeated(w))
			t.Run("losing what was stored leaves one event", d.lostNote(w))
			t.Run("an outdated id and ETag do no harm", d.staleNote(w))
			t.Run("an owner's change is overwritten", d.edited(w))
			t.Run("an event that the owner deleted is made again", d.removed(w))
			t.Run("Delete may be repeated", d.deleted(w))
			t.Run("simultaneous Puts leave one event", d.atOnce(w))
			t.Run("a lost answer of any request leaves one event", d.lostAnswers(w))
			t.Run("every operation succeeds on a server that fails every second call", d.everySecond(w))
			t.Run("hostile text remains text", d.hostile(w))
			t.Run("every status has its outcome", d.statuses(w))
			t.Run("Retry-After is respected", d.delays(w))
			t.Run("a senseless answer is not free time", d.nonsense(w))
			t.Run("a timeout is reported", d.timeouts(w))
			t.Run("busy time shows own copies by UID", d.ownCopies(w))
			t.Run("what became of a copy is found", d.copies(w))
			t.Run("a doubled copy is single again", d.doubled(w))
			t.Run("unchanged busy time is not read again", d.unchanged(w))
			t.Run("a meeting has the right times before and after a clock change", d.clockChange(w))
		})
	}
}

func (d driver) life(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		other := d.start(t) // the colleague's calendar
		q, _ := d.open(t, other)
		uid := newUID()

		h := keeps(t, w, p, uid, 1, Held{})
		for n := 2; n <= 6; n++ { // rescheduled five times
			before := h.ID
			h = keeps(t, w, p, uid, n, h)
			if h.ID != before {
				t.Errorf("revision %d made another object: %q, was %q", n, h.ID, before)
			}
		}
		mustDelete(t, p, uid, h) // reassigned
		h = mustPut(t, q, interview(uid, 7), Held{})
		wantNone(t, w, uid)
		wantKept(t, other, interview(uid, 7))
		takesBack(t, w, q, uid, h) // canceled
		wantNone(t, other, uid)

		// It can return to the first interviewer: A, B, A.
		h = keeps(t, w, p, uid, 9, Held{})
		takesBack(t, w, p, uid, h)
	}
}

func (d driver) repeated(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid := newUID()
		h := mustPut(t, p, interview(uid, 1), Held{})
		h = mustPut(t, p, interview(uid, 1), h)
		again, _ := d.open(t, w) // another process
		keeps(t, w, again, uid, 1, h)
	}
}

func (d driver) lostNote(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid := newUID()
		mustPut(t, p, interview(uid, 1), Held{})
		h := keeps(t, w, p, uid, 1, Held{}) // the same attempt again
		if h.ID == "" {
			t.Error("no id")
		}
		keeps(t, w, p, uid, 2, Held{}) // the interview was moved in between
		takesBack(t, w, p, uid, Held{})
	}
}

func (d driver) staleNote(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid := newUID()
		first := mustPut(t, p, interview(uid, 1), Held{})
		mustPut(t, p, interview(uid, 2), first) // its answer was lost
		h := keeps(t, w, p, uid, 3, first)
		h.ETag = ""
		h = keeps(t, w, p, uid, 4, h)
		takesBack(t, w, p, uid, first)
		keeps(t, w, p, uid, 5, h) // the stored id is of a deleted event
	}
}

func (d driver) edited(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid := newUID()
		h := mustPut(t, p, interview(uid, 1), Held{})
		w.edit(t, uid, "My own words")
		if got := w.read(t, uid).Summary; got != "My own words" {
			t.Fatalf("the suite's edit did not work: %q", got)
		}
		h = keeps(t, w, p, uid, 2, h)
		w.edit(t, uid, "My own title again")
		takesBack(t, w, p, uid, h)
	}
}

func (d driver) removed(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid := newUID()
		h := mustPut(t, p, interview(uid, 1), Held{})
		w.remove(t, uid)
		wantNone(t, w, uid)
		h = keeps(t, w, p, uid, 2, h)
		for range 2 { // also in the same revision
			w.remove(t, uid)
			h = keeps(t, w, p, uid, 2, h)
		}
		w.remove(t, uid)
		takesBack(t, w, p, uid, h)
	}
}

// wantCopies returns the copies with the UID, of which there must be so many.
func wantCopies(t *testing.T, p Provider, uid string, held Held, want int) []Copy {
	t.Helper()
	got, err := p.Copies(t.Context(), uid, held)
	if err != nil {
		t.Fatalf("Copies: %s", explain(err))
	}
	if len(got) != want {
		t.Fatalf("%d copies, want %d: %+v", len(got), want, got)
	}
	return got
}

func (d driver) copies(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid, bystander := newUID(), newUID()
		mustPut(t, p, interview(bystander, 1), Held{})
		wantCopies(t, p, uid, Held{}, 0)
		e := interview(uid, 1)
		h := mustPut(t, p, e, Held{})
		for _, held := range []Held{h, {}} {
			c := wantCopies(t, p, uid, held, 1)[0]
			if c.ID == "" || !c.Start.Equal(e.Start) || !c.End.Equal(e.End) || c.Response != "" {
				t.Errorf("the copy is %+v", c)
			}
		}
		there := e.Start.Add(26 * time.Hour)
		w.move(t, uid, there)
		if c := wantCopies(t, p, uid, h, 1)[0]; c != (Copy{ID: h.ID, Start: there, End: there.Add(time.Hour)}) {
			t.Errorf("moved it is %+v", c)
		}
		for _, response := range []string{accepted, tentative, declined} {
			before := mustBusy(t, p, begin, begin.AddDate(0, 0, 60), "")
			w.answer(t, uid, response)
			read := response
			if w.refuses && response != declined {
				read = ""
			}
			if c := wantCopies(t, p, uid, h, 1)[0]; c.Response != read {
				t.Errorf("%s it is %+v", response, c)
			}
			after := mustBusy(t, p, begin, begin.AddDate(0, 0, 60), before.Token)
			n := slices.IndexFunc(after.Blocks, func(b Block) bool { return b.UID == uid })
			if after.Unchanged != (read == "") || response != declined && read != "" &&
				(n < 0 || after.Blocks[n].Response != read) || response == declined && n >= 0 {
				t.Errorf("%s it is busy as %+v", response, after)
			}
		}
		w.remove(t, uid)
		wantCopies(t, p, uid, h, 0)
		wantCopies(t, p, uid, Held{}, 0)
		wantCopies(t, p, bystander, Held{}, 1)
	}
}

func (d driver) doubled(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid := newUID()
		h := mustPut(t, p, interview(uid, 1), Held{})
		wanted := 1
		if w.double != nil {
			w.double(t, uid)
			wanted = 2
		}
		if first := wantCopies(t, p, uid, h, wanted)[0]; first.ID != h.ID {
			t.Errorf("the first is %+v, want the one that is held", first)
		}
		for range 2 {
			if err := p.Single(t.Context(), uid, h); err != nil {
				t.Fatalf("Single: %s", explain(err))
			}
			if left := wantCopies(t, p, uid, h, 1)[0]; left.ID != h.ID {
				t.Errorf("%+v is left", left)
			}
		}
		wantKept(t, w, interview(uid, 1))
	}
}

func (d driver) deleted(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid, bystander := newUID(), newUID()
		mustPut(t, p, interview(bystander, 1), Held{})
		if err := p.Delete(t.Context(), uid, Held{}); err != nil {
			t.Errorf("Delete of an event that never existed: %s", explain(err))
		}
		h := mustPut(t, p, interview(uid, 1), Held{})
		for range 3 {
			takesBack(t, w, p, uid, h)
		}
		mustDelete(t, p, uid, Held{})
		wantKept(t, w, interview(bystander, 1))
	}
}

func (d driver) atOnce(w *world) func(*testing.T) {
	return func(t *testing.T) {
		uid := newUID()
		errs := make([]error, 4)
		var wg sync.WaitGroup
		for i := range errs {
			p, _ := d.open(t, w)
			wg.Go(func() { _, errs[i] = p.Put(t.Context(), interview(uid, 1), Held{}) })
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil && wantError(t, w, err).Fate != outbound.Retry {
				t.Errorf("the error of the loser of a race must say to try again: %s", explain(err))
			}
		}
		if !slices.Contains(errs, nil) {
			t.Errorf("no Put succeeded: %s", explain(errs[0]))
		}
		p, _ := d.open(t, w)
		keeps(t, w, p, uid, 1, Held{})
	}
}

func (d driver) hostile(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		for _, summary := range []string{
			// without \n and \;, which Xandikos' library unescapes in the wrong order
			`Semi; comma, "quote" back\slash <b>&amp;</b> ]]>`,
			"日本語テスト " + strings.Repeat("ü漢🙂", 60),
			"BEGIN:VALARM END:VEVENT",
		} {
			uid := newUID()
			e := interview(uid, 1)
			e.Summary = summary
			e.Text = "Line one\nATTENDEE:mailto:eve@example.com\n\n" + summary + "\nEND:VEVENT\nEND:VCALENDAR"
			mustPut(t, p, e, Held{})
			wantKept(t, w, e)
		}
		uid := newUID()
		e := interview(uid, 1)
		e.Summary = "One\r\nATTENDEE:mailto:eve@example.com\r\x00\x1b line\u2028 end"
		mustPut(t, p, e, Held{})
		breaks := func(r rune) bool { return r < ' ' || r == '\u2028' }
		if got := w.read(t, uid).Summary; strings.ContainsFunc(got, breaks) || !strings.HasPrefix(got, "One ATTENDEE") {
			t.Errorf("a summary of two lines became %q", got)
		}
	}
}
