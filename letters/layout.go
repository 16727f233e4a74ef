package letters

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	htmltemplate "html/template"
	netmail "net/mail"
	"strings"
	texttemplate "text/template"
	"time"
)

//go:embed letter.html
var htmlLayout string

//go:embed letter.txt
var textLayout string

var (
	htmlTemplate = htmltemplate.Must(htmltemplate.New("letter.html").Parse(htmlLayout))
	textTemplate = texttemplate.Must(texttemplate.New("letter.txt").Parse(textLayout))
)

// TextColour and FillColour are the colours of links and of buttons: the organization's, else the default (D23).
func (v view) TextColour() string { return cmp.Or(v.Accent, "#2850c8") }

func (v view) FillColour() string { return cmp.Or(v.Accent, "#2f5be0") }

// mail renders a letter that has no event. The recipient must be cleaned; the error says what could not be written.
func (v view) mail(from *netmail.Address, to Party, id string, stamp time.Time, what string) (m Mail, err error) {
	m = Mail{
		From: mailbox(clean(from.Name, maxName), from.Address), To: mailbox(to.Name, to.Email), Subject: v.Subject,
		MessageID: id, Date: stamp.UTC(),
	}
	if m.Text, m.HTML, err = v.render(); err != nil {
		return Mail{}, fmt.Errorf("write %s: %w", what, err)
	}
	return m, nil
}

// render fills in both layouts.
func (v view) render() (text, html string, err error) {
	var t, h bytes.Buffer
	if err := textTemplate.Execute(&t, v); err != nil {
		return "", "", err
	}
	if err := htmlTemplate.Execute(&h, v.unbroken()); err != nil {
		return "", "", err
	}
	return t.String(), h.String(), nil
}

// unbroken returns the view with sentences that programs do not break within a German E-Mail, as they do at its hyphen.
func (v view) unbroken() view {
	for _, s := range []*string{&v.Lead, &v.LinkFollows, &v.Help, &v.Reason} {
		*s = strings.ReplaceAll(*s, "E-Mail", "E\u2011Mail")
	}
	return v
}
