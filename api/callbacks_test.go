package api_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"litmus/api"
	"litmus/models"
	"litmus/models/keyring"
	"litmus/ports/notetaker"
	"litmus/scheduling"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

var scribeSecret = []byte("the secret that a notetaker knows, too")

// callback is a request to the path. It comes from a notetaker only if header is a signature.
func callback(method, path, header string, body io.Reader) *http.Request {
	r := httptest.NewRequest(method, path, body)
	r.RequestURI = path
	r.ContentLength = -1
	if header != "" {
		r.Header.Set(notetaker.Header, header)
	}
	return r
}

// TestCallbackBody proves that the body of a callback is read only if its header, its time and its address are right:
// 60 large bodies from strangers once took 500 MB.
func TestCallbackBody(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	h := &api.Callbacks{Store: w.Store, Acts: scheduling.New(w.Store, nil, nil), Secret: scribeSecret,
		Log: slog.New(slog.DiscardHandler)}
	path := models.NotetakerPath + worlds.Secret.SignLink(keyring.LinkNotetaker, w.Ours.Organization+"/"+
		w.Ours.Rows["$interview"], 0)
	body := strings.Repeat("x", 1000)
	signed := func(at time.Time, path string) string {
		return notetaker.Sign(scribeSecret, at, "POST", path, []byte(body))
	}
	elsewhere := models.NotetakerPath + worlds.Secret.SignLink(keyring.LinkSession, w.Ours.Organization+"/"+
		w.Ours.Rows["$interview"], 0)
	for name, c := range map[string]struct {
		method, path, header string
		status               int
		read                 bool
	}{
		"unsigned":                     {"POST", path, "", 401, false},
		"a header that is none":        {"POST", path, "v1=00", 401, false},
		"old":                          {"POST", path, signed(worlds.Noon.Add(-6*time.Minute), path), 401, false},
		"of the future":                {"POST", path, signed(worlds.Noon.Add(6*time.Minute), path), 401, false},
		"to a link of another purpose": {"POST", elsewhere, signed(worlds.Noon, elsewhere), 404, false},
		"to an address of nobody": {"POST", models.NotetakerPath + strings.Repeat("A", 60),
			signed(worlds.Noon, path), 404, false},
		"not posted": {"PUT", path, signed(worlds.Noon, path), 405, false},
		"forged, by the path's holder": {"POST", path, "t=" + strconv.FormatInt(worlds.Noon.Unix(), 10) + ",v1=" +
			strings.Repeat("00", 32), 401, true},
		"signed, and no JSON": {"POST", path, signed(worlds.Noon, path), 400, true},
	} {
		b := &testdb.Watched{From: strings.NewReader(body)}
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, callback(c.method, c.path, c.header, b))
		if rec.Code != c.status {
			t.Errorf("%s: %d %s, want %d", name, rec.Code, rec.Body, c.status)
		}
		if read := b.Reads.Load() > 0; read != c.read {
			t.Errorf("%s: the body was read %d times, want it read: %t", name, b.Reads.Load(), c.read)
		}
	}
	other := `{"event_id":"evt_1","type":"call_ended","session_id":"int_other","notetaker_id":"nt_1",` +
		`"occurred_at":"2031-03-03T12:00:00Z"}`
	mixed := httptest.NewRecorder()
	h.ServeHTTP(mixed, callback("POST", path, notetaker.Sign(scribeSecret, worlds.Noon, "POST", path, []byte(other)),
		strings.NewReader(other)))
	if mixed.Code != http.StatusNotFound || !strings.Contains(mixed.Body.String(), "session_id") {
		t.Errorf("of another session: %d %s, want 404 that names session_id", mixed.Code, mixed.Body)
	}
	large := callback("POST", path, signed(worlds.Noon, path), &testdb.Watched{From: strings.NewReader(body)})
	large.ContentLength = notetaker.MaxCallback + 1
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, large)
	if rec.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("one that says that it is too large: %d, want 413", rec.Code)
	}
}

// TestCallbacksAtOnce proves that as many bodies are read at a time as the limit says, and that one more is refused
// with 429 before its body is read.
func TestCallbacksAtOnce(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	limits := models.DefaultLimits()
	limits.CallbacksAtOnce = 2
	h := &api.Callbacks{Store: w.Store, Acts: scheduling.New(w.Store, nil, nil), Secret: scribeSecret,
		Limits: limits, Patience: time.Millisecond,
		Log: slog.New(slog.DiscardHandler)}
	path := models.NotetakerPath + worlds.Secret.SignLink(keyring.LinkNotetaker, w.Ours.Organization+"/"+
		w.Ours.Rows["$interview"], 0)
	send := func(b *testdb.Watched) *httptest.ResponseRecorder {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, callback("POST", path, notetaker.Sign(scribeSecret, worlds.Noon, "POST", path, []byte("x")), b))
		return rec
	}
	gate := make(chan struct{})
	ended := make(chan *httptest.ResponseRecorder, limits.CallbacksAtOnce)
	held := []*testdb.Watched{}
	for range limits.CallbacksAtOnce {
		b := &testdb.Watched{From: strings.NewReader("x"), Open: gate}
		held = append(held, b)
		go func() { ended <- send(b) }()
	}
	testdb.Until(t, time.Minute, "the bodies to be read", func() (bool, string) {
		return held[0].Reads.Load() > 0 && held[1].Reads.Load() > 0, ""
	})
	more := &testdb.Watched{From: strings.NewReader("x")}
	rec := send(more)
	if retry, _ := strconv.Atoi(rec.Header().Get("Retry-After")); rec.Code != http.StatusTooManyRequests || retry < 1 ||
		!strings.Contains(rec.Body.String(), `"error"`) {
		t.Errorf("one more than %d: %d %s, Retry-After %q; want 429",
			limits.CallbacksAtOnce, rec.Code, rec.Body, rec.Header().Get("Retry-After"))
	}
	if more.Reads.Load() != 0 {
		t.Error("the body of one that is refused was read")
	}
	close(gate)
	for range held {
		if rec := <-ended; rec.Code != http.StatusBadRequest { // the body is no callback
			t.Errorf("one of those that were read: %d %s, want 400", rec.Code, rec.Body)
		}
	}
	if rec := send(&testdb.Watched{From: strings.NewReader("x")}); rec.Code != http.StatusBadRequest {
		t.Errorf("one when the others have ended: %d %s, want 400", rec.Code, rec.Body)
	}
}
