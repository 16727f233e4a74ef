package access

import (
	"bytes"
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
)

func TestKeys(t *testing.T) {
	t.Parallel()
	fresh := func(t *testing.T) string {
		t.Helper()
		k, err := NewKeySecret(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	t.Run("look as decided, never twice the same", func(t *testing.T) {
		seen := map[string]bool{}
		for range 500 {
			k := fresh(t)
			body, ok := strings.CutPrefix(k, "litmus_sk_")
			if !ok {
				t.Fatalf("got %s", k)
			}
			verify.Each(t, "the key", verify.Fields{"len(body)": {len(body), 43 + 6},
				"strings.Trim(body, base62Digits)": {strings.Trim(body, base62Digits), ""},
				"WellFormedKey(k)":                 {WellFormedKey(k), true}, "seen[k]": {seen[k], false}})
			seen[k] = true
		}
	})
	t.Run("the checksum finds typing errors", func(t *testing.T) {
		k := fresh(t)
		for n := len("litmus_sk_"); n < len(k); n++ {
			other := byte('a')
			if k[n] == other {
				other = 'b'
			}
			if wrong := k[:n] + string(other) + k[n+1:]; WellFormedKey(wrong) {
				t.Errorf("%s for %s was taken", wrong, k)
			}
		}
		for _, wrong := range []string{"", "litmus_sk_", k + "0", k[:len(k)-1], "litmus_pk_" + k[10:],
			strings.ToUpper(k), " " + k, "litmus_sk_" + strings.Repeat("é", 49)} {
			if WellFormedKey(wrong) {
				t.Errorf("%q was taken", wrong)
			}
		}
	})
	t.Run("every digit can stand in it", func(t *testing.T) {
		var all strings.Builder
		for range 60 {
			all.WriteString(fresh(t)[10:53])
		}
		for _, c := range base62Digits {
			if !strings.ContainsRune(all.String(), c) {
				t.Errorf("%c never occurred", c)
			}
		}
	})
	if k, err := NewKeySecret(bytes.NewReader(make([]byte, 42))); err == nil {
		t.Errorf("no entropy, no key: got %s", k)
	}
	t.Run("only a hash and the last four are kept", func(t *testing.T) {
		k := fresh(t)
		if h := HashKey(k); len(h) != 64 || h != HashKey(k) || h == HashKey(fresh(t)) || strings.Contains(h, k[10:20]) {
			t.Errorf("got %s", h)
		}
		if LastFour(k) != k[len(k)-4:] || LastFour("abc") != "abc" || LastFour("") != "" {
			t.Errorf("got %s", LastFour(k))
		}
	})
}

func TestScopes(t *testing.T) { // §5
	t.Parallel()
	k := Key{Scopes: []string{InterviewsWrite}}
	if k.Allows(InterviewsRead) || !k.Allows(InterviewsWrite) || !k.Allows(InterviewsRead, InterviewsWrite) ||
		k.Allows() {
		t.Error("read and write are independent; either of two scopes will do")
	}
	if legacy := (Key{}); !legacy.Allows(RolesRead) || !legacy.Allows("scopes:of_tomorrow") {
		t.Error("a legacy key is unrestricted until it is first edited")
	}
	if none := (Key{Scopes: []string{}}); none.Allows(RolesRead) {
		t.Error("an empty list allows something")
	}
	if full := (Key{Scopes: Scopes}); full.Allows("scopes:of_tomorrow") {
		t.Error("full access is a snapshot")
	}
	got, err := CheckScopes([]string{SubmissionsRead, RolesRead, SubmissionsRead, "archives:read"})
	if err != nil || strings.Join(got, " ") != "roles:read submissions:read archives:read" {
		t.Errorf("got %v, %v; want each once, in the order of §5", got, err)
	}
	for _, in := range [][]string{nil, {}, {"roles:write"}, {RolesRead, ""}, {"ROLES:READ"}} {
		desk.WantRefusal(t, strings.Join(in, " "), models.Invalid, "")(CheckScopes(in))
	}
	if len(Scopes) != 13 {
		t.Errorf("§5 lists 13 scopes, here are %d", len(Scopes))
	}
}

// TestDecideScopes is the table of what an edit of a key's scopes comes to (§5 rule 4, D21).
func TestDecideScopes(t *testing.T) {
	t.Parallel()
	revoked := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	list := func(scopes ...string) []string { return scopes }
	for name, c := range map[string]struct {
		key           Key
		shown, wanted []string
		want          []string
		kind          models.Kind
		says          string
	}{
		"another scope": {Key{Scopes: list(RolesRead)}, list(RolesRead), list(InterviewsRead),
			list(InterviewsRead), 0, ""},
		"in the order of §5, once": {Key{Scopes: list(RolesRead)}, list(RolesRead),
			list(InterviewsWrite, RolesRead, RolesRead), list(RolesRead, InterviewsWrite), 0, ""},
		"a legacy key's first edit": {Key{}, nil, Scopes, Scopes, 0, ""},
		"none":                      {Key{Scopes: list(RolesRead)}, list(RolesRead), nil, nil, models.Invalid, "a key needs at least one scope"},
		"one that does not exist": {Key{Scopes: list(RolesRead)}, list(RolesRead), list("roles:eat"), nil, models.Invalid,
			`scope "roles:eat" is unknown`},
		"edited meanwhile": {Key{Scopes: list(RolesRead, InvitesWrite)}, list(RolesRead), list(InterviewsRead), nil,
			models.Conflict, "now it has roles:read, invites:write"},
		"a legacy key edited meanwhile": {Key{Scopes: list(RolesRead)}, nil, list(InterviewsRead), nil, models.Conflict,
			"now it has roles:read"},
		"a form that showed scopes of a legacy key": {Key{}, []string{}, list(InterviewsRead), nil, models.Conflict,
			"now it is unrestricted"},
		"revoked": {Key{Scopes: list(RolesRead), RevokedAt: &revoked}, list(RolesRead), list(InterviewsRead), nil,
			models.Conflict, "revoked"},
	} {
		got, err := DecideScopes(c.key, c.shown, c.wanted)
		switch {
		case c.says == "" && (err != nil || !slices.Equal(got, c.want)):
			t.Errorf("%s: the scopes are %v (%v), want %v", name, got, err, c.want)
		case c.says != "" && (models.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: the edit comes to %v (%v), want a refusal of kind %d that says %q", name, got, err, c.kind, c.says)
		}
	}
}
