package models_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

// nestedSVG is an SVG of so many levels, each of which refers so often to the one below by reference, which has {id}.
func nestedSVG(levels, times int, level, reference, style string) []byte {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">` + style)
	b.WriteString(`<defs><g id="l0"><rect width="1" height="1"/></g>`)
	for n := range levels {
		fmt.Fprintf(&b, "<"+level+` id="l%d">`, n+1)
		b.WriteString(strings.Repeat(strings.ReplaceAll(reference, "{id}", fmt.Sprintf("l%d", n)), times))
		b.WriteString("</" + level + ">")
	}
	fmt.Fprintf(&b, "</defs>"+strings.ReplaceAll(reference, "{id}", "l%d")+"</svg>", levels)
	return []byte(b.String())
}

// TestLogoDrawn proves that a logo asks a browser for no more than a picture does, whatever refers to what.
func TestLogoDrawn(t *testing.T) {
	t.Parallel()
	const use, filled = `<use href="#{id}"/>`, `<rect width="9" height="9" fill="url(#{id})"/>`
	for about, svg := range map[string][]byte{
		"nine levels of ten": nestedSVG(9, 10, "g", use, ""),
		"with xlink":         nestedSVG(9, 10, "symbol", `<use xlink:href="#{id}"/>`, ""),
		"patterns":           nestedSVG(9, 10, "pattern", filled, ""),
		"masks, in a style":  nestedSVG(9, 10, "mask", `<rect style="mask: URL( '#{id}' )"/>`, ""),
		"past a quoted url(": nestedSVG(9, 10, "mask", `<rect style="font-family:'url(#';mask:url(#{id})"/>`, ""),
		"past letters that lower case shortens": nestedSVG(9, 10, "mask",
			"<rect style=\"mask:url(#{id}) \u212a\u212a\u212a\u212a\"/>", ""),
		"itself":                        nestedSVG(1, 1, "g", `<use href="#l1"/>`, ""),
		"a style sheet's":               nestedSVG(1, 1, "mask", `<rect class="a"/>`, "<style>.a{fill:url(#l1)}</style>"),
		"a percent sign in a reference": bytes.ReplaceAll(nestedSVG(9, 10, "g", use, ""), []byte("#l"), []byte("#%6c")),
		"many rules for many elements": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><style>` +
			strings.Repeat("a{b:url(#c)}", 2000) + `</style><g id="c"/>` + strings.Repeat("<g/>", 5000) + "</svg>"),
		"too deep": []byte(`<svg xmlns="http://www.w3.org/2000/svg">` + strings.Repeat("<g>", 100) +
			strings.Repeat("</g>", 100) + "</svg>"),
		"too many": []byte(`<svg xmlns="http://www.w3.org/2000/svg">` + strings.Repeat("<g/>", models.MaxLogoDrawn) +
			"</svg>"),
	} {
		desk.WantRefusal(t, about, models.Invalid, "")(models.CheckLogo(svg))
	}
	for about, svg := range map[string][]byte{
		"two levels of ten": nestedSVG(2, 10, "g", use, ""),
		"a gradient of a gradient, by a style sheet": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><style>
			.a, .b {fill: url(#two)} path {stroke: url(#one)}</style><linearGradient id="one"><stop/></linearGradient>
			<linearGradient id="two" href="#one"/><path class="a" d="M0 0"/></svg>`),
		"letters that lower case lengthens": []byte(`<svg xmlns="http://www.w3.org/2000/svg" x="url(#ȺȺȺȺȺ"/>`),
		"references that nothing ends": []byte(`<svg xmlns="http://www.w3.org/2000/svg" x="` +
			strings.Repeat("url(#", 10_000) + `"/>`),
		"a clip by a style sheet": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><style>.a{clip-path:url(#c)}</style>
			<clipPath id="c"><rect class="b"/></clipPath><g class="a"><path d="M0 0"/></g></svg>`),
	} {
		if kind, err := models.CheckLogo(svg); err != nil || kind != models.LogoSVG {
			t.Errorf("%s: %s, %v", about, kind, err)
		}
	}
}
