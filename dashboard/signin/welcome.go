package signin

import (
	"html/template"
	"net/http"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/zones"
)

// welcomeView is the page on which the first admin makes the organization.
type welcomeView struct {
	Action string
	Form   models.NewOrganizationForm
	Fresh  bool // nothing was typed yet: the zone may be the device's
}

// Zones returns the zones as <option> elements.
func (w welcomeView) Zones() template.HTML { return zones.Options(w.Form.TimeZone) }

// OtherZone reports whether the zone is none of [welcomeView.Zones].
func (w welcomeView) OtherZone() bool { return !zones.Offered(w.Form.TimeZone) }

// welcome serves the page that makes the first organization of an empty database (D5, D23).
func welcome(v *site.Visit) (site.Answer, error) {
	if ok, err := welcomed(v); err != nil || !ok {
		return notWelcome(v), err
	}
	return welcomePage(v, models.NewOrganizationForm{TimeZone: "UTC"}, true), nil
}

func welcomePage(v *site.Visit, form models.NewOrganizationForm, fresh bool) site.Answer {
	return v.Show("welcome", "Make your organization", welcomeView{v.URL.Path, form, fresh}).
		Lead("You will be its first admin. Everything but the short name can be changed later.")
}

// notWelcome is the answer to a link to [welcome] that does not work any more.
func notWelcome(v *site.Visit) site.Answer {
	return v.Refusal(http.StatusGone, site.Words{Heading: "This link does not work any more",
		Lead: "Either it is older than 15 minutes, or the organization was made meanwhile: then sign in to it. " +
			"`litmus up --empty` prints a new one when it starts."})
}

// makeOrganization makes the first organization and signs its admin in.
func (s *SignIn) makeOrganization(v *site.Visit) (site.Answer, error) {
	if ok, err := welcomed(v); err != nil || !ok {
		return notWelcome(v), err
	}
	form := models.NewOrganizationForm{Name: v.Field("name"), Slug: v.Field("slug"), TimeZone: v.Field("time_zone"),
		AdminName: v.Field("admin_name"), AdminEmail: v.Field("admin_email")}
	n, err := form.Parse()
	if err != nil {
		return welcomePage(v, form, false).Refusing(err)
	}
	n.PrivateNetworks = s.PrivateNetworks
	o, admin, err := v.Acts.Team.CreateOrganization(v.Context(), n, true)
	if models.KindOf(err) == models.Conflict {
		return notWelcome(v), nil
	}
	if err != nil {
		return site.Answer{}, err
	}
	return signIn(v, o.ID, admin.Email, models.DashboardPath)
}

// welcomed reports whether the path's token opens the page that makes the first organization: it is of the newest link
// that `litmus up --empty` printed, and there is no organization yet.
func welcomed(v *site.Visit) (bool, error) {
	if !access.Welcomes(v.Store.Secret(), v.PathValue("token"), v.Now) {
		return false, nil
	}
	orgs, err := v.Store.Team.Organizations(v.Context())
	return len(orgs) == 0, err
}
