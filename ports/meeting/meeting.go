package meeting

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Provider makes meetings. Every error is an [*outbound.Failure] that says why the provider refused, could not be
// reached or gave a senseless answer. A Provider is safe for concurrent use.
type Provider interface {
	// Make makes the meeting, or returns the one with the same Key, changed to what m says.
	Make(ctx context.Context, m Meeting) (Made, error)
	// Move changes a meeting that was made. Its link stays the same, unless the provider has lost the meeting. Move
	// then makes another one and returns its link.
	Move(ctx context.Context, made Made, m Meeting) (Made, error)
	// Delete ends the meeting. A meeting that is gone already, or over, is not an error. If made is zero, because it
	// was lost, the meeting is found by key.
	Delete(ctx context.Context, key string, made Made) error
}

// Meeting describes a meeting.
type Meeting struct {
	Key      string // the interview's id; each key has one meeting
	Title    string // a single line
	Start    time.Time
	Duration time.Duration
	Zone     string // IANA, for the provider's own display; "" means UTC
}

// Made is what the service stores about a meeting. The zero value means that there is none.
type Made struct {
	ID   string // the provider's identifier
	Link string // http or https, or "" for none
}

// Source holds what drivers need beside LITMUS_MEETING. The driver decides which fields are used.
type Source struct {
	Secret []byte // jitsi: at least 32 secret bytes from which rooms are computed, so they must not change

	AccountID    string // zoom: LITMUS_ZOOM_ACCOUNT_ID
	ClientID     string // zoom: LITMUS_ZOOM_CLIENT_ID
	ClientSecret string // zoom: LITMUS_ZOOM_CLIENT_SECRET

	API   string // zoom: URL of the service, "" for the real one
	Login string // zoom: URL of the token endpoint, "" for the real one
}

// New returns the provider for a value of LITMUS_MEETING. Its error is one line that names the variable and what is
// expected, without secrets. c makes every request, and decides which addresses may be called and how long a call may
// take.
func New(value string, s Source, c *http.Client) (Provider, error) {
	driver, rest, given := strings.Cut(strings.TrimSpace(value), "=")
	switch {
	case driver == "none" && !given:
		return none{}, nil
	case driver == "jitsi" && given:
		return newJitsi(rest, s)
	case driver == "zoom" && !given:
		return newZoom(s, c)
	}
	return nil, fmt.Errorf("LITMUS_MEETING is %.80q: want none, jitsi=https://HOST or zoom", value)
}

// none is the provider that makes no meetings.
type none struct{}

func (none) Make(context.Context, Meeting) (Made, error)       { return Made{}, nil }
func (none) Move(context.Context, Made, Meeting) (Made, error) { return Made{}, nil }
func (none) Delete(context.Context, string, Made) error        { return nil }

// absolute parses an http or https URL that has only parts that a base URL can have.
func absolute(s string) (*url.URL, bool) {
	u, err := url.Parse(s)
	ok := err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil &&
		u.Opaque == "" && u.RawQuery == "" && !u.ForceQuery && u.Fragment == "" && len(s) <= 1024
	return u, ok
}
