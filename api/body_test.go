package api_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"litmus/testdb"
	"litmus/testdb/worlds"
)

// TestBodyMemory proves that reading a body takes about as much memory as the body has bytes, whatever it contains: a
// list is read up to its limit, and unknown fields are skipped. It is not parallel, because allocations are counted for
// the whole process.
func TestBodyMemory(t *testing.T) { //nolint:paralleltest // it measures the process
	w := open(t, testdb.SQLite(t))
	most := uint64(3 << 19) // for a body of one mebibyte
	if raced {
		most *= 2
	}
	full := func(before, piece, after string) string {
		return before + strings.Repeat(piece, (mebibyte-len(before)-len(after))/len(piece)) + after
	}
	for _, c := range []struct{ what, method, path, body, word string }{
		{"objects beyond the list's limit", "POST", "/postings/$posting/slots",
			full(`{"slots":[`, `{"":0},`, `{}]}`), "1000"},
		{"empty objects beyond the list's limit", "DELETE", "/postings/$posting/slots",
			full(`{"slots":[`, `{},`, `{}]}`), "1000"},
		{"objects of unknown fields", "POST", "/postings/$posting/slots", full(`{"slots":[{`, `"":0,`, `"":0}]}`),
			"interviewer_email"},
		{"interviewers beyond the list's limit", "PUT", "/postings/$posting/interviewers",
			full(`{"interviewers":[`, `{"":0},`, `{}]}`), "200"},
		{"slots of an interviewer beyond the limit", "PUT", "/postings/$posting/interviewers",
			full(`{"interviewers":[{"email":"a@x.example","slots":[`, `"2032-06-01T10:00:00Z",`, `""]}]}`), "1000"},
		{"nulls as slots of an interviewer", "PUT", "/postings/$posting/interviewers",
			full(`{"interviewers":[{"email":"a@x.example","slots":[`, `null,`, `null]}]}`), "not null"},
		{"a list in an unknown field", "POST", "/invites", full(`{"x":[`, `{"":0},`, `{}]}`), "posting_id"},
		{"unknown fields", "POST", "/invites", full(`{`, `"a":[],`, `"b":0}`), "posting_id"},
	} {
		r := worlds.Request(c.method, worlds.Prefix+w.Ours.Fill(c.path), c.body, "Authorization", "Bearer "+w.Key)
		rec := httptest.NewRecorder()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		w.Handler.ServeHTTP(rec, r)
		runtime.ReadMemStats(&after)
		if rec.Code != http.StatusBadRequest || !strings.Contains(rec.Body.String(), c.word) {
			t.Errorf("%s: %d %.300s, want 400 with %q", c.what, rec.Code, rec.Body, c.word)
		}
		got := after.TotalAlloc - before.TotalAlloc
		if got > most {
			t.Errorf("%s: %d bytes are allocated, want %d at most", c.what, got, most)
		}
		t.Logf("%s: %d KiB", c.what, got>>10)
	}
}

func TestLargestBody(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	body := strings.Repeat(" ", mebibyte-2) + "{}"
	w.Do("POST", "/invites", body, w.Key).Want(http.StatusBadRequest)
	w.Do("POST", "/invites", " "+body, w.Key).Want(http.StatusRequestEntityTooLarge)
}
