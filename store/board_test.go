package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models/act"
	"litmus/models/booking"
	"litmus/testdb"
)

// board reads the board of a posting in words: a line for each column of a track, with its cards by whom they are of
// and its counts.
func (f *fixture) board(key string, limit int) (lines []string) {
	f.t.Helper()
	p := must(f.Pipelines.PostingPage(ctx, f.org.ID, f.posting(key)))(f.t)
	b := must(f.Pages.Board(ctx, f.org.ID, p.Posting.ID, p.Lanes(), limit))(f.t)
	names := map[string]string{}
	for _, t := range p.Tracks {
		names[t.ID] = t.Name
	}
	for column, cell := range b.Columns {
		var cards []string
		for _, c := range cell.Cards {
			name, _, _ := strings.Cut(c.Email, "@")
			cards = append(cards, name+": "+c.Position(f.clock.Now()).Where)
		}
		lines = append(lines, fmt.Sprint(names[column.TrackID], " ", column.At, " ", cell.Open, " ", cards, " ",
			[]int{cell.WentOn, cell.Done, cell.Rejected, cell.Withdrawn}))
	}
	slices.Sort(lines)
	return lines
}

// TestBoard reads the board of [crowded], and again when somebody went on (D17).
func TestBoard(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := crowded(t, url)
		f.exec("update candidates set updated_at = created_at")
		f.exec("update candidates set invite_expires_at = ? where email like 'ran-out-with%'", noon.Add(70*time.Minute))
		var few int
		want := func(when string, limit int, lines ...string) {
			t.Helper()
			var got []string
			few = f.count(func() { got = f.board("backend", limit) })
			if !slices.Equal(got, lines) {
				t.Errorf("%s:\n%s\nwant\n%s", when, strings.Join(got, "\n"), strings.Join(lines, "\n"))
			}
		}
		const takehome = "Default 1 5 [handed-in: handed in ran-out: invitation ran out ran-out-with-interview: " +
			"invitation ran out invited: invited started: at work] [0 0 1 1]"
		want("all", 50, takehome, "Default 2 3 [advanced: advanced booked: interview booked "+
			"ran-out-with-interview: interview booked] [0 0 0 0]")
		first := few
		want("two of each", 2, "Default 1 5 [handed-in: handed in ran-out: invitation ran out] [0 0 1 1]",
			"Default 2 3 [advanced: advanced booked: interview booked] [0 0 0 0]")
		f.clock.Set(noon.Add(3 * time.Hour))
		i := f.book(f.orderWith(grace, "advanced@candidate.example", at(19, 0))) // they went on
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel))
		f.exec(`update candidates set state = 'advanced' where id in (select candidate_id from interviews
			where interviewer_email = ? and starts_at = ?)`, grace, at(18, 0)) // to the step that follows, pairing
		want("somebody went on", 50, strings.Replace(takehome, "[0 0 1 1]", "[1 0 1 1]", 1), "Default 2 2 "+
			"[advanced: interview canceled ran-out-with-interview: interview booked] [0 0 0 0]",
			"Default 3 1 [booked: advanced] [0 0 0 0]")
		if few != first {
			t.Errorf("%d statements with more of everything, %d before", few, first)
		}
		bolt := must(f.Team.Organization(ctx, "bolt"))(t)
		if b := must(f.Pages.Board(ctx, bolt.ID, f.posting("backend"), nil, 50))(t); len(b.Columns) > 0 {
			t.Errorf("another organization sees %+v", b)
		}
	})
}
