package availability

import (
	"strings"
	"time"

	"litmus/dashboard/internal/grid"
	"litmus/dashboard/internal/site"
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
func why(v *site.Visit) (site.Answer, error) {
	email, personID := "", v.Query("person")
	if personID == "" && !v.Can(access.ActionSeeAvailability, access.Facts{}) {
		personID = v.Store.Availability.PersonID(v.Org.ID, v.Member.Email)
	}
	if personID != "" {
		who, err := person(v, personID)
		if err != nil {
			return site.Answer{}, err
		}
		email = who.Email
	}
	if err := v.May(access.ActionSeeAvailability, v.OwnOf(email)); err != nil {
		return site.Answer{}, err
	}
	if !v.Can(access.ActionSeeAvailability, access.Facts{}) { // only on postings of their own
		own, err := v.Store.Availability.Offerings(v.Context(), v.Org.ID, v.ID(), email)
		if err != nil {
			return site.Answer{}, err
		}
		if len(own) == 0 {
			return site.Answer{}, models.NotFoundf("posting %s not found", models.Quote(v.ID()))
		}
	}
	pipeline, err := v.Store.Pipelines.Pipeline(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	asks := asking{Path: site.PostingPath(v.ID(), "/why"), Person: personID, Date: v.Query("date"),
		Clock: v.Query("time"), Rounds: askRounds(pipeline, v.Query("round")), Zone: v.Zone.String()}
	show := func() site.Answer {
		week := "" // of the grid that they came from, or would look at next
		if asks.Asked {
			week = asks.Date
		}
		return v.Show("why", "Why (not) this time?", &asks).Lead("On the posting “"+pipeline.Posting.Title+"”.").
			Under(site.Href(site.PostingPath(v.ID(), "/availability"), "person", personID, "week", week),
				"Availability").Area(site.AvailabilityPath)
	}
	start, asked, err := startAsked(v)
	if err != nil {
		return show().Refusing(err)
	}
	if !asked {
		return show(), nil
	}
	x, err := v.Store.Availability.Explain(v.Context(), v.Org.ID, availability.Question{PostingID: v.ID(),
		RoundID:     v.Query("round"),
		Interviewer: email}, start)
	if err != nil {
		return show().Refusing(err)
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
func startAsked(v *site.Visit) (start time.Time, asked bool, err error) {
	if at := v.Query("at"); at != "" {
		start, err = models.ParseBound("at", at)
		return models.Instant(start), true, err
	}
	date, clock := strings.TrimSpace(v.Query("date")), strings.TrimSpace(v.Query("time"))
	if date == "" && clock == "" {
		return start, false, nil
	}
	wall := date + " " + clock
	start, err = time.ParseInLocation("2006-01-02 15:04", wall, v.Zone)
	if err != nil || start.Format("2006-01-02 15:04") != wall { // the clocks skip it
		return start, true, models.InField("time",
			models.Invalidf("%s is not a date and time of day in %s", models.Quote(wall), v.Zone))
	}
	return start.UTC(), true, nil
}

// answer fills in the explanation, about everybody or one person.
func (a *asking) answer(v *site.Visit, x availability.Explained, email string) {
	e := x.Explanations[0]
	a.Asked, a.Start, a.Minutes = true, e.Start, int(e.Duration/time.Minute)
	a.Date, a.Clock = e.Start.In(v.Zone).Format(time.DateOnly), e.Start.In(v.Zone).Format(site.ClockLayout)
	a.Words, a.Offered, a.Unnamed = site.Sentence(e.Words(v.Zone)), e.Reason == timetable.ReasonFree, len(e.Unnamed)
	a.Nearest = x.Nearest
	if x.Round.ID != "" && v.Can(access.ActionBook, access.Facts{}) && v.Served[site.BookPath] {
		a.Book = site.Href(site.BookPath, "posting", x.Posting.ID, "round", x.Round.ID)
	}
	for _, w := range e.Interviewers {
		if email != "" && w.Email != email {
			continue
		}
		_, short := grid.StateOf(w)
		p := askedPerson{Who: models.NameOf(x.Names[w.Email], w.Email), Words: w.Words(v.Zone), Badge: short,
			Kind: badgeOf(w)}
		if b, ok := x.Bookings[w.InterviewID]; ok && v.Served[site.InterviewPath("{id}")] &&
			v.Can(access.ActionSeeInterview, v.OwnOf(w.Email)) {
			p.Link, p.LinkText = site.InterviewPath(w.InterviewID), "Interview on “"+b.Title+"”"
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
func mending(v *site.Visit, postingID string, w timetable.Verdict) (path, text string) {
	own, id := v.OwnOf(w.Email), v.Store.Availability.PersonID(v.Org.ID, w.Email)
	switch w.Reason {
	case timetable.ReasonNotPainted:
		if v.Can(access.ActionPaintSlots, own) {
			return site.Href(site.PostingPath(postingID, "/availability"), "person", id), "Paint it"
		}
	case timetable.ReasonOutsideHours, timetable.ReasonDayOff:
		if v.Can(access.ActionEditHours, own) && v.Served[site.HoursPath] {
			return site.Href(site.HoursPath, "person", id), "Change the hours"
		}
	case timetable.ReasonAway:
		return site.Href(site.HoursPath, "person", id), "Look at the absence"
	case timetable.ReasonNotRead:
		if v.Can(access.ActionConnectCalendar, own) && v.Served[site.CalendarPath] {
			return site.Href(site.CalendarPath, "person", id), "Mend the calendar"
		}
	}
	return "", ""
}
