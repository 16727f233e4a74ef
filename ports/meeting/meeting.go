package meeting

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Provider makes meetings. Every method answers with an [*outbound.Failure] when the provider refuses, is away or talks
// nonsense. A provider may be used by many at once.
type Provider interface {
	// Make makes the meeting, or gives the one that was made for its Key before, moved to what m says.
	Make(ctx context.Context, m Meeting) (Made, error)
	// Move changes the meeting that was made. Its link stays, unless the provider has lost it: then another is made,
	// and the answer holds the new link.
	Move(ctx context.Context, made Made, m Meeting) (Made, error)
	// Delete ends the meeting; one that is gone already, or over, is no error. key finds it when made is zero: the note
	// was lost.
	Delete(ctx context.Context, key string, made Made) error
}

// Meeting is what people meet for.
type Meeting struct {
	Key      string // the interview's id: one meeting for each
	Title    string // one line
	Start    time.Time
	Duration time.Duration
	Zone     string // IANA, for the provider's own display; "" is UTC
}

// Made is what the service remembers of a meeting; the zero value is none.
type Made struct {
	ID   string // the provider's name of it
	Link string // where to meet, https or http; "" for none
}

// Source is what drivers need beside LITMUS_MEETING. Which fields count depends on the driver.
type Source struct {
	Secret []byte // jitsi: at least 32 bytes that nobody else knows; rooms are computed from it, so it may not change

	AccountID    string // zoom: LITMUS_ZOOM_ACCOUNT_ID
	ClientID     string // zoom: LITMUS_ZOOM_CLIENT_ID
	ClientSecret string // zoom: LITMUS_ZOOM_CLIENT_SECRET

	API   string // zoom: the service's address, "" for the real one
	Login string // zoom: the token endpoint, "" for the real one
}

// New makes the provider that the value of LITMUS_MEETING asks for. Its error is one line that names the variable and
// what is expected, without secrets. c is used for every request; it decides which addresses may be called, and how
// long that may take.
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

// none makes no meetings.
type none struct{}

func (none) Make(context.Context, Meeting) (Made, error)       { return Made{}, nil }
func (none) Move(context.Context, Made, Meeting) (Made, error) { return Made{}, nil }
func (none) Delete(context.Context, string, Made) error        { return nil }

// absolute reads an http or https URL without anything that a base cannot have.
func absolute(s string) (*url.URL, bool) {
	u, err := url.Parse(s)
	ok := err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil &&
		u.Opaque == "" &&
		u.RawQuery == "" && !u.ForceQuery && u.Fragment == "" && len(s) <= 1024
	return u, ok
}
