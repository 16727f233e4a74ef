package site

import (
	"html/template"
	"io/fs"
	"path"
	"strings"

	"litmus/dashboard/pages"
)

// icons are the pictures of pages as inline SVG, by name. They are files of Lucide (lucide-static 1.62.0), unchanged,
// with its licence in pages/icons/LICENSE; another one is added by its file. Names stand on https://lucide.dev/icons.
var icons = func() map[string]template.HTML {
	names, err := fs.Glob(pages.Files, "icons/*.svg")
	if err != nil {
		panic(err) // the pattern is well-formed
	}
	all := map[string]template.HTML{}
	for _, file := range names {
		content, err := pages.Files.ReadFile(file)
		if err != nil {
			panic(err) // it is embedded
		}
		_, drawing, _ := strings.Cut(string(content), ">\n  <") // what is in the svg element
		drawing = strings.TrimSuffix(strings.TrimSpace("<"+drawing), "</svg>")
		all[strings.TrimSuffix(path.Base(file), ".svg")] = template.HTML( // a file of ours
			`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" ` +
				`stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">` +
				strings.Join(strings.Fields(drawing), " ") + `</svg>`)
	}
	return all
}()

// icon returns a picture that assistive technology passes over: what it stands for is said in words beside it.
func icon(name string) (template.HTML, error) {
	i, ok := icons[name]
	if !ok {
		return "", fs.ErrNotExist
	}
	return i, nil
}
