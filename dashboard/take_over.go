package dashboard

import (
	"litmus/models"
	"litmus/models/access"
)

// takeOver makes a record of the organization file the dashboard's (D24). Whoever may edit it may do so.
func takeOver(v *visit) (answer, error) {
	subject, id := models.Subject(v.field("subject")), v.field("id")
	action, err := access.TakeOverAction(subject)
	if err != nil {
		return answer{}, err
	}
	own := (subject == models.SubjectPerson || subject == models.SubjectCalendar) && id == v.member.Email
	if err := v.may(action, access.Facts{Own: own}); err != nil {
		return answer{}, err
	}
	if err := v.Acts.TakeOver(v.Context(), v.by(), subject, id); err != nil {
		return answer{}, err
	}
	return redirectNote(within(v.field("back")),
		"It is kept in the dashboard now. The organization file leaves it alone."), nil
}
