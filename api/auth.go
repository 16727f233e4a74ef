package api

import (
	"net/http"
	"strings"

	"litmus/models"
	"litmus/store"
)

// authenticate finds the caller and checks that the key holds one of the scopes (§5, decisions 10 and 11). A caller whose
// scope is missing is returned with the error, since the refusal belongs to the key (decision 86).
func (a *API) authenticate(r *http.Request, anyOf []string) (store.Caller, error) {
	caller, err := a.Store.Authenticate(r.Context(), bearer(r.Header))
	if err == nil && !caller.Key.Allows(anyOf...) {
		err = models.Forbiddenf("missing required scope: %s", strings.Join(anyOf, " or "))
	}
	return caller, err
}

// bearer is the key of the one Authorization header, "" where there is none. Of two headers nobody knows which one a proxy
// looked at, so two are none.
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
