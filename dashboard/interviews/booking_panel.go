package interviews

import (
	"cmp"
	"slices"
	"strings"

	"litmus/dashboard/internal/grid"
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/panel"
	"litmus/models/timetable"
	"litmus/store/availability"
)

// seatPick is somebody of the panel of a preview, with who else could take their seat (P6, D12).
type seatPick struct {
	seatLine
	N    int           // counts them, for ids
	Free []site.Choice // who is free for it: themselves first, nobody last where it is optional; none of a room's
}

// paneled reports whether the round has seats: a pick of a start seats a panel then.
func (c chosenBooking) paneled() bool { return len(c.Round.Seats) > 0 }

// pickFor is what the grid's form says of a start, with who would interview.
func (c chosenBooking) pickFor(start, email string) string {
	if c.paneled() {
		email = booking.PanelAuto
	}
	return start + " " + email
}

// seatPanel puts into the request who takes the seats: whom the form names, or else whom we choose.
func seatPanel(r *booking.Request, f bookingForm) {
	r.InterviewerEmail, r.Panel, r.Auto = "", f.Panel, len(f.Panel) == 0
}

// keptPanel are the fields that carry the panel to the confirmation: the one that was named, or that was shown.
func keptPanel(o booking.Order, shown []models.Seated) (out []site.HiddenField) {
	for _, email := range o.Panel {
		out = append(out, site.HiddenField{Name: "panel", Value: email})
	}
	if o.Auto {
		for _, s := range models.People(shown) {
			out = append(out, site.HiddenField{Name: "seated", Value: s.Email})
		}
	}
	return out
}

// seatPicks are the people of a panel, each with those who could take their seat at the start and are free.
func seatPicks(seated []models.Seated, x availability.Explained, e timetable.Explanation) (out []seatPick) {
	name := func(email string) string { return models.NameOf(x.Names[email], email) }
	taken := make([]string, len(seated))
	for n, s := range seated {
		taken[n] = s.Email
	}
	for n, s := range seated {
		if s.IsRoom() {
			out = append(out, seatPick{N: n, seatLine: seatLine{Seated: s, Name: s.RoomName()}})
			continue
		}
		p := seatPick{N: n, seatLine: seatLine{Seated: s, Name: cmp.Or(s.Name, name(s.Email)), Leads: n == 0},
			Free: []site.Choice{{Value: s.Email, Name: cmp.Or(s.Name, name(s.Email)), Chosen: true}}}
		for _, email := range e.Free() {
			if !slices.Contains(taken, email) && slices.ContainsFunc(x.Places, func(place panel.Place) bool {
				return place.Seat == s.Seat && place.Role == s.Role && slices.Contains(place.People, email)
			}) {
				p.Free = append(p.Free, site.Choice{Value: email, Name: name(email)})
			}
		}
		slices.SortFunc(p.Free[1:], func(a, b site.Choice) int { return strings.Compare(a.Name, b.Name) })
		if s.Optional {
			p.Free = append(p.Free, site.Choice{Name: "nobody"})
		}
		out = append(out, p)
	}
	return out
}

// Swaps reports whether somebody else could take a seat.
func (b previewBody) Swaps() bool {
	return slices.ContainsFunc(b.Seats, func(p seatPick) bool { return len(p.Free) > 1 })
}

// paneledCell is a half hour of a round with seats: it is free where a panel fits, and its button seats one.
func (b *timesBody) paneledCell(v *site.Visit, c grid.Cell, e timetable.Explanation) grid.Cell {
	if e.Reason == timetable.ReasonFree {
		c.State, c.Words = "free", e.Words(v.Zone)
		if !b.Offered {
			b.Offered, b.first = true, e.Start
		}
	}
	c.Picks = []grid.Pick{{Value: b.pickFor(models.FormatInstant(e.Start), ""), State: c.State, Words: c.Words,
		Chosen: b.Preview != nil && b.Preview.Start.Equal(e.Start)}}
	return c
}
