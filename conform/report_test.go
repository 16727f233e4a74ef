package conform

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
)

func document(t *testing.T) *Document {
	t.Helper()
	d, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// parsed parses the document once for all tests: that takes longer than most of them.
var parsed = sync.OnceValues(func() (*Document, error) {
	b, err := os.ReadFile("../api/openapi.yaml")
	if err != nil {
		return nil, err
	}
	return ParseDocument(b)
})

// deployment returns a deployment that gives the same answer to every request.
func deployment(t *testing.T, answer http.HandlerFunc) Target {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(s.Close)
	return Target{BaseURL: s.URL, Key: "litmus_sk_secret"}
}

// answering returns a deployment that answers every request with this body.
func answering(t *testing.T, body string) Target {
	return deployment(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, body)
	})
}

// wantNoCode checks that no finding shows details of our own code.
func wantNoCode(t *testing.T, report Report) {
	t.Helper()
	for _, r := range report.Results {
		if findings := strings.Join(r.Findings, "\n"); strings.Contains(findings, "goroutine") ||
			strings.Contains(findings, "interface {}") {
			t.Errorf("%s shows details of our own code: %s", r.Title, findings)
		}
	}
}

// A deployment may give any answer, and the report must cope with it.
func TestAnswersOfAnyShape(t *testing.T) {
	t.Parallel()
	d := document(t)
	for _, body := range []string{
		`{}`, `[]`, `null`, `<html>`, ``,
		`{"roles": [{"id": 1}, null, 3], "interviews": [{"id": "int_1", "candidate": null}, null], "next_cursor": ""}`,
		`{"roles": [{"id": "post_1"}], "interviews": [{"id": "int_1", "candidate": {"email": 1}}], "tracks": [null, {"steps": [null, {"bookable": true, "delivery_mode": "sync"}]}], "slots": [null], "interviewers": [{"slots": 3}, null]}`,
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			report, err := Run(t.Context(), answering(t, body), d)
			if err != nil || len(report.Results) != len(Checks) || report.Count(Failed) == 0 {
				t.Errorf("%+v, %v; want a report of every check", report, err)
			}
			wantNoCode(t, report)
		})
	}
}

// A problem that would fail every check is reported once.
func TestTargetsThatAreNone(t *testing.T) {
	t.Parallel()
	d := document(t)
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		says   string
	}{
		"the key is refused": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error": "missing or invalid API key"}`)
		}, "the key is refused: missing or invalid API key"},
		"it redirects": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://hire.example.com/api/v1/roles", http.StatusMovedPermanently)
		}, "the base URL redirects to https://hire.example.com/api/v1/roles"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, err := Run(t.Context(), deployment(t, c.answer), d)
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") ||
				len(report.Results) > 0 {
				t.Errorf("%+v, %v; want an error: %s", report, err, c.says)
			}
		})
	}
}

// Others use the deployment at the same time: an interview that they move may be on two pages or on none (§6).
func TestMovedMeanwhile(t *testing.T) {
	t.Parallel()
	const interview = `{"id": "int_%d", "updated_at": "2031-03-01T10:00:00.00%dZ"}`
	for name, c := range map[string]struct {
		again int // the version that the second page has of the first interview
		wrong bool
	}{"moved": {1, false}, "repeated": {0, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seven []string
			for n := range 7 {
				seven = append(seven, fmt.Sprintf(interview, n, 0))
			}
			page := func(is []string, next string) string {
				return fmt.Sprintf(`{"interviews": [%s], "next_cursor": %s}`, strings.Join(is, ","), next)
			}
			target := deployment(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				switch q := r.URL.Query(); {
				case q.Get("limit") == "7" && q.Has("cursor"):
					fmt.Fprint(w, page([]string{fmt.Sprintf(interview, 0, c.again)}, "null"))
				case q.Get("limit") == "7":
					fmt.Fprint(w, page(seven, `"two"`))
				default:
					fmt.Fprint(w, page(seven, "null"))
				}
			})
			report, err := Run(t.Context(), target, document(t))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range report.Results {
				twice := strings.Contains(strings.Join(r.Findings, "\n"), "on two pages")
				if strings.HasPrefix(r.Title, "pages follow") && twice != c.wrong {
					t.Errorf("%+v, want it found wrong: %t", r, c.wrong)
				}
			}
		})
	}
}
