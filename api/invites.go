package api

import (
	"net/http"

	"litmus/models"
)

type inviteJSON struct {
	InviteID  string `json:"invite_id"`
	InviteURL string `json:"invite_url,omitempty"` // of a new invitation only (§2, Invite response)
	Reused    bool   `json:"reused"`
}

// sendInvite serves POST /invites. The answer does not wait for the letter (§4, Invites). A repeat is 200, writes
// nothing and shows no link.
func (a *API) sendInvite(c *call) (int, any, error) {
	req, err := c.inviteRequest()
	if err != nil {
		return 0, nil, err
	}
	order, err := req.Validate()
	if err != nil {
		return 0, nil, err
	}
	i, err := a.Acts.Invite(c.Context(), c.by(), order)
	if err != nil {
		return 0, nil, err
	}
	id := i.Candidate.ID
	c.touched(id)
	if i.Reused {
		return http.StatusOK, inviteJSON{InviteID: id, Reused: true}, nil
	}
	path := a.Store.Secret().InvitationPath(i.DeliveryMode, c.orgID(), id, i.Candidate.AccessEpoch)
	return http.StatusCreated, inviteJSON{InviteID: id, InviteURL: a.BaseURL + path}, nil
}

func (c *call) inviteRequest() (r models.InviteRequest, err error) {
	f, err := c.body("posting_id", "role_id", "assessment_id", "candidate_email", "candidate_name")
	if err != nil {
		return r, err
	}
	for _, field := range []struct {
		name string
		to   *string
	}{{"posting_id", &r.PostingID}, {"role_id", &r.RoleID}, {"assessment_id", &r.AssessmentID},
		{"candidate_email", &r.CandidateEmail}, {"candidate_name", &r.CandidateName}} {
		if *field.to, err = f.text("", field.name); err != nil {
			return r, err
		}
	}
	r.PostingID, r.RoleID, r.AssessmentID = cleanID(r.PostingID), cleanID(r.RoleID), cleanID(r.AssessmentID)
	return r, nil
}
