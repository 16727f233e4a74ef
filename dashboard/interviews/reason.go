package interviews

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
)

// reasonBody is the part of a form that asks why an interview is canceled, is moved or gets another interviewer, as it
// was filled in.
type reasonBody struct {
	Text    string
	Tell    bool     // the candidate is told it, too
	Most    int      // characters
	Offered []string // reasons to choose from
}

// reasonForm is that part as the form that was sent has it.
func reasonForm(v *site.Visit) (*reasonBody, error) {
	offered, err := v.Store.Pages.OfferedReasons(v.Context(), v.Org.ID)
	return &reasonBody{v.Field("why"), v.Field("tell") != "", models.MaxReasonRunes, offered}, err
}

// reasonOf reads it; the error is [models.Invalid], nil is for no reason.
func reasonOf(v *site.Visit) (*models.Reason, error) {
	return models.NewReason(v.Field("why"), v.Field("tell") != "")
}

// reasonAsked stands for a reason that is still to be typed: its preview says who would read it.
var reasonAsked = &models.Reason{Text: "…", Audience: models.AudienceCandidate}
