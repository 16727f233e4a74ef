package reference

import (
	"strings"
)

// longestQuery is how many bytes of a query are read, and mostWords how many words of it.
const (
	longestQuery = 200
	mostWords    = 8
)

// results are what a search finds.
type results struct {
	Operations []*operation
	Headings   []heading
	Schemas    []string
}

// Any reports whether something was found.
func (r results) Any() bool { return len(r.Operations)+len(r.Headings)+len(r.Schemas) > 0 }

// search finds what has every word of the query, in the order of the document. Operations whose summary or path has
// them come first.
func (d *document) search(query string) (r results) {
	words := strings.Fields(strings.ToLower(query))
	if len(words) > mostWords {
		words = words[:mostWords]
	}
	has := func(text string) bool {
		for _, word := range words {
			if !strings.Contains(text, word) {
				return false
			}
		}
		return len(words) > 0
	}
	var late []*operation
	for _, t := range d.Tags {
		for _, o := range t.Operations {
			switch {
			case has(strings.ToLower(o.Summary + " " + o.Method + " " + o.Path + " " + o.ID)):
				r.Operations = append(r.Operations, o)
			case has(o.text):
				late = append(late, o)
			}
		}
	}
	r.Operations = append(r.Operations, late...)
	for _, h := range d.Headings {
		if has(strings.ToLower(h.Text)) {
			r.Headings = append(r.Headings, h)
		}
	}
	for _, name := range d.names() {
		if has(strings.ToLower(name)) {
			r.Schemas = append(r.Schemas, name)
		}
	}
	return r
}
