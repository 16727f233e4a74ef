package web

import (
	"net/http"
	"slices"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/timetable"
	"litmus/phrases"
	"litmus/zones"
)

// pick books the time of the form, or moves the candidate's interview to it. A form that is sent twice books once.
// If the time is not free any more the answer is 409 and shows the times that are free now.
func (s *Site) pick(v *visit) (answer, error) {
	e, dead, err := s.enter(v)
	if err != nil || dead.page != nil {
		return dead, err
	}
	start, err := models.ParseInstant("start", v.form.Get("start"))
	zone, known := zones.Named(v.form.Get("zone"))
	if err != nil || !known {
		return s.showInterview(v, e, http.StatusBadRequest, &message{Text: v.in.BadForm})
	}
	if err := v.remember(); err != nil {
		return answer{}, err
	}
	if moves := v.form.Get("moves"); moves == "" {
		// A form from before something was booked must not move it.
		_, err = s.Acts.Bookings.Pick(v.Context(), e.candidate, start, zone.String(), v.form.Get("change") != "")
	} else if from, bad := models.ParseInstant("moves", moves); bad == nil {
		// A form from before the interview was canceled or moved must not move it, either.
		_, err = s.Acts.Bookings.Move(v.Context(), e.candidate, from, start, zone.String())
	} else {
		return s.showInterview(v, e, http.StatusBadRequest, &message{Text: v.in.BadForm})
	}
	switch models.KindOf(err) {
	case models.Conflict, models.Invalid, models.NotFound:
		return s.showInterview(v, e, http.StatusConflict, &message{Text: v.in.Taken})
	}
	if err != nil {
		return answer{}, err
	}
	v.chooseZone()
	return answer{to: v.here(e.path)}, nil
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

// timesView is the times to pick from.
type timesView struct {
	Heading        string     // of the times, with their zone
	Weekdays       []string   // of the month, Monday first
	Month          []monthDay // of the days shown, whole weeks; none if no day has times
	Days           []dayView
	Nothing        string // why there are no times
	Next           string // link to the next day with times
	Earlier, Later string
}

// times returns the free times of the days; n is the page's heading, which says so if there are none at all.
func (s *Site) times(v *visit, o occasion, n *phrases.Notice) (*timesView, error) {
	d, path, change := o.days, o.path, o.change()
	body := &timesView{Days: v.dayViews(o.picking, d, path, change)}
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
		next, err := s.nextDay(v, o, d.to.Add(time.Millisecond))
		if err != nil {
			return nil, err
		}
		body.Nothing = v.in.NothingHere
		switch {
		case next != "":
			body.Next, more = v.here(path, "from", next, "change", change), true
		case o.state == candidacy.StateMoving:
			body.Nothing = v.in.NothingYetAnother
		case d.today:
			*n, body.Nothing = v.in.NoTimes, ""
		}
	}
	if len(body.Days) > 0 || body.Nothing != "" {
		body.Heading = phrases.Fill(v.in.TimesIn, "{place}", v.in.City(v.zone))
	}
	if more && later.first.Before(farthest) {
		body.Later = v.here(path, "from", later.query(), "change", change)
	}
	return body, nil
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
	Answer     *answerView // what is handed in
	Reason     *reasonView // the field for why
	Form       string      // id of the form
	Action     string
	Fields     []hidden
	Button     string
	Back, Keep string // where the other link leads, and what it is called
	Change     string // where the time is changed instead
}

// showReview shows what would be booked.
func (v *visit) showReview(o occasion, start time.Time) answer {
	p, d, path, change := o.picking, o.days, o.path, o.change()
	n, button, moves := v.in.Review, v.in.BookButton, ""
	when := fact{v.in.When, v.in.Span(start, start.Add(p.Round.Duration()), p.Round.Indefinite, v.zone)}
	body := &reviewView{T: v.in.Language, Form: "book", Action: path, Keep: v.in.AnotherTime}
	if i := p.Interview; i != nil {
		n, button, moves = v.in.ReviewMove, v.in.MoveButton, i.StartsAt.UTC().Format(time.RFC3339Nano)
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
