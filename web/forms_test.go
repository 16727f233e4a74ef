package web_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/keyring"
	"litmus/testdb"
	"litmus/turnstile"
	"litmus/web"
)

// deadlines is an answer that knows whether its request got more time.
type deadlines struct {
	*httptest.ResponseRecorder
	read, written bool
}

func (d *deadlines) SetReadDeadline(time.Time) error  { d.read = true; return nil }
func (d *deadlines) SetWriteDeadline(time.Time) error { d.written = true; return nil }

// send posts a body with that declared length and returns the answer.
func (f *fixture) send(path string, length int64, body io.Reader) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(ctx, "POST", "https://hire.acme.example"+path, body)
	r.RemoteAddr, r.ContentLength = "192.0.2.1:4711", length
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, r)
	return w
}

// TestLargeFormsOfOtherPages proves that only the answer's page reads large forms and takes places for them: whether a
// random token is ours is not known in advance.
func TestLargeFormsOfOtherPages(t *testing.T) {
	t.Parallel()
	f := open(t)
	_, external := f.external("ext@c.example")
	guess := models.ExternalPath + strings.Repeat("A", len(strings.TrimPrefix(external, models.ExternalPath)))
	for _, path := range []string{guess, external} {
		for _, length := range []int64{-1, 1 << 20} {
			b := &testdb.Watched{From: strings.NewReader(strings.Repeat("x", 1<<20))}
			if w := f.send(path, length, b); w.Code != 413 {
				t.Errorf("POST %.5s… of a declared length of %d: %d, want 413", path, length, w.Code)
			}
		}
	}
}

// TestFormsOfNobody proves that a form is not read if its token cannot be ours.
func TestFormsOfNobody(t *testing.T) {
	t.Parallel()
	f := open(t)
	c, path := f.invite(cleo, "takehome")
	ref := c.OrgID + "/" + c.ID
	_, external := f.external("ext@c.example")
	forged := path[:len(path)-1] + map[bool]string{true: "B", false: "A"}[path[len(path)-1] == 'A']
	for _, one := range []struct {
		path   string
		status int
		read   bool
	}{
		{path + "/draft", 409, true}, // not started yet
		{forged + "/draft", 404, false},
		{models.AssessmentPath + secret.SignLink(keyring.LinkSchedule, ref, 0) + "/submit", 404, false},
		{models.SchedulePath + "guess", 404, false},
		{models.SchedulePath + secret.SignLink(keyring.LinkAssessment, ref, 0), 404, false},
		{models.SessionPath + "guess", 405, false},
		{external + "x", 410, false},
		{"/nowhere", 404, false},
		{external, 303, true},
	} {
		b := &testdb.Watched{From: strings.NewReader("text=x")}
		w := f.send(one.path, 6, b)
		if w.Code != one.status {
			t.Errorf("POST %.5s…: %d, want %d", one.path, w.Code, one.status)
		}
		if read := b.Reads.Load() > 0; read != one.read {
			t.Errorf("POST %.5s…: the body was read %d times, want it read: %t", one.path, b.Reads.Load(), one.read)
		}
	}
	for path, opens := range map[string]bool{path + "/files": true, forged + "/files": false} {
		b := &testdb.Watched{From: strings.NewReader("--x--")}
		r := httptest.NewRequestWithContext(ctx, "POST", "https://hire.acme.example"+path, b)
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		f.handler.ServeHTTP(w, r)
		if read := b.Reads.Load() > 0; read != opens || w.read != opens || w.written != opens {
			t.Errorf("a file by a link that opens %t: read %t, with more time to read %t, to write %t",
				opens, read, w.read, w.written)
		}
	}
}

// TestLargeForms proves that as many large forms are read at a time as the limit says, that one more is refused in
// words and without losing anything, and that small forms never wait.
func TestLargeForms(t *testing.T) {
	t.Parallel()
	f := open(t, func(s *web.Site) { s.Large, s.Patience = 2, time.Millisecond })
	path := f.started(cleo)
	large := "text=" + strings.Repeat("x", 100_000)
	gate := make(chan struct{})
	ended := make(chan int, 2)
	held := []*testdb.Watched{}
	for n := range 2 {
		length := []int64{int64(len(large)), -1}[n] // a form without a declared length may be large
		b := &testdb.Watched{From: strings.NewReader(large), Open: gate}
		held = append(held, b)
		go func() { ended <- f.send(path+"/draft", length, b).Code }()
	}
	testdb.Until(t, time.Minute, "the forms to be read", func() (bool, string) {
		return held[0].Reads.Load() > 0 && held[1].Reads.Load() > 0, ""
	})
	w := f.send(path+"/draft", int64(len(large)), strings.NewReader(large))
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "60" ||
		!strings.Contains(w.Body.String(), "what you typed is still there") {
		t.Errorf("one more: %d, Retry-After %q, want 429 and that nothing is lost:\n%s",
			w.Code, w.Header().Get("Retry-After"), w.Body)
	}
	f.post(path+"/draft", "text", "short").want(http.StatusSeeOther)
	close(gate)
	for range held {
		equal(t, "one of those that were read", <-ended, http.StatusSeeOther)
	}
	f.post(path+"/draft", "text", strings.Repeat("y", 100_000)).want(http.StatusSeeOther)
}

// TestFilesAtOnce: who sends files slowly has one place for each link, and half of the places with all links of an
// organization. A place is free again before what a refusal left unread has arrived.
func TestFilesAtOnce(t *testing.T) {
	t.Parallel()
	f := open(t, keeping(t), func(s *web.Site) { s.Patience = time.Millisecond })
	const head = "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nmine\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\ncontent"
	send := func(path string, rest io.Reader) int {
		r := httptest.NewRequestWithContext(ctx, "POST", "https://hire.acme.example"+path+"/files",
			io.MultiReader(strings.NewReader(head), rest))
		r.ContentLength = -1
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		w := httptest.NewRecorder()
		f.handler.ServeHTTP(w, r)
		return w.Code
	}
	end := func() io.Reader { return strings.NewReader("\r\n--x--\r\n") }
	gate, ended := make(chan struct{}), make(chan int, 5)
	hold := func(path string) {
		b := &testdb.Watched{From: end(), Open: gate}
		go func() { ended <- send(path, b) }()
		testdb.Until(t, time.Minute, "the file to be read", func() (bool, string) { return b.Reads.Load() > 0, "" })
	}
	_, early := f.invite("early@c.example", "takehome")
	hold(early) // is refused, and sends on
	equal(t, "after it", send(early, end()), http.StatusConflict)
	var paths []string
	for n := range 5 {
		paths = append(paths, f.started(fmt.Sprintf("c%d@c.example", n)))
	}
	hold(paths[0])
	equal(t, "a second of one link", send(paths[0], end()), http.StatusTooManyRequests)
	for _, path := range paths[1:4] {
		hold(path)
	}
	equal(t, "one more of the organization", send(paths[4], end()), http.StatusTooManyRequests)
	other := models.AssessmentPath + secret.SignLink(keyring.LinkAssessment, "org_other/cand_x", 0)
	equal(t, "another organization's, which is nobody's", send(other, end()), http.StatusNotFound)
	close(gate)
	got := map[int]int{}
	for range 5 {
		got[<-ended]++
	}
	equal(t, "those that were held", fmt.Sprint(got), "map[303:4 409:1]")
	equal(t, "then", send(paths[4], end()), http.StatusSeeOther)
}

// TestLimitsBehindProxy proves that behind a trusted proxy each visitor is counted by the address that the proxy names.
func TestLimitsBehindProxy(t *testing.T) {
	t.Parallel()
	f := open(t, func(s *web.Site) {
		s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
		s.Limits = turnstile.Limits{Address: turnstile.Limit{PerSecond: .001, Burst: 2},
			Token: turnstile.Limit{PerSecond: 100, Burst: 1000}}
	})
	_, path := f.invite(cleo, "takehome")
	ask := func(peer, forwardedFor string) int {
		b := f.browser()
		b.address = peer
		return b.get(path, "X-Forwarded-For", forwardedFor).Status
	}
	for _, c := range []struct {
		who, peer, forwardedFor string
		refused                 bool // the first request already; the third always is
	}{
		{"a visitor", "10.0.0.1:1", "203.0.113.7", false},
		{"the first one, with a forged address before their own", "10.0.0.1:1", "203.0.113.99, 203.0.113.7", true},
	} {
		first := ask(c.peer, c.forwardedFor)
		ask(c.peer, c.forwardedFor)
		equal(t, c.who+": the third", ask(c.peer, c.forwardedFor), http.StatusTooManyRequests)
		if (first == http.StatusTooManyRequests) != c.refused {
			t.Errorf("%s: the first is %d", c.who, first)
		}
	}
}
