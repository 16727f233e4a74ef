package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"litmus/models"
)

// TestOpenAPI proves that openapi.yaml is a valid document and that it says of paths, methods and scopes what routes.go
// says. That the bodies are as it says is proved where they are made, by the end-to-end tests.
func TestOpenAPI(t *testing.T) {
	t.Parallel()
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}

	t.Run("is a valid document, examples included", func(t *testing.T) {
		t.Parallel()
		if err := doc.Validate(loader.Context, openapi3.EnableExamplesValidation()); err != nil {
			t.Error(err)
		}
	})

	t.Run("has the routes and their scopes", func(t *testing.T) {
		t.Parallel()
		got := map[string][]string{}
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				got[method+" "+path] = scopesOf(t, method+" "+path, op)
			}
		}
		for _, r := range routes {
			name := r.method + " " + prefix + curly(r.path)
			scopes, there := got[name]
			switch {
			case !there:
				t.Errorf("%s is in routes.go and not in openapi.yaml", name)
			case !slices.Equal(scopes, r.anyOf):
				t.Errorf("%s needs one of %v, openapi.yaml says %v", name, r.anyOf, scopes)
			}
			delete(got, name)
		}
		for name := range got {
			t.Errorf("%s is in openapi.yaml and not in routes.go", name)
		}
	})

	t.Run("declares the statuses that every operation can answer", func(t *testing.T) {
		t.Parallel()
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				want := []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusInternalServerError}
				if strings.Contains(path, "{id}") {
					want = append(want, http.StatusNotFound)
				}
				if op.RequestBody != nil {
					want = append(want, http.StatusRequestEntityTooLarge)
				}
				for _, status := range want {
					if op.Responses.Status(status) == nil {
						t.Errorf("%s %s: status %d is missing", method, path, status)
					}
				}
			}
		}
	})

	t.Run("gives every response the request id", func(t *testing.T) {
		t.Parallel()
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				for status, r := range op.Responses.Map() {
					if h := r.Value.Headers["X-Request-Id"]; h == nil || !h.Value.Required {
						t.Errorf("%s %s %s: X-Request-Id is not a required header", method, path, status)
					}
				}
			}
		}
	})

	t.Run("closes every object of a response", func(t *testing.T) {
		t.Parallel()
		for name, s := range doc.Components.Schemas {
			request := slices.Contains([]string{"BookingRequest", "InterviewerAssignment", "InviteRequest", "SlotWriteRequest"}, name)
			closed := s.Value.AdditionalProperties.Has != nil && !*s.Value.AdditionalProperties.Has
			if s.Value.Type.Is("object") && !request && !closed {
				t.Errorf("%s: additionalProperties must be false, so that a field nobody described is noticed", name)
			}
		}
	})
}

// scopesOf are the scopes one of which the operation needs: each a requirement of its own.
func scopesOf(t *testing.T, name string, op *openapi3.Operation) []string {
	t.Helper()
	if op.Security == nil {
		t.Errorf("%s has no security", name)
		return nil
	}
	var out []string
	for _, requirement := range *op.Security {
		scopes := requirement["bearer"]
		if len(requirement) != 1 || len(scopes) != 1 || !slices.Contains(models.Scopes, scopes[0]) {
			t.Errorf("%s: security %v must be one known scope of bearer", name, requirement)
			continue
		}
		out = append(out, scopes[0])
	}
	return out
}
