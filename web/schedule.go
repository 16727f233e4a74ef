package web

import (
	"net/http"
	"slices"
	"time"

	"litmus/markdown"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/timetable"
	"litmus/phrases"
	"litmus/zones"
)

// schedule serves a candidate's pick-a-time page: the free times, one time to review before booking it, since a slip on
// a phone would cost letters and one of two moves, or the interview that they picked or that was booked for them.
func (s *Site) schedule(v *visit) (answer, error) {
	ref, dead, err := v.candidate(models.LinkSchedule)
	if err != nil || dead.page != nil {
		return dead, err
	}
	return s.showSchedule(v, ref, http.StatusOK, v.said())
}

// pick books the time of the form, or moves the candidate's interview to it. A form that is sent twice books once.
// If the time is not free any more the answer is 409 and shows the times that are free now.
func (s *Site) pick(v *visit) (answer, error) {
	ref, dead, err := v.candidate(models.LinkSchedule)
	if err != nil || dead.page != nil {
		return dead, err
	}
	start, err := models.ParseInstant("start", v.form.Get("start"))
	zone, known := zones.Named(v.form.Get("zone"))
	if err != nil || !known {
		return s.showSchedule(v, ref, http.StatusBadRequest, &message{Text: v.in.BadForm})
	}
	if err := v.remember(); err != nil {
		return answer{}, err
	}
	if moves := v.form.Get("moves"); moves == "" {
		// A form from before something was booked must not move it.
		_, err = s.Acts.Pick(v.Context(), ref, start, zone.String(), v.form.Get("change") != "")
	} else if from, bad := models.ParseInstant("moves", moves); bad == nil {
		// A form from before the interview was canceled or moved must not move it, either.
		_, err = s.Acts.Move(v.Context(), ref, from, start, zone.String())
	} else {
		return s.showSchedule(v, ref, http.StatusBadRequest, &message{Text: v.in.BadForm})
	}
	switch models.KindOf(err) {
	case models.Conflict, models.Invalid, models.NotFound:
		return s.showSchedule(v, ref, http.StatusConflict, &message{Text: v.in.Taken})
	}
	if err != nil {
		return answer{}, err
	}
	v.chooseZone()
	return answer{to: v.here(models.SchedulePath + v.token)}, nil
}

// scheduleEvent serves the picked interview as a calendar file.
func (s *Site) scheduleEvent(v *visit) (answer, error) {
	ref, dead, err := v.candidate(models.LinkSchedule)
	if err != nil || dead.page != nil {
		return dead, err
	}
	p, err := s.Store.Bookings.Picking(v.Context(), ref, v.now, v.now)
	if err != nil {
		return answer{}, err
	}
	if p.Interview == nil {
		return gone(v.in.Stale), nil
	}
	return s.event(v, *p.Interview)
}

// showSchedule shows the page for the current state, with said as its message.
func (s *Site) showSchedule(v *visit, ref models.Ref, status int, said *message) (answer, error) {
	org, err := s.Store.Team.OrganizationOf(v.Context(), ref.OrgID)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(org.TimeZone)
	d := v.days()
	p, err := s.Store.Bookings.Picking(v.Context(), ref, d.from, d.to)
	if models.KindOf(err) == models.NotFound { // what the team booked for them was canceled since
		return gone(v.in.Canceled), nil
	}
	if err != nil {
		return answer{}, err
	}
	reason := p.CanPick(v.now)
	switch i := p.Interview; {
	case i != nil && i.Unused():
		return refusal(status, v.in.Elsewhere).writingTo(p.WriteTo), nil
	case i != nil && (reason != "" || v.param("change") == "" || i.StatusAt(v.now) != models.StatusScheduled):
		return s.showBooked(v, p, reason, status, said)
	case i == nil && reason == booking.PickExpired:
		return s.over(v, p, v.in.PickExpired)
	case i == nil && reason != "":
		return s.over(v, p, v.in.PickOver)
	}
	if start, ok := v.start(); ok && v.form == nil {
		if free(p, start) {
			return v.showReview(p, d, start), nil
		}
		said = &message{Text: v.in.NotFree}
	}
	return s.showTimes(v, ref, p, d, status, said)
}

// showBooked shows the candidate's interview and how its time can be changed.
func (s *Site) showBooked(v *visit, p booking.Picking, reason string, status int, said *message) (answer, error) {
	i := *p.Interview
	c, err := s.correspondence(v, i)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(i.TimeZone)
	path := models.SchedulePath + v.token
	booked := v.in.Booked
	if i.Reschedules > 0 {
		booked = v.in.Moved
	}
	shown, body := v.interviewPage(i, c, booked)
	if shown.Message = said; status == http.StatusConflict && v.problem == "" {
		shown.Message = &message{Text: v.in.AlreadyBooked}
		if note := v.moving(p, reason); reason != "" && note != "" {
			shown.Message.Text = note
		}
	}
	body.Zone, body.Calendar = v.zoneForm(path, i.StartsAt), calendarPath(path, i, v.now)
	if i.StatusAt(v.now) == models.StatusScheduled {
		body.Session = v.here(sessionPath(s.Store.Secret(), i))
		body.ChangeNote = v.moving(p, reason)
		if reason == "" {
			body.Change = v.here(path, "change", "1")
		}
		if body.Instructions, err = markdown.HTML(p.Assessment.Instructions); err != nil {
			return answer{}, err
		}
	}
	v.offerCancel(body, path, i, c)
	if body.AddTo, err = s.addTo(v, i, c); err != nil {
		return answer{}, err
	}
	if err := s.asking(v, shown, p); err != nil {
		return answer{}, err
	}
	return answer{status: status, page: v.timed(shown)}, nil
}

// over answers who can pick no time any more. What they told that they need can still be withdrawn there.
func (s *Site) over(v *visit, p booking.Picking, n phrases.Notice) (a answer, err error) {
	a = gone(n).writingTo(p.WriteTo)
	a.page.Accommodation, err = s.accommodation(v, p.Candidate, nil)
	return a, err
}

// asking gives a page of the candidate alone the forms in which they ask for something.
func (s *Site) asking(v *visit, shown *page, p booking.Picking) (err error) {
	if shown.Proposal, err = s.proposal(v, p.Candidate, p.Interview, lengthOf(p), false); err != nil {
		return err
	}
	shown.Accommodation, err = s.accommodation(v, p.Candidate, p.Interview)
	return err
}

// moving says whether, how often and until when the candidate may move the interview.
func (v *visit) moving(p booking.Picking, reason string) string {
	i, org := *p.Interview, p.Organization
	switch {
	case reason == "":
		return phrases.Fill(v.in.MayMove, "{left}", v.in.Counted(v.in.Moves, org.RescheduleMax-i.Reschedules),
			"{time}", v.in.At(p.MovableUntil(), v.zone))
	case !v.now.Before(i.StartsAt):
		return ""
	case reason == booking.PickTooOften && org.RescheduleMax > 0:
		return v.in.MovedOften
	case reason == booking.PickTooLate:
		return v.in.MovedLate
	}
	return v.in.MovedByOthers
}

// start returns the requested time.
func (v *visit) start() (time.Time, bool) {
	t, err := models.ParseInstant("start", v.param("start"))
	return t, err == nil
}

// free reports whether the time can be picked.
func free(p booking.Picking, start time.Time) bool {
	return slices.ContainsFunc(p.Slots, func(s timetable.Slot) bool { return s.StartAt.Equal(start) })
}

// timesView is the page of times to pick from.
type timesView struct {
	T              *phrases.Language
	About          []fact
	Keep           string // link back to the interview as it is
	Zone           *zoneForm
	Heading        string     // of the times, with their zone
	Weekdays       []string   // of the month, Monday first
	Month          []monthDay // of the days shown, whole weeks; none if no day has times
	Days           []dayView
	Nothing        string // why there are no times
	Next           string // link to the next day with times
	Earlier, Later string
}

// showTimes shows the free times of the days.
func (s *Site) showTimes(v *visit, ref models.Ref, p booking.Picking, d days, status int,
	said *message) (answer, error) {
	path, change := models.SchedulePath+v.token, ""
	n := v.in.Pick
	body := &timesView{T: v.in.Language}
	if i := p.Interview; i != nil {
		n, change = v.in.PickAnother, "1"
		body.Keep = v.here(path)
		body.About = []fact{{v.in.PresentTime, v.in.Span(i.StartsAt, i.EndsAt, i.Indefinite, v.zone)}}
	}
	body.Zone = v.zoneForm(path, v.now, "from", d.query(), "change", change)
	body.About = append(append(body.About, v.about(p)...), v.openUntil(p.Candidate, p.Interview != nil)...)
	body.Days = v.dayViews(p, d, path, change)
	body.Weekdays, body.Month = v.month(d, body.Days)
	if !d.today {
		earlier := days{first: d.first.AddDate(0, 0, -shownDays)}
		if today := dayOf(v.now, v.zone); !earlier.first.After(today) {
			earlier = days{first: today, today: true}
		}
		body.Earlier = v.here(path, "from", earlier.query(), "change", change)
	}
	later := days{first: d.first.AddDate(0, 0, shownDays)}
	more := len(body.Days) > 0
	if !more {
		next, err := s.nextDay(v, ref, p, d.to.Add(time.Millisecond))
		if err != nil {
			return answer{}, err
		}
		body.Nothing = v.in.NothingHere
		switch {
		case next != "":
			body.Next, more = v.here(path, "from", next, "change", change), true
		case p.Interview != nil:
			body.Nothing = v.in.NothingYetAnother
		case d.today:
			n, body.Nothing = v.in.NoTimes, ""
		}
	}
	if len(body.Days) > 0 || body.Nothing != "" {
		body.Heading = phrases.Fill(v.in.TimesIn, "{place}", v.in.City(v.zone))
	}
	if more && later.first.Before(farthest) {
		body.Later = v.here(path, "from", later.query(), "change", change)
	}
	n = n.About("{organization}", p.Organization.Name)
	shown := &page{name: "times", Heading: n.Heading, Lead: n.Lead, Organization: p.Organization.Name,
		WriteTo: p.WriteTo, Message: said, Body: body}
	if err := s.asking(v, shown, p); err != nil {
		return answer{}, err
	}
	return answer{status: status, page: v.timed(shown)}, nil
}

// about returns facts on the interview for which a time is picked.
func (v *visit) about(p booking.Picking) []fact {
	facts := []fact{{v.in.Round, models.RoundName(p.Round, p.Assessment.Title)}, {v.in.Position, p.PostingTitle}}
	if p.Round == nil {
		return facts
	}
	long := v.in.Length(p.Round.Duration())
	if p.Round.Indefinite {
		long = phrases.Fill(v.in.OpenEnded, "{length}", long)
	}
	return append(facts, fact{v.in.HowLong, long})
}

// shown returns a path with the zone in which times are shown, even if the visitor did not choose it, so that what they
// saw is what they review and book.
func (v *visit) shown(path string, parameters ...string) string {
	w := *v
	w.chosen, w.bad = true, false
	return w.here(path, parameters...)
}

// reviewView is a page that asks before something is final, such as the booking of a time; it leaves out empty parts.
type reviewView struct {
	T          *phrases.Language
	Countdown  *countdown
	Facts      []fact
	Note       string
	Answer     *candidacy.Answer // what is handed in
	Form       string            // id of the form
	Action     string
	Fields     []hidden
	Button     string
	Back, Keep string // where the other link leads, and what it is called
}

// showReview shows what would be booked.
func (v *visit) showReview(p booking.Picking, d days, start time.Time) answer {
	n, change, button, moves := v.in.Review, "", v.in.BookButton, ""
	path := models.SchedulePath + v.token
	when := fact{v.in.When, v.in.Span(start, start.Add(p.Round.Duration()), p.Round.Indefinite, v.zone)}
	body := &reviewView{T: v.in.Language, Form: "book", Action: path, Keep: v.in.AnotherTime}
	if i := p.Interview; i != nil {
		n, change, button, moves = v.in.ReviewMove, "1", v.in.MoveButton,
			i.StartsAt.UTC().Format(time.RFC3339Nano)
		body.Facts = []fact{{v.in.PresentTime, v.in.Span(i.StartsAt, i.EndsAt, i.Indefinite, v.zone)}}
	}
	body.Facts = append(append([]fact{when}, body.Facts...), v.about(p)...)
	body.Button, body.Back = button, v.shown(path, "from", d.query(), "change", change)+"#"+"day-"+
		start.In(v.zone).Format(dayLayout)
	for _, f := range []hidden{{"start", start.UTC().Format(time.RFC3339Nano)}, {"zone", v.zone.String()},
		{"from", d.query()}, {"change", change}, {"moves", moves}} {
		if f.Value != "" {
			body.Fields = append(body.Fields, f)
		}
	}
	return answer{status: http.StatusOK, page: v.timed(&page{name: "review", Heading: n.Heading, Lead: n.Lead,
		Organization: p.Organization.Name, WriteTo: p.WriteTo, Body: body})}
}
