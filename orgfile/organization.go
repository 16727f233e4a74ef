package orgfile

import (
	"encoding/base64"
	"net/netip"
	"strings"

	"litmus/models"
	"litmus/models/setup"
	"litmus/ports/outbound"
)

func readOrganization(v value) setup.Organization {
	o, ok := v.object("slug", "name", "approved", "time_zone", "language", "mail_from", "support_email",
		"admins", "recruiters", "invite_days", "candidate_reschedule", "candidate_cancel", "undo_seconds",
		"refill_hours", "fallback_recipients", "brand", "limits", "allow_private_networks")
	if !ok {
		return setup.Organization{}
	}
	org := setup.Organization{
		Slug:                  o.required("slug", "a short name such as acme").slug(),
		Name:                  o.required("name", "the name that candidates read").phrase(),
		Approved:              o.get("approved").boolean(true),
		TimeZone:              o.get("time_zone").zone("UTC"),
		Language:              o.get("language").choice(models.DefaultLanguage, models.Languages...),
		MailFrom:              o.get("mail_from").mailbox(),
		SupportEmail:          o.get("support_email").email(),
		InviteDays:            o.get("invite_days").integer(0, 1, models.MaxInviteDays),
		RescheduleMax:         models.DefaultReschedules,
		RescheduleCutoffHours: models.DefaultCutoffHours,
		UndoSeconds:           o.get("undo_seconds").integer(models.DefaultUndoSeconds, 0, models.MaxUndoSeconds),
		RefillHours:           o.get("refill_hours").integer(0, 0, models.MaxRefillHours),
		FallbackRecipients:    o.get("fallback_recipients").emails(),
		AllowPrivateNetworks:  o.get("allow_private_networks").networks(),
	}
	org.MemberNames = map[string]string{}
	org.Admins = o.get("admins").mailboxes(org.MemberNames)
	org.Recruiters = o.get("recruiters").mailboxes(org.MemberNames)
	if len(org.MemberNames) == 0 {
		org.MemberNames = nil
	}
	if b, ok := o.get("brand").object("accent", "logo"); ok {
		org.Brand = readBrand(b)
	}
	if r, ok := o.get("candidate_reschedule").object("max", "cutoff_hours", "picked_only"); ok {
		org.RescheduleMax = r.get("max").integer(org.RescheduleMax, 0, models.MaxReschedules)
		org.RescheduleCutoffHours = r.get("cutoff_hours").integer(org.RescheduleCutoffHours, 0, models.MaxCutoffHours)
		org.MovePickedOnly = r.get("picked_only").boolean(false)
	}
	if c, ok := o.get("candidate_cancel").object("allowed", "cutoff_hours"); ok {
		org.CancelForbidden = !c.get("allowed").boolean(true)
		org.CancelCutoffHours = c.get("cutoff_hours").integer(0, 0, models.MaxCutoffHours)
	}
	if l, ok := o.get("limits").object(append(limitNames(), "no_shows_count")...); ok {
		org.Limits.InterviewLimits = l.limits()
		org.Limits.NoShowsFree = !l.get("no_shows_count").boolean(true)
	}
	return org
}

// limitNames are the fields of limits of interviews.
func limitNames() (names []string) {
	for _, f := range models.LimitFields {
		names = append(names, f.Name)
	}
	return names
}

// limits reads how much somebody interviews at most; 0 is no limit.
func (o object) limits() (l models.InterviewLimits) {
	for _, f := range models.LimitFields {
		*f.Of(&l) = o.get(f.Name).integer(0, 0, f.Most)
	}
	return l
}

// limitsOf reads the limits that somebody, or a pool, has in the field "limits".
func (o object) limitsOf() (l models.InterviewLimits) {
	if field, ok := o.get("limits").object(limitNames()...); ok {
		l = field.limits()
	}
	return l
}

// networks reads a list of networks in CIDR notation, or of single addresses.
func (v value) networks() (all []netip.Prefix) {
	for _, item := range v.items("") {
		s, _ := item.text()
		read, err := outbound.ParseNetworks(s)
		if err != nil {
			item.problem("%s", err.Error())
		}
		all = append(all, read...)
	}
	return all
}

func (v value) slug() string {
	s, ok := v.text()
	if !ok {
		return ""
	}
	if err := models.CheckSlug("the name", s); err != nil {
		v.refused(err)
		return ""
	}
	return s
}

// readBrand reads the accent colour, and the logo as the base64 of a PNG or SVG.
func readBrand(o object) (b setup.Brand) {
	accent := o.get("accent")
	typed, _ := accent.text()
	var err error
	if b.Accent, err = models.ParseAccent(typed); err != nil {
		accent.refused(err)
	}
	logo := o.get("logo")
	coded, ok := logo.text()
	if !ok {
		return b
	}
	b.Logo, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(coded), ""))
	if err != nil {
		logo.problem("this is not base64; expected the base64 of a PNG or SVG")
		return b
	}
	if b.LogoType, err = models.ParseLogo(b.Logo); err != nil {
		logo.refused(err)
	}
	return b
}
