package setup_test

import (
	"reflect"
	"testing"

	"litmus/models"
	"litmus/models/desk"
	"litmus/models/setup"
)

func TestMembersOfTheFile(t *testing.T) { // D1
	t.Parallel()
	o := setup.Organization{Admins: []string{desk.Fay, desk.Ann, desk.Fay},
		Recruiters: []string{desk.Bob, desk.Fay, desk.Gus, desk.Bob}}
	want := []models.Member{
		{Email: desk.Ann, Role: models.Admin, Origin: models.OriginFile},
		{Email: desk.Bob, Role: models.Recruiter, Origin: models.OriginFile},
		{Email: desk.Fay, Role: models.Admin, Origin: models.OriginFile},
		{Email: desk.Gus, Role: models.Recruiter, Origin: models.OriginFile},
	}
	if got := o.Members(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if got := (setup.Organization{}).Members(); got != nil {
		t.Errorf("a file that names nobody gives %+v", got)
	}
}
