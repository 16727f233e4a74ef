package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

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

		if p := page(); p.Candidate.ID != ref.ID || p.Candidate.Name != "Cleo" ||
			p.Candidate.StateAt(noon, false) != models.CandidateInvited || p.Assessment.Title != "Take-home" ||
			p.Assessment.Instructions != "Build **it**." || p.Assessment.TimeLimitMinutes != 90 ||
			p.OrganizationName != "Acme" || p.PostingTitle != "Backend" || p.Interview != nil ||
			p.Answer != nil || p.SubmissionID != "" || p.SubmittedAt != nil {
			t.Errorf("the page of an invitation is %+v", p)
		}
		before := f.dump()
		f.refused(f.saveAnswer(ctx, ref, candidacy.Answer{Text: "early"}, nil), models.Conflict,
			"a draft before the start")
		f.refused(failure(f.Candidates.Submit(ctx, ref, candidacy.Answer{Text: "early"}, nil)), models.Conflict,
			"submitting before the start")
		f.unchanged(before)

		started := noon.Add(time.Hour)
		f.clock.Set(started)
		_, changed := must2(f.Candidates.StartAssessment(ctx, ref))(t)
		if p := page(); !changed || p.Candidate.State != models.CandidateInProgress ||
			!p.Candidate.StartedAt.Equal(started) || p.Candidate.Revision != 2 ||
			!p.Candidate.UpdatedAt.Equal(started) || !p.Candidate.InvitedAt.Equal(noon) {
			t.Errorf("started, changed %t: the page is %+v", changed, p.Candidate)
		}
		f.clock.Set(started.Add(time.Minute))
		before = f.dump()
		if _, changed, err := f.Candidates.StartAssessment(ctx, ref); changed || err != nil {
			t.Errorf("started again: changed %t (%v), want nothing", changed, err)
		}
		f.unchanged(before)

		// A draft replaces the one before it, and an empty one is stored, too.
		for n, a := range []candidacy.Answer{{Text: "first\nline", Links: []string{"https://code.example/a",
			"https://code.example/b"}}, {}, {Text: "<b>語</b> & \"quotes\" '; --"}} {
			at := started.Add(time.Duration(n+2) * time.Minute)
			f.clock.Set(at)
			f.must(f.saveAnswer(ctx, ref, a, nil))
			if p := page(); p.Answer == nil || p.Answer.Text != a.Text || !slices.Equal(p.Answer.Links, a.Links) ||
				!p.Answer.SavedAt.Equal(at) || p.SubmissionID != "" || p.SubmittedAt != nil {
				t.Errorf("draft %d came back as %+v", n, p.Answer)
			}
		}
		if row := f.candidateRow(ref.ID); row.Revision != 2 || !row.UpdatedAt.Equal(started) {
			t.Errorf("a draft changes the candidate to %+v", row)
		}
		f.refused(failure(f.Candidates.Submit(ctx, ref, candidacy.Answer{}, nil)), models.Invalid, "submitting nothing")

		handed := noon.AddDate(0, 1, 0) // after the time limit, and when the invitation would have run out
		f.clock.Set(handed)
		final := candidacy.Answer{Text: strings.Repeat("語", candidacy.MaxAnswerRunes),
			Links: []string{"https://code.example/final"}}
		_, s := must2(f.Candidates.Submit(ctx, ref, final, nil))(t)
		stored, who := must2(f.Candidates.Submission(ctx, f.org.ID, s.ID))(t)
		if !strings.HasPrefix(s.ID, "sub_") || stored.Decision != models.DecisionPending || stored.Score != nil ||
			stored.NativeScore != nil || stored.Key != "" ||
			stored.CandidateID != ref.ID || stored.AssessmentID != f.applied.Assessments["takehome"] ||
			stored.PostingID != f.posting("backend") || !stored.SubmittedAt.Equal(handed) ||
			!stored.CreatedAt.Equal(handed) || who.Email != cleo || who.Name != "Cleo" {
			t.Errorf("the submission is %+v of %+v", stored, who)
		}
		p := page()
		if p.Candidate.State != models.CandidateSubmitted || p.Candidate.Revision != 3 ||
			!p.Candidate.UpdatedAt.Equal(handed) || !p.Candidate.StartedAt.Equal(started) ||
			p.Answer.Text != final.Text || !slices.Equal(p.Answer.Links, final.Links) || p.SubmissionID != s.ID ||
			!p.SubmittedAt.Equal(handed) || !p.Answer.SavedAt.Equal(handed) {
			t.Errorf("handed in, the page is %+v", p.Candidate)
		}
		if n := f.scalar("select count(*) from submissions where candidate_id = ? and key is null", ref.ID); n != 1 {
			t.Errorf("%d submissions without a key, want 1", n)
		}

		f.clock.Set(handed.Add(time.Minute))
		before = f.dump()
		f.refused(f.saveAnswer(ctx, ref, candidacy.Answer{Text: "late"}, nil), models.Conflict, "a draft after the end")
		f.refused(failure(f.Candidates.Submit(ctx, ref, candidacy.Answer{Text: "late"}, nil)), models.Conflict,
			"submitting twice")
		f.refused(failure(f.Candidates.StartAssessment(ctx, ref)), models.Conflict, "starting what is handed in")
		f.refused(failure(f.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("takehome", cleo))), models.Conflict,
			"inviting who has submitted")
		f.unchanged(before)

		// Applying the file again, also with Prune, leaves the submission, which is not in the file.
		f.done(f.Setups.Apply(ctx, setup, setups.Options{Prune: true}))
		f.unchanged(before)
	})
}

func TestStartAssessmentRefuses(t *testing.T) {
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		home := f.invited(f.inviteTo("takehome", cleo)).Candidate
		live := f.invited(f.inviteTo("design", cleo)).Candidate
		booked := f.book(f.order("booked@candidate.example", at(18, 0)))
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		before := f.dump()
		for name, c := range map[string]struct {
			ref  models.Ref
			kind models.Kind
		}{
			"a live assessment":              {models.Ref{OrgID: f.org.ID, ID: live.ID}, models.Conflict},
			"a live one that a booking made": {models.Ref{OrgID: f.org.ID, ID: booked.CandidateID}, models.Conflict},
			"nobody":                         {models.Ref{OrgID: f.org.ID, ID: "cand_none"}, models.NotFound},
			"another organization's":         {models.Ref{OrgID: other.ID, ID: home.ID}, models.NotFound},
			"a candidate of no organization": {models.Ref{ID: home.ID}, models.NotFound},
			"no id":                          {models.Ref{OrgID: f.org.ID}, models.NotFound},
		} {
			_, changed, err := f.Candidates.StartAssessment(ctx, c.ref)
			f.refused(err, c.kind, "starting "+name)
			if changed {
				t.Errorf("%s was started", name)
			}
			f.refused(f.saveAnswer(ctx, c.ref, candidacy.Answer{Text: "x"}, nil), c.kind, "a draft of "+name)
			f.refused(failure(f.Candidates.Submit(ctx, c.ref, candidacy.Answer{Text: "x"}, nil)), c.kind,
				"submitting for "+name)
			if c.kind == models.NotFound {
				f.refused(failure(f.Candidates.Assessed(ctx, c.ref)), c.kind, "the page of "+name)
			}
		}
		f.unchanged(before)
		f.clock.Set(noon.Add(14 * 24 * time.Hour))
		f.refused(failure(f.Candidates.StartAssessment(ctx, models.Ref{OrgID: f.org.ID, ID: home.ID})), models.Conflict,
			"starting the instant the invitation runs out")
		f.clock.Set(noon.Add(14*24*time.Hour - time.Millisecond))
		if _, changed, err := f.Candidates.StartAssessment(ctx, models.Ref{OrgID: f.org.ID,
			ID: home.ID}); !changed || err != nil {
			t.Errorf("started a tick before it runs out: changed %t (%v)", changed, err)
		}
	})
}

func TestAssessedShowsTheInterview(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(18, 0)))
		ref := models.Ref{OrgID: f.org.ID, ID: i.CandidateID}
		if p, err := f.Candidates.Assessed(ctx, ref); err != nil || p.Interview == nil || p.Interview.ID != i.ID ||
			p.Assessment.DeliveryMode != models.DeliverySync || p.Candidate.InvitedAt != nil {
			t.Errorf("the page is %+v (%v)", p, err)
		}
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
			changes := make([]bool, 20)
			f.race(20, 20, func(n int) (err error) {
				_, changes[n], err = f.Candidates.StartAssessment(ctx, ref)
				return err
			})
			slices.SortFunc(changes, func(a, b bool) int {
				return map[bool]int{true: 0, false: 1}[a] - map[bool]int{true: 0, false: 1}[b]
			})
			if row := f.candidateRow(ref.ID); !changes[0] || changes[1] || row.Revision != 2 {
				f.t.Errorf("changes %v to revision %d, want one to revision 2", changes, row.Revision)
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
