package api

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
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

// Every page below /docs is served, links to pages that there are, and has neither script nor style of its own.
func TestDocs(t *testing.T) {
	t.Parallel()
	linked := regexp.MustCompile(`(?:href|action)="(/docs[^"#]*)`)
	anchors := regexp.MustCompile(`href="(/docs[^"#]*)#([^"]+)"`)
	pages, todo := map[string]string{}, []string{"/docs"}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		if _, seen := pages[at]; seen {
			continue
		}
		r := get(Docs(), "GET", at)
		pages[at] = string(body(t, r))
		if r.StatusCode != 200 || r.Header.Get("Content-Security-Policy") != docsPolicy ||
			r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", at, r.StatusCode, r.Header)
		}
		for _, m := range linked.FindAllStringSubmatch(pages[at], -1) {
			todo = append(todo, m[1])
		}
		if strings.Contains(pages[at], "<script") || strings.Contains(pages[at], "<style") ||
			strings.Contains(pages[at], " style=") || strings.Contains(pages[at], "://") && strings.Contains(
			pages[at], `="http`) {
			t.Errorf("%s has script, style or a request to elsewhere", at)
		}
	}
	for at, page := range pages {
		for _, m := range anchors.FindAllStringSubmatch(page, -1) {
			if !strings.Contains(pages[m[1]], `id="`+m[2]+`"`) {
				t.Errorf("%s links to %s#%s, which is not there", at, m[1], m[2])
			}
		}
	}
	if strings.Contains(docsPolicy, "unsafe") || strings.Contains(docsPolicy, "script") {
		t.Error("the policy allows scripts")
	}
	var document struct {
		Paths map[string]map[string]any
	}
	if err := yaml.Unmarshal(documentYAML, &document); err != nil {
		t.Fatal(err)
	}
	operations := 0
	for path, item := range document.Paths {
		for _, of := range item {
			o, _ := of.(map[string]any)
			id, there := o["operationId"].(string)
			if !there {
				continue
			}
			operations++
			if page := pages["/docs/"+id]; !strings.Contains(page, html.EscapeString(path)) ||
				strings.Count(page, "<details name=\"sample\"") != 3 {
				t.Errorf("the page of %s lacks its path or a sample", id)
			}
		}
	}
	if operations != len(routes) || len(pages) < operations+10 {
		t.Errorf("%d pages of %d operations, and %d routes", len(pages), operations, len(routes))
	}
	if r := get(Docs(), "GET", "/docs/"); r.StatusCode != 200 {
		t.Errorf("a trailing slash: %d", r.StatusCode)
	}
	for _, path := range []string{"/docs/index.html", "/docs/../openapi.yaml", "/docs/docs", "/docs/schemas/PlannedParts"} {
		if r := get(Docs(), "GET", path); r.StatusCode != 404 {
			t.Errorf("%s: %d, want 404", path, r.StatusCode)
		}
	}
	if r := get(Docs(), "POST", "/docs/search"); r.StatusCode != 405 {
		t.Errorf("a POST of a search: %d", r.StatusCode)
	}
}

// A search finds what has every word, and repeats the query harmlessly.
func TestDocs_search(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"book interview":          "bookInterview", // its summary has both
		"Reassign":                "",
		"replace_existing":        "bookInterview", // a field
		"WRITE interviews put":    "setInterviewers",
		"polling":                 "/docs#polling",
		"bookingrequest":          "/docs/schemas/BookingRequest",
		"no such words at all":    "Nothing has all the words",
		`<script>"'&`:             "&lt;script&gt;",
		"":                        "Type words above",
		strings.Repeat("é", 1000): "Nothing has",
	} {
		page := string(body(t, get(Docs(), "GET", "/docs/search?q="+url.QueryEscape(query))))
		_, main, _ := strings.Cut(page, "<main")
		main, _, _ = strings.Cut(main, "</main>")
		if !strings.Contains(main, want) || strings.Contains(page, "<script") {
			t.Errorf("%q finds\n%s\nwant %q", query, main, want)
		}
	}
}
