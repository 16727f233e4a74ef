package web

import (
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// at tells an instant in a zone, with the zone's name and offset: Tuesday, 1 June 2032, 12:00 (Europe/Berlin, UTC+02:00).
func (c *catalogue) at(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return c.Day(t) + ", " + c.Clock(t) + " (" + zoneNote(t) + ")"
}

// span tells a span of time in a zone: Tuesday, 1 June 2032, 12:00–13:00 (Europe/Berlin, UTC+02:00). The day is named again
// when it ends on another one, and the offset where the clocks change in between. An open-ended one has its start only.
func (c *catalogue) span(start, end time.Time, openEnded bool, zone *time.Location) string {
	start, end = start.In(zone), end.In(zone)
	if openEnded || !end.After(start) {
		return c.Day(start) + ", " + c.From(c.Clock(start)) + " (" + zoneNote(start) + ")"
	}
	from, to, note := c.Clock(start), c.Clock(end), zoneNote(start)
	dash := "–"
	if offset(start) != offset(end) {
		from, to, note = from+" "+offset(start), to+" "+offset(end), zone.String()
		dash = " – "
	}
	if !sameDay(start, end) {
		to, dash = c.Day(end)+", "+to, " – "
	}
	return c.Day(start) + ", " + from + dash + to + " (" + note + ")"
}

func sameDay(a, b time.Time) bool { return a.Year() == b.Year() && a.YearDay() == b.YearDay() }

// zoneNote is the zone's name and its offset at t: Europe/Berlin, UTC+02:00; UTC is UTC.
func zoneNote(t time.Time) string {
	if name := t.Location().String(); name != "UTC" {
		return name + ", " + offset(t)
	}
	return "UTC"
}

func offset(t time.Time) string { return "UTC" + t.Format("-07:00") }

// dayLayout is how a day stands in a query.
const dayLayout = "2006-01-02"

// startOfDay is the first instant of a calendar day in a zone, whose time of day is not read: midnight, the first of two
// where clocks go back then, and the instant of the change where they go forward over it.
func startOfDay(day time.Time, zone *time.Location) time.Time {
	y, m, d := day.Date()
	midnight := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	noon := time.Date(y, m, d, 12, 0, 0, 0, zone)
	var first time.Time
	for _, near := range []time.Time{noon.AddDate(0, 0, -1), noon} {
		_, seconds := near.Zone()
		t := midnight.Add(-time.Duration(seconds) * time.Second).In(zone)
		if t.Format(dayLayout+"15:04") == midnight.Format(dayLayout+"15:04") && (first.IsZero() || t.Before(first)) {
			first = t
		}
	}
	if first.IsZero() { // the clocks skip midnight
		if change, _ := noon.ZoneBounds(); !change.IsZero() {
			return change.In(zone)
		}
		return noon
	}
	return first
}

// dayOf is the calendar day of an instant in a zone, as midnight UTC.
func dayOf(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

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
	return template.HTML(b.String()) //nolint:gosec // made of our own list, and escaped
}

// offered reports whether the zone is among those to choose from; one that is not is added to the list of its page.
func offered(zone string) bool {
	return slices.ContainsFunc(zones, func(z zoneOption) bool { return z.name == zone })
}

// oldNames are names that browsers still say (the Unicode CLDR keeps the first it knew), by which nobody finds their city.
var oldNames = map[string]string{
	"Africa/Asmera": "Africa/Asmara", "America/Buenos_Aires": "America/Argentina/Buenos_Aires", "America/Catamarca": "America/Argentina/Catamarca",
	"America/Coral_Harbour": "America/Atikokan", "America/Cordoba": "America/Argentina/Cordoba", "America/Godthab": "America/Nuuk",
	"America/Indianapolis": "America/Indiana/Indianapolis", "America/Jujuy": "America/Argentina/Jujuy", "America/Louisville": "America/Kentucky/Louisville",
	"America/Mendoza": "America/Argentina/Mendoza", "Asia/Calcutta": "Asia/Kolkata", "Asia/Katmandu": "Asia/Kathmandu", "Asia/Rangoon": "Asia/Yangon",
	"Asia/Saigon": "Asia/Ho_Chi_Minh", "Atlantic/Faeroe": "Atlantic/Faroe", "Europe/Kiev": "Europe/Kyiv", "Pacific/Enderbury": "Pacific/Kanton",
	"Pacific/Ponape": "Pacific/Pohnpei", "Pacific/Truk": "Pacific/Chuuk", "Etc/UTC": "UTC", "Etc/UCT": "UTC",
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
