package signin

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// Provider is the identity provider by which members may sign in, with OpenID Connect (D7).
type Provider struct {
	Issuer, ClientID, ClientSecret string
	Client                         *http.Client // with which it is asked

	mu    sync.Mutex
	found *oidc.Provider // what it says of itself, nil until it was asked
}

const (
	providerPath = "/dashboard/oidc"      // leads to the provider
	providerBack = "/dashboard/oidc/back" // where the provider leads back to

	providerTime = 10 * time.Second // of all that is asked of it for one sign-in
	flowLasts    = 10 * time.Minute // how long somebody may take there
)

// providerNames are the names that people know providers by, by the hosts of their issuers.
var providerNames = map[string]string{"accounts.google.com": "Google", "login.microsoftonline.com": "Microsoft"}

// Name returns what people call the provider: its host, if nothing better is known.
func (p *Provider) Name() string {
	u, err := url.Parse(p.Issuer)
	if err != nil {
		return "the identity provider"
	}
	if name, known := providerNames[u.Hostname()]; known {
		return name
	}
	return u.Hostname()
}

// discover asks the provider what it is, the first time that somebody signs in: one that is down stops nothing else.
// The answer is kept, and a failure is not.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	found, err := oidc.NewProvider(ctx, p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("discovery: %w", err)
	}
	p.found = found
	return found, nil
}

// config returns the client's side of the code flow.
func (p *Provider) config(found *oidc.Provider, baseURL string) *oauth2.Config {
	return &oauth2.Config{ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: found.Endpoint(),
		RedirectURL: baseURL + providerBack, Scopes: []string{oidc.ScopeOpenID, "email"}}
}

// asking bounds what is asked of the provider for one request.
func (p *Provider) asking(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(oidc.ClientContext(ctx, p.Client), providerTime)
}

// flow is what a browser has to bring back from the provider: it proves that the answer belongs to a sign-in that began
// in this browser (state), that the token was made for it (nonce), and that whoever redeems the code asked for it
// (verifier). After its end it is worth nothing, also if the browser kept the cookie.
type flow struct {
	state, nonce, verifier string
	ends                   time.Time // to the second
}

// text is the flow as it is signed and kept in the cookie.
func (f flow) text() string {
	return strings.Join([]string{f.state, f.nonce, f.verifier, strconv.FormatInt(f.ends.Unix(), 10)}, ".")
}

// parseFlow reads what [flow.text] wrote; ok is false for everything else.
func parseFlow(text string) (f flow, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 4 {
		return f, false
	}
	ends, err := strconv.ParseInt(parts[3], 10, 64)
	return flow{parts[0], parts[1], parts[2], time.Unix(ends, 0)}, err == nil
}

// signFlow signs a flow, so that no other site that can set cookies here begins one for somebody.
func signFlow(v *site.Visit, f flow) string {
	m := hmac.New(sha256.New, v.Store.Secret().Derive("dashboard oidc"))
	m.Write([]byte(f.text()))
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// toProvider leads to the provider. It is reached by a link: the policy of our pages blocks a form whose answer leads
// elsewhere (D9).
func (s *SignIn) toProvider(v *site.Visit) (site.Answer, error) {
	if s.Provider == nil {
		return v.Refusal(http.StatusNotFound, site.Unknown), nil
	}
	ctx, cancel := s.Provider.asking(v.Context())
	defer cancel()
	found, err := s.Provider.discover(ctx)
	if err != nil {
		return s.providerFailed(v, err), nil
	}
	f := flow{rand.Text(), rand.Text(), oauth2.GenerateVerifier(), v.Store.Now().Add(flowLasts)}
	a := site.Redirect(s.Provider.config(found, v.BaseURL).AuthCodeURL(f.state, oidc.Nonce(f.nonce),
		oauth2.S256ChallengeOption(f.verifier)))
	a.Cookies = append(a.Cookies, v.FlowCookie(f.text()+"."+signFlow(v, f), flowLasts))
	return a, nil
}

// takeFlow returns the flow that began in this browser, if the answer belongs to it, and the cookie that forgets it.
func takeFlow(v *site.Visit) (f flow, ok bool, forget *http.Cookie) {
	forget = v.FlowCookie("", -time.Second)
	c, err := v.Cookie(forget.Name)
	if err != nil {
		return f, false, nil
	}
	text, sum := c.Value, ""
	if n := strings.LastIndexByte(text, '.'); n >= 0 {
		text, sum = text[:n], text[n+1:]
	}
	f, ok = parseFlow(text)
	return f, ok && same(sum, signFlow(v, f)) && same(f.state, v.Query("state")) && v.Store.Now().Before(f.ends), forget
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// fromProvider signs in who comes back from the provider. Unlike every other GET it changes something, as the protocol
// has it; the flow's cookie is what a form's origin is elsewhere.
func (s *SignIn) fromProvider(v *site.Visit) (site.Answer, error) {
	if s.Provider == nil {
		return v.Refusal(http.StatusNotFound, site.Unknown), nil
	}
	f, ok, forget := takeFlow(v)
	a, err := s.fromFlow(v, f, ok)
	if forget != nil {
		a.Cookies = append(a.Cookies, forget)
	}
	return a, err
}

func (s *SignIn) fromFlow(v *site.Visit, f flow, ok bool) (site.Answer, error) {
	issuer := v.Query("iss") // RFC 9207
	switch {
	case !ok || issuer != "" && issuer != s.Provider.Issuer:
		return s.startAgain(v, "It began in another browser, or too long ago."), nil
	case v.Query("error") != "" || v.Query("code") == "":
		return s.startAgain(v, s.Provider.Name()+" did not let you in, or you went back."), nil
	}
	email, err := s.identified(v, f, v.Query("code"))
	switch {
	case errors.Is(err, errUnverified):
		return s.startAgain(v, s.Provider.Name()+" does not say that your address was verified."), nil
	case err != nil:
		return s.providerFailed(v, err), nil
	}
	orgs, err := v.Store.Team.MemberOrganizations(v.Context(), email)
	switch {
	case err != nil:
		return site.Answer{}, err
	case len(orgs) == 0:
		a := s.startAgain(v, s.Provider.Name()+" says that you are "+email+", which is no member's address here. Ask "+
			"an admin of your organization, or choose another account.")
		a.Status = http.StatusForbidden
		return a, nil
	case len(orgs) > 1:
		return chooseOrganization(v, orgs, email)
	}
	to := models.DashboardPath
	if next, err := v.Cookie(site.NextCookieName); err == nil {
		to = site.Within(next.Value)
	}
	return signIn(v, orgs[0].ID, email, to)
}

// choiceView is the page for somebody who is a member of several organizations.
type choiceView struct{ Organizations []signInChoice }

type signInChoice struct{ Name, Action string }

// chooseOrganization lets somebody whom the provider has identified choose where to sign in: each button is a link to
// sign in, which works once.
func chooseOrganization(v *site.Visit, orgs []models.Organization, email string) (site.Answer, error) {
	var view choiceView
	for _, o := range orgs {
		path, err := v.Store.Team.SignInLink(v.Context(), o.ID, email)
		if err != nil {
			return site.Answer{}, err
		}
		view.Organizations = append(view.Organizations, signInChoice{o.Name, path})
	}
	return v.Show("signin-choose", "Where do you want to sign in?", view), nil
}

// errUnverified says that the provider vouches for no address.
var errUnverified = errors.New("no verified address")

// identified redeems the code, and returns the verified address of whoever the provider says it is, as
// [models.ParseEmail] does.
func (s *SignIn) identified(v *site.Visit, f flow, code string) (string, error) {
	ctx, cancel := s.Provider.asking(v.Context())
	defer cancel()
	found, err := s.Provider.discover(ctx)
	if err != nil {
		return "", err
	}
	tokens, err := s.Provider.config(found, v.BaseURL).Exchange(ctx, code, oauth2.VerifierOption(f.verifier))
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok { // its text has the whole answer
		return "", fmt.Errorf("redeem the code: %s %s", refused.Response.Status, refused.ErrorCode)
	}
	if err != nil {
		return "", fmt.Errorf("redeem the code: %w", err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	token, err := found.Verifier(&oidc.Config{ClientID: s.Provider.ClientID, Now: v.Store.Now}).Verify(ctx, raw)
	if err != nil {
		return "", fmt.Errorf("check the token: %w", err)
	}
	if !same(token.Nonce, f.nonce) {
		return "", errors.New("check the token: it was made for another sign-in")
	}
	var who struct {
		Email    string    `json:"email"`
		Verified looseBool `json:"email_verified"`
	}
	if err := token.Claims(&who); err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	if who.Email == "" { // many providers tell it only when they are asked
		info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
		if err != nil {
			return "", errors.New("ask who it is: it did not answer") // the error has the whole answer
		}
		if info.Subject != token.Subject {
			return "", errors.New("ask who it is: the answer is about somebody else")
		}
		who.Email, who.Verified = info.Email, looseBool(info.EmailVerified)
	}
	email, err := models.ParseEmail("email", who.Email)
	if err != nil || !bool(who.Verified) {
		return "", errUnverified
	}
	return email, nil
}

// looseBool reads true, and "true" as some providers write it; everything else is false.
type looseBool bool

// UnmarshalJSON implements [json.Unmarshaler].
func (t *looseBool) UnmarshalJSON(text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	*t = value == true || value == "true"
	return nil
}

// startAgain says why a sign-in by the provider came to nothing.
func (s *SignIn) startAgain(v *site.Visit, why string) site.Answer {
	a := s.signInForm(v, "")
	a.Page.Heading, a.Status = "You are not signed in", http.StatusBadRequest
	a.Page.Problem = why
	return a
}

// providerFailed says that the provider did not answer as it should. Why is in the log alone.
func (s *SignIn) providerFailed(v *site.Visit, err error) site.Answer {
	v.Log.WarnContext(v.Context(), "identity provider", "error", err)
	a := s.startAgain(v, s.Provider.Name()+" did not answer as it should. Try again in a minute.")
	a.Status = http.StatusBadGateway
	return a
}
