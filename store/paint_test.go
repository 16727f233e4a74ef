package store_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/testdb"
)

func TestPaintSlots(t *testing.T) { // D14
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		file.Interviewers = append(file.Interviewers,
			setup.Person{Email: "kay@acme.example", WorkingHours: timetable.OfficeHours})
		file.Postings[0].Interviewers = append(file.Postings[0].Interviewers,
			setup.PostingInterviewer{Email: "kay@acme.example"})
		f := open(t, url, file, bolt())
		posting := f.posting("backend")
		got := must(f.Availability.PaintSlots(ctx, act.By{}, f.org.ID, posting, grace, timetable.Painting{
			Shown: []time.Time{at(15, 0), at(16, 0)}, Ticked: []time.Time{at(16, 0), at(17, 0)}}))(t)
		if want := []time.Time{at(16, 0), at(17, 0)}; !slices.EqualFunc(got.Slots, want, time.Time.Equal) {
			t.Errorf("got %v, want %v", got.Slots, want)
		}
		before := f.dump()
		paint := func(orgID, postingID, email string) error {
			return failure(f.Availability.PaintSlots(ctx, act.By{}, orgID, postingID, email,
				timetable.Painting{Ticked: []time.Time{at(9, 0)}}))
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(paint(other.ID, posting, grace), models.NotFound, "another organization's posting (D3)")
		f.refused(paint(f.org.ID, posting, "new@acme.example"), models.NotFound, "somebody who is not assigned")
		f.refused(paint(f.org.ID, posting, "kay@acme.example"), models.Conflict, "a personal interviewer")
		f.unchanged(before)
	})
}

// TestPaintersAtOnce proves that two people who paint the same week at once both win (D14).
func TestPaintersAtOnce(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		shown := []time.Time{at(15, 0), at(16, 0)}
		var wg sync.WaitGroup
		for n := range 8 {
			wg.Go(func() {
				ticked := []time.Time{at(n, 0), at(15, 0), at(16, 0)}
				if n == 0 {
					ticked = []time.Time{at(0, 0), at(15, 0)}
				}
				if _, err := f.Availability.PaintSlots(ctx, act.By{}, f.org.ID, f.posting("backend"), grace,
					timetable.Painting{Shown: shown, Ticked: ticked}); err != nil {
					t.Errorf("painter %d: %v", n, err)
				}
			})
		}
		wg.Wait()
		list := must(f.Availability.Interviewers(ctx, f.org.ID, f.posting("backend")))(t)
		var want []time.Time
		for n := range 8 {
			want = append(want, at(n, 0))
		}
		want = append(want, at(15, 0)) // 16:00 was removed by the first
		at := slices.IndexFunc(list, func(i timetable.PostingInterviewer) bool { return i.Email == grace })
		if got := list[at].Slots; !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Errorf("painted are %v, want %v", got, want)
		}
	})
}

func TestOfferings(t *testing.T) { // D14
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		all := must(f.Availability.Offerings(ctx, f.org.ID, "", ""))(t)
		if len(all) != 2 {
			t.Fatalf("got %+v", all)
		}
		verify.Each(t, "offerings", verify.Fields{"all[0].Email": {all[0].Email, alan}, "Name": {all[0].Name, "Alan"},
			"all[0].Painted": {all[0].Painted, 1}, "all[1].Email": {all[1].Email, grace},
			"all[1].Painted": {all[1].Painted, 2}, "Title": {all[1].Title, "Backend"},
			"Personal": {all[1].Personal, false}})
		f.clock.Set(at(15, 30))
		if own, err := f.Availability.Offerings(ctx, f.org.ID, f.posting("backend"), grace); err != nil ||
			len(own) != 1 || own[0].Painted != 1 {
			t.Errorf("of Grace alone, later: %+v (%v)", own, err)
		}
		if none, err := f.Availability.Offerings(ctx, f.org.ID, "post_none", ""); err != nil || len(none) != 0 {
			t.Errorf("of an unknown posting: %+v (%v)", none, err)
		}
	})
}
