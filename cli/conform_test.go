package cli

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.temporal.io/sdk/client"

	"litmus/conform"
	"litmus/workflows"
)

// noTemporal is a Temporal server that nothing reaches: what conform asks for wakes no workflow.
type noTemporal struct{ client.Client }

func (noTemporal) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
}

// serve serves the REST interface on the terminal's database; each change may stand before it.
func (x *terminal) serve(change func(http.Handler) http.Handler) (origin string) {
	x.t.Helper()
	s, _ := x.open()
	c, err := loadConfig(environment("LITMUS_SECRET", testSecret, "LITMUS_BASE_URL", testOrigin))
	must(x.t, err)
	log := slog.New(slog.DiscardHandler)
	flows := workflows.NewClient(noTemporal{}, s, log)
	x.t.Cleanup(flows.Close)
	h := handler(s, flows, c, log, []check{{"database", func(context.Context) error { return nil }}}, nil, nil, nil, nil)
	server := httptest.NewServer(change(h))
	x.t.Cleanup(server.Close)
	return server.URL
}

func TestConformCommand(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	x.booked()
	key, _ := x.createKey("--name", "conform", "--full-access")
	same := func(h http.Handler) http.Handler { return h }
	origin := x.serve(same)

	var report conform.Report
	if err := json.Unmarshal([]byte(x.must("conform", "--base-url", origin, "--key", key, "--json")),
		&report); err != nil || report.Count(conform.Failed) != 0 || report.Count(conform.Passed) < 10 {
		t.Errorf("as JSON it prints %+v, %v; want checks that pass", report, err)
	}

	broken := x.serve(func(h http.Handler) http.Handler { // what is not found is an internal error there
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer := httptest.NewRecorder()
			h.ServeHTTP(answer, r)
			if answer.Code == http.StatusNotFound {
				answer.Code = http.StatusInternalServerError
			}
			for name, values := range answer.Header() {
				w.Header()[name] = values
			}
			w.WriteHeader(answer.Code)
			_, _ = w.Write(answer.Body.Bytes())
		})
	})
	got := x.run("conform", "--base-url", broken, "--key", key)
	if got.status != exitFailed || !strings.HasPrefix(got.stdout, broken+"\n\n") ||
		!strings.Contains(got.stdout, "\nFAIL ") || !strings.Contains(got.stdout, " passed, ") ||
		!strings.HasPrefix(got.stderr, "litmus: ") || !strings.HasSuffix(got.stderr, " checks failed\n") {
		t.Errorf("of a deployment that breaks a promise: %+v", got)
	}
	if got := x.run("conform", "--base-url", origin, "--key", key[:len(key)-1]+"_"); got.status != exitFailed ||
		got.stdout != "" || !strings.HasPrefix(got.stderr, "litmus: the key is refused: ") ||
		strings.Contains(got.stderr, key[10:30]) {
		t.Errorf("with another key: %+v", got)
	}
}
