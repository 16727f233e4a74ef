package models

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"slices"
	"strings"
)

// Bounds of a logo. A picture of 256 KiB can ask for billions of elements, since what it refers to is drawn again.
const (
	MaxLogoBytes  = 256 << 10
	maxLogoPixels = 2048    // of each side of a PNG: no reader has to hold more than 32 MiB of it
	maxLogoDrawn  = 20_000  // elements of an SVG, each as often as it is drawn
	maxLogoStyled = 500_000 // references that its style sheets give to its elements
	maxLogoDepth  = 100     // of elements within each other
)

// The media types of logos.
const (
	LogoPNG = "image/png"
	LogoSVG = "image/svg+xml"
)

// CheckLogo is [ParseLogo] for a logo that is not stored yet: it also refuses an SVG that asks a browser for too much.
func CheckLogo(content []byte) (mediaType string, err error) {
	mediaType, drawn, err := readLogo(content)
	if err == nil {
		err = drawn.check()
	}
	if err != nil {
		return "", err
	}
	return mediaType, nil
}

// ParseLogo returns the media type of a logo: a PNG, or an SVG that shows the same wherever it is opened, since it has
// no scripts, no event handlers and refers to nothing outside of itself (D23). It is stored as it was sent, since a
// rewritten one may mean another thing to another parser, and what is not understood is refused. The error is of kind
// [Invalid] and says what to do. How much an SVG draws does not matter: logos that draw too much were stored before
// [CheckLogo] refused them, and an organization with one can still be exported and applied.
func ParseLogo(content []byte) (mediaType string, err error) {
	mediaType, _, err = readLogo(content)
	return mediaType, err
}

// readLogo also returns what an SVG draws, which is nothing for a PNG.
func readLogo(content []byte) (mediaType string, drawn svgTree, err error) {
	switch {
	case len(content) == 0:
		return "", drawn, Invalidf("the logo is empty")
	case len(content) > MaxLogoBytes:
		return "", drawn, Invalidf("the logo has %d KiB; at most %d are allowed", (len(content)+1023)>>10,
			MaxLogoBytes>>10)
	case bytes.HasPrefix(content, []byte("\x89PNG\r\n\x1a\n")):
		return LogoPNG, drawn, checkPNG(content)
	}
	if drawn, err = readSVG(content); err != nil {
		return "", drawn, err
	}
	return LogoSVG, drawn, nil
}

func checkPNG(content []byte) error {
	c, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return Invalidf("the logo is not a PNG that can be read; save it again as PNG or SVG")
	}
	if c.Width > maxLogoPixels || c.Height > maxLogoPixels {
		return Invalidf("the logo has %d × %d pixels; at most %d × %d are allowed", c.Width, c.Height, maxLogoPixels,
			maxLogoPixels)
	}
	if _, err := png.Decode(bytes.NewReader(content)); err != nil {
		return Invalidf("the logo is not a PNG that can be read; save it again as PNG or SVG")
	}
	return nil
}

const svgSpace = "http://www.w3.org/2000/svg"

// drawing are the elements that an SVG may have: those that draw, and the texts about it. What runs, moves, embeds or
// leads elsewhere is not among them, and neither is what nobody has thought of.
var drawing = []string{
	"svg", "g", "defs", "symbol", "use", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline",
	"polygon", "text", "tspan", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "style",
}

// readSVG returns what an SVG draws, and refuses what it could do but show a picture.
func readSVG(content []byte) (drawn svgTree, err error) {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.Entity = map[string]string{} // none but XML's own
	depth, began, styles := 0, false, 0
	var style strings.Builder // a style sheet's text, which comments and CDATA may interrupt
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && began && depth == 0:
			return drawn, nil
		case err != nil:
			return drawn, Invalidf("the logo is neither a PNG nor an SVG that can be read")
		}
		switch t := token.(type) {
		case xml.Directive:
			if text := strings.ToUpper(string(t)); strings.Contains(text, "ENTITY") || strings.Contains(text, "[") {
				return drawn, Invalidf("the SVG declares entities; export it as plain SVG")
			}
		case xml.ProcInst:
			if t.Target != "xml" {
				return drawn, Invalidf("the SVG has an instruction %s for other programs; export it as plain "+
					"SVG", Quote(t.Target))
			}
		case xml.StartElement:
			if depth == 0 && (began || t.Name.Local != "svg") {
				return drawn, Invalidf("the logo is neither a PNG nor an SVG that can be read")
			}
			began = true
			depth++
			drawn.begin(t)
			if t.Name.Local == "style" {
				styles++
			}
			if err := checkElement(t); err != nil {
				return drawn, err
			}
		case xml.EndElement:
			depth--
			drawn.end()
			if t.Name.Local != "style" {
				continue
			}
			styles--
			if err := checkStyle(style.String()); err != nil {
				return drawn, err
			}
			drawn.sheets = append(drawn.sheets, style.String())
			style.Reset()
		case xml.CharData:
			if styles > 0 {
				style.Write(t)
			}
		}
	}
}

func checkElement(t xml.StartElement) error {
	if t.Name.Space != svgSpace || !slices.Contains(drawing, t.Name.Local) {
		return Invalidf("the SVG has an element %s, which is no drawing; export it as plain SVG", Quote(t.Name.Local))
	}
	for _, a := range t.Attr {
		name, value := strings.ToLower(a.Name.Local), a.Value
		switch {
		case a.Name.Space == "xmlns" || a.Name.Local == "xmlns":
		case strings.HasPrefix(name, "on"):
			return Invalidf("the SVG has an event handler %s; export it without scripts", Quote(a.Name.Local))
		case name == "href" || name == "src" || name == "base":
			if !strings.HasPrefix(value, "#") {
				return Invalidf("the SVG refers to something outside of it in %s; export it with everything inside",
					Quote(a.Name.Local))
			}
		default:
			if err := checkStyle(value); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkStyle refuses a style, or any other value, that loads something: by url, by @import, or by writing either with
// escapes.
func checkStyle(value string) error {
	v := strings.ToLower(value)
	outside := Invalidf("the SVG refers to something outside of it in a style; export it with everything inside")
	if strings.ContainsAny(v, "\\@") || strings.Contains(v, "javascript:") || strings.Contains(v, "expression(") ||
		strings.Contains(v, "/*") || strings.Contains(v, "image(") || strings.Contains(v, "image-set(") {
		return outside
	}
	for {
		_, rest, found := strings.Cut(v, "url(")
		if !found {
			return nil
		}
		if v = strings.TrimLeft(rest, " \t\r\n'\""); !strings.HasPrefix(v, "#") {
			return outside
		}
	}
}
