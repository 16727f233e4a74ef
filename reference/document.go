package reference

import (
	"bytes"
	"fmt"
	"html/template"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

// document is what the pages show.
type document struct {
	node
	Title      string
	Said       template.HTML // the overview
	Headings   []heading     // of it
	Tags       []*tag
	operations map[string]*operation // by id
	schemas    map[string]*schema    // by name: those of REST
	failed     error                 // the first description that is no Markdown
}

// heading is one of the overview, with its anchor.
type heading struct{ ID, Text string }

// tag is a group of operations.
type tag struct {
	Name       string
	Said       template.HTML
	Operations []*operation
}

// operation is one page.
type operation struct {
	ID, Method, Path, Summary, Tag string
	Said                           template.HTML
	Parameters                     []parameter
	Body                           *content
	Answers                        []answer
	Samples                        []sample
	Before, After                  *operation // in the order of the document

	text string // all words, for the search
}

// parameter is a parameter of the path or the query.
type parameter struct {
	field
	In string // path or query
}

// content is a body with examples.
type content struct {
	field
	Examples []example
}

type example struct{ Summary, JSON string }

// answer is what an operation answers with one status.
type answer struct {
	Status string
	Said   template.HTML
	content
}

// schema is the page of a schema.
type schema struct {
	Name string
	field
	Used []*operation
}

// markdown renders descriptions; its headings have anchors.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// html renders a description. The document is ours, so it is trusted; goldmark leaves raw HTML out all the same.
func (d *document) html(text string) template.HTML {
	var b bytes.Buffer
	if err := markdown.Convert([]byte(text), &b); err != nil && d.failed == nil {
		d.failed = err
	}
	// A table may be wider than a phone. What scrolls can be reached by keyboard.
	said := strings.ReplaceAll(b.String(), "<table>", `<div class="wide" tabindex="0"><table>`)
	return template.HTML(strings.ReplaceAll(said, "</table>", "</table></div>"))
}

var headingForm = regexp.MustCompile(`<h2 id="([^"]+)">(.*?)</h2>`)

// read reads the document; goSamples are samples by operation.
func read(text []byte, goSamples map[string]string) (*document, error) {
	root, err := parse(text)
	if err != nil {
		return nil, err
	}
	d := &document{node: root, Title: root.text("info", "title"), operations: map[string]*operation{},
		schemas: map[string]*schema{}}
	d.Said = d.html(root.text("info", "description"))
	for _, m := range headingForm.FindAllStringSubmatch(string(d.Said), -1) {
		d.Headings = append(d.Headings, heading{m[1], m[2]})
	}
	for _, t := range root.get("tags").items() {
		d.Tags = append(d.Tags, &tag{Name: t.text("name"), Said: d.html(t.text("description"))})
	}
	var last *operation
	for path, item := range root.get("paths").pairs() {
		for method, at := range item.pairs() {
			if !at.get("operationId").there() {
				continue // what the operations of the path share
			}
			o := d.operation(path, method, item, at)
			if o.Samples = samplesOf(d, o, at, goSamples[o.ID]); goSamples[o.ID] == "" {
				return nil, fmt.Errorf("%s has no sample in Go", o.ID)
			}
			n := slices.IndexFunc(d.Tags, func(t *tag) bool { return t.Name == o.Tag })
			if n < 0 {
				return nil, fmt.Errorf("%s has the tag %q, which the document does not describe", o.ID, o.Tag)
			}
			d.Tags[n].Operations = append(d.Tags[n].Operations, o)
			d.operations[o.ID] = o
		}
	}
	for _, t := range d.Tags {
		for _, o := range t.Operations {
			if o.Before = last; last != nil {
				last.After = o
			}
			last = o
		}
	}
	return d, d.failed
}

func (d *document) operation(path, method string, item, at node) *operation {
	o := &operation{ID: at.text("operationId"), Method: strings.ToUpper(method), Path: path,
		Summary: at.text("summary"), Said: d.html(at.text("description"))}
	if tags := at.get("tags").texts(); len(tags) > 0 {
		o.Tag = tags[0]
	}
	for _, p := range append(item.get("parameters").items(), at.get("parameters").items()...) {
		p = p.resolved()
		f := d.field(p.get("schema"), deepest)
		f.Name, f.Required, f.Schema = p.text("name"), p.text("required") == "true", ""
		f.Said = d.html(p.text("description"))
		o.Parameters = append(o.Parameters, parameter{f, p.text("in")})
	}
	if body := at.get("requestBody"); body.there() {
		c := d.content(body)
		o.Body = &c
	}
	for status, response := range at.get("responses").pairs() {
		o.Answers = append(o.Answers,
			answer{status, d.html(response.text("description")), d.content(response.resolved())})
	}
	o.text = strings.ToLower(strings.Join([]string{o.ID, o.Method, o.Path, o.Summary, o.Tag,
		at.text("description"), at.get("requestBody").words(),
		at.get("responses").words()}, " "))
	for _, p := range o.Parameters {
		o.text += " " + strings.ToLower(p.Name)
	}
	for name := range d.schemas {
		if s := d.schemas[name]; s.Used == nil || s.Used[len(s.Used)-1] != o {
			if d.uses(o, name) {
				s.Used = append(s.Used, o)
			}
		}
	}
	return o
}

// content reads the JSON of a body or an answer.
func (d *document) content(body node) (c content) {
	for key, media := range body.get("content").pairs() {
		if key != "application/json" {
			continue
		}
		for k, schema := range media.pairs() {
			if k == "schema" {
				c.field = d.field(schema, 0)
			}
		}
		for _, e := range media.get("examples").pairs() {
			c.Examples = append(c.Examples, example{e.text("summary"), e.get("value").indented()})
		}
	}
	return c
}

// page is the name of a schema that has a page, which it gets when it is first met; "" stays "".
func (d *document) page(name string) string {
	if name != "" && d.schemas[name] == nil {
		s := &schema{Name: name}
		d.schemas[name] = s // before it is read: it may be within itself
		at := d.get("components", "schemas", name)
		s.field = d.field(at, 0)
		s.Schema = ""
	}
	return name
}

// uses reports whether the body or an answer of the operation has the schema, at whatever depth.
func (d *document) uses(o *operation, name string) bool {
	var within func(f field) bool
	within = func(f field) bool {
		return f.Schema == name || slices.ContainsFunc(f.Fields, within) || slices.ContainsFunc(f.Choices, within)
	}
	return o.Body != nil && within(o.Body.field) ||
		slices.ContainsFunc(o.Answers, func(a answer) bool { return within(a.field) })
}

// names are the schemas that have a page.
func (d *document) names() []string { return slices.Sorted(maps.Keys(d.schemas)) }

// words are the names of fields below a node, references followed.
func (n node) words() string {
	var b strings.Builder
	met := map[string]bool{}
	var walk func(n node)
	walk = func(n node) {
		if ref := n.ref(); ref != "" {
			if met[ref] {
				return
			}
			met[ref] = true
			n = n.resolved()
		}
		for key, v := range n.pairs() {
			switch key {
			case "example", "examples":
				continue
			case "properties":
				for name := range v.pairs() {
					b.WriteString(name + " ")
				}
			case "enum":
				b.WriteString(strings.Join(v.texts(), " ") + " ")
			}
			walk(v)
		}
		for _, item := range n.items() {
			walk(item)
		}
	}
	walk(n)
	return b.String()
}
