package team

import (
	"slices"
	"testing"

	"litmus/models/access"
)

// TestScopeGroups proves D21: a form offers every scope that there is (§5 Scopes), once and in words.
func TestScopeGroups(t *testing.T) {
	t.Parallel()
	var offered []string
	for _, g := range scopeGroups {
		for _, w := range g.Scopes {
			if w.Short == "" || w.Long == "" || g.Title == "" {
				t.Errorf("%s has no words", w.Scope)
			}
			offered = append(offered, w.Scope)
		}
	}
	want := slices.Sorted(slices.Values(access.Scopes))
	if got := slices.Sorted(slices.Values(offered)); !slices.Equal(got, want) {
		t.Errorf("the form offers %v, want %v", got, want)
	}
}

// TestScopesInWords proves what a list says of a key (D21).
func TestScopesInWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scopes []string
		want   string
	}{
		{nil, "Unrestricted until edited"},
		{access.Scopes, "Full access"},
		{access.Scopes[1:], "Invite candidates, read interviews, write interviews, read submissions, " +
			"read candidates, read assessments, write assessments, read graders, write graders, " +
			"write submissions, write sandboxes, read archives"},
		{[]string{access.RolesRead, access.InterviewsWrite}, "Read postings, write interviews"},
		{[]string{"later:read"}, "Later:read"},
	} {
		if got := scopesInWords(c.scopes); got != c.want {
			t.Errorf("%v is %q, want %q", c.scopes, got, c.want)
		}
	}
}
