package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Invitation is what an invite is answered.
type Invitation struct {
	ID string `json:"invite_id"` // the candidate record, which a booking takes as CandidateID
	// the candidate's page; "" when the invitation is not new, and never to be had again
	URL    string `json:"invite_url,omitempty"`
	Reused bool   `json:"reused"` // the candidate was invited before, and no letter was sent
}

// Messages of an [Error] of [Client.Invite] that a program may depend on (contract §7).
const (
	InvitePostingNotFound    = "posting_id not found"    // KindNotFound
	InviteAssessmentNotFound = "assessment_id not found" // KindNotFound: unknown, or not attached to the posting
	InviteRoleIDMismatch     = "ROLE_ID_TYPE_MISMATCH"   // KindInvalid: a cohort was sent as RoleID
	InviteSelfSelect         = "SELF_SELECT_UNSUPPORTED" // KindInvalid: the assessment is one of a self-select group
	InvitePostingClosed      = "POSTING_CLOSED"          // KindInvalid
	InviteNoAssessment       = "NO_ASSESSMENT"           // KindInvalid: nothing is attached to the posting
	InviteNotReady           = "ASSESSMENT_NOT_READY"    // KindInvalid
	InviteAlreadyInvited     = "ALREADY_INVITED"         // KindConflict: the candidate's record is not active any more
)

// Invite invites a candidate to an assessment: to a take-home or trial, or to pick the time of a live interview. It
// sends a letter and books nothing. It is sent once; after a lost answer a second call is answered with Reused and
// without the URL, and sends no second letter. Scope: invites:write.
func (c *Client) Invite(ctx context.Context, r InviteRequest) (*Invitation, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("litmus: %w", err)
	}
	return once[Invitation](ctx, c, func(ctx context.Context) (*http.Response, error) {
		return c.operations.SendInviteWithBody(ctx, "application/json", bytes.NewReader(body))
	})
}
