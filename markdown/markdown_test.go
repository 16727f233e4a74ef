package markdown_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"litmus/markdown"
)

// TestMarkdown proves that instructions are Markdown, and whatever they contain, the page loads nothing and
// runs nothing.
func TestMarkdown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ about, source, want string }{
		{"structure", "# Build\n\nA **service**, *small*.\n\n1. one\n2. two\n\n- x\n\n> so\n\n```go\nx < y\n```",
			`<h3>Build</h3>
<p>A <strong>service</strong>, <em>small</em>.</p>
<ol>
<li>one</li>
<li>two</li>
</ol>
<ul>
<li>x</li>
</ul>
<blockquote>
<p>so</p>
</blockquote>
<pre><code>x &lt; y
</code></pre>
`},
		{"headings below the page's", "## A\n\n#### B", "<h3>A</h3>\n<h5>B</h5>\n"},
		{"a link", "[docs](https://x.example/a?b=c&d=e)",
			`<p><a href="https://x.example/a?b=c&amp;d=e" rel="nofollow noreferrer noopener" target="_blank">docs</a></p>` + "\n"},
		{"a bare address", "see https://x.example",
			`<p>see <a href="https://x.example" rel="nofollow noreferrer noopener" target="_blank">https://x.example</a></p>` + "\n"},
		{"an image is a link to it", "![a **chart**](https://x.example/c.png)",
			`<p><a href="https://x.example/c.png" rel="nofollow noreferrer noopener" target="_blank">a <strong>chart</strong></a></p>` + "\n"},
		{"an image without words", "![](https://x.example/c.png)",
			`<p><a href="https://x.example/c.png" rel="nofollow noreferrer noopener" target="_blank">https://x.example/c.png</a></p>` + "\n"},
		{"an image in a link", "[![logo](https://x.example/l.png)](https://x.example/)",
			`<p><a href="https://x.example/" rel="nofollow noreferrer noopener" target="_blank">logo</a></p>` + "\n"},
		{"an inner image", "[![a ![b](https://x.example/b)](https://x.example/a)](https://x.example/)",
			`<p><a href="https://x.example/" rel="nofollow noreferrer noopener" target="_blank">a b</a></p>` + "\n"},
		{"a table", "|a|b|\n|-|-:|\n|1|2|",
			"<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n"},
		{"a script's link", "[x](javascript:alert(1))", "<p>x</p>\n"},
		{"a relative link", "[x](/api/v1)", "<p>x</p>\n"},
		{"plain text", "a < b & c", "<p>a &lt; b &amp; c</p>\n"},
		{"nothing", "", ""},
		{"a title of a link, which no page shows", "[x][y]\n\n[y]: https://x.example 'words'",
			`<p><a href="https://x.example" rel="nofollow noreferrer noopener" target="_blank">x</a></p>` + "\n"},
		{"beyond the bounds it is as it was typed", strings.Repeat("> ", 11) + "**a** <b>\n&\n\n\n\n# c\n",
			"<p>" + strings.Repeat("&gt; ", 11) + "**a** &lt;b&gt;<br>\n&amp;</p>\n<p># c</p>\n"},
	} {
		got, err := markdown.HTML(c.source)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got %q (error %v), want %q", c.about, got, err, c.want)
		}
	}
	expected := []string{"html", "head", "body", "p", "br", "hr", "h3", "h4", "h5", "h6", "ul", "ol", "li",
		"blockquote", "pre", "code", "em", "strong", "del", "table", "thead", "tbody", "tr", "th", "td", "a"}
	for _, source := range []string{
		"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a <b onclick=alert(1)>b</b>",
		"[a](data:text/html;base64,PHNjcmlwdD4=)", "[a](vbscript:x)", "[a](//evil.example)",
		"![a](javascript:alert(1))", "<javascript:alert(1)>", "[a]: javascript:alert(1)\n\n[a]",
		"<svg onload=alert(1)>", "<style>*{display:none}</style>", "<form action=https://evil.example><input>",
		"[a](JaVaScRiPt&#58;alert(1))", "[a](java\nscript:alert(1))", "[a](https://x.example \"t\" onclick=alert(1))",
		"```\"onload=x\nx\n```", "<meta http-equiv=refresh content=0>", "a\x00b<script\x00>", "<!-- --><iframe src=x>",
		strings.Repeat("[a](", 24_900), strings.Repeat("<script>\n\n", 2500), // beyond the bounds
		"# <a id=main href=x>x</a>", "[a](<javascript:alert(1)>)", strings.Repeat("[", 5000),
		strings.Repeat("![", 2000), strings.Repeat("> ", 500) + "x",
	} {
		got, err := markdown.HTML(source)
		if err != nil {
			t.Fatal(err)
		}
		page, err := html.Parse(strings.NewReader(string(got)))
		if err != nil {
			t.Fatal(err)
		}
		for n := range page.Descendants() {
			if n.Type == html.ElementNode && !slices.Contains(expected, n.Data) {
				t.Errorf("%.40q gives <%s>", source, n.Data)
			}
			for _, a := range n.Attr {
				if a.Key == "href" && !strings.HasPrefix(a.Val, "https://x.example") ||
					!slices.Contains([]string{"href", "rel", "target", "start"}, a.Key) {
					t.Errorf("%.40q gives <%s %s=%q>", source, n.Data, a.Key, a.Val)
				}
			}
		}
	}
}
