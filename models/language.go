package models

import (
	"slices"
	"strings"
)

// Languages are the codes (BCP 47) of the languages in which candidates are addressed; phrases has a file for each.
var Languages = []string{DefaultLanguage, "de"}

// DefaultLanguage is that of an organization that chose none.
const DefaultLanguage = "en"

// CheckLanguage checks the code of a language. The error, of kind [Invalid], names field.
func CheckLanguage(field, code string) error {
	if !slices.Contains(Languages, code) {
		return InField(field, Invalidf("%s %s is none that candidates are addressed in; expected one of %s", field,
			Quote(code), strings.Join(Languages, ", ")))
	}
	return nil
}

// ParseLanguage reads a language tag (BCP 47) as programs send it: "de", "de-AT" or "DE". It returns the code of the
// language in which candidates are addressed, "" for "". The error, of kind [Invalid], names field.
func ParseLanguage(field, tag string) (string, error) {
	if tag == "" {
		return "", nil
	}
	subtags := strings.Split(tag, "-")
	for _, s := range subtags {
		if s == "" || len(s) > maxSubtag || strings.ContainsFunc(s, notInSubtag) {
			return "", InField(field, Invalidf("%s %s is no language tag, such as de or de-AT", field, Quote(tag)))
		}
	}
	code := strings.ToLower(subtags[0])
	return code, CheckLanguage(field, code)
}

// maxSubtag is how many characters a subtag has at most (RFC 5646 2.1), which are letters and digits of ASCII.
const maxSubtag = 8

func notInSubtag(r rune) bool {
	return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// Hour cycles: how somebody writes times of day, by the names of CLDR.
const (
	TwelveHours     = "h12"
	TwentyFourHours = "h23"
)

// Reading is how a candidate reads: their language and their hour cycle, each "" if it is not known.
type Reading struct{ Language, HourCycle string }

// Check checks what is known. The error is of kind [Invalid].
func (r Reading) Check() error {
	if r.Language != "" {
		if err := CheckLanguage("language", r.Language); err != nil {
			return err
		}
	}
	if r.HourCycle != "" && r.HourCycle != TwelveHours && r.HourCycle != TwentyFourHours {
		return InField("hours", Invalidf("hours %s is neither %s nor %s", Quote(r.HourCycle), TwelveHours,
			TwentyFourHours))
	}
	return nil
}
