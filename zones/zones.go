// Package zones has the list of time zones that people choose from, on candidate pages and in the dashboard.
package zones

import (
	"cmp"
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/phrases"
)

//go:embed zones.txt
var names string // one for each inhabited region in the IANA database's zone.tab, with its country

// all are the options of the list, UTC first and then by part of the world. They are rendered once, because there are
// hundreds.
var all = func() []option {
	all := []option{{name: "UTC", html: optionOf("UTC", "UTC")}}
	group := ""
	for line := range strings.Lines(names) {
		name, country, _ := strings.Cut(strings.TrimSpace(line), " ")
		region, rest, _ := strings.Cut(name, "/")
		o := option{name: name, region: region, country: country, html: optionOf(name, label(rest))}
		if region != group {
			o.before = `<optgroup label="` + template.HTMLEscapeString(region) + `">`
			if group != "" {
				o.before = "</optgroup>" + o.before
			}
			group = region
		}
		all = append(all, o)
	}
	return all
}()

// Names returns the names of the zones in the list, in its order.
func Names() []string {
	out := make([]string, len(all))
	for n, z := range all {
		out[n] = z.name
	}
	return out
}

type option struct {
	name, region, country string // country is its code in ISO 3166
	before, html          string
}

func optionOf(value, label string) string {
	return ` value="` + template.HTMLEscapeString(value) + `">` + template.HTMLEscapeString(label) + "</option>\n"
}

// label puts the city first, since people type it to find their zone: Buenos Aires, Argentina.
func label(rest string) string {
	rest = strings.ReplaceAll(rest, "_", " ")
	if country, city, ok := strings.Cut(rest, "/"); ok {
		return city + ", " + country
	}
	return rest
}

// Options returns the list as <option> elements with one of them selected.
func Options(selected string) template.HTML {
	var b strings.Builder
	for _, z := range all {
		b.WriteString(z.before)
		b.WriteString("<option")
		if z.name == selected {
			b.WriteString(" selected")
		}
		b.WriteString(z.html)
	}
	b.WriteString("</optgroup>")
	return template.HTML(b.String()) // our own list, escaped above
}

// Said returns the list as people of a language say zones, with their offsets at an instant: Kolkata (UTC+5:30). The
// zones that are near to the reader come first, under a heading of their own, and once more in their place; the first
// of them is selected.
func Said(in *phrases.Language, at time.Time, near ...string) template.HTML {
	var b strings.Builder
	group := func(label string) {
		if b.Len() > 0 {
			b.WriteString("</optgroup>")
		}
		b.WriteString(`<optgroup label="` + template.HTMLEscapeString(label) + "\">\n")
	}
	write := func(name, country, attribute string) {
		local := at.In(models.Location(name))
		city, offset := in.City(local.Location()), phrases.Offset(local)
		if _, rest, _ := strings.Cut(name, "/"); strings.Contains(rest, "/") { // Buenos Aires, Argentina
			part := strings.ReplaceAll(rest[:strings.Index(rest, "/")], "_", " ")
			city += ", " + cmp.Or(in.Cities[part], part)
		}
		if !strings.HasPrefix(city, "UTC") {
			city += " (" + offset + ")"
		}
		if country != "" {
			attribute += ` data-country="` + country + `"`
		}
		b.WriteString(`<option value="` + template.HTMLEscapeString(name) + `"` + attribute + ">" +
			template.HTMLEscapeString(city) + "</option>\n")
	}
	group(in.ZonesNear)
	for n, name := range near {
		switch {
		case n == 0:
			write(name, "", " selected")
		case name != "" && !slices.Contains(near[:n], name):
			write(name, "", "")
		}
	}
	region := ""
	for _, z := range all {
		if z.region != region {
			group(cmp.Or(in.Cities[z.region], z.region))
			region = z.region
		}
		if z.region != "" { // UTC is in no part of the world
			write(z.name, z.country, "")
		} else if !slices.Contains(near, z.name) {
			write(z.name, "", "")
		}
	}
	b.WriteString("</optgroup>")
	return template.HTML(b.String()) // our own list, escaped above
}

// Offered reports whether the zone is in the list. If not, the page adds it.
func Offered(zone string) bool {
	return slices.ContainsFunc(all, func(z option) bool { return z.name == zone })
}

// oldNames are old names of zones that browsers still report, because the Unicode CLDR never renames a zone. Visitors
// would not find their city under them.
var oldNames = map[string]string{
	"Africa/Asmera": "Africa/Asmara", "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
	"America/Catamarca": "America/Argentina/Catamarca", "America/Coral_Harbour": "America/Atikokan",
	"America/Cordoba": "America/Argentina/Cordoba", "America/Godthab": "America/Nuuk",
	"America/Indianapolis": "America/Indiana/Indianapolis", "America/Jujuy": "America/Argentina/Jujuy",
	"America/Louisville": "America/Kentucky/Louisville", "America/Mendoza": "America/Argentina/Mendoza",
	"Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu", "Asia/Rangoon": "Asia/Yangon",
	"Asia/Saigon": "Asia/Ho_Chi_Minh", "Atlantic/Faeroe": "Atlantic/Faroe", "Europe/Kiev": "Europe/Kyiv",
	"Pacific/Enderbury": "Pacific/Kanton", "Pacific/Ponape": "Pacific/Pohnpei", "Pacific/Truk": "Pacific/Chuuk",
	"Etc/UTC": "UTC", "Etc/UCT": "UTC",
}

// maxName is the longest name of a zone that is looked up.
const maxName = 64

// Named returns the zone of that name, under its current name; ok is false if there is none.
func Named(name string) (_ *time.Location, ok bool) {
	if today, old := oldNames[name]; old {
		name = today
	}
	if len(name) > maxName || models.CheckTimeZone("zone", name) != nil {
		return nil, false
	}
	return models.Location(name), true
}
