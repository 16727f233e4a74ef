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
	scheme, secret, _ := strings.Cut(strings.TrimSpace(r.Header.Get("Authorization")), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		secret = ""
	}
	caller, err := a.Store.Authenticate(r.Context(), strings.TrimSpace(secret))
	if err == nil && !caller.Key.Allows(anyOf...) {
		err = models.Forbiddenf("missing required scope: %s", strings.Join(anyOf, " or "))
	}
	return caller, err
}
