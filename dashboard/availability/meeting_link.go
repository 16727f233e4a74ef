package availability

import (
	"litmus/dashboard/internal/site"
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
func meetingLink(v *site.Visit) (site.Answer, error) {
	who, err := person(v, v.Query("person"))
	if err != nil {
		return site.Answer{}, err
	}
	return meetingLinkPage(v, who, who.MeetingLink)
}

func meetingLinkPage(v *site.Visit, who timetable.Person, typed string) (site.Answer, error) {
	if err := v.May(access.ActionEditMeetingLink, v.OwnOf(who.Email)); err != nil {
		return site.Answer{}, err
	}
	body := meetingLinkView{PersonID: v.Store.Availability.PersonID(v.Org.ID, who.Email), Who: models.NameOf(who.Name,
		who.Email),
		Own: who.Email == v.Member.Email, May: who.Origin != models.OriginFile, Email: who.Email,
		To: models.MeetingLinkPath, Saved: who.MeetingLink, Typed: typed}
	if !body.May { // it is shown, and changed once it is taken over
		body.Origin, body.Back = who.Origin, site.Href(models.MeetingLinkPath, "person", body.PersonID)
	}
	heading := "Meeting link of " + body.Who
	if body.Own {
		heading = "Your meeting link"
	}
	return v.Show("meeting-link", heading, body).Under(site.AvailabilityPath, "Availability"), nil
}

// setMeetingLink saves a person's own meeting link.
func setMeetingLink(v *site.Visit) (site.Answer, error) {
	who, err := person(v, v.Field("person"))
	if err == nil {
		err = v.May(access.ActionEditMeetingLink, v.OwnOf(who.Email))
	}
	if err != nil {
		return site.Answer{}, err
	}
	was, link := v.Field("was"), v.Field("link")
	if _, err = models.ChangeMeetingLink("the meeting link", was, link); err == nil {
		err = v.Acts.Availability.SetMeetingLink(v.Context(), v.By(), who.Email, was, link)
	}
	if err != nil {
		now, failed := person(v, v.Field("person")) // as it is by now
		if failed != nil {
			return site.Answer{}, failed
		}
		a, failed := meetingLinkPage(v, now, link)
		if failed != nil {
			return site.Answer{}, failed
		}
		return a.At(map[string]string{"the meeting link": "link"}).Refusing(err)
	}
	note := "The meeting link is removed. Interviews that are booked keep theirs."
	if link != "" {
		note = "The meeting link is saved. Interviews to come that had none have it now; others keep theirs."
	}
	return site.RedirectNote(site.Href(models.MeetingLinkPath, "person", v.Store.Availability.PersonID(v.Org.ID,
		who.Email)),
		note), nil
}
