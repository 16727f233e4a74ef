package reference

import (
	"regexp"
	"strings"
	"testing"
)

const small = `
openapi: 3.1.0
info: {title: Small, version: "1", description: "Read me.\n\n## Rules\n\n| a | b |\n|---|---|\n| 1 | <script> |\n"}
tags: [{name: Things, description: Of all sorts.}]
paths:
  /things/{id}:
    parameters: [{name: id, in: path, required: true, description: A thing., schema: {type: string}}]
    put:
      operationId: putThing
      tags: [Things]
      summary: Put a thing
      requestBody:
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Thing'}
            examples: {one: {summary: One, value: {name: it's, size: 2, gone: null}}}
      responses:
        '200': {description: Done., content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
components:
  examples: {x: {value: {id: post_0123456789abcdef0123456789abcdef}}}
  schemas:
    Thing:
      description: One thing.
      type: object
      required: [name]
      properties:
        name: {type: string, maxLength: 9, description: What it is called.}
        size: {type: [integer, 'null'], minimum: 1, default: 3}
        at: {description: When it was., allOf: [{$ref: '#/components/schemas/InstantOrNull'}]}
        parts: {type: array, maxItems: 7, items: {$ref: '#/components/schemas/Thing'}}
    InstantOrNull: {description: An instant or null., oneOf: [{type: string, format: date-time}, {type: 'null'}]}
`

func smallDocument(t *testing.T) *document {
	t.Helper()
	d, err := read([]byte(small), map[string]string{"putThing": "putThing()"})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Fields have their types in words, their bounds, and what they say where they stand rather than what their type says.
func TestFields(t *testing.T) {
	t.Parallel()
	fields := smallDocument(t).operations["putThing"].Body.Fields
	var got strings.Builder
	for _, f := range fields {
		got.WriteString(strings.TrimSpace(strings.Join([]string{f.Name, f.Type, f.Schema,
			map[bool]string{true: "required"}[f.Required], regexp.MustCompile(`</?p>|\n`).ReplaceAllString(
				string(f.Said), ""), strings.Join(f.Facts, ", ")}, "|")) + "\n")
	}
	const want = `name|string||required|What it is called.|characters: at most 9
size|integer, or null||||at least 1, by default 3
at|instant, or null|||When it was.|
parts|list: object|Thing||One thing.|entries: at most 7
`
	if got.String() != want {
		t.Errorf("the fields are\n%s\nwant\n%s", got.String(), want)
	}
	depth := 0 // a thing within a thing ends
	for at := fields; len(at) > 0; depth++ {
		at = at[len(at)-1].Fields
	}
	if depth != deepest {
		t.Errorf("fields go %d levels deep, want %d", depth, deepest)
	}
}

// Samples can be pasted: into a shell whatever the body has, and with an id where the path takes one.
func TestSamples(t *testing.T) {
	t.Parallel()
	samples := smallDocument(t).operations["putThing"].Samples
	const curl = `curl -X PUT -fsS "$LITMUS/things/post_0123456789abcdef0123456789abcdef" \
  -H "Authorization: Bearer $LITMUS_KEY" \
  -H "Content-Type: application/json" \
  -d '{
  "name": "it'\''s",
  "size": 2,
  "gone": null
}'`
	const call = `await litmus.PUT("/things/{id}", {
  params: { path: { "id": "post_0123456789abcdef0123456789abcdef" } },
  body: {
    "name": "it's",
    "size": 2,
    "gone": null
  },
});`
	if samples[0].Code != curl || !strings.HasSuffix(samples[1].Code, "}\nputThing()") ||
		!strings.Contains(samples[2].Code, call) {
		t.Errorf("the samples are\n%s\n\n%s\n\n%s", samples[0].Code, samples[1].Code, samples[2].Code)
	}
	if _, err := read([]byte(small), nil); err == nil || err.Error() != "putThing has no sample in Go" {
		t.Errorf("without a sample: %v", err)
	}
}

// The overview has anchors, tables that scroll, and no HTML of its own.
func TestOverview(t *testing.T) {
	t.Parallel()
	s := &Site{smallDocument(t)}
	b, err := s.Page("")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<h2 id="rules">Rules</h2>`, `href="/docs#rules"`, `<div class="wide" tabindex="0"><table>`,
		`href="/docs/putThing"`, `href="/docs/schemas/Thing"`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("the overview lacks %s:\n%s", want, b)
		}
	}
	if strings.Contains(string(b), "<script") {
		t.Errorf("raw HTML came through:\n%s", b)
	}
	for _, path := range []string{"nothing", "schemas/", "schemas/InstantOrNull", "search"} {
		if b, err := s.Page(path); b != nil || err != nil {
			t.Errorf("%q is a page: %v", path, err)
		}
	}
}
