package orgfile

import (
	"net/mail"
	"strings"

	"go.yaml.in/yaml/v3"

	"litmus/models"
	"litmus/models/setup"
)

// email reads a bare address in lower case. It returns "" if it is absent, or adds a problem if it is not an address.
func (v value) email() string {
	s, ok := v.text()
	if !ok || strings.TrimSpace(s) == "" {
		return ""
	}
	e, err := models.ParseEmail("the address", s)
	if err != nil {
		v.refused(err)
	}
	return e
}

// addressed returns the entries of a list of addresses. An empty one is a problem.
func (v value) addressed() (items []value) {
	for _, item := range v.items("") {
		if item.node.Kind == yaml.ScalarNode && strings.TrimSpace(item.node.Value) == "" {
			item.problem("an empty entry; expected an email address")
			continue
		}
		items = append(items, item)
	}
	return items
}

// emails reads a list of addresses in the order of the file and drops duplicates.
func (v value) emails() []string {
	var all []string
	seen := map[string]bool{"": true}
	for _, item := range v.addressed() {
		if e := item.email(); !seen[e] {
			seen[e] = true
			all = append(all, e)
		}
	}
	return all
}

// mailboxes is value.emails where a name may stand before an address, as in "Kit Ortiz <kit@acme.example>". It puts the
// names into names.
func (v value) mailboxes(names map[string]string) []string {
	var all []string
	seen := map[string]bool{"": true}
	for _, item := range v.addressed() {
		e := ""
		if s, _ := item.text(); !strings.Contains(s, "<") {
			e = item.email()
		} else if named, err := mail.ParseAddress(s); err != nil {
			item.problem("%s is no address; expected one such as %s", models.Quote(s),
				models.Quote("Kit Ortiz <kit@acme.example>"))
		} else if e, err = models.ParseEmail("the address", named.Address); err != nil {
			item.refused(err)
		} else if name, err := models.CleanName("the name", named.Name); err != nil {
			item.refused(err)
		} else if name != "" {
			names[e] = name
		}
		if !seen[e] {
			seen[e] = true
			all = append(all, e)
		}
	}
	return all
}

// mailbox reads the sender of letters: an address with or without a name before it (RFC 5322 3.4).
func (v value) mailbox() string {
	s, err := models.ParseMailbox("the sender", v.phrase())
	if err != nil {
		v.refused(err)
	}
	return s
}

// link reads a meeting link, or "" if it is absent. One that [models.ParseMeetingLink] refuses may be stored since
// before it did, so applying the file refuses it where it is another than the stored one.
func (v value) link() string {
	s, _ := v.text()
	l, err := models.ParseLink("the link", strings.TrimSpace(s))
	if err != nil {
		v.refused(err)
	}
	return l
}

// zone reads the name of an IANA time zone. It returns otherwise if it is absent; "" and Local are refused.
func (v value) zone(otherwise string) string {
	s, ok := v.text()
	if !ok {
		return otherwise
	}
	if err := models.CheckTimeZone("the zone", s); err != nil {
		v.refused(err)
		return otherwise
	}
	return s
}

// candidate reads the {email, name} of an import or a submission.
func (v value) candidate() setup.Candidate {
	o, ok := v.object("email", "name")
	if !ok {
		return setup.Candidate{}
	}
	return setup.Candidate{
		Email: o.required("email", "an email address").email(),
		Name:  o.get("name").phrase(),
	}
}
