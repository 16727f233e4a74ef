package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/store/candidates"
	"litmus/store/setups"
	"litmus/testdb"
)

// takingHome invites a candidate to a take-home, and returns their reference and a function that reads their page.
func takingHome(f *fixture) (models.Ref, func() candidates.Assessed) {
	f.t.Helper()
	ref := models.Ref{OrgID: f.org.ID, ID: f.invited(f.inviteTo("takehome", cleo)).Candidate.ID}
	return ref, func() candidates.Assessed {
		f.t.Helper()
		return must(f.Candidates.Assessed(ctx, ref))(f.t)
	}
}

// saveAnswer saves a draft, for tests that do not ask when that was.
func (f *fixture) saveAnswer(ctx context.Context, ref models.Ref, a candidacy.Answer, seen *time.Time) error {
	return failure(f.Candidates.SaveAnswer(ctx, ref, a, seen))
}

func TestTakingAnAssessment(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setup := inviting()
		setup.Assessments[0].Instructions, setup.Assessments[0].TimeLimitMinutes = "Build **it**.", 90
		f := open(t, url, setup)
		ref, page := takingHome(f)
		wantPage := func(when, want string) {
			t.Helper()
			p, a := page(), candidacy.Answer{}
			if p.Answer != nil {
				a = *p.Answer
			}
			if got := fmt.Sprintf("%s revision %d, %q %q", p.Candidate.State, p.Candidate.Revision, a.Text,
				a.Links); got != want {
				t.Errorf("%s: the page has %s, want %s", when, got, want)
			}
		}
		p := page()
		if got, want := []any{p.Assessment.Title, p.Assessment.Instructions, p.Assessment.TimeLimitMinutes,
			p.OrganizationName, p.PostingTitle}, []any{"Take-home", "Build **it**.", 90, "Acme",
			"Backend"}; !slices.Equal(got, want) {
			t.Errorf("the page has %v, want %v", got, want)
		}
		wantPage("invited", `invited revision 1, "" []`)
		started := noon.Add(time.Hour)
		f.clock.Set(started)
		f.done(f.Candidates.StartAssessment(ctx, ref))
		wantPage("started", `in_progress revision 2, "" []`)
		// A draft replaces the one before it, and an empty one is stored, too.
		for _, a := range []candidacy.Answer{{Text: "<b>語</b> & \"quotes\" '; --", Links: []string{
			"https://code.example/a", "https://code.example/b"}}, {}} {
			f.must(f.saveAnswer(ctx, ref, a, nil))
			wantPage("a draft", fmt.Sprintf("in_progress revision 2, %q %q", a.Text, a.Links))
			if saved := page().Answer.SavedAt; !saved.Equal(f.Now()) {
				t.Errorf("the draft was saved at %s", saved)
			}
		}

		handed := noon.AddDate(0, 1, 0) // after the time limit, and when the invitation would have run out
		f.clock.Set(handed)
		final := candidacy.Answer{Text: strings.Repeat("語", candidacy.MaxAnswerRunes),
			Links: []string{"https://code.example/final"}}
		_, s := must2(f.Candidates.Submit(ctx, ref, final, nil))(t)
		stored, _ := must2(f.Candidates.Submission(ctx, f.org.ID, s.ID))(t)
		if got, want := []string{stored.CandidateID, stored.AssessmentID, stored.PostingID, stored.Decision,
			models.FormatInstant(stored.SubmittedAt)}, []string{ref.ID, f.applied.Assessments["takehome"],
			f.posting("backend"), models.DecisionPending, models.FormatInstant(handed)}; !slices.Equal(got, want) {
			t.Errorf("the submission is %q, want %q", got, want)
		}
		wantPage("handed in", fmt.Sprintf("submitted revision 3, %q %q", final.Text, final.Links))
		if id := page().SubmissionID; id != s.ID {
			t.Errorf("the page has the submission %q, want %s", id, s.ID)
		}
		before := f.dump()
		f.refused(f.saveAnswer(ctx, ref, candidacy.Answer{Text: "late"}, nil), models.Conflict, "a draft after the end")
		// Applying the file again, also with Prune, leaves the submission, which is not in the file.
		f.done(f.Setups.Apply(ctx, setup, setups.Options{Prune: true}))
		f.unchanged(before)
	})
}

func TestAssessmentOfOthers(t *testing.T) {
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		home := f.invited(f.inviteTo("takehome", cleo)).Candidate
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		before := f.dump()
		for name, ref := range map[string]models.Ref{"another organization's": {OrgID: other.ID, ID: home.ID},
			"no id": {OrgID: f.org.ID}} {
			f.refused(failure(f.Candidates.StartAssessment(ctx, ref)), models.NotFound, "starting "+name)
			f.refused(f.saveAnswer(ctx, ref, candidacy.Answer{Text: "x"}, nil), models.NotFound, "a draft of "+name)
			f.refused(failure(f.Candidates.Submit(ctx, ref, candidacy.Answer{Text: "x"}, nil)), models.NotFound,
				"submitting for "+name)
			f.refused(failure(f.Candidates.Assessed(ctx, ref)), models.NotFound, "the page of "+name)
		}
		f.unchanged(before)
	})
}

func TestAssessedShowsTheInterview(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		ref := models.Ref{OrgID: f.org.ID, ID: i.CandidateID}
		p, err := f.Candidates.Assessed(ctx, ref)
		if err != nil || p.Interview == nil {
			t.Fatalf("the page is %+v (%v)", p, err)
		}
		verify.Each(t, "the page", verify.Fields{"ID": {p.Interview.ID, i.ID},
			"DeliveryMode": {p.Assessment.DeliveryMode, models.DeliverySync},
			"InvitedAt":    {p.Candidate.InvitedAt, nil}})
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel))
		if p, err := f.Candidates.Assessed(ctx, ref); err != nil || p.Interview != nil {
			t.Errorf("the page shows a canceled interview: %+v (%v)", p.Interview, err)
		}
	})
}

func TestAnswerRaces(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func(*fixture, models.Ref){
		"twenty starts change once": func(f *fixture, ref models.Ref) {
			var changes atomic.Int64
			f.race(20, 20, func(n int) error {
				_, changed, err := f.Candidates.StartAssessment(ctx, ref)
				if changed {
					changes.Add(1)
				}
				return err
			})
			if row := f.candidateRow(ref.ID); changes.Load() != 1 || row.Revision != 2 {
				f.t.Errorf("%d changes to revision %d, want one to revision 2", changes.Load(), row.Revision)
			}
		}, "of twenty tabs that know of the same draft one saves": func(f *fixture, ref models.Ref) {
			f.done(f.Candidates.StartAssessment(ctx, ref))
			f.race(20, 1, func(n int) error {
				return f.saveAnswer(ctx, ref, candidacy.Answer{Text: fmt.Sprint("tab ", n)}, &time.Time{})
			})
			p := must(f.Candidates.Assessed(ctx, ref))(f.t)
			// The same form, sent many times.
			f.race(20, 20, func(int) error { return f.saveAnswer(ctx, ref, *p.Answer, &time.Time{}) })
			f.refused(failure(f.Candidates.Submit(ctx, ref, candidacy.Answer{Text: "older"}, &time.Time{})),
				models.Conflict, "handing in what is older than the draft")
			f.done(f.Candidates.Submit(ctx, ref, candidacy.Answer{Text: "newer"}, &p.Answer.SavedAt))
		}, "twenty submissions make one, and nobody's draft takes its place": func(f *fixture, ref models.Ref) {
			f.done(f.Candidates.StartAssessment(ctx, ref))
			ids := make([]string, 20)
			drafts := make(chan struct{})
			go func() {
				defer close(drafts)
				each(20, func(n int) error {
					return f.saveAnswer(ctx, ref, candidacy.Answer{Text: "draft"}, nil)
				}, func(n int, err error) {
					if err != nil && models.KindOf(err) != models.Conflict {
						f.t.Errorf("draft %d: %v", n, err)
					}
				})
			}()
			f.race(20, 1, func(n int) error {
				_, s, err := f.Candidates.Submit(ctx, ref, candidacy.Answer{Text: fmt.Sprint("final ", n)}, nil)
				ids[n] = s.ID
				return err
			})
			<-drafts
			won := slices.IndexFunc(ids, func(id string) bool { return id != "" })
			p := must(f.Candidates.Assessed(ctx, ref))(f.t)
			if p.SubmissionID != ids[won] || p.Answer.Text != fmt.Sprint("final ", won) || p.Candidate.Revision != 3 {
				f.t.Errorf("stored is %q as %s of revision %d, want what submission %d, %s, handed in",
					p.Answer.Text, p.SubmissionID, p.Candidate.Revision, won, ids[won])
			}
			if n := f.scalar("select count(*) from submissions where candidate_id = ?", ref.ID); n != 1 {
				f.t.Errorf("%d submissions, want 1", n)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
				ref, _ := takingHome(f)
				run(f, ref)
			})
		})
	}
}

func TestAnswersOfTenantsCannotBeMixed(t *testing.T) { // cross-tenant foreign keys
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		ref, _ := takingHome(f)
		f.done(f.Candidates.StartAssessment(ctx, ref))
		f.done(f.Candidates.Submit(ctx, ref, candidacy.Answer{Text: "mine"}, nil))
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		before := f.dump()
		for _, sql := range []string{
			"update answers set candidate_id = (select candidate_id from submissions where org_id = ?) " +
				"where org_id = ?",
			"update answers set submission_id = (select id from submissions where org_id = ?) where org_id = ?",
		} {
			if err := f.Exec(ctx, sql, other.ID, f.org.ID); err == nil ||
				!strings.Contains(strings.ToLower(err.Error()), "foreign key") {
				t.Errorf("%s: got %v, want a violated foreign key", sql, err)
			}
		}
		f.unchanged(before)
	})
}
