package calendar

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"litmus/ports/outbound"
)

const maxJSON = 16 << 20 // bytes of one answer of a REST API; a page of 1,000 events has less than 1 MB

// rest calls a JSON API with the access tokens of a grant.
type rest struct {
	prefix string // of error codes
	base   string // without a trailing slash
	client *http.Client
	grant  *grant
}

// reply is an answer of an API with its whole body.
type reply struct {
	*http.Response
	body []byte
}

// newREST checks the fields of a source that google and microsoft need. The driver is named in errors.
func newREST(driver, prefix, api, login string, s Source, c *http.Client) (*rest, error) {
	if s.API != "" {
		api = s.API
	}
	if s.Login != "" {
		login = s.Login
	}
	for _, address := range []string{api, login} {
		if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return nil, fmt.Errorf("%s calendar: the address of the service is no http or https URL", driver)
		}
	}
	for _, field := range []struct{ name, value string }{{"client_id", s.ClientID}, {"refresh_token", s.RefreshToken}} {
		if strings.TrimSpace(field.value) == "" {
			return nil, fmt.Errorf("%s calendar: %s is missing", driver, field.name)
		}
	}
	return &rest{
		prefix: prefix, base: strings.TrimRight(api, "/"), client: unredirected(c),
		grant: newGrant(prefix, login, s, c),
	}, nil
}

// call sends a request to a path below the base, or to a whole URL that the caller has checked, and returns the answer
// whatever its status. If the access token is refused, call gets a new one, once. If the server fails (5xx) and asks
// for no delay, call tries once more at once: a driver makes up to three calls for one operation, which would otherwise
// seldom all succeed. All calls can be repeated safely. The error is about a request that got no answer.
func (a *rest) call(ctx context.Context, method, path string, header http.Header, in any) (*reply, error) {
	var body []byte
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return nil, outbound.Impossible(a.prefix, "the request cannot be written as JSON")
		}
		body = b
	}
	target := path
	if strings.HasPrefix(path, "/") {
		target = a.base + path
	}
	refusedToken, failedOnce := "", false
	for {
		token, err := a.grant.token(ctx, refusedToken)
		if err != nil {
			return nil, err
		}
		r, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
		if err != nil {
			return nil, outbound.Impossible(a.prefix, "the request's address makes no sense")
		}
		for k, v := range header {
			r.Header[k] = v
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Accept", "application/json")
		if in != nil {
			r.Header.Set("Content-Type", "application/json; charset=utf-8")
		}
		resp, err := a.client.Do(r)
		if err != nil {
			return nil, outbound.Unreachable(a.prefix, err)
		}
		b, err := outbound.Take(a.prefix, resp, maxJSON)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusUnauthorized && refusedToken == "" {
			refusedToken = token
			continue
		}
		if resp.StatusCode >= 500 && resp.Header.Get("Retry-After") == "" && !failedOnce {
			failedOnce = true
			continue
		}
		return &reply{resp, b}, nil
	}
}

// decode parses the JSON of the answer.
func (a *rest) decode(r *reply, into any) error {
	if err := json.Unmarshal(r.body, into); err != nil {
		return outbound.Garbage(a.prefix, "the answer is not the JSON that was expected")
	}
	return nil
}

// refusal converts an answer that is not the expected one. name and words are the error that the API gave, or "".
func (a *rest) refusal(r *reply, name, words string) *outbound.Failure {
	if words == "" {
		words = http.StatusText(r.StatusCode)
	}
	e := outbound.Refused(a.prefix, r.Response, a.grant.hide(words))
	if name = word(name); name != "" {
		e.Code += "_" + name
	}
	return e
}
