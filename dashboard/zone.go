package dashboard

import (
	"html/template"
	"time"

	"litmus/models"
	"litmus/zones"
)

// zoneLasts is how long a browser keeps the zone that its user chose.
const zoneLasts = 365 * 24 * time.Hour

// zoneView is the page with all zones.
type zoneView struct {
	Zone, Back string
	Other      bool // the zone is not in the list
}

// Options returns the zones as <option> elements.
func (z zoneView) Options() template.HTML { return zones.Options(z.Zone) }

// allZones serves the page with all zones to choose from.
func allZones(v *visit) (answer, error) {
	return zonePage(v, v.query("back")), nil
}

func zonePage(v *visit, back string) answer {
	zone := v.zone.String()
	return v.show("zone", "Time zone", zoneView{Zone: zone, Back: within(back), Other: !zones.Offered(zone)}).
		lead("Times are shown in this zone in this browser. Nothing changes for anybody else.")
}

// chooseZone keeps the zone in a cookie of the browser and leads back to where it was chosen. It is no record of the
// member: who travels with one device wants the zone of that device, and the other one at home as it was.
func chooseZone(v *visit) (answer, error) {
	name := v.field("zone")
	zone, ok := zones.Named(name)
	if !ok {
		return zonePage(v, v.field("back")).
			refusing(models.InField("zone",
				models.Invalidf("the time zone %s is unknown; choose one of the list", models.Quote(name))))
	}
	a := redirect(within(v.field("back")))
	a.cookies = append(a.cookies, v.newCookie(zoneCookieName, zone.String(), zoneLasts))
	return a, nil
}
