package dashboard

import (
	"cmp"
	"html/template"
	"strconv"
	"time"

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
	grid
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
	Dates         []dateRow
	Past          int // dates that are not shown, since they are past
	Dated         timetable.DatesRequest
	Away          absencesView
	History       []changeLine
}

// dayControls are the ids of the fields of [dayField], by their days.
var dayControls = func() map[string]string {
	ids := map[string]string{}
	for _, d := range weekdays {
		ids[d.String()] = "day-" + strconv.Itoa(int(d))
	}
	return ids
}()

// dayField is the field of a weekday.
type dayField struct{ Name, Label, Text string }

// dateRow is a date that differs from the week.
type dateRow struct{ Date, Label, Hours string }

// ZoneOptions returns the zones as <option> elements.
func (h hoursView) ZoneOptions() template.HTML { return zones.Options(h.HomeZone) }

// typedHours is what a form held that could not be saved.
type typedHours struct {
	hours *timetable.HoursRequest
	dates *timetable.DatesRequest

	absence *timetable.AbsenceRequest
}

// hours serves a person's working hours, the dates that differ, and what they come to (D14).
func hours(v *visit) (answer, error) {
	who, err := person(v, v.query("person"))
	if err != nil {
		return answer{}, err
	}
	return hoursPage(v, who, v.query("week"), typedHours{})
}

func hoursPage(v *visit, who timetable.Person, date string, typed typedHours) (answer, error) {
	if err := v.may(access.ActionSeeAvailability, v.ownOf(who.Email)); err != nil {
		return answer{}, err
	}
	w, err := weekAsked(v, date)
	if err != nil {
		return answer{}, err
	}
	x, err := v.Store.Availability.PersonWeek(v.Context(), v.org.ID, who.Email, w.From, w.To)
	if err != nil {
		return answer{}, err
	}
	p := x.Person
	facts, err := absenceFacts(v, p.Email)
	if err != nil {
		return answer{}, err
	}
	h := hoursView{PersonID: v.Store.Availability.PersonID(v.org.ID, p.Email), Who: models.NameOf(p.Name, p.Email),
		Own: p.Email == v.member.Email, May: v.can(access.ActionEditHours, facts) && !facts.NoMember,
		All: v.URL.Query().Get("all") != "", Saved: p.WorkingHours != nil, Connected: p.CalendarConnected,
		Personal: p.Personal(), HomeZone: p.ZoneIn(v.org.TimeZone), Shown: p.HoursVersion()}
	week := p.Hours()
	for _, d := range weekdays {
		h.Days = append(h.Days, dayField{"day-" + strconv.Itoa(int(d)), d.String(), timetable.FormatHours(week[d])})
	}
	if typed.hours != nil {
		h.HomeZone = typed.hours.TimeZone
		for n, d := range weekdays {
			h.Days[n].Text = typed.hours.Days[d]
		}
	}
	if typed.dates != nil {
		h.Dated = *typed.dates
	}
	h.OtherZone = !zones.Offered(h.HomeZone)
	if h.Email = p.Email; h.May && p.Origin == models.OriginFile { // it is shown, and changed once it is taken over
		h.May, h.Origin, h.Back = false, p.Origin, href(hoursPath, "person", h.PersonID, "week", w.Date())
	}
	if h.Away, err = absences(v, x, facts, typed.absence); err != nil {
		return answer{}, err
	}
	if h.History, err = v.historyOf(models.SubjectPerson, p.Email); err != nil {
		return answer{}, err
	}
	h.Dates, h.Past = dateRows(p, v.now.In(models.Location(p.ZoneIn(v.org.TimeZone))))
	h.grid = layOut(w, hoursCells(v, h, x), h.All, func(c cell) bool {
		return c.State == "free" || c.State == "booked"
	})
	heading := "Working hours of " + h.Who
	if h.Own {
		heading = "Your working hours"
	}
	return v.show("hours", heading, h).under(availabilityPath, "Availability"), nil
}

// hoursCells makes a cell of each half hour that says what the schedule comes to.
func hoursCells(v *visit, h hoursView, x availability.PersonWeek) []cell {
	cells := make([]cell, len(x.Explanations))
	for n, e := range x.Explanations {
		why := e.Interviewers[0]
		c := cell{Start: e.Start, Words: why.Words(v.zone)}
		c.State, c.Short = stateOf(why)
		if why.Reason == timetable.ReasonNotPainted {
			c.State, c.Words = "off", "has no working hours"
		}
		if b, ok := x.Bookings[why.InterviewID]; ok {
			c.Words += ", on “" + b.Title + "”"
			if v.served[interviewPath("{id}")] && v.can(access.ActionSeeInterview, v.ownOf(why.Email)) {
				c.Link = interviewPath(why.InterviewID)
			}
		}
		if !e.Start.After(v.now) {
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
		rows = append(rows, dateRow{date, day.Format(dayLayout),
			cmp.Or(timetable.FormatHours(p.Dates[date]), "day off")})
	}
	return rows, past
}

// editHours finds whom a form is about, if the visitor may change their hours.
func editHours(v *visit) (timetable.Person, error) {
	who, err := person(v, v.field("person"))
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
	return who, v.may(access.ActionEditHours, facts)
}

// savedHours leads back to the page of a person's hours.
func savedHours(v *visit, who timetable.Person, note string) (answer, error) {
	return redirectNote(href(hoursPath, "person", v.Store.Availability.PersonID(v.org.ID, who.Email),
		"week",
		v.field("week")), note), nil
}

// refusedHours shows the page again with what was typed.
func refusedHours(v *visit, who timetable.Person, typed typedHours, err error) (answer, error) {
	if kind := models.KindOf(err); kind != models.Invalid && kind != models.Conflict {
		return answer{}, err
	}
	a, failed := hoursPage(v, who, v.field("week"), typed)
	if failed != nil {
		return answer{}, failed
	}
	if typed.absence != nil {
		return a.at(map[string]string{"date": "from", "last date": "to", "reason": "why"}).refusing(err)
	}
	return a.at(dayControls).refusing(err)
}

// saveHours saves the weekly hours and their zone.
func saveHours(v *visit) (answer, error) {
	who, err := editHours(v)
	if err != nil {
		return answer{}, err
	}
	r := timetable.HoursRequest{TimeZone: v.field("zone"), Shown: v.field("shown")}
	for _, d := range weekdays {
		r.Days[d] = v.field("day-" + strconv.Itoa(int(d)))
	}
	o, err := r.Validate()
	if err == nil {
		_, err = v.Acts.SetHours(v.Context(), v.by(), who.Email, o)
	}
	if err != nil {
		return refusedHours(v, who, typedHours{hours: &r}, err)
	}
	return savedHours(v, who, "The working hours are saved.")
}

// forgetHours removes the weekly hours: the calendar's office hours count then, or what is painted.
func forgetHours(v *visit) (answer, error) {
	who, err := editHours(v)
	if err != nil {
		return answer{}, err
	}
	p, err := v.Acts.SetHours(v.Context(), v.by(), who.Email, timetable.HoursOrder{Shown: v.field("shown")})
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
func saveDates(v *visit) (answer, error) {
	who, err := editHours(v)
	if err != nil {
		return answer{}, err
	}
	r := timetable.DatesRequest{First: v.field("first"), Last: v.field("last"), Hours: v.field("hours")}
	o, err := r.Validate()
	if err == nil {
		_, err = v.Acts.SetDates(v.Context(), v.by(), who.Email, o)
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
func removeDate(v *visit) (answer, error) {
	who, err := editHours(v)
	if err != nil {
		return answer{}, err
	}
	day, err := timetable.ParseDate("date", v.field("date"))
	if err == nil {
		_, err = v.Acts.RemoveDate(v.Context(), v.by(), who.Email, day.Format(time.DateOnly))
	}
	if err != nil {
		return refusedHours(v, who, typedHours{}, err)
	}
	return savedHours(v, who, day.Format(dayLayout)+" is like other "+day.Weekday().String()+"s again.")
}
