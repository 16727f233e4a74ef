package candidates

import (
	"cmp"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// settleAccommodation says that the member has seen to what the candidate needs.
func settleAccommodation(v *site.Visit) (site.Answer, error) {
	if err := v.May(access.ActionAccommodate, access.Facts{}); err != nil {
		return site.Answer{}, err
	}
	seen, err := models.ParseInstant("seen", v.Field("seen"))
	if err != nil {
		return candidateAgain(v, models.Invalidf("The form is incomplete. Press \"It is settled\" once more."))
	}
	if err := v.Acts.Candidates.SettleAccommodation(v.Context(), v.By(), v.ID(), seen); err != nil {
		return candidateAgain(v, err)
	}
	return site.RedirectNote(site.Within(cmp.Or(v.Field("back"), site.CandidatesPath+"/"+v.ID())),
		"What the candidate needs is settled."), nil
}
