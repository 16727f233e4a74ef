package effect_test

import (
	"strings"
	"testing"

	"litmus/models/effect"
	"litmus/models/keyring"
)

// TestReturnTag: a letter is found by its own tag and by no other letter's, however mail servers write it, and the tag
// fits into an address.
func TestReturnTag(t *testing.T) {
	t.Parallel()
	secret := keyring.Secret("a secret of thirty-two bytes....")
	letter := effect.Entry{InterviewID: "int_01a21d75e0f671fa92ac002aea7ce526", Target: "mail:candidate:ann@x.example",
		ProviderID: "int_01a21d75e0f671fa92ac002aea7ce526.3.confirmation.ab12cd34ef@hire.example"}
	tag := letter.ReturnTag(secret)
	if tag != strings.ToLower(tag) || len(tag) > effect.MaxReturnTag ||
		effect.ReturnSubject(tag) != letter.InterviewID {
		t.Errorf("tag %q of %d octets", tag, len(tag))
	}
	if !letter.HasReturnTag(secret, tag) {
		t.Error("the letter is not found by its tag")
	}
	next := letter
	next.ProviderID = strings.Replace(letter.ProviderID, ".3.", ".4.", 1)
	unsent := letter
	unsent.ProviderID = ""
	copied := letter
	copied.Target = "calendar:ann@x.example"
	for what, e := range map[string]effect.Entry{"the next letter": next, "one that was never tried": unsent,
		"a copy in a calendar": copied} {
		if e.HasReturnTag(secret, tag) {
			t.Errorf("%s is found by it", what)
		}
	}
	if letter.HasReturnTag(keyring.Secret("another secret of thirty-two...."), tag) || letter.HasReturnTag(secret, "") ||
		letter.HasReturnTag(secret, letter.InterviewID+".") {
		t.Error("a guessed tag counts")
	}
	longest := effect.Entry{CandidateID: "cand_01a21d75e0f671fa92ac002aea7ce526", ProviderID: "x"}
	if n := len(longest.ReturnTag(secret)); n != effect.MaxReturnTag {
		t.Errorf("the longest tag has %d octets, want %d", n, effect.MaxReturnTag)
	}
}
