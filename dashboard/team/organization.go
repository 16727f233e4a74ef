package team

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/phrases"
	"litmus/zones"
)

// organizationView is the page with the organization's settings and its brand.
type organizationView struct {
	Organization models.Organization // as it is stored
	Form         models.SettingsForm // as it is stored, or as it was typed
	Stored       []settingDifference // what differs from it, after somebody else saved meanwhile
	File         bool                // kept in the organization file
	InviteDays   int                 // if the organization has no number of its own
	Senders      []string            // domains that letters may come from
	Reminders    []string
	Limits       limitsView
	Accent       string // as it is stored, or as it was typed
	Contrast     string // of the stored colour with a light page
	AccentUsed   bool
	Logo         string // its address, "" for none
}

// settingDifference is a setting of which two versions are shown.
type settingDifference struct{ Name, Stored string }

// Zones returns the zones as <option> elements.
func (o organizationView) Zones() template.HTML { return zones.Options(o.Form.TimeZone) }

// OtherZone reports whether the zone is none of [organizationView.Zones].
func (o organizationView) OtherZone() bool { return !zones.Offered(o.Form.TimeZone) }

// Languages are those that can be chosen, by their code.
func (o organizationView) Languages() []*phrases.Language { return phrases.All() }

// organization serves the page with the settings (D23).
func organization(v *site.Visit) (site.Answer, error) {
	o, err := v.Store.Team.OrganizationOf(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	return organizationPage(v, settingsOf(v, o)), nil
}

func organizationPage(v *site.Visit, view organizationView) site.Answer {
	return v.Show("organization", "Organization", view)
}

func settingsOf(v *site.Visit, o models.Organization) organizationView {
	policy := v.Store.Policy()
	view := organizationView{Organization: o, Form: o.Settings().FormOf(), File: o.Origin == models.OriginFile,
		InviteDays: int(policy.InviteTTL / (24 * time.Hour)), Accent: o.Brand.Accent,
		Limits:  limitsOf(o.Limits.FormOf(), o.Limits.NoShowsFree),
		Senders: o.SenderDomains(policy.MailDomains)}
	for _, before := range policy.Reminders {
		view.Reminders = append(view.Reminders, models.Lasting(before))
	}
	if o.Brand.Accent != "" {
		view.Contrast = fmt.Sprintf("%.1f", models.Contrast(o.Brand.Accent, o.Brand.Ground()))
		_, view.AccentUsed = o.Brand.Colours()
	}
	if o.Brand.LogoType != "" {
		view.Logo = models.LogoPath(o.ID, o.Brand.Version)
	}
	return view
}

// editOrganization saves the settings. If somebody else saved meanwhile both versions are shown, and saving again
// replaces the other one.
func editOrganization(v *site.Visit) (site.Answer, error) {
	form := models.SettingsForm{Name: v.Field("name"), TimeZone: v.Field("time_zone"), MailFrom: v.Field("mail_from"),
		SupportEmail: v.Field("support_email"),
		Language:     v.Field("language"),
		InviteDays:   v.Field("invite_days"), RescheduleMax: v.Field("reschedule_max"),
		RescheduleCutoffHours: v.Field("reschedule_cutoff_hours"),
		MovePickedOnly:        v.Form.Has("move_picked_only"), UndoSeconds: v.Field("undo_seconds"),
		CancelForbidden: v.Form.Has("cancel_forbidden"), CancelCutoffHours: v.Field("cancel_cutoff_hours"),
		RefillHours: v.Field("refill_hours"), FallbackRecipients: v.Field("fallback_recipients")}
	settings, err := form.Parse()
	if err == nil {
		_, err = v.Acts.Team.EditOrganization(v.Context(), v.By(), settingsVersion(v), settings)
	}
	if err == nil {
		return site.RedirectNote(site.OrganizationPath, "The settings are saved."), nil
	}
	o, failed := v.Store.Team.OrganizationOf(v.Context(), v.Org.ID)
	if failed != nil {
		return site.Answer{}, failed
	}
	view := settingsOf(v, o)
	if models.KindOf(err) == models.Conflict && o.Version != settingsVersion(v) {
		view.Stored = differences(o.Settings().FormOf(), form)
	}
	view.Form = form
	return organizationPage(v, view).Refusing(err)
}

// settingsVersion returns the version of the settings that the form showed.
func settingsVersion(v *site.Visit) int64 {
	n, _ := strconv.ParseInt(v.Field("version"), 10, 64) // another text is no version, which is refused as stale
	return n
}

// differences lists the settings that are stored otherwise than they were typed.
func differences(stored, typed models.SettingsForm) (out []settingDifference) {
	said := map[bool]string{true: "yes", false: "no"}
	for _, d := range []struct{ name, stored, typed string }{
		{"Name", stored.Name, typed.Name},
		{"Time zone", stored.TimeZone, typed.TimeZone},
		{"Language", stored.Language, typed.Language},
		{"Sender of letters", stored.MailFrom, typed.MailFrom},
		{"Address for questions", stored.SupportEmail, typed.SupportEmail},
		{"Days of an invitation", stored.InviteDays, typed.InviteDays},
		{"Most changes of a time", stored.RescheduleMax, typed.RescheduleMax},
		{"Candidates move only what they picked", said[stored.MovePickedOnly],
			said[typed.MovePickedOnly]},
		{"Hours before", stored.RescheduleCutoffHours, typed.RescheduleCutoffHours},
		{"Candidates may cancel", said[!stored.CancelForbidden], said[!typed.CancelForbidden]},
		{"Hours before which they may", stored.CancelCutoffHours, typed.CancelCutoffHours},
		{"Seconds to take a change back", stored.UndoSeconds, typed.UndoSeconds},
		{"Hours before which a seat is refilled", stored.RefillHours, typed.RefillHours},
		{"Fallback recipients", stored.FallbackRecipients, typed.FallbackRecipients},
	} {
		if strings.Join(strings.Fields(d.stored), " ") != strings.Join(strings.Fields(d.typed), " ") {
			out = append(out, settingDifference{d.name, d.stored})
		}
	}
	return out
}

// editBrand saves the accent colour and the logo.
func editBrand(v *site.Visit) (site.Answer, error) {
	edit := models.BrandEdit{RemoveLogo: v.Form.Has("remove_logo")}
	var err error
	edit.Accent, err = models.ParseAccent(v.Field("accent"))
	if logo, sent := v.Files["logo"]; err == nil && sent {
		edit.Logo = logo.Body
		edit.LogoType, err = models.CheckLogo(logo.Body)
	}
	if err == nil {
		_, err = v.Acts.Team.EditBrand(v.Context(), v.By(), settingsVersion(v), edit)
	}
	if err == nil {
		return site.RedirectNote(site.OrganizationPath, "The brand is saved."), nil
	}
	o, failed := v.Store.Team.OrganizationOf(v.Context(), v.Org.ID)
	if failed != nil {
		return site.Answer{}, failed
	}
	view := settingsOf(v, o)
	view.Accent = v.Field("accent")
	return organizationPage(v, view).Refusing(err)
}
