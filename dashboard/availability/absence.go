package availability

import (
	"slices"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/dashboard/interviews"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/availability"
)

// mostFalling bounds the interviews on days off that a page shows.
const mostFalling = 50

// absencesView says on the page of a person's hours when they are away, and what falls on it.
type absencesView struct {
	May     bool // enter absences, and take them back
	Known   bool // the viewer reads why somebody is away
	Rows    []absenceRow
	Typed   timetable.AbsenceRequest
	Falling []fallingLine
	More    int    // interviews that are not shown
	Hand    string // where those that are shown are handed over, "" if the viewer may not
}

// absenceRow is an absence that is not over.
type absenceRow struct {
	timetable.Absence
	Days string
}

// fallingLine is an interview that falls on a day off, with where the viewer hands it over.
type fallingLine struct {
	interviews.Line
	Reassign, Move, Replace string // "" for where they may not
	Asked                   bool   // a replacement is asked for already
}

// absenceFacts are the facts of an act on the absences of a person.
func absenceFacts(v *site.Visit, email string) (access.Facts, error) {
	f := v.OwnOf(email)
	if f.Own {
		return f, nil
	}
	_, err := v.Store.Team.Member(v.Context(), v.Org.ID, email)
	if f.NoMember = models.KindOf(err) == models.NotFound; f.NoMember {
		return f, nil
	}
	return f, err
}

// absences are what the page of a person's hours says of their absences. typed is what a form held that could not be
// saved, nil for none.
func absences(v *site.Visit, x availability.PersonWeek, facts access.Facts,
	typed *timetable.AbsenceRequest) (w absencesView, err error) {
	p := x.Person
	w.Known = v.Can(access.ActionEnterAbsence, facts)
	w.May = w.Known && p.Origin != models.OriginFile
	w.Typed = timetable.AbsenceRequest{From: dateAsked(v, "away"), To: dateAsked(v, "until")}
	if typed != nil {
		w.Typed = *typed
	}
	today := v.Now.In(models.Location(p.ZoneIn(v.Org.TimeZone)))
	for _, a := range x.Absences {
		if !a.Over(today) {
			w.Rows = append(w.Rows, absenceRow{a, absenceText(a)})
		}
	}
	rows := x.Falling
	if w.More = len(rows) - mostFalling; w.More > 0 {
		rows = rows[:mostFalling]
	}
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, rows)
	if err != nil {
		return w, err
	}
	var handed []interviews.Line
	for _, row := range rows {
		l, can := fallingLine{Line: interviews.LineOf(v, row, names)}, booking.ActionsOf(row.Interview, v.Now)
		own := access.Facts{Own: v.Member.Owns(row.Interview)}
		l.Asked = row.ReplacementOf(p.Email, v.Now) != nil
		if can.Reassign && v.Can(access.ActionReassign, own) {
			l.Reassign = interviews.SeatPath(row.Interview, p.Email)
			if row.Replaceable(v.Now) && row.InterviewerEmail == p.Email {
				handed = append(handed, l.Line)
			}
		} else if !l.Asked && booking.MayAskReplacement(row.Interview, p.Email, v.Now) &&
			v.Can(access.ActionAskForReplacement, own) {
			l.Replace = site.InterviewPath(row.ID, "replacement")
		}
		if can.Move && v.Can(access.ActionMove, own) {
			l.Move = site.InterviewPath(row.ID, "move")
		}
		w.Falling = append(w.Falling, l)
	}
	w.Hand = interviews.HandOverPath(handed, site.Href(site.HoursPath, "person", v.Store.Availability.PersonID(v.Org.ID,
		p.Email)))
	return w, nil
}

// dateAsked returns the date that the address names, "" for none.
func dateAsked(v *site.Visit, parameter string) string {
	day, err := timetable.ParseDate(parameter, v.Query(parameter))
	if err != nil {
		return ""
	}
	return day.Format(time.DateOnly)
}

// awayText names the days of an absence in a row of a list, the year only where it is not that of now: Mon 22 – Wed 24
// Dec.
func awayText(a timetable.Absence, now time.Time) string {
	first, err := time.Parse(time.DateOnly, a.First)
	last, err2 := time.Parse(time.DateOnly, a.Last)
	if err != nil || err2 != nil { // none is stored that is no date
		return a.Days()
	}
	from, to := "Mon 2 Jan", "Mon 2 Jan"
	if first.Year() != last.Year() || last.Year() != now.Year() {
		to = site.DayLayout
	}
	if first.Year() != last.Year() {
		from = site.DayLayout
	} else if first.Month() == last.Month() {
		from = "Mon 2"
	}
	if a.First == a.Last {
		return last.Format(to)
	}
	return first.Format(from) + " – " + last.Format(to)
}

// absenceText names the days of an absence: Mon 22 Dec 2031 – Wed 24 Dec 2031.
func absenceText(a timetable.Absence) string {
	var days []string
	for _, date := range slices.Compact([]string{a.First, a.Last}) {
		day, err := time.Parse(time.DateOnly, date)
		if err != nil { // none is stored that is no date
			return a.Days()
		}
		days = append(days, day.Format(site.DayLayout))
	}
	if len(days) == 1 {
		return days[0]
	}
	return days[0] + " – " + days[1]
}

// awayPerson finds whom a form of an absence is about, if the visitor may enter theirs.
func awayPerson(v *site.Visit) (timetable.Person, error) {
	who, err := person(v, v.Field("person"))
	if err != nil {
		return who, err
	}
	facts, err := absenceFacts(v, who.Email)
	if err != nil {
		return who, err
	}
	return who, v.May(access.ActionEnterAbsence, facts)
}

// enterAbsence makes somebody away, and leads to the interviews that fall on it.
func enterAbsence(v *site.Visit) (site.Answer, error) {
	who, err := awayPerson(v)
	if err != nil {
		return site.Answer{}, err
	}
	r := timetable.AbsenceRequest{From: v.Field("from"), To: v.Field("to"), Reason: v.Field("why")}
	a, err := r.Validate()
	if err == nil {
		err = v.Acts.Availability.EnterAbsence(v.Context(), v.By(), who.Email, a)
	}
	if err != nil {
		return refusedHours(v, who, typedHours{absence: &r}, err)
	}
	return savedHours(v, who, "Entered as away: "+absenceText(a)+".")
}

// takeBackAbsence forgets an absence: the starts of these days are offered again.
func takeBackAbsence(v *site.Visit) (site.Answer, error) {
	who, err := awayPerson(v)
	if err != nil {
		return site.Answer{}, err
	}
	a, err := timetable.AbsenceRequest{From: v.Field("from"), To: v.Field("to")}.Validate()
	if err == nil {
		err = v.Acts.Availability.TakeBackAbsence(v.Context(), v.By(), who.Email, a)
	}
	if err != nil {
		return refusedHours(v, who, typedHours{}, err)
	}
	return savedHours(v, who, "The absence is taken back: "+absenceText(a)+".")
}
