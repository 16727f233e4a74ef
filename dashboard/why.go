package dashboard

import (
	"strings"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
	"litmus/models/timetable"
	"litmus/store/availability"
)

// askRound is a round for which the length of an interview can be chosen.
type askRound struct {
	ID, Title string
	Minutes   int
	Current   bool
}

// askRounds returns the posting's rounds that can be booked, with the one of that id marked.
func askRounds(p pipeline.Pipeline, current string) (out []askRound) {
	for _, t := range p.Tracks {
		for _, r := range p.Rounds[t.ID] {
			if r.CheckBookable() != nil {
				continue
			}
			title := r.Title
			if len(p.Tracks) > 1 {
				title = t.Name + ": " + title
			}
			out = append(out, askRound{ID: r.ID, Title: title, Minutes: r.DurationMinutes, Current: r.ID == current})
		}
	}
	return out
}

// why serves the explanation of one time (D15).
func why(v *visit) (answer, error) {
	email, personID := "", v.query("person")
	if personID == "" && !v.can(access.ActionSeeAvailability, access.Facts{}) {
		personID = v.Store.Availability.PersonID(v.org.ID, v.member.Email)
	}
	if personID != "" {
		who, err := person(v, personID)
		if err != nil {
			return answer{}, err
		}
		email = who.Email
	}
	if err := v.may(access.ActionSeeAvailability, v.ownOf(email)); err != nil {
		return answer{}, err
	}
	if !v.can(access.ActionSeeAvailability, access.Facts{}) { // only on postings of their own
		own, err := v.Store.Availability.Offerings(v.Context(), v.org.ID, v.id(), email)
		if err != nil {
			return answer{}, err
		}
		if len(own) == 0 {
			return answer{}, models.NotFoundf("posting %s not found", models.Quote(v.id()))
		}
	}
	pipeline, err := v.Store.Pipelines.Pipeline(v.Context(), v.org.ID, v.id())
	if err != nil {
		return answer{}, err
	}
	asks := asking{Path: postingPath(v.id(), "/why"), Person: personID, Date: v.query("date"),
		Clock: v.query("time"), Rounds: askRounds(pipeline, v.query("round")), Zone: v.zone.String()}
	show := func() answer {
		week := "" // of the grid that they came from, or would look at next
		if asks.Asked {
			week = asks.Date
		}
		return v.show("why", "Why (not) this time?", &asks).lead("On the posting “"+pipeline.Posting.Title+"”.").
			under(href(postingPath(v.id(), "/availability"), "person", personID, "week", week),
				"Availability").area(availabilityPath)
	}
	start, asked, err := startAsked(v)
	if err != nil {
		return show().refusing(err)
	}
	if !asked {
		return show(), nil
	}
	x, err := v.Store.Availability.Explain(v.Context(), v.org.ID, availability.Question{PostingID: v.id(),
		RoundID:     v.query("round"),
		Interviewer: email}, start)
	if err != nil {
		return show().refusing(err)
	}
	asks.answer(v, x, email)
	return show(), nil
}

// asking is the data of the page that explains a time.
type asking struct {
	Path, Person, Date, Clock, Zone string
	Rounds                          []askRound

	Asked   bool
	Start   time.Time
	Minutes int
	Words   string
	Offered bool
	People  []askedPerson
	Unnamed int
	Nearest []timetable.Slot
	Book    string // where one of the nearest can be booked, "" for nowhere
}

// askedPerson is what is said of one interviewer.
type askedPerson struct {
	Who, Words, Badge, Kind, Link, LinkText, Fix, FixText string
}

// startAsked reads which instant is asked for: at, or date and time in the viewer's zone.
func startAsked(v *visit) (start time.Time, asked bool, err error) {
	if at := v.query("at"); at != "" {
		start, err = models.ParseBound("at", at)
		return models.Instant(start), true, err
	}
	date, clock := strings.TrimSpace(v.query("date")), strings.TrimSpace(v.query("time"))
	if date == "" && clock == "" {
		return start, false, nil
	}
	wall := date + " " + clock
	start, err = time.ParseInLocation("2006-01-02 15:04", wall, v.zone)
	if err != nil || start.Format("2006-01-02 15:04") != wall { // the clocks skip it
		return start, true, models.InField("time",
			models.Invalidf("%s is not a date and time of day in %s", models.Quote(wall), v.zone))
	}
	return start.UTC(), true, nil
}

// answer fills in the explanation, about everybody or one person.
func (a *asking) answer(v *visit, x availability.Explained, email string) {
	e := x.Explanations[0]
	a.Asked, a.Start, a.Minutes = true, e.Start, int(e.Duration/time.Minute)
	a.Date, a.Clock = e.Start.In(v.zone).Format(time.DateOnly), e.Start.In(v.zone).Format(clockLayout)
	a.Words, a.Offered, a.Unnamed = sentence(e.Words(v.zone)), e.Reason == timetable.ReasonFree, len(e.Unnamed)
	a.Nearest = x.Nearest
	if x.Round.ID != "" && v.can(access.ActionBook, access.Facts{}) && v.served[bookPath] {
		a.Book = href(bookPath, "posting", x.Posting.ID, "round", x.Round.ID)
	}
	for _, w := range e.Interviewers {
		if email != "" && w.Email != email {
			continue
		}
		_, short := stateOf(w)
		p := askedPerson{Who: models.NameOf(x.Names[w.Email], w.Email), Words: w.Words(v.zone), Badge: short,
			Kind: badgeOf(w)}
		if b, ok := x.Bookings[w.InterviewID]; ok && v.served[interviewPath("{id}")] &&
			v.can(access.ActionSeeInterview, v.ownOf(w.Email)) {
			p.Link, p.LinkText = interviewPath(w.InterviewID), "Interview on “"+b.Title+"”"
		}
		p.Fix, p.FixText = mending(v, x.Posting.ID, w)
		a.People = append(a.People, p)
	}
}

// badgeOf returns the class of the badge of a reason.
func badgeOf(w timetable.Verdict) string {
	switch w.Reason {
	case timetable.ReasonFree:
		return "ok"
	case timetable.ReasonNotRead, timetable.ReasonNotKnown:
		return "bad"
	case timetable.ReasonBooked, timetable.ReasonBusy:
		return "warn"
	}
	return "quiet"
}

// mending returns where the visitor could change what keeps an interviewer from being offered, "" for nowhere.
func mending(v *visit, postingID string, w timetable.Verdict) (path, text string) {
	own, id := v.ownOf(w.Email), v.Store.Availability.PersonID(v.org.ID, w.Email)
	switch w.Reason {
	case timetable.ReasonNotPainted:
		if v.can(access.ActionPaintSlots, own) {
			return href(postingPath(postingID, "/availability"), "person", id), "Paint it"
		}
	case timetable.ReasonOutsideHours, timetable.ReasonDayOff:
		if v.can(access.ActionEditHours, own) && v.served[hoursPath] {
			return href(hoursPath, "person", id), "Change the hours"
		}
	case timetable.ReasonAway:
		return href(hoursPath, "person", id), "Look at the absence"
	case timetable.ReasonNotRead:
		if v.can(access.ActionConnectCalendar, own) && v.served[calendarPath] {
			return href(calendarPath, "person", id), "Mend the calendar"
		}
	}
	return "", ""
}
