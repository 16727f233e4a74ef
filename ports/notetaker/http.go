package notetaker

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"litmus/ports/outbound"
)

const (
	prefix    = "notetaker" // of error codes
	maxAnswer = 64 << 10    // bytes
)

// remote is a notetaker that implements PROTOCOL.md.
type remote struct {
	base   string // without a trailing slash
	secret []byte
	client *http.Client
	now    func() time.Time
}

func newHTTP(base *url.URL, secret []byte, c *http.Client) *remote {
	own := *c // a signature for one address is not valid for another
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &remote{strings.TrimRight(base.String(), "/"), secret, &own, time.Now}
}

// session is a [Session] in JSON.
type session struct {
	ID              string `json:"id"`
	MeetingLink     string `json:"meeting_link"`
	Start           string `json:"start"`
	DurationMinutes int    `json:"duration_minutes"`
	CallbackURL     string `json:"callback_url"`
}

// ids matches the ids that a notetaker may return: they need no escaping in a path, and are not "." or "..".
var ids = regexp.MustCompile(`^[A-Za-z0-9_~:-][A-Za-z0-9._~:-]{0,199}$`)

func (r *remote) Invite(ctx context.Context, s Session) (string, error) {
	in, err := json.Marshal(session{
		s.ID, s.Link, s.Start.UTC().Format("2006-01-02T15:04:05.000Z"),
		int((s.Duration + time.Minute - 1) / time.Minute), s.Callback,
	})
	if err != nil || s.ID == "" {
		return "", outbound.Impossible(prefix, "a session needs an id")
	}
	status, body, err := r.call(ctx, http.MethodPost, "/sessions", in)
	if err != nil {
		return "", err
	}
	var out struct {
		NotetakerID string `json:"notetaker_id"`
	}
	if status != http.StatusOK && status != http.StatusCreated || json.Unmarshal(body, &out) != nil ||
		!ids.MatchString(out.NotetakerID) {
		return "", outbound.Garbage(prefix, "the answer holds no notetaker_id")
	}
	return out.NotetakerID, nil
}

func (r *remote) Dismiss(ctx context.Context, id string) error {
	if !ids.MatchString(id) {
		return outbound.Impossible(prefix, "this is no notetaker's id")
	}
	status, _, err := r.call(ctx, http.MethodDelete, "/sessions/"+id, nil)
	if status == http.StatusNotFound || status == http.StatusGone {
		return nil
	}
	return err
}

// call sends a signed request and returns the answer. If the notetaker refused, it returns the status with the error;
// otherwise an error comes with 0.
func (r *remote) call(ctx context.Context, method, path string, body []byte) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, r.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, outbound.Impossible(prefix, "the request's address makes no sense")
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set(Header, Sign(r.secret, r.now(), method, req.URL.RequestURI(), body))
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return 0, nil, outbound.Unreachable(prefix, err)
	}
	b, err := outbound.Take(prefix, resp, maxAnswer)
	switch s := resp.StatusCode; {
	case err != nil:
		return 0, nil, err
	case s >= 200 && s <= 299:
		return s, b, nil
	}
	return resp.StatusCode, nil, r.refused(resp, b)
}

// refused parses the error body {"error": "words"}.
func (r *remote) refused(resp *http.Response, b []byte) *outbound.Failure {
	var body struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(b, &body) != nil || body.Error == "" { // for another body, the status says enough
		body.Error = http.StatusText(resp.StatusCode)
	}
	return outbound.Refused(prefix, resp, strings.ReplaceAll(body.Error, string(r.secret), "(secret)"))
}
