package models

import (
	"slices"
	"strings"
	"testing"

	"litmus/internal/verify"
)

// TestSender proves that an admin chooses a sender of the operator's domains, or of the one that is stored.
func TestSender(t *testing.T) {
	t.Parallel()
	o := Organization{ID: "org_1", Name: "Acme", TimeZone: "UTC", MailFrom: "Acme <hi@Mail.Acme.example>", Version: 3,
		Origin: OriginDashboard}
	p := Policy{MailDomains: []string{"hire.example", "acme.example"}}
	for from, ok := range map[string]bool{
		"":                                   true,
		"Acme <hi@Mail.Acme.example>":        true,
		"jobs@mail.acme.example":             true, // another address of the domain that is stored
		"hiring@hire.example":                true,
		"ceo@bank.example":                   false,
		"hi@sub.acme.example":                false,
		`"hi@acme.example" <x@bank.example>`: false,
	} {
		s := o.Settings()
		s.MailFrom = from
		after, _, err := o.DecideSettings(s, 3, p)
		want := verify.Fields{"error": {err, nil}, "MailFrom": {after.MailFrom, from}}
		if !ok {
			want = verify.Fields{"kind": {KindOf(err), Invalid}, "MailFrom": {after.MailFrom, o.MailFrom},
				"error": {err, verify.Says{"(acme.example, hire.example, mail.acme.example)"}}}
		}
		verify.Each(t, from, want)
	}
	o.MailFrom = ""
	if got := o.SenderDomains(nil); len(got) != 0 {
		t.Errorf("without any domain: %q", got)
	}
	if got := o.SenderDomains([]string{"b.example", "a.example", "b.example"}); !slices.Equal(got,
		[]string{"a.example", "b.example"}) {
		t.Errorf("got %q", got)
	}
}

func TestParseDomain(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{" Acme.Example ": "acme.example", "localhost": "localhost",
		"a-b.x1.example": "a-b.x1.example", "": "", "acme.example.": "", "hi@acme.example": "", "*.acme.example": "",
		"-a.example": "", "a..example": "", "https://acme.example": "", strings.Repeat("a.", 127) + "example": ""} {
		if got, err := ParseDomain("the list", s); got != want || (KindOf(err) == Invalid) != (want == "") {
			t.Errorf("%q: %q, %v", s, got, err)
		}
	}
}
