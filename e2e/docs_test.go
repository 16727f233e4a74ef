package e2e

import (
	"net/http"
	"strings"
	"testing"
)

// /openapi.json, and /docs, which is made from it. A request to anywhere else and a violation of the
// Content-Security-Policy fail the test (see [Visitor]).
func TestDocs(t *testing.T) {
	t.Parallel()
	s := Shared(t)
	document := s.Do(t, "GET", "/openapi.json", nil).Want(200)
	if again := s.Do(t, "GET", "/openapi.json", nil, "If-None-Match",
		document.Header.Get("ETag")); again.Status != http.StatusNotModified || len(again.Body) > 0 {
		t.Errorf("%d to who has it, want 304", again.Status)
	}
	s.Do(t, "POST", "/openapi.json", nil).Want(405)
	s.Do(t, "GET", "/docs/nothing", nil).Want(404)

	// Without scripts, by keyboard: from the overview to an operation, to a schema, and to what a search finds.
	t.Run("in a browser", func(t *testing.T) {
		v := s.Visitor(t, NoScript, Keyboard)
		v.Open(s.API+"/").Want(200, "Litmus", "open the link of your newest email").Looks("home")
		v.Open(s.API+"/docs").Want(200, "What to call", "/openapi.json").Looks("docs")
		v.Click("Book an interview").Want(200, "POST /api/v1/interviews", "curl -fsS", "candidate_email", "409").
			WantNot("Try it out", "Authorize", "Execute") // keys have no business in a browser (§5 rule 2)
		v.Looks("docs-operation")
		v.Click("BookingRequest").Want(200, "Where it is used").Looks("docs-schema")
		v.Fill("Search for", "replace_existing").Click("Search").Want(200, "Book an interview").Looks("docs-search")
		if !strings.HasSuffix(v.URL(), "/docs/search?q=replace_existing") {
			t.Errorf("the search is at %s", v.URL())
		}
	})
}
