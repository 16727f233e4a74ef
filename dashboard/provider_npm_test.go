package dashboard

import (
	"bufio"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"litmus/dashboard/signin"
)

// envNPM names the folder with the packages of e2e/package.json.
const envNPM = "LITMUS_TEST_NPM"

// TestSignInByOIDCProvider proves D7 against a provider that others wrote, oidc-provider of npm: discovery, PKCE,
// state, nonce, and an address that it tells only when it is asked who somebody is.
func TestSignInByOIDCProvider(t *testing.T) {
	t.Parallel()
	without := func(missing string) {
		t.Helper()
		if os.Getenv("CI") == "true" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	packages := os.Getenv(envNPM)
	if packages == "" {
		without("oidc-provider is missing (" + envNPM + " names the folder of e2e/package.json): signing in is tried " +
			"against the provider of provider_test.go alone")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		without("node is missing: signing in is tried against the provider of provider_test.go alone")
	}
	if _, err := os.Stat(filepath.Join(packages, "node_modules", "oidc-provider")); err != nil {
		without(envNPM + " has no oidc-provider, which e2e/package.json names")
	}
	w := newWorld(t)
	w.at(time.Now()) // the provider has no other clock
	script, err := os.Open("testdata/issuer.mjs")
	w.must(err)
	defer script.Close()
	cmd := exec.Command(node, "--input-type=module", "-", w.site.BaseURL+"/dashboard/oidc/back")
	cmd.Dir, cmd.Stdin = packages, script // where what it imports is looked for
	out, err := cmd.StdoutPipe()
	w.must(err)
	w.must(cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	w.must(err)
	w.site.Provider = &signin.Provider{Issuer: strings.TrimSpace(address), ClientID: "litmus",
		ClientSecret: "secret-of-litmus", Client: http.DefaultClient}

	for email, status := range map[string]int{mei: 303, "eve@evil.example": 403} {
		b := w.browser(t)
		back := atProvider(t, b.get("/dashboard/oidc").want(303).Header.Get("Location"), email)
		if !strings.HasPrefix(back, w.site.BaseURL+"/dashboard/oidc/back"+"?") {
			t.Fatalf("it leads back to %s", back)
		}
		path := strings.TrimPrefix(back, w.site.BaseURL)
		if r := b.get(path); r.Status != status {
			t.Fatalf("%s: %d, the page says\n%s\nthe log says\n%s", email, r.Status, r.text("main"), w.logged())
		}
		if status == 303 {
			b.get("/dashboard").want(200, "Mei Okafor", "recruiter")
			b.get(path).want(400) // the code and the state work once
		}
	}
}

var formAction = regexp.MustCompile(`action="([^"]+)"`)

// atProvider signs somebody in at the provider, whose pages ask for a name and then for consent, and returns where it
// leads back to.
func atProvider(t *testing.T, address, login string) (back string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	provider, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host != provider.Host {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	answer, err := client.Get(address)
	for range 4 {
		if err != nil {
			t.Fatal(err)
		}
		if to := answer.Header.Get("Location"); to != "" {
			answer.Body.Close()
			return to
		}
		var page strings.Builder
		_, err = bufio.NewReader(answer.Body).WriteTo(&page)
		answer.Body.Close()
		action := formAction.FindStringSubmatch(page.String())
		if err != nil || action == nil {
			t.Fatalf("%s: no form on\n%s (%v)", answer.Status, page.String(), err)
		}
		next, failure := answer.Request.URL.Parse(html.UnescapeString(action[1]))
		if failure != nil {
			t.Fatal(failure)
		}
		prompt := "login"
		if strings.Contains(page.String(), `value="consent"`) {
			prompt = "consent"
		}
		answer, err = client.PostForm(next.String(), url.Values{"prompt": {prompt}, "login": {login},
			"password": {"x"}})
	}
	t.Fatal("the provider asks and asks")
	return ""
}
