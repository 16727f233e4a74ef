// Package markup reads pages as browsers do, and knows what holds for every page of the service. Only tests import it.
package markup

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Form is the body of a form; fields are name, value, name, value, ….
func Form(fields ...string) string {
	v := url.Values{}
	for n := 0; n+1 < len(fields); n += 2 {
		v.Add(fields[n], fields[n+1])
	}
	return v.Encode()
}

// Attr returns the value of an attribute, "" if the element has none of that name.
func Attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Has reports whether the element has the attribute.
func Has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// Text returns the text in an element as it is.
func Text(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// Check parses a page, and calls fault for each thing that must hold for every page and does not. Forms go to paths
// that begin with formsTo. count is how many elements there are of each name.
func Check(body, formsTo string, fault func(format string, args ...any)) (page *html.Node, count map[string]int) {
	page, err := html.Parse(strings.NewReader(body))
	if err != nil {
		fault("%v", err)
		return &html.Node{}, nil
	}
	if !strings.HasPrefix(body, "<!doctype html>") {
		fault("no doctype: the page is in quirks mode")
	}
	count, ids, labels := map[string]int{}, map[string]bool{}, map[string]bool{}
	for n := range elements(page) {
		count[n.Data]++
		if id := Attr(n, "id"); id != "" {
			if ids[id] {
				fault("the id %q stands twice", id)
			}
			ids[id] = true
		}
		if n.Data == "label" && Has(n, "for") {
			labels[Attr(n, "for")] = true
		}
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				fault("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
			if strings.Contains(a.Val, "ZgotmplZ") {
				fault("html/template refused the value of <%s %s>", n.Data, a.Key)
			}
		}
	}
	for n := range elements(page) {
		input := n.Data == "input" && !slices.Contains([]string{"hidden", "submit"}, Attr(n, "type"))
		if (n.Data == "textarea" || n.Data == "select" || input) && !labels[Attr(n, "id")] &&
			Attr(n, "aria-label") == "" && Attr(n, "aria-labelledby") == "" && !inLabel(n) {
			fault("<%s name=%q> has no label", n.Data, Attr(n, "name"))
		}
		for _, name := range []string{"aria-describedby", "aria-labelledby", "for", "list", "popovertarget"} {
			for id := range strings.FieldsSeq(Attr(n, name)) {
				if !ids[id] {
					fault("%s=%q names nothing on the page", name, id)
				}
			}
		}
		if n.Data == "form" && strings.EqualFold(Attr(n, "method"), "post") &&
			!strings.HasPrefix(Attr(n, "action"), formsTo) {
			fault("a form goes to %q", Attr(n, "action"))
		}
		if n.Data == "title" && strings.TrimSpace(Text(n)) == "" {
			fault("the title is empty")
		}
	}
	for _, name := range []string{"h1", "main", "title"} {
		if count[name] != 1 {
			fault("%d <%s>", count[name], name)
		}
	}
	for _, name := range []string{"style", "iframe", "object", "base"} {
		if count[name] > 0 {
			fault("it holds <%s>", name)
		}
	}
	return page, count
}

func elements(page *html.Node) func(func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		for n := range page.Descendants() {
			if n.Type == html.ElementNode && !yield(n) {
				return
			}
		}
	}
}

func inLabel(n *html.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Data == "label" {
			return true
		}
	}
	return false
}
