package cli

import (
	"fmt"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/store"
	"litmus/store/pages"
)

type candidatesCommand struct {
	List candidatesList `cmd:"" help:"List the candidate records of an organization, the newest first."`
}

type candidatesList struct {
	candidateFlags
}

// candidateFlags select candidate records.
type candidateFlags struct {
	Org     string `help:"Slug of the organization." required:""`
	State   string `help:"Only with this state. One of ${states}."`
	Posting string `help:"Id of a posting: only its candidates."`
	Find    string `help:"Only whose name or email has this in it." placeholder:"TEXT"`
	After   string `help:"Goes on after the record with this id." placeholder:"ID"`
	Limit   int    `help:"At most that many, the newest ones." default:"100"`
	timesFlag
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// listedRecord is what the lists of candidates and of invitations print of a record as JSON.
type listedRecord struct {
	ID           string `json:"id"`
	State        string `json:"state"`
	Candidate    string `json:"candidate"` // their email
	Name         string `json:"name"`
	PostingID    string `json:"posting_id"`
	Posting      string `json:"posting"` // its title
	AssessmentID string `json:"assessment_id"`
	Assessment   string `json:"assessment"` // its title
	DeliveryMode string `json:"delivery_mode"`
}

// record is a record as lists print it.
func (l readCandidates) record(c pages.ListedCandidate) listedRecord {
	return listedRecord{ID: c.ID, State: c.StateAt(l.now), Candidate: c.Email, Name: c.Name, PostingID: c.PostingID,
		Posting: c.PostingTitle, AssessmentID: c.AssessmentID, Assessment: c.AssessmentTitle,
		DeliveryMode: c.DeliveryMode}
}

// listedCandidate is a candidate record as `litmus candidates list --json` prints it.
type listedCandidate struct {
	listedRecord

	InterviewID  *string `json:"interview_id"`  // that is not canceled
	SubmissionID *string `json:"submission_id"` // the last one
	CreatedAt    string  `json:"created_at"`
	UpdatedAt    string  `json:"updated_at"`
}

// Run prints the records that the flags select. If they are more than the limit, it says on standard error after which
// one the list goes on. An unknown posting is refused: an empty list would hide a typing mistake.
func (cmd *candidatesList) Run(a *app) error {
	l, err := cmd.read(a, false)
	if err != nil {
		return err
	}
	if !cmd.JSON {
		w := columns(a.stdout)
		fmt.Fprintf(w, "ID\tCREATED (%s)\tSTATE\tPOSTING\tASSESSMENT\tCANDIDATE\tNAME\n", l.Zone)
		for _, c := range l.rows {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", c.ID, l.at(&c.CreatedAt), c.StateAt(l.now), c.PostingTitle,
				c.AssessmentTitle, c.Email, textOr(&c.Name, "-"))
		}
		return w.Flush()
	}
	out := make([]listedCandidate, len(l.rows))
	for n, c := range l.rows {
		out[n] = listedCandidate{listedRecord: l.record(c), SubmissionID: given(c.SubmissionID),
			CreatedAt: models.FormatInstant(c.CreatedAt), UpdatedAt: models.FormatInstant(c.UpdatedAt)}
		if c.Interview != nil {
			out[n].InterviewID = &c.Interview.ID
		}
	}
	return printJSON(a.stdout, out)
}

// given is nil for "".
func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// readCandidates are the records that flags select, with what it takes to print them.
type readCandidates struct {
	clockface
	rows []pages.ListedCandidate
	now  time.Time // the organization's
}

// read reads the records, or only those with an invitation.
func (f *candidateFlags) read(a *app, invited bool) (l readCandidates, err error) {
	if f.Limit < 1 {
		return l, usagef("--limit %d must be at least 1", f.Limit)
	}
	if err := candidacy.CheckCandidateState(f.State); err != nil {
		return l, usagef("--%w", err)
	}
	s, org, err := openOrganization(a, f.Data, f.Org)
	if err != nil {
		return l, err
	}
	defer s.Close()
	l.clockface, l.now = f.clockface(org.TimeZone), s.NowOf(org.ID)
	if f.Posting != "" {
		if err := s.Pipelines.CheckPosting(a.ctx, org.ID, f.Posting); err != nil {
			return l, err
		}
	}
	l.rows, err = f.walk(a, s.Store, org.ID, candidacy.CandidateFilter{PostingID: f.Posting, State: f.State,
		Text: f.Find, Invited: invited})
	if len(l.rows) > f.Limit {
		l.rows = l.rows[:f.Limit]
		fmt.Fprintf(a.stderr, "more follow: --after %s goes on with them, a larger --limit adds them\n",
			l.rows[f.Limit-1].ID)
	}
	return l, err
}

// walk reads page by page until it has one record more than the limit, if there are as many.
func (f *candidateFlags) walk(a *app, s *store.Store, orgID string,
	filter candidacy.CandidateFilter) (rows []pages.ListedCandidate, err error) {
	var after *models.Position
	if f.After != "" {
		found, err := s.Candidates.Records(a.ctx, orgID, []string{f.After})
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, models.NotFoundf("candidate %s not found", models.Quote(f.After))
		}
		after = &models.Position{At: found[0].CreatedAt, ID: found[0].ID}
	}
	for {
		page, next, err := s.Pages.Candidates(a.ctx, orgID, filter, after, models.MaxLimit)
		if rows = append(rows, page...); err != nil || next == nil || len(rows) > f.Limit {
			return rows, err
		}
		after = next
	}
}
