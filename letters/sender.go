package letters

import (
	"net"
	netmail "net/mail"
	"net/url"
	"strings"
)

// HostOf is the host of a base URL as UIDs (decision 56) and Message-IDs end with it; an IPv6 address stands in
// neither.
func HostOf(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Hostname() == "" || strings.Contains(u.Hostname(), ":") {
		return "localhost"
	}
	return u.Hostname()
}

// Sender is an organization's mailbox: its own, else one at the host.
func Sender(mailFrom, organization, host string) string {
	if mailFrom != "" {
		return mailFrom
	}
	if net.ParseIP(host) != nil {
		host = "localhost"
	}
	return (&netmail.Address{Name: organization, Address: "hiring@" + host}).String()
}
