package signin

import (
	"context"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// SignIn is how people get in, and what that needs beside what all pages need.
type SignIn struct {
	Provider     *Provider // by which members may sign in; nil for none (D7)
	OnlyProvider bool      // nobody signs in by mail
	// PrivateNetworks are those that the operator allows. The organization that is made by a [models.WelcomePath] names
	// all of them: it is the operator's own.
	PrivateNetworks []netip.Prefix

	asks   chan struct{}  // letters with a link to sign in that are being asked for, see [SignIn.ask]
	asking sync.WaitGroup // the same
}

// Wait waits for the letters that are being asked for.
func (s *SignIn) Wait() { s.asking.Wait() }

const (
	// linkSentPath is where somebody is led to who asked for a letter.
	linkSentPath = site.SignInPath + "/sent"

	// askTime is how long it may take to ask for a letter.
	askTime = 30 * time.Second

	// nextLasts is how long a browser remembers where to go on after signing in.
	nextLasts = time.Hour
)

// AskToSignIn is the answer to somebody who is not signed in. It leads to the page to sign in; the form of an expired
// session is kept on a page of its own, from which it can be sent again: what somebody typed for an hour must survive a
// session's end, and nothing that an unknown visitor sends is stored. A script that asks for a page, and a
// page for a picture, gets the status alone.
func AskToSignIn(v *site.Visit) site.Answer {
	switch {
	case v.Method == http.MethodPost:
		a := v.Show("signin-again", "You are signed out", againView{Action: v.URL.RequestURI(), Fields: kept(v.Form),
			Files: len(v.Files) > 0}).Lead("Your session has ended, so nothing was changed.")
		a.Status = http.StatusUnauthorized
		return a
	case slices.Contains([]string{"empty", "image"}, v.Header.Get("Sec-Fetch-Dest")):
		return v.Refusal(http.StatusUnauthorized, site.Words{Heading: "You are signed out",
			Lead: "Sign in and load the page again."})
	}
	a := site.Redirect(site.SignInPath)
	a.Cookies = append(a.Cookies, v.NewCookie(site.NextCookieName, site.Within(v.URL.RequestURI()), nextLasts))
	return a
}

// againView is the form of a session that has ended.
type againView struct {
	Action string
	Fields []site.HiddenField
	Files  bool // it had files, which have to be chosen again
}

// kept returns the fields of a form, those of one name in their order.
func kept(form map[string][]string) (out []site.HiddenField) {
	for _, name := range slices.Sorted(maps.Keys(form)) {
		for _, value := range form[name] {
			out = append(out, site.HiddenField{Name: name, Value: value})
		}
	}
	return out
}

// signInView is the page to sign in.
type signInView struct {
	SignedIn     string // the address of who is signed in already
	Organization string
	Email        string // as it was typed
	Letters      bool   // links are sent by mail
	Provider     string // what people call the identity provider, "" for none
}

// signInPage serves the page to sign in.
func (s *SignIn) signInPage(v *site.Visit) (site.Answer, error) { return s.signInForm(v, ""), nil }

func (s *SignIn) signInForm(v *site.Visit, email string) site.Answer {
	view := signInView{SignedIn: v.Member.Email, Organization: v.Org.Name, Email: email, Letters: !s.OnlyProvider}
	if s.Provider != nil {
		view.Provider = s.Provider.Name()
	}
	return v.Show("signin", "Sign in", view)
}

// asksAtOnce is how many letters are being asked for at a time. A request beyond it is dropped: its sender asks again.
const asksAtOnce = 256

// askForLink has a letter with a link to sign in sent to an address, if it is a member's (D6). The answer is the same
// for every address, and in the same time: it does not wait for anybody to look the address up. If the process ends in
// that moment the letter is not asked for, and the page says what to do when none comes.
func (s *SignIn) askForLink(v *site.Visit) (site.Answer, error) {
	if s.OnlyProvider {
		return v.Refusal(http.StatusNotFound, site.Unknown), nil
	}
	email, err := models.ParseEmail("the address", v.Field("email"))
	if err != nil {
		return s.signInForm(v, v.Field("email")).Refusing(err)
	}
	s.ask(v, email, Knows(v, email))
	return site.Redirect(linkSentPath), nil
}

// ask asks for the letter, and does not wait for it. known says that the address signed in in this browser.
func (s *SignIn) ask(v *site.Visit, email string, known bool) {
	select {
	case s.asks <- struct{}{}:
	default:
		v.Log.WarnContext(v.Context(), "sign-in letter not asked for", "error", "too many are being asked for")
		return
	}
	s.asking.Go(func() {
		defer func() { <-s.asks }()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(v.Context()), askTime)
		defer cancel()
		if err := v.Acts.Team.AskForSignIn(ctx, email, known); err != nil {
			v.Log.WarnContext(ctx, "sign-in letter not asked for", "error", err)
		}
	})
}

// linkSent serves the page after a letter was asked for. It says nothing about who was.
func linkSent(v *site.Visit) (site.Answer, error) {
	return v.Show("signin-sent", "Look into your inbox", nil), nil
}

// linkView is the page that a link to sign in leads to.
type linkView struct{ Action, Email, Organization string }

// signInLink shows whom a link signs in, and the button that does it: opening the link changes nothing, because mail
// scanners open links (D5).
func (s *SignIn) signInLink(v *site.Visit) (site.Answer, error) {
	m, org, err := v.Store.Team.SignIn(v.Context(), v.PathValue("token"), !s.OnlyProvider)
	if models.KindOf(err) == models.Conflict {
		return deadLink(v), nil
	}
	if err != nil {
		return site.Answer{}, err
	}
	return v.Show("signin-link", "Sign in to "+org.Name, linkView{v.URL.EscapedPath(), m.Email, org.Name}), nil
}

// useSignInLink signs in whom the link names, and uses it up.
func (s *SignIn) useSignInLink(v *site.Visit) (site.Answer, error) {
	token, m, err := v.Store.Team.UseSignIn(v.Context(), v.PathValue("token"), !s.OnlyProvider, v.UserAgent(),
		v.SessionToken(v.Request))
	if models.KindOf(err) == models.Conflict {
		return deadLink(v), nil
	}
	if err != nil {
		return site.Answer{}, err
	}
	return entered(v, token, m.Email), nil
}

// deadLink is the answer to every link that cannot be used.
func deadLink(v *site.Visit) site.Answer {
	a := v.Show("signin-dead", "This link does not work any more", signInView{SignedIn: v.Member.Email,
		Organization: v.Org.Name}).
		Lead("A link to sign in works once: for 15 minutes, or as long as its letter says. Signing in by one ends " +
			"the others.")
	a.Status = http.StatusGone
	return a
}

// signIn signs a member in and leads to path.
func signIn(v *site.Visit, orgID, email, path string) (site.Answer, error) {
	token, err := v.Store.Team.BeginSession(v.Context(), orgID, email, v.UserAgent(), v.SessionToken(v.Request))
	if err != nil {
		return site.Answer{}, err
	}
	a := entered(v, token, email)
	a.To = path
	return a, nil
}

// entered is the answer to somebody who has signed in: the session's cookie, and the page that they were asked to sign
// in for. The browser is known from now on.
func entered(v *site.Visit, token, email string) site.Answer {
	a := site.Redirect(models.DashboardPath)
	if next, err := v.Cookie(site.NextCookieName); err == nil {
		a.To = site.Within(next.Value)
		a.Cookies = append(a.Cookies, v.NewCookie(site.NextCookieName, "", -time.Second))
	}
	a.Cookies = append(a.Cookies, v.SessionCookie(token, access.SessionMax), knownCookie(v, email))
	return a
}
