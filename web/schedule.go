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

const (
	shownDays = 28 // that the pick-a-time page shows at a time
	openTimes = 12 // days are unfolded until this many times are visible
)

// farthest is the end of the search for the next free day.
var farthest = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)

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

// days is the span of days that the page shows.
type days struct {
	first    time.Time // as midnight UTC
	today    bool      // first is today
	from, to time.Time // the instants of the days, both inclusive
}

// days returns the span that the query asks for. It begins today at the earliest.
func (v *visit) days() days {
	today := dayOf(v.now, v.zone)
	d := days{first: today}
	if asked, err := time.Parse(dayLayout, v.param("from")); err == nil {
		d.first = asked
	} else if start, ok := v.start(); ok && v.form == nil && v.param("from") == "" && !start.Before(v.now) {
		if day := dayOf(start, v.zone); !day.Before(today.AddDate(0, 0, shownDays)) {
			d.first = day // so that the requested time is visible
		}
	}
	if d.first.Before(today) || d.first.After(farthest) {
		d.first = today
	}
	d.today = d.first.Equal(today)
	d.from, d.to = startOfDay(d.first, v.zone).UTC(), startOfDay(d.first.AddDate(0, 0, shownDays),
		v.zone).Add(-time.Millisecond).UTC()
	if d.from.Before(v.now) {
		d.from = v.now
	}
	return d
}

// query returns the first day as the value of the query parameter "from", "" for today.
func (d days) query() string {
	if d.today {
		return ""
	}
	return d.first.Format(dayLayout)
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

type dayView struct {
	ID, Name, Times string
	Open            bool
	Slots           []slotView
}

type slotView struct{ Clock, Day, Path string }

// monthDay is a day of the month beside the times, which leads to its times; ID is "" if it has none, and Number if it
// is not shown.
type monthDay struct{ ID, Weekday, Number, Month, Name string }

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

// nextDay returns the first day from that instant on with a free time, "" if there is none.
func (s *Site) nextDay(v *visit, ref models.Ref, p booking.Picking, from time.Time) (string, error) {
	if p.Round == nil {
		return "", nil
	}
	later, err := s.Store.Bookings.Picking(v.Context(), ref, from, farthest)
	if err != nil {
		return "", err
	}
	if len(later.Slots) == 0 {
		return "", nil
	}
	return dayOf(later.Slots[0].StartAt, v.zone).Format(dayLayout), nil
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

// dayViews returns the days that have free times. On a day on which the clocks change, so that a time of day may occur
// twice, times have their offsets. The first days are unfolded.
func (v *visit) dayViews(p booking.Picking, d days, path, change string) []dayView {
	var out []dayView
	var offsets []map[string]bool
	var starts [][]time.Time
	for _, slot := range p.Slots {
		local := slot.StartAt.In(v.zone)
		id := "day-" + local.Format(dayLayout)
		n := len(out) - 1
		if n < 0 || out[n].ID != id {
			out = append(out, dayView{ID: id, Name: v.in.Day(local)})
			offsets, starts = append(offsets, map[string]bool{}), append(starts, nil)
			n++
		}
		offsets[n][phrases.Offset(local)] = true
		starts[n] = append(starts[n], local)
	}
	seen := 0
	for n := range out {
		day := &out[n]
		day.Times, day.Open = v.in.Counted(v.in.Times, len(starts[n])), seen < openTimes
		seen += len(starts[n])
		for _, t := range starts[n] {
			clock := v.in.Clock(t)
			if len(offsets[n]) > 1 {
				clock += " (" + phrases.Offset(t) + ")"
			}
			day.Slots = append(day.Slots, slotView{Clock: clock, Day: day.Name,
				Path: v.shown(path, "start", t.UTC().Format(time.RFC3339), "from", d.query(), "change", change)})
		}
	}
	return out
}

// month returns the days that are shown as whole weeks, each with what leads to its times.
func (v *visit) month(d days, with []dayView) (weekdays []string, month []monthDay) {
	if len(with) == 0 {
		return nil, nil
	}
	byID := map[string]dayView{}
	for _, day := range with {
		byID[day.ID] = day
	}
	monday := d.first.AddDate(0, 0, -(int(d.first.Weekday())+6)%7)
	for n := range 7 {
		weekdays = append(weekdays, v.in.ShortWeekdays[(n+1)%7])
	}
	for day := monday; day.Before(d.first.AddDate(0, 0, shownDays)); day = day.AddDate(0, 0, 1) {
		if day.Before(d.first) {
			month = append(month, monthDay{})
			continue
		}
		one := monthDay{Number: day.Format("2"), Weekday: v.in.ShortWeekdays[day.Weekday()]}
		if day.Equal(d.first) || day.Day() == 1 {
			one.Month = v.in.ShortMonths[day.Month()-1]
		}
		if times, free := byID["day-"+day.Format(dayLayout)]; free {
			one.ID, one.Name = times.ID, times.Name+", "+times.Times
		}
		month = append(month, one)
	}
	return weekdays, month
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
