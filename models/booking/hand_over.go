package booking

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/timetable"
)

// HandOverAhead is how far after its start another time is looked for, for an interview that is handed over: the days
// that a page of times shows.
const HandOverAhead = 7 * 24 * time.Hour

// ownTimes is how many other times of its interviewer an interview that is handed over can be moved to.
const ownTimes = 4

// HandingOver is an interview whose interviewer cannot come, with what decides who takes it over, or when it takes
// place instead.
type HandingOver struct {
	models.Interview
	Available timetable.Availability // of its posting, from its start on for [HandOverAhead]; with a panel of its round
	Round     time.Duration          // how long it takes at another start; 0 if its round cannot be booked any more

	Busy map[string][]timetable.Booked // of a panel in a round without seats: of everybody beside who leads, by email
}

// panelFacts are the facts about its panel with what is known of who is free.
func (h HandingOver) panelFacts(a timetable.Availability) PanelFacts {
	return PanelFacts{ReassignFacts: ReassignFacts{Interview: h.Interview}, Places: a.Places, Available: a}
}

// Takeover says what becomes of an interview that is handed over: somebody else interviews, or it begins at another
// time, too. The zero value, but for the id, leaves it as it is.
type Takeover struct {
	InterviewID string
	Email       string    // who interviews then; "": it is left as it is
	Start       time.Time // the new start; zero: the start stays
}

// Leaves reports whether the interview is left as it is.
func (t Takeover) Leaves() bool { return t.Email == "" }

// Moves reports whether the interview begins at another time.
func (t Takeover) Moves() bool { return !t.Start.IsZero() }

// Order is the booking that moves the interview: in its own round, for its own candidate, with its own time zone.
func (t Takeover) Order(i models.Interview) Order {
	return Order{PostingID: i.PostingID, RoundID: i.RoundID, CandidateID: i.CandidateID, Start: t.Start,
		InterviewerEmail: t.Email, MeetingLink: i.OwnLink(), TimeZone: i.TimeZone, Replaces: i.ID, Replace: true,
		KeepsPanel: true}
}

// Takeovers are what can become of an interview that is handed over.
type Takeovers struct {
	Free      []string   // who is free at its start, the least busy first
	Later     []Takeover // other times, in order
	Suggested Takeover
}

// SuggestTakeovers suggests at now what becomes of each interview of the list, in the order of the list: a colleague
// whom its posting offers at its start, or, of a panel, who can have the seat of who leads it (P6), the least busy
// first; if none is left the next start at which somebody can, with everybody else of the panel and a room; or nothing.
// Nobody is suggested for two interviews at a time or beyond a limit, and what was suggested counts as theirs (P5).
// The interviewers of the list are away from their first interview in it to the end of the day of the last one in
// zone. loads counts everybody's interviews of these days, by email.
func SuggestTakeovers(list []HandingOver, loads map[string]int, zone *time.Location, now time.Time) []Takeovers {
	s := suggester{list: list, away: awayOf(list, zone), loads: maps.Clone(loads),
		given: map[string][]timetable.Booked{}, now: now}
	if s.loads == nil {
		s.loads = map[string]int{}
	}
	out, order := make([]Takeovers, len(list)), make([]int, len(list))
	for n, h := range list {
		order[n], out[n].Free, out[n].Suggested.InterviewID = n, s.free(h), h.ID
	}
	slices.SortStableFunc(order, func(x, y int) int { // who has the least choice chooses first
		return cmp.Or(cmp.Compare(len(out[x].Free), len(out[y].Free)), list[x].StartsAt.Compare(list[y].StartsAt))
	})
	for _, n := range order {
		out[n].Suggested.Email = s.give(s.free(list[n]), list[n].ID, spanOf(list[n].StartsAt, list[n].Duration()))
	}
	for _, n := range order { // a colleague at the same time is better than another time, so those were first
		s.later(list[n], &out[n])
	}
	return out
}

// suggester remembers what was suggested so far.
type suggester struct {
	list  []HandingOver
	away  map[string]timetable.Range    // when the interviewers of the list cannot come
	loads map[string]int                // with what was suggested
	given map[string][]timetable.Booked // what was suggested, by email, and by the ids of rooms and pools
	now   time.Time
}

func spanOf(start time.Time, d time.Duration) timetable.Range {
	return timetable.Range{From: start, To: start.Add(d)}
}

// awayOf returns from when to when each interviewer of the list cannot come.
func awayOf(list []HandingOver, zone *time.Location) map[string]timetable.Range {
	away := map[string]timetable.Range{}
	for _, h := range list {
		if h.InterviewerEmail == "" {
			continue
		}
		y, m, d := h.StartsAt.In(zone).Date()
		end := time.Date(y, m, d+1, 0, 0, 0, 0, zone)
		r, known := away[h.InterviewerEmail]
		if !known || h.StartsAt.Before(r.From) {
			r.From = h.StartsAt
		}
		if end.After(r.To) {
			r.To = end
		}
		away[h.InterviewerEmail] = r
	}
	return away
}

// comes reports whether somebody is not one of those who cannot come at that time.
func (s *suggester) comes(email string, want timetable.Range) bool {
	away, hands := s.away[email]
	return !hands || !away.Overlaps(want)
}

// free returns who is free at the interview's start but its interviewer, the least busy first. Nobody of its panel is
// among them: they would leave their seat. Nor is who refused it.
func (s *suggester) free(h HandingOver) (free []string) {
	want, a, refused := spanOf(h.StartsAt, h.Duration()), h.Available.With(s.given), h.Refused()
	if len(a.Places) > 0 {
		able, _ := h.panelFacts(a).Succession(h.InterviewerEmail, s.now)
		for _, one := range able {
			free = append(free, one.Email)
		}
	} else {
		free = a.Explain(h.StartsAt, h.Duration(), s.now, h.ID).Free()
	}
	free = slices.DeleteFunc(free, func(e string) bool {
		return h.Attends(e) || !s.comes(e, want) || slices.Contains(refused, e)
	})
	slices.SortFunc(free, s.busier)
	return free
}

// busier puts the least busy first.
func (s *suggester) busier(x, y string) int {
	return cmp.Or(cmp.Compare(s.loads[x], s.loads[y]), strings.Compare(x, y))
}

// give gives the time to the least busy of these people, who are free with what was suggested, and returns who it is,
// "" for nobody.
func (s *suggester) give(emails []string, id string, want timetable.Range) string {
	left := slices.DeleteFunc(slices.Clone(emails), func(e string) bool {
		return !s.comes(e, want)
	})
	if len(left) == 0 {
		return ""
	}
	email := slices.MinFunc(left, s.busier)
	s.takes(email, id, want)
	s.loads[email]++
	return email
}

// has reports whether the person or room was given another interview then.
func (s *suggester) has(email string, want timetable.Range) bool {
	return slices.ContainsFunc(s.given[email], func(b timetable.Booked) bool { return b.Overlaps(want) })
}

// takes notes that the interview of that id takes the time of a person or a room.
func (s *suggester) takes(email, id string, want timetable.Range) {
	s.given[email] = append(s.given[email], timetable.Booked{InterviewID: id, Range: want})
}

// moves gives the time to the least busy of these people, as [suggester.give] does, with everybody else of the panel
// and the rooms in which they would be. The pools of their seats have the interview then, and no more when it was: a
// pool has it on the day and in the week to which it moves. At its own start an interview counts for them already.
func (s *suggester) moves(h HandingOver, emails []string, want timetable.Range) (email string) {
	if email = s.give(emails, h.ID, want); email == "" {
		return ""
	}
	pools := []string{h.PoolOf(h.InterviewerEmail)}
	for _, one := range h.Others() {
		s.takes(one.Email, h.ID, want)
		pools = append(pools, one.Pool)
	}
	f := Facts{Available: h.Available.With(s.given), Round: &models.Round{DurationMinutes: int(h.Round.Minutes())}}
	rooms, _ := f.rooms(Order{Start: want.From}, &h.Interview, s.now)
	for _, room := range rooms {
		s.takes(room.Email, h.ID, want)
		pools = append(pools, room.Pool)
	}
	slices.Sort(pools)
	for _, pool := range slices.Compact(pools) {
		s.takes(pool, h.ID, want)
	}
	return email
}

// elsewhere is when the interview can begin at another time, and who can lead it then.
func (s *suggester) elsewhere(h HandingOver) (slots []timetable.Slot) {
	a := h.Available.With(s.given)
	f := h.panelFacts(a)
	if seat, kept := f.seatOf(h.InterviewerEmail); len(a.Places) > 0 && seat != nil {
		a = f.together(*seat, append(f.ableTo(*seat, kept), h.InterviewerEmail), kept, h.Refused())
	}
	for _, slot := range a.Offered(h.Round, h.StartsAt, h.StartsAt.Add(HandOverAhead), s.now, h.ID) {
		want := spanOf(slot.StartAt, h.Round)
		if !slot.StartAt.After(h.StartsAt) || slices.ContainsFunc(h.Others(), func(one models.Seated) bool {
			return s.has(one.Email, want) || !s.comes(one.Email, want) ||
				checkInterviewer(one.Email, want.From, h.Round, h.Busy[one.Email], h.ID) != nil
		}) {
			continue
		}
		slot.InterviewerEmails = slices.DeleteFunc(slices.Clone(slot.InterviewerEmails), func(e string) bool {
			return e != h.InterviewerEmail && h.Attends(e)
		})
		slots = append(slots, slot)
	}
	return slots
}

// later fills in the other times of an interview, and suggests the first of them if nobody takes it over at its own.
func (s *suggester) later(h HandingOver, t *Takeovers) {
	if h.Round == 0 {
		return
	}
	own := 0
	for _, slot := range s.elsewhere(h) {
		want := spanOf(slot.StartAt, h.Round)
		if t.Suggested.Leaves() {
			if email := s.moves(h, slot.InterviewerEmails, want); email != "" {
				t.Suggested.Email, t.Suggested.Start = email, slot.StartAt
				t.Later = append(t.Later, t.Suggested)
				continue
			}
		}
		if own < ownTimes && slices.Contains(slot.InterviewerEmails, h.InterviewerEmail) &&
			s.comes(h.InterviewerEmail, want) {
			own++
			t.Later = append(t.Later, Takeover{h.ID, h.InterviewerEmail, slot.StartAt})
		}
	}
}

// CheckTakeovers returns a [models.Conflict] if the takeovers give somebody two interviews at a time: each of them
// alone could be done. list has the interviews that they are about; others are left out.
func CheckTakeovers(list []HandingOver, chosen []Takeover) error {
	given := map[string][]timetable.Range{}
	for _, t := range chosen {
		n := slices.IndexFunc(list, func(h HandingOver) bool { return h.ID == t.InterviewID })
		if n < 0 || t.Leaves() {
			continue
		}
		want, people := spanOf(list[n].StartsAt, list[n].Duration()), []string{t.Email}
		if t.Moves() {
			want = spanOf(t.Start, list[n].Round)
			for _, one := range list[n].Others() {
				people = append(people, one.Email)
			}
		}
		for _, email := range people {
			if slices.ContainsFunc(given[email], want.Overlaps) {
				return models.About(models.Refusal{Cause: models.CauseTwice, Who: email, At: want.From, Until: want.To},
					models.Conflictf("%s would have two interviews at %s; choose somebody else, or another time, for "+
						"one of them", email, models.FormatInstant(want.From)))
			}
			given[email] = append(given[email], want)
		}
	}
	return nil
}
