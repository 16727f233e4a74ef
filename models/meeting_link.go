package models

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxLinkBytes is how long a link can be.
const MaxLinkBytes = 2048

// ParseMeetingLink returns a meeting link, which is a [ParseLink] without a user name before its host: people follow it
// to join, and https://meet.google.com@evil.example leads elsewhere than it seems.
func ParseMeetingLink(field, s string) (string, error) {
	s, err := ParseLink(field, s)
	if err != nil || s == "" {
		return s, err
	}
	if u, err := url.Parse(s); err != nil || u.User != nil {
		return "", About(Refusal{Cause: CauseLinkUser, Field: field, Value: s},
			Invalidf("%s %s has a user name before its host, which a link to join has not; write the host right "+
				"behind ://", field, Quote(s)))
	}
	return s, nil
}

// ChangeMeetingLink is [ParseMeetingLink] for a link that may be the stored one. That is left alone: it may be from
// before links with a user name were refused, and must not stand in the way of other changes.
func ChangeMeetingLink(field, stored, s string) (string, error) {
	if s == stored {
		return s, nil
	}
	return ParseMeetingLink(field, s)
}

// ParseLink returns an absolute http or https URL of at most 2,048 bytes, "" when s is "". The error, of kind
// [Invalid], names field.
func ParseLink(field, s string) (string, error) {
	if s == "" {
		return "", nil
	}
	if len(s) > MaxLinkBytes {
		return "", About(Refusal{Cause: CauseLong, Field: field, Value: strconv.Itoa(len(s)), Most: MaxLinkBytes},
			Invalidf("%s is %d bytes long; a URL has at most %d", field, len(s), MaxLinkBytes))
	}
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.Opaque != "" ||
		strings.ContainsFunc(s, notInLink) {
		return "", About(Refusal{Cause: CauseLink, Field: field, Value: s},
			Invalidf("%s %s is not an absolute http or https URL", field, Quote(s)))
	}
	return s, nil
}

func notInLink(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == utf8.RuneError }
