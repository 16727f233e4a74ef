package markup

import (
	"fmt"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	const sound = `<!doctype html><title>Page</title><main><h1>Page</h1><form method="post" action="/go/on">` +
		`<label for="name">Name</label><input id="name" name="name" aria-describedby="hint"><p id="hint">Hint</p>` +
		`<label>Size <select name="size"></select></label></form></main>`
	for name, c := range map[string]struct{ old, new, want string }{
		"a sound page":             {"", "", ""},
		"no doctype":               {"<!doctype html>", "", "no doctype: the page is in quirks mode"},
		"an id twice":              {`<h1>`, `<h1 id="name">`, `the id "name" stands twice`},
		"a style":                  {`<h1>`, `<h1 style="color: red">`, `<h1 style="color: red">`},
		"a handler":                {`<h1>`, `<h1 onclick="go()">`, `<h1 onclick="go()">`},
		"a value that is not safe": {`<h1>`, `<h1 title="#ZgotmplZ">`, "html/template refused the value of <h1 title>"},
		"no label":                 {` for="name"`, "", `<input name="name"> has no label`},
		"no label of a list":       {`<label>Size `, "<label></label>", `<select name="size"> has no label`},
		"a description that is gone": {`id="hint"`, "",
			`aria-describedby="hint" names nothing on the page`},
		"a form that leads away": {`action="/go/on"`, `action="/gone"`, `a form goes to "/gone"`},
		"an empty title":         {`<title>Page`, "<title> ", "the title is empty"},
		"two headings":           {`<h1>`, "<h1></h1><h1>", "2 <h1>"},
		"a frame":                {`<h1>`, "<iframe></iframe><h1>", "it holds <iframe>"},
	} {
		var got []string
		page, count := Check(strings.Replace(sound, c.old, c.new, 1), "/go/", func(format string, args ...any) {
			got = append(got, fmt.Sprintf(format, args...))
		})
		if all := strings.Join(got, "; "); all != c.want {
			t.Errorf("%s: %q, want %q", name, all, c.want)
		}
		if page == nil || count["form"] != 1 {
			t.Errorf("%s: it counts %v", name, count)
		}
	}
}
