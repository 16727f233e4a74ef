package reference

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

//go:embed samples/*.go
var goFiles embed.FS

// sample is code that calls an operation.
type sample struct{ Language, Code string }

// readGo returns the bodies of the functions of all files of Go, by the operation that they are named after.
func readGo(files fs.FS) (map[string]string, error) {
	samples := map[string]string{}
	names, err := fs.Glob(files, "samples/*.go")
	for _, name := range names {
		err = errors.Join(err, readFile(files, name, samples))
	}
	return samples, err
}

// readFile adds the bodies of the functions of one file.
func readFile(files fs.FS, name string, samples map[string]string) error {
	file, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), name, file, 0)
	if err != nil {
		return err
	}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		body := string(bytes.Trim(file[f.Body.Lbrace:f.Body.Rbrace-1], "\n")) // positions begin at 1
		first := []rune(f.Name.Name)
		first[0] = unicode.ToLower(first[0])
		lines := strings.Split(body, "\n")
		for n := range lines {
			lines[n] = strings.TrimPrefix(lines[n], "\t")
		}
		samples[string(first)] = strings.ReplaceAll(strings.Join(lines, "\n"), "\t", "    ")
	}
	return nil
}

// samplesOf are the samples of an operation in curl, Go and TypeScript.
func samplesOf(d *document, o *operation, at node, inGo string) []sample {
	path, query := map[string]string{}, map[string]string{}
	for _, p := range o.Parameters {
		switch {
		case p.In == "path":
			path[p.Name] = d.anID(o)
		case p.Required:
			query[p.Name] = d.valueOf(o, p.Name)
		}
	}
	body := ""
	if o.Body != nil && len(o.Body.Examples) > 0 {
		body = o.Body.Examples[0].JSON
	}
	const preface = "litmus, err := client.New(os.Getenv(\"LITMUS\"), os.Getenv(\"LITMUS_KEY\")) // litmus/client\n" +
		"if err != nil {\n    return err\n}\n"
	return []sample{{"curl", curl(o, path, query, body)}, {"Go", preface + inGo},
		{"TypeScript", typeScript(o, path, query, body)}}
}

func curl(o *operation, path, query map[string]string, body string) string {
	at, and := o.Path, "?"
	for name, value := range path {
		at = strings.ReplaceAll(at, "{"+name+"}", value)
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		at, and = at+and+name+"="+url.QueryEscape(query[name]), "&"
	}
	lines := []string{`curl -fsS "$LITMUS` + at + `"`, `-H "Authorization: Bearer $LITMUS_KEY"`}
	if o.Method != "GET" && (o.Method != "POST" || body == "") {
		lines[0] = strings.Replace(lines[0], "curl", "curl -X "+o.Method, 1)
	}
	if body != "" {
		lines = append(lines, `-H "Content-Type: application/json"`,
			"-d '"+strings.ReplaceAll(body, "'", `'\''`)+"'")
	}
	return strings.Join(lines, " \\\n  ")
}

func typeScript(o *operation, path, query map[string]string, body string) string {
	var options []string
	params := []string{}
	for _, group := range []struct {
		in     string
		values map[string]string
	}{{"path", path}, {"query", query}} {
		if len(group.values) > 0 {
			text, _ := json.Marshal(group.values)
			params = append(params, group.in+": "+spaced(string(text)))
		}
	}
	if len(params) > 0 {
		options = append(options, "  params: { "+strings.Join(params, ", ")+" },\n")
	}
	if body != "" {
		options = append(options, "  body: "+strings.ReplaceAll(body, "\n", "\n  ")+",\n")
	}
	call := fmt.Sprintf("litmus.%s(%q", o.Method, o.Path)
	if len(options) > 0 {
		call += ", {\n" + strings.Join(options, "") + "}"
	}
	return `import createClient from "openapi-fetch";
import type { paths } from "./schema"; // npx openapi-typescript openapi.json -o schema.d.ts

const litmus = createClient<paths>({
  baseUrl: process.env.LITMUS!,
  headers: { Authorization: ` + "`Bearer ${process.env.LITMUS_KEY}`" + ` },
});
const { data, error } = await ` + call + `);
if (error) throw new Error(` + "`${error.error} (${error.request_id})`" + `);
console.log(data);`
}

// spaced is an object of JSON as people write one.
func spaced(object string) string {
	return "{ " + strings.ReplaceAll(strings.Trim(object, "{}"), `":"`, `": "`) + " }"
}

// anID is an identifier of the sort that the operation's path takes.
func (d *document) anID(o *operation) string {
	prefix := "post_"
	switch {
	case strings.Contains(o.Path, "/interviews/{"):
		prefix = "int_"
	case strings.Contains(o.Path, "/submissions/{"):
		prefix = "sub_"
	case strings.Contains(o.Path, "/files/{"): // no example has one
		return regexp.MustCompile(`fil_[0-9a-f]{32}`).FindString(d.get("paths", o.Path).indented())
	}
	return regexp.MustCompile(prefix + `[0-9a-f]{32}`).FindString(d.get("components", "examples").indented())
}

// valueOf is what an example of the operation's answer has in the field of that name.
func (d *document) valueOf(o *operation, name string) string {
	for _, a := range o.Answers {
		for _, e := range a.Examples {
			if m := regexp.MustCompile(`"` + name + `": "([^"]+)"`).FindStringSubmatch(e.JSON); m != nil {
				return m[1]
			}
		}
	}
	return "…"
}
