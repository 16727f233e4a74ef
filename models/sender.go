package models

import (
	"net/mail"
	"regexp"
	"slices"
	"strings"
)

// SenderDomains returns the domains from which letters of the organization may come if an admin says so, sorted: those
// that the operator allows for every organization, and the stored sender's, since the organization file or an earlier
// list of the operator allowed it. The operator's mail server signs what it relays: otherwise an admin could write in
// the name of any domain that trusts it.
func (o Organization) SenderDomains(allowed []string) []string {
	out := slices.Clone(allowed)
	if own := mailboxDomain(o.MailFrom); own != "" {
		out = append(out, own)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// checkSender refuses a sender of letters whose domain is none of [Organization.SenderDomains]. It must be a mailbox,
// or "" for the service's own. The error is of kind [Invalid].
func (o Organization) checkSender(mailFrom string, allowed []string) error {
	domains := o.SenderDomains(allowed)
	if d := mailboxDomain(mailFrom); mailFrom == "" || slices.Contains(domains, d) {
		return nil
	}
	from := "no domain"
	if len(domains) > 0 {
		from = strings.Join(domains, ", ")
	}
	return InField("sender of letters",
		Invalidf("sender of letters %s is not of a domain that letters may come from (%s); whoever runs this "+
			"service can allow another one", Quote(mailFrom), from))
}

// mailboxDomain returns the domain of a mailbox in lower case, "" for what is none.
func mailboxDomain(mailbox string) string {
	a, err := mail.ParseAddress(mailbox)
	if err != nil {
		return ""
	}
	return strings.ToLower(a.Address[strings.LastIndexByte(a.Address, '@')+1:])
}

// domainForm is a host name (RFC 1123) in lower case.
var domainForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$`)

// ParseDomain returns a domain in lower case, with space around it removed. The error, of kind [Invalid], names field.
func ParseDomain(field, s string) (string, error) {
	d := strings.ToLower(strings.TrimSpace(s))
	if len(d) > 253 || !domainForm.MatchString(d) {
		return "", InField(field, Invalidf("%s %s is not a domain; expected one such as acme.example", field, Quote(s)))
	}
	return d, nil
}
