package pipelines

import (
	"slices"
	"strconv"
	"strings"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
)

// ofPeople is what a row of the form says of a seat of people instead of a pool's id.
const ofPeople = "people"

// seatRoles are the roles of a seat in words.
var seatRoles = map[string]string{models.SeatInterviewer: "interviewer", models.SeatShadow: "trainee, who sits in",
	models.SeatObserver: "observer", models.SeatRoom: "room"}

// typedSeat is a row of the form of a step (P2): a seat as it is typed. A row without a pool and people is none.
type typedSeat struct {
	Of, People, Count, Role string
	Optional                bool
}

// edit reads the row, which stands in that place counted from 1; the error is of kind [models.Invalid].
func (t typedSeat) edit(place int) (s models.Seat, err error) {
	s = models.Seat{Role: t.Role, Optional: t.Optional}
	if s.Count, err = models.ParseWhole("the number of people of seat "+strconv.Itoa(place), t.Count, 1, 1,
		models.MaxSeatCount); err != nil {
		return s, models.InField("seats", err)
	}
	if s.People, err = pipeline.ParseAddresses("the people of seat "+strconv.Itoa(place), t.People,
		models.MaxSeatPeople); err != nil {
		return s, models.InField("seats", err)
	}
	if t.Of != ofPeople {
		s.Pool = t.Of
	}
	return s, nil
}

// readSeats reads the rows of the form, whose ticks are by the number of their row. Those in which nothing is chosen
// are left out, unless a button arranges the rows: then no seat has another number than the page shows.
func readSeats(v *site.Visit) []typedSeat {
	rounds, people, count, role := v.Form["seat_of"], v.Form["seat_people"], v.Form["seat_count"], v.Form["seat_role"]
	var out []typedSeat
	for n := range min(len(rounds), len(people), len(count), len(role), 2*models.MaxSeats) {
		t := typedSeat{rounds[n], people[n], strings.TrimSpace(count[n]), role[n],
			slices.Contains(v.Form["seat_optional"], strconv.Itoa(n))}
		if v.Field("do") != "" || t.Of != "" || strings.TrimSpace(t.People) != "" {
			out = append(out, t)
		}
	}
	return out
}

// typedSeats are seats as the form shows them.
func typedSeats(seats []models.Seat) (out []typedSeat) {
	for _, s := range seats {
		t := typedSeat{Of: s.Pool, People: strings.Join(s.People, ", "), Count: strconv.Itoa(s.Count), Role: s.Role,
			Optional: s.Optional}
		if s.Pool == "" {
			t.Of = ofPeople
		}
		out = append(out, t)
	}
	return out
}

// editSeats reads the rows.
func editSeats(rows []typedSeat) (seats []models.Seat, err error) {
	for n, t := range rows {
		s, err := t.edit(n + 1)
		if err != nil {
			return nil, err
		}
		seats = append(seats, s)
	}
	return seats, nil
}

// seatWords are the rows in words, for the two versions of a step, of what cannot be read as it was typed.
func seatWords(rows []typedSeat, facts pipeline.Facts) string {
	seats, err := editSeats(rows)
	if err != nil {
		return "what cannot be read"
	}
	return models.SeatsWords(seats, facts.PoolName)
}

// changeSeats makes of the rows what a button of the form asks for, and says which row it is about then, -1 for none:
// "more" adds one, "up 2" and "less 2" move or remove the row of that number.
func changeSeats(do string, rows []typedSeat) (out []typedSeat, at int) {
	act, number, _ := strings.Cut(do, " ")
	at, err := strconv.Atoi(number)
	here := err == nil && at >= 0 && at < len(rows)
	out = slices.Clone(rows)
	switch {
	case act == "more" && len(rows) < models.MaxSeats:
		return append(out, typedSeat{Count: "1", Role: models.SeatInterviewer}), len(out)
	case act == "up" && here && at > 0:
		out[at-1], out[at] = out[at], out[at-1]
		return out, at - 1
	case act == "less" && here:
		out = slices.Delete(out, at, at+1)
		return out, min(at, len(out)-1)
	}
	return out, -1
}

// seatRow is a row of the form as it is shown.
type seatRow struct {
	typedSeat
	N            int  // its number, from 0
	Place        int  // the same from 1
	Focus        bool // a button was about it
	Pools, Roles []site.Choice
}

// ByName reports whether the row is of people.
func (r seatRow) ByName() bool { return r.Of == ofPeople }

// seatRows lay the rows out; focus is the row that a button was about, -1 for none.
func seatRows(rows []typedSeat, facts pipeline.Facts, focus int) (out []seatRow) {
	for n, t := range rows {
		r := seatRow{typedSeat: t, N: n, Place: n + 1, Focus: n == focus}
		for _, p := range facts.Pools {
			r.Pools = append(r.Pools, site.Choice{Value: p.ID, Name: p.Name, Chosen: p.ID == t.Of})
		}
		for _, role := range models.SeatRoles {
			r.Roles = append(r.Roles, site.Choice{Value: role, Name: seatRoles[role], Chosen: role == t.Role})
		}
		out = append(out, r)
	}
	return out
}

// arrangeSeats shows the form of a step again with the seats as one of its buttons makes them. Nothing is saved: the
// form goes on with the version that it showed.
func arrangeSeats(v *site.Visit, f stepForm) (site.Answer, error) {
	return onPosting(func(v *site.Visit, page pipeline.PostingPage) (site.Answer, error) {
		if _, n := page.Round(f.ID); n < 0 && !f.New { // it was removed meanwhile: the form offers to add it again
			f.ID, f.Makes, f.New = pipelines.NewRoundID(), pipelines.NewAssessmentID(), true
		}
		f.Step.Seats, f.at = changeSeats(v.Field("do"), f.Step.Seats)
		f.arranged = true
		return showStepForm(v, page.Facts, f), nil
	})(v)
}
