package dashboard

import (
	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
)

// meetingLinkView is the data of the page with a person's own meeting link.
type meetingLinkView struct {
	PersonID, Who string
	Own, May      bool
	Email, Origin string // of the person, for taking over; the origin is "" if nothing can be taken over
	Back, To      string
	Saved, Typed  string // the link as it is, and as the form has it
}

// meetingLink shows a person's own meeting link, at which their interviews take place unless another is given (D14).
func meetingLink(v *visit) (answer, error) {
	who, err := person(v, v.query("person"))
	if err != nil {
		return answer{}, err
	}
	return meetingLinkPage(v, who, who.MeetingLink)
}

func meetingLinkPage(v *visit, who timetable.Person, typed string) (answer, error) {
	if err := v.may(access.ActionEditMeetingLink, v.ownOf(who.Email)); err != nil {
		return answer{}, err
	}
	body := meetingLinkView{PersonID: v.Store.Availability.PersonID(v.org.ID, who.Email), Who: models.NameOf(who.Name,
		who.Email),
		Own: who.Email == v.member.Email, May: who.Origin != models.OriginFile, Email: who.Email,
		To: models.MeetingLinkPath, Saved: who.MeetingLink, Typed: typed}
	if !body.May { // it is shown, and changed once it is taken over
		body.Origin, body.Back = who.Origin, href(models.MeetingLinkPath, "person", body.PersonID)
	}
	heading := "Meeting link of " + body.Who
	if body.Own {
		heading = "Your meeting link"
	}
	return v.show("meeting-link", heading, body).under(availabilityPath, "Availability"), nil
}

// setMeetingLink saves a person's own meeting link.
func setMeetingLink(v *visit) (answer, error) {
	who, err := person(v, v.field("person"))
	if err == nil {
		err = v.may(access.ActionEditMeetingLink, v.ownOf(who.Email))
	}
	if err != nil {
		return answer{}, err
	}
	was, link := v.field("was"), v.field("link")
	if _, err = models.ChangeMeetingLink("the meeting link", was, link); err == nil {
		err = v.Acts.SetMeetingLink(v.Context(), v.by(), who.Email, was, link)
	}
	if err != nil {
		now, failed := person(v, v.field("person")) // as it is by now
		if failed != nil {
			return answer{}, failed
		}
		a, failed := meetingLinkPage(v, now, link)
		if failed != nil {
			return answer{}, failed
		}
		return a.at(map[string]string{"the meeting link": "link"}).refusing(err)
	}
	note := "The meeting link is removed. Interviews that are booked keep theirs."
	if link != "" {
		note = "The meeting link is saved. Interviews to come that had none have it now; others keep theirs."
	}
	return redirectNote(href(models.MeetingLinkPath, "person", v.Store.Availability.PersonID(v.org.ID, who.Email)),
		note), nil
}
