package interviews

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/store/interviews"
	"litmus/store/pages"
	"litmus/zones"
)

// bookAgain goes on with what an interview was: its candidate, round, interviewer, link and zone, as far as these are
// still there.
func bookAgain(v *site.Visit, id string) (site.Answer, error) {
	row, err := v.Store.Interviews.Interview(v.Context(), v.Org.ID, id)
	if err != nil {
		return site.Answer{}, err
	}
	f, roundID, zone := bookingForm{Week: dayAsked(v), External: row.External()}, row.RoundID, ""
	rounds, err := v.Store.Pages.BookableRounds(v.Context(), v.Org.ID, pages.RoundRestriction{RoundID: roundID})
	if err != nil {
		return site.Answer{}, err
	}
	if len(rounds) == 0 { // those of the candidate's track that are left are offered
		roundID = ""
	}
	assigned, err := v.Store.Interviews.AssignedOf(v.Context(), v.Org.ID, []interviews.InterviewRow{row})
	if err != nil {
		return site.Answer{}, err
	}
	present := assigned.Has(row.Interview)
	if !present && row.InterviewerEmail != "" {
		_, err := v.Store.Team.Member(v.Context(), v.Org.ID, row.InterviewerEmail)
		if present = err == nil; err != nil && models.KindOf(err) != models.NotFound {
			return site.Answer{}, err
		}
	}
	if present {
		f.Interviewer = row.InterviewerEmail
	}
	if len(rounds) == 1 && len(rounds[0].Seats) > 0 { // a panel is seated anew
		f.Interviewer = ""
	}
	if row.LinkSource == models.LinkFromBody {
		f.Link = row.MeetingLink
	}
	if row.TimeZone != v.Org.TimeZone && zones.Offered(row.TimeZone) {
		f.Beside, zone = row.TimeZone, row.TimeZone
	}
	return bookFor(v, row.CandidateID, roundID, f, zone)
}
