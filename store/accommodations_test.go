package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
)

// TestAccommodations proves that what a candidate needs is kept with the record alone: neither its history nor its row
// changes, the person's other records know of it, another organization does not, and it goes with the record.
func TestAccommodations(t *testing.T) {
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		home := models.Ref{OrgID: f.org.ID, ID: f.invited(f.inviteTo("takehome", cleo)).Candidate.ID}
		live := models.Ref{OrgID: f.org.ID, ID: f.book(f.order(cleo, at(18, 0))).CandidateID}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		row, changes := f.candidateRow(home.ID), f.scalar("select count(*) from history")
		f.must(f.Candidates.Accommodate(ctx, home, candidacy.AccommodationOrder{Text: "captions", Seen: &time.Time{}}))
		a := must(f.Candidates.Accommodation(ctx, home))(t)
		if a == nil || a.Text != "captions" || !a.AskedAt.Equal(noon) || !a.Open() {
			t.Fatalf("stored is %+v", a)
		}
		before := f.dump()
		f.must(f.Candidates.Accommodate(ctx, home, candidacy.AccommodationOrder{Text: "captions", Seen: &time.Time{}}))
		f.unchanged(before)
		list := must(f.Pages.AccommodationsOf(ctx, f.org.ID, live.ID))(t)
		if len(list) != 1 || list[0].CandidateID != home.ID || list[0].Text != "captions" {
			t.Errorf("the live record shows %+v", list)
		}
		if open := must(f.Pages.OpenAccommodations(ctx, f.org.ID))(t); len(open) != 1 || open[0].Email != cleo {
			t.Errorf("open are %+v", open)
		}
		f.exec("update candidates set state = 'rejected' where id = ?", home.ID)
		if open := must(f.Pages.OpenAccommodations(ctx, f.org.ID))(t); len(open) > 0 {
			t.Errorf("of who was rejected, open are %+v", open)
		}
		f.exec("update candidates set state = 'invited' where id = ?", home.ID)
		foreign := models.Ref{OrgID: other.ID, ID: home.ID}
		f.refused(f.Candidates.Accommodate(ctx, foreign, candidacy.AccommodationOrder{Text: "x"}), models.NotFound,
			"asking in another organization")
		f.refused(f.Candidates.SettleAccommodation(ctx, act.By{}, foreign, noon), models.NotFound,
			"settling in another organization")
		if list := must(f.Pages.AccommodationsOf(ctx, other.ID, home.ID))(t); len(list) > 0 {
			t.Errorf("another organization reads %+v", list)
		}
		f.must(f.Candidates.SettleAccommodation(ctx, act.By{}, home, noon))
		if open := must(f.Pages.OpenAccommodations(ctx, f.org.ID))(t); len(open) > 0 {
			t.Errorf("settled, it is still open: %+v", open)
		}
		if now := f.candidateRow(home.ID); now.Revision != row.Revision || !now.UpdatedAt.Equal(row.UpdatedAt) {
			t.Errorf("the record became %+v", now)
		}
		if now := f.scalar("select count(*) from history"); now != changes {
			t.Errorf("the history has %d changes, want %d", now, changes)
		}
		f.must(f.Candidates.Accommodate(ctx, home, candidacy.AccommodationOrder{Seen: &a.AskedAt}))
		if n := f.scalar("select count(*) from accommodations"); n != 0 {
			t.Errorf("withdrawn, %d are left", n)
		}
		f.must(f.Candidates.Accommodate(ctx, home, candidacy.AccommodationOrder{Text: "captions"}))
		f.exec("delete from effects where candidate_id = '" + home.ID + "'")
		f.exec("delete from candidates where id = '" + home.ID + "'")
		if n := f.scalar("select count(*) from accommodations"); n != 0 {
			t.Errorf("without its record, %d are left", n)
		}
	})
}
