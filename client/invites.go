package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Invitation is the answer to an invite.
type Invitation struct {
	ID     string `json:"invite_id"`            // the candidate record, which a booking accepts as CandidateID
	URL    string `json:"invite_url,omitempty"` // the candidate's page; "" if Reused, and no call returns it again
	Reused bool   `json:"reused"`               // the candidate had been invited before, and no letter was sent
}

// Messages of an [Error] of [Client.Invite] that programs may rely on (contract §7).
const (
	InvitePostingNotFound    = "posting_id not found"    // KindNotFound
	InviteAssessmentNotFound = "assessment_id not found" // KindNotFound: unknown, or not attached to the posting
	InviteRoleIDMismatch     = "ROLE_ID_TYPE_MISMATCH"   // KindInvalid: RoleID names a cohort
	InviteSelfSelect         = "SELF_SELECT_UNSUPPORTED" // KindInvalid: the assessment is in a self-select group
	InvitePostingClosed      = "POSTING_CLOSED"          // KindInvalid
	InviteNoAssessment       = "NO_ASSESSMENT"           // KindInvalid: the posting has no assessment
	InviteNotReady           = "ASSESSMENT_NOT_READY"    // KindInvalid
	InviteAlreadyInvited     = "ALREADY_INVITED"         // KindConflict: the candidate record is no longer active
)

// Invite invites a candidate to an assessment: to a take-home or trial, or to pick the time of a live interview. It
// sends a letter and books nothing. It is sent once. A second call after a lost answer returns Reused without the URL,
// and sends no second letter. Scope: invites:write.
func (c *Client) Invite(ctx context.Context, r InviteRequest) (*Invitation, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("litmus: %w", err)
	}
	return once[Invitation](ctx, c, func(ctx context.Context) (*http.Response, error) {
		return c.operations.SendInviteWithBody(ctx, "application/json", bytes.NewReader(body))
	})
}
