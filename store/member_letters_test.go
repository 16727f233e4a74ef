package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/store"
	"litmus/testdb"
)

// TestMemberLetter proves decision 168: whoever becomes a member is told so, by whom, until they sign in.
func TestMemberLetter(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		closed := bolt()
		closed.Organization.Slug, closed.Organization.Approved = "closed", false
		f := open(t, url, acme(), bolt(), models.Setup{Organization: closed.Organization})
		by := store.WithActor(ctx, models.Actor{Kind: models.ActorMember, ID: ada})
		added := func(email, role string) store.SignInAccount {
			t.Helper()
			wake, err := f.AddMember(by, f.newMember(email, "Kit Ortiz", role))
			f.must(err)
			if wake.Entity != store.EntitySignIn || wake.OrgID != f.org.ID || wake.ID == "" {
				t.Fatalf("to wake is %+v", wake)
			}
			a := f.signIn(store.Ref{OrgID: wake.OrgID, ID: wake.ID})
			if a.Revision != wake.Revision {
				t.Errorf("revision %d is woken of %d", wake.Revision, a.Revision)
			}
			return a
		}
		owed := func(a store.SignInAccount) string {
			t.Helper()
			a = f.signIn(store.Ref{OrgID: a.OrgID, ID: a.ID})
			if e := a.OwedSignIn(a.Told, f.Now()); e != nil {
				return e.Kind
			}
			return ""
		}

		a := added(kit, "recruiter")
		if a.Email != kit || a.Name != "Kit Ortiz" || a.Role != models.Recruiter || a.Adder.Email != ada ||
			a.Organization.Slug != "acme" || len(a.Links) != 0 || owed(a) != models.LetterMemberAdded {
			t.Errorf("the letter is %+v", a)
		}
		claimed, err := f.ClaimUnwoken(ctx, f.Now(), time.Minute, 10)
		f.must(err)
		if len(claimed) != 1 || claimed[0].Entity != store.EntitySignIn || claimed[0].ID != a.ID {
			t.Errorf("to be woken are %+v", claimed)
		}
		link := store.SignInLink{Path: secret.SignInPath(a.SignIn)}
		if err := f.entered(link); models.KindOf(err) != models.Conflict {
			t.Errorf("a link of the letter's epoch, which has none: %v", err)
		}
		wake, err := f.AddMember(by, f.newMember(alan, "", "recruiter"))
		f.must(err)
		if wake.ID != "" || f.scalar("select count(*) from sign_ins") != 1 {
			t.Errorf("an interviewer who becomes a recruiter is written to: %+v", wake)
		}

		t.Run("until they sign in", func(t *testing.T) {
			path, err := f.SignInLink(ctx, f.org.ID, kit)
			f.must(err)
			if got := owed(a); got != models.LetterMemberAdded {
				t.Errorf("after an operator made a link %q is owed", got)
			}
			f.must(f.entered(store.SignInLink{Path: path}))
			if got := owed(a); got != "" {
				t.Errorf("after they signed in %q is owed", got)
			}
		})
		t.Run("or ask for a link", func(t *testing.T) {
			a := added(lou, "interviewer")
			f.asks(lou)
			if got := owed(a); got != models.LetterSignIn {
				t.Errorf("%q is owed", got)
			}
		})
		t.Run("for a week", func(t *testing.T) {
			a := added("max@acme.example", "admin")
			f.clock.Set(noon.Add(models.MemberLetterTTL - time.Millisecond))
			if got := owed(a); got != models.LetterMemberAdded {
				t.Errorf("at the end of the week %q is owed", got)
			}
			f.clock.Set(noon.Add(models.MemberLetterTTL))
			if got := owed(a); got != "" {
				t.Errorf("after the week %q is owed", got)
			}
		})
		t.Run("at most five letters in an hour", func(t *testing.T) {
			const max = "again@acme.example"
			for range models.SignInLetters {
				added(max, "recruiter")
				_, err := f.RemoveMember(by, f.org.ID, max)
				f.must(err)
			}
			wake, err := f.AddMember(by, f.newMember(max, "", "recruiter"))
			f.must(err)
			if wake.ID != "" {
				t.Errorf("a sixth letter is sent: %+v", wake)
			}
		})
		t.Run("who added them may have left", func(t *testing.T) {
			a := added("nia@acme.example", "recruiter")
			f.exec("update sign_ins set added_by = 'gone@acme.example' where id = ?", a.ID)
			if got := f.signIn(store.Ref{OrgID: a.OrgID, ID: a.ID}).Adder; got.Email != "gone@acme.example" ||
				got.Name != "" {
				t.Errorf("they were added by %+v", got)
			}
		})
		t.Run("no letter of an organization that is not approved", func(t *testing.T) {
			org, err := f.Organization(ctx, "closed")
			f.must(err)
			wake, err := f.AddMember(by, models.Member{OrgID: org.ID, Email: kit, Role: models.Admin})
			f.must(err)
			if wake.ID != "" {
				t.Errorf("to wake is %+v", wake)
			}
		})
		t.Run("it counts as a letter to a stranger", func(t *testing.T) { // decision 106
			s := f.limited(1)
			org, err := f.Organization(ctx, "bolt")
			f.must(err)
			add := func(email string) error {
				_, err := s.AddMember(by, models.Member{OrgID: org.ID, Email: email, Role: models.Recruiter})
				return err
			}
			f.must(add(kit))
			f.refused(add(lou), models.Throttled, "a second letter")
			if f.scalar("select count(*) from members where org_id = ? and email = ?", org.ID, lou) != 0 {
				t.Error("who could not be told is a member")
			}
		})
	})
}
