package notetaker

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Provider is a notetaker. Every error is an [*outbound.Failure] that says why the notetaker refused, could not be
// reached or gave a senseless answer. A Provider is safe for concurrent use.
type Provider interface {
	// Invite invites the notetaker to a session and returns the notetaker's id for it, or "" if there is no notetaker.
	// A repeated call with the same session id returns the same id, and tells the notetaker the newest link and time. A
	// session from which the notetaker was dismissed can be invited to again.
	Invite(ctx context.Context, s Session) (id string, err error)
	// Dismiss cancels the invitation for which Invite returned id. One that is gone already is not an error. A lost id
	// can be found by Invite.
	Dismiss(ctx context.Context, id string) error
}

// Session is the interview that a notetaker is invited to.
type Session struct {
	ID       string // the interview's id
	Link     string // the meeting link, http or https
	Start    time.Time
	Duration time.Duration
	Callback string // the URL for callbacks about this session, http or https
}

// leastSecret is the minimum length of the shared secret in bytes.
const leastSecret = 32

// New returns the provider for a value of LITMUS_NOTETAKER, with the secret that it shares with the notetaker. Its
// error is one line that names the variable and what is expected, without the secret. c makes every request, and
// decides which addresses may be called and how long a call may take.
func New(value string, secret []byte, c *http.Client) (Provider, error) {
	driver, base, given := strings.Cut(strings.TrimSpace(value), "=")
	switch {
	case driver == "none" && !given:
		return none{}, nil
	case driver != "http" || !given:
		return nil, fmt.Errorf("LITMUS_NOTETAKER is %.80q: want none or http=https://HOST", value)
	}
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil ||
		u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || len(base) > 1024 {
		return nil, fmt.Errorf("LITMUS_NOTETAKER is http=%.80q: want the address of a notetaker, such as "+
			"https://notes.example.org", base)
	}
	if len(secret) < leastSecret {
		return nil, errors.New("LITMUS_NOTETAKER is http, which needs a secret of at least 32 bytes that the " +
			"notetaker knows too: set LITMUS_NOTETAKER_SECRET")
	}
	return newHTTP(u, secret, c), nil
}

// none is the provider without a notetaker.
type none struct{}

func (none) Invite(context.Context, Session) (string, error) { return "", nil }
func (none) Dismiss(context.Context, string) error           { return nil }
