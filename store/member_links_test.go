package store_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
)

// TestMemberLink proves D5: the link in the letter to a new member signs in once, for a day, and dies with a sign-in, a
// removal, or another role.
func TestMemberLink(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		number := 0
		added := func(role string) (email, token string) {
			t.Helper()
			number++
			email = "new" + string(rune('a'+number)) + "@acme.example"
			wake := must(f.Team.AddMember(ctx, act.By{}, f.newMember(email, "", role)))(t)
			links := f.signIn(models.Ref{OrgID: wake.OrgID, ID: wake.ID}).Links
			if len(links) == 0 {
				return email, ""
			}
			return email, tokenOf(links[0].Path)
		}
		lives := func(about, token string, want bool) {
			t.Helper()
			m, _, err := f.Team.SignIn(ctx, token, true)
			if (err == nil) != want || err != nil && models.KindOf(err) != models.Conflict {
				t.Errorf("%s: it signs in %q, %v", about, m.Email, err)
			}
		}
		for about, end := range map[string]func(email string){
			"another role and back": func(email string) {
				f.must(f.Team.ChangeMember(ctx, act.By{}, f.newMember(email, "", "interviewer"), models.Recruiter))
				f.must(f.Team.ChangeMember(ctx, act.By{}, f.newMember(email, "", "recruiter"), models.Interviewer))
			}, "a role that no rule of ours gave": func(email string) {
				f.exec("update members set role = 'admin' where email = ?", email)
			}, "a removal, and a new member of that address": func(email string) {
				f.done(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, email))
				f.done(f.Team.AddMember(ctx, act.By{}, f.newMember(email, "", "recruiter")))
			}, "a sign-in by a provider": func(email string) {
				f.done(f.Team.BeginSession(ctx, f.org.ID, email, "", ""))
			},
			"signing out everywhere": func(email string) { f.must(f.Team.EndSessions(ctx, f.org.ID, email)) },
			"membership elsewhere": func(email string) {
				f.done(f.Team.AddMember(ctx, act.By{}, models.Member{OrgID: other.ID, Email: email,
					Role: models.Interviewer}))
			},
		} {
			email, token := added("recruiter")
			lives("before "+about, token, true)
			end(email)
			lives("after "+about, token, false)
		}
		email, token := added("interviewer")
		_, asked := f.asks(email)
		if lives("after somebody asked for a letter", token, true); !asked {
			t.Error("no letter is asked for")
		}
		f.refused(failure(f.Team.SignIn(ctx, token, false)), models.Conflict,
			"where members sign in by the provider alone")
		for table, text := range f.dump() {
			if strings.Contains(text, token) {
				t.Errorf("the token is in %s", table)
			}
		}
		f.done(f.Team.UseSignIn(ctx, token, true, firefox, ""))
		lives("after it was used", token, false)

		if email, token := added("admin"); token != "" {
			t.Errorf("the letter to the admin %s has a link", email)
		}
		f.done(f.Team.AddMember(ctx, act.By{}, models.Member{OrgID: other.ID, Email: kit, Role: models.Recruiter}))
		wake := must(f.Team.AddMember(ctx, act.By{}, f.newMember(kit, "", "recruiter")))(t)
		if a := f.signIn(models.Ref{OrgID: wake.OrgID, ID: wake.ID}); len(a.Links) != 0 {
			t.Errorf("the letter to a member of two organizations has %+v", a.Links)
		}
	})
}

// TestMemberLinkAndTheFile proves D5: an organization file that gives a new member another role ends their link, also
// if a later one gives the first role back.
func TestMemberLinkAndTheFile(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		wake := must(f.Team.AddMember(ctx, act.By{}, f.newMember(lou, "", "interviewer")))(t)
		token := tokenOf(f.signIn(models.Ref{OrgID: wake.OrgID, ID: wake.ID}).Links[0].Path)
		raised := acme()
		raised.Organization.Recruiters = []string{lou}
		f.apply(acme())
		if _, _, err := f.Team.SignIn(ctx, token, true); err != nil {
			t.Errorf("after a file that does not name them: %v", err)
		}
		f.apply(raised)
		f.apply(acme())
		f.refused(failure(f.Team.SignIn(ctx, token, true)), models.Conflict, "after they were a recruiter for a while")
	})
}
