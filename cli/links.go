package cli

import (
	"encoding/json"
	"fmt"

	"litmus/models"
)

type linksCommand struct {
	Issue linksIssue `cmd:"" help:"Issue a fresh candidate link for a pending external session and print it, once."`
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

// Run prints the fresh link alone on standard output (decision 50). Nothing is issued unless the link can be printed whole;
// the workflow is woken by the relay of a running worker.
func (cmd *linksIssue) Run(a *app) error {
	s, c, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	if c.BaseURL == "" {
		return usagef("LITMUS_BASE_URL is required here: the public origin of the api, which the link begins with, such as https://hire.example.com")
	}
	ref, err := s.RefOf(a.ctx, cmd.ID)
	if err != nil {
		return err
	}
	token, row, err := s.IssueLink(a.ctx, ref.OrgID, ref.ID)
	if err != nil {
		return err
	}
	out := issuedLink{row.ID, c.BaseURL + models.ExternalPath + token, models.FormatInstant(*row.LinkExpiresAt), models.FormatInstant(*row.ExpiresAt)}
	if cmd.JSON {
		return json.NewEncoder(a.stdout).Encode(out)
	}
	fmt.Fprintf(a.stderr, "a fresh link for %s, shown this once: it can be used once, until %s; older links are dead\n", row.ID, out.LinkExpiresAt)
	_, err = fmt.Fprintln(a.stdout, out.CandidateLink)
	return err
}
