package cli

import (
	"encoding/json"
	"fmt"

	"litmus/models"
)

type linksCommand struct {
	Issue  linksIssue  `cmd:"" help:"Issue a fresh candidate link for a pending external session and print it, once."`
	Revoke linksRevoke `cmd:"" help:"Revoke a candidate's links to their assessment and to picking a time."`
}

type linksIssue struct {
	ID string `arg:"" name:"interview-id" help:"Id of the interview."`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// issuedLink is what `litmus links issue --json` prints.
type issuedLink struct {
	InterviewID      string `json:"interview_id"`
	CandidateLink    string `json:"candidate_link"`
	LinkExpiresAt    string `json:"link_expires_at"`
	SessionExpiresAt string `json:"session_expires_at"`
}

// Run prints the fresh link, and nothing else, on standard output. It issues none if it does not know the base URL that
// the link begins with. The relay of a running worker wakes the workflow.
func (cmd *linksIssue) Run(a *app) error {
	s, c, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := c.needsOrigin(); err != nil {
		return err
	}
	ref, err := s.Interviews.RefOf(a.ctx, cmd.ID)
	if err != nil {
		return err
	}
	token, row, err := s.acts().Bookings.IssueLink(a.ctx, operatorOf(ref), ref.ID)
	if err != nil {
		return err
	}
	out := issuedLink{
		InterviewID:      row.ID,
		CandidateLink:    c.BaseURL + models.ExternalPath + token,
		LinkExpiresAt:    models.FormatInstant(*row.LinkExpiresAt),
		SessionExpiresAt: models.FormatInstant(*row.ExpiresAt),
	}
	if cmd.JSON {
		return json.NewEncoder(a.stdout).Encode(out)
	}
	fmt.Fprintf(a.stderr, "a fresh link for %s, shown this once: it can be used once, until %s; older links are dead\n",
		row.ID, out.LinkExpiresAt)
	_, err = fmt.Fprintln(a.stdout, out.CandidateLink)
	return err
}

type linksRevoke struct {
	ID string `arg:"" name:"candidate-id" help:"Id of the candidate: the invite_id."`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// freshLinks is what `litmus links revoke --json` prints.
type freshLinks struct {
	CandidateID    string `json:"candidate_id"`
	AssessmentLink string `json:"assessment_link"`
	ScheduleLink   string `json:"schedule_link,omitempty"` // of a live assessment
	Revoked        int64  `json:"links_revoked"`           // how often
}

// Run prints the new links on standard output. Letters that were sent contain the old ones, so somebody has to give the
// candidate the new ones. It revokes nothing if it does not know the base URL that links begin with.
func (cmd *linksRevoke) Run(a *app) error {
	s, c, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	if c.BaseURL == "" {
		return usagef("LITMUS_BASE_URL is required here: the public origin of the api, which the new links begin " +
			"with, such as https://hire.example.com")
	}
	ref, err := s.Candidates.CandidateRef(a.ctx, cmd.ID)
	if err != nil {
		return err
	}
	candidate, mode, err := s.Candidates.RevokeLinks(a.ctx, byOperator, ref)
	if err != nil {
		return err
	}
	out := freshLinks{
		CandidateID:    candidate.ID,
		AssessmentLink: c.BaseURL + s.Secret().AssessmentPath(ref.OrgID, ref.ID, candidate.AccessEpoch),
		Revoked:        candidate.AccessEpoch,
	}
	if mode == models.DeliverySync {
		out.ScheduleLink = c.BaseURL + s.Secret().InvitationPath(mode, ref.OrgID, ref.ID, candidate.AccessEpoch)
	}
	if cmd.JSON {
		return json.NewEncoder(a.stdout).Encode(out)
	}
	fmt.Fprintf(a.stderr, "the links that %s was sent are dead; no letter tells them: pass on what is printed here\n",
		candidate.ID)
	for _, link := range []string{out.ScheduleLink, out.AssessmentLink} {
		if link == "" {
			continue
		}
		if _, err := fmt.Fprintln(a.stdout, link); err != nil {
			return err
		}
	}
	return nil
}
