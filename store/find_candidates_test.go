package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/pages"
)

// TestFindCandidates proves what whoever books finds: records for live assessments by words in any order, with the
// interview that they have, and the rounds that can be booked for them (D12).
func TestFindCandidates(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		named := f.order("ada@candidate.example", at(18, 0))
		named.CandidateName = "Ada Lovelace"
		i := f.book(named)
		canceled := f.book(f.order(cleo, at(19, 0)))
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled.ID, booking.Cancel))
		f.invited(f.inviteTo("week", "trial@candidate.example"))
		found := func(text string, limit int) (out []string) {
			t.Helper()
			list := must(f.Pages.FindCandidates(ctx, f.org.ID, models.SearchWords(text), limit))(t)
			for _, c := range list {
				live := ""
				if c.Interview != nil {
					live = " " + c.Interview.ID
				}
				out = append(out, c.Email+" "+c.PostingTitle+" "+c.AssessmentTitle+live)
			}
			slices.Sort(out)
			return out
		}
		ada := "ada@candidate.example Backend Design " + i.ID
		for text, want := range map[string][]string{
			"lovelace candidate": {ada},
			"CLEO@":              {cleo + " Backend Design"},
			"trial":              nil, // no live interview
			"%":                  nil,
		} {
			if got := found(text, 20); !slices.Equal(got, want) {
				t.Errorf("%q finds %q, want %q", text, got, want)
			}
		}
		if n := len(found("", 1)); n != 1 {
			t.Errorf("%d records, want one", n)
		}
		if n := f.count(func() { found("candidate", 20) }); n != 2 {
			t.Errorf("%d queries", n)
		}

		one := must(f.Pages.BookedCandidate(ctx, f.org.ID, i.CandidateID))(t)
		if one.Name != "Ada Lovelace" || one.Interview == nil || one.Interview.ID != i.ID {
			t.Errorf("the record is %+v", one)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Pages.BookedCandidate(ctx, other.ID, i.CandidateID)), models.NotFound,
			"a candidate of another organization")
		id := query[string](f, "select id from candidates where email = ? and org_id = ?", "trial@candidate.example",
			f.org.ID)
		f.refused(failure(f.Pages.BookedCandidate(ctx, f.org.ID, id)), models.Invalid, "a work trial")
		if record := must(f.Pages.CandidateOf(ctx, f.org.ID, i.PostingID, i.AssessmentID,
			"ada@candidate.example"))(t); record == nil || record.ID != i.CandidateID {
			t.Errorf("the record by its address is %+v", record)
		}
		if record := must(f.Pages.CandidateOf(ctx, f.org.ID, i.PostingID, i.AssessmentID,
			"new@x.io"))(t); record != nil {
			t.Errorf("a record that there is not: %+v", record)
		}
	})
}

// TestPlanOfFoundCandidates proves that what somebody who books finds is read from its index in order, however many
// candidates there are (D12).
func TestPlanOfFoundCandidates(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.exec(`insert into candidates (org_id, id, posting_id, assessment_id, track_id, email, name, state, created_at,
				updated_at)
			with recursive series(n) as (select 0 union all select n + 1 from series where n < 4999)
			select c.org_id, 'cand_' || n, c.posting_id, c.assessment_id, c.track_id,
				'many' || n || '@candidate.example', 'Many', 'invited', c.created_at, c.updated_at
			from series, candidates c where c.email = 'imported@candidate.example'`)
		if f.Postgres() {
			f.exec("analyze")
		}
		var ran []string
		s := f.opened(f.url, func(sql string) { ran = append(ran, sql) })
		for _, words := range [][]string{nil, {"many"}} {
			ran = nil
			found := must(s.Pages.FindCandidates(ctx, f.org.ID, words, 20))(t)
			if len(found) != 20 || len(ran) != 2 {
				t.Fatalf("%d found by %q", len(found), ran)
			}
			if plan := f.plan(ran[0]); !strings.Contains(plan, "candidates_newest_first") ||
				strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort") {
				t.Errorf("by %q the plan is\n%s\nof %s", words, plan, ran[0])
			}
		}
	})
}

// TestBookableRounds proves that the rounds to choose from are those that a booking accepts (D12).
func TestBookableRounds(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		rounds := func(r pages.RoundRestriction) string {
			t.Helper()
			list := must(f.Pages.BookableRounds(ctx, f.org.ID, r))(t)
			var out []string
			for _, r := range list {
				if err := r.CheckBookable(); err != nil {
					t.Errorf("%s: %v", r.Title, err)
				}
				out = append(out, fmt.Sprint(r.PostingTitle, "/", r.TrackName, "/", r.Title, " ", r.DurationMinutes))
			}
			return strings.Join(out, ", ")
		}
		design := f.round("backend", "default", "design")
		for _, c := range []struct {
			restrict pages.RoundRestriction
			want     string
		}{
			{pages.RoundRestriction{}, "Analyst/Default/design 60, Backend/Default/design 60, " +
				"Backend/Default/pairing 90, Backend/Referral/design 45"},
			{pages.RoundRestriction{PostingID: f.posting("backend"), AssessmentID: f.applied.Assessments["design"]},
				"Backend/Default/design 60, Backend/Referral/design 45"},
			{pages.RoundRestriction{RoundID: f.round("backend", "default", "takehome")}, ""},
		} {
			if got := rounds(c.restrict); got != c.want {
				t.Errorf("%+v: %s, want %s", c.restrict, got, c.want)
			}
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if list := must(f.Pages.BookableRounds(ctx, other.ID,
			pages.RoundRestriction{RoundID: design}))(t); len(list) > 0 {
			t.Errorf("another organization finds %v (D3)", list)
		}
	})
}
