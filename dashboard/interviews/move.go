package interviews

import (
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/booking"
	"litmus/store/pages"
	"litmus/zones"
)

// movePage asks when an interview is to take place instead; with keep=time its own time is filled in.
func movePage(v *site.Visit) (site.Answer, error) {
	c, a, err := moved(v)
	if err != nil || a.Page != nil {
		return a, err
	}
	f := bookingForm{Interviewer: c.Replaces.InterviewerEmail, Link: c.Replaces.OwnLink(), Week: dayAsked(v)}
	if zone := c.Replaces.TimeZone; zone != v.Org.TimeZone && zones.Offered(zone) { // the candidate picked the time
		f.Beside, c.InZone = zone, zone
	}
	if v.Query("keep") != "" { // only another link or interviewer is wanted
		start := c.Replaces.StartsAt.In(v.Zone)
		f.Date, f.Clock = start.Format(time.DateOnly), start.Format("15:04")
	}
	begun, err := begin(v)
	if err != nil {
		return site.Answer{}, err
	}
	c.Back = begun.Back
	return begun.times(v, c, f)
}

// moved is the interview of the address as a booking that replaces it in the same round (§4 rule 8). The answer's page
// says why it cannot be moved.
func moved(v *site.Visit) (c chosenBooking, again site.Answer, err error) {
	acct, err := seenInterview(v, access.ActionMove)
	if err != nil {
		return c, again, err
	}
	refuse := func(refused error) (chosenBooking, site.Answer, error) {
		body, err := actOn(v, acct)
		if err != nil {
			return c, again, err
		}
		body.Refused = true
		a, err := v.Show("interview-act", "Move the interview", body).Under(body.Back, body.Candidate).
			Refusing(refused)
		return c, a, err
	}
	if !booking.ActionsOf(acct.Interview, v.Now).Move {
		return refuse(models.Conflictf("the interview is %s; only a scheduled one can be moved", acct.StatusAt(v.Now)))
	}
	if c.Candidate, err = v.Store.Pages.BookedCandidate(v.Context(), v.Org.ID, acct.CandidateID); err != nil {
		return c, again, err
	}
	rounds, err := v.Store.Pages.BookableRounds(v.Context(), v.Org.ID, pages.RoundRestriction{RoundID: acct.RoundID})
	if err != nil {
		return c, again, err
	}
	if len(rounds) != 1 {
		return refuse(models.Conflictf("the round of the interview cannot be booked any more"))
	}
	c.Round, c.Replaces = rounds[0], &acct.Interview
	return c, again, nil
}
