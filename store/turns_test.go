package store_test

import (
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/timetable"
	"litmus/testdb"
)

// TestTurns holds the turn by which lists are selected to the rule, over everybody of [crowded] and of sessions by a
// link, from hour to hour and after a week (D17, D19).
func TestTurns(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := crowded(t, url)
		f.bookLink(f.linkOrder("by-link@candidate.example"))
		_, token := f.bookLink(f.linkOrder("used-link@candidate.example"))
		f.use(token)
		canceled := f.book(f.orderWith(grace, "canceled@candidate.example", at(19, 0)))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled.ID, booking.Cancel))
		f.handIn("graded@candidate.example")
		f.book(f.orderWith(grace, "went-on@candidate.example", at(21, 0)))
		f.invite("takehome", "went-on@candidate.example")
		f.exec(`update candidates set state = 'advanced' where email = 'went-on@candidate.example'
			and id not in (select candidate_id from interviews)`)
		f.book(f.orderWith(grace, "past-the-last@candidate.example", at(22, 0)))
		f.exec("update candidates set state = 'advanced' where email = 'past-the-last@candidate.example'")
		f.book(f.orderWith(grace, "judged@candidate.example", at(23, 0)))
		f.exec(`insert into submissions (org_id, id, posting_id, assessment_id, candidate_id, submitted_at, decision,
			created_at, updated_at) select org_id, 'sub_judged', posting_id, assessment_id, id, created_at, 'pending',
			created_at, created_at from candidates where email = 'judged@candidate.example'`)
		suggests := booking.Proposal{Zone: "UTC",
			Times: []timetable.Range{{From: at(23, 0), To: at(23, 0).AddDate(0, 0, 1)}}}
		picks := f.invite("design", "suggests@candidate.example")
		moves := f.book(f.orderWith(grace, "moves@candidate.example", at(20, 0)))
		for _, ref := range []models.Ref{picks, {OrgID: f.org.ID, ID: moves.CandidateID}} {
			f.must(f.Candidates.Propose(ctx, ref, suggests, false))
		}
		seen := map[string]bool{}
		statements := 0
		for n := range 40 {
			f.clock.Set(noon.Add(3*time.Hour + time.Duration(n)*30*time.Minute))
			if n > 30 {
				f.clock.Set(noon.AddDate(0, 0, n-30))
			}
			page, _ := must2(f.Pages.Candidates(ctx, f.org.ID, candidacy.CandidateFilter{}, nil, 50))(t)
			var postings []string
			for _, c := range page {
				postings = append(postings, c.PostingID)
			}
			tracks := must(f.Pipelines.Tracks(ctx, f.org.ID, postings))(t)
			statements = f.count(func() { f.done(f.Pages.Positions(ctx, f.org.ID, page, tracks)) })
			want := map[candidacy.Turn][]string{}
			for _, c := range must(f.Pages.Positions(ctx, f.org.ID, page, tracks))(t) {
				p := c.Position(f.clock.Now())
				want[p.Turn] = append(want[p.Turn], c.ID)
				seen[p.Where+", "+p.Next] = true
			}
			for _, turn := range candidacy.TurnNames {
				some, _ := must2(f.Pages.Candidates(ctx, f.org.ID, candidacy.CandidateFilter{Turn: turn}, nil, 50))(t)
				var got []string
				for _, c := range some {
					got = append(got, c.ID)
				}
				if !slices.Equal(got, want[turn]) {
					t.Fatalf("at %s %s's turn is of %q, want %q", f.clock.Now(), turn, got, want[turn])
				}
			}
		}
		for _, where := range []string{"invited, begins", "at work, hands it in", "handed in, grade it",
			"handed in, look at it", "invitation ran out, send it again", "rejected, ", "withdrawn, ",
			"advanced, say how they go on", "advanced, ", "interview booked, the interview",
			"in the interview, the interview ends", "interview took place, decide", "link not used yet, opens the link",
			"link ran out, issue a fresh link", "link never used, book another time",
			"interview canceled, book another time", "proposed times, choose one of them"} {
			if !seen[where] {
				t.Errorf("nobody was at %q", where)
			}
		}
		if none := f.count(func() { f.done(f.Pages.Positions(ctx, f.org.ID, nil, nil)) }); none != statements {
			t.Errorf("%d statements for nobody, %d for many", none, statements)
		}
		f.refused(candidacy.CheckTurn("mine"), models.Invalid, "an unknown turn")
	})
}
