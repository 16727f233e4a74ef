package models

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxNameRunes = 300

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

// maxJobTitleRunes is how long a title of somebody's work can be: it stands beside their name in letters.
const maxJobTitleRunes = 100

// ParseJobTitle returns the title of somebody's work, such as Staff engineer, as [CleanName] does, "" for none.
// Candidates read it. One of more than 100 characters is refused with kind [Invalid].
func ParseJobTitle(field, s string) (string, error) {
	s, err := CleanName(field, s)
	if err != nil {
		return "", err
	}
	s = strings.Join(strings.Fields(s), " ")
	if n := utf8.RuneCountInString(s); n > maxJobTitleRunes {
		return "", About(Refusal{Cause: CauseLong, Field: field, Value: strconv.Itoa(n), Most: maxJobTitleRunes},
			Invalidf("%s has %d characters; at most %d are allowed", field, n, maxJobTitleRunes))
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
