package interviews

import (
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/timetable"
	"litmus/store/availability"
)

// timesBody is the data of the page that asks when (the second step).
type timesBody struct {
	chosenBooking
	Span     string // the days of the page in words
	Kept     []site.HiddenField
	Form     bookingForm
	Days     []bookingDay
	Earlier  string // the first day of the week before, "" if that is past
	Later    string
	People   []site.Choice // who may be asked to interview
	Replaced string        // when the interview that is replaced starts, "" for none
	Where    string        // the page of the posting's availability
	Zone     string
}

// bookingDay is a day with the starts that are offered.
type bookingDay struct {
	Day    time.Time
	Starts []bookingStart
}

// bookingStart is an offered start, with those who are free.
type bookingStart struct {
	At     time.Time
	Value  string // as the form sends it
	People []site.Choice
	More   int // that many more are free
}

// mostFree is how many free interviewers stand beside a start.
const mostFree = 6

// askWhen shows the starts of a week that are offered, with the interviewers who are free then, and the form for
// another time.
func askWhen(v *site.Visit, c chosenBooking, f bookingForm) (site.Answer, error) {
	today := v.Today()
	if f.Week.Before(today) {
		f.Week = today
	}
	end := site.StartOfDay(f.Week.In(v.Zone).AddDate(0, 0, bookingDays), v.Zone)
	q := availability.Question{PostingID: c.Round.PostingID, RoundID: c.Round.ID}
	if c.Replaces != nil {
		q.Except = c.Replaces.ID
	}
	explained, err := v.Store.Availability.ExplainSpan(v.Context(), v.Org.ID, q, f.Week, end.Add(-time.Millisecond))
	if err != nil {
		return site.Answer{}, err
	}
	body := timesBody{chosenBooking: c, Kept: c.kept(), Form: f, Later: end.In(v.Zone).Format(time.DateOnly),
		Where: site.PostingPath(c.Round.PostingID, "/availability"), Zone: v.Zone.String(),
		Span: site.DaysText(f.Week.In(v.Zone), f.Week.In(v.Zone).AddDate(0, 0, bookingDays-1))}
	if f.Week.After(today) {
		before := site.StartOfDay(f.Week.In(v.Zone).AddDate(0, 0, -bookingDays), v.Zone)
		if before.Before(today) {
			before = today
		}
		body.Earlier = before.In(v.Zone).Format(time.DateOnly)
	}
	if c.Replaces != nil {
		body.Replaced = site.WhenText(c.Replaces.StartsAt, v.Zone)
	}
	seen := map[string]bool{}
	for _, e := range explained.Explanations {
		for _, why := range e.Interviewers {
			if !seen[why.Email] {
				seen[why.Email] = true
				body.People = append(body.People, site.Choice{Value: why.Email,
					Name: models.NameOf(explained.Names[why.Email], why.Email), Chosen: why.Email == f.Interviewer})
			}
		}
		if e.Reason != timetable.ReasonFree {
			continue
		}
		day := site.StartOfDay(e.Start, v.Zone)
		if n := len(body.Days); n == 0 || !body.Days[n-1].Day.Equal(day) {
			body.Days = append(body.Days, bookingDay{Day: day})
		}
		start := bookingStart{At: e.Start, Value: models.FormatInstant(e.Start)}
		for n, email := range e.Free() {
			if n == mostFree {
				start.More = len(e.Free()) - mostFree
				break
			}
			start.People = append(start.People, site.Choice{Value: start.Value + " " + email,
				Name: models.NameOf(explained.Names[email], email), Chosen: false})
		}
		last := &body.Days[len(body.Days)-1]
		last.Starts = append(last.Starts, start)
	}
	heading := "When?"
	if c.Replaces != nil {
		heading = "Move the interview"
	}
	return v.Show("book-times", heading, body).Under(c.back(), c.backName()).Area(site.InterviewsPath), nil
}
