package dashboard

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// takeOver makes a record of the organization file the dashboard's (D24). Whoever may edit it may do so.
func takeOver(v *site.Visit) (site.Answer, error) {
	subject, id := models.Subject(v.Field("subject")), v.Field("id")
	action, err := access.TakeOverAction(subject)
	if err != nil {
		return site.Answer{}, err
	}
	own := (subject == models.SubjectPerson || subject == models.SubjectCalendar) && id == v.Member.Email
	if err := v.May(action, access.Facts{Own: own}); err != nil {
		return site.Answer{}, err
	}
	if err := v.Acts.Team.TakeOver(v.Context(), v.By(), subject, id); err != nil {
		return site.Answer{}, err
	}
	return site.RedirectNote(site.Within(v.Field("back")),
		"It is kept in the dashboard now. The organization file leaves it alone."), nil
}
