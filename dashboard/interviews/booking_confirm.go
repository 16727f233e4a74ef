package interviews

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/scheduling"
	"litmus/store/availability"
)

// readOrder is the order for what was chosen, by the rules of a booking over REST: the result is the same (D12). Every
// refusal is [models.Invalid], in words for the form.
func readOrder(v *site.Visit, c chosenBooking, f bookingForm) (booking.Order, error) {
	r := booking.Request{PostingID: c.Round.PostingID, RoundID: c.Round.ID, CandidateID: c.Candidate.ID,
		CandidateEmail: c.Candidate.Email, CandidateName: c.Candidate.Name, InterviewerEmail: f.Interviewer,
		MeetingLink: f.Link, ExternallyScheduled: f.External, ReplaceExisting: c.Replaces != nil}
	if c.InZone != "" {
		r.TimeZone = &c.InZone
	}
	if f.Pick != "" { // an offered start and who interviews
		start, email, _ := strings.Cut(f.Pick, " ")
		if r.ScheduledStartAt, r.InterviewerEmail = &start, email; email == booking.PanelAuto {
			seatPanel(&r, f)
		}
	} else if !f.External {
		start, err := localTime(v, f.Date, f.Clock)
		if err != nil {
			return booking.Order{}, err
		}
		text := models.FormatInstant(start)
		if r.ScheduledStartAt = &text; c.paneled() && f.Auto && f.Interviewer == "" {
			seatPanel(&r, f)
		}
	}
	o, err := r.Validate()
	o.KeepsPanel, o.Swapped = c.Replaces != nil, len(o.Panel) > 0
	if o.Auto {
		o.Shown = v.Form["seated"]
	}
	return o, err
}

// localTime reads a date and a time of day in the viewer's zone. A time that the clocks skip is refused; of one that
// comes twice the first is meant.
func localTime(v *site.Visit, date, clock string) (time.Time, error) {
	day, err := v.ParseDay("the date", date)
	if err != nil {
		return day, err
	}
	timeOfDay, err := time.Parse("15:04", clock)
	if err != nil {
		return timeOfDay, models.InField("clock", models.Invalidf("the time %s is not a time of day such as 14:30",
			models.Quote(clock)))
	}
	y, m, d := day.In(v.Zone).Date()
	t := time.Date(y, m, d, timeOfDay.Hour(), timeOfDay.Minute(), 0, 0, v.Zone)
	if t.Hour() != timeOfDay.Hour() || t.Minute() != timeOfDay.Minute() {
		return t, models.InField("clock", models.Invalidf("there is no %s on %s in %s: the clocks skip it", clock, date,
			v.Zone))
	}
	return t.UTC(), nil
}

// previewBody is what a booking will send, beside the times (the third step).
type previewBody struct {
	Sending     site.SendingBody
	Start       time.Time // zero: an external session
	End         time.Time
	Indefinite  bool
	Email       string // the interviewer's, "" for nobody
	Interviewer string
	Seats       []seatPick // of a panel
	Seat        string     // the pick that seats a panel instead of one person, "" if that is no choice
	MeetingLink string
	Conflicts   []string // why the time is not offered; it can be booked all the same
	Swap        string   // the start as the grid has it, for a panel
	Kept        []site.HiddenField
	Why         *reasonBody // of a move; nil: no interview is moved
	Revision    int64
	Refused     bool

	explained timetable.Explanation // of the start, for everybody
}

// preview shows beside the times what the booking will send to whom, with the conflicts of the time named.
func preview(v *site.Visit, c chosenBooking, f bookingForm, o booking.Order) (site.Answer, error) {
	by := v.By()
	if c.Replaces != nil {
		by.Reason = reasonAsked
	}
	p, refused := v.Acts.Preview.Book(v.Context(), by, o)
	body := previewBody{Sending: site.Sending(p), Start: o.Start, End: o.Start.Add(c.Round.Duration()),
		Indefinite: c.Round.Indefinite, Email: o.InterviewerEmail, Interviewer: o.InterviewerEmail,
		MeetingLink: p.MeetingLink(), Kept: c.kept(), Refused: refused != nil}
	if c.Replaces != nil {
		var err error
		if body.Why, err = reasonForm(v); err != nil {
			return site.Answer{}, err
		}
		body.Revision = c.Replaces.Revision
		body.Kept = append(body.Kept, site.HiddenField{Name: "replaces", Value: c.Replaces.ID})
	}
	body.Kept = append(body.Kept, site.HiddenField{Name: "interviewer", Value: o.InterviewerEmail},
		site.HiddenField{Name: "link", Value: o.MeetingLink})
	if o.External() {
		body.Kept = append(body.Kept, site.HiddenField{Name: "external", Value: "yes"})
	} else {
		pick := models.FormatInstant(o.Start) + " "
		body.Swap = pick + booking.PanelAuto
		if o.Auto || len(o.Panel) > 0 {
			pick = body.Swap
		} else if pick += o.InterviewerEmail; c.paneled() && len(p.After.Panel) == 0 {
			body.Seat = body.Swap
		}
		body.Kept = append(append(body.Kept, site.HiddenField{Name: "pick", Value: pick}),
			keptPanel(o, p.After.Panel)...)
		if err := body.explain(v, c, o, p.After.Panel); err != nil {
			return site.Answer{}, err
		}
		for n, s := range body.Seats {
			had := p.Before.InPanel(s.Email)
			body.Seats[n].You = o.Swapped && (had == nil || had.Why != s.Why)
		}
		if f.Week.IsZero() || o.Start.Before(f.Week) || !o.Start.Before(v.PlusDays(f.Week, bookingDays)) {
			f.Week = site.StartOfDay(o.Start, v.Zone)
		}
	}
	a, err := askWhen(v, c, f, &body)
	if err != nil || refused == nil {
		return a, err
	}
	return a.Refusing(refused)
}

// explain says why the time is not offered, and why the interviewer is not free then.
func (b *previewBody) explain(v *site.Visit, c chosenBooking, o booking.Order, seated []models.Seated) error {
	q := availability.Question{PostingID: o.PostingID, RoundID: o.RoundID, Interviewer: o.InterviewerEmail}
	if c.Replaces != nil {
		q.Except = c.Replaces.ID
	}
	explained, err := v.Store.Availability.Explain(v.Context(), v.Org.ID, q, o.Start)
	if err != nil {
		return err
	}
	b.explained = explained.Explanations[0]
	b.Seats = seatPicks(seated, explained, b.explained)
	b.Interviewer = models.NameOf(explained.Names[o.InterviewerEmail], o.InterviewerEmail)
	if len(o.Panel) > 0 {
		for _, email := range o.Panel {
			if why, known := b.explained.Of(email); known && why.Reason != timetable.ReasonFree {
				b.Conflicts = append(b.Conflicts, site.Sentence(models.NameOf(explained.Names[email], email)+" "+
					why.Words(v.Zone)))
			}
		}
	} else if o.Auto && b.explained.Reason != timetable.ReasonFree {
		b.Conflicts = append(b.Conflicts, b.explained.WhyNot("", v.Zone))
	} else if o.InterviewerEmail == "" {
		if b.explained.Reason != timetable.ReasonFree {
			b.Conflicts = append(b.Conflicts, site.Sentence(b.explained.Words(v.Zone)))
		}
	} else if why, known := b.explained.Of(o.InterviewerEmail); known && why.Reason != timetable.ReasonFree {
		b.Conflicts = append(b.Conflicts, site.Sentence(b.Interviewer+" "+why.Words(v.Zone)))
	}
	return nil
}

// confirmBooking books what was shown. A form that showed another interview than the candidate has by now books
// nothing, and shows it anew; one that is sent twice books once.
func confirmBooking(v *site.Visit) (site.Answer, error) {
	c, again, err := chosen(v)
	if err != nil || again.Page != nil {
		return again, err
	}
	f, err := formOf(v)
	if err != nil {
		return askWhenAgain(v, c, f, err)
	}
	order, err := readOrder(v, c, f)
	if err != nil {
		return askWhenAgain(v, c, f, err)
	}
	replaces := v.Field("replaces")
	order.Replace = replaces != ""
	by := v.By()
	present := c // what the candidate has
	var refused error
	if order.Replace {
		by = v.Undoable(replaces)
		by.Reason, refused = reasonOf(v)
	}
	if refused == nil && order.Replace && c.keeps(v, order, by) {
		return site.RedirectNote(cmp.Or(c.Back, site.InterviewPath(replaces)),
			"Nothing is changed: this is what the interview has already."), nil
	}
	if refused == nil && !present.holds(order, v.Now) {
		b, err := v.Acts.Bookings.Book(v.Context(), by, order)
		if err == nil {
			return booked(v, b, c.Back), nil
		}
		if refused = err; models.KindOf(err) == models.Conflict { // the same form may have come in between
			if present, again, err = chosen(v); err != nil || again.Page != nil {
				return again, err
			}
		}
	}
	if present.holds(order, v.Now) { // also if its reason is refused by now
		return site.RedirectNote(cmp.Or(c.Back, site.InterviewPath(present.Replaces.ID)),
			"The interview is booked."), nil
	}
	order.Shown = nil // what would come now is shown
	a, err := preview(v, c, f, order)
	if err != nil {
		return a, err
	}
	return a.Refusing(refused)
}

// holds reports whether the candidate has by now what the order is for: its form was sent twice (D12).
func (c chosenBooking) holds(o booking.Order, now time.Time) bool {
	return c.Replaces != nil && o.Repeats(*c.Replaces, now)
}

// keeps reports whether the interview is as the form showed it, and the order would leave it so.
func (c chosenBooking) keeps(v *site.Visit, o booking.Order, by scheduling.By) bool {
	i := c.Replaces
	if i == nil || o.External() || !o.Start.Equal(i.StartsAt) || !o.Auto && o.InterviewerEmail != i.InterviewerEmail ||
		!slices.Contains(by.Shown, act.Shown{ID: i.ID, Revision: i.Revision}) {
		return false
	}
	p, err := v.Acts.Preview.Book(v.Context(), v.By(), o)
	return err == nil && booking.Keeps(p.Before, p.After)
}

// booked leads to the page of what was booked, or back to the week.
func booked(v *site.Visit, b scheduling.Booked, week string) site.Answer {
	if b.LinkToken != "" {
		return linkIssued(v, b.Row, b.LinkToken)
	}
	note := "The interview is booked."
	if b.Replaced {
		note = "The interview is moved."
	}
	return undoable(v, site.RedirectNote(cmp.Or(week, site.InterviewPath(b.Interview.ID)), note), week, b.Row)
}
