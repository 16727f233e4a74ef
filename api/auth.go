package api

import (
	"net/http"
	"net/netip"
	"strings"

	"litmus/models"
	"litmus/store"
)

// authenticate returns the caller and checks that the key holds one of the scopes (§5). If the scope is missing it
// returns the caller with the error, since the refusal is audited under the key.
func (a *API) authenticate(r *http.Request, anyOf []string) (store.Caller, error) {
	caller, err := a.identify(r)
	if err == nil && !caller.Key.Allows(anyOf...) {
		err = models.Forbiddenf("missing required scope: %s", strings.Join(anyOf, " or "))
	}
	return caller, err
}

// identify returns the caller. It refuses before looking up the key if the network failed too often, or if too many of
// its requests are being looked up.
func (a *API) identify(r *http.Request) (store.Caller, error) {
	key, from := bearer(r.Header), a.from(r)
	hash := ""
	if models.WellFormedKey(key) { // anything else may be a megabyte long
		hash = models.HashKey(key)
	}
	if !a.attempts.known.Contains(hash) {
		if err := a.attempts.refuse(from, a.Store.Now()); err != nil {
			return store.Caller{}, err
		}
		seat, err := a.unknown.enter(r.Context(), from.String(), false)
		if err != nil {
			return store.Caller{}, err
		}
		defer seat.End()
	}
	caller, err := a.Store.Authenticate(r.Context(), key)
	switch {
	case err == nil:
		a.attempts.known.Add(hash, struct{}{})
	case models.KindOf(err) == models.Unauthenticated:
		a.attempts.known.Remove(hash)
		a.attempts.fail(from, a.Store.Now())
	}
	return caller, err
}

// from returns the network that a request comes from.
func (a *API) from(r *http.Request) netip.Prefix {
	if len(a.TrustedProxies) == 0 && r.Header.Get("X-Forwarded-For") != "" {
		a.proxied.Do(func() {
			a.Log.Warn("requests come through a proxy that LITMUS_TRUSTED_PROXIES does not name: limits by address " +
				"count all of its clients as one")
		})
	}
	address := models.ClientAddress(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), a.TrustedProxies)
	return models.ClientNetwork(address)
}

// bearer returns the key of the Authorization header, "" if there is none. Two headers count as none, because a proxy
// may have checked either of them.
func bearer(h http.Header) string {
	values := h.Values("Authorization")
	if len(values) != 1 {
		return ""
	}
	scheme, key, _ := strings.Cut(strings.TrimSpace(values[0]), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(key)
}
