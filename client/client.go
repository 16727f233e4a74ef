package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"litmus/client/internal/operations"
)

const (
	defaultAttempts = 5
	defaultTimeout  = 45 * time.Second // of one attempt; the service gives up after 30 s
	maxAnswer       = 64 << 20         // bytes of an answer
	userAgent       = "litmus-client-go/1"
)

// Client calls the interface with one API key. It is safe for concurrent use.
type Client struct {
	operations *operations.Client
	http       *http.Client
	key        string
	attempts   int
	timeout    time.Duration
	sleep      func(context.Context, time.Duration) error
	now        func() time.Time
	jitter     func() float64 // from 0 to 1
}

// Option configures a Client in [New].
type Option func(*Client)

// WithHTTPClient sets the HTTP client, of which Transport, Jar and Timeout are used. Redirects are not followed: the
// interface has none, and one would send the key elsewhere.
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) {
		own := *h
		c.http = &own
	}
}

// WithAttempts sets how often a repeatable request is sent at most. 1 means never again. The default is 5.
func WithAttempts(n int) Option { return func(c *Client) { c.attempts = max(n, 1) } }

// WithTimeout limits one attempt including its answer. The default is 45 seconds. The caller's context limits a call as
// a whole.
func WithTimeout(d time.Duration) Option { return func(c *Client) { c.timeout = d } }

// New returns a client of the service at baseURL, which is an origin such as https://hire.acme.example.
func New(baseURL, key string, options ...Option) (*Client, error) {
	u, err := url.Parse(baseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("litmus: the base URL %q is not that of a service: want http:// or https:// and a host",
			baseURL)
	}
	if key == "" {
		return nil, errors.New("litmus: the API key is empty")
	}
	if strings.ContainsFunc(key, unicode.IsControl) {
		return nil, errors.New("litmus: the API key has a line break or another control character in it")
	}
	c := &Client{
		http:     &http.Client{},
		key:      key,
		attempts: defaultAttempts,
		timeout:  defaultTimeout,
		sleep:    sleep,
		now:      time.Now,
		jitter:   rand.Float64,
	}
	for _, o := range options {
		o(c)
	}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.operations, err = operations.NewClient(baseURL, operations.WithHTTPClient(doer{c}))
	return c, err
}

// doer sends the requests of the generated code.
type doer struct{ *Client }

// Do adds the key to a request and sends it. Its errors are of type [lostError], since the outcome is unknown.
func (d doer) Do(r *http.Request) (*http.Response, error) {
	r.Header.Set("Authorization", "Bearer "+d.key)
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", userAgent)
	resp, err := d.http.Do(r)
	if err != nil {
		if e, ok := errors.AsType[*url.Error](err); ok { // it shows the query, which may contain an address
			err = fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, e.Err)
		}
		return nil, &lostError{err}
	}
	return resp, nil
}

// request makes and sends one request.
type request func(ctx context.Context) (*http.Response, error)

// once sends a request once and decodes a successful answer. Any other answer is an [Error].
func once[T any](ctx context.Context, c *Client, send request) (*T, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	resp, err := send(ctx)
	if err != nil {
		return nil, fmt.Errorf("litmus: %w", err)
	}
	defer resp.Body.Close()
	about := resp.Request.Method + " " + resp.Request.URL.Path
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("litmus: %s: %w", about, &lostError{err})
	}
	if resp.StatusCode/100 != 2 {
		return nil, newError(about, resp, body, c.now())
	}
	answer := new(T)
	err = json.Unmarshal(body, answer)
	if a, ok := any(answer).(interface{ complete() bool }); err == nil && ok && !a.complete() {
		err = errors.New("required fields are missing")
	}
	if err != nil {
		return nil, fmt.Errorf("litmus: %s: the answer is not what the interface promises: %w", about, &lostError{err})
	}
	return answer, nil
}

// A proxy between the client and the service may answer {} to anything. As a booking, that would be one that was never
// made, and as a page, it would end the list.

func (b *Booking) complete() bool         { return b.Interview.complete() }
func (i *Interview) complete() bool       { return i.ID != "" }
func (i *Invitation) complete() bool      { return i.ID != "" }
func (p *Pipeline) complete() bool        { return p.Tracks != nil }
func (s *SlotList) complete() bool        { return s.Slots != nil }
func (s *Submission) complete() bool      { return s.ID != "" }
func (p *interviewPage) complete() bool   { return p.Interviews != nil }
func (l *roleList) complete() bool        { return l.Roles != nil }
func (l *interviewers[T]) complete() bool { return l.Interviewers != nil }

// checkID refuses ids that would change the path. what is the sort of record, or the path.
func checkID(what, id string) error {
	if id == "" || id == "." || id == ".." {
		return fmt.Errorf("litmus: %q is no id for %s", id, what)
	}
	return nil
}
