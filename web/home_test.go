package web_test

import (
	"net/http"
	"slices"
	"testing"
)

// TestHome proves that / leads to the dashboard, the reference and the health checks, and says nothing about
// organizations.
func TestHome(t *testing.T) {
	t.Parallel()
	f := open(t)
	before := f.rows()
	r := f.get("/").want(http.StatusOK, "Litmus", "open the link of your newest email").lacks("Acme")
	var leads []string
	for _, a := range r.all("a") {
		leads = append(leads, attr(a, "href"))
	}
	if want := []string{"/dashboard", "/docs", "/openapi.json", "/healthz", "/readyz"}; !slices.Equal(leads, want) {
		t.Errorf("it leads to %q, want %q", leads, want)
	}
	if head := f.browser().do("HEAD", "/", "").want(http.StatusOK); head.Header.Get("Content-Length") !=
		r.Header.Get("Content-Length") {
		t.Errorf("HEAD: %v", head.Header)
	}
	f.get("/index.html").want(http.StatusNotFound, "This link does not work")
	f.unchanged(before, "it")
}
