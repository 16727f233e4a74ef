package models

import (
	"math"
	"strconv"
	"strings"
)

// Brand is how an organization's candidate pages and letters look (D23).
type Brand struct {
	Accent   string // #rrggbb in lower case, "" for the default colour
	LogoType string // media type, "" for no logo
	Version  int64  // rises by one with each change, so that whoever keeps a copy finds the new one
}

// The grounds that texts in the accent colour stand on, the least favourable of light and of dark pages, and the ink
// on buttons of light pages.
const (
	lightGround = "#f2f4f7"
	darkGround  = "#282e37"
)

// MinContrast is the contrast that a text has with its ground (WCAG 2.2, 1.4.3).
const MinContrast = 4.5

// ParseAccent returns the colour as #rrggbb in lower case, "" for none. It reads #rgb too. The error is of kind
// [Invalid]. Whether the colour is used is another question, see [Brand.Colours].
func ParseAccent(s string) (string, error) {
	c := strings.ToLower(strings.TrimSpace(s))
	if c == "" {
		return "", nil
	}
	digits, found := strings.CutPrefix(c, "#")
	if len(digits) == 3 {
		digits = strings.Repeat(digits[:1], 2) + strings.Repeat(digits[1:2], 2) + strings.Repeat(digits[2:], 2)
	}
	if _, err := strconv.ParseUint(digits, 16, 32); !found || err != nil || len(digits) != 6 {
		return "", InField("accent",
			Invalidf("accent colour %s is not one; expected three pairs of hexadecimal digits such as #1d6f42",
				Quote(s)))
	}
	return "#" + digits, nil
}

// Colours are an accent colour and what is derived from it: Deep for links and buttons under the pointer.
type Colours struct{ Accent, Deep, DarkAccent, DarkDeep string }

// Colours returns the colours of the brand on light and dark pages. used is false, and the defaults count, if there is
// no accent colour or its contrast with a light page is below [MinContrast]. On dark pages it is lightened until it can
// be read.
func (b Brand) Colours() (c Colours, used bool) {
	if b.Accent == "" || Contrast(b.Accent, lightGround) < MinContrast {
		return Colours{}, false
	}
	c.Accent, c.Deep = b.Accent, mixed(b.Accent, "#000000", 0.25)
	for share := 0.0; ; share += 0.05 {
		c.DarkAccent = mixed(b.Accent, "#ffffff", share)
		if Contrast(c.DarkAccent, darkGround) >= MinContrast {
			c.DarkDeep = mixed(c.DarkAccent, "#ffffff", 0.35)
			return c, true
		}
	}
}

// Ground is the light page that an accent colour is checked against.
func (Brand) Ground() string { return lightGround }

// Contrast returns the contrast of two colours that [ParseAccent] accepts, from 1 to 21 (WCAG 2.2, contrast ratio).
func Contrast(a, b string) float64 {
	lighter, darker := luminance(a), luminance(b)
	if lighter < darker {
		lighter, darker = darker, lighter
	}
	return (lighter + 0.05) / (darker + 0.05)
}

// luminance is WCAG's relative luminance of #rrggbb.
func luminance(colour string) float64 {
	sum := 0.0
	for n, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		c := float64(channel(colour, n)) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// mixed returns the colour with a share, from 0 to 1, of another.
func mixed(colour, other string, share float64) string {
	out := "#"
	share = min(share, 1)
	for n := range 3 {
		c := float64(channel(colour, n))*(1-share) + float64(channel(other, n))*share
		hex := strconv.FormatInt(int64(math.Round(c)), 16)
		out += strings.Repeat("0", 2-len(hex)) + hex
	}
	return out
}

// channel returns red, green or blue of #rrggbb.
func channel(colour string, n int) uint64 {
	v, _ := strconv.ParseUint(colour[1+2*n:3+2*n], 16, 8) // ParseAccent has checked it
	return v
}

// BrandEdit is what an admin changes of the brand.
type BrandEdit struct {
	Accent     string
	Logo       []byte // nil: stays as it is
	LogoType   string // of Logo, as [CheckLogo] returns it
	RemoveLogo bool
}

// DecideBrand returns the organization with another brand; the rules are those of [Organization.DecideSettings].
func (o Organization) DecideBrand(e BrandEdit, version int64) (_ Organization, changed bool, err error) {
	if err := o.checkShown(version); err != nil {
		return o, false, err
	}
	before := o.Brand
	o.Brand.Accent = e.Accent
	switch {
	case e.Logo != nil:
		o.Brand.LogoType = e.LogoType
	case e.RemoveLogo:
		o.Brand.LogoType = ""
	}
	if o.Brand == before && e.Logo == nil {
		return o, false, nil
	}
	o.Brand.Version++
	o.Version++
	return o, true, nil
}

// BrandPath is the path below which logos and style sheets of brands are served, for whoever asks: they are on pages
// and in letters of candidates.
const BrandPath = "/brand/"

// LogoPath returns the path of a logo. Another version has another one, so that copies are kept for good.
func LogoPath(orgID string, version int64) string {
	return BrandPath + orgID + "/" + strconv.FormatInt(version, 10)
}

// StylePath returns the path of a brand's style sheet.
func StylePath(orgID string, version int64) string { return LogoPath(orgID, version) + ".css" }
