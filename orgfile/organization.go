package orgfile

import (
	"net/netip"
	"regexp"

	"litmus/models"
	"litmus/ports/outbound"
)

// Bounds of the organization's numbers: wide enough for any use, and narrow enough that sums of dates do not overflow.
const (
	maxInviteDays  = 3650 // ten years
	maxReschedules = 1000
	maxCutoffHours = 8760 // a year
)

// slugForm accepts what is safe as a path segment, as a host label and on a command line.
var slugForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?$`)

func readOrganization(v value) models.OrganizationSetup {
	o, ok := v.object("slug", "name", "approved", "time_zone", "mail_from", "admins", "recruiters",
		"invite_days", "candidate_reschedule", "allow_private_networks")
	if !ok {
		return models.OrganizationSetup{}
	}
	org := models.OrganizationSetup{
		Slug:       o.required("slug", "a short name such as acme").slug(),
		Name:       o.required("name", "the name that candidates read").phrase(),
		Approved:   o.get("approved").boolean(true),
		TimeZone:   o.get("time_zone").zone("UTC"),
		MailFrom:   o.get("mail_from").mailbox(),
		Admins:     o.get("admins").emails(),
		Recruiters: o.get("recruiters").emails(),
		InviteDays: o.get("invite_days").integer(0, 1, maxInviteDays),
		// A candidate reschedules at most twice, up to 12 hours before (decision 80).
		RescheduleMax:         2,
		RescheduleCutoffHours: 12,
		AllowPrivateNetworks:  o.get("allow_private_networks").networks(),
	}
	if r, ok := o.get("candidate_reschedule").object("max", "cutoff_hours"); ok {
		org.RescheduleMax = r.get("max").integer(org.RescheduleMax, 0, maxReschedules)
		org.RescheduleCutoffHours = r.get("cutoff_hours").integer(org.RescheduleCutoffHours, 0, maxCutoffHours)
	}
	return org
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
	if ok && !slugForm.MatchString(s) {
		v.problem("%s is not a slug; expected 1 to 63 lower-case letters, digits, hyphens or underscores, beginning "+
			"and ending with a letter or digit", models.Quote(s))
		return ""
	}
	return s
}
