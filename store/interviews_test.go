package store_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/testdb"
)

// pages reads the whole list in pages of that size and returns its ids.
func (f *fixture) pages(filter models.InterviewFilter, limit int) []string {
	f.t.Helper()
	return idsOf(paged(f, filter, limit, f.Interviews.List))
}

func TestInterviewsArePaged(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Imports = nil
		f := open(t, url, setup, bolt())
		for n := range 12 { // four starts, three interviews each
			f.book(f.order(candidate(n), at(18+n%4, 0)))
		}
		// Ids whose order differs where letters are not compared as bytes.
		for n, id := range []string{"int_B", "int_a", "int_Z", "int_b", "int_é", "int_~"} {
			f.exec("update interviews set id = ? where candidate_id = (select id from candidates where email = ?)", id,
				candidate(n*2))
		}
		ids := query[[]string](f, "select id from interviews where org_id = ?", f.org.ID)
		want := slices.SortedFunc(slices.Values(ids), func(x, y string) int {
			return cmp.Or(f.interview(x).StartsAt.Compare(f.interview(y).StartsAt), strings.Compare(x, y))
		})
		for _, limit := range []int{1, 3, 11, 12, 13, 100} {
			if got := f.pages(models.InterviewFilter{}, limit); !slices.Equal(got, want) {
				t.Errorf("in pages of %d: got %v\nwant %v", limit, got, want)
			}
		}
	})
}

func TestInterviewsAreFiltered(t *testing.T) { // §4, List
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Imports = nil
		f := open(t, url, setup)
		first := f.book(f.order(cleo, at(18, 0)))
		f.clock.Set(noon.Add(time.Hour))
		second := f.book(f.order("second@candidate.example", at(19, 0)))
		o := f.order(cleo, at(20, 0))
		o.RoundID = f.round("backend", "default", "pairing")
		third := f.book(o)
		f.clock.Set(noon.Add(2 * time.Hour))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, second.ID, booking.Cancel))
		for name, c := range map[string]struct {
			filter models.InterviewFilter
			want   []models.Interview
		}{
			"none":            {models.InterviewFilter{}, []models.Interview{first, second, third}},
			"another posting": {models.InterviewFilter{PostingID: f.posting("analyst")}, nil},
			"round":           {models.InterviewFilter{RoundID: third.RoundID}, []models.Interview{third}},
			"candidate":       {models.InterviewFilter{CandidateEmail: cleo}, []models.Interview{first, third}},
			"from, inclusive": {models.InterviewFilter{From: instant(at(19, 0))}, []models.Interview{second, third}},
			"from, a moment later": {models.InterviewFilter{From: instant(at(19, 0).Add(time.Microsecond))},
				[]models.Interview{third}},
			"to, inclusive": {models.InterviewFilter{To: instant(at(19, 0))}, []models.Interview{first, second}},
			"updated since, inclusive": {models.InterviewFilter{UpdatedSince: instant(noon.Add(time.Hour))},
				[]models.Interview{second, third}},
			"without canceled": {models.InterviewFilter{ExcludeCanceled: true}, []models.Interview{first, third}},
			"several": {models.InterviewFilter{CandidateEmail: cleo, From: instant(at(18, 30)),
				ExcludeCanceled: true, PostingID: first.PostingID}, []models.Interview{third}},
		} {
			var want []string
			for _, i := range c.want {
				want = append(want, i.ID)
			}
			if got := f.pages(c.filter, 2); !slices.Equal(got, want) {
				t.Errorf("filter by %s: got %v, want %v", name, got, want)
			}
		}
	})
}

// TestQueriesAreConstant counts statements: their number depends on the endpoint, never on the data.
// [TestSlotsOfACrowd] has those that read busy times.
func TestQueriesAreConstant(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		file := acme()
		f := open(t, url, file)
		f.book(f.order(cleo, at(18, 0)))
		counts := func() map[string]int {
			out := map[string]int{}
			for name, read := range map[string]func() error{
				"roles":    func() error { return failure(f.Pipelines.Roles(ctx, f.org.ID)) },
				"pipeline": func() error { return failure(f.Pipelines.Pipeline(ctx, f.org.ID, f.posting("backend"))) },
				"list": func() error {
					return failure(f.Interviews.List(ctx, f.org.ID, models.InterviewFilter{}, nil, 100))
				}, "interviewers": func() error {
					return failure(f.Availability.Interviewers(ctx, f.org.ID, f.posting("backend")))
				},
			} {
				out[name] = f.count(func() { f.must(read()) })
			}
			return out
		}
		few := counts()
		people := []timetable.PostingInterviewer{{Email: grace}}
		for n := range 50 {
			file.Interviewers = append(file.Interviewers,
				setup.Person{Email: fmt.Sprintf("p%d@acme.example", n), WorkingHours: timetable.OfficeHours})
			people = append(people, timetable.PostingInterviewer{Email: fmt.Sprintf("p%d@acme.example", n)},
				timetable.PostingInterviewer{Email: fmt.Sprintf("i%d@acme.example", n),
					Slots: []time.Time{at(15, 0), at(18, 0)}})
			file.Postings = append(file.Postings, setup.Posting{Key: fmt.Sprint(n), Kind: models.KindRole,
				Title: "More", Status: models.StatusOpen, Unstaged: []string{"week", "quiz"}})
		}
		f.apply(file)
		f.done(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, f.posting("backend"), people))
		for n := range 50 {
			f.book(f.order(candidate(n), at(20, 0)))
		}
		many := counts()
		for name := range few {
			if few[name] != many[name] || few[name] == 0 {
				t.Errorf("%s takes %d statements with little data, %d with much", name, few[name], many[name])
			}
		}
		t.Logf("statements: %v", few)
	})
}
