package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// envNPM names a folder whose node_modules has the packages that package.json pins.
const envNPM = "LITMUS_TEST_NPM"

// typeScriptModule is a folder with the module docs/litmus.ts, compiled against the types that openapi-typescript makes
// of what the service itself serves at /openapi.json.
func typeScriptModule(t *testing.T, s *Service) (dir string) {
	t.Helper()
	node, err := exec.LookPath("node")
	packages := filepath.Join(os.Getenv(envNPM), "node_modules")
	if _, missing := os.Stat(filepath.Join(packages, "openapi-fetch")); err != nil || os.Getenv(envNPM) == "" ||
		missing != nil {
		without(t, "node or openapi-fetch is missing ("+envNPM+" names the folder of e2e/package.json): the "+
			"TypeScript of the documents is not tried")
	}
	module, err := os.ReadFile("../docs/litmus.ts")
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if packages, err = filepath.Abs(packages); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink(packages, filepath.Join(dir, "node_modules")),
		os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type": "module"}`), 0o600),
		os.WriteFile(filepath.Join(dir, "litmus.ts"), module, 0o600),
		os.WriteFile(filepath.Join(dir, "openapi.json"), s.Do(t, "GET", "/openapi.json", nil).Want(200).Body, 0o600),
	); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"openapi-typescript/bin/cli.js", "openapi.json", "--output", "schema.d.ts"},
		{"typescript/bin/tsc", "--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--lib", "es2022,dom",
			"--module", "esnext", "--moduleResolution", "bundler", "litmus.ts", "schema.d.ts"},
	} {
		cmd := exec.CommandContext(t.Context(), node, args...)
		cmd.Args[1] = filepath.Join(packages, filepath.FromSlash(args[0]))
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", args[0], err, out)
		}
	}
	return dir
}

// typeScriptProgram calls the module: it finds the first free time, books it, and books it once more for the same
// candidate. It prints one line of JSON for each.
const typeScriptProgram = `
import { book, connect, firstFree, Refused } from "./litmus.js";
const [origin, key, posting_id, round_id, candidate_email] = process.argv.slice(2);
const litmus = connect(origin, key);
const slot = await firstFree(litmus, posting_id, round_id);
console.log(JSON.stringify(slot));
const wanted = { posting_id, round_id, candidate_email, candidate_name: "Typed Script",
  scheduled_start_at: slot.start_at, interviewer_email: slot.interviewer_emails[0] };
console.log(JSON.stringify(await book(litmus, wanted)));
try {
  await book(litmus, wanted);
} catch (e) {
  console.log(JSON.stringify({ refused: e instanceof Refused, status: e.status, message: e.message }));
}
`

// The module docs/litmus.ts compiles strictly and books against a running service: at once, behind a limit (429), and
// where the answer to the booking is lost. A second booking of the candidate is refused with the words of the service
// (§4 rule 1, §7 Retry rules).
func TestTypeScriptBooks(t *testing.T) {
	t.Parallel()
	needsNoProcess(t, aStranger)
	service := Shared(t)
	dir := typeScriptModule(t, service)
	if err := os.WriteFile(filepath.Join(dir, "main.js"), []byte(typeScriptProgram), 0o600); err != nil {
		t.Fatal(err)
	}
	to, err := url.Parse(service.API)
	if err != nil {
		t.Fatal(err)
	}
	// first hands requests on, except that the first booking is treated otherwise.
	first := func(t *testing.T, treat func(w http.ResponseWriter, r *http.Request, on http.Handler)) (string, *int32) {
		on := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}
		var bookings int32
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && atomic.AddInt32(&bookings, 1) == 1 {
				treat(w, r, on)
				return
			}
			on.ServeHTTP(w, r)
		}))
		t.Cleanup(s.Close)
		return s.URL, &bookings
	}
	for candidate, c := range map[string]struct {
		treat func(w http.ResponseWriter, r *http.Request, on http.Handler)
		sent  int32 // bookings that arrive, with the one that is refused
	}{
		"at-once": {func(w http.ResponseWriter, r *http.Request, on http.Handler) { on.ServeHTTP(w, r) }, 2},
		"limited": {func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = w.Write([]byte(`{"error": "later", "request_id": "r"}`))
		}, 3},
		"lost": {func(_ http.ResponseWriter, r *http.Request, on http.Handler) {
			on.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler) // the booking stands, and nobody is told
		}, 2},
	} {
		t.Run(candidate, func(t *testing.T) {
			t.Parallel()
			o := service.NewOrg(t) // the first free time is everybody's
			origin, bookings := first(t, c.treat)
			cmd := exec.CommandContext(t.Context(), "node", "main.js", origin, o.Key, o.Posting("engineer"),
				o.Round("engineer", "main", "systems"), o.Email(candidate))
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
			if len(lines) < 3 {
				t.Fatalf("it prints\n%s", out)
			}
			var slot struct {
				StartAt string `json:"start_at"`
			}
			var booked struct {
				ID, Status string
				Start      string `json:"scheduled_start_at"`
			}
			var refused struct {
				Refused bool
				Status  int
				Message string
			}
			last := lines[len(lines)-2:] // warnings stand before them
			if err := errors.Join(json.Unmarshal(lines[0], &slot), json.Unmarshal(last[0], &booked),
				json.Unmarshal(last[1], &refused)); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if slot.StartAt == "" || booked.Start != slot.StartAt || booked.Status != "scheduled" {
				t.Errorf("the free time %q is booked as %+v", slot.StartAt, booked)
			}
			if !refused.Refused || refused.Status != 409 || !strings.Contains(refused.Message, "(request ") {
				t.Errorf("a second booking is %+v, want it refused with 409 and the request", refused)
			}
			if got := atomic.LoadInt32(bookings); got != c.sent {
				t.Errorf("%d bookings were sent, want %d", got, c.sent)
			}
			if ids := o.Interviews(t, candidate).Texts("interviews", "id"); len(ids) != 1 || ids[0] != booked.ID {
				t.Errorf("there are %v, want %s alone", ids, booked.ID)
			}
		})
	}
}
