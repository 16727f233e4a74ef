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
	defaultTimeout  = 45 * time.Second // of one attempt; the service gives up on an answer after 30 s
	maxAnswer       = 64 << 20         // bytes of an answer
	userAgent       = "litmus-client-go/1"
)

// Client calls the interface with one key. It is safe for concurrent use.
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

// Option changes what [New] makes.
type Option func(*Client)

// WithHTTPClient sends by this client, whose Transport, Jar and Timeout are kept. Redirects are not followed: the
// interface has none, and one would carry the key elsewhere.
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) {
		own := *h
		c.http = &own
	}
}

// WithAttempts has a request that may be repeated sent at most so many times; 1 never repeats. The default is 5.
func WithAttempts(n int) Option { return func(c *Client) { c.attempts = max(n, 1) } }

// WithTimeout bounds one attempt, its answer included. The default is 45 seconds. What a call takes in all, its
// caller's context bounds.
func WithTimeout(d time.Duration) Option { return func(c *Client) { c.timeout = d } }

// New makes a client of the service at baseURL, its origin such as https://hire.acme.example, with an API key.
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
	c := &Client{http: &http.Client{}, key: key, attempts: defaultAttempts, timeout: defaultTimeout, sleep: sleep,
		now: time.Now, jitter: rand.Float64}
	for _, o := range options {
		o(c)
	}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.operations, err = operations.NewClient(baseURL, operations.WithHTTPClient(doer{c}))
	return c, err
}

// doer sends the requests that the generated code makes.
type doer struct{ *Client }

// Do adds the key to a request and sends it. An error is a [lostError]: nobody knows what became of the request.
func (d doer) Do(r *http.Request) (*http.Response, error) {
	r.Header.Set("Authorization", "Bearer "+d.key)
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", userAgent)
	resp, err := d.http.Do(r)
	if err != nil {
		if e, ok := errors.AsType[*url.Error](err); ok { // which tells the query, and an address may stand in it
			err = fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, e.Err)
		}
		return nil, &lostError{err}
	}
	return resp, nil
}

// request makes and sends a request of the document.
type request func(ctx context.Context) (*http.Response, error)

// once sends a request once and returns its answer, which is of the type of the operation's success. Any other is an
// [Error].
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
	if a, ok := any(answer).(interface{ whole() bool }); err == nil && ok && !a.whole() {
		err = errors.New("it lacks what it is to tell")
	}
	if err != nil {
		return nil, fmt.Errorf("litmus: %s: the answer is not what the interface promises: %w", about, &lostError{err})
	}
	return answer, nil
}

// What stands between here and the service may answer {} to anything: taken for a booking, it would be one that was
// never made, and taken for a page, it would end the list.

func (b *Booking) whole() bool         { return b.Interview.whole() }
func (i *Interview) whole() bool       { return i.ID != "" }
func (i *Invitation) whole() bool      { return i.ID != "" }
func (p *Pipeline) whole() bool        { return p.Tracks != nil }
func (s *SlotList) whole() bool        { return s.Slots != nil }
func (s *Submission) whole() bool      { return s.ID != "" }
func (p *interviewPage) whole() bool   { return p.Interviews != nil }
func (l *roleList) whole() bool        { return l.Roles != nil }
func (l *interviewers[T]) whole() bool { return l.Interviewers != nil }

// checkID refuses what would lead to another path.
func checkID(what, id string) error {
	if id == "" || id == "." || id == ".." {
		return fmt.Errorf("litmus: %q is no id of %s", id, what)
	}
	return nil
}
