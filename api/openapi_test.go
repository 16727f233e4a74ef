package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"litmus/models/access"
)

// TestOpenAPI proves that openapi.yaml is a valid document whose paths, methods and scopes are those of routes.go. The
// end-to-end tests compare every answer with its schemas.
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
			name := r.method + " " + prefix + strings.ReplaceAll(r.path, ":id", "{id}")
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

	t.Run("declares the statuses that every operation can answer, and no others", func(t *testing.T) {
		t.Parallel()
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				want := append([]int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests,
					http.StatusInternalServerError}, answers[op.OperationID]...)
				if strings.Contains(path, "{id}") {
					want = append(want, http.StatusNotFound)
				}
				if len(op.Parameters) > 0 { // only query parameters: those of the path are declared there
					want = append(want, http.StatusBadRequest)
				}
				if op.RequestBody != nil {
					want = append(want, http.StatusBadRequest, http.StatusRequestEntityTooLarge)
				}
				slices.Sort(want)
				var got []int
				for status := range op.Responses.Map() {
					n, err := strconv.Atoi(status)
					if err != nil {
						t.Errorf("%s %s: %q is no status", method, path, status)
					}
					got = append(got, n)
				}
				slices.Sort(got)
				if want = slices.Compact(want); !slices.Equal(got, want) {
					t.Errorf("%s %s: statuses %v, want %v", method, path, got, want)
				}
			}
		}
	})

	t.Run("describes every schema, field, parameter and error", func(t *testing.T) {
		t.Parallel()
		for name, s := range doc.Components.Schemas {
			if s.Value.Description == "" {
				t.Errorf("%s has no description", name)
			}
			for field, p := range s.Value.Properties {
				if p.Value.Description == "" {
					t.Errorf("%s.%s has no description", name, field)
				}
				if len(p.Value.Properties) > 0 && p.Ref == "" {
					t.Errorf("%s.%s is an object without a name", name, field)
				}
			}
		}
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				for _, p := range slices.Concat(item.Parameters, op.Parameters) {
					if p.Value.Description == "" {
						t.Errorf("%s %s: parameter %s has no description", method, path, p.Value.Name)
					}
				}
				if op.Summary == "" {
					t.Errorf("%s %s has no summary", method, path)
				}
				want := "Scope: `" + strings.Join(scopesOf(t, path, op), "` or `") + "`."
				if !strings.HasSuffix(strings.TrimSpace(op.Description), want) {
					t.Errorf("%s %s: the description does not end with %q, for readers of the description alone",
						method, path, want)
				}
			}
		}
	})

	t.Run("shows examples that are replayed, and no others", func(t *testing.T) {
		t.Parallel()
		replayed := map[string]bool{}
		for _, turn := range conversation {
			replayed[turn.sends], replayed[turn.answer] = true, true
		}
		check := func(where string, content openapi3.Content) {
			for kind, media := range content {
				if kind == "application/octet-stream" {
					continue // bytes, which no example shows
				}
				if len(media.Examples) == 0 || media.Example != nil {
					t.Errorf("%s: has no named examples", where)
				}
				for name, e := range media.Examples {
					if short, there := strings.CutPrefix(e.Ref, "#/components/examples/"); !there || !replayed[short] {
						t.Errorf("%s: example %s is in no turn of the conversation", where, name)
					}
				}
			}
		}
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				if op.RequestBody != nil {
					check(method+" "+path, op.RequestBody.Value.Content)
				}
				for status, r := range op.Responses.Map() {
					check(method+" "+path+" "+status, r.Value.Content)
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
			request := slices.Contains([]string{"BookingRequest", "InterviewerAssignment", "InterviewerEntry",
				"InviteRequest", "SlotWrite", "SlotWriteRequest"}, name)
			closed := s.Value.AdditionalProperties.Has != nil && !*s.Value.AdditionalProperties.Has
			if s.Value.Type.Is("object") && !request && !closed {
				t.Errorf("%s: additionalProperties must be false, so that a field nobody described is noticed", name)
			}
		}
	})
}

// answers are the statuses of each operation that do not follow from its shape: successes, and refusals because of
// resources in the body.
var answers = map[string][]int{
	"listRoles":         {200},
	"readPipeline":      {200},
	"listInterviews":    {200},
	"readInterview":     {200},
	"bookInterview":     {201, 404, 409, 502},
	"changeInterviewer": {200, 409},
	"cancelInterview":   {200},
	"listInterviewers":  {200},
	"setInterviewers":   {200},
	"listSlots":         {200},
	"addSlots":          {200},
	"removeSlots":       {200},
	"sendInvite":        {200, 201, 404, 409},
	"readSubmission":    {200},
	"readFile":          {200},
}

// scopesOf returns the operation's scopes, one of which is needed: each is a security requirement of its own.
func scopesOf(t *testing.T, name string, op *openapi3.Operation) []string {
	t.Helper()
	if op.Security == nil {
		t.Errorf("%s has no security", name)
		return nil
	}
	var out []string
	for _, requirement := range *op.Security {
		scopes := requirement["bearer"]
		if len(requirement) != 1 || len(scopes) != 1 || !slices.Contains(access.Scopes, scopes[0]) {
			t.Errorf("%s: security %v must be one known scope of bearer", name, requirement)
			continue
		}
		out = append(out, scopes[0])
	}
	return out
}
