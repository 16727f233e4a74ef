package booking

import (
	"slices"
	"time"

	"litmus/models"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// PanelChange says who takes whose seat in an interview (P8).
type PanelChange struct {
	Leaves string // whose seat it is, "" for an empty one
	Joins  string // who takes it, [Anybody] for whom the service chooses, "" for nobody
}

// PanelFacts are the facts for a change of a panel.
type PanelFacts struct {
	ReassignFacts // those about who joins are of who is named

	Places []panel.Place // of the interview's round, none if it has no seats

	// For who is chosen: what those offer at the start who can take a seat, or the posting's interviewers where the
	// round has none, with how much they interview, and what else is asked of them.
	Available timetable.Availability
	Links     map[string]InterviewerLinks
	Shares    map[string]panel.Share
	Turns     map[string]timetable.Turn
}

// DecideChangePanel gives a seat of a scheduled interview that has not begun to somebody else, has it stay empty, or
// fills an empty one. Everybody else keeps their seat. Of a room it is the service that chooses another one. The first
// seat leads, so who takes that is the interviewer, as [DecideReassign] makes them.
//
// Who is named takes the seat as a request names people: whatever their limits are, and whether or not the seat is for
// them. Who is chosen is the first of [PanelFacts.Succession]. changed is false if it is so already. It is a
// [models.Conflict] if the interview cannot be changed any more, if who joins has another interview then, if nobody
// can be chosen, and if a seat would stay empty without which there is no interview.
func DecideChangePanel(f PanelFacts, c PanelChange, p models.Policy, now time.Time) (i models.Interview, changed bool,
	err error) {
	i = f.Interview
	if s := i.StatusAt(now); s != models.StatusScheduled {
		return i, false, notScheduled(i, s)
	}
	if !i.Replaceable(now) {
		return i, false, models.Conflictf("The interview has begun, so its panel stays as it is.")
	}
	if room := i.RoomOf(c.Leaves); room != nil {
		return f.anotherRoom(*room, c, now)
	}
	leaves := i.Attends(c.Leaves)
	switch {
	case c.Joins == c.Leaves, c.Joins != "" && i.Attends(c.Joins) && !leaves:
		return i, false, nil
	case c.Leaves != "" && !leaves:
		return i, false, models.Conflictf("%s is not in the panel; look at who is in it now", c.Leaves)
	}
	leads := c.Leaves == i.InterviewerEmail // also where nobody does
	joins, err := f.joins(c, now)
	switch {
	case err != nil:
		return i, false, err
	case leads && c.Joins != "":
		return f.leads(joins, p, now)
	case c.Joins == "":
		return f.without(c.Leaves, now)
	case i.Attends(joins.Email):
		return i, false, models.Conflictf("%s is in the panel already; name somebody else", joins.Email)
	}
	return f.seats(joins, c.Leaves, now)
}

// panel is who is in the interview. Whoever interviews alone has a seat of the round, too, if one is theirs.
func (f PanelFacts) panel() []models.Seated {
	i := f.Interview
	if len(i.Panel) > 0 || i.InterviewerEmail == "" {
		return slices.Clone(i.Panel)
	}
	lead := NamedMembers([]string{i.InterviewerEmail}, f.Places)[0].Seated
	lead.SetAt = i.InterviewerSetAt
	return []models.Seated{lead}
}

// joins is who joins, in their seat.
func (f PanelFacts) joins(c PanelChange, now time.Time) (s models.Seated, err error) {
	seat, kept := f.seatOf(c.Leaves)
	switch c.Joins {
	case "":
		return s, nil
	case Anybody:
		able, why := f.Succession(c.Leaves, now)
		if len(able) == 0 {
			return s, models.About(models.Refusal{Cause: models.CauseNobodyFree, At: f.Interview.StartsAt},
				models.Advised(models.Conflictf("nobody else is free for the seat at %s%s; ",
					models.FormatInstant(f.Interview.StartsAt), why), models.AdviceSlots))
		}
		return able[0], nil
	}
	if seat == nil && f.Interview.InterviewerEmail != "" {
		open := panel.Openings(f.Places, kept)
		if len(open) == 0 {
			return s, models.Conflictf("No seat of the round is empty. Say whose seat %s takes.", c.Joins)
		}
		seat = &open[0]
		for _, one := range open { // one that is for them comes before the first
			if len(panel.Successors(f.Places, kept, one, []string{c.Joins}, nil)) > 0 {
				seat = &one
				break
			}
		}
	}
	if seat != nil {
		s = *seat
	}
	joins := models.Seated{Email: c.Joins, Seat: s.Seat, Pool: s.Pool, Role: s.Role, Optional: s.Optional,
		Hidden: s.Hidden, Why: models.ChosenByHand}
	for _, p := range f.Places { // who is in training is so in a trainee's seat alone, and in their own pool
		if p.Role == s.Role && (p.Pool == s.Pool || s.Role == models.SeatShadow) && slices.Contains(p.People, c.Joins) {
			joins.Pool, joins.Trains = p.Pool, p.Trains(c.Joins)
		}
	}
	return joins, nil
}

// seatOf is somebody's seat, nil for an empty one, and who stays.
func (f PanelFacts) seatOf(leaves string) (seat *models.Seated, kept []models.Seated) {
	for _, s := range f.panel() {
		if s.Email == leaves {
			seat = &s
			continue
		}
		kept = append(kept, s)
	}
	return seat, kept
}

// Succession are those who could take the seat of who leaves, or an empty one where leaves is "": the first is whom the
// service chooses. In a round with seats they come as [panel.Successors] has them, else they are interviewers of the
// posting, whose turn it is first. Nobody of them is in the interview, at a limit, or the candidate, and nobody said
// that they cannot interview then. Beside the lead nobody is a stranger. why says where the seat is if there is nobody,
// in words that follow the start.
func (f PanelFacts) Succession(leaves string, now time.Time) (able []models.Seated, why string) {
	i := f.Interview
	e := f.Available.Explain(i.StartsAt, i.Duration(), now, i.ID)
	seat, kept := f.seatOf(leaves)
	refused, places := i.Refused(), e.Narrow(f.Places)
	free := slices.DeleteFunc(e.Free(), func(email string) bool {
		return i.Attends(email) || slices.Contains(f.Available.Not, email) || slices.Contains(refused, email) ||
			(f.ByItself || leaves != i.InterviewerEmail) && stranger(email, f.Links[email], f.Admins)
	})
	switch {
	case len(f.Places) == 0:
		for _, email := range timetable.InTurn(free, f.Turns) {
			s := models.Seated{Email: email, Role: models.SeatInterviewer}
			if seat != nil {
				s.Role, s.Optional, s.Seat = seat.Role, seat.Optional, seat.Seat
			}
			able = append(able, s)
		}
	case seat != nil:
		able = panel.Successors(places, kept, *seat, free, f.Shares)
		if seat.Seat != "" {
			why = " (" + seat.Seat + ")"
		}
	default:
		open := panel.Openings(f.Places, kept)
		if len(open) == 0 {
			return nil, ", since no seat of the round is empty"
		}
		if i.InterviewerEmail == "" {
			open = open[:1] // whoever joins leads
		}
		for _, one := range open {
			if able = panel.Successors(places, kept, one, free, f.Shares); len(able) > 0 {
				return able, ""
			}
		}
	}
	return able, why
}

// ToStranger reports whether the change that makes the interview so sends letters to an interviewer whom the
// organization does not know.
func (f PanelFacts) ToStranger(after models.Interview) bool {
	email := after.InterviewerEmail
	return email != f.Interview.InterviewerEmail && stranger(email, f.own(email), f.Admins)
}

// own are the links of who joins.
func (f PanelFacts) own(email string) InterviewerLinks {
	if f.Own != (InterviewerLinks{}) {
		return f.Own
	}
	return f.Links[email]
}

// leads makes who joins the interviewer, in the seat of whoever was.
func (f PanelFacts) leads(joins models.Seated, p models.Policy, now time.Time) (models.Interview, bool, error) {
	r := f.ReassignFacts
	r.Own = f.own(joins.Email)
	i, changed, err := DecideReassign(r, joins.Email, p, now)
	if s := i.InPanel(joins.Email); changed && s != nil {
		s.Seat, s.Pool, s.Role, s.Why = joins.Seat, joins.Pool, joins.Role, joins.Why
	}
	return i, changed, err
}

// seats gives who joins the seat of who leaves, or an empty one.
func (f PanelFacts) seats(joins models.Seated, leaves string, now time.Time) (models.Interview, bool, error) {
	i, own := f.Interview, f.own(joins.Email)
	if err := checkInterviewer(joins.Email, i.StartsAt, i.Duration(), f.Busy, i.ID); err != nil {
		return i, false, err
	}
	if stranger(joins.Email, own, f.Admins) {
		return i, false, unknown(joins.Email)
	}
	people := f.panel()
	i.Revise(now)
	i.Depart(leaves, joins.Email, f.ByItself)
	joins.SetAt = i.UpdatedAt
	joins.CalendarCopy = !i.ExternallyScheduled && timetable.Connection{Provider: own.Calendar}.Writable()
	if n := slices.IndexFunc(people, func(s models.Seated) bool { return s.Email == leaves }); n >= 0 {
		people[n] = joins
	} else {
		people = append(people, joins)
	}
	i.Panel = people
	return f.because(i), true, nil
}

// anotherRoom gives the interview another room in the place of one, as if it were booked now: the smallest that is
// free, and that was not refused for this start. Everybody is told where it is held. It is a [models.Conflict] if none
// is free, and if a room or somebody is named: whoever wants a certain room takes the others out of the pool for a
// moment.
func (f PanelFacts) anotherRoom(room models.Seated, c PanelChange, now time.Time) (models.Interview, bool, error) {
	i := f.Interview
	if c.Joins == c.Leaves {
		return i, false, nil
	}
	if c.Joins != Anybody {
		return i, false, models.Conflictf("%s is a room: another one is chosen in its place", room.RoomName())
	}
	e := f.Available.Explain(i.StartsAt, i.Duration(), now, i.ID)
	free, refused := e.FreeRooms(), i.Refused()
	for _, p := range f.Places {
		n := slices.IndexFunc(p.People, func(id string) bool {
			return p.Room() && p.Seat == room.Seat && slices.Contains(free, id) && !slices.Contains(refused, id) &&
				i.InPanel(id) == nil
		})
		if n < 0 {
			continue
		}
		joins := models.Seated{Email: p.People[n], Room: f.Available.RoomName(p.People[n]), Seat: room.Seat,
			Pool: room.Pool, Role: room.Role, Optional: room.Optional, Why: "is the smallest that is free"}
		i.Revise(now)
		i.Depart(room.Email, joins.Email, f.ByItself)
		joins.SetAt = i.UpdatedAt
		joins.CalendarCopy = !i.ExternallyScheduled &&
			timetable.Connection{Provider: f.Links[joins.Email].Calendar}.Writable()
		i.Panel = slices.Clone(i.Panel)
		for at := range i.Panel {
			if i.Panel[at].Email == room.Email {
				i.Panel[at] = joins
			}
		}
		i.AnnounceRevision = i.Revision
		return f.because(i), true, nil
	}
	return i, false, models.Conflictf("No other room is free then. Move the interview, or add a room to the pool.")
}

// without has the seat of who leaves stay empty.
func (f PanelFacts) without(leaves string, now time.Time) (models.Interview, bool, error) {
	i := f.Interview
	seat, kept := f.seatOf(leaves)
	if leaves == i.InterviewerEmail || panel.Requires(f.Places, *seat) {
		return i, false, models.Conflictf("There is no interview without the seat of %s. Say who takes it.", leaves)
	}
	i.Revise(now)
	i.Depart(leaves, "", false)
	i.Panel = kept
	return f.because(i), true, nil
}

// because gives the interview the reason of the change, if there is one: else that of a move stays.
func (f PanelFacts) because(i models.Interview) models.Interview {
	if f.Why != nil {
		i.Reason = f.Why.At(i.Revision).OfInterviewer()
	}
	return i
}
