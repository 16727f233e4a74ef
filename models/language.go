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
