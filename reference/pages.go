package reference

import (
	"bytes"
	"embed"
	"html/template"
	"strings"
)

//go:embed pages
var files embed.FS

var templates = template.Must(template.ParseFS(files, "pages/*.html"))

// Style is the style sheet of the pages, which they load from /docs/reference.css.
func Style() []byte {
	b, err := files.ReadFile("pages/reference.css")
	if err != nil {
		panic(err) // it is embedded
	}
	return b
}

// Site has the pages.
type Site struct{ document *document }

// New reads an OpenAPI document in YAML. It fails for one whose operations have no sample or no tag.
func New(text []byte) (*Site, error) {
	samples, err := readGo(goFiles)
	if err != nil {
		return nil, err
	}
	d, err := read(text, samples)
	if err != nil {
		return nil, err
	}
	return &Site{d}, nil
}

// Samples are the samples of code in that language, by operation.
func (s *Site) Samples(language string) map[string]string {
	samples := map[string]string{}
	for id, o := range s.document.operations {
		for _, one := range o.Samples {
			if one.Language == language {
				samples[id] = one.Code
			}
		}
	}
	return samples
}

// Paths are the pages below /docs: "", the operations by id, and schemas/NAME.
func (s *Site) Paths() []string {
	paths := []string{""}
	for _, t := range s.document.Tags {
		for _, o := range t.Operations {
			paths = append(paths, o.ID)
		}
	}
	for _, name := range s.document.names() {
		paths = append(paths, "schemas/"+name)
	}
	return paths
}

// view is what a template gets.
type view struct {
	*document
	At        string // the path of the page
	Heading   string
	Operation *operation
	Shown     *schema
	Names     []string // of all schemas
	Query     string
	Results   results
}

// Page is the page at a path; nil if there is none.
func (s *Site) Page(path string) ([]byte, error) {
	v := view{document: s.document, At: path, Heading: s.document.Title + ": the REST interface"}
	name, isSchema := strings.CutPrefix(path, "schemas/")
	switch {
	case path == "":
	case isSchema && s.document.schemas[name] != nil:
		v.Shown, v.Heading = s.document.schemas[name], name
	case s.document.operations[path] != nil:
		v.Operation = s.document.operations[path]
		v.Heading = v.Operation.Summary
	default:
		return nil, nil
	}
	return v.render()
}

// Search is the page with what a query finds.
func (s *Site) Search(query string) ([]byte, error) {
	query = strings.ToValidUTF8(query[:min(len(query), longestQuery)], "")
	return view{document: s.document, At: "search", Heading: "Search", Query: query,
		Results: s.document.search(query)}.render()
}

func (v view) render() ([]byte, error) {
	v.Names = v.names()
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, "page.html", v)
	return b.Bytes(), err
}
