package tools

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/figures"
	"litmus/store/pages"
	"litmus/wire"
)

var reportTools = []tool{
	{
		name: "report", hints: reads, anyOf: []string{access.InterviewsRead}, do: (*Server).report, heavy: true,
		in: "ReportQuery", out: "Report",
		about: "Figures of some weeks: interviews against offered time, times to book, steps, moves, cancellations " +
			"and no-shows with reasons, failed letters. Reasons are " + untrusted,
		say: saying(func(x reportJSON) string {
			n := 0
			for _, w := range x.Interviews.ByWeek {
				n += w.Interviews
			}
			return models.Count(n, "interview") + " from " + x.From + " to " + x.To + "."
		}),
	},
	{
		name: "load_report", hints: reads, anyOf: []string{access.InterviewsRead}, do: (*Server).load, heavy: true,
		in: "LoadQuery", out: "LoadReport",
		about: "Who interviews how much by week against limits, how even pools are, trainees, no-shows.",
		say: saying(func(x wire.Load) string {
			return "The load of " + models.Count(len(x.Interviews.ByPerson), "person") + "."
		}),
	},
}

// load serves load_report: the load of the dashboard (P12).
func (sv *Server) load(c *call) (int, any, error) {
	q := c.Params("pool_id")
	id := q.ID("pool_id")
	if q.Err() != nil {
		return 0, nil, q.Err()
	}
	got, err := sv.Store.Pages.Load(c.Context(), c.Caller.Organization, id)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, wire.LoadOf(got), nil
}

// mostReasons is how many reasons, and how many of the latest that have one, an answer has.
const mostReasons = 20

type reportJSON struct {
	From       string               `json:"from"`
	To         string               `json:"to"`
	Interviews reportInterviewsJSON `json:"interviews"`
	Times      reportTimesJSON      `json:"times"`
	Steps      *reportStepsJSON     `json:"steps"`
	Withheld   *string              `json:"withheld"`
	Reasons    *reportReasonsJSON   `json:"reasons"`
	Letters    reportLettersJSON    `json:"letters"`
}

type reportInterviewsJSON struct {
	ByWeek        []reportWeekJSON        `json:"by_week"`
	ByInterviewer []reportInterviewerJSON `json:"by_interviewer"`
}

type reportTimesJSON struct {
	InvitationToBooking reportTimeJSON `json:"invitation_to_booking"`
	BookingToInterview  reportTimeJSON `json:"booking_to_interview"`
}

type reportStepsJSON struct {
	Counts []reportStepJSON `json:"counts"`
	More   bool             `json:"more"`
}

type reportReasonsJSON struct {
	Counts []reportReasonJSON `json:"counts"`
	Latest []reportGivenJSON  `json:"latest"`
}

// reportCountsJSON are the figures of a week, or of an interviewer and all weeks.
type reportCountsJSON struct {
	Interviews         int `json:"interviews"`
	Minutes            int `json:"minutes"`
	MinutesOffered     int `json:"minutes_offered"`
	Canceled           int `json:"canceled"`
	NoShowsCandidate   int `json:"no_shows_candidate"`
	NoShowsInterviewer int `json:"no_shows_interviewer"`
}

type reportWeekJSON struct {
	From string `json:"from"`
	reportCountsJSON
	MovedByTeam      int `json:"moved_by_team"`
	MovedByCandidate int `json:"moved_by_candidate"`
	LettersFailed    int `json:"letters_failed"`
}

type reportInterviewerJSON struct {
	Email *string `json:"interviewer_email"`
	reportCountsJSON
	ByWeek []int `json:"interviews_by_week"`
}

type reportTimeJSON struct {
	Count           int  `json:"count"`
	HalfWithinHours *int `json:"half_within_hours"`
	MostWithinHours *int `json:"nine_of_ten_within_hours"`
}

type reportStepJSON struct {
	PostingID  string `json:"posting_id"`
	Posting    string `json:"posting_title"`
	Track      string `json:"track"`
	Assessment string `json:"assessment_title"`
	Reached    int    `json:"reached"`
	WentOn     int    `json:"went_on"`
	Rejected   int    `json:"rejected"`
	Withdrawn  int    `json:"withdrawn"`
	There      int    `json:"still_there"`
}

type reportReasonJSON struct {
	Reason   string `json:"reason"`
	Moves    int    `json:"moves"`
	Canceled int    `json:"canceled"`
	NoShows  int    `json:"no_shows"`
}

type reportGivenJSON struct {
	What        string `json:"what"`
	InterviewID string `json:"interview_id"`
	At          string `json:"at"`
	Reason      string `json:"reason"`
}

type reportLettersJSON struct {
	Failed []reportLetterJSON `json:"failed"`
}

type reportLetterJSON struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// report serves report: the figures of the dashboard (D26).
func (sv *Server) report(c *call) (int, any, error) {
	f, err := sv.reportFilter(c)
	if err != nil {
		return 0, nil, err
	}
	if f.PostingID != "" {
		if err := sv.Store.Pipelines.CheckPosting(c.Context(), c.OrgID(), f.PostingID); err != nil {
			return 0, nil, err
		}
	}
	got, err := sv.Store.Pages.Figures(c.Context(), c.Caller.Organization, f)
	if err != nil {
		return 0, nil, err
	}
	all, people := got.Totals(len(f.Weeks))
	out := reportJSON{From: f.Weeks[0].First, To: f.Weeks[len(f.Weeks)-1].Last,
		Interviews: reportInterviewsJSON{ByInterviewer: reportInterviewers(people)},
		Times:      reportTimesJSON{reportTime(got.Booked), reportTime(got.Begun)},
		Letters:    reportLettersJSON{[]reportLetterJSON{}}}
	for n, t := range all {
		out.Interviews.ByWeek = append(out.Interviews.ByWeek, reportWeekJSON{f.Weeks[n].First, reportCounts(t),
			t.ByTeam, t.ByCandidate, t.Letters})
	}
	if c.Caller.Key.Allows(access.CandidatesRead) {
		out.Steps = &reportStepsJSON{[]reportStepJSON{}, got.More}
		for _, s := range got.Steps {
			out.Steps.Counts = append(out.Steps.Counts, reportStepJSON{s.PostingID, s.Posting, s.Track, s.Assessment,
				s.Reached, s.WentOn, s.Rejected, s.Withdrawn, s.There()})
		}
		out.Reasons = reportReasons(got)
	} else {
		out.Withheld = wire.TextOrNull(access.CandidatesRead)
	}
	kinds := map[string]int{}
	for _, l := range got.Letters {
		kinds[l.Kind] += l.Count
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		out.Letters.Failed = append(out.Letters.Failed, reportLetterJSON{kind, kinds[kind]})
	}
	return http.StatusOK, out, nil
}

// reportFilter reads the arguments of report: the weeks that end with the one of to, or of now.
func (sv *Server) reportFilter(c *call) (f figures.Filter, err error) {
	q := c.Params("posting_id", "interviewer_email", "to", "weeks")
	f.PostingID = q.ID("posting_id")
	f.Interviewer = strings.ToLower(strings.TrimSpace(q.ID("interviewer_email")))
	last, weeks := sv.Store.NowOf(c.OrgID()), figures.DefaultWeeks
	if to := q.Bound("to"); to != nil {
		last = *to
	}
	if text := q.Text("weeks"); text != "" {
		n, failed := strconv.Atoi(text)
		if failed != nil || n < 1 || n > figures.MaxWeeks {
			q.Fail(models.Invalidf("weeks %s must be a number from 1 to %d", models.Quote(text), figures.MaxWeeks))
		}
		weeks = n
	}
	if q.Err() != nil {
		return f, q.Err()
	}
	f.Weeks = figures.Weeks(last, models.Location(c.Caller.Organization.TimeZone), weeks)
	return f, nil
}

// reportReasons are in the words of the team and often about a person, so a key that reads interviews alone gets none.
func reportReasons(got pages.Figures) *reportReasonsJSON {
	out := &reportReasonsJSON{[]reportReasonJSON{}, []reportGivenJSON{}}
	for _, r := range got.Reasons[:min(len(got.Reasons), mostReasons)] {
		out.Counts = append(out.Counts, reportReasonJSON{r.Text, r.Moves, r.Canceled, r.NoShows})
	}
	for _, g := range got.Given[:min(len(got.Given), mostReasons)] {
		out.Latest = append(out.Latest, reportGivenJSON{string(g.What), g.InterviewID, models.FormatInstant(g.At),
			g.Text})
	}
	return out
}

func reportCounts(t figures.Total) reportCountsJSON {
	return reportCountsJSON{t.Interviews, t.Minutes, t.HalfHours * 30, t.Canceled, t.NoCandidate, t.NoInterviewer}
}

// reportInterviewers are those who interview or offer time, the one with the most interviews first.
func reportInterviewers(people map[string][]figures.Total) []reportInterviewerJSON {
	out := []reportInterviewerJSON{}
	for _, email := range slices.Sorted(maps.Keys(people)) {
		var sum figures.Total
		one := reportInterviewerJSON{Email: wire.TextOrNull(email)}
		for _, t := range people[email] {
			sum.Add(t)
			one.ByWeek = append(one.ByWeek, t.Interviews)
		}
		one.reportCountsJSON = reportCounts(sum)
		out = append(out, one)
	}
	slices.SortStableFunc(out, func(x, y reportInterviewerJSON) int { return cmp.Compare(y.Interviews, x.Interviews) })
	return out
}

func reportTime(s figures.Spread) reportTimeJSON {
	out := reportTimeJSON{Count: s.Count()}
	if half, most := s.Within(50), s.Within(90); half >= 0 {
		half, most = half+1, most+1 // the hours that were begun
		out.HalfWithinHours, out.MostWithinHours = &half, &most
	}
	return out
}
