package api

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// get sends a request to a handler and returns its answer.
func get(h http.Handler, method, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) []byte {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestDocument(t *testing.T) {
	t.Parallel()

	t.Run("is openapi.yaml as JSON", func(t *testing.T) {
		t.Parallel()
		r := get(Document(), "GET", "/openapi.json")
		if got := r.Header.Get("Content-Type"); r.StatusCode != 200 || got != "application/json; charset=utf-8" {
			t.Fatalf("%d %s", r.StatusCode, got)
		}
		var got, want any
		b := body(t, r)
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(documentYAML, &want); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(want) // yaml decodes integers as int, JSON as float64
		if err == nil {
			err = json.Unmarshal(again, &want)
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("the JSON does not say what openapi.yaml says (%v)", err)
		}
		if !bytes.HasPrefix(b, []byte(`{"openapi":"3.1.0","info":{"title":"Litmus"`)) {
			t.Errorf("it begins with %.60s, want the order of openapi.yaml", b)
		}
	})

	t.Run("is not sent again to a client that has it", func(t *testing.T) {
		t.Parallel()
		for coding, zipped := range map[string]bool{"": false, "br": false, "gzip": true, "br, gzip;q=0.5": true,
			"gzip;q=0": false, "gzip; q=0.0": false} {
			r := get(Document(), "GET", "/openapi.json", "Accept-Encoding", coding)
			plain := body(t, r)
			if got := r.Header.Get("Content-Encoding"); (got == "gzip") != zipped {
				t.Errorf("%q is answered with Content-Encoding %q", coding, got)
			}
			if zipped {
				z, err := gzip.NewReader(bytes.NewReader(plain))
				if err != nil {
					t.Fatal(err)
				}
				if plain, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
			}
			if !json.Valid(plain) {
				t.Errorf("%q: the body is no JSON", coding)
			}
			etag := r.Header.Get("ETag")
			if etag == "" || !strings.Contains(r.Header.Get("Cache-Control"), "max-age") ||
				r.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%q: headers %v, want a validator, a life and Vary", coding, r.Header)
			}
			if again := get(Document(), "GET", "/openapi.json", "Accept-Encoding", coding, "If-None-Match",
				"W/"+etag); again.StatusCode != 304 || len(body(t, again)) > 0 {
				t.Errorf("%q: %d for who has it, want 304 and no body", coding, again.StatusCode)
			}
			if other := get(Document(), "GET", "/openapi.json", "Accept-Encoding", coding, "If-None-Match",
				`"other"`); other.StatusCode != 200 {
				t.Errorf("%q: %d for who has another, want 200", coding, other.StatusCode)
			}
		}
	})

	t.Run("is read only", func(t *testing.T) {
		t.Parallel()
		if r := get(Document(), "HEAD", "/openapi.json"); r.StatusCode != 200 || len(body(t, r)) > 0 {
			t.Errorf("HEAD: %d", r.StatusCode)
		}
		if r := get(Document(), "POST", "/openapi.json"); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("POST: %d %v", r.StatusCode, r.Header)
		}
	})
}

func TestDocs(t *testing.T) {
	t.Parallel()
	page := string(body(t, get(Docs(), "GET", "/docs")))
	loaded := 0
	for part := range strings.SplitSeq(page, `"`) {
		if name, there := strings.CutPrefix(part, "/docs/"); there {
			loaded++
			r := get(Docs(), "GET", "/docs/"+name)
			if r.StatusCode != 200 || len(body(t, r)) < 100 || r.Header.Get("Content-Security-Policy") != docsPolicy ||
				r.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: %d %v", part, r.StatusCode, r.Header)
			}
		}
	}
	if loaded != 4 {
		t.Errorf("the page loads %d files, want 4", loaded)
	}
	if strings.Contains(page, "<style") || strings.Contains(page, "<script>") ||
		strings.Contains(docsPolicy, "unsafe") {
		t.Error("the page has script or style of its own, want none")
	}
	if r := get(Docs(), "GET", "/docs/"); r.StatusCode != 200 {
		t.Errorf("a trailing slash: %d", r.StatusCode)
	}
	for _, path := range []string{"/docs/index.html", "/docs/../openapi.yaml", "/docs/docs"} {
		if r := get(Docs(), "GET", path); r.StatusCode != 404 {
			t.Errorf("%s: %d, want 404", path, r.StatusCode)
		}
	}
}
