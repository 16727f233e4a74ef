package api

import (
	"net/http"
)

type inviteJSON struct {
	InviteID  string `json:"invite_id"`
	InviteURL string `json:"invite_url,omitempty"` // of a new invitation only (§2, Invite response)
	Reused    bool   `json:"reused"`
}

// sendInvite serves POST /invites. The answer does not wait for the letter (§4, Invites). A repeat is 200, writes
// nothing and shows no link.
func (a *API) sendInvite(c *call) (int, any, error) {
	req, err := c.InviteRequest()
	if err != nil {
		return 0, nil, err
	}
	order, err := req.Validate()
	if err != nil {
		return 0, nil, err
	}
	i, err := a.Acts.Candidates.Invite(c.Context(), c.by(), order)
	if err != nil {
		return 0, nil, err
	}
	id := i.Candidate.ID
	c.Touched(id)
	if i.Reused {
		return http.StatusOK, inviteJSON{InviteID: id, Reused: true}, nil
	}
	path := a.Store.Secret().InvitationPath(i.DeliveryMode, c.OrgID(), id, i.Candidate.AccessEpoch)
	return http.StatusCreated, inviteJSON{InviteID: id, InviteURL: a.BaseURL + path}, nil
}
