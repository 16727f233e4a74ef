package interviews

import (
	"cmp"
	"context"
	"strconv"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/scheduling"
	"litmus/store/availability"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// panelPath is where a seat of the interview is given to somebody else. A seat is named by its place in the panel, so
// that no address stands in a URL; seat < 0 is an empty one.
func panelPath(id string, seat int) string {
	path := site.InterviewPath(id, "panel")
	if seat < 0 {
		return path
	}
	return site.Href(path, "seat", strconv.Itoa(seat))
}

// SeatPath is where somebody else is given the person's seat in the interview, or made its interviewer.
func SeatPath(i models.Interview, email string) string {
	for n, s := range i.Panel {
		if s.Email == email && email != i.InterviewerEmail {
			return panelPath(i.ID, n)
		}
	}
	return site.InterviewPath(i.ID, "reassign")
}

// swapPage asks who takes a seat, and shows who could and why others cannot (P8).
func swapPage(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionReassign)
	if err != nil {
		return site.Answer{}, err
	}
	leaves := ""
	if seat, err := strconv.Atoi(v.Query("seat")); err == nil && seat >= 0 && seat < len(acct.Panel) {
		leaves = acct.Panel[seat].Email
	}
	if acct.RoomOf(leaves) != nil {
		return anotherRoom(v, acct, leaves)
	}
	return askSeat(v, acct, leaves)
}

// anotherRoom shows what would be sent if the interview were held in another room, which the service chooses.
func anotherRoom(v *site.Visit, acct effects.InterviewLedger, leaves string) (site.Answer, error) {
	c := booking.PanelChange{Leaves: leaves, Joins: booking.Anybody}
	a, refused, err := confirmChosen(v, swapAct(acct.Interview, c), acct, keptSwap(c)...)
	if err != nil || refused == nil {
		return a, err
	}
	return a.Refusing(refused)
}

// askSeat shows who could take the seat of who leaves, or an empty one: those who are free for it come in the order in
// which the service would choose them.
func askSeat(v *site.Visit, acct effects.InterviewLedger, leaves string) (site.Answer, error) {
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, []interviews.InterviewRow{acct.InterviewRow})
	if err != nil {
		return site.Answer{}, err
	}
	body := reassignBody{Line: LineOf(v, acct.InterviewRow, names), Revision: acct.Revision, Leaves: leaves,
		Back: site.InterviewPath(acct.ID), To: panelPath(acct.ID, -1), Legend: "Who takes an empty seat?",
		Chosen: v.Field("person"), Other: v.Field("other"), Refused: !acct.Replaceable(v.Now)}
	heading := "Add somebody to the panel"
	if s := acct.InPanel(leaves); s != nil {
		name := models.NameOf(s.Name, leaves)
		heading, body.Legend, body.MayEmpty = "Swap "+name, "Who takes the seat of "+name+"?", s.Optional
		body.Seat = seatLine{Seated: *s, Name: name, Leads: leaves == acct.InterviewerEmail}.Words()
	}
	a := func() site.Answer {
		return v.Show("interview-reassign", heading, body).Under(body.Back, body.Candidate)
	}
	if body.Refused {
		_, _, refused := booking.DecideChangePanel(booking.PanelFacts{ReassignFacts: booking.ReassignFacts{
			Interview: acct.Interview}}, booking.PanelChange{Leaves: leaves}, v.Store.Policy(), v.Now)
		return a().Refusing(refused)
	}
	able, err := v.Store.Bookings.Successors(v.Context(), v.Org.ID, acct.ID, leaves)
	if err != nil {
		return site.Answer{}, err
	}
	explained, err := v.Store.Availability.Explain(v.Context(), v.Org.ID, availability.Question{
		PostingID: acct.PostingID, RoundID: acct.RoundID, Except: acct.ID}, acct.StartsAt)
	if err != nil && models.KindOf(err) != models.Invalid { // a round that cannot be booked any more has no free times
		return site.Answer{}, err
	}
	listed := map[string]bool{}
	for n, s := range able {
		listed[s.Email] = true
		body.People = append(body.People, personChoice{Email: s.Email, Free: true, Suggested: n == 0,
			Name: models.NameOf(explained.Names[s.Email], s.Email), Verdict: s.Why})
		if n == 0 && body.Chosen == "" && body.Other == "" {
			body.Chosen = s.Email
		}
	}
	for _, e := range explained.Explanations {
		for _, why := range e.Interviewers {
			if acct.Attends(why.Email) || listed[why.Email] || why.Reason == timetable.ReasonNoPlace {
				continue
			}
			p := personChoice{Email: why.Email, Name: models.NameOf(explained.Names[why.Email], why.Email),
				Verdict: why.Words(v.Zone), Booked: why.Reason == timetable.ReasonBooked}
			if why.Reason == timetable.ReasonFree {
				p.Verdict = "is free, and the seat is not for them"
			}
			body.People = append(body.People, p)
		}
	}
	return a(), nil
}

// swap shows what the change of a seat would send, and carries it out once that is confirmed.
func swap(v *site.Visit) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionReassign)
	if err != nil {
		return site.Answer{}, err
	}
	c := booking.PanelChange{Leaves: v.Field("leaves")}
	var refused error
	switch chosen := v.Field("person"); {
	case acct.RoomOf(c.Leaves) != nil:
		c.Joins = booking.Anybody
	case chosen == "nobody":
	case chosen == "" || chosen == "other":
		c.Joins, refused = models.ParseEmail("the address of who takes the seat", v.Field("other"))
	default:
		c.Joins, refused = models.ParseEmail("the address of who takes the seat", chosen)
	}
	var a site.Answer
	change := swapAct(acct.Interview, c)
	if refused == nil && v.Field("confirm") != "" {
		if a, refused, err = chosenNow(v, change, acct, keptSwap(c)...); err != nil || refused == nil {
			return a, err
		}
	} else if refused == nil {
		if a, refused, err = confirmChosen(v, change, acct, keptSwap(c)...); err != nil || refused == nil {
			return a, err
		}
	}
	if acct, err = seenInterview(v, access.ActionReassign); err != nil { // as it is by now
		return site.Answer{}, err
	}
	if acct.RoomOf(c.Leaves) != nil {
		a, err = interview(v)
	} else {
		a, err = askSeat(v, acct, c.Leaves)
	}
	if err != nil || a.Page.Problem != "" {
		return a, err
	}
	return a.Refusing(refused)
}

// keptSwap are the fields that carry the change on to its confirmation.
func keptSwap(c booking.PanelChange) []site.HiddenField {
	return []site.HiddenField{{Name: "leaves", Value: c.Leaves}, {Name: "person", Value: cmp.Or(c.Joins, "nobody")}}
}

// swapAct is the change of a seat of the interview.
func swapAct(i models.Interview, c booking.PanelChange) interviewAct {
	lead := c.Joins + " takes the seat of " + c.Leaves + "; everybody else and the time stay."
	switch room := i.RoomOf(c.Leaves); {
	case room != nil:
		lead = "Another room takes the place of " + room.RoomName() + ": the smallest that is free. The time stays, " +
			"and so does everybody."
	case c.Joins == "":
		lead = c.Leaves + " leaves, and the seat stays empty; everybody else and the time stay."
	case c.Leaves == "":
		lead = c.Joins + " takes an empty seat; everybody else and the time stay."
	}
	return interviewAct{
		action: access.ActionReassign, name: "panel", heading: "Change the panel", lead: lead,
		button: "Change the panel", icon: "repeat", why: true,
		done: "The panel is changed.", was: "The panel is so already.",
		preview: func(p scheduling.Previews, ctx context.Context, by scheduling.By, id string) (act.Preview, error) {
			return p.ChangePanel(ctx, by, id, c)
		},
		do: func(s scheduling.Bookings, ctx context.Context, by scheduling.By,
			id string) (interviews.InterviewRow, bool, error) {
			return s.ChangePanel(ctx, by, id, c)
		},
	}
}
