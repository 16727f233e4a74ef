package calendar

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"litmus/ports/outbound"
)

// TestConsent walks the documented exchange of both providers against a fake of their token endpoint (RFC 6749 section
// 4.1.3, RFC 7636).
func TestConsent(t *testing.T) { // D16
	t.Parallel()
	const back = "https://hire.example/dashboard/calendar/consent"
	const verifier = "0123456789012345678901234567890123456789012"
	for driver, want := range map[string]map[string]string{
		"google": {"scope": "https://www.googleapis.com/auth/calendar.events", "access_type": "offline",
			"prompt": "consent"},
		"microsoft": {"scope": "offline_access https://graph.microsoft.com/Calendars.ReadWrite"},
	} {
		t.Run(driver, func(t *testing.T) {
			t.Parallel()
			answers := map[string]any{"access_token": "a", "token_type": "Bearer", "refresh_token": "1//granted"}
			status := http.StatusOK
			var got url.Values
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_ = r.ParseForm()
				got = r.PostForm
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(status)
				_ = json.NewEncoder(w).Encode(answers)
			}))
			defer server.Close()
			a := Application{ClientID: "id", ClientSecret: "hunter2", Consent: "https://consent.example/auth?x=1",
				Login: server.URL}
			address, err := a.ConsentURL(driver, back, "state", verifier)
			if err != nil {
				t.Fatal(err)
			}
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256([]byte(verifier))
			q := u.Query()
			for name, value := range map[string]string{"client_id": "id", "redirect_uri": back, "response_type": "code",
				"state": "state", "code_challenge_method": "S256", "x": "1",
				"code_challenge": base64.RawURLEncoding.EncodeToString(sum[:])} {
				if q.Get(name) != value {
					t.Errorf("%s is %q, want %q", name, q.Get(name), value)
				}
			}
			for name, value := range want {
				if q.Get(name) != value {
					t.Errorf("%s is %q, want %q", name, q.Get(name), value)
				}
			}
			if u.Host != "consent.example" || strings.Contains(address, "hunter2") ||
				strings.Contains(address, verifier) {
				t.Errorf("the address is %s", address)
			}
			token, err := a.Exchange(t.Context(), driver, back, "4/code", verifier, server.Client())
			if err != nil || token != "1//granted" || got.Get("code") != "4/code" ||
				got.Get("code_verifier") != verifier ||
				got.Get("grant_type") != "authorization_code" || got.Get("client_secret") != "hunter2" ||
				got.Get("redirect_uri") != back {
				t.Errorf("got %q (%v) for %v", token, err, got)
			}

			delete(answers, "refresh_token")
			_, err = a.Exchange(t.Context(), driver, back, "4/code", verifier, server.Client())
			if f, ok := errors.AsType[*outbound.Failure](err); !ok || !strings.Contains(f.Text, "no refresh token") {
				t.Errorf("without a refresh token: %v", err)
			}
			status = http.StatusBadRequest
			answers["error"], answers["error_description"] = "invalid_grant", "bad 4/code"
			_, err = a.Exchange(t.Context(), driver, back, "4/code", verifier, server.Client())
			if f, ok := errors.AsType[*outbound.Failure](err); !ok || f.Fate != outbound.Revoked ||
				f.Code != driver+"_token_400_invalid_grant" || strings.Contains(f.Text, "4/code") {
				t.Errorf("with a code that was used: %+v", err)
			}
		})
	}
	if _, err := (Application{}).ConsentURL("caldav", back, "state", verifier); err == nil {
		t.Error("a CalDAV calendar knows a consent")
	}
	if real, err := (Application{ClientID: "id"}).ConsentURL("google", back, "state", verifier); err != nil ||
		!strings.HasPrefix(real, "https://accounts.google.com/o/oauth2/v2/auth?") {
		t.Errorf("the real page is %s (%v)", real, err)
	}
}
