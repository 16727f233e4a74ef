package e2e

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
)

// A service without the demonstration: the link of the banner makes the organization, and it lasts.
func TestUpEmpty(t *testing.T) { // D23
	t.Parallel()
	needsProcess(t, "a litmus up of its own")
	s := Start(t, Args("--empty"))
	if len(s.Organizations) != 0 || !strings.HasPrefix(s.Ready.SignIn, s.API+"/dashboard/welcome/") {
		t.Fatalf("it has the organizations %v and the link %q, want none and one to make the first", s.Organizations,
			s.Ready.SignIn)
	}
	if s.Organizations == nil {
		t.Error("--json says that the organizations are null, want an empty list")
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	page := func(r *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if got := page(browser.Get(s.Ready.SignIn)); !strings.Contains(got, "Make your organization") {
		t.Fatalf("the link leads to\n%s", got)
	}
	post, err := http.NewRequestWithContext(t.Context(), "POST", s.Ready.SignIn, strings.NewReader(url.Values{
		"name": {"Acme"}, "slug": {"acme"}, "time_zone": {"Asia/Kathmandu"}, "admin_name": {"Ada"},
		"admin_email": {"ada@acme.example"}}.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	post.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	post.Header.Set("Origin", s.API)
	if got := page(browser.Do(post)); !strings.Contains(got, "Acme") || !strings.Contains(got, "Ada") {
		t.Fatalf("after it was made the page is\n%s", got)
	}
	s.Restart(t)
	if len(s.Organizations) != 1 || s.Organizations[0].Slug != "acme" || strings.Contains(s.Ready.SignIn, "welcome") {
		t.Errorf("after a restart the organizations are %v, and the link is %s", s.Organizations, s.Ready.SignIn)
	}
	if out := Command(t, nil, "up", "--empty", "--file", "x.yaml"); out.Status == 0 {
		t.Errorf("%+v, want that --empty and --file are refused", out)
	}
}
