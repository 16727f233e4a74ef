package calendar

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"golang.org/x/oauth2"

	"litmus/ports/outbound"
)

// Application is an OAuth application that an operator registered with a provider, in whose name an owner grants access
// to their calendar in the browser (RFC 6749 section 4.1, with PKCE).
type Application struct {
	ClientID, ClientSecret string

	Consent string // URL of the page where the owner agrees, "" for the real one
	Login   string // URL of the token endpoint, "" for the real one
}

// consents are the providers whose calendars are connected by consent: their pages, token endpoints and scopes, and
// what makes them give a refresh token.
var consents = map[string]struct {
	page, login string
	scopes      []string
	extra       []oauth2.AuthCodeOption
}{
	"google": {"https://accounts.google.com/o/oauth2/v2/auth", googleLogin,
		[]string{"https://www.googleapis.com/auth/calendar.events"},
		[]oauth2.AuthCodeOption{oauth2.AccessTypeOffline, oauth2.SetAuthURLParam("prompt", "consent")}},
	"microsoft": {"https://login.microsoftonline.com/common/oauth2/v2.0/authorize", graphLogin,
		[]string{"offline_access", "https://graph.microsoft.com/Calendars.ReadWrite"},
		[]oauth2.AuthCodeOption{oauth2.SetAuthURLParam("prompt", "select_account")}},
}

// config returns the OAuth configuration for driver, which must be google or microsoft. back is where the provider
// sends the browser afterwards.
func (a Application) config(driver, back string) (oauth2.Config, []oauth2.AuthCodeOption, error) {
	p, ok := consents[driver]
	if !ok {
		return oauth2.Config{}, nil, fmt.Errorf("calendar provider %q knows no consent: google or microsoft", driver)
	}
	c := oauth2.Config{ClientID: a.ClientID, ClientSecret: a.ClientSecret, RedirectURL: back, Scopes: p.scopes,
		Endpoint: oauth2.Endpoint{AuthURL: p.page, TokenURL: p.login, AuthStyle: oauth2.AuthStyleInParams}}
	if a.Consent != "" {
		c.Endpoint.AuthURL = a.Consent
	}
	if a.Login != "" {
		c.Endpoint.TokenURL = a.Login
	}
	return c, p.extra, nil
}

// ConsentURL returns the address of the provider's page where an owner agrees. The provider then sends the browser to
// back with the state and a code. verifier is a secret of at least 43 characters that [Exchange] is given, too.
func (a Application) ConsentURL(driver, back, state, verifier string) (string, error) {
	c, extra, err := a.config(driver, back)
	if err != nil {
		return "", err
	}
	return c.AuthCodeURL(state, append(slices.Clone(extra), oauth2.S256ChallengeOption(verifier))...), nil
}

// Exchange returns the refresh token for the code that the provider gave. The error is an [*outbound.Failure]; an
// answer without a refresh token is one as well, since an access token alone ends within an hour.
func (a Application) Exchange(ctx context.Context, driver, back, code, verifier string,
	c *http.Client) (string, error) {
	config, _, err := a.config(driver, back)
	if err != nil {
		return "", outbound.Impossible(driver+"_token", err.Error())
	}
	g := newGrant(driver, config.Endpoint.TokenURL, Source{ClientID: a.ClientID, ClientSecret: a.ClientSecret,
		RefreshToken: code}, c) // what the answer may echo is hidden
	t, err := config.Exchange(context.WithValue(ctx, oauth2.HTTPClient, g.client), code,
		oauth2.VerifierOption(verifier))
	switch {
	case err != nil:
		return "", g.refusal(ctx, err)
	case t.RefreshToken == "":
		return "", outbound.Garbage(g.prefix, "the answer has no refresh token")
	}
	return t.RefreshToken, nil
}
