package access

import (
	"reflect"
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

// team has Ann, the only admin, whom the dashboard keeps, Bob, a recruiter, Fay, whom the file keeps as a recruiter,
// and Gus, who interviews.
func team() []models.Member {
	return []models.Member{
		{Email: desk.Ann, Role: models.Admin, Origin: models.OriginDashboard},
		{Email: desk.Bob, Name: "Bob", Role: models.Recruiter,
			Origin: models.OriginDashboard},
		{Email: desk.Fay, Role: models.Recruiter, Origin: models.OriginFile},
		{Email: desk.Gus, Name: "Gus", Role: models.Interviewer},
	}
}

func member(email, name string, role models.MemberRole) models.Member {
	return models.Member{Email: email, Name: name, Role: role, Origin: models.OriginDashboard}
}

func TestDecideTeam(t *testing.T) { // D1, D24
	t.Parallel()
	const hal = "hal@x.io"
	person, fromFile := Interviewing{PersonOrigin: models.OriginDashboard},
		Interviewing{PersonOrigin: models.OriginFile}
	add := func(s Interviewing, m models.Member) func() (TeamChange, error) {
		return func() (TeamChange, error) { return DecideAddMember(team(), s, m) }
	}
	change := func(s Interviewing, m models.Member, seen models.MemberRole) func() (TeamChange, error) {
		return func() (TeamChange, error) { return DecideChangeMember(team(), s, m, seen) }
	}
	remove := func(s Interviewing, email string) func() (TeamChange, error) {
		return func() (TeamChange, error) { return DecideRemoveMember(team(), s, email) }
	}
	row := func(m models.Member) *models.Member { return &m }
	for what, c := range map[string]struct {
		decide func() (TeamChange, error)
		want   TeamChange
		kind   models.Kind
		says   string
	}{
		"a recruiter is added": {add(Interviewing{}, member(hal, "Hal", models.Recruiter)),
			TeamChange{Row: row(member(hal, "Hal", models.Recruiter)), Name: "Hal", To: models.Recruiter}, 0, ""},
		"an interviewer is added as a person": {add(Interviewing{}, member(hal, "Hal", models.Interviewer)),
			TeamChange{Person: PersonAdded, Name: "Hal", To: models.Interviewer}, 0, ""},
		"an interviewer is raised by adding them": {add(person, member(desk.Gus, "Gus", models.Admin)),
			TeamChange{Row: row(member(desk.Gus, "Gus", models.Admin)), Name: "Gus", From: models.Interviewer, To: models.Admin}, 0, ""},
		"an interviewer is added again": {add(person, member(desk.Gus, "", models.Interviewer)), TeamChange{}, models.Conflict,
			desk.Gus + " is a member already, with the role interviewer; change the role in the list"},

		"a recruiter is raised": {change(Interviewing{}, member(desk.Bob, "Bob", models.Admin), models.Recruiter),
			TeamChange{Row: row(member(desk.Bob, "Bob", models.Admin)), Name: "Bob", From: models.Recruiter, To: models.Admin}, 0, ""},
		"a recruiter is lowered": {change(Interviewing{}, member(desk.Bob, "Bob", models.Interviewer), models.Recruiter),
			TeamChange{Drop: true, Person: PersonAdded, Name: "Bob", From: models.Recruiter, To: models.Interviewer}, 0, ""},
		"a recruiter who interviews is lowered": {change(person, member(desk.Bob, "Bob", models.Interviewer), models.Recruiter),
			TeamChange{Drop: true, Name: "Bob", From: models.Recruiter, To: models.Interviewer}, 0, ""},
		"an interviewer is renamed": {change(person, member(desk.Gus, "Gustav", models.Interviewer), models.Interviewer),
			TeamChange{Person: PersonRenamed, Name: "Gustav", From: models.Interviewer, To: models.Interviewer}, 0, ""},
		"an interviewer of the file is renamed": {change(fromFile, member(desk.Gus, "Gustav", models.Interviewer), models.Interviewer),
			TeamChange{}, models.Conflict,
			"interviewer " + desk.Gus + " is kept in the organization file; take it over to change it here"},
		"an interviewer of the file is raised": {change(fromFile, member(desk.Gus, "Gus", models.Recruiter), models.Interviewer),
			TeamChange{Row: row(member(desk.Gus, "Gus", models.Recruiter)), Name: "Gus", From: models.Interviewer, To: models.Recruiter}, 0, ""},
		"a member of the file is raised": {change(Interviewing{}, member(desk.Fay, "", models.Admin), models.Recruiter), TeamChange{}, models.Conflict,
			"member " + desk.Fay + " is kept in the organization file; take it over to change it here"},
		"the last admin is lowered": {change(Interviewing{}, member(desk.Ann, "", models.Recruiter), models.Admin), TeamChange{}, models.Conflict,
			desk.Ann + " is the only admin of the organization; make somebody else an admin first"},
		"somebody raised meanwhile is lowered": {change(Interviewing{}, member(desk.Bob, "", models.Interviewer), models.Admin), TeamChange{},
			models.Conflict, desk.Bob + " has the role recruiter by now; nothing was changed"},
		"a stranger is raised": {change(Interviewing{}, member(hal, "", models.Admin), models.Recruiter), TeamChange{}, models.NotFound,
			`member "hal@x.io" not found`},

		"a recruiter is removed": {remove(Interviewing{}, desk.Bob), TeamChange{From: models.Recruiter, Drop: true}, 0, ""},
		"a recruiter who interviewed is removed": {remove(person, desk.Bob),
			TeamChange{From: models.Recruiter, Drop: true, Person: PersonRemoved}, 0, ""},
		"a recruiter of a posting stays an interviewer": {remove(Interviewing{Postings: 1}, desk.Bob),
			TeamChange{From: models.Recruiter, To: models.Interviewer, Drop: true}, 0, ""},
		"a recruiter who is only painted for stays nothing": {remove(Interviewing{Painted: 1}, desk.Bob),
			TeamChange{From: models.Recruiter, Drop: true}, 0, ""},
		"a recruiter whom the file has as an interviewer stays one": {remove(fromFile, desk.Bob),
			TeamChange{From: models.Recruiter, To: models.Interviewer, Drop: true}, 0, ""},
		"an interviewer is removed": {remove(person, desk.Gus), TeamChange{From: models.Interviewer, Person: PersonRemoved}, 0, ""},
		"an interviewer of postings is removed": {remove(Interviewing{PersonOrigin: models.OriginDashboard,
			Postings: 1, Painted: 1}, desk.Gus), TeamChange{}, models.Conflict,
			desk.Gus + " is an interviewer of 2 postings; take them off there first"},
		"an interviewer of an interview is removed": {remove(Interviewing{PersonOrigin: models.OriginDashboard,
			ToCome: 1}, desk.Gus), TeamChange{}, models.Conflict,
			desk.Gus + " has 1 interview to come; give them to somebody else or cancel them first"},
		"a recruiter in pools is removed": {remove(Interviewing{Pools: 2}, desk.Bob), TeamChange{}, models.Conflict,
			desk.Bob + " is in 2 pools; take them out there first"},
		"a recruiter of a posting and in a pool stays an interviewer": {remove(Interviewing{Postings: 1, Pools: 1},
			desk.Bob), TeamChange{From: models.Recruiter, To: models.Interviewer, Drop: true}, 0, ""},
		"an interviewer of the file is removed": {remove(fromFile, desk.Gus), TeamChange{}, models.Conflict,
			"interviewer " + desk.Gus + " is kept in the organization file; take it over to change it here"},
		"a member of the file is removed": {remove(Interviewing{}, desk.Fay), TeamChange{}, models.Conflict,
			"member " + desk.Fay + " is kept in the organization file; take it over to change it here"},
		"the last admin is removed": {remove(Interviewing{}, desk.Ann), TeamChange{}, models.Conflict,
			desk.Ann + " is the only admin of the organization; make somebody else an admin first"},
		"a stranger is removed": {remove(Interviewing{}, hal), TeamChange{}, models.NotFound, `member "hal@x.io" not found`},
	} {
		got, err := c.decide()
		if models.KindOf(err) != c.kind || c.kind != 0 && err.Error() != c.says || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v and %v, want %+v and %q", what, got, err, c.want, c.says)
		}
	}
}

func TestCheckLastAdmin(t *testing.T) { // D1
	t.Parallel()
	members := func(roles ...models.MemberRole) (out []models.Member) {
		for n, r := range roles {
			out = append(out, models.Member{Email: []string{desk.Ann, desk.Bob, desk.Fay}[n], Role: r})
		}
		return out
	}
	for what, c := range map[string]struct {
		members []models.Member
		to      models.MemberRole // of Ann; "": she is removed
		refused bool
	}{
		"the only member is removed":                   {members(models.Admin), "", true},
		"the only member is lowered":                   {members(models.Admin), models.Recruiter, true},
		"one of two admins is removed":                 {members(models.Admin, models.Recruiter, models.Admin), "", false},
		"one of two admins is lowered":                 {members(models.Admin, models.Admin), models.Interviewer, false},
		"a recruiter beside the only admin is removed": {members(models.Recruiter, models.Admin), "", false},
		"a recruiter beside the only admin is raised":  {members(models.Recruiter, models.Admin), models.Admin, false},
	} {
		err := CheckLastAdmin(c.members, desk.Ann, c.to)
		if (err != nil) != c.refused || c.refused && (models.KindOf(err) != models.Conflict || err.Error() !=
			desk.Ann+" is the only admin of the organization; make somebody else an admin first") {
			t.Errorf("%s: got %v, refused is right: %t", what, err, c.refused)
		}
	}
}
