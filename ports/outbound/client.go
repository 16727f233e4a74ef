package outbound

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Options are the limits of a client. The zero value calls only public https addresses, with the defaults below.
type Options struct {
	// AllowPrivate are networks that may be called although they are not public, and also by http: an internal calendar
	// server seldom has a certificate, and the operator knows the path to it.
	AllowPrivate []netip.Prefix
	// AllowHTTP allows http to public addresses, although others can read and change it.
	AllowHTTP bool

	Timeout   time.Duration // of a request with all its redirects and its answer; 0 means 30 seconds
	MaxBytes  int64         // of an answer's body after decompression; 0 means 64 MiB
	Redirects int           // at most this many are followed; 0 means 5, -1 none

	resolver *net.Resolver // for tests
	roots    *tls.Config
}

const (
	dialTime      = 5 * time.Second  // to connect: a host that is up answers much faster
	handshakeTime = 10 * time.Second // TLS with a slow server
	headerBytes   = 64 << 10         // ten times what servers send
	idleTime      = 30 * time.Second // reuse needs no check: the address was checked on connecting
)

// New makes a client that calls what o allows. It uses no proxy from the environment, keeps no cookies, and sends
// nothing that identifies the caller to the host of a redirect.
func New(o Options) *http.Client {
	if o.Timeout <= 0 {
		o.Timeout = 30 * time.Second
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 64 << 20
	}
	if o.Redirects == 0 {
		o.Redirects = 5
	}
	public := func(a netip.Addr) string { return judge(a, o.AllowPrivate) }
	named := func(a netip.Addr) string {
		if why := judge(a, o.AllowPrivate); why != "" || holds(o.AllowPrivate, plain(a)) {
			return why
		}
		return "called by https only"
	}
	g := guard{secure: o.transport(public), plain: o.transport(public), max: o.MaxBytes}
	if !o.AllowHTTP {
		g.plain = o.transport(named)
	}
	return &http.Client{Transport: g, CheckRedirect: o.redirect, Timeout: o.Timeout}
}

// transport makes a transport that connects only to addresses for which judge returns "".
func (o Options) transport(judge func(netip.Addr) string) *http.Transport {
	d := net.Dialer{Timeout: dialTime, Resolver: o.resolver}
	// At this point the name is resolved and this address is about to be dialled, so later answers of DNS do not
	// matter.
	d.ControlContext = func(_ context.Context, network, address string, _ syscall.RawConn) error {
		if network != "tcp4" && network != "tcp6" {
			return forbid(network + " is not called")
		}
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return forbid("what is dialled is no address")
		}
		if why := judge(to.Addr()); why != "" {
			return forbid(fmt.Sprintf("%s is %s; LITMUS_ALLOW_PRIVATE_NETWORKS and allow_private_networks of the "+
				"organization name networks that may be called all the same", to.Addr(), why))
		}
		return nil
	}
	return &http.Transport{
		Proxy:                  nil,
		DialContext:            d.DialContext,
		ForceAttemptHTTP2:      true,
		TLSClientConfig:        o.roots.Clone(),
		TLSHandshakeTimeout:    handshakeTime,
		ResponseHeaderTimeout:  o.Timeout,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: headerBytes,
		MaxIdleConns:           16,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        idleTime,
	}
}

// redirect decides whether to follow a redirect. r is the request that would be made.
func (o Options) redirect(r *http.Request, via []*http.Request) error {
	if len(via) > o.Redirects {
		return forbid(fmt.Sprintf("more than %d redirects", max(o.Redirects, 0)))
	}
	last := via[len(via)-1]
	r.Header.Del("Referer") // the URL of a feed is a secret
	if last.URL.Scheme == "https" && r.URL.Scheme != "https" {
		return forbid("a redirect from https to " + r.URL.Scheme)
	}
	if r.URL.Scheme == last.URL.Scheme && strings.EqualFold(r.URL.Host, last.URL.Host) {
		return nil
	}
	if r.Body != nil && r.Body != http.NoBody {
		return forbid("a redirect that would carry a request's body to another host")
	}
	for name := range r.Header {
		if !harmless[name] {
			r.Header.Del(name)
		}
	}
	return nil
}

// harmless are the headers that may be sent to another host.
var harmless = map[string]bool{
	"Accept": true, "Accept-Language": true, "User-Agent": true, "If-None-Match": true, "If-Modified-Since": true,
}

// guard is a transport that refuses malformed requests and limits the size of the answer.
type guard struct {
	secure, plain http.RoundTripper
	max           int64
}

func (g guard) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := check(r.URL); err != nil {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, err
	}
	next := g.secure
	if r.URL.Scheme == "http" {
		next = g.plain
	}
	resp, err := spanned(next, r)
	if err != nil {
		return nil, err
	}
	if resp.ContentLength > g.max {
		_ = resp.Body.Close()
		return nil, tooLarge(g.max)
	}
	resp.Body = &bounded{ReadCloser: resp.Body, left: g.max, max: g.max}
	return resp, nil
}

// spanned makes the request as a span of the trace that its context is of, until the answer begins. The span has
// neither host nor path: people enter them, and the address of a feed is a secret.
func spanned(next http.RoundTripper, r *http.Request) (*http.Response, error) {
	_, span := trace.SpanFromContext(r.Context()).TracerProvider().Tracer("litmus").
		Start(r.Context(), "HTTP "+r.Method, trace.WithSpanKind(trace.SpanKindClient))
	defer span.End()
	resp, err := next.RoundTrip(r)
	switch {
	case err != nil:
		span.SetStatus(codes.Error, "no answer")
	case resp.StatusCode >= http.StatusBadRequest:
		span.SetStatus(codes.Error, strconv.Itoa(resp.StatusCode))
	default:
		span.SetAttributes(attribute.Int("http.response.status_code", resp.StatusCode))
	}
	return resp, err
}

// CloseIdleConnections lets [http.Client.CloseIdleConnections] work.
func (g guard) CloseIdleConnections() {
	for _, t := range []http.RoundTripper{g.secure, g.plain} {
		if c, ok := t.(interface{ CloseIdleConnections() }); ok {
			c.CloseIdleConnections()
		}
	}
}

// Check returns an error if the form of a URL that a person entered is wrong: its scheme, credentials in it, or a host
// that is missing or is a number in disguise. A URL that passes may still be refused, since only the address decides
// that.
func Check(raw string) error {
	u, err := url.Parse(raw)
	if err != nil {
		return forbid("this is no URL")
	}
	if err := check(u); err != nil {
		return err
	}
	return nil
}

func check(u *url.URL) error {
	switch host := u.Hostname(); {
	case u.Scheme != "https" && u.Scheme != "http":
		return forbid("only https and http are called")
	case u.User != nil:
		return forbid("credentials do not belong in a URL")
	case host == "" || u.Opaque != "":
		return forbid("the URL has no host")
	case !isAddress(host) && numeric(host):
		return forbid("the host is a number that is not written as an address") // 2130706433, 0x7f.1, 0177.0.0.1
	}
	return nil
}

func isAddress(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// numeric reports whether a host ends in a number, which some resolvers read as an IPv4 address with decimal, octal or
// hexadecimal parts (the URL standard's "ends in a number"). No public name ends in a number.
func numeric(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	if last == "" {
		return true
	}
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	hex, isHex := strings.CutPrefix(last, "0x")
	if !isHex {
		return false
	}
	_, err := strconv.ParseUint(hex, 16, 64)
	return hex == "" || err == nil
}

// bounded is a body of at most max bytes.
type bounded struct {
	io.ReadCloser
	left, max int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if b.left < 0 {
		return 0, tooLarge(b.max)
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if b.left < 0 {
		return n - 1, tooLarge(b.max)
	}
	return n, err
}

func tooLarge(limit int64) *Error {
	return &Error{Reason: fmt.Sprintf("the answer has more than %d bytes", limit), tooLarge: true}
}
