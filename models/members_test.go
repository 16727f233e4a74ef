package models

import (
	"reflect"
	"strings"
	"testing"
)

func TestHighestRole(t *testing.T) { // D1
	t.Parallel()
	for _, c := range []struct {
		roles []MemberRole
		want  MemberRole
	}{
		{nil, ""},
		{[]MemberRole{"", "owner"}, ""},
		{[]MemberRole{Interviewer}, Interviewer},
		{[]MemberRole{Interviewer, Recruiter}, Recruiter},
		{[]MemberRole{Recruiter, Interviewer}, Recruiter},
		{[]MemberRole{Interviewer, Admin, Recruiter}, Admin},
		{[]MemberRole{"", Interviewer}, Interviewer},
	} {
		if got := HighestRole(c.roles...); got != c.want {
			t.Errorf("of %q %q counts, want %q", c.roles, got, c.want)
		}
	}
}

func TestNewMember(t *testing.T) { // D1
	t.Parallel()
	got, err := NewMember("org_1", " Ann@Acme.example ", " Ann\nO'Hara ", " recruiter ")
	if want := (Member{OrgID: "org_1", Email: "ann@acme.example", Name: "AnnO'Hara", Role: Recruiter,
		Origin: OriginDashboard}); err != nil || got != want {
		t.Errorf("got %+v (%v), want %+v", got, err, want)
	}
	if got, err := NewMember("org_1", "ann@acme.example", "", "interviewer"); err != nil || got.Name != "" {
		t.Errorf("without a name: got %+v (%v)", got, err)
	}
	for _, c := range []struct{ email, name, role, says string }{
		{"", "Ann", "admin", "email is required: a bare email address such as ann@example.com"},
		{"Ann <ann@acme.example>", "", "admin",
			`email "Ann <ann@acme.example>" is not a bare email address such as ann@example.com`},
		{"ann@acme.example", strings.Repeat("n", 301), "admin", "name has 301 characters; at most 300 are allowed"},
		{"ann@acme.example", "Ann", "", `role "" is unknown; the roles are admin, recruiter and interviewer`},
		{"ann@acme.example", "Ann", "Admin", `role "Admin" is unknown; the roles are admin, recruiter and interviewer`},
	} {
		if got, err := NewMember("org_1", c.email, c.name, c.role); KindOf(err) != Invalid || err.Error() != c.says ||
			got != (Member{}) {
			t.Errorf("%+v: got %+v, %v; want it refused: %s", c, got, err, c.says)
		}
	}
}

func TestCheckLastAdmin(t *testing.T) { // D1
	t.Parallel()
	members := func(roles ...MemberRole) (out []Member) {
		for n, r := range roles {
			out = append(out, Member{Email: []string{ann, bob, fay}[n], Role: r})
		}
		return out
	}
	for what, c := range map[string]struct {
		members []Member
		to      MemberRole // of Ann; "": she is removed
		refused bool
	}{
		"the only member is removed":                     {members(Admin), "", true},
		"the only member is lowered":                     {members(Admin), Recruiter, true},
		"the only admin of three is removed":             {members(Admin, Recruiter, Interviewer), "", true},
		"the only admin of three is lowered by one role": {members(Admin, Recruiter, Interviewer), Recruiter, true},
		"the only admin of three is lowered by two":      {members(Admin, Recruiter, Interviewer), Interviewer, true},
		"the only admin stays one":                       {members(Admin, Recruiter), Admin, false},
		"one of two admins is removed":                   {members(Admin, Recruiter, Admin), "", false},
		"one of two admins is lowered":                   {members(Admin, Admin), Interviewer, false},
		"a recruiter beside the only admin is removed":   {members(Recruiter, Admin), "", false},
		"a recruiter beside the only admin is raised":    {members(Recruiter, Admin), Admin, false},
		"somebody who is no member is removed":           {nil, "", false},
		"a recruiter where there is no admin is removed": {members(Recruiter), "", false},
	} {
		err := CheckLastAdmin(c.members, ann, c.to)
		if (err != nil) != c.refused || c.refused && (KindOf(err) != Conflict || err.Error() !=
			ann+" is the only admin of the organization; make somebody else an admin first") {
			t.Errorf("%s: got %v, refused is right: %t", what, err, c.refused)
		}
	}
}

func TestMembersOfTheFile(t *testing.T) { // D1
	t.Parallel()
	o := OrganizationSetup{Admins: []string{fay, ann, fay}, Recruiters: []string{bob, fay, gus, bob}}
	want := []Member{
		{Email: ann, Role: Admin, Origin: OriginFile}, {Email: bob, Role: Recruiter, Origin: OriginFile},
		{Email: fay, Role: Admin, Origin: OriginFile}, {Email: gus, Role: Recruiter, Origin: OriginFile},
	}
	if got := o.Members(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got := (OrganizationSetup{}).Members(); got != nil {
		t.Errorf("a file that names nobody gives %+v", got)
	}
}

func TestOwnInterview(t *testing.T) {
	t.Parallel()
	m := Member{Email: ann, Role: Interviewer}
	for what, c := range map[string]struct {
		i    Interview
		want bool
	}{
		"they interview":                {Interview{InterviewerEmail: ann}, true},
		"somebody else does":            {Interview{InterviewerEmail: bob}, false},
		"they are briefed for nobody":   {Interview{BriefingRecipients: []string{fay, ann}}, true},
		"others are briefed for nobody": {Interview{BriefingRecipients: []string{fay}}, false},
		"nobody is told":                {Interview{}, false},
		"they were briefed before somebody was named": {Interview{InterviewerEmail: bob,
			BriefingRecipients: []string{ann}}, false},
	} {
		if got := m.Owns(c.i); got != c.want {
			t.Errorf("%s: %t, want %t", what, got, c.want)
		}
	}
	if (Member{}).Owns(Interview{}) {
		t.Error("an interview without interviewer is somebody's without address")
	}
}
