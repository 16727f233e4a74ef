package dashboard

import (
	"litmus/models"
)

// origin is what the template "origin" shows of a record that the organization file may keep (D24).
type origin struct {
	Subject models.Subject
	ID      string
	File    bool
	Back    string // the address to return to after taking it over
}

// originOf is the data of the template "origin": of a record that the file keeps it says so, with the button "Take
// over", and of others nothing. back is the page that it stands on.
func originOf(subject, id, kept, back string) origin {
	return origin{models.Subject(subject), id, kept == models.OriginFile, back}
}

// takeOver makes a record of the organization file the dashboard's (D24). Whoever may edit it may do so.
func (s *Site) takeOver(v *visit) (answer, error) {
	subject, id := models.Subject(v.field("subject")), v.field("id")
	action, err := models.TakeOverAction(subject)
	if err != nil {
		return answer{}, err
	}
	own := (subject == models.SubjectPerson || subject == models.SubjectCalendar) && id == v.member.Email
	if err := v.may(action, models.Facts{Own: own}); err != nil {
		return answer{}, err
	}
	if err := s.Acts.TakeOver(v.Context(), v.by(), subject, id); err != nil {
		return answer{}, err
	}
	return redirectNote(v, within(v.field("back")),
		"It is kept in the dashboard now. The organization file leaves it alone."), nil
}
