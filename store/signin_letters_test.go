package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/store/effects"
	"litmus/store/team"
	"litmus/testdb"
)

// asks asks for a letter, from a browser that nobody knows, and returns the row whose workflow sends it.
func (f *fixture) asks(email string) (models.Ref, bool) {
	f.t.Helper()
	wake, asked := must2(f.Team.AskForSignIn(ctx, email, false))(f.t)
	if asked != (wake.ID != "") || asked && wake.Entity != models.EntitySignIn {
		f.t.Errorf("to wake is %+v, asked for %t", wake, asked)
	}
	return models.Ref{OrgID: wake.OrgID, ID: wake.ID}, asked
}

func (f *fixture) signIn(ref models.Ref) team.SignInLedger {
	f.t.Helper()
	return must(f.Team.SignInLedger(ctx, ref))(f.t)
}

// sent has the letter of a row accepted.
func (f *fixture) sent(ref models.Ref) {
	f.t.Helper()
	a := f.signIn(ref)
	owed := a.OwedSignIn(a.Told, f.Now())
	if owed == nil {
		f.t.Fatalf("no letter is owed by %+v", a.SignIn)
	}
	e := a.Entry(*owed)
	outcome, _ := must2(f.Effects.Intend(ctx, e, a.Revision, time.Second))(f.t)
	if outcome != effects.IntentWritten {
		f.t.Fatalf("the attempt is %s", outcome)
	}
	e.State = effect.Done
	f.done(f.Effects.Settle(ctx, e, effects.MadeLink{}))
}

// entered signs in by a link of a letter.
func (f *fixture) entered(link team.SignInLink) error {
	return failure(f.Team.UseSignIn(ctx, tokenOf(link.Path), true, firefox, ""))
}

func TestAskForSignIn(t *testing.T) { // D6
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		second, closed := bolt(), bolt()
		second.Organization.Admins = []string{ada}
		closed.Organization.Slug, closed.Organization.Name, closed.Organization.Approved = "closed", "A closed one",
			false
		closed.Organization.Admins = []string{ada, "shut@closed.example"}
		f := open(t, url, staffed(), setup.Setup{Organization: second.Organization},
			setup.Setup{Organization: closed.Organization})

		for _, nobody := range []string{"nobody@acme.example", cleo, "shut@closed.example"} {
			if _, asked := f.asks(nobody); asked {
				t.Errorf("a letter to %s is asked for", nobody)
			}
		}
		if n := f.scalar("select count(*) from sign_ins"); n != 0 {
			t.Errorf("%d rows of strangers", n)
		}

		t.Run("one letter has the links of all organizations", func(t *testing.T) {
			ref, _ := f.asks(ada)
			a := f.signIn(ref)
			if len(a.Links) != 2 {
				t.Fatalf("the letter is %+v", a)
			}
			verify.Each(t, "the letter", verify.Fields{"a.Links[0].Organization": {a.Links[0].Organization, "Acme"},
				"a.Links[1].Organization": {a.Links[1].Organization, second.Organization.Name},
				"Slug":                    {a.Organization.Slug, "acme"}, "Told": {a.Told, nil},
				"ExpiresAt": {a.ExpiresAt, noon.Add(access.SignInTTL)}})
			if a.OwedSignIn(a.Told, f.Now()) == nil {
				t.Error("it is not owed")
			}
			f.must(f.entered(a.Links[1]))
			if a := f.signIn(ref); len(a.Links) != 1 || a.OwedSignIn(a.Told, f.Now()) == nil {
				t.Errorf("after one link was used: %+v", a.Links)
			}
			f.must(f.entered(a.Links[0]))
			if a := f.signIn(ref); len(a.Links) != 0 || a.OwedSignIn(a.Told, f.Now()) != nil {
				t.Errorf("after both were used: %+v", a)
			}
		})
		t.Run("two at once, then one in twelve minutes, also across organizations", func(t *testing.T) {
			f.clock.Set(noon.Add(2 * time.Hour))
			var last models.Ref
			for n := range access.SignInBurst {
				ref, asked := f.asks(ada)
				if !asked {
					t.Fatalf("letter %d is refused", n+1)
				}
				f.sent(ref)
				last = ref
			}
			f.clock.Set(noon.Add(2*time.Hour + 11*time.Minute))
			f.exec("update sign_ins set sent = '[]' where org_id <> ?", last.OrgID)
			if _, asked := f.asks(ada); asked {
				t.Error("a third letter is asked for")
			}
			// The letter is one of another row from now on, and the one that left counts all the same, and once.
			f.clock.Set(noon.Add(2*time.Hour + 12*time.Minute))
			f.exec("update organizations set name = 'Aardvark' where slug = 'bolt'")
			ref, asked := f.asks(ada)
			if !asked || ref.OrgID == last.OrgID {
				t.Fatalf("after twelve minutes the letter is %+v, asked for: %t", ref, asked)
			}
			f.sent(ref)
			f.exec("update organizations set name = ? where slug = 'bolt'", second.Organization.Name)
			if _, asked := f.asks(ada); asked {
				t.Error("one letter after another is sent by two organizations")
			}
		})
		t.Run("requests merge into the letter that has not left", func(t *testing.T) {
			f.clock.Set(noon.Add(4 * time.Hour))
			ref, _ := f.asks(ada)
			before := f.signIn(ref)
			f.clock.Set(noon.Add(4*time.Hour + 14*time.Minute))
			for range 40 {
				f.asks(ada)
			}
			f.Wakes.MarkWoken(models.PendingWake{Entity: models.EntitySignIn, OrgID: ref.OrgID, ID: ref.ID,
				Revision: before.Revision})
			f.must(f.Flush(ctx))
			_, asked := f.asks(ada)
			a := f.signIn(ref)
			if len(a.Links) != 2 {
				t.Fatalf("%+v became %+v", before, a)
			}
			verify.Each(t, "merged", verify.Fields{"asked": {asked, false}, "Revision": {a.Revision, before.Revision},
				"a.Links[0]": {a.Links[0], before.Links[0]}, "a.Links[1]": {a.Links[1], before.Links[1]},
				"ExpiresAt": {a.ExpiresAt, f.Now().Add(access.SignInTTL)}})
		})
		t.Run("a letter that anybody asks for ends no link that the member has", func(t *testing.T) {
			f.clock.Set(noon.Add(5 * time.Hour))
			path := must(f.Team.SignInLink(ctx, f.org.ID, grace))(t)
			var letters []team.SignInLink
			for n := range 3 {
				f.clock.Set(noon.Add(5*time.Hour + time.Duration(n+1)*time.Minute))
				// two from anywhere, one from a known browser
				ref, _ := must2(f.Team.AskForSignIn(ctx, grace, n == 2))(t)
				f.sent(models.Ref{OrgID: ref.OrgID, ID: ref.ID})
				letters = append(letters, f.signIn(models.Ref{OrgID: ref.OrgID, ID: ref.ID}).Links[0])
			}
			for _, link := range append([]team.SignInLink{{Path: path}}, letters...) {
				if _, _, err := f.Team.SignIn(ctx, tokenOf(link.Path), true); err != nil {
					t.Errorf("a living link: %v", err)
				}
			}
			f.must(f.entered(letters[1]))
			for _, link := range append([]team.SignInLink{{Path: path}}, letters...) {
				if err := f.entered(link); models.KindOf(err) != models.Conflict {
					t.Errorf("after one of them was used, another: %v", err)
				}
			}
		})
		t.Run("somebody who was removed gets none", func(t *testing.T) {
			f.clock.Set(noon.Add(6 * time.Hour))
			ref, _ := f.asks(kit)
			f.exec("delete from members where email = ?", kit)
			if a := f.signIn(ref); len(a.Links) != 0 {
				t.Errorf("it has %+v", a.Links)
			}
			f.refused(failure(f.Team.SignInLedger(ctx, models.Ref{OrgID: "org_x", ID: ref.ID})), models.NotFound,
				"by another organization")
		})
		t.Run("nothing stored opens anything", func(t *testing.T) {
			ref, _ := f.asks(grace)
			token := tokenOf(f.signIn(ref).Links[0].Path)
			for table, text := range f.dump() {
				if strings.Contains(text, token) {
					t.Errorf("the token of a link is in %s", table)
				}
			}
		})
	})
}

// TestLetterWithLinksIsHandedOver proves that whoever takes somebody out of one organization, in whichever way, does
// not keep them from signing in to another.
func TestLetterWithLinksIsHandedOver(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		other, third := bolt(), bolt()
		other.Organization.Recruiters, third.Organization.Recruiters = []string{kit}, []string{kit}
		third.Organization.Slug, third.Organization.Name = "cogs", "Cogs"
		f := open(t, url, acme(), setup.Setup{Organization: other.Organization},
			setup.Setup{Organization: third.Organization})
		posting := f.posting("backend")
		interviewers := must(f.Availability.Interviewers(ctx, f.org.ID, posting))(t)
		set := func(more ...timetable.PostingInterviewer) {
			t.Helper()
			f.done(f.Availability.SetInterviewers(ctx, act.By{}, f.org.ID, posting,
				append(slices.Clip(interviewers), more...)))
		}
		asksOfAcme := func() models.Ref {
			t.Helper()
			f.clock.Set(f.Now().Add(time.Hour))
			ref, _ := f.asks(kit)
			if ref.OrgID != f.org.ID || len(f.signIn(ref).Links) != 3 {
				t.Fatalf("the letter is of %+v with %+v", ref, f.signIn(ref).Links)
			}
			f.done(f.Wakes.ClaimUnwoken(ctx, f.Now(), time.Second, 10)) // it is being sent
			return ref
		}
		heirs := func(about string, want int) (refs []models.Ref) {
			t.Helper()
			claimed := must(f.Wakes.ClaimUnwoken(ctx, f.Now(), time.Minute, 10))(t)
			for _, c := range claimed {
				if c.Entity == models.EntitySignIn && c.OrgID != f.org.ID {
					refs = append(refs, models.Ref{OrgID: c.OrgID, ID: c.ID})
				}
			}
			if len(refs) != want {
				t.Errorf("%s: %d rows have a letter, want %d", about, len(refs), want)
			}
			return refs
		}
		add := func() {
			t.Helper()
			f.done(f.Team.AddMember(ctx, act.By{}, f.newMember(kit, "", "recruiter")))
		}
		remove := func() {
			t.Helper()
			f.done(f.Team.RemoveMember(ctx, act.By{}, f.org.ID, kit))
		}

		for _, way := range []struct {
			about   string
			in, out func()
		}{
			{"removed as a member", add, remove},
			{"taken off a posting", func() { set(timetable.PostingInterviewer{Email: kit}) }, func() { set() }},
			{"removed, and added again", add, func() { remove(); add() }},
		} {
			about := way.about
			way.in()
			ref := asksOfAcme()
			way.out()
			for _, heir := range heirs(about, 1) {
				a := f.signIn(heir)
				e := a.OwedSignIn(a.Told, f.Now())
				if e == nil || len(a.Links) != 2 {
					t.Fatalf("%s: the other letter is %+v with %+v", about, e, a.Links)
				}
				verify.Each(t, about+": the other letter", verify.Fields{"Kind": {e.Kind, effect.LetterSignIn},
					"a.Links[0].Organization": {a.Links[0].Organization, "Bolt"},
					"a.Links[1].Organization": {a.Links[1].Organization, "Cogs"}})
			}
			if a := f.signIn(ref); a.AsksByMail(f.Now()) {
				t.Errorf("%s: the first letter is owed, too", about)
			}
		}

		ref := asksOfAcme()
		f.exec("update sign_ins set converged_revision = revision where id = ?", ref.ID) // it was sent
		remove()
		heirs("after it was sent", 0)
	})
}

// TestSignInEntry proves that a letter has one entry, which a later one takes over.
func TestSignInEntry(t *testing.T) {
	t.Parallel()
	organizations{staffed()}.each(t, func(t *testing.T, f *fixture) {
		intend := func(a team.SignInLedger, revision int64) string {
			t.Helper()
			e := a.Entry(*a.OwedSignIn(a.Told, f.Now()))
			outcome, _ := must2(f.Effects.Intend(ctx, e, revision, time.Second))(t)
			return outcome
		}
		ref, _ := f.asks(kit)
		first := f.signIn(ref)
		if got := intend(first, first.Revision); got != effects.IntentWritten {
			t.Fatalf("the first intent is %s", got)
		}
		if got := intend(first, first.Revision); got != effects.IntentLeased {
			t.Errorf("beside it another is %s", got)
		}
		f.clock.Set(noon.Add(time.Minute))
		f.done(f.Team.SignInLink(ctx, f.org.ID, kit)) // its link is dead, so it is owed no more
		f.asks(kit)
		if got := intend(first, first.Revision); got != effects.IntentStale {
			t.Errorf("the intent of a letter that was replaced is %s", got)
		}
		second := f.signIn(ref)
		if second.Told == nil || second.Told.Revision != first.Revision || second.Told.State != effect.Intent {
			t.Fatalf("told is %+v", second.Told)
		}
		if got := intend(second, second.Revision); got != effects.IntentWritten {
			t.Errorf("the later letter is %s", got)
		}
		e := *f.signIn(ref).Told
		e.State = effect.Done
		f.done(f.Effects.Settle(ctx, e, effects.MadeLink{}))
		if a := f.signIn(ref); a.Told.State != effect.Done || a.Told.Revision != second.Revision ||
			a.OwedSignIn(a.Told, f.Now()) != nil || f.scalar("select count(*) from effects") != 1 {
			t.Errorf("after it was sent: %+v", a.Told)
		}
	})
}
