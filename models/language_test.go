package models

import (
	"strings"
	"testing"
)

func TestParseLanguage(t *testing.T) { // RFC 5646
	t.Parallel()
	for tag, want := range map[string]string{"": "", "en": "en", "de": "de", "DE": "de", "de-AT": "de",
		"de-Latn-CH-1996": "de"} {
		if got, err := ParseLanguage("candidate_language", tag); got != want || err != nil {
			t.Errorf("%q is read as %q, %v; want %q", tag, got, err, want)
		}
	}
	for tag, want := range map[string]string{"fr": "expected one of en, de", "fr-CA": "expected one of en, de",
		"german": "expected one of en, de", "de-": "no language tag", "de_AT": "no language tag", "dé": "no language tag",
		"-": "no language tag", "de-123456789": "no language tag", " de": "no language tag"} {
		if _, err := ParseLanguage("candidate_language", tag); KindOf(err) != Invalid ||
			!strings.Contains(err.Error(), "candidate_language ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is refused with %v, want %q", tag, err, want)
		}
	}
}
