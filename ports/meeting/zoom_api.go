package meeting

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"litmus/ports/outbound"
)

const (
	zoomBase  = "https://api.zoom.us/v2"
	zoomLogin = "https://zoom.us/oauth/token"

	maxAnswer = 8 << 20 // bytes; a page of 300 meetings has less than 1 MB
	soon      = time.Minute
)

// The codes in Zoom's error bodies that the driver handles.
const (
	zoomToken   = 124  // "Invalid access token."
	zoomInvalid = 300  // "Validation Failed.", and formerly also a daily limit
	zoomNobody  = 1001 // "User does not exist"
	zoomRunning = 3002 // "Sorry, you cannot delete this meeting since it's in progress."
	zoomEnded   = 3007 // "Sorry, you cannot delete this meeting since it has ended."
)

// zoomAPI calls Zoom with access tokens of the application. They last an hour, and there are no refresh tokens. Getting
// a new token may end the one before, even that of another process.
type zoomAPI struct {
	base   string
	client *http.Client
	login  clientcredentials.Config

	turn   chan struct{} // a lock that can be waited for with a context; guards the exchange of tokens
	mu     sync.Mutex
	access *oauth2.Token
}

// zoomError is an [outbound.Failure] with Zoom's own error code.
type zoomError struct {
	*outbound.Failure
	code int // from the body of the answer
}

// orNil converts e to an error.
func orNil(e *zoomError) error {
	if e == nil {
		return nil
	}
	return e.Failure
}

// isGone reports whether the meeting does not exist (404, code 3001).
func isGone(e *zoomError) bool {
	return e != nil && (e.Status == http.StatusNotFound || e.Status == http.StatusGone) && e.code != zoomNobody
}

func newZoomAPI(s Source, c *http.Client) *zoomAPI {
	own := *c // a redirected token request would send the secret elsewhere
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	z := &zoomAPI{
		base: strings.TrimRight(s.API, "/"), client: &own, turn: make(chan struct{}, 1),
		login: clientcredentials.Config{
			ClientID: s.ClientID, ClientSecret: s.ClientSecret, TokenURL: s.Login, AuthStyle: oauth2.AuthStyleInHeader,
			EndpointParams: url.Values{"grant_type": {"account_credentials"}, "account_id": {s.AccountID}},
		},
	}
	z.turn <- struct{}{}
	return z
}

// call sends a request and parses its answer into out, unless that is nil. If the token is refused, call gets a new
// one, once. If the server fails and asks for no delay, call tries once more at once, except for a POST that the server
// may have processed.
func (z *zoomAPI) call(ctx context.Context, method, path string, in, out any) *zoomError {
	var body []byte
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return &zoomError{Failure: outbound.Impossible("zoom", "the request cannot be written as JSON")}
		}
		body = b
	}
	stale, failedOnce := "", false
	for {
		token, failed := z.token(ctx, stale)
		if failed != nil {
			return &zoomError{Failure: failed}
		}
		r, err := http.NewRequestWithContext(ctx, method, z.base+path, bytes.NewReader(body))
		if err != nil {
			return &zoomError{Failure: outbound.Impossible("zoom", "the request's address makes no sense")}
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Accept", "application/json")
		if in != nil {
			r.Header.Set("Content-Type", "application/json")
		}
		resp, err := z.client.Do(r)
		if err != nil {
			return &zoomError{Failure: outbound.Unreachable("zoom", err)}
		}
		b, err := outbound.Take("zoom", resp, maxAnswer)
		if lost, ok := errors.AsType[*outbound.Failure](err); ok {
			return &zoomError{Failure: lost}
		}
		switch status := resp.StatusCode; {
		case status == http.StatusUnauthorized && stale == "":
			stale = token
		case status >= 500 && !failedOnce && resp.Header.Get("Retry-After") == "" &&
			(method != http.MethodPost || status == http.StatusServiceUnavailable):
			failedOnce = true
		case status < 200 || status > 299:
			return z.refused(resp, b)
		case out == nil:
			return nil
		default:
			if json.Unmarshal(b, out) != nil {
				return &zoomError{Failure: outbound.Garbage("zoom", "the answer is not the JSON that was expected")}
			}
			return nil
		}
	}
}

// token returns an access token other than stale, which is the one that was just refused, or "".
func (z *zoomAPI) token(ctx context.Context, stale string) (string, *outbound.Failure) {
	select {
	case <-z.turn:
	case <-ctx.Done():
		return "", outbound.Unreachable("zoom_token", ctx.Err())
	}
	defer func() { z.turn <- struct{}{} }()
	if t := z.access; t != nil && t.AccessToken != stale && (t.Expiry.IsZero() || time.Until(t.Expiry) > soon) {
		return t.AccessToken, nil
	}
	t, err := z.login.Token(context.WithValue(ctx, oauth2.HTTPClient, z.client))
	if err != nil {
		return "", z.unauthorized(ctx, err)
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	z.access = t
	return t.AccessToken, nil
}

// unauthorized converts the error of a failed exchange. Zoom answers {"reason": "Invalid client_id or client_secret",
// "error": "invalid_client"}, or, for an account that is not the application's, "invalid_request" or
// "unsupported_grant_type".
func (z *zoomAPI) unauthorized(ctx context.Context, err error) *outbound.Failure {
	r, isAnswer := errors.AsType[*oauth2.RetrieveError](err)
	_, isURL := errors.AsType[*url.Error](err)
	switch {
	case isAnswer && r.Response != nil:
	case isURL:
		return outbound.Unreachable("zoom_token", err)
	case ctx.Err() != nil:
		return outbound.Unreachable("zoom_token", ctx.Err())
	default:
		return outbound.Garbage("zoom_token", "the answer of the token endpoint makes no sense")
	}
	var body struct {
		Reason string `json:"reason"`
	}
	_ = json.Unmarshal(r.Body, &body)
	e := outbound.Refused("zoom_token", r.Response, z.hide(body.Reason))
	if r.Response.StatusCode < 400 {
		return e
	}
	if e.Fate == outbound.GiveUp { // without a token, nothing works
		e.Fate = outbound.Revoked
	}
	if w := strings.Map(letters, r.ErrorCode); w != "" {
		e.Code += "_" + w[:min(len(w), 40)]
	}
	return e
}

func letters(r rune) rune {
	if r >= 'a' && r <= 'z' || r == '_' {
		return r
	}
	return -1
}

// limited and daily match the messages of limits that have no code of their own.
var limited, daily = regexp.MustCompile(`(?i)rate.?limit`), regexp.MustCompile(`(?i)\bdaily\b|\bper day\b`)

// refused parses Zoom's error body: {"code": 3001, "message": "Meeting does not exist: 97763643886."}, with "errors":
// [{"field", "message"}] for code 300.
func (z *zoomAPI) refused(r *http.Response, b []byte) *zoomError {
	var body struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Errors  []struct {
			Field   string `json:"field"`
			Message string `json:"message"`
		} `json:"errors"`
	}
	_ = json.Unmarshal(b, &body) // for another body, the status says enough
	words, now := body.Message, time.Now()
	for _, e := range body.Errors {
		words += " " + e.Field + ": " + e.Message
	}
	if words == "" {
		words = http.StatusText(r.StatusCode)
	}
	e := &zoomError{outbound.Refused("zoom", r, z.hide(words)), body.Code}
	if r.StatusCode < 400 {
		return e
	}
	if body.Code != 0 && body.Code != r.StatusCode {
		e.Code += fmt.Sprintf("_%d", body.Code)
	}
	switch s := r.StatusCode; {
	case s == http.StatusUnauthorized && body.Code == zoomToken:
		e.Fate = outbound.Retry // another process has got a token since and thereby ended our new one
	case s == http.StatusTooManyRequests, body.Code == http.StatusTooManyRequests,
		body.Code == zoomInvalid && limited.MatchString(words):
		e.Fate, e.After = outbound.Retry, outbound.Delay(r.Header, now)
		limit := r.Header.Get("X-RateLimit-Type")
		if e.After == 0 && (daily.MatchString(words) || strings.EqualFold(limit, "Daily-limit")) {
			at := outbound.Sent(r.Header, now).UTC()
			// "You may resume these requests at GMT 00:00:00."
			e.After = at.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(at)
		}
	case body.Code == zoomRunning:
		e.Fate, e.After = outbound.Retry, 10*time.Minute
	}
	return e
}

// hide replaces the secrets in a text from Zoom.
func (z *zoomAPI) hide(s string) string {
	z.mu.Lock()
	defer z.mu.Unlock()
	secrets := []string{z.login.ClientSecret, z.login.EndpointParams.Get("account_id")}
	if z.access != nil {
		secrets = append(secrets, z.access.AccessToken)
	}
	for _, secret := range secrets {
		s = strings.ReplaceAll(s, secret, "(secret)")
	}
	return s
}
