package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/store"
	"litmus/store/interviews"
)

type interviewsList struct {
	Org          string   `help:"Slug of the organization." required:""`
	Status       []string `help:"Only with this status; may be repeated. One of ${statuses}."`
	Posting      string   `help:"Id of a posting: its interviews."`
	Interviewer  string   `help:"Email of an interviewer: what they hold."`
	Candidate    string   `help:"Email of a candidate: their interviews."`
	From         string   `help:"Only with a start at this instant (RFC 3339, or a date: its midnight UTC) or later."`
	To           string   `help:"Only with a start at this instant or earlier."`
	UpdatedSince string   `help:"Only those that changed at this instant or later."`
	Limit        int      `help:"At most that many, the earliest ones." default:"100"`
	timesFlag
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// listedInterview is an interview as `litmus interviews list --json` prints it. The names are those of
// `interviews show`.
type listedInterview struct {
	ID               string  `json:"id"`
	Status           string  `json:"status"`
	Source           string  `json:"source"`
	ScheduledStartAt *string `json:"scheduled_start_at"` // null: an external session whose link was not used
	DurationMinutes  int     `json:"duration_minutes"`
	Indefinite       bool    `json:"indefinite"`
	PostingID        string  `json:"posting_id"`
	Posting          string  `json:"posting"` // its title
	RoundID          string  `json:"round_id"`
	CandidateID      string  `json:"candidate_id"`
	Candidate        string  `json:"candidate"`
	Interviewer      string  `json:"interviewer"` // "" if none is named
	CallEndedAt      *string `json:"call_ended_at"`
	CanceledAt       *string `json:"canceled_at"`
	CreatedAt        string  `json:"created_at"`
	UpdatedAt        string  `json:"updated_at"`
}

// Run prints the interviews that the flags select, in the order of REST's list. If they are more than the limit, it
// says on standard error with which --from the list goes on. An unknown posting is refused, other than in REST: a
// person has mistyped it, and an empty list would hide that.
func (cmd *interviewsList) Run(a *app) error {
	f, err := cmd.filter()
	if err != nil {
		return usageError{err}
	}
	s, org, err := openOrganization(a, cmd.Data, cmd.Org)
	if err != nil {
		return err
	}
	defer s.Close()
	if f.PostingID != "" {
		if err := s.Pipelines.CheckPosting(a.ctx, org.ID, f.PostingID); err != nil {
			return err
		}
	}
	now := s.NowOf(org.ID)
	rows, err := cmd.read(a.ctx, s.Store, org.ID, f, now)
	if err != nil {
		return err
	}
	postings, err := s.Pipelines.Roles(a.ctx, org.ID)
	if err != nil {
		return err
	}
	titles := map[string]string{}
	for _, p := range postings {
		titles[p.ID] = p.Title
	}
	if len(rows) > cmd.Limit {
		fmt.Fprintf(a.stderr, "more follow: --from %s goes on with them, a larger --limit adds them\n",
			models.FormatInstant(rows[cmd.Limit].StartsAt))
		rows = rows[:cmd.Limit]
	}
	if !cmd.JSON {
		return printInterviews(a.stdout, rows, titles, cmd.clockface(org.TimeZone), now)
	}
	out := make([]listedInterview, len(rows))
	for n, r := range rows {
		out[n] = listInterview(r, titles[r.PostingID], now)
	}
	return printJSON(a.stdout, out)
}

// printInterviews prints a table with the starts in the zone; titles are those of the postings by id.
func printInterviews(to io.Writer, rows []interviews.InterviewRow, titles map[string]string, face clockface,
	now time.Time) error {
	w := columns(to)
	fmt.Fprintf(w, "ID\tSTART (%s)\tSTATUS\tPOSTING\tINTERVIEWER\tCANDIDATE\tPOSTING ID\n", face.Zone)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, face.at(r.ScheduledStartAt()), r.StatusAt(now), titles[r.PostingID],
			textOr(&r.InterviewerEmail, "-"), r.CandidateEmail, r.PostingID)
	}
	return w.Flush()
}

// filter checks the flags and returns what the store selects by. The interviewer is left in lower case.
func (cmd *interviewsList) filter() (f models.InterviewFilter, err error) {
	if cmd.Limit < 1 {
		return f, fmt.Errorf("--limit %d must be at least 1", cmd.Limit)
	}
	for _, status := range cmd.Status {
		if !slices.Contains(models.Statuses, status) {
			return f, fmt.Errorf("--status %s is unknown; the statuses are %s", models.Quote(status),
				strings.Join(models.Statuses, ", "))
		}
	}
	f.PostingID = cmd.Posting
	f.ExcludeCanceled = len(cmd.Status) > 0 && !slices.Contains(cmd.Status, models.StatusCanceled)
	for _, person := range []struct {
		flag, text string
		to         *string
	}{{"--interviewer", cmd.Interviewer, &cmd.Interviewer}, {"--candidate", cmd.Candidate, &f.CandidateEmail}} {
		if person.text == "" {
			continue
		}
		if *person.to, err = models.ParseEmail(person.flag, person.text); err != nil {
			return f, err
		}
	}
	for _, bound := range []struct {
		flag, text string
		to         **time.Time
	}{{"--from", cmd.From, &f.From}, {"--to", cmd.To, &f.To}, {"--updated-since", cmd.UpdatedSince, &f.UpdatedSince}} {
		if bound.text == "" {
			continue
		}
		at, err := models.ParseBound(bound.flag, bound.text)
		if err != nil {
			return f, err
		}
		*bound.to = &at
	}
	return f, nil
}

// read reads the list page by page until it has one interview more than the limit, if there are as many.
func (cmd *interviewsList) read(ctx context.Context, s *store.Store, orgID string, f models.InterviewFilter,
	now time.Time) (found []interviews.InterviewRow, err error) {
	var after *models.Position
	for {
		page, next, err := s.Interviews.List(ctx, orgID, f, after, models.MaxLimit)
		if err != nil {
			return nil, err
		}
		for _, r := range page {
			if !cmd.selects(r, now) {
				continue
			}
			if found = append(found, r); len(found) > cmd.Limit {
				return found, nil
			}
		}
		if next == nil {
			return found, nil
		}
		after = next
	}
}

// selects reports whether the interview has the status and the interviewer that are asked for. The store does not
// select by them, since a status is no column; where few fit, that reads the whole list.
func (cmd *interviewsList) selects(r interviews.InterviewRow, now time.Time) bool {
	return (len(cmd.Status) == 0 || slices.Contains(cmd.Status, r.StatusAt(now))) &&
		(cmd.Interviewer == "" || r.InterviewerEmail == cmd.Interviewer)
}

func listInterview(r interviews.InterviewRow, posting string, now time.Time) listedInterview {
	return listedInterview{ID: r.ID, Status: r.StatusAt(now), Source: r.Source,
		ScheduledStartAt: instantText(r.ScheduledStartAt()), DurationMinutes: r.DurationMinutes,
		Indefinite: r.Indefinite, PostingID: r.PostingID, Posting: posting, RoundID: r.RoundID,
		CandidateID: r.CandidateID, Candidate: r.CandidateEmail, Interviewer: r.InterviewerEmail,
		CallEndedAt: instantText(r.CallEndedAt), CanceledAt: instantText(r.CanceledAt),
		CreatedAt: models.FormatInstant(r.CreatedAt), UpdatedAt: models.FormatInstant(r.UpdatedAt)}
}
