package cli

import "fmt"

type invitationsList struct {
	candidateFlags
}

// listedInvitation is an invitation as `litmus invitations list --json` prints it. The names are those of
// `invitations show`.
type listedInvitation struct {
	listedRecord

	InvitedAt *string `json:"invited_at"`
	ExpiresAt *string `json:"expires_at"`
	StartedAt *string `json:"started_at"`
	Resends   int64   `json:"sent_again"` // how often the team asked for the letter again
}

// Run prints the candidate records that were invited, as `candidates list` does.
func (cmd *invitationsList) Run(a *app) error {
	l, err := cmd.read(a, true)
	if err != nil {
		return err
	}
	if !cmd.JSON {
		w := columns(a.stdout)
		fmt.Fprintf(w, "ID\tINVITED (%s)\tEXPIRES\tSTATE\tPOSTING\tASSESSMENT\tCANDIDATE\n", l.Zone)
		for _, c := range l.rows {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", c.ID, l.at(c.InvitedAt), l.at(c.InviteExpiresAt),
				c.StateAt(l.now), c.PostingTitle, c.AssessmentTitle, c.Email)
		}
		return w.Flush()
	}
	out := make([]listedInvitation, len(l.rows))
	for n, c := range l.rows {
		out[n] = listedInvitation{listedRecord: l.record(c), InvitedAt: instantText(c.InvitedAt),
			ExpiresAt: instantText(c.InviteExpiresAt), StartedAt: instantText(c.StartedAt), Resends: c.Resends}
	}
	return printJSON(a.stdout, out)
}
