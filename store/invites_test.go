package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
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
	t.Run("makes a record", func(t *testing.T) {
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
	})
	t.Run("invites whom a booking made", func(t *testing.T) {
		t.Parallel()
		organizations{inviting()}.each(t, func(t *testing.T, f *fixture) {
			o := f.order(cleo, at(18, 0))
			o.RoundID = f.round("backend", "referral", "design")
			booked := f.book(o) // without a name
			f.clock.Set(noon.Add(20 * 24 * time.Hour))
			i := f.invited(f.inviteTo("design", cleo))
			row := f.candidateRow(booked.CandidateID)
			verify.Each(t, "the invite", verify.Fields{"Reused": {i.Reused, false},
				"NewCandidate": {i.NewCandidate, false}, "Name": {row.Name, "Cleo"}, "Revision": {row.Revision, 1},
				"TrackID": {row.TrackID, booked.TrackID}, "InvitedAt": {row.InvitedAt, noon.Add(20 * 24 * time.Hour)},
				"CreatedAt": {row.CreatedAt, noon}})
		})
	})
	t.Run("finds what is attached, in order", func(t *testing.T) {
		t.Parallel()
		testdb.Each(t, func(t *testing.T, url string) {
			setup := inviting()
			tracks := setup.Postings[0].Tracks
			tracks[0].Default, tracks[1].Default = false, true // the second track comes first then
			tracks[0].Steps[4].AssignmentMode = "random"
			f := open(t, url, setup)
			first, second := f.applied.Postings["backend"].Tracks["default"].ID,
				f.applied.Postings["backend"].Tracks["referral"].ID
			for n, c := range []struct{ named, assessment, mode, track string }{
				{"", "design", models.DeliverySync, second}, {"design", "design", models.DeliverySync, second},
				{"pairing", "pairing", models.DeliverySync, second},
				{"takehome", "takehome", models.DeliveryAsync, first}, {"quiz", "quiz", models.DeliveryAsync, first},
				{"week", "week", models.DeliveryTrial, second},
			} {
				i := f.invited(f.inviteTo(c.named, candidate(n)))
				if i.Candidate.AssessmentID != f.applied.Assessments[c.assessment] || i.DeliveryMode != c.mode ||
					i.Candidate.TrackID != c.track {
					t.Errorf("invited to %q: %+v, want %s in track %s", c.named, i, c.assessment, c.track)
				}
			}
		})
	})
	t.Run("lives as long as the organization says, also for who came by a key", func(t *testing.T) {
		t.Parallel()
		testdb.Each(t, func(t *testing.T, url string) {
			setup := inviting()
			setup.Organization.InviteDays = 3
			f := open(t, url, setup)
			key, _ := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, "ci", nil))(t)
			caller := must(f.Team.Authenticate(ctx, key))(t)
			i := must(f.Candidates.Invite(ctx, act.By{}, caller.Organization, f.inviteTo("", cleo)))(t)
			if row := f.candidateRow(i.Candidate.ID); !row.InviteExpiresAt.Equal(noon.Add(72 * time.Hour)) {
				t.Errorf("it lives until %s, want 3 days", row.InviteExpiresAt)
			}
		})
	})
}

func TestInviteRefuses(t *testing.T) { // §7
	t.Parallel()
	for name, c := range map[string]struct {
		order func(f *fixture, o *candidacy.InviteOrder)
		kind  models.Kind
		says  string
	}{
		"an unknown posting": {func(f *fixture, o *candidacy.InviteOrder) { o.PostingID = "post_none" },
			models.NotFound, "posting_id not found"},
		"another organization's posting": {func(f *fixture, o *candidacy.InviteOrder) {
			f.must(f.Query(ctx, &o.PostingID, "select id from postings where org_id <> ? "+
				"and key = 'backend'", f.org.ID))
		}, models.NotFound, "posting_id not found"},
		"another organization's assessment": {func(f *fixture, o *candidacy.InviteOrder) {
			f.must(f.Query(ctx, &o.AssessmentID, "select id from assessments where org_id <> ? "+
				"and key = 'takehome'", f.org.ID))
		}, models.NotFound, "assessment_id not found"},
		"an assessment that is not attached": {func(f *fixture, o *candidacy.InviteOrder) {
			f.exec("delete from unstaged_assessments")
			o.AssessmentID = f.applied.Assessments["week"]
		}, models.NotFound, "assessment_id not found"},
		"a posting with nothing attached": {func(f *fixture, o *candidacy.InviteOrder) {
			f.exec("delete from unstaged_assessments")
			f.exec("update rounds set type = 'step', assessment_id = null")
			o.AssessmentID = ""
		}, models.Invalid, "NO_ASSESSMENT"},
		"a member of a self-select group": {func(f *fixture, o *candidacy.InviteOrder) {
			o.AssessmentID = f.applied.Assessments["quiz"]
		}, models.Invalid, "SELF_SELECT_UNSUPPORTED"},
		"an invitation that ran out": {func(f *fixture, o *candidacy.InviteOrder) {
			f.clock.Set(noon.Add(14 * 24 * time.Hour))
		}, models.Conflict, "ALREADY_INVITED"},
		"one whose interview was canceled since": {func(f *fixture, o *candidacy.InviteOrder) {
			interviewed(f, o, true)
		}, models.Conflict, "ALREADY_INVITED"},
		"nobody whose interview is not canceled": {func(f *fixture, o *candidacy.InviteOrder) {
			interviewed(f, o, false)
		}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			organizations{inviting(), bolt()}.each(t, func(t *testing.T, f *fixture) {
				f.invited(f.inviteTo("takehome", cleo))
				o := f.inviteTo("takehome", cleo)
				c.order(f, &o)
				before := f.dump()
				i, err := f.Candidates.Invite(ctx, act.By{}, f.org, o)
				f.refused(err, c.kind, name)
				switch {
				case err != nil && err.Error() != c.says:
					t.Errorf("the error is %q, want %q and nothing else", err, c.says)
				case err == nil && !i.Reused:
					t.Errorf("got %+v, want the invitation there was", i)
				}
				f.unchanged(before)
			})
		})
	}
}

// interviewed invites to a live assessment, books an interview, and lets the invitation run out.
func interviewed(f *fixture, o *candidacy.InviteOrder, canceled bool) {
	o.AssessmentID = f.applied.Assessments["design"]
	f.invited(*o)
	i := f.book(f.order(cleo, at(18, 0)))
	if canceled {
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel))
	}
	f.clock.Set(noon.Add(15 * 24 * time.Hour))
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
