package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/interviews"
	"litmus/testdb"
)

// found reads the whole list of a search in pages of that size and returns its ids.
func (f *fixture) found(q models.InterviewSearch, limit int) []string {
	f.t.Helper()
	return idsOf(paged(f, q, limit, f.Interviews.Search))
}

// everySort books one interview of every sort and status, and returns the rows as they are at the clock's time, a day
// after the bookings.
func (f *fixture) everySort() (rows []interviews.InterviewRow) {
	f.t.Helper()
	var ids []string
	booked := func(o booking.Order) string {
		id := f.book(o).ID
		ids = append(ids, id)
		return id
	}
	n := 0
	next := func(start time.Time) booking.Order { n++; return f.order(candidate(n), start) }
	booked(next(at(18, 0))) // completed: its window closes before the clock's time
	ended := booked(next(at(20, 0)))
	canceled := booked(next(at(21, 0)))
	late := next(noon.AddDate(0, 0, 1))
	late.InterviewerEmail = grace
	booked(late)
	endless := next(at(19, 0))
	endless.RoundID = f.round("backend", "default", "pairing")
	booked(endless)
	n++
	pending := f.linkOrder(candidate(n))
	booked(pending)
	n++
	used, token := f.bookLink(f.linkOrder(candidate(n)))
	ids = append(ids, used.ID)
	n++
	expired := booked(f.linkOrder(candidate(n)))
	f.exec("update interviews set expires_at = starts_at where id = ?", expired)
	f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled, booking.Cancel))
	f.clock.Set(noon.Add(8*time.Hour + time.Minute))
	f.use(token)
	f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, ended, booking.EndCall))
	f.clock.Set(noon.AddDate(0, 0, 1).Add(-time.Minute))
	for _, id := range ids {
		rows = append(rows, f.interview(id))
	}
	return rows
}

// TestSearchByStatus proves that a search by status finds what the rule of the status says (D11), in both directions
// and in pages of every size.
func TestSearchByStatus(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Imports = nil
		f := open(t, url, setup, bolt())
		rows := f.everySort()
		slices.SortFunc(rows, func(a, b interviews.InterviewRow) int {
			if c := a.StartsAt.Compare(b.StartsAt); c != 0 {
				return c
			}
			if a.ID < b.ID {
				return -1
			}
			return 1
		})
		seen := map[string]bool{}
		for _, statuses := range [][]string{{models.StatusScheduled}, {models.StatusCompleted}, {models.StatusCanceled},
			{models.StatusPending}, {models.StatusExpired},
			{models.StatusScheduled, models.StatusCompleted}, nil} {
			var want []string
			for _, r := range rows {
				if s := r.StatusAt(f.Now()); statuses == nil || slices.Contains(statuses, s) {
					want = append(want, r.ID)
					seen[s] = true
				}
			}
			for _, backwards := range []bool{false, true} {
				for _, limit := range []int{1, 2, 100} {
					q := models.InterviewSearch{Statuses: statuses, Backwards: backwards}
					if got := f.found(q, limit); !slices.Equal(got, want) {
						t.Errorf("%v, backwards %t, pages of %d: %v, want %v", statuses, backwards, limit, got, want)
					}
				}
				slices.Reverse(want)
			}
		}
		if len(seen) != len(models.Statuses) {
			t.Errorf("the fixture has the statuses %v only", seen)
		}
	})
}

// TestSearchByWords proves that every word is looked for in the names and addresses of candidate and interviewer and in
// the posting's title, that signs of patterns mean themselves, and that an interviewer finds their own interviews alone
// (D2, D11).
func TestSearchByWords(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := acme()
		setup.Imports = nil
		setup.Postings[0].Tracks[0].Steps[2].FallbackRecipients = []string{"standby@acme.example"}
		f := open(t, url, setup, bolt())
		ids := map[string]string{}
		for n, c := range []struct{ key, email, name, interviewer string }{
			{"ada", "ada.l@candidate.example", "Ada Lovelace", grace},
			{"émile", "emile@candidate.example", "Émile 100% Zola", alan},
			{"nobody", "zoe_x@candidate.example", "Zoë", ""},
		} {
			o := f.order(c.email, at(18+n, 0))
			o.CandidateName, o.InterviewerEmail = c.name, c.interviewer
			ids[c.key] = f.book(o).ID
		}
		for _, c := range []struct {
			text, own string
			want      []string
		}{
			{"lovelace ADA", "", []string{"ada"}},
			{"lovelace zola", "", nil},
			{"Grace", "", []string{"ada"}}, // the interviewer's name
			{"alan@acme", "", []string{"émile"}},
			{"100%", "", []string{"émile"}},
			{"e_x", "", []string{"nobody"}},
			{"backEND candidate", "", []string{"ada", "émile", "nobody"}}, // the posting's title, and all addresses
			{"", grace, []string{"ada"}},
			{"", "standby@acme.example", []string{"nobody"}}, // who is briefed instead
		} {
			var want []string
			for _, key := range c.want {
				want = append(want, ids[key])
			}
			q := models.InterviewSearch{Words: models.SearchWords(c.text), Own: c.own}
			if got := f.found(q, 2); !slices.Equal(got, want) {
				t.Errorf("%q of %q: %v, want %v", c.text, c.own, got, c.want)
			}
		}
		of := models.InterviewSearch{InterviewFilter: models.InterviewFilter{InterviewerEmail: alan}}
		if got := f.found(of, 2); !slices.Equal(got, []string{ids["émile"]}) {
			t.Errorf("of Alan: %v", got)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if page, _, err := f.Interviews.Search(ctx, other.ID, models.InterviewSearch{}, nil, 10); err != nil ||
			slices.ContainsFunc(page, func(r interviews.InterviewRow) bool { return r.ID == ids["ada"] }) {
			t.Errorf("another organization finds %v, %v (D3)", page, err)
		}
	})
}

// TestNamesOf proves that the names of a page are read in one query, and that a member's name counts before that of the
// same person (D1).
func TestNamesOf(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		var rows []interviews.InterviewRow
		for n, interviewer := range []string{grace, alan, "", "stranger@acme.example"} {
			o := f.orderWith(interviewer, candidate(n), at(18+n, 0))
			rows = append(rows, f.interview(f.book(o).ID))
		}
		f.exec(`insert into members (org_id, email, name, role, origin, created_at, updated_at)
			values (?, ?, ?, ?, ?, ?, ?)`, f.org.ID, alan, "Alan T.", "recruiter", "dashboard", noon, noon)
		var names interviews.Names
		if n := f.count(func() {
			names = must(f.Interviews.NamesOf(ctx, f.org.ID, rows))(t)
		}); n != 1 {
			t.Errorf("%d queries", n)
		}
		got := fmt.Sprint(names.Person(grace), names.Person(alan), names.Person("stranger@acme.example"),
			names.Postings[rows[0].PostingID], names.Rounds[rows[0].RoundID])
		if want := fmt.Sprint("Grace", "Alan T.", "stranger@acme.example", "Backend", "design"); got != want {
			t.Errorf("the names are %q, want %q", got, want)
		}
	})
}
