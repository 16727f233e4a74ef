package availability

import (
	"cmp"
	"html/template"
	"time"

	"litmus/dashboard/internal/grid"
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/zones"
)

// weekdays are the days in the order in which the form of working hours has them.
var weekdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday,
	time.Sunday}

// hoursView is the data of the page with a person's working hours.
type hoursView struct {
	grid.Grid
	PersonID, Who string
	Own, May, All bool
	Email, Origin string // of the person, for taking over; the origin is "" if nothing can be taken over
	Back          string
	Saved         bool // they have hours of their own
	Connected     bool // and a calendar
	Personal      bool
	HomeZone      string // of the hours
	OtherZone     bool   // it is not in the list
	Days          []dayField
	Shown         string // [timetable.Person.HoursVersion]
	Unsaved       bool   // the form has what was typed, copied or added
	People        []nearby
	Heads         []dayHead
	Dates         []dateRow
	Past          int // dates that are not shown, since they are past
	Dated         timetable.DatesRequest
	Away          absencesView
	Calendar      string // where the viewer manages their calendar, "" if they may not
	Limits        limitsView
	History       []site.ChangeLine
}

// dateRow is a date that differs from the week.
type dateRow struct{ Date, Label, Hours string }

// ZoneOptions returns the zones as <option> elements.
func (h hoursView) ZoneOptions() template.HTML { return zones.Options(h.HomeZone) }

// typedHours is what a form held that could not be saved.
type typedHours struct {
	hours *timetable.HoursRequest
	more  [7]bool // by time.Weekday: the day has another pair of fields
	dates *timetable.DatesRequest

	absence *timetable.AbsenceRequest
	limits  models.LimitsForm
}

// hours serves a person's working hours, the dates that differ, and what they come to (D14).
func hours(v *site.Visit) (site.Answer, error) {
	who, err := person(v, v.Query("person"))
	if err != nil {
		return site.Answer{}, err
	}
	return hoursPage(v, who, v.Query("week"), typedHours{})
}

func hoursPage(v *site.Visit, who timetable.Person, date string, typed typedHours) (site.Answer, error) {
	if err := v.May(access.ActionSeeAvailability, v.OwnOf(who.Email)); err != nil {
		return site.Answer{}, err
	}
	w, err := grid.Asked(v, date)
	if err != nil {
		return site.Answer{}, err
	}
	x, err := v.Store.Availability.PersonWeek(v.Context(), v.Org.ID, who.Email, w.From, w.To)
	if err != nil {
		return site.Answer{}, err
	}
	p := x.Person
	facts, err := absenceFacts(v, p.Email)
	if err != nil {
		return site.Answer{}, err
	}
	h := hoursView{PersonID: v.Store.Availability.PersonID(v.Org.ID, p.Email), Who: models.NameOf(p.Name, p.Email),
		Own: p.Email == v.Member.Email, May: v.Can(access.ActionEditHours, facts) && !facts.NoMember,
		All: v.URL.Query().Get("all") != "", Saved: p.WorkingHours != nil, Connected: p.CalendarConnected,
		Personal: p.Personal(), HomeZone: p.ZoneIn(v.Org.TimeZone), Shown: p.HoursVersion(),
		Calendar: calendarPath(v, p.Email)}
	if typed.hours != nil {
		h.HomeZone, h.Shown, h.Unsaved = typed.hours.TimeZone, cmp.Or(typed.hours.Shown, h.Shown), true
	}
	h.Days = dayFields(p.Hours(), typed)
	if typed.dates != nil {
		h.Dated = *typed.dates
	}
	h.Limits = limitsOf(v, p.Limits, typed.limits)
	h.OtherZone = !zones.Offered(h.HomeZone)
	if h.Email = p.Email; h.May && p.Origin == models.OriginFile { // it is shown, and changed once it is taken over
		h.May, h.Origin, h.Back = false, p.Origin, site.Href(site.HoursPath, "person", h.PersonID, "week", w.Date())
	}
	if h.Away, err = absences(v, x, facts, typed.absence); err != nil {
		return site.Answer{}, err
	}
	if h.History, err = v.HistoryOf(models.SubjectPerson, p.Email); err != nil {
		return site.Answer{}, err
	}
	today := v.Now.In(models.Location(p.ZoneIn(v.Org.TimeZone)))
	h.Dates, h.Past = dateRows(p, today)
	h.Heads = h.dayHeads(w, today.Format(time.DateOnly))
	if h.People, err = peopleNear(v, p.Email, w); err != nil {
		return site.Answer{}, err
	}
	h.Grid = grid.LayOut(w, hoursCells(v, h, x), h.All, func(c grid.Cell) bool {
		return c.State == "free" || c.State == "booked"
	})
	heading := "Working hours of " + h.Who
	if h.Own {
		heading = "Your working hours"
	}
	return v.Show("hours", heading, h).Under(site.AvailabilityPath, "Availability"), nil
}

// hoursCells makes a cell of each half hour that says what the schedule comes to.
func hoursCells(v *site.Visit, h hoursView, x availability.PersonWeek) []grid.Cell {
	cells := make([]grid.Cell, len(x.Explanations))
	for n, e := range x.Explanations {
		why := e.Interviewers[0]
		c := grid.Cell{Start: e.Start, Words: why.Words(v.Zone)}
		c.State, c.Short = grid.StateOf(why)
		if why.Reason == timetable.ReasonNotPainted {
			c.State, c.Words = "off", "has no working hours"
		}
		if b, ok := x.Bookings[why.InterviewID]; ok {
			c.Words += ", on “" + b.Title + "”"
			if v.Served[site.InterviewPath("{id}")] && v.Can(access.ActionSeeInterview, v.OwnOf(why.Email)) {
				c.Link = site.InterviewPath(why.InterviewID)
			}
		}
		if !e.Start.After(v.Now) {
			c.State += " past"
		}
		cells[n] = c
	}
	return cells
}

// dateRows returns the dates that differ from yesterday on, and how many there are before that. The zone of now is the
// one in which the dates are read.
func dateRows(p timetable.Person, now time.Time) (rows []dateRow, past int) {
	yesterday := now.AddDate(0, 0, -1).Format(time.DateOnly)
	for _, date := range p.Dates.Dates() {
		if date < yesterday {
			past++
			continue
		}
		day, err := time.Parse(time.DateOnly, date)
		if err != nil {
			continue
		}
		rows = append(rows, dateRow{date, day.Format(site.DayLayout),
			cmp.Or(timetable.FormatHours(p.Dates[date]), "day off")})
	}
	return rows, past
}

// editHours finds whom a form is about, if the visitor may change their hours.
func editHours(v *site.Visit) (timetable.Person, error) {
	who, err := person(v, v.Field("person"))
	if err != nil {
		return who, err
	}
	facts, err := absenceFacts(v, who.Email)
	switch {
	case err != nil:
		return who, err
	case facts.NoMember: // hours of their own would make them one
		return who,
			models.Forbiddenf("%s is no member and has no hours of their own; enter an absence, or name them on "+
				"a posting", who.Email)
	}
	return who, v.May(access.ActionEditHours, facts)
}

// savedHours leads back to the page of a person's hours.
func savedHours(v *site.Visit, who timetable.Person, note string) (site.Answer, error) {
	return site.RedirectNote(site.Href(site.HoursPath, "person", v.Store.Availability.PersonID(v.Org.ID, who.Email),
		"week",
		v.Field("week")), note), nil
}

// refusedHours shows the page again with what was typed.
func refusedHours(v *site.Visit, who timetable.Person, typed typedHours, err error) (site.Answer, error) {
	if kind := models.KindOf(err); kind != models.Invalid && kind != models.Conflict {
		return site.Answer{}, err
	}
	a, failed := hoursPage(v, who, v.Field("week"), typed)
	if failed != nil {
		return site.Answer{}, failed
	}
	if typed.absence != nil {
		return a.At(map[string]string{"date": "from", "last date": "to", "reason": "why"}).Refusing(err)
	}
	return a.Refusing(err)
}

// saveHours saves the weekly hours and their zone, or shows the form with what one of its other buttons makes of it.
func saveHours(v *site.Visit) (site.Answer, error) {
	who, err := editHours(v)
	if err != nil {
		return site.Answer{}, err
	}
	r := typedWeek(v)
	if v.Field("office") != "" {
		r = r.Office()
	}
	if typed, asked := changeTyped(v, r); asked {
		return hoursPage(v, who, v.Field("week"), typed)
	}
	o, err := r.Validate()
	if err == nil {
		_, err = v.Acts.Availability.SetHours(v.Context(), v.By(), who.Email, o)
	}
	if models.KindOf(err) == models.Conflict {
		r.Shown = "" // the page says what is saved by now
	}
	if err != nil {
		return refusedHours(v, who, typedHours{hours: &r}, err)
	}
	return savedHours(v, who, "The working hours are saved.")
}

// forgetHours removes the weekly hours: the calendar's office hours count then, or what is painted.
func forgetHours(v *site.Visit) (site.Answer, error) {
	who, err := editHours(v)
	if err != nil {
		return site.Answer{}, err
	}
	p, err := v.Acts.Availability.SetHours(v.Context(), v.By(), who.Email,
		timetable.HoursOrder{Shown: v.Field("shown")})
	if err != nil {
		return refusedHours(v, who, typedHours{}, err)
	}
	note := "The working hours are removed. Painted times count from now on."
	if p.CalendarConnected {
		note = "The working hours are removed. Office hours are assumed, Monday to Friday 09:00 to 17:00."
	}
	return savedHours(v, who, note)
}

// saveDates makes dates differ from the week.
func saveDates(v *site.Visit) (site.Answer, error) {
	who, err := editHours(v)
	if err != nil {
		return site.Answer{}, err
	}
	r := timetable.DatesRequest{First: v.Field("first"), Last: v.Field("last"), Hours: v.Field("hours")}
	o, err := r.Validate()
	if err == nil {
		_, err = v.Acts.Availability.SetDates(v.Context(), v.By(), who.Email, o)
	}
	if err != nil {
		return refusedHours(v, who, typedHours{dates: &r}, err)
	}
	days := absenceText(timetable.Absence{First: o.First.Format(time.DateOnly), Last: o.Last.Format(time.DateOnly)})
	switch {
	case len(o.Hours) == 0:
		return savedHours(v, who, "Off now: "+days+".")
	case !who.Personal():
		return savedHours(v, who, "Other hours than in the week: "+days+". Times that are painted then stay offered.")
	}
	return savedHours(v, who, "Other hours than in the week: "+days+".")
}

// removeDate makes a date like its weekday again.
func removeDate(v *site.Visit) (site.Answer, error) {
	who, err := editHours(v)
	if err != nil {
		return site.Answer{}, err
	}
	day, err := timetable.ParseDate("date", v.Field("date"))
	if err == nil {
		_, err = v.Acts.Availability.RemoveDate(v.Context(), v.By(), who.Email, day.Format(time.DateOnly))
	}
	if err != nil {
		return refusedHours(v, who, typedHours{}, err)
	}
	return savedHours(v, who, day.Format(site.DayLayout)+" is like other "+day.Weekday().String()+"s again.")
}
