package e2e

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// /openapi.json and /docs, which renders it from what the service itself serves. A request to anywhere else, a
// violation of the Content-Security-Policy and an exception fail the test (see [Visitor]).
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

	t.Run("in a browser", func(t *testing.T) {
		v := s.Visitor(t)
		v.do("open the reference", tell(page.Navigate.Method,
			page.NavigateParams{URL: s.API + "/docs#/Interviews/bookInterview"}))
		text := ""
		Until(t, pageTimeout, "the reference to show the operation that the link names", func() (bool, string) {
			text = ask[string](v, "read the reference", "document.body?.innerText ?? ''")
			return strings.Contains(text, "Books a start time with a candidate"), text
		})
		paths, _ := document.At("paths").(Object)
		for path, item := range paths {
			if !strings.Contains(strings.ReplaceAll(text, "\u200b", ""), path) {
				t.Errorf("it does not show %s:\n%s", path, text)
			}
			for method, op := range item.(Object) {
				if o, ok := op.(Object); ok && !strings.Contains(text, o["summary"].(string)) {
					t.Errorf("it does not show %s %s, %q", method, path, o["summary"])
				}
			}
		}
		for _, unwanted := range []string{"Try it out", "Authorize", "Execute"} {
			// keys have no business in a browser (§5 rule 2), and bookings are real
			if strings.Contains(text, unwanted) {
				t.Errorf("it offers %q", unwanted)
			}
		}
		v.picture("docs-desktop")
	})
}
