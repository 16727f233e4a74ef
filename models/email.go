package models

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxEmailBytes = 254 // RFC 5321 4.5.3.1.3 less the angle brackets

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
