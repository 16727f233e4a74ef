package web

import (
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"time"

	"litmus/models"
)

//go:embed pages/zones.txt
var zoneNames string // one per populated region of the IANA database's zone.tab

// zones are the options of the choice of a zone, by part of the world and UTC first, made once: they are many.
var zones = func() []zoneOption {
	all := []zoneOption{{name: "UTC", html: optionOf("UTC", "UTC")}}
	group := ""
	for _, name := range strings.Fields(zoneNames) {
		region, rest, _ := strings.Cut(name, "/")
		o := zoneOption{name: name, html: optionOf(name, zoneLabel(rest))}
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

type zoneOption struct{ name, before, html string }

func optionOf(value, label string) string {
	return ` value="` + template.HTMLEscapeString(value) + `">` + template.HTMLEscapeString(label) + "</option>\n"
}

// zoneLabel puts the city first, which is what people type to find it: Buenos Aires, Argentina.
func zoneLabel(rest string) string {
	rest = strings.ReplaceAll(rest, "_", " ")
	if country, city, ok := strings.Cut(rest, "/"); ok {
		return city + ", " + country
	}
	return rest
}

// zoneOptions are the options with one of them selected.
func zoneOptions(selected string) template.HTML {
	var b strings.Builder
	for _, z := range zones {
		b.WriteString(z.before)
		b.WriteString("<option")
		if z.name == selected {
			b.WriteString(" selected")
		}
		b.WriteString(z.html)
	}
	b.WriteString("</optgroup>")
	return template.HTML(b.String()) // made of our own list, and escaped
}

// offered reports whether the zone is among those to choose from; one that is not is added to the list of its page.
func offered(zone string) bool {
	return slices.ContainsFunc(zones, func(z zoneOption) bool { return z.name == zone })
}

// oldNames are names that browsers still say (the Unicode CLDR keeps the first it knew), by which nobody finds their
// city.
var oldNames = map[string]string{
	"Africa/Asmera": "Africa/Asmara", "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
	"America/Catamarca":     "America/Argentina/Catamarca",
	"America/Coral_Harbour": "America/Atikokan", "America/Cordoba": "America/Argentina/Cordoba",
	"America/Godthab":      "America/Nuuk",
	"America/Indianapolis": "America/Indiana/Indianapolis", "America/Jujuy": "America/Argentina/Jujuy",
	"America/Louisville": "America/Kentucky/Louisville",
	"America/Mendoza":    "America/Argentina/Mendoza", "Asia/Calcutta": "Asia/Kolkata",
	"Asia/Katmandu": "Asia/Kathmandu",
	"Asia/Rangoon":  "Asia/Yangon",
	"Asia/Saigon":   "Asia/Ho_Chi_Minh", "Atlantic/Faeroe": "Atlantic/Faroe", "Europe/Kiev": "Europe/Kyiv",
	"Pacific/Enderbury": "Pacific/Kanton",
	"Pacific/Ponape":    "Pacific/Pohnpei", "Pacific/Truk": "Pacific/Chuuk", "Etc/UTC": "UTC", "Etc/UCT": "UTC",
}

// maxZoneName bounds the name of a zone before it is looked up.
const maxZoneName = 64

// zoneNamed is the zone of that name, under the name that it has today; ok is false when there is none.
func zoneNamed(name string) (_ *time.Location, ok bool) {
	if today, old := oldNames[name]; old {
		name = today
	}
	if len(name) > maxZoneName || models.CheckTimeZone("zone", name) != nil {
		return nil, false
	}
	return models.Location(name), true
}
