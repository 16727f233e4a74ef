package interviews

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
)

// reasonBody is the part of a form that asks why an interview is canceled, is moved or gets another interviewer, as it
// was filled in.
type reasonBody struct {
	Text string
	Tell bool // the candidate is told it, too
	Most int  // characters

	visit *site.Visit
}

// Offered are reasons to choose from. The page asks for them, so no form that is sent reads them.
func (b *reasonBody) Offered() ([]string, error) {
	return b.visit.Store.Pages.OfferedReasons(b.visit.Context(), b.visit.Org.ID)
}

// reasonForm is that part as the form that was sent has it.
func reasonForm(v *site.Visit) *reasonBody {
	return &reasonBody{v.Field("why"), v.Field("tell") != "", models.MaxReasonRunes, v}
}

// reasonOf reads it; the error is [models.Invalid], nil is for no reason.
func reasonOf(v *site.Visit) (*models.Reason, error) {
	return models.NewReason(v.Field("why"), v.Field("tell") != "")
}

// reasonAsked stands for a reason that is still to be typed: its preview says who would read it.
var reasonAsked = &models.Reason{Text: "…", Audience: models.AudienceCandidate}
