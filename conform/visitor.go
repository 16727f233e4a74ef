package conform

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// mostPages is how many pages a visitor opens to find a form.
const mostPages = 12

// visitor is a candidate with a browser of their own, without scripts: it knows links, forms and cookies, and nothing
// of how a deployment's pages look.
type visitor struct {
	r      *run
	client *http.Client
}

func newVisitor(r *run) *visitor {
	jar, _ := cookiejar.New(nil) // it returns no error
	return &visitor{r, &http.Client{Timeout: patience, Jar: jar}}
}

// form is a form that is sent by POST.
type form struct {
	action *url.URL
	fields url.Values
}

// sheet is what a page leads to.
type sheet struct {
	forms []form // that are sent by POST, and can be as they stand
	links []string
}

// open opens a page. The status is 0 if there was no answer.
func (v *visitor) open(address string) (sheet, int) {
	req, err := http.NewRequestWithContext(v.r.ctx, http.MethodGet, address, nil)
	if err != nil {
		return sheet{}, 0
	}
	resp, err := v.client.Do(req)
	if err != nil {
		return sheet{}, 0
	}
	defer resp.Body.Close()
	root, err := html.Parse(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return sheet{}, resp.StatusCode
	}
	var s sheet
	for n := range root.Descendants() {
		switch to, err := resp.Request.URL.Parse(attribute(n, "action")); {
		case n.Type != html.ElementNode || err != nil:
		case n.Data == "form" && strings.EqualFold(attribute(n, "method"), "post") && !asksForText(n):
			s.forms = append(s.forms, form{to, fieldsOf(n)})
		case n.Data == "a":
			link, err := resp.Request.URL.Parse(attribute(n, "href"))
			if err == nil && link.Host == resp.Request.URL.Host && strings.HasPrefix(link.Scheme, "http") {
				link.Fragment = ""
				s.links = append(s.links, link.String())
			}
		}
	}
	return s, resp.StatusCode
}

// firstForm opens a page, and the pages that it links to, the nearest first, until one has a form.
func (v *visitor) firstForm(address string) (first form, found bool) {
	found = v.eachForm(address, func(f form) bool {
		first = f
		return true
	})
	return first, found
}

// eachForm opens a page, and the pages that it links to, the nearest first, and calls do for each of their forms until
// that returns true. A form in which something is to be typed is none: a visitor has nothing to say.
func (v *visitor) eachForm(address string, do func(form) bool) bool {
	next, seen := []string{address}, map[string]bool{address: true}
	for range mostPages {
		if len(next) == 0 {
			break
		}
		s, status := v.open(next[0])
		next = next[1:]
		if status/100 != 2 {
			continue
		}
		if slices.ContainsFunc(s.forms, do) {
			return true
		}
		for _, link := range s.links {
			if !seen[link] {
				seen[link] = true
				next = append(next, link)
			}
		}
	}
	return false
}

// send sends a form and returns the status of the page that follows, 0 if there was none.
func (v *visitor) send(f form) int {
	req, err := http.NewRequestWithContext(v.r.ctx, http.MethodPost, f.action.String(),
		strings.NewReader(f.fields.Encode()))
	if err != nil {
		return 0
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", f.action.Scheme+"://"+f.action.Host) // as a browser does
	resp, err := v.client.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, maxAnswer))
	return resp.StatusCode
}

// asksForText reports whether the form has a field that is empty and can be seen.
func asksForText(node *html.Node) bool {
	for n := range node.Descendants() {
		kind := strings.ToLower(attribute(n, "type"))
		if n.Type == html.ElementNode && (n.Data == "textarea" || n.Data == "input" && attribute(n, "value") == "" &&
			kind != "hidden" && kind != "checkbox" && kind != "radio" && kind != "submit") {
			return true
		}
	}
	return false
}

// fieldsOf are the fields of a form as they stand, with the name of its first button.
func fieldsOf(node *html.Node) url.Values {
	fields, pressed := url.Values{}, false
	for n := range node.Descendants() {
		name := attribute(n, "name")
		switch kind := strings.ToLower(attribute(n, "type")); {
		case n.Type != html.ElementNode || name == "":
		case n.Data == "button" || n.Data == "input" && kind == "submit":
			if !pressed {
				fields.Add(name, attribute(n, "value"))
			}
			pressed = true
		case n.Data == "input" && kind != "checkbox" && kind != "radio" && kind != "file":
			fields.Add(name, attribute(n, "value"))
		}
	}
	return fields
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
