package setups

import (
	"cmp"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// applyAbsences writes the absences of the file. Of a person whom the file keeps they are those of the file, if it
// names any, and under prune in any case. Those of somebody who is no person of the organization are added to the
// stored ones, like painted slots: no record says where they are kept. Stored ones that are over are forgotten then, as
// [timetable.WithAbsence] does, so that applying files does not gather them for ever.
func (a *applier) applyAbsences() error {
	named := map[string][]timetable.Absence{}
	for _, e := range a.setup.Absences {
		named[e.Email] = append(named[e.Email], e.Absence)
	}
	var people []db.PersonRecord
	if err := db.Of(a.tx, a.org.ID).Select("email", "origin", "time_zone").Find(&people).Error; err != nil {
		return err
	}
	origins, zones := map[string]string{}, map[string]string{}
	for _, p := range people {
		origins[p.Email], zones[p.Email] = p.Origin, p.TimeZone
		if a.prune && p.Origin == models.OriginFile && named[p.Email] == nil {
			named[p.Email] = []timetable.Absence{}
		}
	}
	var rows []db.AbsenceRecord
	if err := db.Of(a.tx, a.org.ID).Order("email, first_day, last_day").Find(&rows).Error; err != nil {
		return err
	}
	stored := map[string][]timetable.Absence{}
	for _, r := range rows {
		stored[r.Email] = append(stored[r.Email], r.Model())
	}
	today := a.now.In(models.Location(a.org.TimeZone)) // without a row of people an address has no zone of its own
	for _, email := range db.SortedKeys(named) {
		origin := origins[email]
		if origin == models.OriginDashboard || origin == "" && a.taken[KeptRecord{"interviewer", email}] {
			a.note("kept absences of %s: they are kept in the dashboard", email)
			a.out.Kept = append(a.out.Kept, KeptRecord{"absences", email})
			continue
		}
		after := slices.Clone(named[email])
		if origin == "" {
			after = joinAbsences(after, stored[email], today)
		}
		if err := a.applyAbsencesOf(email, stored[email], after); err != nil {
			return db.Wrap("absences of "+email, err)
		}
		a.vacancies = append(a.vacancies, booking.AwayVacancy(email, cmp.Or(zones[email], a.org.TimeZone),
			stored[email], after))
	}
	return nil
}

// joinAbsences adds the stored absences that are not over to those of the file, whose reasons count.
func joinAbsences(named, stored []timetable.Absence, now time.Time) []timetable.Absence {
	out := named
	for _, b := range stored {
		if !b.Over(now) && !slices.ContainsFunc(named, func(w timetable.Absence) bool { return w.Days() == b.Days() }) {
			out = append(out, b)
		}
	}
	return out
}

// applyAbsencesOf writes the absences of one address.
func (a *applier) applyAbsencesOf(email string, before, after []timetable.Absence) error {
	timetable.SortAbsences(after)
	if slices.Equal(before, after) {
		for range after {
			a.same("absence")
		}
		return nil
	}
	if len(after) > max(timetable.MaxAbsences, len(before)) { // more were stored before they were counted
		return models.Invalidf("%d absences would be entered, with those that are stored; at most %d may: join some, "+
			"or take them back", len(after), timetable.MaxAbsences)
	}
	a.note("updated absences of %s", email)
	for _, b := range before {
		if !slices.ContainsFunc(after, func(x timetable.Absence) bool { return x.Days() == b.Days() }) {
			a.changed(timetable.AbsenceChange(email, models.ChangeAbsenceEnded, b))
		}
	}
	for _, w := range after {
		if !slices.Contains(before, w) {
			a.changed(timetable.AbsenceChange(email, models.ChangeAbsenceSet, w))
		}
	}
	return db.WriteAbsences(a.tx, a.org.ID, email, after)
}
