package models_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"math"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

func TestContrast(t *testing.T) { // D23: the values of WCAG's definition
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#ffffff", "#ffffff", 1}, {"#777777", "#ffffff", 4.48}, {"#767676", "#ffffff", 4.54},
		{"#ff0000", "#ffffff", 4.0}, {"#0000ff", "#ffffff", 8.59}} {
		if got := models.Contrast(c.a, c.b); math.Abs(got-c.want) > 0.005 || got != models.Contrast(c.b, c.a) {
			t.Errorf("%s on %s: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

func TestColours(t *testing.T) { // D23
	t.Parallel()
	for accent, used := range map[string]bool{"": false, "#1d6f42": true, "#767676": false, "#ffd400": false,
		"#000000": true, "#6a6a6a": true, "#ffffff": false, "#000080": true} {
		c, got := models.Brand{Accent: accent}.Colours()
		if got != used {
			t.Errorf("%q is used: %t, want %t", accent, got, used)
		}
		if !got {
			if c != (models.Colours{}) {
				t.Errorf("%q gives %+v although it is not used", accent, c)
			}
			continue
		}
		for what, contrast := range map[string]float64{
			"a link": models.Contrast(c.Accent, "#f2f4f7"), "a link under the pointer": models.Contrast(c.Deep, "#f2f4f7"),
			"a button's text": models.Contrast(c.Accent, "#ffffff"), "a dark page's link": models.Contrast(c.DarkAccent, "#282e37"),
			"a dark page's button": models.Contrast(c.DarkAccent, "#101c3a"), "under the pointer": models.Contrast(c.DarkDeep, "#282e37"),
		} {
			if contrast < models.MinContrast {
				t.Errorf("%s: %s has the contrast %.2f", accent, what, contrast)
			}
		}
	}
}

func TestParseAccent(t *testing.T) { // D23
	t.Parallel()
	for typed, want := range map[string]string{"": "", " #1D6F42 ": "#1d6f42", "#0a7": "#00aa77"} {
		if got, err := models.ParseAccent(typed); err != nil || got != want {
			t.Errorf("%q: %q (%v), want %q", typed, got, err, want)
		}
	}
	for _, typed := range []string{"red", "1d6f42", "#12", "#12345g", "#+12345", "#1d6f42;}", "#1d6f4200", "##12345"} {
		desk.WantRefusal(t, typed, models.Invalid, "")(models.ParseAccent(typed))
	}
}

func TestDecideBrand(t *testing.T) { // D23, D24
	t.Parallel()
	o := models.Organization{Name: "Acme", Version: 2, Origin: models.OriginDashboard, Brand: models.Brand{LogoType: models.LogoPNG, Version: 5}}
	for what, c := range map[string]struct {
		edit    models.BrandEdit
		want    models.Brand
		changed bool
	}{
		"a colour":        {models.BrandEdit{Accent: "#1d6f42"}, models.Brand{Accent: "#1d6f42", LogoType: models.LogoPNG, Version: 6}, true},
		"another logo":    {models.BrandEdit{Logo: []byte("x"), LogoType: models.LogoSVG}, models.Brand{Accent: "", LogoType: models.LogoSVG, Version: 6}, true},
		"the same type":   {models.BrandEdit{Logo: []byte("x"), LogoType: models.LogoPNG}, models.Brand{Accent: "", LogoType: models.LogoPNG, Version: 6}, true},
		"no logo":         {models.BrandEdit{RemoveLogo: true}, models.Brand{Accent: "", LogoType: "", Version: 6}, true},
		"nothing is said": {models.BrandEdit{}, models.Brand{Accent: "", LogoType: models.LogoPNG, Version: 5}, false},
	} {
		got, changed, err := o.DecideBrand(c.edit, 2)
		if err != nil || changed != c.changed || got.Brand != c.want || changed != (got.Version == 3) {
			t.Errorf("%s: %+v, changed %t (%v)", what, got, changed, err)
		}
	}
	desk.WantRefusal(t, "a stale form", models.Conflict, "")(o.DecideBrand(models.BrandEdit{Accent: "#1d6f42"}, 1))
	o.Origin = models.OriginFile
	desk.WantRefusal(t, "a brand of the file", models.Conflict, "")(o.DecideBrand(models.BrandEdit{Accent: "#1d6f42"}, 2))
}

// svg is a drawing with something inside.
func svg(inside string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">` +
		inside + `</svg>`
}

func TestCheckLogo(t *testing.T) { // D23
	t.Parallel()
	var small, huge bytes.Buffer
	if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(&huge, image.NewGray(image.Rect(0, 0, 4097, 1))); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct{ content, want string }{
		"a PNG":   {small.String(), models.LogoPNG},
		"a shape": {`<?xml version="1.0"?><!-- by hand -->` + svg(`<path d="M0 0h9v9z" fill="#1d6f42"/>`), models.LogoSVG},
		"a gradient": {svg(`<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs>` +
			`<rect width="9" height="9" fill="url(#a)" style="stroke: url( '#a' )"/><use xlink:href="#a"/>`), models.LogoSVG},
		"a class":       {svg(`<style>.a { fill: #1d6f42 }</style><circle class="a" r="3"/>`), models.LogoSVG},
		"a doctype":     {`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/g.dtd">` + svg(""), models.LogoSVG},
		"a description": {svg(`<title>Acme</title><desc>on a script</desc>`), models.LogoSVG},
	} {
		if got, err := models.CheckLogo([]byte(c.content)); err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", what, got, err, c.want)
		}
	}
	data := base64.StdEncoding.EncodeToString([]byte(svg("")))
	for what, c := range map[string]struct{ content, says string }{
		"nothing":                 {"", "is empty"},
		"a text":                  {"hello", "neither a PNG nor an SVG"},
		"a page":                  {`<html xmlns="http://www.w3.org/1999/xhtml"/>`, "neither a PNG nor an SVG"},
		"two drawings":            {svg("") + svg(""), "neither a PNG nor an SVG"},
		"half a PNG":              {small.String()[:40], "not a PNG that can be read"},
		"a huge PNG":              {huge.String(), "4097 × 1 pixels"},
		"a large file":            {strings.Repeat("a", models.MaxLogoBytes+1), "257 KiB; at most 256"},
		"a script":                {svg(`<script>alert(1)</script>`), `"script"`},
		"a link":                  {svg(`<a href="#x"><rect/></a>`), `"a"`},
		"an event handler":        {svg(`<rect onload="alert(1)"/>`), `"onload"`},
		"a reference outside":     {svg(`<use href="https://evil.example/x.svg#a"/>`), `"href"`},
		"an old reference":        {svg(`<use xlink:href="data:image/svg+xml;base64,` + data + `#a"/>`), `"href"`},
		"a base":                  {svg(`<g xml:base="https://evil.example/"/>`), `"base"`},
		"a style that loads":      {svg(`<rect style="fill: url(https://evil.example/x)"/>`), "in a style"},
		"a quoted fill":           {svg(`<rect fill="url( &quot;https://evil.example&quot; )"/>`), "in a style"},
		"a second url":            {svg(`<rect style="fill:url(#a);stroke:URL(x)"/>`), "in a style"},
		"a stylesheet that does":  {svg(`<style>@import "https://evil.example/x.css";</style>`), "in a style"},
		"an escaped stylesheet":   {svg(`<style>a{fill:u\72l(x)}</style>`), "in a style"},
		"a cut url":               {svg(`<style>a{fill:ur/**/l(x)}</style>`), "in a style"},
		"a url around a comment":  {svg(`<style>a{fill:u<!-- -->rl(x)}</style>`), "in a style"},
		"a stylesheet beside it":  {`<?xml-stylesheet href="https://evil.example/x.css"?>` + svg(""), `"xml-stylesheet"`},
		"an entity":               {`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + svg("&x;"), "entities"},
		"an element of a program": {svg(`<i:x xmlns:i="http://www.inkscape.org/namespaces/inkscape"/>`), `"x"`},
	} {
		desk.WantRefusal(t, what, models.Invalid, c.says)(models.CheckLogo([]byte(c.content)))
	}
}
