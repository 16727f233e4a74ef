package models

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxEmailBytes = 254 // RFC 5321 4.5.3.1.3 less the angle brackets
	maxNameRunes  = 300
	MaxLinkBytes  = 2048
)

// ParseEmail returns the address trimmed and lower-cased as a whole: a bare address of at most 254 bytes. The error, of
// kind [Invalid], names field.
func ParseEmail(field, s string) (string, error) {
	e := strings.ToLower(strings.TrimSpace(s))
	local, domain, ok := cutLast(e, '@')
	switch {
	case e == "":
		return "", About(Refusal{Cause: CauseRequired, Field: field},
			Invalidf("%s is required: a bare email address such as ann@example.com", field))
	case len(e) > maxEmailBytes:
		return "", About(Refusal{Cause: CauseLong, Field: field, Value: strconv.Itoa(len(e)), Most: maxEmailBytes},
			Invalidf("%s is %d bytes long; an email address has at most %d", field, len(e), maxEmailBytes))
	case !ok, local == "", domain == "", !utf8.ValidString(s), strings.ContainsFunc(e, notInAddress),
		strings.Contains(local, "@"), len(local) > 64, hasBadDots(local), hasBadDots(domain),
		strings.ContainsAny(domain, "!#$%&'*/=?^`{|}~+_"):
		return "", About(Refusal{Cause: CauseEmail, Field: field, Value: s},
			Invalidf("%s %s is not a bare email address such as ann@example.com", field, Quote(s)))
	}
	return e, nil
}

func cutLast(s string, sep byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

func notInAddress(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || !unicode.IsPrint(r) || r == utf8.RuneError ||
		strings.ContainsRune(`<>()[]\,;:"`, r)
}

func hasBadDots(s string) bool {
	return strings.HasPrefix(s, ".") || strings.HasSuffix(s, ".") || strings.Contains(s, "..")
}

// CleanName removes control characters and surrounding space from a name or a title. An invisible name is "". A name
// over 300 characters is refused with kind [Invalid].
func CleanName(field, s string) (string, error) {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, s)
	s = strings.TrimSpace(s)
	if n := utf8.RuneCountInString(s); n > maxNameRunes {
		return "", About(Refusal{Cause: CauseLong, Field: field, Value: strconv.Itoa(n), Most: maxNameRunes},
			Invalidf("%s has %d characters; at most %d are allowed", field, n, maxNameRunes))
	}
	if Blank(s) {
		return "", nil
	}
	return s, nil
}

// Blank reports whether nothing of a text can be seen: it is empty, or has no letter, digit, sign or symbol that leaves
// a mark. So a text of zero-width characters is blank, and one that has them between letters, as some scripts and
// pictures need them, is not.
func Blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && !slices.Contains(blankLetters, r)
	})
}

// blankLetters are letters and symbols that are empty by definition: fillers of Hangul, and Braille without a dot.
var blankLetters = []rune{'\u115F', '\u1160', '\u2800', '\u3164', '\uFFA0'}

// NameOf returns name, or the part of email before the @ if there is no name.
func NameOf(name, email string) string {
	if name != "" {
		return name
	}
	local, _, _ := cutLast(email, '@')
	return local
}

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

// Quote shows a value of a request in an error message: quoted, with control characters and invalid UTF-8 escaped, and
// cut to at most 80 runes.
func Quote(s string) string {
	n, cut := 0, 0
	for i := range s { // each invalid byte counts as one rune
		if n++; n == 78 {
			cut = i
		}
		if n > 80 {
			return fmt.Sprintf("%q", s[:cut]+"...")
		}
	}
	return fmt.Sprintf("%q", s)
}
