package conform

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// rooms is a small document with a schema that refers to itself, formats, references to a header and to a response.
const rooms = `
openapi: 3.1.0
info: {title: Rooms, version: '1'}
paths:
  /rooms/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get:
      responses:
        '200':
          description: The room.
          headers:
            X-Request-Id: {$ref: '#/components/headers/RequestId'}
            Retry-After: {schema: {type: integer, minimum: 1}}
          content:
            application/json: {schema: {$ref: '#/components/schemas/Room'}}
        '204': {description: A room without properties.}
        '404': {$ref: '#/components/responses/NotFound'}
components:
  headers:
    RequestId: {required: true, schema: {type: string, pattern: '^req_'}}
  responses:
    NotFound:
      description: There is no such room.
      content:
        application/json:
          schema: {type: object, required: [error], properties: {error: {type: string}}}
  schemas:
    Room:
      type: object
      required: [id, opens]
      additionalProperties: false
      properties:
        id: {type: string}
        opens: {$ref: '#/components/schemas/InstantOrNull'}
        seats: {type: integer, format: int64}
        kind: {const: room}
        page: {type: string, format: uri}
        within: {$ref: '#/components/schemas/Room'}
    InstantOrNull:
      oneOf: [{type: string, format: date-time}, {type: 'null'}]
`

// Every part of an answer that is not as the document declares it is found, and the error says where it is.
func TestDocumentChecks(t *testing.T) {
	t.Parallel()
	d, err := ParseDocument([]byte(rooms))
	if err != nil {
		t.Fatal(err)
	}
	const room = `{"id": "a", "opens": null}`
	for name, c := range map[string]struct {
		request, header, body string // header has "Name: value" lines that are added; an empty value takes it out
		status                int
		says                  string // "" for an answer that is as it is declared
	}{
		"a room":                 {body: room},
		"all of a room":          {body: `{"id": "a", "opens": "2026-12-01T15:00:00.000Z", "seats": 9223372036854775807, "kind": "room", "page": "https://rooms.example/a", "within": {"id": "b", "opens": null}}`},
		"a slash at the end":     {request: "GET /rooms/a/", body: room},
		"HEAD":                   {request: "HEAD /rooms/a"},
		"a header as a number":   {header: "Retry-After: 20", body: room},
		"no body":                {status: 204},
		"no such operation":      {request: "POST /rooms/a", status: 405},
		"an undeclared path":     {request: "GET /halls", body: room, says: "there is no such path"},
		"an undeclared status":   {status: 500, body: room, says: "500, which is not declared"},
		"a missing header":       {header: "X-Request-Id:", body: room, says: "the header X-Request-Id is missing"},
		"a header's pattern":     {header: "X-Request-Id: 7", body: room, says: "the header X-Request-Id: '7'"},
		"a header's bound":       {header: "Retry-After: 0", body: room, says: "the header Retry-After: "},
		"HEAD with a body":       {request: "HEAD /rooms/a", body: room},
		"HEAD with another body": {request: "HEAD /rooms/a", body: `{"id": 1, "opens": null}`, says: "/id: got number"},
		"a body beside nothing":  {status: 204, body: room, says: "a body of 26 bytes"},
		"no media type":          {header: "Content-Type:", body: room, says: `Content-Type ""`},
		"no value":               {says: "is not JSON"},
		"a missing property":     {body: `{"id": "a"}`, says: "'opens'"},
		"an unknown property":    {body: `{"id": "a", "opens": null, "color": 1}`, says: "'color'"},
		"an alternative":         {body: `{"id": "a", "opens": 1}`, says: "/opens: got number, want string; /opens: got number, want null"},
		"an instant":             {body: `{"id": "a", "opens": "2026-13-01T15:00:00Z"}`, says: "/opens: '2026-13-01T15:00:00Z' is not valid date-time"},
		"an address":             {body: `{"id": "a", "opens": null, "page": "there"}`, says: "/page: "},
		"a fraction":             {body: `{"id": "a", "opens": null, "seats": 1.5}`, says: "/seats: "},
		"a property of a part":   {body: `{"id": "a", "opens": null, "within": {"id": 1, "opens": null}}`, says: "/within/id: "},
		"two mistakes":           {body: `{"id": 1, "opens": null, "kind": "hall"}`, says: "/kind: value must be 'room'"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			method, path, _ := strings.Cut(c.request, " ")
			if c.request == "" {
				method, path = "GET", "/rooms/a"
			}
			if c.status == 0 {
				c.status = http.StatusOK
			}
			header := http.Header{"Content-Type": {"application/json; charset=utf-8"}, "X-Request-Id": {"req_1"}}
			if name, value, given := strings.Cut(c.header, ":"); given {
				if header.Del(name); value != "" {
					header.Set(name, strings.TrimSpace(value))
				}
			}
			err := d.Check(httptest.NewRequest(method, path, nil), c.status, header, []byte(c.body))
			switch {
			case c.says == "" && err != nil:
				t.Errorf("%v, want that it is as declared", err)
			case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
				t.Errorf("%v, want that it says %q", err, c.says)
			}
		})
	}
}

// A document that cannot be used is an error when it is parsed, not when the first answer is checked.
func TestDocumentsThatAreNone(t *testing.T) {
	t.Parallel()
	for name, replace := range map[string][2]string{
		"a reference to nothing": {"'#/components/schemas/InstantOrNull'", "'#/components/schemas/Instant'"},
		"a pattern":              {"'^req_'", "'('"},
		"no document":            {"openapi: 3.1.0", ""},
		"no YAML":                {"info:", "info: ["},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			broken := strings.Replace(rooms, replace[0], replace[1], 1)
			if d, err := ParseDocument([]byte(broken)); broken == rooms || err == nil || d != nil {
				t.Errorf("%v, %v; want an error", d, err)
			}
		})
	}
}
