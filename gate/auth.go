package gate

import (
	"net/http"
	"net/netip"
	"strings"

	"litmus/models"
	"litmus/models/access"
	"litmus/store/team"
	"litmus/turnstile"
)

// Admit finds out who calls, and waits for a place for the request; the call's Caller and Seat are set. The seat is to
// be ended when the request is answered. anyOf are the scopes of which the key needs one, nil if that is seen later
// (§5). heavy is as for [fair.Shares.Enter].
//
// The error is [models.Unauthenticated], [models.Forbidden] or [models.Throttled]. A scope is checked before anything
// exists to the caller, who is known then: the refusal is audited under the key.
func (g *Gate) Admit(c *Call, anyOf []string, heavy bool) (err error) {
	if c.Caller, err = g.identify(c.HTTP); err != nil {
		return err
	}
	if anyOf != nil {
		if err := CheckScopes(c.Caller.Key, anyOf); err != nil {
			return err
		}
	}
	if c.Seat, err = g.places.enter(c.Context(), c.OrgID(), heavy); models.KindOf(err) == models.Throttled {
		g.Meter.LimitHit("requests_at_once")
	}
	return err
}

// CheckScopes returns a [models.Forbidden] error if the key has none of the scopes.
func CheckScopes(key access.Key, anyOf []string) error {
	if !key.Allows(anyOf...) {
		return models.Forbiddenf("missing required scope: %s", strings.Join(anyOf, " or "))
	}
	return nil
}

// identify returns the caller. It refuses before looking up the key if the network failed too often, or if too many of
// its requests are being looked up.
func (g *Gate) identify(r *http.Request) (team.Caller, error) {
	key, from := bearer(r.Header), g.from(r)
	hash := ""
	if access.WellFormedKey(key) { // anything else may be a megabyte long
		hash = access.HashKey(key)
	}
	if !g.attempts.known.Contains(hash) {
		if err := g.attempts.refuse(from, g.store.Now()); err != nil {
			g.Meter.LimitHit("failed_authentications")
			return team.Caller{}, err
		}
		seat, err := g.unknown.enter(r.Context(), from.String(), false)
		if err != nil {
			if models.KindOf(err) == models.Throttled {
				g.Meter.LimitHit("unknown_at_once")
			}
			return team.Caller{}, err
		}
		defer seat.End()
	}
	caller, err := g.store.Team.Authenticate(r.Context(), key)
	switch {
	case err == nil:
		g.attempts.known.Add(hash, struct{}{})
	case models.KindOf(err) == models.Unauthenticated:
		g.attempts.known.Remove(hash)
		g.attempts.fail(from, g.store.Now())
	}
	return caller, err
}

// from returns the network that a request comes from.
func (g *Gate) from(r *http.Request) netip.Prefix {
	if len(g.TrustedProxies) == 0 && r.Header.Get("X-Forwarded-For") != "" {
		g.proxied.Do(func() {
			g.Log.Warn("requests come through a proxy that LITMUS_TRUSTED_PROXIES does not name: limits by address " +
				"count all of its clients as one")
		})
	}
	address := turnstile.ClientAddress(r.RemoteAddr, r.Header.Values("X-Forwarded-For"), g.TrustedProxies)
	return turnstile.ClientNetwork(address)
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
