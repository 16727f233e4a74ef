package calendar

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"litmus/ports/outbound"
)

// soon is how long before its expiry an access token is no longer used.
const soon = time.Minute

// grant is an owner's grant: a refresh token, and the access token that it was exchanged for (RFC 6749 section 6). It
// is safe for concurrent use: callers wait for one exchange.
type grant struct {
	prefix string // of error codes
	source Source
	client *http.Client
	config oauth2.Config

	turn    chan struct{} // a lock that can be waited for with a context; it guards refresh and access
	refresh string
	access  *oauth2.Token

	mu      sync.Mutex
	secrets []string // beside the source's secrets, hidden from the text of errors
}

func newGrant(prefix, login string, s Source, c *http.Client) *grant {
	g := &grant{
		prefix:  prefix + "_token",
		source:  s,
		client:  unredirected(c),
		turn:    make(chan struct{}, 1),
		refresh: s.RefreshToken,
		config: oauth2.Config{
			ClientID: s.ClientID, ClientSecret: s.ClientSecret,
			Endpoint: oauth2.Endpoint{TokenURL: login, AuthStyle: oauth2.AuthStyleInParams},
		},
	}
	g.turn <- struct{}{}
	return g
}

// unredirected returns a copy of c that returns redirects instead of following them. A real API does not redirect, and
// a token request that is sent elsewhere would reveal the client's secret.
func unredirected(c *http.Client) *http.Client {
	own := *c
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}

// token returns an access token other than stale, which is the one that was just refused, or "".
func (g *grant) token(ctx context.Context, stale string) (string, error) {
	select {
	case <-g.turn:
	case <-ctx.Done():
		return "", outbound.Unreachable(g.prefix, ctx.Err())
	}
	defer func() { g.turn <- struct{}{} }()

	if t := g.access; t != nil && t.AccessToken != stale && (t.Expiry.IsZero() || time.Until(t.Expiry) > soon) {
		return t.AccessToken, nil
	}
	t, err := g.exchange(ctx)
	if err != nil {
		return "", g.refusal(ctx, err)
	}
	g.access = t
	defer g.keep()
	if t.RefreshToken != "" && t.RefreshToken != g.refresh {
		g.refresh = t.RefreshToken
		if g.source.Rotated != nil {
			g.source.Rotated(ctx, t.RefreshToken)
		}
	}
	return t.AccessToken, nil
}

func (g *grant) exchange(ctx context.Context) (*oauth2.Token, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, g.client)
	return g.config.TokenSource(ctx, &oauth2.Token{RefreshToken: g.refresh}).Token()
}

// refusal converts the error of a failed exchange (RFC 6749 section 5.2). It does not use the library's error text,
// which may contain the whole answer.
func (g *grant) refusal(ctx context.Context, err error) *outbound.Failure {
	r, isAnswer := errors.AsType[*oauth2.RetrieveError](err)
	_, isURL := errors.AsType[*url.Error](err)
	switch {
	case isAnswer && r.Response != nil:
	case isURL:
		return outbound.Unreachable(g.prefix, err)
	case ctx.Err() != nil:
		return outbound.Unreachable(g.prefix, ctx.Err())
	default:
		return outbound.Garbage(g.prefix, "the answer of the token endpoint makes no sense")
	}
	if r.Response.StatusCode/100 == 3 {
		return outbound.Garbage(g.prefix, "the token endpoint redirects")
	}
	e := outbound.Refused(g.prefix, r.Response, g.hide(r.ErrorDescription))
	if w := word(r.ErrorCode); w != "" {
		e.Code += "_" + w
	}
	switch r.ErrorCode {
	case "invalid_grant", "invalid_client", "unauthorized_client", "interaction_required", "consent_required":
		e.Fate, e.After = outbound.Revoked, 0
	case "temporarily_unavailable", "server_error", "slow_down":
		e.Fate, e.After = outbound.Retry, outbound.Delay(r.Response.Header, time.Now())
	}
	return e
}

// keep stores the current secrets for hide.
func (g *grant) keep() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.secrets = []string{g.refresh, g.access.AccessToken}
}

// hide replaces the grant's secrets in a provider's text.
func (g *grant) hide(s string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, secret := range g.secrets {
		s = strings.ReplaceAll(s, secret, "(secret)")
	}
	return g.source.hide(s)
}

// word makes a provider's error name usable in a code: at most 40 letters, digits and _.- of it.
func word(s string) string {
	s = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' || r == '-' {
			return r
		}
		return -1
	}, s)
	return s[:min(len(s), 40)]
}
