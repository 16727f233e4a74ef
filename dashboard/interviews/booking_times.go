package interviews

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/grid"
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/timetable"
	"litmus/store/availability"
	"litmus/zones"
)

// timesBody is the data of the page that asks when (the second step), and says beside the times what will be sent once
// one is chosen (the third).
type timesBody struct {
	chosenBooking
	grid.Grid
	Span     string // the days of the page in words
	Kept     []site.HiddenField
	Form     bookingForm
	First    string // the first day
	Earlier  string // the first day of the week before, "" if that is past
	Later    string
	All      bool // hours of the day are shown
	Offered  bool // at least one time of the page is
	People   []bookingPerson
	Compared bool   // the grid has a lane for each of the chosen people
	Replaced string // when the interview that is replaced starts, "" for none
	Where    string // the page of the posting's availability
	Zones    zoneOptions
	Preview  *previewBody // nil: nothing is chosen yet
	Proposed []string     // the times that the candidate proposes, in words

	proposal *booking.Proposal
	first    time.Time // the first time that is offered
}

// bookingPerson is somebody who may interview.
type bookingPerson struct {
	site.Choice // Chosen: compared
	site.Face
	Load  int    // their interviews in these days
	State string // at the chosen time, the class of a cell; "" if none is chosen
	Words string // the same in words
	Pick  string // the value by which the form chooses them at that time
	Picks bool   // they are chosen
}

// zoneOptions are the zones that a form offers, with one of them selected.
type zoneOptions string

// Options are the elements of the list.
func (z zoneOptions) Options() any { return zones.Options(string(z)) }

// mostFree is how many free interviewers stand in a cell; mostCompared how many people have a lane of their own.
const (
	mostFree     = 3
	mostCompared = 4
)

// askWhen shows a grid of the times of a week: who is free then, and why nobody is. Any of them can be chosen, and
// whatever is not on the grid can be typed. p is the preview of the time that was chosen, nil for none.
func askWhen(v *site.Visit, c chosenBooking, f bookingForm, p *previewBody) (site.Answer, error) {
	today := v.Today()
	if f.Week.Before(today) {
		f.Week = today
	}
	days := grid.From(f.Week.In(v.Zone), v.Zone)
	q := availability.Question{PostingID: c.Round.PostingID, RoundID: c.Round.ID}
	if c.Replaces != nil {
		q.Except = c.Replaces.ID
	}
	explained, err := v.Store.Availability.ExplainSpan(v.Context(), v.Org.ID, q, days.From, days.To)
	if err != nil {
		return site.Answer{}, err
	}
	later := v.PlusDays(f.Week, bookingDays)
	loads, err := v.Store.Pages.Loads(v.Context(), v.Org.ID, f.Week, later)
	if err != nil {
		return site.Answer{}, err
	}
	body := timesBody{chosenBooking: c, Kept: c.kept(), Form: f, First: f.Week.In(v.Zone).Format(time.DateOnly),
		Later: later.In(v.Zone).Format(time.DateOnly), All: f.All, Zones: zoneOptions(f.Beside), Preview: p,
		Where: site.PostingPath(c.Round.PostingID, "/availability"),
		Span:  site.DaysText(f.Week.In(v.Zone), f.Week.In(v.Zone).AddDate(0, 0, bookingDays-1))}
	if f.Week.After(today) {
		body.Earlier = laterOf(v.PlusDays(f.Week, -bookingDays), today).In(v.Zone).Format(time.DateOnly)
	}
	if c.Replaces != nil {
		body.Replaced = site.WhenText(c.Replaces.StartsAt, v.Zone)
	}
	body.fillPeople(v, explained, loads)
	if err := body.fillProposed(v); err != nil {
		return site.Answer{}, err
	}
	body.Grid = grid.LayOut(days, body.cells(v, explained), f.All, func(c grid.Cell) bool {
		return c.State == "free" || c.State == "booked"
	})
	if f.Beside != "" {
		body.Grid.Beside(models.Location(f.Beside))
	}
	switch shown, err := strconv.Atoi(v.Field("day")); {
	case p != nil && !p.Start.IsZero():
		body.Grid.Show(p.Start)
	case err == nil && shown >= 0 && shown < bookingDays:
		body.Shown = shown
	default:
		body.Grid.Show(body.first)
	}
	return v.Show("book-times", body.heading(), body).Under(c.back(), c.backName()).Area(site.InterviewsPath), nil
}

func laterOf(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Leaves is where somebody goes who leaves everything as it is: back to the week, or the interview that would move; ""
// for none.
func (b timesBody) Leaves() string {
	if b.Back == "" && b.Replaces == nil {
		return ""
	}
	return b.back()
}

// heading is the page's.
func (b *timesBody) heading() string {
	switch {
	case b.Preview == nil && b.Replaces != nil:
		return "Move the interview"
	case b.Preview == nil:
		return "When?"
	case b.Replaces != nil:
		return "Move the interview?"
	}
	return "Book this interview?"
}

// fillPeople fills in those who interview on the posting and whoever else is chosen, the least busy first.
func (b *timesBody) fillPeople(v *site.Visit, x availability.Explained, loads map[string]int) {
	if len(x.Explanations) == 0 {
		return
	}
	for _, w := range x.Explanations[0].Interviewers { // all have the same interviewers
		name := models.NameOf(x.Names[w.Email], w.Email)
		p := bookingPerson{Choice: site.Choice{Value: w.Email, Name: name,
			Chosen: slices.Contains(b.Form.Compared, w.Email)}, Face: site.MemberFace(x.Names[w.Email],
			w.Email, x.Pictures[w.Email]),
			Load: loads[w.Email]}
		b.Compared = b.Compared || p.Chosen
		if b.Preview != nil && !b.Preview.Start.IsZero() {
			p.Pick = models.FormatInstant(b.Preview.Start) + " " + w.Email
			p.Picks = b.Preview.Email == w.Email
			if verdict, known := b.Preview.explained.Of(w.Email); known {
				p.State, _ = grid.StateOf(verdict)
				p.Words = verdict.Words(v.Zone)
			}
		}
		b.People = append(b.People, p)
	}
	slices.SortFunc(b.People, func(x, y bookingPerson) int {
		return cmp.Or(cmp.Compare(x.Load, y.Load), strings.Compare(x.Name, y.Name), strings.Compare(x.Value, y.Value))
	})
}

// cells makes a cell of each half hour. With people to compare each has a button in it, else whoever is free has.
func (b *timesBody) cells(v *site.Visit, x availability.Explained) []grid.Cell {
	cells := make([]grid.Cell, len(x.Explanations))
	for n, e := range x.Explanations {
		c := grid.Cell{Start: e.Start}
		c.State, c.Words = stateOfAll(v, e, x.Names)
		if !e.Start.After(v.Now) {
			c.State = "off past"
			cells[n] = c
			continue
		}
		if b.paneled() && !b.Compared {
			cells[n] = b.marked(b.paneledCell(v, c, e))
			continue
		}
		start, free := models.FormatInstant(e.Start), 0
		for _, p := range b.People {
			verdict, known := e.Of(p.Value)
			state, _ := grid.StateOf(verdict)
			offered := verdict.Reason == timetable.ReasonFree && (b.Compared || e.Reason == timetable.ReasonFree)
			if !known || b.Compared && !p.Chosen || !b.Compared && !offered {
				continue
			}
			if offered {
				if !b.Offered {
					b.Offered, b.first = true, e.Start
				}
				c.State = "free"
			}
			if free++; free > mostFree && !b.Compared {
				continue
			}
			pick := grid.Pick{Value: b.pickFor(start, p.Value), Face: p.Face, State: state,
				Words: p.Name + " " + verdict.Words(v.Zone)}
			if offered {
				pick.Words += ", " + models.Count(p.Load, "interview") + " in these days"
			}
			pick.Chosen = b.Preview != nil && b.Preview.Start.Equal(e.Start) && b.Preview.Email == p.Value
			c.Picks = append(c.Picks, pick)
		}
		if len(c.Picks) == 0 {
			c.Picks = []grid.Pick{{Value: b.pickFor(start, b.Form.Interviewer), State: c.State, Words: c.Words,
				Chosen: b.Preview != nil && b.Preview.Start.Equal(e.Start)}}
		}
		if free > mostFree && !b.Compared {
			c.Short = models.Count(free-mostFree, "other")
		}
		cells[n] = b.marked(c)
	}
	return cells
}

// marked marks a half hour that the candidate proposes.
func (b *timesBody) marked(c grid.Cell) grid.Cell {
	if b.proposal.Fits(c.Start, b.Round.Duration()) {
		c.Marked = true
		for k := range c.Picks {
			c.Picks[k].Words += ", proposed by the candidate"
		}
	}
	return c
}

// fillProposed fills in what the candidate proposes, if the team has to answer it.
func (b *timesBody) fillProposed(v *site.Visit) error {
	if b.New {
		return nil
	}
	c := b.Candidate.Candidate
	p, err := v.Store.Candidates.Proposal(v.Context(), models.Ref{OrgID: v.Org.ID, ID: c.ID})
	if err != nil || !p.OpenAt(c, b.Candidate.Interview, v.Now) {
		return err
	}
	b.proposal = p
	for _, t := range p.Times {
		b.Proposed = append(b.Proposed, site.SpanText(t.From, t.To, v.Zone))
	}
	return nil
}

// stateOfAll returns the class of a half hour at which the posting may offer nothing, and the reason in words.
func stateOfAll(v *site.Visit, e timetable.Explanation, names map[string]string) (state, words string) {
	const told = 3
	state = "off"
	var why []string
	for _, w := range e.Interviewers {
		if s, _ := grid.StateOf(w); s != "free" && s != "plain" && (state == "off" || s == "booked") {
			state = s
		}
		if w.Reason != timetable.ReasonFree && len(why) < told {
			why = append(why, models.NameOf(names[w.Email], w.Email)+" "+w.Words(v.Zone))
		}
	}
	if e.Reason == timetable.ReasonFull {
		state = "booked"
	}
	if more := len(e.Interviewers) - told; more > 0 && len(why) == told {
		why = append(why, "and "+models.Count(more, "other"))
	}
	return state, strings.Join(append([]string{e.Words(v.Zone)}, why...), ". ")
}
