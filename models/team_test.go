package models

import (
	"reflect"
	"testing"
)

// team has Ann, the only admin, whom the dashboard keeps, Bob, a recruiter, Fay, whom the file keeps as a recruiter,
// and Gus, who interviews.
func team() []Member {
	return []Member{
		{Email: ann, Role: Admin, Origin: OriginDashboard}, {Email: bob, Name: "Bob", Role: Recruiter,
			Origin: OriginDashboard},
		{Email: fay, Role: Recruiter, Origin: OriginFile}, {Email: gus, Name: "Gus", Role: Interviewer},
	}
}

func member(email, name string, role MemberRole) Member {
	return Member{Email: email, Name: name, Role: role, Origin: OriginDashboard}
}

func TestDecideTeam(t *testing.T) { // D1, D24
	t.Parallel()
	const hal = "hal@x.io"
	person, fromFile := Interviewing{PersonOrigin: OriginDashboard}, Interviewing{PersonOrigin: OriginFile}
	add := func(s Interviewing, m Member) func() (TeamChange, error) {
		return func() (TeamChange, error) { return DecideAddMember(team(), s, m) }
	}
	change := func(s Interviewing, m Member, seen MemberRole) func() (TeamChange, error) {
		return func() (TeamChange, error) { return DecideChangeMember(team(), s, m, seen) }
	}
	remove := func(s Interviewing, email string) func() (TeamChange, error) {
		return func() (TeamChange, error) { return DecideRemoveMember(team(), s, email) }
	}
	row := func(m Member) *Member { return &m }
	for what, c := range map[string]struct {
		decide func() (TeamChange, error)
		want   TeamChange
		kind   Kind
		says   string
	}{
		"a recruiter is added": {add(Interviewing{}, member(hal, "Hal", Recruiter)),
			TeamChange{Row: row(member(hal, "Hal", Recruiter)), Name: "Hal", To: Recruiter}, 0, ""},
		"an interviewer is added as a person": {add(Interviewing{}, member(hal, "Hal", Interviewer)),
			TeamChange{Person: PersonAdded, Name: "Hal", To: Interviewer}, 0, ""},
		"an interviewer is raised by adding them": {add(person, member(gus, "Gus", Admin)),
			TeamChange{Row: row(member(gus, "Gus", Admin)), Name: "Gus", From: Interviewer, To: Admin}, 0, ""},
		"an interviewer is added again": {add(person, member(gus, "", Interviewer)), TeamChange{}, Conflict,
			gus + " is a member already, with the role interviewer; change the role in the list"},
		"a recruiter is added as an admin": {add(Interviewing{}, member(bob, "", Admin)), TeamChange{}, Conflict,
			bob + " is a member already, with the role recruiter; change the role in the list"},

		"a recruiter is raised": {change(Interviewing{}, member(bob, "Bob", Admin), Recruiter),
			TeamChange{Row: row(member(bob, "Bob", Admin)), Name: "Bob", From: Recruiter, To: Admin}, 0, ""},
		"a recruiter is lowered": {change(Interviewing{}, member(bob, "Bob", Interviewer), Recruiter),
			TeamChange{Drop: true, Person: PersonAdded, Name: "Bob", From: Recruiter, To: Interviewer}, 0, ""},
		"a recruiter who interviews is lowered": {change(person, member(bob, "Bob", Interviewer), Recruiter),
			TeamChange{Drop: true, Name: "Bob", From: Recruiter, To: Interviewer}, 0, ""},
		"an interviewer is renamed": {change(person, member(gus, "Gustav", Interviewer), Interviewer),
			TeamChange{Person: PersonRenamed, Name: "Gustav", From: Interviewer, To: Interviewer}, 0, ""},
		"an interviewer of the file is renamed": {change(fromFile, member(gus, "Gustav", Interviewer), Interviewer),
			TeamChange{}, Conflict,
			"interviewer " + gus + " is kept in the organization file; take it over to change it here"},
		"an interviewer of the file is raised": {change(fromFile, member(gus, "Gus", Recruiter), Interviewer),
			TeamChange{Row: row(member(gus, "Gus", Recruiter)), Name: "Gus", From: Interviewer, To: Recruiter}, 0, ""},
		"a member of the file is raised": {change(Interviewing{}, member(fay, "", Admin), Recruiter), TeamChange{}, Conflict,
			"member " + fay + " is kept in the organization file; take it over to change it here"},
		"the last admin is lowered": {change(Interviewing{}, member(ann, "", Recruiter), Admin), TeamChange{}, Conflict,
			ann + " is the only admin of the organization; make somebody else an admin first"},
		"somebody raised meanwhile is lowered": {change(Interviewing{}, member(bob, "", Interviewer), Admin), TeamChange{},
			Conflict, bob + " has the role recruiter by now; nothing was changed"},
		"a stranger is raised": {change(Interviewing{}, member(hal, "", Admin), Recruiter), TeamChange{}, NotFound,
			`member "hal@x.io" not found`},

		"a recruiter is removed": {remove(Interviewing{}, bob), TeamChange{From: Recruiter, Drop: true}, 0, ""},
		"a recruiter who interviewed is removed": {remove(person, bob),
			TeamChange{From: Recruiter, Drop: true, Person: PersonRemoved}, 0, ""},
		"a recruiter of a posting stays an interviewer": {remove(Interviewing{Postings: 1}, bob),
			TeamChange{From: Recruiter, To: Interviewer, Drop: true}, 0, ""},
		"a recruiter who is only painted for stays nothing": {remove(Interviewing{Painted: 1}, bob),
			TeamChange{From: Recruiter, Drop: true}, 0, ""},
		"a recruiter whom the file has as an interviewer stays one": {remove(fromFile, bob),
			TeamChange{From: Recruiter, To: Interviewer, Drop: true}, 0, ""},
		"an interviewer is removed": {remove(person, gus), TeamChange{From: Interviewer, Person: PersonRemoved}, 0, ""},
		"an interviewer of postings is removed": {remove(Interviewing{PersonOrigin: OriginDashboard,
			Postings: 1, Painted: 1}, gus), TeamChange{}, Conflict,
			gus + " is an interviewer of 2 postings; take them off there first"},
		"an interviewer of an interview is removed": {remove(Interviewing{PersonOrigin: OriginDashboard,
			ToCome: 1}, gus), TeamChange{}, Conflict,
			gus + " has 1 interview to come; give them to somebody else or cancel them first"},
		"an interviewer of the file is removed": {remove(fromFile, gus), TeamChange{}, Conflict,
			"interviewer " + gus + " is kept in the organization file; take it over to change it here"},
		"a member of the file is removed": {remove(Interviewing{}, fay), TeamChange{}, Conflict,
			"member " + fay + " is kept in the organization file; take it over to change it here"},
		"the last admin is removed": {remove(Interviewing{}, ann), TeamChange{}, Conflict,
			ann + " is the only admin of the organization; make somebody else an admin first"},
		"a stranger is removed": {remove(Interviewing{}, hal), TeamChange{}, NotFound, `member "hal@x.io" not found`},
	} {
		got, err := c.decide()
		if KindOf(err) != c.kind || c.kind != 0 && err.Error() != c.says || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v and %v, want %+v and %q", what, got, err, c.want, c.says)
		}
	}
}
