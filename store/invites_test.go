package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/models/setup"
	"litmus/testdb"
)

// inviting is acme with a take-home that is in no group, and with an assessment that is only in the second track.
func inviting() setup.Setup {
	s := acme()
	steps := s.Postings[0].Tracks[0].Steps
	steps[4].Assessments = []string{"quiz"}
	steps[3].Type, steps[3].Assessment, steps[3].Indefinite = models.StepPlain, "", false
	return s
}

// inviteTo is an invite of a candidate to an assessment of the posting backend; "" means the first.
func (f *fixture) inviteTo(assessment, email string) candidacy.InviteOrder {
	return candidacy.InviteOrder{PostingID: f.posting("backend"), AssessmentID: f.applied.Assessments[assessment],
		CandidateEmail: email, CandidateName: "Cleo"}
}

func (f *fixture) invited(o candidacy.InviteOrder) candidacy.Invited {
	f.t.Helper()
	return must(f.Candidates.Invite(ctx, act.By{}, f.org, o))(f.t)
}

// candidateRow returns the candidate as stored.
func (f *fixture) candidateRow(id string) (c models.Candidate) {
	f.t.Helper()
	f.must(f.Query(ctx, &c, "select * from candidates where id = ?", id))
	return c
}

func TestInvite(t *testing.T) {
	t.Parallel()
	organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
		i := f.invited(f.inviteTo("", cleo))
		row := f.candidateRow(i.Candidate.ID)
		if !i.NewCandidate || i.Reused || i.DeliveryMode != models.DeliveryAsync {
			t.Errorf("the invite is %+v", i)
		}
		if got, want := []string{row.PostingID, row.AssessmentID, row.TrackID, row.Email, row.Name, row.State},
			[]string{f.posting("backend"), f.applied.Assessments["takehome"],
				f.applied.Postings["backend"].Tracks["default"].ID, cleo, "Cleo",
				models.CandidateInvited}; !slices.Equal(got, want) {
			t.Errorf("the row has %q, want %q", got, want)
		}
		if !row.InvitedAt.Equal(noon) || !row.InviteExpiresAt.Equal(noon.Add(14*24*time.Hour)) ||
			!row.UpdatedAt.Equal(noon) || row.Revision != 1 {
			t.Errorf("the row is %+v", row)
		}
		before := f.dump()
		f.clock.Set(noon.Add(time.Hour))
		o := f.inviteTo("takehome", cleo)
		o.CandidateName = "Somebody Else"
		if again := f.invited(o); !again.Reused || again.Candidate.ID != row.ID {
			t.Errorf("the repeat is %+v", again)
		}
		f.unchanged(before)
	})
}

// What an organization has is not found by another one. The histories have whatever else an invite may be refused for.
func TestInviteRefuses(t *testing.T) { // §1, §7
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		posting, assessment := f.inviteTo("takehome", cleo), f.inviteTo("takehome", cleo)
		f.must(f.Query(ctx, &posting.PostingID, "select id from postings where org_id <> ? "+
			"and key = 'backend'", f.org.ID))
		f.must(f.Query(ctx, &assessment.AssessmentID, "select id from assessments where org_id <> ? "+
			"and key = 'takehome'", f.org.ID))
		before := f.dump()
		for says, o := range map[string]candidacy.InviteOrder{"posting_id not found": posting,
			"assessment_id not found": assessment} {
			err := failure(f.Candidates.Invite(ctx, act.By{}, f.org, o))
			if f.refused(err, models.NotFound, says); err == nil || err.Error() != says {
				t.Errorf("the error is %q, want %q and nothing else", err, says)
			}
		}
		f.unchanged(before)
	})
}

func TestInviteRaces(t *testing.T) {
	t.Parallel()
	// news wants exactly one of the invites to be new, and all of them to name the same candidate.
	news := func(f *fixture, n int, invite func(int) (candidacy.Invited, error)) {
		f.t.Helper()
		got := make([]candidacy.Invited, n)
		fresh := 0
		each(n, func(i int) (err error) {
			got[i], err = invite(i)
			return err
		}, func(i int, err error) {
			if err != nil {
				f.t.Errorf("invite %d: %v", i, err)
			} else if !got[i].Reused {
				fresh++
			}
			if got[i].Candidate.ID != got[0].Candidate.ID {
				f.t.Errorf("invite %d has candidate %q, the first %q", i, got[i].Candidate.ID, got[0].Candidate.ID)
			}
		})
		if fresh != 1 {
			f.t.Errorf("%d of %d invites were new, want 1", fresh, n)
		}
		if row := f.candidateRow(got[0].Candidate.ID); row.Revision != 1 {
			f.t.Errorf("revision is %d, want 1", row.Revision)
		}
	}
	for name, run := range map[string]func(*fixture){
		"twenty invites of one candidate make one": func(f *fixture) {
			news(f, 20, func(int) (candidacy.Invited, error) {
				return f.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("", cleo))
			})
		}, "also from two processes": func(f *fixture) {
			other := f.another()
			news(f, 20, func(n int) (candidacy.Invited, error) {
				if n%2 == 0 {
					return other.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("", cleo))
				}
				return f.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("", cleo))
			})
		}, "also of whom a booking made": func(f *fixture) {
			f.book(f.order(cleo, at(18, 0)))
			news(f, 20, func(int) (candidacy.Invited, error) {
				return f.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("design", cleo))
			})
		}, "also beside bookings that make them": func(f *fixture) {
			booked := make(chan struct{})
			go func() {
				defer close(booked)
				f.race(20, 1, func(int) error {
					return failure(f.Bookings.Book(ctx, act.By{}, f.org, f.order(cleo, at(18, 0))))
				})
			}()
			news(f, 20, func(int) (candidacy.Invited, error) {
				return f.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("design", cleo))
			})
			<-booked
			f.live(cleo, 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, url string) { run(open(t, url, inviting())) })
		})
	}
	t.Run("one that comes between reading and writing is the one", func(t *testing.T) {
		t.Parallel()
		f := open(t, testdb.Postgres(t), inviting()) // on SQLite there is one writer
		s := f.interrupted(`FROM "candidates"`, func() {
			f.done(f.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("", cleo)))
		})
		if i := must(s.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("", cleo)))(t); !i.Reused {
			t.Errorf("the invite is %+v, want the other one", i)
		}
	})
	t.Run("twenty candidates are twenty", func(t *testing.T) {
		t.Parallel()
		organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
			each(20, func(n int) error {
				i, err := f.Candidates.Invite(ctx, act.By{}, f.org, f.inviteTo("", strings.ToLower(candidate(n))))
				if err == nil && !i.NewCandidate {
					t.Errorf("candidate %d is not new: %+v", n, i)
				}
				return err
			}, func(n int, err error) { f.must(err) })
		})
	})
}

func TestInvitesOfTwoOrganizationsAreApart(t *testing.T) { // §1
	t.Parallel()
	organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		mine := f.invited(f.inviteTo("", cleo))
		before := f.candidateRow(mine.Candidate.ID)
		var posting, assessment string
		f.must(f.Query(ctx, &posting, "select id from postings where org_id = ? and key = 'backend'", other.ID))
		f.must(f.Query(ctx, &assessment, "select id from assessments where org_id = ? and key = 'design'", other.ID))
		theirs, err := f.Candidates.Invite(ctx, act.By{}, other, candidacy.InviteOrder{PostingID: posting,
			AssessmentID: assessment, CandidateEmail: cleo, CandidateName: "Cleo of Bolt"})
		if err != nil || !theirs.NewCandidate || theirs.Candidate.OrgID != other.ID ||
			theirs.Candidate.ID == mine.Candidate.ID {
			t.Errorf("their invite is %+v (%v), want a record of their own", theirs, err)
		}
		if after := f.candidateRow(mine.Candidate.ID); after.Name != before.Name || after.Revision != before.Revision ||
			!after.UpdatedAt.Equal(before.UpdatedAt) {
			t.Errorf("my record became %+v", after)
		}
	})
}
