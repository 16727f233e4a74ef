package models_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

func TestHighestRole(t *testing.T) { // D1
	t.Parallel()
	for _, c := range []struct {
		roles []models.MemberRole
		want  models.MemberRole
	}{
		{nil, ""},
		{[]models.MemberRole{"", "owner"}, ""},
		{[]models.MemberRole{models.Interviewer, models.Admin, models.Recruiter}, models.Admin},
		{[]models.MemberRole{"", models.Interviewer}, models.Interviewer},
	} {
		if got := models.HighestRole(c.roles...); got != c.want {
			t.Errorf("of %q %q counts, want %q", c.roles, got, c.want)
		}
	}
}

func TestNewMember(t *testing.T) { // D1
	t.Parallel()
	got, err := models.NewMember("org_1", " Ann@Acme.example ", " Ann\nO'Hara ", " recruiter ")
	if want := (models.Member{OrgID: "org_1", Email: "ann@acme.example", Name: "AnnO'Hara", Role: models.Recruiter,
		Origin: models.OriginDashboard}); err != nil || got != want {
		t.Errorf("got %+v (%v), want %+v", got, err, want)
	}
	if got, err := models.NewMember("org_1", "ann@acme.example", "", "interviewer"); err != nil || got.Name != "" {
		t.Errorf("without a name: got %+v (%v)", got, err)
	}
	for _, c := range []struct{ email, name, role, says string }{
		{"", "Ann", "admin", "email is required: a bare email address such as ann@example.com"},
		{"Ann <ann@acme.example>", "", "admin",
			`email "Ann <ann@acme.example>" is not a bare email address such as ann@example.com`},
		{"ann@acme.example", strings.Repeat("n", 301), "admin", "name has 301 characters; at most 300 are allowed"},
		{"ann@acme.example", "Ann", "", `role "" is unknown; the roles are admin, recruiter and interviewer`},
	} {
		if got, err := models.NewMember("org_1", c.email, c.name, c.role); models.KindOf(err) != models.Invalid || err.Error() != c.says ||
			got != (models.Member{}) {
			t.Errorf("%+v: got %+v, %v; want it refused: %s", c, got, err, c.says)
		}
	}
}

func TestOwnInterview(t *testing.T) {
	t.Parallel()
	m := models.Member{Email: desk.Ann, Role: models.Interviewer}
	for what, c := range map[string]struct {
		i    models.Interview
		want bool
	}{
		"they interview":              {models.Interview{InterviewerEmail: desk.Ann}, true},
		"somebody else does":          {models.Interview{InterviewerEmail: desk.Bob}, false},
		"they are briefed for nobody": {models.Interview{BriefingRecipients: []string{desk.Fay, desk.Ann}}, true},
		"they were briefed before somebody was named": {models.Interview{InterviewerEmail: desk.Bob,
			BriefingRecipients: []string{desk.Ann}}, false},
	} {
		if got := m.Owns(c.i); got != c.want {
			t.Errorf("%s: %t, want %t", what, got, c.want)
		}
	}
	if (models.Member{}).Owns(models.Interview{}) {
		t.Error("an interview without interviewer is somebody's without address")
	}
}
