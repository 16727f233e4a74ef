package store_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/store/effects"
	"litmus/store/team"
	"litmus/testdb"
)

// TestMemberLetter proves that whoever becomes a member is told so, by whom, until they sign in.
func TestMemberLetter(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		closed := bolt()
		closed.Organization.Slug, closed.Organization.Approved = "closed", false
		f := open(t, url, acme(), bolt(), setup.Setup{Organization: closed.Organization})
		by := act.By{Actor: models.Actor{Kind: models.ActorMember, ID: ada}}
		added := func(email, role string) team.SignInLedger {
			t.Helper()
			wake := must(f.Team.AddMember(ctx, by, f.newMember(email, "Kit Ortiz", role)))(t)
			if wake.Entity != models.EntitySignIn || wake.OrgID != f.org.ID || wake.ID == "" {
				t.Fatalf("to wake is %+v", wake)
			}
			a := f.signIn(models.Ref{OrgID: wake.OrgID, ID: wake.ID})
			if a.Revision != wake.Revision {
				t.Errorf("revision %d is woken of %d", wake.Revision, a.Revision)
			}
			return a
		}
		owed := func(a team.SignInLedger) string {
			t.Helper()
			a = f.signIn(models.Ref{OrgID: a.OrgID, ID: a.ID})
			if e := a.OwedSignIn(a.Told, f.Now()); e != nil {
				return e.Kind
			}
			return ""
		}

		a := added(kit, "recruiter")
		verify.Each(t, "the letter", verify.Fields{"a.Email": {a.Email, kit}, "Name": {a.Name, "Kit Ortiz"},
			"Role": {a.Role, models.Recruiter}, "a.Adder.Email": {a.Adder.Email, ada},
			"Slug": {a.Organization.Slug, "acme"}, "len(Links)": {len(a.Links), 1},
			"owed(a)": {owed(a), effect.LetterMemberAdded}})
		wake := must(f.Team.AddMember(ctx, by, f.newMember(alan, "", "recruiter")))(t)
		if wake.ID != "" || f.scalar("select count(*) from sign_ins") != 1 {
			t.Errorf("an interviewer who becomes a recruiter is written to: %+v", wake)
		}

		t.Run("until they sign in", func(t *testing.T) {
			path := must(f.Team.SignInLink(ctx, f.org.ID, kit))(t)
			if got := owed(a); got != effect.LetterMemberAdded {
				t.Errorf("after an operator made a link %q is owed", got)
			}
			f.must(f.entered(team.SignInLink{Path: path}))
			if got := owed(a); got != "" {
				t.Errorf("after they signed in %q is owed", got)
			}
		})
		t.Run("no letter of an organization that is not approved", func(t *testing.T) {
			org := must(f.Team.Organization(ctx, "closed"))(t)
			wake := must(f.Team.AddMember(ctx, by, models.Member{OrgID: org.ID, Email: kit, Role: models.Admin}))(t)
			if wake.ID != "" {
				t.Errorf("to wake is %+v", wake)
			}
		})
		t.Run("it counts as a letter to a stranger", func(t *testing.T) {
			s := f.limited(func(l *models.Limits) { l.StrangerLetters = 1 })
			org := must(f.Team.Organization(ctx, "bolt"))(t)
			add := func(email string) error {
				return failure(s.Team.AddMember(ctx, by, models.Member{OrgID: org.ID, Email: email,
					Role: models.Recruiter}))
			}
			f.must(add(kit))
			f.refused(add(lou), models.Throttled, "a second letter")
			if f.scalar("select count(*) from members where org_id = ? and email = ?", org.ID, lou) != 0 {
				t.Error("who could not be told is a member")
			}
		})
	})
}

// addedAgain makes the address a member of the organization and removes it, and reports whether a letter is sent.
func (f *fixture) addedAgain(orgID, email string) bool {
	wake, err := f.Team.AddMember(ctx, act.By{}, models.Member{OrgID: orgID, Email: email, Role: models.Recruiter,
		Origin: models.OriginDashboard})
	if err == nil {
		_, err = f.Team.RemoveMember(ctx, act.By{}, orgID, email)
	}
	if err != nil {
		f.t.Errorf("add and remove a member: %v", err)
	}
	return wake.ID != ""
}

// TestMemberLettersAreApart proves D6: whatever an organization does with an address that it adds and removes, its
// member of another organization gets the letters with links that they ask for.
func TestMemberLettersAreApart(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		other := bolt()
		other.Organization.Recruiters = []string{kit}
		f := open(t, url, acme(), setup.Setup{Organization: other.Organization})
		sent := 0
		for range 2 * access.MemberLetters {
			if f.addedAgain(f.org.ID, kit) {
				sent++
			}
		}
		if sent != access.MemberLetters {
			t.Errorf("%d letters are sent, want %d", sent, access.MemberLetters)
		}
		for n := range access.SignInBurst {
			ref, asked := f.asks(kit)
			if !asked {
				t.Fatalf("letter %d with a link is refused", n+1)
			}
			if a := f.signIn(ref); len(a.Links) != 1 || a.Links[0].Organization != "Bolt" {
				t.Errorf("letter %d has the links %+v", n+1, a.Links)
			}
			f.sent(ref)
		}
	})
}

// TestMemberLettersOfAll proves that organizations that write at the same time do not flood one mailbox.
func TestMemberLettersOfAll(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		setups := []setup.Setup{acme()}
		for n := range 5 {
			s := bolt()
			s.Organization.Slug = fmt.Sprintf("bolt-%d", n)
			setups = append(setups, setup.Setup{Organization: s.Organization})
		}
		f := open(t, url, setups...)
		all := must(f.Team.Organizations(ctx))(t)
		write := func(email string) (sent int64) {
			var count atomic.Int64
			var wg sync.WaitGroup
			for _, o := range all {
				wg.Go(func() {
					for range access.MemberLetters {
						if f.addedAgain(o.ID, email) {
							count.Add(1)
						}
					}
				})
			}
			wg.Wait()
			return count.Load()
		}
		if got := write(kit); got != access.MemberLettersOfAll {
			t.Errorf("%d letters are sent, want %d", got, access.MemberLettersOfAll)
		}
	})
}

// TestFailedMemberLetters proves that the list of members says whose letter did not leave.
func TestFailedMemberLetters(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		for email, code := range map[string]string{kit: "smtp_550", lou: ""} {
			wake := must(f.Team.AddMember(ctx, act.By{}, f.newMember(email, "", "recruiter")))(t)
			a := f.signIn(models.Ref{OrgID: wake.OrgID, ID: wake.ID})
			e := a.Entry(*a.OwedSignIn(nil, f.Now()))
			f.done(f.Effects.Intend(ctx, e, a.Revision, time.Second))
			e.State, e.Code, e.Permanent = effect.Done, code, code != ""
			if code != "" {
				e.State = effect.Failed
			}
			f.done(f.Effects.Settle(ctx, e, effects.MadeLink{}))
		}
		failed := func(orgID string) map[string]access.FailedLetter {
			t.Helper()
			r := must(f.Team.Roster(ctx, orgID))(t)
			return r.Letters
		}
		if got := failed(f.org.ID); len(got) != 1 || got[kit] != (access.FailedLetter{Code: "smtp_550"}) {
			t.Errorf("failed are %+v", got)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if got := failed(other.ID); len(got) != 0 {
			t.Errorf("of another organization failed are %+v", got)
		}
		path := must(f.Team.SignInLink(ctx, f.org.ID, kit))(t)
		f.must(f.entered(team.SignInLink{Path: path}))
		if got := failed(f.org.ID); len(got) != 0 {
			t.Errorf("after they signed in failed are %+v", got)
		}
	})
}
