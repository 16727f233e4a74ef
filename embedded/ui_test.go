package embedded

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestUI(t *testing.T) {
	t.Parallel()
	server := startTemporal(t, TemporalOptions{Namespace: "interviews"})
	ui, err := StartUI(t.Context(), "127.0.0.1:0", server.Addr(), "interviews")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ui.Stop)
	for path, want := range map[string]string{
		"/":                  "<html",
		"/api/v1/settings":   `"DefaultNamespace":"interviews"`,
		"/api/v1/namespaces": `"name":"interviews"`,
	} {
		res, err := http.Get(ui.URL() + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		// The API answers with indented JSON.
		if got := strings.ReplaceAll(string(body), `": "`, `":"`); res.StatusCode != http.StatusOK || !strings.Contains(got, want) {
			t.Errorf("GET %s: got %d %s, want %s", path, res.StatusCode, got, want)
		}
	}
	ui.Stop()
	if res, err := http.Get(ui.URL()); err == nil {
		res.Body.Close()
		t.Error("the interface still answers after Stop")
	}

	c := openCatcher(t, "") // anything that listens
	if _, err := StartUI(t.Context(), c.Addr(), server.Addr(), "interviews"); err == nil || !strings.Contains(err.Error(), c.Addr()) {
		t.Errorf("got %v, want an error that names %s", err, c.Addr())
	}
}
