package models

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// CleanAnswer is [CleanText] without the empty lines before and the space after.
func CleanAnswer(text string) string {
	return strings.TrimRight(strings.TrimLeft(CleanText(text), "\n"), " \t\n")
}

// CleanText turns line ends of every kind into \n and removes control characters except tabs.
func CleanText(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n").
		Replace(strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}

// CleanLine cleans a title or a name as [CleanName] does; one that is required must not be empty.
func CleanLine(name string, text *string, required bool) (err error) {
	if *text, err = CleanName(name, *text); err != nil {
		return err
	}
	if required && *text == "" {
		return About(Refusal{Cause: CauseRequired, Field: name}, Invalidf("%s is required", name))
	}
	return nil
}

// MaxReasonRunes is how many characters a reason may have: for which somebody asks for a replacement, or cancels or
// moves an interview.
const MaxReasonRunes = 500

// ParseReason returns a reason as it is stored, on one line and without control characters; the error is of kind
// [Invalid].
func ParseReason(s string) (string, error) {
	s = strings.Join(strings.Fields(CleanAnswer(s)), " ")
	if n := utf8.RuneCountInString(s); n > MaxReasonRunes {
		return "", InField("reason",
			Invalidf("the reason has %d characters; at most %d are allowed", n, MaxReasonRunes))
	}
	return s, nil
}

// Count returns a number with its noun: "1 step", "2 steps".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Lasting says exactly how long something is: "24 hours", "1 hour 30 minutes".
func Lasting(d time.Duration) string {
	var parts []string
	for _, unit := range []struct {
		is   time.Duration
		noun string
	}{{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if n := d / unit.is; n > 0 {
			parts = append(parts, Count(int(n), unit.noun))
			d -= n * unit.is
		}
	}
	return strings.Join(parts, " ")
}

// JSONText is the value as JSON, for comparison.
func JSONText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings, numbers and booleans always marshal
	}
	return string(b)
}
