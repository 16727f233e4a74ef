package pipeline

import (
	"strings"
	"testing"

	"litmus/models"
)

// TestCheckMarkdown: texts whose rendering would take a time beyond all proportion are refused, and what people write
// is not.
func TestCheckMarkdown(t *testing.T) {
	t.Parallel()
	lines := func(n int, line string) string { return strings.Repeat(line+"\n", n) }
	for about, text := range map[string]string{
		"nothing":                       "",
		"as many characters":            strings.Repeat("é", MaxMarkdownRunes),
		"paragraphs with links":         lines(60, "Read [a guide](https://x.example/a_b) and *then* `make`.\n"),
		"code without blank lines":      "```\n" + lines(150, "for i := range a_list[1:] { x_y[i] |= b }") + "```\n",
		"a table":                       lines(100, "| a | b | c | d |"),
		"a list in a list in a list":    lines(100, "- a\n  - b\n    1. c\n       > d"),
		"a rule of dashes and a fence":  lines(20, strings.Repeat("-", 200)) + lines(20, "~~~~~~~~"),
		"many uses of a definition":     lines(100, "[a]\n") + "[a]: https://x.example/" + strings.Repeat("x", 1500),
		"code of YAML":                  "```\n" + strings.Repeat(" ", 20) + "- amd64\n```",
		"code of YAML, farther":         "```\n" + strings.Repeat(" ", 24) + "- amd64\n```",
		"a comment of C":                "```\n" + lines(2, strings.Repeat("\t", 5)+" * text") + "```",
		"code that is far to the right": lines(50, strings.Repeat(" ", 60)+"x = 1"),
	} {
		if err := CheckMarkdown("the text", text); err != nil {
			t.Errorf("%s: %v", about, err)
		}
	}
	for about, c := range map[string]struct{ text, why string }{
		"a character too many":       {strings.Repeat("é", MaxMarkdownRunes+1), "20001 characters; at most 20000"},
		"brackets":                   {strings.Repeat("[a](", 4900), "brackets"},
		"brackets in lines":          {lines(4000, "[a]("), "brackets"},
		"brackets in paragraphs":     {lines(8, strings.Repeat("[a](", 600)+"\n"), "brackets"},
		"emphasis":                   {strings.Repeat("*a_ ", 4900), "emphasis"},
		"one run of tildes":          {strings.Repeat("~", 9000), "emphasis"},
		"code that does not end":     {lines(8, strings.Repeat("\\```\na", 400)+"\n"), "marks of code"},
		"quotes":                     {strings.Repeat(">", 11), "quotes and lists"},
		"lists":                      {"\t\t\t" + strings.Repeat("- ", 8) + "a", "quotes and lists"},
		"lists with numbers":         {strings.Repeat("1. ", 11) + "a", "quotes and lists"},
		"lists by indentation":       {strings.Repeat(" ", 26) + "- a", "too far to the right"},
		"a wide table":               {strings.Repeat("|a", 1000) + "\n" + strings.Repeat("|-", 1000) + "\n|", "cells"},
		"a long table":               {lines(1001, "a|b"), "cells"},
		"a long address, used often": {"[a]: " + strings.Repeat("x", 2000) + "\n\n" + lines(100, "[a]"), "addresses"},
		"the same, in the next line": {"[a]:\n" + strings.Repeat("x", 2000) + "\n\n" + lines(100, "[a]"), "addresses"},
	} {
		err := CheckMarkdown("the text", c.text)
		if models.KindOf(err) != models.Invalid || !strings.Contains(err.Error(), "the text: ") ||
			!strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", about, err)
		}
	}
}
