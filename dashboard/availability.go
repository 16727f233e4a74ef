package dashboard

import (
	"slices"
	"time"

	"litmus/models"
	"litmus/store/availability"
)

// availabilityPath is the overview of who interviews on which posting.
const availabilityPath = models.DashboardPath + "/availability"

// offeringRow is somebody who interviews on a posting, as the overview shows them.
type offeringRow struct {
	availability.Offering
	ID    string // for addresses
	Who   string
	Own   bool
	State string // of the calendar, see [models.Connection.State]; "" for none

	Away     time.Time // until when they are away now, the zero time if they are not
	Calendar bool      // the visitor may manage their calendar
}

// offeringGroup is a posting with its interviewers.
type offeringGroup struct {
	PostingID, Title string
	Closed           bool
	Rows             []offeringRow
}

// availability serves the overview: who interviews on which posting, and how they are offered (D14). An interviewer
// sees their own rows.
func (s *Site) availability(v *visit) (answer, error) {
	email := v.member.Email
	everybody := v.can(models.ActionSeeAvailability, models.Facts{})
	if everybody {
		email = ""
	}
	list, err := s.Store.Availability.Offerings(v.Context(), v.org.ID, "", email)
	if err != nil {
		return answer{}, err
	}
	connections, err := s.Store.Availability.Connections(v.Context(), v.org.ID)
	if err != nil {
		return answer{}, err
	}
	off, err := s.Store.Availability.TimesOff(v.Context(), v.org.ID)
	if err != nil {
		return answer{}, err
	}
	states := map[string]string{}
	for _, c := range connections {
		states[c.Connection.Email] = c.Connection.State(v.now)
	}
	var groups []offeringGroup
	for _, o := range list {
		if n := len(groups); n == 0 || groups[n-1].PostingID != o.PostingID {
			groups = append(groups, offeringGroup{PostingID: o.PostingID, Title: o.Title,
				Closed: o.Status != models.StatusOpen})
		}
		g := &groups[len(groups)-1]
		until, _ := off[o.Email].At(v.now)
		g.Rows = append(g.Rows, offeringRow{Offering: o, ID: s.Store.Availability.PersonID(v.org.ID, o.Email),
			Who: models.NameOf(o.Name, o.Email), Own: o.Email == v.member.Email, State: states[o.Email],
			Away: until, Calendar: v.can(models.ActionConnectCalendar, v.ownOf(o.Email))})
	}
	slices.SortStableFunc(groups, func(a, b offeringGroup) int { // the open ones first
		switch {
		case a.Closed == b.Closed:
			return 0
		case a.Closed:
			return 1
		}
		return -1
	})
	return s.show(v, "availability", "Availability", map[string]any{
		"Groups": groups, "Everybody": everybody, "Postings": s.link("/dashboard/postings", "/dashboard/postings"),
	}), nil
}

// person returns whom a page is about: the member whom the parameter or field person names, else who is signed in.
func (s *Site) person(v *visit, id string) (models.Person, error) {
	if id == "" || id == s.Store.Availability.PersonID(v.org.ID, v.member.Email) {
		return s.Store.Availability.Person(v.Context(), v.org.ID, v.member.Email)
	}
	return s.Store.Availability.PersonBy(v.Context(), v.org.ID, id)
}

// ownOf are the facts of an act on what belongs to the person.
func (v *visit) ownOf(email string) models.Facts { return models.Facts{Own: email == v.member.Email} }

// link returns the address if the route is one of the dashboard, else "".
func (s *Site) link(route, address string) string {
	if !s.served[route] {
		return ""
	}
	return address
}
