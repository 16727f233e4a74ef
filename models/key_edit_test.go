package models

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDecideScopes is the table of what an edit of a key's scopes comes to (§5 rule 4, D21).
func TestDecideScopes(t *testing.T) {
	t.Parallel()
	revoked := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	list := func(scopes ...string) []string { return scopes }
	for name, c := range map[string]struct {
		key           Key
		shown, wanted []string
		want          []string
		kind          Kind
		says          string
	}{
		"another scope": {Key{Scopes: list(RolesRead)}, list(RolesRead), list(InterviewsRead),
			list(InterviewsRead), 0, ""},
		"in the order of §5, once": {Key{Scopes: list(RolesRead)}, list(RolesRead),
			list(InterviewsWrite, RolesRead, RolesRead), list(RolesRead, InterviewsWrite), 0, ""},
		"a legacy key's first edit": {Key{}, nil, Scopes, Scopes, 0, ""},
		"none":                      {Key{Scopes: list(RolesRead)}, list(RolesRead), nil, nil, Invalid, "a key needs at least one scope"},
		"one that does not exist": {Key{Scopes: list(RolesRead)}, list(RolesRead), list("roles:eat"), nil, Invalid,
			`scope "roles:eat" is unknown`},
		"edited meanwhile": {Key{Scopes: list(RolesRead, InvitesWrite)}, list(RolesRead), list(InterviewsRead), nil,
			Conflict, "now it has roles:read, invites:write"},
		"a legacy key edited meanwhile": {Key{Scopes: list(RolesRead)}, nil, list(InterviewsRead), nil, Conflict,
			"now it has roles:read"},
		"a form that showed scopes of a legacy key": {Key{}, []string{}, list(InterviewsRead), nil, Conflict,
			"now it is unrestricted"},
		"revoked": {Key{Scopes: list(RolesRead), RevokedAt: &revoked}, list(RolesRead), list(InterviewsRead), nil,
			Conflict, "revoked"},
	} {
		got, err := DecideScopes(c.key, c.shown, c.wanted)
		switch {
		case c.says == "" && (err != nil || !slices.Equal(got, c.want)):
			t.Errorf("%s: the scopes are %v (%v), want %v", name, got, err, c.want)
		case c.says != "" && (KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%s: the edit comes to %v (%v), want a refusal of kind %d that says %q", name, got, err, c.kind, c.says)
		}
	}
}
