package dashboard

import (
	"html/template"
	"time"

	"litmus/dashboard/internal/site"
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
func allZones(v *site.Visit) (site.Answer, error) {
	return zonePage(v, v.Query("back")), nil
}

func zonePage(v *site.Visit, back string) site.Answer {
	zone := v.Zone.String()
	return v.Show("zone", "Time zone", zoneView{Zone: zone, Back: site.Within(back), Other: !zones.Offered(zone)}).
		Lead("Times are shown in this zone in this browser. Nothing changes for anybody else.")
}

// chooseZone keeps the zone in a cookie of the browser and leads back to where it was chosen. It is no record of the
// member: who travels with one device wants the zone of that device, and the other one at home as it was.
func chooseZone(v *site.Visit) (site.Answer, error) {
	name := v.Field("zone")
	zone, ok := zones.Named(name)
	if !ok {
		return zonePage(v, v.Field("back")).
			Refusing(models.InField("zone",
				models.Invalidf("the time zone %s is unknown; choose one of the list", models.Quote(name))))
	}
	a := site.Redirect(site.Within(v.Field("back")))
	a.Cookies = append(a.Cookies, v.NewCookie(site.ZoneCookieName, zone.String(), zoneLasts))
	return a, nil
}
