package dashboard

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"litmus/dashboard/signin"
)

// issuer is an identity provider in the test's own process.
type issuer struct {
	*httptest.Server
	t *testing.T
	w *world

	mu     sync.Mutex
	asked  []string       // paths, in their order
	claims map[string]any // of the token that it makes next; nil values are left out
	info   map[string]any // of the answer to who it is
	down   bool
	nonce  string // of the last flow
	proof  string // the challenge of the last flow
	secret string // that the client gave
}

var issuerKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

// withIssuer is a world whose members sign in by an identity provider.
func withIssuer(t *testing.T, change ...func(*Site)) (*world, *issuer) {
	t.Helper()
	i := &issuer{t: t}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(rw http.ResponseWriter, _ *http.Request) {
		i.answer(rw, map[string]any{"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize",
			"token_endpoint": i.URL + "/token", "userinfo_endpoint": i.URL + "/me", "jwks_uri": i.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"}})
	})
	mux.HandleFunc("GET /keys", func(rw http.ResponseWriter, _ *http.Request) {
		k := issuerKey().PublicKey
		i.answer(rw, map[string]any{"keys": []any{map[string]any{"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1",
			"n": base64.RawURLEncoding.EncodeToString(k.N.Bytes()),
			"e": base64.RawURLEncoding.EncodeToString(big.NewInt(int64(k.E)).Bytes())}}})
	})
	mux.HandleFunc("POST /token", func(rw http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		_, i.secret, _ = r.BasicAuth()
		proved := oauth2.S256ChallengeFromVerifier(r.PostFormValue("code_verifier")) == i.proof
		i.mu.Unlock()
		if r.PostFormValue("code") != "the code" || !proved ||
			r.PostFormValue("redirect_uri") != i.w.site.BaseURL+"/dashboard/oidc/back" {
			rw.Header().Set("Content-Type", "application/json")
			rw.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(rw, `{"error": "invalid_grant", "error_description": "not for ines@marlowe.example"}`)
			return
		}
		i.answer(rw, map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 60,
			"id_token": i.token()})
	})
	mux.HandleFunc("GET /me", func(rw http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		info := i.info
		i.mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer access" || info == nil {
			rw.WriteHeader(http.StatusUnauthorized)
			return
		}
		i.answer(rw, info)
	})
	i.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		i.asked = append(i.asked, r.URL.Path)
		down := i.down
		i.mu.Unlock()
		if down {
			rw.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		mux.ServeHTTP(rw, r)
	}))
	t.Cleanup(i.Close)
	i.w = newWorld(t, append([]func(*Site){func(s *Site) {
		s.Provider = &signin.Provider{Issuer: i.URL, ClientID: "litmus", ClientSecret: "its secret", Client: i.Client()}
	}}, change...)...)
	return i.w, i
}

func (i *issuer) answer(rw http.ResponseWriter, body map[string]any) {
	rw.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(rw).Encode(body)
}

// token is the identity token of the last flow.
func (i *issuer) token() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	claims := map[string]any{"iss": i.URL, "aud": "litmus", "sub": "user-1", "nonce": i.nonce,
		"iat": i.w.Now().Unix(), "exp": i.w.Now().Add(time.Minute).Unix()}
	maps.Copy(claims, i.claims)
	maps.DeleteFunc(claims, func(_ string, v any) bool { return v == nil })
	part := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		return base64.RawURLEncoding.EncodeToString(b)
	}
	signed := part(map[string]any{"alg": "RS256", "kid": "1", "typ": "JWT"}) + "." + part(claims)
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, issuerKey(), crypto.SHA256, sum[:])
	if err != nil {
		panic(err)
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature)
}

// says sets what the provider says of whoever signs in: name, value, ….
func (i *issuer) says(claims ...any) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.claims, i.info = map[string]any{}, nil
	for n := 0; n+1 < len(claims); n += 2 {
		i.claims[claims[n].(string)] = claims[n+1]
	}
}

// leave follows the link to the provider and returns the address that it would lead back to.
func (i *issuer) leave(b *browser) (back string) {
	i.t.Helper()
	r := b.get("/dashboard/oidc").want(303)
	to, err := url.Parse(r.Header.Get("Location"))
	if err != nil || !strings.HasPrefix(to.String(), i.URL+"/authorize?") {
		i.t.Fatalf("it leads to %s", r.Header.Get("Location"))
	}
	q := to.Query()
	for name, want := range map[string]string{"client_id": "litmus", "response_type": "code", "scope": "openid email",
		"code_challenge_method": "S256", "redirect_uri": i.w.site.BaseURL + "/dashboard/oidc/back"} {
		if q.Get(name) != want {
			i.t.Errorf("%s is %q, want %q", name, q.Get(name), want)
		}
	}
	if len(q.Get("state")) < 26 || len(q.Get("nonce")) < 26 || q.Get("state") == q.Get("nonce") {
		i.t.Errorf("state and nonce are %s and %s", q.Get("state"), q.Get("nonce"))
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.nonce, i.proof = q.Get("nonce"), q.Get("code_challenge")
	return "/dashboard/oidc/back" + "?" + url.Values{"code": {"the code"}, "state": {q.Get("state")}}.Encode()
}

// TestSignInByProvider proves D7: whoever the provider vouches for is signed in if they are a member.
func TestSignInByProvider(t *testing.T) {
	t.Parallel()
	w, i := withIssuer(t)
	u, err := url.Parse(i.URL)
	w.must(err)
	page := w.browser(t).get("/dashboard/signin").want(200, "Sign in with "+u.Hostname(), "Your address")
	if to := page.one("a[href=/dashboard/oidc]"); to == nil || len(i.asked) != 0 {
		t.Errorf("the provider was asked for %q before anybody signs in", i.asked)
	}

	b := w.browser(t)
	b.get("/dashboard/sessions").leadsTo("/dashboard/signin")
	i.says("email", "Ines@Marlowe.example", "email_verified", true)
	back := i.leave(b)
	b.get(back).leadsTo("/dashboard/sessions")
	b.get("/dashboard").want(200, "Inês Duarte")
	if _, kept := b.cookies[secureFlowCookie]; kept || i.secret != "its+secret" {
		t.Errorf("the flow's cookie is kept, or the client's secret was %q", i.secret)
	}
	b.get(back).want(400, "It began in another browser, or too long ago")

	for about, says := range map[string]func(){
		"asked who it is": func() {
			i.says()
			i.info = map[string]any{"sub": "user-1", "email": mei, "email_verified": true}
		},
		"a provider that writes true as text": func() { i.says("email", mei, "email_verified", "true") },
	} {
		b := w.browser(t)
		says()
		b.get(i.leave(b)).leadsTo("/dashboard")
		if !strings.Contains(b.get("/dashboard").want(200).text("body"), "Mei Okafor") {
			t.Errorf("%s: somebody else is signed in", about)
		}
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	discovered := slices.DeleteFunc(i.asked, func(p string) bool { return !strings.HasPrefix(p, "/.well-known") })
	equal(t, "discoveries of the provider", len(discovered), 1)
}

// TestProviderRefusals proves that nobody is signed in whom the provider does not vouch for, in this browser and for
// this sign-in (D7).
func TestProviderRefusals(t *testing.T) {
	t.Parallel()
	w, i := withIssuer(t)
	for about, c := range map[string]struct {
		claims []any
		info   map[string]any
		back   func(b *browser, back string) string
		status int
		says   string
	}{
		"no member": {claims: []any{"email", "eve@evil.example", "email_verified", true}, status: 403,
			says: "eve@evil.example, which is no member's address"},
		"not verified": {claims: []any{"email", ines, "email_verified", false}, status: 400,
			says: "verified"},
		"no address": {claims: []any{"email", "ines", "email_verified", true}, status: 400,
			says: "verified"},
		"somebody else's address": {info: map[string]any{"sub": "user-2", "email": ines, "email_verified": true},
			status: 502, says: "did not answer as it should"},
		"nobody says who it is": {status: 502, says: "did not answer as it should"},
		"made for another sign-in": {claims: []any{"email", ines, "email_verified", true, "nonce", "x"}, status: 502,
			says: "did not answer as it should"},
		"by another issuer": {claims: []any{"email", ines, "email_verified", true, "iss", "https://evil.example"},
			status: 502, says: "did not answer as it should"},
		"another code": {back: func(_ *browser, back string) string {
			return strings.Replace(back, "the+code", "another", 1)
		}, status: 502, says: "did not answer as it should"},
		"another state": {back: func(_ *browser, back string) string { return back + "x" }, status: 400,
			says: "It began in another browser"},
		"another browser": {back: func(b *browser, back string) string {
			delete(b.cookies, secureFlowCookie)
			return back
		}, status: 400, says: "It began in another browser"},
		"a cookie that somebody else has put there": {back: func(b *browser, _ string) string {
			b.cookies[secureFlowCookie] = "state.nonce.verifier.c3Vt"
			return "/dashboard/oidc/back" + "?code=the+code&state=state"
		}, status: 400, says: "It began in another browser"},
		"after the time that it may take": {back: func(_ *browser, back string) string {
			w.at(w.Now().Add(10 * time.Minute)) // the browser has the cookie still
			return back
		}, status: 400, says: "too long ago"},
		"an answer of another issuer": {back: func(_ *browser, back string) string {
			return back + "&iss=https%3A%2F%2Fevil.example"
		}, status: 400, says: "It began in another browser"},
		"the provider refused": {back: func(_ *browser, back string) string {
			return strings.Replace(back, "code=the+code", "error=access_denied&error_description=%3Cscript%3E", 1)
		}, status: 400, says: "did not let you in"},
	} {
		b := w.browser(t)
		i.says(c.claims...)
		if c.claims == nil && c.back != nil {
			i.says("email", ines, "email_verified", true)
		}
		i.info = c.info
		back := i.leave(b)
		if c.back != nil {
			back = c.back(b, back)
		}
		r := b.get(back)
		if r.Status != c.status || !strings.Contains(r.text("main"), c.says) || b.cookies[secureSessionCookie] != "" {
			t.Errorf("%s: %d, signed in: %q, the page says\n%s", about, r.Status, b.cookies[secureSessionCookie],
				r.text("main"))
		}
	}
	if log := w.logged(); strings.Contains(log, "@") || strings.Contains(log, "the+code") ||
		!strings.Contains(log, "invalid_grant") {
		t.Errorf("the log says\n%s", log)
	}
}

// TestProviderThatIsDown proves that a provider that is down stops nothing else, and is asked again (D7).
func TestProviderThatIsDown(t *testing.T) {
	t.Parallel()
	w, i := withIssuer(t)
	i.down = true
	b := w.browser(t)
	b.get("/dashboard/oidc").want(502, "did not answer as it should", "Your address")
	b.post(w.link(ines)).leadsTo("/dashboard")
	i.mu.Lock()
	i.down = false
	i.mu.Unlock()
	i.says("email", mei, "email_verified", true)
	b.get(i.leave(b)).leadsTo("/dashboard")
	b.get("/dashboard").want(200, "Mei Okafor")
}

// TestSeveralOrganizationsByProvider proves that somebody who is a member of several organizations chooses one (D7).
func TestSeveralOrganizationsByProvider(t *testing.T) {
	t.Parallel()
	w, i := withIssuer(t)
	w.exec("insert into members (org_id, email, name, role, origin, created_at, updated_at) select ?, email, '', "+
		"'recruiter', 'dashboard', created_at, updated_at from members where email = ?", w.other.ID, ines)
	b := w.browser(t)
	i.says("email", ines, "email_verified", true)
	page := b.get(i.leave(b)).want(200, "Where do you want to sign in?", "Acme", "Marlowe Tidal")
	forms := page.all("main form")
	if len(forms) != 2 || content(forms[0]) != "Acme" || b.cookies[secureSessionCookie] != "" {
		t.Fatalf("there are %d forms", len(forms))
	}
	b.post(attr(forms[0], "action")).leadsTo("/dashboard")
	b.get("/dashboard").want(200, "Acme", "recruiter").lacks("Marlowe")
	b.post(attr(forms[1], "action")).leadsTo("/dashboard")
	b.get("/dashboard").want(200, "Marlowe Tidal", "admin")
}

// TestOnlyProvider proves that LITMUS_SIGNIN=oidc leaves no way in by mail, and one without a provider none by it (D7).
func TestOnlyProvider(t *testing.T) {
	t.Parallel()
	w, _ := withIssuer(t, func(s *Site) { s.OnlyProvider = true })
	b := w.browser(t)
	b.get("/dashboard/signin").want(200, "Sign in with").lacks("Your address")
	before := w.rows()
	b.post("/dashboard/signin", "email", ines).want(404)
	w.site.Wait()
	w.unchanged(t, before, "asking for a letter")
	b.post(w.link(ines)).leadsTo("/dashboard") // an operator's link always works

	w = newWorld(t)
	for _, path := range []string{"/dashboard/oidc", "/dashboard/oidc/back" + "?code=x&state=y"} {
		w.browser(t).get(path).want(404)
	}
	w.browser(t).get("/dashboard/signin").lacks("Sign in with")
	for name, want := range map[string]string{"https://accounts.google.com": "Google",
		"https://login.example.com/x":                   "login.example.com",
		"https://login.microsoftonline.com/tenant/v2.0": "Microsoft", "\x7f": "the identity provider"} {
		equal(t, name, (&signin.Provider{Issuer: name}).Name(), want)
	}
}
