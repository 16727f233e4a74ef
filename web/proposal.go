package web

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/phrases"
	"litmus/zones"
)

// proposalPath is what a page's path has behind it for the form in which the candidate proposes times.
const proposalPath = "/proposal"

// proposalView is the folded form in which a candidate proposes times, and what became of those they proposed.
type proposalView struct {
	T        *phrases.Language
	Action   string
	Fields   []hidden
	Title    string
	Hint     string
	Closed   bool     // there is no form
	Status   string   // "" if they proposed none
	Proposed []string // the times that wait for an answer
	Rows     []proposalRow
	Note     string
	Problem  string
	From, To string // the first and the last day that can be proposed
	Hour     int    // of now, on the first day

	// How the page writes each hour of a day, and the days from the first on, for the grid.
	Clocks, Weekdays, Months, Days string
	Withdraws                      bool
	Open                           bool
}

// proposalRow is a day of the form.
type proposalRow struct {
	N                   int
	Spare               bool // it is shown once more days are drawn
	Legend, Date, Hours string
	Wrong               bool
}

// proposal returns the form. On a page that others may have, nothing that is proposed is shown, replaced or withdrawn.
func (s *Site) proposal(v *visit, o occasion) (*proposalView, error) {
	c, i, length := o.picking.Candidate, o.picking.Interview, lengthOf(o.picking)
	p, err := s.Store.Candidates.Proposal(v.Context(), models.Ref{OrgID: c.OrgID, ID: c.ID})
	if err != nil {
		return nil, err
	}
	refused := v.refused() == candidacy.PartPropose
	t := &v.in.Proposal
	hint := t.Hint
	if length == 0 {
		hint = t.HintOfAny
	}
	view := &proposalView{T: v.in.Language, Action: o.path + proposalPath, Title: t.Title,
		Hint:   phrases.Fill(hint, "{zone}", v.in.ZoneName(v.zone), "{length}", v.in.Length(length)),
		Fields: []hidden{{"zone", v.zone.String()}}}
	if change := v.param("change"); change != "" {
		view.Fields = append(view.Fields, hidden{"change", change})
	}
	if i != nil {
		view.Title = t.TitleOfMove
	}
	v.fillGrid(view)
	switch {
	case !o.May(candidacy.RightKnow) && p.OpenAt(c, i, v.now): // who else has the page learns and replaces nothing
		view.Status, view.Closed = t.WaitsUnseen, true
	case p.OpenAt(c, i, v.now):
		view.Status, view.Withdraws = t.Waits, true
		view.Fields = append(view.Fields, hidden{"seen", machine(p.ProposedAt)})
		for _, span := range p.Times {
			view.Proposed = append(view.Proposed, v.in.Span(span.From, span.To, false, v.zone))
		}
	case p != nil && p.Outcome == booking.ProposalDeclined && i == nil && p.InterviewID == "":
		view.Status = t.Declined
	case p != nil && p.Outcome == booking.ProposalDeclined && i != nil && p.InterviewID == i.ID &&
		p.MovesFrom.Equal(i.StartsAt):
		view.Status = t.DeclinedMove
	}
	if p != nil && p.Proposed >= booking.MaxProposals {
		view.Closed = true
	}
	view.Open = refused || view.Status != ""
	var typed []booking.ProposedDay
	if refused {
		view.Problem, view.Note, typed = v.problem, plain(v.form.Get("text")), v.proposed()
	}
	for n := range booking.MaxProposedTimes {
		row := proposalRow{N: n, Legend: phrases.Fill(t.Row, "{count}", strconv.Itoa(n+1)),
			Wrong: refused && v.wrongRow == n}
		if n < len(typed) {
			row.Date, row.Hours = plain(typed[n].Date), plain(typed[n].Hours)
		}
		row.Spare = n >= booking.ProposalRows && row.Date+row.Hours == ""
		view.Rows = append(view.Rows, row)
	}
	return view, nil
}

// fillGrid fills in what the grid needs in which times are drawn.
func (v *visit) fillGrid(view *proposalView) {
	today, end := dayOf(v.now, v.zone), dayOf(v.now.Add(booking.ProposeWithin), v.zone)
	view.From, view.To, view.Hour = today.Format(dayLayout), end.Format(dayLayout), v.now.In(v.zone).Hour()
	var clocks, days []string
	for hour := range 24 {
		clocks = append(clocks, v.in.Clock(today.Add(time.Duration(hour)*time.Hour)))
	}
	for day := today; !day.After(end); day = day.AddDate(0, 0, 1) {
		days = append(days, v.in.Day(day))
	}
	view.Clocks, view.Days = strings.Join(clocks, "|"), strings.Join(days, "|")
	view.Weekdays, view.Months = strings.Join(v.in.ShortWeekdays[:], "|"), strings.Join(v.in.ShortMonths[:], "|")
}

// proposed are the rows of the form, as they were typed.
func (v *visit) proposed() (rows []booking.ProposedDay) {
	dates, hours := v.form["date"], v.form["hours"]
	for n := range min(max(len(dates), len(hours)), booking.MaxProposedTimes) {
		var row booking.ProposedDay
		if n < len(dates) {
			row.Date = dates[n]
		}
		if n < len(hours) {
			row.Hours = hours[n]
		}
		rows = append(rows, row)
	}
	return rows
}

// propose keeps the times that the candidate proposes, or withdraws them. A form that is refused is shown again with
// what was typed.
func (s *Site) propose(v *visit) (answer, error) {
	e, dead, err := s.enter(v)
	if err != nil || dead.page != nil {
		return dead, err
	}
	t := &v.in.Proposal
	refuse := func(status, row int, problem string) (answer, error) {
		v.problem, v.wrongRow = problem, row
		field := "proposal-date-" + strconv.Itoa(max(row, 0))
		return s.show(v, e, status, &message{Text: problem, Field: field})
	}
	if v.form.Get("withdraw") != "" && e.May(candidacy.RightKnow) {
		seen, _ := models.ParseInstant("seen", v.form.Get("seen"))
		switch err := s.Acts.Candidates.WithdrawProposal(v.Context(), e.candidate, seen); models.KindOf(err) {
		case models.Conflict, models.NotFound:
			return refuse(http.StatusConflict, -1, t.Late)
		default:
			if err != nil {
				return answer{}, err
			}
		}
		v.chooseZone()
		return answer{to: v.here(e.path, "change", v.form.Get("change"), "said", "taken-back")}, nil
	}
	zone, known := zones.Named(v.form.Get("zone"))
	if !known {
		return refuse(http.StatusBadRequest, -1, t.Nothing)
	}
	_, length, err := s.interviewOf(v, e)
	if err != nil {
		return answer{}, err
	}
	note, err := models.ParseReason(v.form.Get("text"))
	if err != nil {
		return refuse(http.StatusBadRequest, -1, phrases.Fill(t.NoteLong, "{count}",
			v.in.Number(utf8.RuneCountInString(models.CleanAnswer(v.form.Get("text"))))))
	}
	times, fault := booking.ParseProposal(v.proposed(), zone, length, v.now)
	if fault != nil {
		return refuse(http.StatusBadRequest, fault.Row, v.faultWords(*fault, length))
	}
	if err := v.remember(); err != nil {
		return answer{}, err
	}
	proposal := booking.Proposal{Times: times, Zone: zone.String(), Note: note}
	err = s.Acts.Candidates.Propose(v.Context(), e.candidate, proposal, !e.May(candidacy.RightKnow))
	switch models.KindOf(err) {
	case models.Throttled:
		return refuse(http.StatusConflict, -1, t.Often)
	case models.Conflict:
		if errors.Is(err, booking.ErrProposalOpen) {
			return refuse(http.StatusConflict, -1, t.WaitsUnseen)
		}
		return refuse(http.StatusConflict, -1, t.Late)
	}
	if err != nil {
		return answer{}, err
	}
	v.chooseZone()
	return answer{to: v.here(e.path, "change", v.form.Get("change"), "said", "proposed")}, nil
}

// faultWords says what is wrong with the times.
func (v *visit) faultWords(f booking.ProposalFault, length time.Duration) string {
	t := &v.in.Proposal
	text := map[string]string{booking.FaultNothing: t.Nothing, booking.FaultDate: t.BadDate,
		booking.FaultHours: t.BadHours, booking.FaultPast: t.Past, booking.FaultFar: t.Far,
		booking.FaultShort: t.Short, booking.FaultMany: t.Many, booking.FaultOverlap: t.Overlap}[f.Why]
	return phrases.Fill(text, "{typed}", plain(f.Typed), "{length}", v.in.Length(length))
}
