package calendar

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// tokenFake is a token endpoint for one refresh token (RFC 6749 section 6).
type tokenFake struct {
	mu      sync.Mutex
	refresh string
	access  map[string]bool // the valid access tokens
	rotates bool            // like Microsoft: a new refresh token each time, and the older ones remain valid
	older   map[string]bool
	made    int
	refuse  http.HandlerFunc // if not nil, answers instead
	slow    chan struct{}    // if not nil, answers wait for it
}

func newTokenFake() *tokenFake {
	return &tokenFake{refresh: "1//refresh-secret", access: map[string]bool{}, older: map[string]bool{}}
}

func (f *tokenFake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.slow != nil {
		<-f.slow
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuse != nil {
		f.refuse(w, r)
		return
	}
	_ = r.ParseForm()
	w.Header().Set("Content-Type", "application/json")
	given := r.PostForm.Get("refresh_token")
	known := given == f.refresh || f.older[given]
	if r.PostForm.Get("grant_type") != "refresh_token" || r.PostForm.Get("client_id") == "" || !known {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":"invalid_grant","error_description":"Token has been expired or revoked."}`)
		return
	}
	f.made++
	token := fmt.Sprintf("ya29.access-%d", f.made)
	f.access[token] = true
	out := map[string]any{"access_token": token, "token_type": "Bearer", "expires_in": 3599,
		"scope": "https://www.googleapis.com/auth/calendar.events"}
	if f.rotates {
		f.older[f.refresh] = true
		f.refresh = fmt.Sprintf("0.refresh-secret-%d", f.made)
		out["refresh_token"] = f.refresh
	}
	_ = json.NewEncoder(w).Encode(out)
}

// valid reports whether a request has a valid access token.
func (f *tokenFake) valid(r *http.Request) bool {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	f.mu.Lock()
	defer f.mu.Unlock()
	return ok && f.access[token]
}

// revoke makes all access tokens invalid, as time does.
func (f *tokenFake) revoke() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.access)
}

func (f *tokenFake) exchanges() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.made
}
