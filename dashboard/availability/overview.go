package availability

import (
	"slices"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
	"litmus/store/availability"
)

// offeringRow is somebody who interviews on a posting, as the overview shows them.
type offeringRow struct {
	availability.Offering
	ID    string // for addresses
	Who   string
	Own   bool
	State string // of the calendar, see [timetable.Connection.State]; "" for none

	Away string // the days on which they are away now, "" if they are not
}

// offeringGroup is a posting with its interviewers.
type offeringGroup struct {
	PostingID, Title string
	Closed           bool
	Rows             []offeringRow
}

// overview serves the overview: everybody's hours, and who interviews on which posting, and how they are offered (D14).
// An interviewer sees their own rows.
func overview(v *site.Visit) (site.Answer, error) {
	email := v.Member.Email
	everybody := v.Can(access.ActionSeeAvailability, access.Facts{})
	if everybody {
		email = ""
	}
	list, err := v.Store.Availability.Offerings(v.Context(), v.Org.ID, "", email)
	if err != nil {
		return site.Answer{}, err
	}
	connections, err := v.Store.Availability.Connections(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	off, err := v.Store.Availability.TimesOff(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	states := map[string]string{}
	for _, c := range connections {
		states[c.Connection.Email] = c.Connection.State(v.Now)
	}
	var groups []offeringGroup
	for _, o := range list {
		if n := len(groups); n == 0 || groups[n-1].PostingID != o.PostingID {
			groups = append(groups, offeringGroup{PostingID: o.PostingID, Title: o.Title,
				Closed: o.Status != models.StatusOpen})
		}
		g := &groups[len(groups)-1]
		days, _ := awayDays(v, off[o.Email])
		g.Rows = append(g.Rows, offeringRow{Offering: o, ID: v.Store.Availability.PersonID(v.Org.ID, o.Email),
			Who: models.NameOf(o.Name, o.Email), Own: o.Email == v.Member.Email, State: states[o.Email],
			Away: days})
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
	var people []personRow
	if everybody {
		all, err := v.Store.Availability.People(v.Context(), v.Org.ID)
		if err != nil {
			return site.Answer{}, err
		}
		people = personRows(v, all, list, states, off)
	}
	return v.Show("availability", "Availability", map[string]any{
		"Groups": groups, "People": people, "Everybody": everybody, "Postings": v.Link(site.PostingsPath,
			site.PostingsPath),
	}), nil
}

// person returns whom a page is about: the member whom the parameter or field person names, else who is signed in.
func person(v *site.Visit, id string) (timetable.Person, error) {
	if id == "" || id == v.Store.Availability.PersonID(v.Org.ID, v.Member.Email) {
		return v.Store.Availability.Person(v.Context(), v.Org.ID, v.Member.Email)
	}
	return v.Store.Availability.PersonBy(v.Context(), v.Org.ID, id)
}
