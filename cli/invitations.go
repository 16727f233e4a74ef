package cli

import (
	"fmt"
	"io"
	"time"

	"litmus/activities"
	"litmus/models"
	"litmus/models/effect"
	"litmus/store/candidates"
	"litmus/workflows"
)

type invitationsCommand struct {
	List invitationsList `cmd:"" help:"List the invitations of an organization, the newest candidate first."`
	Show invitationsShow `cmd:"" help:"Print an invitation's facts, its expiry and its letter with state and last error."`
}

type invitationsShow struct {
	ID string `arg:"" help:"Id of the candidate: the invite_id."`
	timesFlag
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// shownInvitation is what `litmus invitations show` prints.
type shownInvitation struct {
	ID                string          `json:"id"`
	State             string          `json:"state"`
	Organization      string          `json:"organization"`
	PostingID         string          `json:"posting_id"`
	AssessmentID      string          `json:"assessment_id"`
	DeliveryMode      string          `json:"delivery_mode"`
	Candidate         string          `json:"candidate"`
	InvitedAt         *string         `json:"invited_at"`
	ExpiresAt         *string         `json:"expires_at"`
	StartedAt         *string         `json:"started_at"`
	Interviewed       bool            `json:"has_interview"`
	LinksRevoked      int64           `json:"links_revoked"` // how often
	Resends           int64           `json:"sent_again"`    // how often the team asked for the letter again
	Revision          int64           `json:"revision"`
	WokenRevision     int64           `json:"woken_revision"`
	ConvergedRevision int64           `json:"converged_revision"`
	Workflow          string          `json:"workflow"`
	Timeline          []effect.Moment `json:"timeline"` // future moments
	Effects           []shownEffect   `json:"effects"`
	Approved          bool            `json:"organization_approved"` // if not, the letter waits
}

// Run prints the invitation with its letter.
func (cmd *invitationsShow) Run(a *app) error {
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	ref, err := s.Candidates.CandidateRef(a.ctx, cmd.ID)
	if err != nil {
		return err
	}
	acct, err := s.Candidates.InvitationLedger(a.ctx, ref)
	if err != nil {
		return err
	}
	out := describeInvitation(acct, s.NowOf(ref.OrgID), (&activities.Activities{Store: s.Store}).TargetName)
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	org, err := s.Team.OrganizationOf(a.ctx, ref.OrgID)
	if err != nil {
		return err
	}
	return out.print(a.stdout, cmd.clockface(org.TimeZone))
}

func describeInvitation(acct candidates.InvitationLedger, now time.Time,
	name func(id, target string) string) shownInvitation {
	c := acct.Candidate
	out := shownInvitation{
		ID:                c.ID,
		State:             acct.StateAt(now),
		Organization:      c.OrgID,
		PostingID:         c.PostingID,
		AssessmentID:      c.AssessmentID,
		DeliveryMode:      acct.DeliveryMode,
		Candidate:         c.Email,
		InvitedAt:         instantText(c.InvitedAt),
		ExpiresAt:         instantText(c.InviteExpiresAt),
		StartedAt:         instantText(c.StartedAt),
		Interviewed:       acct.Interviewed,
		LinksRevoked:      c.AccessEpoch,
		Resends:           c.Resends,
		Revision:          c.Revision,
		WokenRevision:     c.WokenRevision,
		ConvergedRevision: c.ConvergedRevision,
		Workflow:          workflows.WorkflowID(models.EntityInvitation, c.ID),
		Timeline:          []effect.Moment{},
		Effects:           []shownEffect{},
		Approved:          acct.Approved,
	}
	if next := acct.NextMoment(now); next != nil {
		out.Timeline = append(out.Timeline, *next)
	}
	for _, e := range []*effect.Entry{acct.Letter, acct.Receipt} {
		if e != nil {
			out.Effects = append(out.Effects, showEffect(*e, name(c.ID, e.Target)))
		}
	}
	tried := acct.Current()
	if acct.Submission != nil {
		tried = acct.Receipt
	}
	if owed := acct.Owed(now); owed != nil && tried == nil { // the first, or the team sends it again
		out.Effects = append(out.Effects,
			shownEffect{Kind: owed.Kind, Target: owed.Target, Name: name(c.ID, owed.Target), State: "owed"})
	}
	return out
}

func (o shownInvitation) print(to io.Writer, face clockface) error {
	w := columns(to)
	line := func(name string, value any) { fmt.Fprintf(w, "%s\t%v\n", name, value) }
	at := func(instant *string) string { return face.second(instant, "-") }
	line("invitation", o.ID)
	line("state", o.State)
	if !o.Approved {
		line("organization", notApproved)
	}
	line("candidate", o.Candidate)
	line("assessment", o.AssessmentID+", "+o.DeliveryMode)
	line("invited", at(o.InvitedAt))
	line("expires", at(o.ExpiresAt))
	line("started", at(o.StartedAt))
	line("has interview", o.Interviewed)
	line("links revoked", fmt.Sprintf("%d times", o.LinksRevoked))
	line("sent again", fmt.Sprintf("%d times", o.Resends))
	line("revision", fmt.Sprintf("%d, woken %d, converged %d", o.Revision, o.WokenRevision, o.ConvergedRevision))
	line("workflow", o.Workflow)
	fmt.Fprintln(w, "\nnext")
	for _, m := range o.Timeline {
		fmt.Fprintf(w, "  %s\t%s\n", at(instantText(&m.At)), m.Kind)
	}
	fmt.Fprintln(w, "\nletter\tSTATE\tTRIES\tAT\tTARGET\tIN TEMPORAL\tLAST ERROR")
	for _, e := range o.Effects {
		fmt.Fprintf(w, "  %s\t%s\t%d\t%s\t%s\t%s\t%s\n", e.Kind, e.State, e.Tries, at(&e.At), e.Target, e.Name, e.LastError)
	}
	return w.Flush()
}
