package dashboard

import (
	"fmt"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/dashboard/signin"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/effect"
	"litmus/store/team"
)

// askFor asks for a letter to the address so many times.
func (b *browser) askFor(email string, times int) {
	b.t.Helper()
	for range times {
		b.post("/dashboard/signin", "email", email).leadsTo("/dashboard/signin/sent")
		b.w.site.Wait()
	}
}

// signInLettersLeave has the letters with links that are owed to the address accepted by a mail server, and returns
// them.
func (w *world) signInLettersLeave(email string) (out []team.SignInLedger) {
	w.t.Helper()
	claimed, err := w.Wakes.ClaimOverdue(ctx, w.Now().Add(time.Second), 0, 100)
	w.must(err)
	for _, one := range claimed {
		if one.Entity != models.EntitySignIn {
			continue
		}
		a, err := w.Team.SignInLedger(ctx, models.Ref{OrgID: one.OrgID, ID: one.ID})
		w.must(err)
		owed := a.OwedSignIn(a.Told, w.Now())
		if owed == nil || owed.Kind != effect.LetterSignIn || a.Email != email {
			continue
		}
		e := a.Entry(*owed)
		w.intended(e, a.Revision)
		w.settled(e, effect.Done, "", false)
		out = append(out, a)
	}
	return out
}

// TestStrangerAsksForLetters proves D6: however often a stranger asks, a member can sign in by mail within 12 minutes,
// gets twenty letters a day for it, and signs in at once where they have signed in before.
func TestStrangerAsksForLetters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stranger, member := w.browser(t), w.browser(t)
	letters := func(b *browser, times int) []team.SignInLedger {
		t.Helper()
		b.askFor(ines, times)
		return w.signInLettersLeave(ines)
	}
	for n, want := range []int{1, 1, 0, 0, 0, 0} {
		equal(t, fmt.Sprint("letters after eight requests, time ", n+1), len(letters(stranger, 8)), want)
	}
	w.at(noon.Add(access.SignInRefill))
	got := letters(member, 1)
	if len(got) != 1 {
		t.Fatalf("after 12 minutes the member gets %d letters", len(got))
	}
	member.post(got[0].Links[0].Path).leadsTo("/dashboard")
	member.get("/dashboard").want(200, ines)
	equal(t, "letters to a stranger after the member signed in", len(letters(stranger, 8)), 0)
	for n := range 2 {
		equal(t, fmt.Sprint("letters to the browser that signed in, time ", n+1), len(letters(member, 3)), 1)
	}
	equal(t, "letters to the browser that signed in, a third time", len(letters(member, 3)), 0)

	left := 3
	step := access.SignInRefill // until the day's letters are spent
	for at := 2 * step; at < 24*time.Hour; at += step {
		w.at(noon.Add(at))
		if left += len(letters(stranger, 1)); left == access.SignInLetters {
			step = 2 * time.Hour
		}
	}
	equal(t, "letters that strangers had sent in a day", left, access.SignInLetters)
	equal(t, "letters to another browser", len(letters(w.browser(t), 1)), 0)
	equal(t, "letters to the browser that signed in", len(letters(member, 1)), 1)
	w.at(noon.Add(24*time.Hour + access.SignInRefill))
	equal(t, "letters to another browser a day later", len(letters(w.browser(t), 1)), 1)
}

// TestKnownBrowser proves D6: what a browser keeps after a sign-in tells nobody the address, counts for that address
// alone, and cannot be made by somebody else.
func TestKnownBrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser(t)
	r := b.post(w.link(ines)).leadsTo("/dashboard")
	name := "__Host-" + site.KnownCookieName
	value := b.cookies[name]
	var set string
	for _, one := range r.Header.Values("Set-Cookie") {
		if len(one) > len(name) && one[:len(name)] == name {
			set = one
		}
	}
	if want := name + "=" + value + "; Path=/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax"; set != want ||
		value == "" {
		t.Errorf("the cookie is %q, want %q", set, want)
	}
	knows := func(value, email string) bool {
		v := w.visitTo("/dashboard/signin")
		v.Header.Set("Cookie", name+"="+value)
		return signin.Knows(v, email)
	}
	b.post(w.link(mei)).leadsTo("/dashboard")
	both := b.cookies[name]
	for _, c := range []struct {
		about, value, email string
		want                bool
	}{
		{"the address that signed in", value, ines, true},
		{"another one", value, mei, false},
		{"the first of two", both, ines, true},
		{"the second of two", both, mei, true},
		{"a third", both, jonas, false},
		{"nothing", "", ines, false},
		{"a later time", "9" + value, ines, false},
		{"a mark of somebody else", value[:len(value)-1] + "_", mei, false},
		{"only tildes", "~~~~~~~~~~", ines, false},
	} {
		equal(t, c.about, knows(c.value, c.email), c.want)
	}
	w.at(noon.Add(4320*time.Hour - time.Second))
	if !knows(value, ines) {
		t.Error("it is forgotten too early")
	}
	w.at(noon.Add(4320 * time.Hour))
	if knows(value, ines) {
		t.Error("it is known for ever")
	}
	b.post("/dashboard/sign-out")
	if b.cookies[name] == "" {
		t.Error("who signs out is a stranger")
	}
}
