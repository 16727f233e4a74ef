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

// Provider is a notetaker. Every method answers with an [*outbound.Failure] when it refuses, is away or talks nonsense.
// A provider may be used by many at once.
type Provider interface {
	// Invite asks the notetaker into a session and gives the notetaker's id for it, "" where there is no notetaker. Run
	// again with the same session id it gives the same one, told the newest link and time. A session that was dismissed
	// can be invited again.
	Invite(ctx context.Context, s Session) (id string, err error)
	// Dismiss sends the notetaker that Invite gave away. One that is gone already is no error. A lost id is found by
	// Invite.
	Dismiss(ctx context.Context, id string) error
}

// Session is what a notetaker is asked into.
type Session struct {
	ID       string // the interview's id
	Link     string // where people meet: http or https
	Start    time.Time
	Duration time.Duration
	Callback string // the URL that takes callbacks for this session: http or https
}

// leastSecret is the least length of the secret that both sides know, in bytes.
const leastSecret = 32

// New makes the provider that the value of LITMUS_NOTETAKER asks for, with the secret that it shares with the
// notetaker. Its error is one line that names the variable and what is expected, without the secret. c is used for
// every request; it decides which addresses may be called, and how long that may take.
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

// none is no notetaker.
type none struct{}

func (none) Invite(context.Context, Session) (string, error) { return "", nil }
func (none) Dismiss(context.Context, string) error           { return nil }
