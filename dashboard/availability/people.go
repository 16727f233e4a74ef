package availability

import (
	"slices"
	"strings"

	"litmus/dashboard/internal/grid"
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
	"litmus/store/availability"
)

// personRow is somebody in the list of everybody's hours.
type personRow struct {
	Who, Path   string // the path of their hours
	Own         bool
	Week, Zone  string // their week in short, and its zone; "" for no hours of their own
	Assumed     bool   // the week is [timetable.OfficeHours]
	State       string // of the calendar, see [timetable.Connection.State]; "" for none
	Interviews  bool   // on some open posting
	Painted     int    // starts to come
	Away, Next  string // the days on which they are away now, or else next, "" for none
	Personal    bool
	Limits      string // of their own, in words; "" for none
	NothingSays bool   // they interview, and nothing says when
}

// personRows lists everybody with how they are set up.
func personRows(v *site.Visit, people []timetable.Person, offerings []availability.Offering, states map[string]string,
	off map[string]timetable.TimeOff) (rows []personRow) {
	type offered struct {
		open    bool
		painted int
	}
	by := map[string]offered{}
	for _, o := range offerings {
		one := by[o.Email]
		one.open, one.painted = one.open || o.Status == models.StatusOpen, one.painted+o.Painted
		by[o.Email] = one
	}
	slices.SortStableFunc(people, func(a, b timetable.Person) int { return byName(a.Name, a.Email, b.Name, b.Email) })
	for _, p := range people {
		r := personRow{Who: models.NameOf(p.Name, p.Email), Own: p.Email == v.Member.Email, State: states[p.Email],
			Path:       site.Href(site.HoursPath, "person", v.Store.Availability.PersonID(v.Org.ID, p.Email)),
			Interviews: by[p.Email].open, Painted: by[p.Email].painted, Personal: p.Personal(),
			Limits:  p.Limits.Words(),
			Assumed: p.Personal() && p.WorkingHours == nil}
		if r.Personal {
			r.Week, r.Zone = p.Hours().Short(), p.ZoneIn(v.Org.TimeZone)
		}
		r.NothingSays = r.Interviews && !r.Personal && r.Painted == 0
		r.Away, r.Next = awayDays(v, off[p.Email])
		rows = append(rows, r)
	}
	return rows
}

// awayDays returns the days on which somebody is away now, or else those on which they are next.
func awayDays(v *site.Visit, off timetable.TimeOff) (now, next string) {
	days, found := off.Next(v.Now)
	if !found {
		return "", ""
	}
	if _, away := off.At(v.Now); away {
		return awayText(days, v.Now), ""
	}
	return "", awayText(days, v.Now)
}

// calendarPath is where the visitor manages somebody's calendar, "" if they may not.
func calendarPath(v *site.Visit, email string) string {
	if !v.Can(access.ActionConnectCalendar, v.OwnOf(email)) {
		return ""
	}
	return site.Href(site.CalendarPath, "person", v.Store.Availability.PersonID(v.Org.ID, email))
}

// byName compares two people by what they are called on pages.
func byName(nameA, emailA, nameB, emailB string) int {
	return strings.Compare(strings.ToLower(models.NameOf(nameA, emailA)), strings.ToLower(models.NameOf(nameB, emailB)))
}

// nearby is a link from a person's hours to those of the one before or after them in the list.
type nearby struct {
	Who, Path string
	Next      bool
}

// peopleNear returns whose hours are next to a person's, for whoever may see everybody's.
func peopleNear(v *site.Visit, email string, w grid.Week) (near []nearby, err error) {
	if !v.Can(access.ActionSeeAvailability, access.Facts{}) {
		return nil, nil
	}
	people, err := v.Store.Team.Team(v.Context(), v.Org.ID)
	slices.SortStableFunc(people, func(a, b models.Member) int { return byName(a.Name, a.Email, b.Name, b.Email) })
	for n, p := range people {
		if p.Email != email {
			continue
		}
		for m := n - 1; m <= n+1; m += 2 {
			if m >= 0 && m < len(people) {
				id := v.Store.Availability.PersonID(v.Org.ID, people[m].Email)
				near = append(near, nearby{models.NameOf(people[m].Name, people[m].Email),
					site.Href(site.HoursPath, "person", id, "week", w.Date()), m > n})
			}
		}
	}
	return near, err
}
