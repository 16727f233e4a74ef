package signin

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
)

// TestTooManyAsks proves that a letter is not asked for while too many are, as if the database hung, and that the log
// says so without the address (D6, D9).
func TestTooManyAsks(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := &SignIn{asks: make(chan struct{})}
	v := &site.Visit{Base: &site.Base{Log: slog.New(slog.NewTextHandler(&log, nil))},
		Request: httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", nil)}
	s.ask(v, "ann@example.com", false)
	if !strings.Contains(log.String(), "sign-in letter not asked for") || strings.Contains(log.String(), "@") {
		t.Errorf("the log says\n%s", &log)
	}
}
