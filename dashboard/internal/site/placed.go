package site

import (
	"bytes"
	"html/template"
	"slices"
	"strings"
)

// placed puts what a rendered page says where one looks: the note of an act into the element that the address begins
// at, and why a form was refused to the control that is wrong as well, which then has the focus. What the page has no
// place for stays above everything else. No template has to do any of this, so none can forget it.
func (p *page) placed(body []byte) []byte {
	if p.Note != "" && p.noted != "" {
		body = moveNote(body, p.noted)
	}
	if p.Problem != "" {
		for _, id := range p.wrong {
			if marked, found := p.markWrong(body, id); found {
				return marked
			}
		}
	}
	return body
}

// The containers that can begin with a note.
var containers = []string{"li", "section", "div", "form", "article"}

// moveNote moves the note of the frame to the beginning of the element with the id.
func moveNote(body []byte, id string) []byte {
	tag, found := tagOf(body, id)
	if !found || !slices.Contains(containers, tag.name) {
		return body
	}
	const begins, ends = `<p id="note"`, "</p>"
	from := bytes.Index(body, []byte(begins))
	if from < 0 || from > tag.from {
		return body
	}
	to := from + bytes.Index(body[from:], []byte(ends)) + len(ends)
	return slices.Concat(body[:from], body[to:tag.to], body[from:to], body[tag.to:])
}

// markWrong marks the control with the id as wrong, says why beside it, and makes the problem above lead to it.
func (p *page) markWrong(body []byte, id string) ([]byte, bool) {
	tag, found := tagOf(body, id)
	if !found {
		return body, false
	}
	after := tag.to
	switch tag.name {
	case "select", "textarea":
		after += bytes.Index(body[after:], []byte("</"+tag.name+">")) + len("</"+tag.name+">")
	case "input":
	default:
		return body, false
	}
	open := string(body[tag.from : tag.to-1])
	const describes = ` aria-describedby="`
	if strings.Contains(open, describes) {
		open = strings.Replace(open, describes, describes+"wrong ", 1)
	} else {
		open += describes + `wrong"`
	}
	mark, err := icon("circle-alert")
	if err != nil {
		return body, false
	}
	why := `<span id="wrong" class="wrong">` + string(mark) + ` <span>` + escaped(p.Problem) + `</span></span>`
	marked := slices.Concat(body[:tag.from], []byte(open+` aria-invalid="true" autofocus>`), body[tag.to:after],
		[]byte(why), body[after:])
	said := `<span>` + escaped(p.Problem) + `</span></p>`
	leads := `<span><a href="#` + escaped(id) + `">` + escaped(p.Problem) + `</a></span></p>`
	return bytes.Replace(marked, []byte(said), []byte(leads), 1), true
}

// escaped is text as html/template writes it, which escapes the plus sign, too.
func escaped(text string) string {
	return strings.ReplaceAll(template.HTMLEscapeString(text), "+", "&#43;")
}

// tag is where the start tag of an element stands in a page.
type tag struct {
	name     string
	from, to int
}

// tagOf finds the start tag with the id. Our templates write attributes in double quotes, and escape quotes and angle
// brackets in text and values.
func tagOf(body []byte, id string) (t tag, found bool) {
	at := bytes.Index(body, []byte(` id="`+escaped(id)+`"`))
	if id == "" || at < 0 {
		return t, false
	}
	t.from = bytes.LastIndexByte(body[:at], '<')
	t.to = at + bytes.IndexByte(body[at:], '>') + 1
	if t.from < 0 || t.to <= at {
		return t, false
	}
	name, _, _ := strings.Cut(string(body[t.from+1:at]), " ")
	t.name = name
	return t, true
}
