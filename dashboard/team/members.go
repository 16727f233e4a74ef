package team

import (
	"slices"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// membersView is the page with the members of the organization.
type membersView struct {
	Members []memberRow
	Files   bool        // somebody is kept in the organization file: then each row says where
	Typed   typedMember // in the form that adds somebody
}

// memberRow is a member with what can be done to them.
type memberRow struct {
	N int // counts the rows, for ids
	models.Member
	Person string // names them in the address of their hours
	You    bool
	Face   site.Face
	Roles  []roleChoice // that they can be given
	Bound  []error      // why not others, none if all of them
	Stays  error        // why they cannot be removed, nil if they can

	Trouble *site.Trouble // why the letter that they are a member did not leave, nil if it did
	Code    string        // of that
}

// Known returns the member's name, or their address where they have none.
func (m memberRow) Known() string {
	if m.Name == "" {
		return m.Email
	}
	return m.Name
}

// ByInterviewing reports whether they are a member only by being an interviewer (D1).
func (m memberRow) ByInterviewing() bool { return m.Origin == "" }

// File reports whether the organization file keeps the member.
func (m memberRow) File() bool { return m.Origin == models.OriginFile }

type typedMember struct {
	Name, Email string
	Roles       []roleChoice
}

// roleChoice is a role to choose.
type roleChoice struct {
	models.MemberRole
	Words    string // what somebody with the role does
	Selected bool
}

// roleWords say what each role does (D2).
var roleWords = map[models.MemberRole]string{
	models.Admin:       "everything, with keys, audit, members and settings",
	models.Recruiter:   "postings, candidates, interviews and decisions",
	models.Interviewer: "their own interviews, hours and calendar",
}

func roleChoices(selected models.MemberRole) (out []roleChoice) {
	for _, r := range models.MemberRoles {
		out = append(out, roleChoice{r, roleWords[r], r == selected})
	}
	return out
}

// members lists the members of the organization (D1).
func members(v *site.Visit) (site.Answer, error) {
	return membersPage(v, typedMember{Roles: roleChoices(models.Recruiter)})
}

func membersPage(v *site.Visit, typed typedMember) (site.Answer, error) {
	list, err := v.Store.Team.Roster(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	view := membersView{Typed: typed}
	for n, m := range list.Members {
		row := memberRow{N: n, Member: m, You: m.Email == v.Member.Email,
			Face:   site.MemberFace(m.Name, m.Email, m.Picture),
			Person: v.Store.Availability.PersonID(v.Org.ID, m.Email)}
		interviewing := list.Interviewing[m.Email]
		var roles []models.MemberRole
		roles, row.Bound = access.RolesOf(list.Members, interviewing, m)
		row.Roles = slices.DeleteFunc(roleChoices(m.Role), func(c roleChoice) bool {
			return !slices.Contains(roles, c.MemberRole)
		})
		row.Stays = access.CheckRemovable(list.Members, interviewing, m.Email)
		if failed, ok := list.Letters[m.Email]; ok {
			t := site.MemberTrouble(failed, models.NameOf(m.Name, m.Email), v.BaseURL+site.SignInPath)
			row.Trouble, row.Code = &t, failed.Code
		}
		view.Members = append(view.Members, row)
		view.Files = view.Files || m.Origin == models.OriginFile
	}
	return v.Show("members", "Members", view).
		Lead("Whoever may sign in, and what they may do. Whoever interviews is a member by that. A new role counts " +
			"from the member's next request on."), nil
}

// refusedMembers shows the list again with the reason why nothing was changed, and what was typed to add somebody.
func refusedMembers(v *site.Visit, typed typedMember, err error) (site.Answer, error) {
	a, failed := membersPage(v, typed)
	if failed != nil {
		return a, failed
	}
	return a.Refusing(err)
}

// addMember adds a member, and has a letter sent that says how they sign in.
func addMember(v *site.Visit) (site.Answer, error) {
	var told bool
	m, err := models.NewMember(v.Org.ID, v.Field("email"), v.Field("name"), v.Field("role"))
	if err == nil {
		told, err = v.Acts.Team.AddMember(v.Context(), v.By(), m)
	}
	if err != nil {
		return refusedMembers(v, typedMember{v.Field("name"), v.Field("email"),
			roleChoices(models.MemberRole(v.Field("role")))}, err)
	}
	if !told {
		return site.RedirectNote(site.MembersPath, models.NameOf(m.Name, m.Email)+" has the role "+string(m.Role)+
			" now. No letter was sent: tell them to sign in at "+v.BaseURL+site.SignInPath+"."), nil
	}
	return site.RedirectNote(site.MembersPath, models.NameOf(m.Name, m.Email)+" is a member now. A letter to "+m.Email+
		" says how to sign in."), nil
}

// changeMember changes the name and the role of a member.
func changeMember(v *site.Visit) (site.Answer, error) {
	m, err := models.NewMember(v.Org.ID, v.Field("email"), v.Field("name"), v.Field("role"))
	if err == nil {
		err = v.Acts.Team.ChangeMember(v.Context(), v.By(), m, models.MemberRole(v.Field("was")))
	}
	if err != nil {
		return refusedMembers(v, typedMember{Roles: roleChoices(models.Recruiter)}, err)
	}
	if m.Email == v.Member.Email && m.Role != models.Admin { // the list is not theirs to see any more
		return site.RedirectNote(models.DashboardPath, "You are an admin no longer."), nil
	}
	return site.RedirectNote(site.MembersPath, models.NameOf(m.Name, m.Email)+" has the role "+string(m.Role)+" now."),
		nil
}

// removeMember removes a member: their next request asks them to sign in, and refuses it.
func removeMember(v *site.Visit) (site.Answer, error) {
	email := v.Field("email")
	stays, err := v.Acts.Team.RemoveMember(v.Context(), v.By(), email)
	if err != nil {
		return refusedMembers(v, typedMember{Roles: roleChoices(models.Recruiter)}, err)
	}
	switch {
	case email == v.Member.Email:
		return site.Redirect(models.DashboardPath), nil
	case stays:
		return site.RedirectNote(site.MembersPath,
			models.NameOf("", email)+" is an interviewer still, and nothing more."), nil
	}
	return site.RedirectNote(site.MembersPath, models.NameOf("", email)+" is no member any more."), nil
}
