package booking

import (
	"slices"
	"time"

	"litmus/models"
	"litmus/models/panel"
	"litmus/models/timetable"
)

// Member is somebody who is to be in a panel, with the facts about them.
type Member struct {
	models.Seated
	Own  InterviewerLinks
	Busy []timetable.Booked // their bookings around the start
	Off  timetable.TimeOff

	Limits   []timetable.Limited // none of those whom the service chose
	Calendar []timetable.Range   // busy times of their calendar around the start
}

// choosePanel chooses who takes the seats of the order's round at its start: see [timetable.Availability.PanelAt]. The
// interview of the id except takes no place.
func (f Facts) choosePanel(o Order, except string, now time.Time) ([]Member, error) {
	if len(f.Available.Places) == 0 {
		return nil, panelError("panel %q needs a round with seats; round_id %s has none", PanelAuto, o.RoundID)
	}
	seated, err := f.Available.PanelAt(o.Start, f.Round.Duration(), except, f.Shares, now)
	if err != nil {
		return nil, err
	}
	return f.membersOf(seated), nil
}

// membersOf are people who were chosen, so they are known and free.
func (f Facts) membersOf(seated []models.Seated) (out []Member) {
	for _, s := range seated {
		m := Member{Seated: s, Own: f.Links[s.Email]}
		for _, iv := range f.Available.Interviewers {
			if iv.Email == s.Email {
				m.Off = iv.TimeOff()
			}
		}
		out = append(out, m)
	}
	return out
}

// panelToPick is the panel of a start that a candidate picks. The people whom the team chose for an interview stay when
// the candidate moves it, see [Facts.staying].
func (f Facts) panelToPick(o Order, moved *models.Interview, now time.Time) ([]Member, error) {
	except := ""
	if moved != nil {
		except = moved.ID
	}
	if moved != nil && !moved.Picked {
		if members := f.staying(o, *moved, now); members != nil {
			return members, nil
		}
	}
	return f.choosePanel(o, except, now)
}

// panelToBook is the panel of a start for which the service is to choose. Where the order moves an interview in its
// round its people stay, see [Facts.staying]. People who are not those that a page showed are a conflict.
func (f Facts) panelToBook(o Order, except string, now time.Time) (members []Member, err error) {
	if i := f.Existing; o.KeepsPanel && i != nil && i.RoundID == o.RoundID {
		members = f.staying(o, *i, now)
	}
	if members == nil {
		if members, err = f.choosePanel(o, except, now); err != nil {
			return nil, err
		}
	}
	var people []string
	for _, m := range members {
		if !m.IsRoom() {
			people = append(people, m.Email)
		}
	}
	if len(o.Shown) > 0 && !slices.Equal(o.Shown, people) {
		return nil, models.Conflictf("somebody of the panel that was shown is not free any more; look at who would " +
			"come")
	}
	return members, nil
}

// because gives the people of a panel in which seats were swapped the reasons for which they come: whoever has the seat
// that we suggested for them keeps ours, and the others were chosen by hand (P6).
func (f Facts) because(o Order, except string, now time.Time) {
	o.Shown = nil
	suggested, _ := f.panelToBook(o, except, now) // nobody, if a seat cannot be filled
	for n := range f.Members {
		m := &f.Members[n]
		if m.IsRoom() {
			continue // it has its own
		}
		m.Why = models.ChosenByHand
		for _, s := range suggested {
			if sameSeat(s.Seated, m.Seated) {
				m.Why = s.Why
			}
		}
	}
}

// staying is the panel of an interview that moves, nil if it has none, or if somebody who is required is not free at
// the order's start, or no room; who is not required comes if they are free. Rooms stay if they are free, and else
// others take their places.
func (f Facts) staying(o Order, moved models.Interview, now time.Time) []Member {
	if len(moved.Panel) == 0 {
		return nil
	}
	e := f.Available.Explain(o.Start, f.Round.Duration(), now, moved.ID)
	free := e.Free()
	comes := func(s models.Seated) bool { return slices.Contains(free, s.Email) && !e.Bars(s.Pool, s.Email) }
	stay := slices.DeleteFunc(models.People(moved.Panel), func(s models.Seated) bool { return s.Optional && !comes(s) })
	if slices.ContainsFunc(stay, func(s models.Seated) bool { return !comes(s) }) {
		return nil
	}
	rooms, lacking := f.rooms(o, &moved, now)
	if lacking {
		return nil
	}
	return append(f.membersOf(stay), rooms...)
}

// rooms are those of an interview whose people are not chosen by us, for each place of a room that its round has: one
// in which the interview is that the order replaces, nil for none, if it is free, and else the first that is. lacking
// says that a required place has none: whoever names the people of an interview books it all the same, and is told.
//
// Rooms are in one pool each, so whichever of a pool takes a place leaves another place as many.
func (f Facts) rooms(o Order, was *models.Interview, now time.Time) (rooms []Member, lacking bool) {
	if len(f.Available.Rooms) == 0 {
		return nil, slices.ContainsFunc(f.Available.Places, func(p panel.Place) bool {
			return p.Room() && p.Required()
		})
	}
	had, except := []models.Seated{}, ""
	if was != nil {
		had, except = was.Panel, was.ID
	}
	free := f.Available.Explain(o.Start, f.Round.Duration(), now, except).FreeRooms()
	for _, p := range f.Available.Places {
		if !p.Room() {
			continue
		}
		s := models.Seated{Seat: p.Seat, Pool: p.Pool, Role: p.Role, Optional: !p.Required(),
			Why: "is free, and the interview was in it before"}
		n := slices.IndexFunc(had, func(s models.Seated) bool {
			return slices.Contains(p.People, s.Email) && slices.Contains(free, s.Email)
		})
		if n >= 0 {
			s.Email = had[n].Email
		} else {
			s.Why = "is the smallest that is free"
			n = slices.IndexFunc(p.People, func(id string) bool { return slices.Contains(free, id) })
			if n < 0 {
				lacking = lacking || p.Required()
				continue
			}
			s.Email = p.People[n]
		}
		free = slices.DeleteFunc(free, func(id string) bool { return id == s.Email })
		s.Room = f.Available.RoomName(s.Email)
		rooms = append(rooms, Member{Seated: s, Own: f.Links[s.Email]})
	}
	return rooms, lacking
}

// NamedMembers are the people of a panel that a request names, in order, who take what places of the round they can:
// see [panel.Named]. Whoever can take none interviews without a seat. The first leads.
func NamedMembers(emails []string, places []panel.Place) (out []Member) {
	for n, place := range panel.Named(emails, places) {
		s := models.Seated{Email: emails[n], Role: models.SeatInterviewer}
		if place >= 0 {
			p := places[place]
			s.Seat, s.Pool, s.Role, s.Optional = p.Seat, p.Pool, p.Role, !p.Required()
			s.Trains = p.Trains(s.Email)
			s.Hidden = p.Role == models.SeatShadow && !p.Shown
		}
		out = append(out, Member{Seated: s})
	}
	if len(out) > 0 { // whoever leads is there in any case
		out[0].Optional, out[0].Hidden = false, false
	}
	return out
}

// KeptPanel are the people whom an order keeps of the interview that it replaces, with whom it names as the lead:
// nobody where there was none, or where the order names nobody or a panel of its own. A recruiter who moves an
// interview means everybody in it; a request over REST means what it says (§4 rule 8). Where
// anybody may lead, the lead is whoever is chosen in the place of the one of before, see [Facts.anybodyLeads].
func KeptPanel(o Order, existing *models.Interview, now time.Time) []models.Seated {
	if !o.KeepsPanel || existing == nil || o.ByCandidate() || o.Auto || len(o.Panel) > 0 ||
		o.InterviewerEmail == "" && !o.Anybody {
		return nil
	}
	people := models.People(existing.Panel)
	if o.Anybody || o.InterviewerEmail == existing.InterviewerEmail {
		return people
	}
	return withLead(people, existing.InterviewerEmail, o.InterviewerEmail, now)
}

// anybodyLeads chooses who leads a panel that moves, in a round without seats: whose turn it is of those whom the
// posting offers and who are not in the panel otherwise. The others are the members as they are.
func (f Facts) anybodyLeads(o Order, except string, now time.Time) ([]Member, error) {
	a, members := f.Available, slices.Clone(f.Members)
	a.Interviewers = slices.DeleteFunc(slices.Clone(a.Interviewers), func(iv timetable.Available) bool {
		return slices.ContainsFunc(members[1:], func(m Member) bool { return m.Email == iv.Email })
	})
	email, err := a.AnybodyAt(o.Start, f.Round.Duration(), except, "", f.Turns, now)
	if err != nil || email == members[0].Email {
		return members, err
	}
	led := members[0].Seated
	members[0] = Member{Seated: models.Seated{Email: email, Seat: led.Seat, Pool: led.Pool, Role: led.Role},
		Own: f.Links[email]}
	return members, nil
}

// CheckKnown refuses somebody beside the lead whom the organization does not know: a letter would go to a stranger.
func CheckKnown(members []Member, admins []string) error {
	for n, m := range members {
		if n > 0 && stranger(m.Email, m.Own, admins) {
			return unknown(m.Email)
		}
	}
	return nil
}

func unknown(email string) error {
	return models.Conflictf("panel names %s, who is no interviewer of the organization; add them first", email)
}

func sameSeat(a, b models.Seated) bool {
	return a.Email == b.Email && a.Seat == b.Seat && a.Role == b.Role && a.Optional == b.Optional
}

// checkMembers refuses the first of them who has another interview then, see [checkInterviewer].
func checkMembers(members []Member, start time.Time, d time.Duration, except string) error {
	for _, m := range members {
		if err := checkInterviewer(m.Email, start, d, m.Busy, except); err != nil {
			return err
		}
	}
	return nil
}

// seat seats the members, the first of whom leads already. Who was in the interview as it was before keeps since when.
func seat(i *models.Interview, members []Member, was models.Interview) {
	i.Panel = nil
	for _, m := range members {
		s := m.Seated
		s.SetAt = i.UpdatedAt
		if prior := was.InPanel(s.Email); prior != nil {
			if s.SetAt = prior.SetAt; was.StartsAt.Equal(i.StartsAt) {
				s.Missed = prior.Missed
			}
		} else if s.Email == was.InterviewerEmail {
			s.SetAt = was.InterviewerSetAt
		}
		s.CalendarCopy = s.Email != i.InterviewerEmail && !i.ExternallyScheduled &&
			timetable.Connection{Provider: m.Own.Calendar}.Writable()
		i.Panel = append(i.Panel, s)
	}
}

// rejoin notes who left the interview as it was before, at the same start, after they said that they cannot: they are
// not chosen for it again. Who is in it anew is asked anew, whatever they answered when they were in it once.
func rejoin(i *models.Interview, was models.Interview) {
	if was.StartsAt.Equal(i.StartsAt) {
		was.UpdatedAt = i.UpdatedAt
		for _, email := range was.Attendees() {
			if !i.Attends(email) {
				was.Depart(email, "", false)
			}
		}
		i.Departures = was.Departures
	}
	for _, email := range i.Attendees() {
		if !was.Attends(email) {
			i.ForgetAnswer(email)
		}
	}
}

// withLead is the panel of an interview that another person leads since at: they take the place of whoever led it, and
// leave the one that they had.
func withLead(panel []models.Seated, led, leads string, at time.Time) (out []models.Seated) {
	for _, s := range panel {
		switch s.Email {
		case led:
			s = models.Seated{Email: leads, Seat: s.Seat, Pool: s.Pool, Role: s.Role, Optional: s.Optional, SetAt: at}
		case leads:
			continue
		}
		out = append(out, s)
	}
	return out
}
