package access

import (
	"testing"
	"time"

	"litmus/models"
)

// TestMayHaveMemberLink proves D5: who is signed in by the letter that makes them a member.
func TestMayHaveMemberLink(t *testing.T) {
	t.Parallel()
	for _, role := range append([]models.MemberRole{""}, models.MemberRoles...) {
		want := role == models.Recruiter || role == models.Interviewer
		if MayHaveMemberLink(role, false) != want || MayHaveMemberLink(role, true) {
			t.Errorf("a %q has a link, or has none", role)
		}
	}
}

// TestMemberLink proves D5: the link is one role's, for a day; letters that are asked for leave it alone.
func TestMemberLink(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	row := SignIn{OrgID: "org", ID: "sgn", Email: "ann@x.io", Epoch: 6}.Added(now, "", nil)
	if _, ok := row.MemberLink(models.Recruiter, now); ok {
		t.Error("a letter without a link has one")
	}
	row = row.WithMemberLink(now, models.Recruiter)
	asked := row.AskedFor(now.Add(time.Hour), false, true)
	for _, c := range []struct {
		about string
		row   SignIn
		role  models.MemberRole
		at    time.Time
		ok    bool
	}{
		{"at once", row, models.Recruiter, now, true},
		{"for a day", row, models.Recruiter, now.Add(MemberLinkTTL - time.Millisecond), true},
		{"not longer", row, models.Recruiter, now.Add(MemberLinkTTL), false},
		{"with another role", row, models.Interviewer, now, false},
		{"with none", row, "", now, false},
		{"after somebody asked for a letter", asked, models.Recruiter, now.Add(2 * time.Hour), true},
		{"after a sign-in", row.Used(now), models.Recruiter, now, false},
		{"after an operator's link", row.Fresh(now), models.Recruiter, now, false},
		{"after another role", row.WithoutMemberLink(now), models.Recruiter, now, false},
	} {
		link, ok := c.row.MemberLink(c.role, c.at)
		if ok != c.ok || ok && (link.Epoch != row.Epoch || !link.ExpiresAt.Equal(now.Add(MemberLinkTTL))) {
			t.Errorf("%s: %+v, %t", c.about, link, ok)
		}
	}
	later := now.Add(time.Hour)
	if !asked.IsMemberLink(row.Epoch, later) || asked.IsMemberLink(asked.Epoch, later) {
		t.Error("a link that was asked for is one of the letter to a new member, or the other is not")
	}
	for n := range asked.Living { // an older version, which knows no roles, writes the row
		asked.Living[n].Role = ""
	}
	if !asked.IsMemberLink(row.Epoch, later) || asked.IsMemberLink(asked.Epoch, later) {
		t.Error("without its role the link is no more one of the letter to a new member, or the other is")
	}
	if _, ok := asked.MemberLink("", later); ok {
		t.Error("a link without a role signs somebody in")
	}
	if got := asked.WithoutMemberLink(later).Living; len(got) != 1 || got[0].Epoch != asked.Epoch {
		t.Errorf("after another role the living links are %+v", got)
	}
}
