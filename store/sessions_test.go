package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/store"
)

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"

// signedIn begins a session and returns its token.
func (f *fixture) signedIn(email, replaced string) string {
	f.t.Helper()
	return must(f.Team.BeginSession(ctx, f.org.ID, email, firefox, replaced))(f.t)
}

// visits reports whether the token opens a session.
func (f *fixture) visits(token string) bool {
	f.t.Helper()
	_, err := f.Team.Visitor(ctx, token)
	if err != nil && models.KindOf(err) != models.Unauthenticated {
		f.t.Fatal(err)
	}
	return err == nil
}

func TestSessions(t *testing.T) { // D8
	t.Parallel()
	organizations{staffed(), setup.Setup{Organization: bolt().Organization}}.each(t, func(t *testing.T, f *fixture) {
		token := f.signedIn(ada, "")
		v := must(f.Team.Visitor(ctx, token))(t)
		verify.Each(t, "visitor", verify.Fields{"ID": {v.Organization.ID, f.org.ID},
			"Slug": {v.Organization.Slug, "acme"}, "TimeZone": {v.Organization.TimeZone, f.org.TimeZone},
			"Email": {v.Member.Email, ada}, "Role": {v.Member.Role, models.Admin},
			"Label": {v.Session.Label, "Firefox on Linux"}, "CreatedAt": {v.Session.CreatedAt, noon},
			"ExpiresAt": {v.Session.ExpiresAt, noon.AddDate(0, 0, 7)}})
		if n := f.scalar("select count(*) from sessions where hash = ?", token); n != 0 {
			t.Error("the token itself is stored")
		}
		for _, bad := range []string{"", "x", token[1:], token + "A", strings.ToLower(token), token + "\n"} {
			if f.visits(bad) {
				t.Errorf("the token %q opens a session", bad)
			}
		}

		t.Run("it ends 12 hours after its last use", func(t *testing.T) {
			f.clock.Set(noon.Add(11*time.Hour + 59*time.Minute))
			f.visits(token)
			f.clock.Set(noon.Add(23 * time.Hour))
			if !f.visits(token) {
				t.Error("it has ended, and was used 11 hours ago")
			}
			f.clock.Set(noon.Add(35 * time.Hour))
			if f.visits(token) {
				t.Error("it was not used for 12 hours")
			}
			f.clock.Set(noon)
		})
		t.Run("its use is noted once a minute", func(t *testing.T) {
			token := f.signedIn(ada, "")
			first := f.count(func() { f.visits(token) })
			f.clock.Set(noon.Add(time.Minute))
			noting := f.count(func() { f.visits(token) })
			again := f.count(func() { f.visits(token) })
			if first != 2 || again != 2 || noting < 3 {
				t.Errorf("%d statements at once, %d a minute later, %d after that; want 2, more, 2", first, noting,
					again)
			}
			f.clock.Set(noon)
		})
		t.Run("the member is read each time", func(t *testing.T) {
			role := func(token string) models.MemberRole {
				v := must(f.Team.Visitor(ctx, token))(t)
				return v.Member.Role
			}
			kits, vics := f.signedIn(kit, ""), f.signedIn(vic, "")
			if role(kits) != models.Recruiter || role(vics) != models.Interviewer {
				t.Errorf("Kit is %s, Vic %s", role(kits), role(vics))
			}
			f.exec("update members set role = 'interviewer' where email = ?", kit)
			if role(kits) != models.Interviewer {
				t.Errorf("Kit is %s after they were lowered", role(kits))
			}
			f.exec("delete from members where email = ?", kit)
			f.exec("delete from posting_interviewers where email = ?", vic)
			if f.visits(kits) || f.visits(vics) {
				t.Error("somebody who is no member any more is signed in")
			}
		})
		t.Run("one ends, or all", func(t *testing.T) {
			one, two, graces := f.signedIn(ada, ""), f.signedIn(ada, ""), f.signedIn(grace, "")
			v := must(f.Team.Visitor(ctx, one))(t)
			other := must(f.Team.Organization(ctx, "bolt"))(t)
			f.refused(f.Team.EndSession(ctx, other.ID, ada, v.Session.ID), models.NotFound, "by another organization")
			f.refused(f.Team.EndSession(ctx, f.org.ID, grace, v.Session.ID), models.NotFound, "by another member")
			f.must(f.Team.EndSession(ctx, f.org.ID, ada, v.Session.ID))
			f.refused(f.Team.EndSession(ctx, f.org.ID, ada, v.Session.ID), models.NotFound, "a second time")
			if f.visits(one) || !f.visits(two) {
				t.Error("not this one alone has ended")
			}
			link := must(f.Team.SignInLink(ctx, f.org.ID, ada))(t)
			f.must(f.Team.EndSessions(ctx, f.org.ID, ada))
			if f.visits(two) || !f.visits(graces) {
				t.Error("not all of one member have ended, and those alone")
			}
			f.refused(failure(f.Team.UseSignIn(ctx, tokenOf(link), true, firefox, "")), models.Conflict,
				"a link from before")
		})
		t.Run("signing in replaces the browser's session", func(t *testing.T) {
			before := f.signedIn(ada, "")
			after := f.signedIn(grace, before)
			if f.visits(before) || !f.visits(after) {
				t.Error("the session whose cookie was overwritten goes on")
			}
		})
		t.Run("what has ended is deleted", func(t *testing.T) {
			f.clock.Set(noon.Add(12 * time.Hour))
			token := f.signedIn(ada, "")
			n := must(f.PruneOld(ctx, models.KeptSessions, noon.Add(time.Minute), 2))(t)
			m := must(f.PruneOld(ctx, models.KeptSessions, noon.Add(time.Minute), 1000))(t)
			if left := f.scalar("select count(*) from sessions"); n != 2 || m == 0 || left != 1 || !f.visits(token) {
				t.Errorf("deleted %d, then %d; %d are left, want the live one", n, m, left)
			}
		})
	})
}

// tokenOf is the token of a link to sign in.
func tokenOf(path string) string { return strings.TrimPrefix(path, models.SignInPath) }

func TestSignInLinks(t *testing.T) { // D5
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		link := func(email string) string {
			t.Helper()
			path := must(f.Team.SignInLink(ctx, f.org.ID, email))(t)
			if !strings.HasPrefix(path, models.SignInPath) || strings.Contains(path, "@") {
				t.Errorf("a link %s", path)
			}
			return tokenOf(path)
		}
		dead := func(about, token string) {
			t.Helper()
			_, _, err := f.Team.SignIn(ctx, token, true)
			_, _, used := f.Team.UseSignIn(ctx, token, true, firefox, "")
			for _, err := range []error{err, used} {
				if !errors.Is(err, access.ErrDeadSignIn) {
					t.Errorf("%s: %v, want the one refusal of links", about, err)
				}
			}
		}
		token := link(ada)
		for range 2 { // looking at it does not use it
			m, o := must2(f.Team.SignIn(ctx, token, true))(t)
			if m.Email != ada || m.Role != models.Admin || o.ID != f.org.ID {
				t.Errorf("it signs %+v in to %+v", m, o)
			}
		}
		if n := f.scalar("select count(*) from sessions"); n != 0 {
			t.Errorf("%d sessions by looking at a link", n)
		}
		cookie, m := must2(f.Team.UseSignIn(ctx, token, true, firefox, ""))(t)
		if m.Email != ada || !f.visits(cookie) {
			t.Errorf("it signed %+v in", m)
		}
		dead("a used one", token)

		older := link(ada)
		newer, kits := link(ada), link(kit)
		dead("one that a newer one replaced", older)
		for _, living := range []string{newer, kits} { // somebody else's was made after it
			f.done(f.Team.UseSignIn(ctx, living, true, firefox, ""))
		}
		for _, bad := range []string{"x", newer + "A", secret.SignLink(keyring.LinkSession, f.org.ID+"/x", 1),
			secret.SignLink(access.LinkSignIn, f.org.ID+"/x", 1)} {
			dead("a tampered one", bad)
		}

		removed := link(kit)
		f.exec("delete from members where email = ?", kit)
		dead("one of somebody who was removed", removed)
		f.refused(failure(f.Team.SignInLink(ctx, f.org.ID, kit)), models.NotFound, "a link for no member")
		f.refused(failure(f.Team.SignInLink(ctx, "org_x", ada)), models.NotFound, "a link of another organization")
	})
}

// TestSignInRace proves that of several who use a link at the same time one is signed in (D5).
func TestSignInRace(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		others := []*store.Store{f.Store, f.another(), f.another()}
		path := must(f.Team.SignInLink(ctx, f.org.ID, ada))(t)
		results := make(chan error, 12)
		for n := range cap(results) {
			go func() {
				_, _, err := others[n%len(others)].Team.UseSignIn(ctx, tokenOf(path), true, firefox, "")
				results <- err
			}()
		}
		var in int
		for range cap(results) {
			switch err := <-results; {
			case err == nil:
				in++
			case models.KindOf(err) != models.Conflict:
				t.Error(err)
			}
		}
		if n := f.scalar("select count(*) from sessions"); in != 1 || n != 1 {
			t.Errorf("%d were signed in, with %d sessions", in, n)
		}
		if list := must(f.Team.Sessions(ctx, f.org.ID, ada))(t); len(list) != 1 || list[0].Email != ada {
			t.Errorf("sessions %+v", list)
		}
	})
}
