package letters

import (
	"net"
	netmail "net/mail"
	"net/url"
	"strings"
)

// HostOf returns the host of a base URL for use in UIDs and Message-IDs. It returns "localhost" for an IPv6 address,
// which is allowed in neither.
func HostOf(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Hostname() == "" || strings.Contains(u.Hostname(), ":") {
		return "localhost"
	}
	return u.Hostname()
}

// Sender returns an organization's mailbox: its own mailFrom, or else hiring@host.
func Sender(mailFrom, organization, host string) string {
	if mailFrom != "" {
		return mailFrom
	}
	return (&netmail.Address{Name: organization, Address: "hiring@" + SenderDomain(host)}).String()
}

// SenderDomain returns the domain of the service's own sender: its host, or localhost for an address.
func SenderDomain(host string) string {
	if net.ParseIP(host) != nil {
		return "localhost"
	}
	return host
}
