package dashboard

import (
	"time"

	"litmus/models"
	"litmus/store/pages"
)

// movePage asks when an interview is to take place instead; with keep=time its own time is filled in.
func (s *Site) movePage(v *visit) (answer, error) {
	c, a, err := s.moved(v)
	if err != nil || a.page != nil {
		return a, err
	}
	f := bookingForm{Interviewer: c.Replaces.InterviewerEmail, Week: v.weekAsked()}
	if v.query("keep") != "" { // only another link or interviewer is wanted
		start := c.Replaces.StartsAt.In(v.zone)
		f.Date, f.Clock = start.Format(time.DateOnly), start.Format("15:04")
	}
	return s.askWhen(v, c, f)
}

// weekAsked is the first day of the times that the address asks for, the zero time if it asks for none.
func (v *visit) weekAsked() time.Time {
	day, err := v.parseDay("week", v.query("week"))
	if err != nil {
		return time.Time{}
	}
	return day
}

// moved is the interview of the address as a booking that replaces it in the same round (§4 rule 8). The answer's page
// says why it cannot be moved.
func (s *Site) moved(v *visit) (c chosenBooking, again answer, err error) {
	acct, err := s.seenInterview(v, models.ActionMove)
	if err != nil {
		return c, again, err
	}
	refuse := func(refused error) (chosenBooking, answer, error) {
		body, err := s.actBody(v, acct)
		if err != nil {
			return c, again, err
		}
		body.Refused = true
		a, err := s.show(v, "interview-act", "Move the interview", body).under(body.Back, body.Candidate).
			refusing(refused)
		return c, a, err
	}
	if !models.ActionsOf(acct.Interview, v.now).Move {
		return refuse(models.Conflictf("the interview is %s; only a scheduled one can be moved", acct.StatusAt(v.now)))
	}
	if c.Candidate, err = s.Store.Pages.BookedCandidate(v.Context(), v.org.ID, acct.CandidateID); err != nil {
		return c, again, err
	}
	rounds, err := s.Store.Pages.BookableRounds(v.Context(), v.org.ID, pages.RoundRestriction{RoundID: acct.RoundID})
	if err != nil {
		return c, again, err
	}
	if len(rounds) != 1 {
		return refuse(models.Conflictf("the round of the interview cannot be booked any more"))
	}
	c.Round, c.Replaces = rounds[0], &acct.Interview
	return c, again, nil
}
