package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/figures"
	"litmus/store/effects"
	"litmus/testdb"
)

// figured reads the figures in words.
func (f *fixture) figured(filter figures.Filter) (lines []string) {
	f.t.Helper()
	got := must(f.Pages.ListedFigures(ctx, f.org, filter))(f.t)
	for _, h := range got.Held {
		who, _, _ := strings.Cut(h.Interviewer, "@")
		lines = append(lines, fmt.Sprint("held ", h.Week, " ", who, " ", []int{h.Interviews, h.Minutes, h.Canceled,
			h.NoCandidate, h.NoInterviewer}))
	}
	for email, weeks := range got.Offered {
		who, _, _ := strings.Cut(email, "@")
		lines = append(lines, fmt.Sprint("offered ", who, " ", weeks))
	}
	for _, m := range got.Moves {
		lines = append(lines, fmt.Sprint("moved ", m.Week, " ", m.ByCandidate, " ", m.Moves))
	}
	for _, s := range got.Steps {
		lines = append(lines, fmt.Sprint("step ", s.Posting, " ", s.Assessment, " ", []int{s.Reached, s.WentOn, s.Rejected,
			s.Withdrawn, s.There()}))
	}
	for _, l := range got.Letters {
		lines = append(lines, fmt.Sprint("failed ", l.Week, " ", l.Kind, " ", l.Count))
	}
	lines = append(lines, fmt.Sprint("booked ", got.Booked, " begun ", got.Begun, " listed ", len(got.Failed), " ",
		len(got.Latest)))
	for _, r := range got.Reasons {
		lines = append(lines, fmt.Sprint("because ", r))
	}
	slices.Sort(lines)
	return lines
}

// TestFigures counts what happened in two weeks, by posting and by person, and nothing of another organization (D26).
func TestFigures(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := inviting()
		setup.Organization.RescheduleCutoffHours = 0
		f := open(t, url, setup, bolt())
		by := f.as(models.ActorOperator, "")
		f.book(f.orderWith(grace, cleo, at(18, 0)))
		replace := f.orderWith(grace, cleo, at(19, 0))
		replace.Replace = true
		f.clock.Set(noon.Add(time.Hour))
		replace.Reason = &models.Reason{Text: "Ill", Audience: models.AudienceTeam}
		i := f.book(replace)
		f.book(f.linkOrder(candidate(4))) // whose link nobody opened
		j := f.book(f.orderWith(alan, candidate(1), at(18, 0)))
		back := f.orderWith(alan, candidate(1), at(17, 0))
		back.Replace, back.Reason = true, &models.Reason{Text: "Train", Audience: models.AudienceCandidate}
		moved := must(f.Bookings.Book(ctx, undoable(f.interview(j.ID)), f.org, back))(t).Interview
		must(f.Bookings.Undo(ctx, undoable(f.interview(moved.ID)), f.org.ID, moved.ID))(t) // so it is no move
		ill := models.Reason{Text: "ill.", Audience: models.AudienceCandidate}
		f.done(f.Bookings.Change(ctx, by, f.org.ID, j.ID, booking.CancelBecause(&ill)))
		picker := must(f.Candidates.Invite(ctx, by, f.org, f.inviteTo("design", candidate(3))))(t).Candidate
		f.clock.Set(noon.Add(3 * time.Hour).Add(-time.Minute))
		ref := models.Ref{OrgID: f.org.ID, ID: picker.ID}
		f.done(f.Bookings.Pick(ctx, ref, at(15, 0), "UTC", false))
		f.done(f.Bookings.Pick(ctx, ref, at(16, 0), "UTC", true))
		e := entry(i, grace)
		f.done(f.Effects.Intend(ctx, e, i.Revision, time.Minute))
		e.State, e.Code, e.Permanent = effect.Failed, "smtp_550", true
		f.done(f.Effects.Settle(ctx, e, effects.MadeLink{}))
		f.clock.Set(at(19, 5))
		f.done(f.Bookings.MarkNoShow(ctx, by, models.Ref{OrgID: f.org.ID, ID: i.ID},
			booking.NoShow{Who: models.NoShowInterviewer, Note: "No train"}))

		weeks := figures.Filter{Weeks: figures.Weeks(noon, time.UTC, 2)}
		posting, person, other := weeks, weeks, weeks
		posting.PostingID, person.Interviewer, other.PostingID = f.posting("backend"), alan, f.posting("analyst")
		all := []string{
			"because {No train 0 0 1}", "because {ill. 1 1 0}",
			"booked map[1:1] begun map[1:1 7:1] listed 1 3",
			"failed 1 briefing 1",
			"held 0 grace [1 60 0 0 0]", // the import
			"held 1 alan [0 0 1 0 0]",
			"held 1 grace [2 120 0 0 1]",
			"moved 1 false 1", "moved 1 true 1",
			"offered alan [0 1]", "offered grace [0 2]",
			"step Backend Design [5 0 0 0 5]", "step Backend Take-home [1 1 0 0 0]",
		}
		for name, c := range map[string]struct {
			filter figures.Filter
			want   []string
		}{
			"all": {weeks, all}, "of the posting": {posting, all},
			"of a person": {person, []string{"because {ill. 0 1 0}", "booked map[] begun map[] listed 0 1",
				"held 1 alan [0 0 1 0 0]",
				"offered alan [0 1]", "step Backend Design [5 0 0 0 5]", "step Backend Take-home [1 1 0 0 0]"}},
			"of another posting": {other, []string{"booked map[] begun map[] listed 0 0"}},
		} {
			if got := f.figured(c.filter); !slices.Equal(got, c.want) {
				t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		}
		f.org = must(f.Team.Organization(ctx, "bolt"))(t)
		own := []string{"booked map[] begun map[] listed 0 0", "held 0 grace [1 60 0 0 0]", "offered alan [0 1]",
			"offered grace [0 2]", "step Backend Design [1 0 0 0 1]", "step Backend Take-home [1 1 0 0 0]"}
		if got := f.figured(weeks); !slices.Equal(got, own) {
			t.Errorf("another organization has %v, want what its file has: %v", got, own)
		}
	})
}

// testPlansOfFigures proves that the figures read the interviews of their weeks, and few of what else there is.
func testPlansOfFigures(t *testing.T, f *fixture) {
	t.Helper()
	s, ran := f.watched()
	posting, person := figures.Filter{Weeks: figures.Weeks(noon.AddDate(0, 0, -30), time.UTC, 2)}, figures.Filter{}
	person.Weeks = posting.Weeks
	all := posting
	posting.PostingID, person.Interviewer = f.posting("backend"), storedInterviewer
	for name, c := range map[string]struct {
		filter  figures.Filter
		indexes []string
	}{
		"all": {all, []string{"interviews_of_figures", "interviews_by_start", "interviews_canceled_because",
			"interviews_missed"}}, // by the start where nothing was vacuumed yet
		"of a posting": {posting, []string{"interviews_by_posting", "interviews_of_figures", "interviews_canceled_because",
			"interviews_missed"}},
		"of a person": {person, []string{"interviews_by_interviewer", "interviews_canceled_because", "interviews_missed"}},
	} {
		*ran = nil
		f.must(failure(s.Pages.ListedFigures(ctx, f.org, c.filter)))
		hooked := 0
		for _, sql := range *ran {
			indexes := c.indexes
			switch plan := f.plan(sql); {
			case strings.Contains(sql, "i.id in"):
				indexes = []string{"interviews_pkey"} // of the latest
			case strings.Contains(sql, "from history"), strings.Contains(sql, "from effects"):
				indexes = append(slices.Clone(indexes), "interviews_pkey") // of what was found there
				hooked++
				if f.Postgres() { // of so few rows its planner reads all, rightly
					break
				}
				index := "effects_failing"
				switch {
				case strings.Contains(sql, "details like"):
					index = "history_of_reasons"
				case strings.Contains(sql, "from history"):
					index = "history_of_moves"
				}
				if !strings.Contains(plan, index) {
					t.Errorf("%s: the plan is\n%s\nof %s", name, plan, sql)
				}
			case strings.Contains(sql, "from candidates") && !strings.Contains(plan, "candidates_"):
				t.Errorf("%s: the plan is\n%s\nof %s", name, plan, sql)
			}
			if !strings.Contains(sql, " interviews i") {
				continue
			}
			for _, l := range f.looks(sql) {
				hooked++
				if !slices.Contains(indexes, l) {
					t.Errorf("%s: interviews are read by %q, want one of %v:\n%s", name, l, indexes, sql)
				}
			}
		}
		if hooked < 5 {
			t.Errorf("%s: %d looks were seen in %q", name, hooked, *ran)
		}
	}
}

// TestMissedMembers: somebody of a panel who did not come is a no-show of the figures and of the list, whether or not
// they lead, and an interview is one of an interviewer however many did not come (P12).
func TestMissedMembers(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		o := f.orderWith("", cleo, at(18, 0))
		o.Auto = true
		i := f.book(o)
		f.book(f.orderWith(grace, candidate(1), at(18, 0))) // to which everybody comes
		f.clock.Set(at(18, 5))
		mark := func(who, email string) {
			t.Helper()
			f.done(f.Bookings.MarkNoShow(ctx, f.as(models.ActorMember, ada), models.Ref{OrgID: f.org.ID, ID: i.ID},
				booking.NoShow{Who: who, Email: email, Seen: f.interview(i.ID).NoShow}))
		}
		filter := figures.Filter{Weeks: figures.Weeks(noon, time.UTC, 1)}
		given := len(must(f.Pages.Figures(ctx, f.org, filter))(t).Given)
		check := func(about string, candidate, interviewer, all int) {
			t.Helper()
			got := must(f.Pages.ListedFigures(ctx, f.org, filter))(t)
			sums, _ := got.Totals(1)
			if s := sums[0]; s.NoCandidate != candidate || s.NoInterviewer != interviewer || s.NoShows != all ||
				len(got.Given) != given+all || len(got.Latest) != given+all {
				t.Errorf("%s: no-shows are %+v, and %d are given", about, s.Held, len(got.Given)-given)
			}
			search := models.InterviewSearch{NoShow: true}
			rows, _, err := f.Interviews.Search(ctx, f.org.ID, search, nil, 10)
			if err != nil || len(rows) != all || all > 0 && rows[0].ID != i.ID {
				t.Errorf("%s: the list of no-shows has %d, %v; want %d", about, len(rows), err, all)
			}
		}
		check("everybody came", 0, 0, 0)
		mark(models.NoShowInterviewer, i.Panel[1].Email)
		check("one of the panel did not", 0, 1, 1)
		mark(models.NoShowInterviewer, i.Panel[2].Email)
		check("two did not", 0, 1, 1)
		mark(models.NoShowCandidate, "")
		check("nor did the candidate", 1, 1, 1)
		mark("", "")
		mark(models.NoShowInterviewer, "")
		check("the lead and two did not", 0, 1, 1)
		want := []string{i.InterviewerEmail, i.Panel[1].Email, i.Panel[2].Email}
		if got := f.interview(i.ID).Absent(); !slices.Equal(got, want) {
			t.Errorf("absent are %v, want %v", got, want)
		}
		mark("", "")
		mark("", i.Panel[1].Email)
		check("one is left", 0, 1, 1)
		mark("", i.Panel[2].Email)
		check("all is taken back", 0, 0, 0)
	})
}

// TestFiguresOfSeats: who can take a seat in interviews offers their hours, also who is assigned to no posting (D26).
func TestFiguresOfSeats(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := paneled(t, url)
		week := figures.Weeks(f.Now(), time.UTC, 1)
		offers := func(filter figures.Filter) (who []string) {
			filter.Weeks = week
			for email, halfHours := range must(f.Pages.ListedFigures(ctx, f.org, filter))(t).Offered {
				if halfHours[0] > 0 {
					who = append(who, email)
				}
			}
			slices.Sort(who)
			return who
		}
		all := offers(figures.Filter{})
		for _, name := range []string{"b0", "m1", "trainee"} {
			if !slices.Contains(all, name+"@acme.example") {
				t.Errorf("%s, who is in a pool, offers nothing: %v", name, all)
			}
		}
		if own := offers(figures.Filter{PostingID: f.posting("backend")}); !slices.Contains(own, "b0@acme.example") {
			t.Errorf("on the posting with the seats offer %v", own)
		}
		if none := offers(figures.Filter{PostingID: "post_other"}); len(none) > 0 {
			t.Errorf("on another posting offer %v", none)
		}
		const one = "b0@acme.example"
		if own := offers(figures.Filter{Interviewer: one}); !slices.Equal(own, []string{one}) {
			t.Errorf("asked for one, %v offer", own)
		}
	})
}
