package calendar

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// blocksOf returns the blocks with a UID, or all but those of the service for "".
func blocksOf(b Busy, uid string) []Block {
	var found []Block
	for _, k := range b.Blocks {
		if k.UID == uid || uid == "" && !strings.HasSuffix(k.UID, "@litmus.example") {
			found = append(found, Block{From: k.From, To: k.To})
		}
	}
	slices.SortFunc(found, func(a, b Block) int { return a.From.Compare(b.From) })
	return found
}

func (d driver) ownCopies(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid := newUID()
		e := interview(uid, 2)
		held := mustPut(t, p, e, Held{})
		b := mustBusy(t, p, begin.AddDate(0, 0, -30), begin.AddDate(0, 0, 60), "")
		if got, want := blocksOf(b, uid), []Block{{From: e.Start, To: e.End}}; !slices.Equal(got, want) {
			t.Errorf("own copy: got %v, want %v", got, want)
		}
		if b = mustBusy(t, p, e.End, e.End.Add(time.Hour), ""); len(blocksOf(b, uid)) != 0 {
			t.Errorf("an event that only touches the range is in it: %v", b.Blocks)
		}
		if b = mustBusy(t, p, e.Start.Add(time.Minute), e.Start.Add(2*time.Minute), ""); len(blocksOf(b, uid)) != 1 {
			t.Errorf("an event that contains the range is not in it: %v", b.Blocks)
		}
		mustDelete(t, p, uid, held)
		if b = mustBusy(t, p, begin.AddDate(0, 0, -30), begin.AddDate(0, 0, 60), ""); len(blocksOf(b, uid)) != 0 {
			t.Errorf("a deleted copy is still there: %v", b.Blocks)
		}
	}
}

func (d driver) unchanged(w *world) func(*testing.T) {
	return func(t *testing.T) {
		p, _ := d.open(t, w)
		uid := newUID()
		held := mustPut(t, p, interview(uid, 1), Held{})
		from, to := begin.AddDate(0, 0, -30), begin.AddDate(0, 0, 60)
		first := mustBusy(t, p, from, to, "")
		if first.Unchanged {
			t.Fatal("the first answer cannot be unchanged")
		}
		if first.Token == "" {
			t.Skip("this provider cannot tell that nothing has changed")
		}
		p, s := d.open(t, w) // the next sync is in another process
		second := mustBusy(t, p, from, to, first.Token)
		if !second.Unchanged || len(second.Blocks) != 0 || second.Token == "" {
			t.Errorf("nothing has changed, but the answer is %+v", second)
		}
		if n := s.requests(); n > 3 {
			t.Errorf("%d requests to find that nothing has changed", n)
		}
		h2 := mustPut(t, p, interview(uid, 2), held)
		third := mustBusy(t, p, from, to, second.Token)
		e := interview(uid, 2)
		if got, want := blocksOf(third, uid), []Block{{From: e.Start, To: e.End}}; third.Unchanged ||
			!slices.Equal(got, want) {
			t.Errorf("after a change: unchanged %v, got %v, want %v", third.Unchanged, got, want)
		}
		for _, token := range []string{"nonsense", third.Token + "x", strings.Repeat("a", 5000), "{\"", "\x00\n"} {
			b, err := p.Busy(t.Context(), from, to, token)
			if err != nil || b.Unchanged || len(blocksOf(b, uid)) != 1 {
				t.Errorf("an invalid token (%.20q) must count as none: %+v %v", token, b, err)
			}
		}
		// The window moves with the days: its new part must be read whether anything has changed or not.
		moved := mustBusy(t, p, from.AddDate(0, 0, 1), to.AddDate(0, 0, 1), third.Token)
		if moved.Unchanged {
			t.Error("the answer for another window is Unchanged")
		}
		mustDelete(t, p, uid, h2)
	}
}

func (d driver) clockChange(w *world) func(*testing.T) {
	return func(t *testing.T) {
		if w.meet == nil {
			t.Skip("this server cannot expand recurring meetings")
		}
		p, _ := d.open(t, w)
		for _, c := range []struct {
			zone  string
			start time.Time // local time
			want  []string
		}{
			// New York moves its clocks on 9 March 2031, Berlin on 26 October 2031.
			{"America/New_York", time.Date(2031, 3, 5, 9, 0, 0, 0, time.UTC),
				[]string{"2031-03-05T14:00:00Z", "2031-03-12T13:00:00Z"}},
			{"Europe/Berlin", time.Date(2031, 10, 22, 9, 0, 0, 0, time.UTC),
				[]string{"2031-10-22T07:00:00Z", "2031-10-29T08:00:00Z"}},
		} {
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			s := c.start
			w.meet(t, weekly{UID: "standup-" + c.zone, Zone: c.zone,
				Start: time.Date(s.Year(), s.Month(), s.Day(), s.Hour(), s.Minute(), 0, 0, zone), Count: 2})
			b := mustBusy(t, p, s.AddDate(0, 0, -7), s.AddDate(0, 0, 28), "")
			var got []string
			for _, k := range blocksOf(b, "") {
				if k.To.Sub(k.From) != time.Hour {
					t.Errorf("%s: a block of %s", c.zone, k.To.Sub(k.From))
				}
				got = append(got, k.From.UTC().Format(time.RFC3339))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: got %v, want %v", c.zone, got, c.want)
			}
		}
	}
}
