package outbound

import (
	"bytes"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}

// witness is a server on loopback that counts its connections and requests.
type witness struct {
	*httptest.Server
	port string
	came atomic.Int32
}

func serve(t *testing.T, h http.HandlerFunc) *witness { return serveOn(t, "127.0.0.1:0", h) }

func serveOn(t *testing.T, address string, h http.HandlerFunc) *witness {
	t.Helper()
	l, err := net.Listen("tcp4", address)
	if err != nil && runtime.GOOS != "linux" {
		t.Skipf("only Linux has the whole of 127.0.0.0/8: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{}
	w.Server = &httptest.Server{Listener: l, Config: &http.Server{
		Handler:   h,
		ConnState: func(_ net.Conn, s http.ConnState) { w.count(s) },
	}}
	w.Start()
	t.Cleanup(w.Close)
	_, w.port, _ = net.SplitHostPort(l.Addr().String())
	return w
}

func (w *witness) count(s http.ConnState) {
	if s == http.StateNew {
		w.came.Add(1)
	}
}

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }

// get returns the body that the client gets.
func get(t *testing.T, c *http.Client, u string) (string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, u, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.Do(r)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}

// wantForbidden fails unless the call was refused because of its address.
func wantForbidden(t *testing.T, err error, why string) {
	t.Helper()
	if !Forbidden(err) || !strings.Contains(err.Error(), why) {
		t.Errorf("got %v, want a refusal over %q", err, why)
	}
}

// forbids fails unless the client refuses to call that.
func forbids(t *testing.T, c *http.Client, u, why string) {
	t.Helper()
	_, err := get(t, c, u)
	wantForbidden(t, err, why)
}

// spared fails if anybody connected to it.
func (w *witness) spared(t *testing.T) {
	t.Helper()
	if n := w.came.Load(); n != 0 {
		t.Errorf("%d connections reached %s", n, w.URL)
	}
}

func TestClient_addresses(t *testing.T) {
	t.Parallel()
	server := serve(t, hello)
	for host, why := range map[string]string{
		"127.0.0.1": "127.0.0.1 is loopback", "localhost": "LITMUS_ALLOW_PRIVATE_NETWORKS",
		"localhost.": "LITMUS_ALLOW_PRIVATE_NETWORKS", "[::ffff:127.0.0.1]": "loopback", "[::1]": "not public",
		"0.0.0.0": "this network", "[::]": "not public", "169.254.169.254": "link-local",
		"[fd00:ec2::254]": "not public", "10.0.0.1": "private", "[64:ff9b::7f00:1]": "loopback",
		"[fe80::1%25lo]": "not public", "[2002:7f00:1::]": "6to4",
		// forms that some resolvers read as an address
		"2130706433": "number", "0x7f000001": "number", "0x7f.1": "number", "017700000001": "number",
		"0177.0.0.1": "number", "127.1": "number", "127.0.0.1.": "number", "127.0.0.0x1": "number",
		// full-width digits and dots become plain ones before the check
		"１２７.０.０.１": "loopback", "127。0。0。1": "loopback",
	} {
		c := New(Options{AllowHTTP: true, resolver: names(t, only())})
		if host == "localhost" || host == "localhost." {
			c = New(Options{AllowHTTP: true, resolver: names(t, only("127.0.0.1", "::1"))})
		}
		_, err := get(t, c, "http://"+host+":"+server.port+"/")
		if err == nil {
			t.Errorf("%s was called", host)
			continue
		}
		wantForbidden(t, err, why)
	}
	server.spared(t)
}

// Such numbers are refused even with a resolver that understands them, as getaddrinfo does.
func TestClient_numbersThatAResolverUnderstands(t *testing.T) {
	t.Parallel()
	server := serve(t, hello)
	c := New(Options{AllowHTTP: true, resolver: names(t, only("127.0.0.1"))})
	forbids(t, c, "http://0x7f000001.nip.example:"+server.port+"/", "loopback")
	server.spared(t)
}

// TestClient_namesThatChange is DNS rebinding: what counts is the address that is dialled.
func TestClient_namesThatChange(t *testing.T) {
	t.Parallel()
	good := serve(t, hello)
	evil := serveOn(t, "127.0.0.2:"+good.port, hello)

	t.Run("from one lookup to the next", func(t *testing.T) {
		c := New(Options{AllowPrivate: loopback, resolver: names(t, func(_ string, nth int) []string {
			if nth == 1 {
				return []string{"127.0.0.1"}
			}
			return []string{"127.0.0.2"}
		})})
		u := "http://rebind.example:" + good.port + "/"
		if got, err := get(t, c, u); err != nil || got != "hello" {
			t.Fatalf("the first call: %q %v", got, err)
		}
		c.CloseIdleConnections()
		_, err := get(t, c, u)
		wantForbidden(t, err, "127.0.0.2")
	})
	t.Run("within one answer", func(t *testing.T) {
		c := New(Options{AllowHTTP: true, resolver: names(t, only("127.0.0.2", "127.0.0.1", "10.0.0.1"))})
		forbids(t, c, "http://many.example:"+good.port+"/", "")
	})
	evil.spared(t)
}

func TestClient_schemes(t *testing.T) {
	t.Parallel()
	server := serve(t, hello)
	c := New(Options{AllowPrivate: loopback})
	for u, why := range map[string]string{
		"file:///etc/passwd":                               "only https and http",
		"ftp://example.com/":                               "only https and http",
		"gopher://127.0.0.1:70/":                           "only https and http",
		"unix:///run/docker.sock":                          "only https and http",
		"http://alice:secret@127.0.0.1:" + server.port:     "credentials do not belong",
		"https://example.com@127.0.0.1:" + server.port:     "credentials do not belong",
		"https://[::ffff:169.254.169.254]/latest/":         "link-local",
		"http://127.0.0.1:" + server.port + "\\@x.example": "",
	} {
		_, err := get(t, c, u)
		if err == nil {
			t.Errorf("%s was called", u)
			continue
		}
		if why != "" {
			wantForbidden(t, err, why)
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error shows the password: %v", err)
		}
	}
	server.spared(t)
	for _, good := range []string{"https://example.com/dav/", "http://10.0.0.1:5232/", "https://[2606:4700::1111]/",
		"https://3com.example/", "https://0x.example/"} {
		if err := Check(good); err != nil {
			t.Errorf("Check(%s): %v", good, err)
		}
	}
	for _, bad := range []string{"", "example.com", "://", "ftp://x/", "https://", "https://u:p@x.example/",
		"https://127.1/", "mailto:a@b.example", "https://%zz/"} {
		if err := Check(bad); err == nil {
			t.Errorf("Check(%q) returned no error", bad)
		}
	}
}

func TestClient_http(t *testing.T) {
	t.Parallel()
	server := serve(t, hello)
	t.Run("is allowed to named networks", func(t *testing.T) {
		got, err := get(t, New(Options{AllowPrivate: loopback}), server.URL)
		if err != nil || got != "hello" {
			t.Errorf("got %q %v", got, err)
		}
	})
	t.Run("is refused to public addresses", func(t *testing.T) {
		c := New(Options{AllowPrivate: loopback, resolver: names(t, only("93.184.216.34"))})
		forbids(t, c, "http://public.example:"+server.port+"/", "called by https only")
	})
	t.Run("and https needs a valid certificate", func(t *testing.T) {
		secure := httptest.NewUnstartedServer(http.HandlerFunc(hello))
		secure.Config.ErrorLog = log.New(io.Discard, "", 0) // silences the handshake that the client below aborts
		secure.StartTLS()
		defer secure.Close()
		c := New(Options{AllowPrivate: loopback, roots: trust(secure), resolver: names(t, only("127.0.0.1"))})
		u, _ := url.Parse(secure.URL)
		if got, err := get(t, c, "https://example.com:"+u.Port()+"/"); err != nil || got != "hello" {
			t.Errorf("got %q %v", got, err)
		}
		if _, err := get(t, c, "https://other.test:"+u.Port()+"/"); err == nil || Forbidden(err) {
			t.Errorf("a certificate for another name: %v", err)
		}
	})
}

func trust(s *httptest.Server) *tls.Config {
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return &tls.Config{RootCAs: pool}
}

func TestClient_redirects(t *testing.T) {
	t.Parallel()
	inner := serveOn(t, "127.0.0.2:0", hello)
	var mu sync.Mutex
	var seen []http.Header
	elsewhere := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen = append(seen, r.Header.Clone())
		mu.Unlock()
		hello(w, r)
	})
	var front *witness
	front = serve(t, func(w http.ResponseWriter, r *http.Request) {
		to := r.URL.Query().Get("to")
		if to == "loop" {
			to = front.URL + "/?to=loop"
		}
		status := http.StatusFound
		if r.Method == http.MethodPost {
			status = http.StatusTemporaryRedirect
		}
		http.Redirect(w, r, to, status)
	})
	c := New(Options{AllowPrivate: loopback})
	go302 := func(to string) error {
		_, err := get(t, c, front.URL+"/?to="+url.QueryEscape(to))
		return err
	}
	t.Run("to a forbidden address", func(t *testing.T) {
		wantForbidden(t, go302(inner.URL), "127.0.0.2")
		wantForbidden(t, go302("http://169.254.169.254/latest/meta-data/"), "")
		wantForbidden(t, go302("file:///etc/passwd"), "only https and http")
		wantForbidden(t, go302("http://0x7f.1:"+inner.port), "number")
		wantForbidden(t, go302("http://u:p@127.0.0.1:"+elsewhere.port), "credentials")
		inner.spared(t)
	})
	t.Run("without end", func(t *testing.T) {
		wantForbidden(t, go302("loop"), "more than 5 redirects")
		_, err := get(t, New(Options{AllowPrivate: loopback, Redirects: -1}),
			front.URL+"/?to="+url.QueryEscape(elsewhere.URL))
		wantForbidden(t, err, "more than 0 redirects")
	})
	t.Run("from https to http", func(t *testing.T) {
		secure := httptest.NewTLSServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
		defer secure.Close()
		_, err := get(t, New(Options{AllowPrivate: loopback, AllowHTTP: true, roots: trust(secure)}), secure.URL)
		wantForbidden(t, err, "from https to http")
	})
	t.Run("send no credentials to another host", func(t *testing.T) {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet,
			front.URL+"/private-feed-path?to="+url.QueryEscape(elsewhere.URL), nil)
		r.SetBasicAuth("alice", "secret")
		for name, value := range map[string]string{"Cookie": "a=b", "X-Api-Key": "k", "Proxy-Authorization": "p",
			"Accept": "text/calendar", "User-Agent": "litmus"} {
			r.Header.Set(name, value)
		}
		resp, err := c.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		mu.Lock()
		defer mu.Unlock()
		h := seen[len(seen)-1]
		for name := range h {
			if !harmless[name] && name != "Accept-Encoding" {
				t.Errorf("the other host saw %s: %s", name, h.Get(name))
			}
		}
		if h.Get("Accept") != "text/calendar" {
			t.Error("the other host did not get the Accept header")
		}
	})
	t.Run("send no body to another host", func(t *testing.T) {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost,
			front.URL+"/?to="+url.QueryEscape(elsewhere.URL), strings.NewReader("client_secret=x"))
		resp, err := c.Do(r)
		if err == nil {
			_ = resp.Body.Close()
		}
		wantForbidden(t, err, "body to another host")
	})
}

func TestClient_bounds(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/slow":
			select {
			case <-release:
			case <-r.Context().Done():
			}
		case "/drip":
			w.WriteHeader(http.StatusOK)
			w.(http.Flusher).Flush()
			select {
			case <-release:
			case <-r.Context().Done():
			}
		case "/headers":
			for i := range 200 {
				w.Header().Set(fmt.Sprint("X-", i), strings.Repeat("x", 1000))
			}
		case "/zip":
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			_, _ = z.Write(make([]byte, 5<<20)) // 5 kB when compressed
			_ = z.Close()
		case "/exact":
			_, _ = w.Write(bytes.Repeat([]byte("x"), 1000))
		case "/said":
			w.Header().Set("Content-Length", "1001")
			_, _ = w.Write(bytes.Repeat([]byte("x"), 1001))
		case "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<12)); err != nil {
					return
				}
			}
		}
	})
	c := New(Options{AllowPrivate: loopback, MaxBytes: 1000, Timeout: 150 * time.Millisecond})
	for _, path := range []string{"/slow", "/drip"} {
		_, err := get(t, c, server.URL+path)
		if timeout, ok := errors.AsType[net.Error](err); !ok || !timeout.Timeout() {
			t.Errorf("%s: got %v, want a timeout", path, err)
		}
	}
	c = New(Options{AllowPrivate: loopback, MaxBytes: 1000})
	if got, err := get(t, c, server.URL+"/exact"); err != nil || len(got) != 1000 {
		t.Errorf("as large as allowed: %d bytes, %v", len(got), err)
	}
	for _, path := range []string{"/zip", "/said", "/endless"} {
		got, err := get(t, c, server.URL+path)
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Forbidden() || len(got) > 1000 {
			t.Errorf("%s: %d bytes, %v; want too large", path, len(got), err)
		}
	}
	if _, err := get(t, c, server.URL+"/headers"); err == nil {
		t.Error("200 kB of headers were accepted")
	}
}

// TestClient_environment is not parallel because it sets environment variables.
func TestClient_environment(t *testing.T) { //nolint:paralleltest // it sets variables
	proxy := serve(t, hello)
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"} {
		t.Setenv(name, proxy.URL)
	}
	c := New(Options{AllowHTTP: true, resolver: names(t, only("10.0.0.1"))})
	forbids(t, c, "http://inside.example/", "10.0.0.1 is private")
	proxy.spared(t)
}
