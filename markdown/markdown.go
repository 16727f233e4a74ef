// Package markdown renders the instructions of assessments, for candidates and for the hiring team alike. What it has
// rendered it keeps for a while, so that a page that many people read costs one rendering.
package markdown

import (
	"bytes"
	"html/template"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"litmus/models/pipeline"
)

const topHeading = 3 // below the page's title and the heading "Instructions"

var renderer = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify),
	goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(asParts{}, 100))),
)

// harmless is what instructions may contain: text with structure, and links that open in another tab. Images would be
// requests to other sites, so [asParts] turns them into links.
var harmless = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em",
		"strong", "del", "table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,9}$`)).OnElements("ol")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(false)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true) // so that what somebody typed is not lost
	return p
}()

var rendered = newShelf(render)

// HTML returns instructions as harmless HTML whose headings begin at level 3; raw HTML in them is left out. A text
// beyond the bounds of [pipeline.CheckMarkdown], which was saved before there were any, is shown as plain text.
func HTML(source string) (template.HTML, error) { return rendered.get(source) }

func render(source string) (template.HTML, error) {
	if pipeline.CheckMarkdown("the text", source) != nil {
		return plain(source), nil
	}
	var b bytes.Buffer
	if err := renderer.Convert([]byte(source), &b); err != nil {
		return "", err
	}
	return template.HTML(harmless.SanitizeBytes(b.Bytes())), nil // sanitized in this line
}

// plain returns a text as it was typed, its paragraphs apart.
func plain(source string) template.HTML {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(source, "\n\n") {
		if paragraph = strings.Trim(paragraph, "\r\n"); paragraph != "" {
			b.WriteString("<p>" + strings.ReplaceAll(template.HTMLEscapeString(paragraph), "\n", "<br>\n") + "</p>\n")
		}
	}
	return template.HTML(b.String()) // escaped above
}

// asParts adapts a document to the page that contains it: its headings get levels below the page's, and an image
// becomes a link with the image's description as its text.
type asParts struct{}

func (asParts) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	var headings []*ast.Heading
	var images []*ast.Image
	highest := 6
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch n := n.(type) {
			case *ast.Heading:
				headings = append(headings, n)
				highest = min(highest, n.Level)
			case *ast.Image:
				images = append(images, n)
				n.Title = nil
			case *ast.Link:
				n.Title = nil // [harmless] has none, and each use of a definition would repeat it
			}
		}
		return ast.WalkContinue, nil
	})
	for _, h := range headings {
		h.Level = min(h.Level-highest+topHeading, 6)
	}
	for _, i := range images {
		asLink(i)
	}
}

// asLink replaces an image by a link. Within a link, which cannot contain another, it leaves the description alone.
func asLink(i *ast.Image) {
	parent := i.Parent()
	if i.ChildCount() == 0 {
		i.AppendChild(i, ast.NewString(i.Destination))
	}
	if linked(i) {
		for i.FirstChild() != nil {
			parent.InsertBefore(parent, i, i.FirstChild())
		}
		parent.RemoveChild(parent, i)
		return
	}
	l := ast.NewLink()
	l.Destination = i.Destination
	for i.FirstChild() != nil {
		l.AppendChild(l, i.FirstChild())
	}
	parent.ReplaceChild(parent, i, l)
}

func linked(n ast.Node) bool {
	for p := n.Parent(); p != nil; p = p.Parent() {
		if p.Kind() == ast.KindLink {
			return true
		}
	}
	return false
}
