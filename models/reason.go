package models

// Audience says who is told a reason.
type Audience string

// The audiences.
const (
	AudienceTeam      Audience = "team"      // who interviews or stands in, and who reads the history
	AudienceCandidate Audience = "candidate" // the team, and the candidate too
)

// Reason is why an interview was moved or canceled or got another interviewer, in the words of who did it. It is stored
// with the interview until the next move or the cancellation, each of which has its own or none, or until another
// change of the interviewer that has one.
type Reason struct {
	Text        string   `json:"text"`
	Audience    Audience `json:"audience"`
	Revision    int64    `json:"revision"`              // of the interview with it: an older letter told of another change
	Interviewer bool     `json:"interviewer,omitempty"` // why another one interviews
}

// NewReason returns the reason as it is stored, see [ParseReason]; nil if none is given. tell says that the candidate
// is told it too. The error is of kind [Invalid].
func NewReason(text string, tell bool) (*Reason, error) {
	text, err := ParseReason(text)
	if err != nil || text == "" {
		return nil, err
	}
	r := &Reason{Text: text, Audience: AudienceTeam}
	if tell {
		r.Audience = AudienceCandidate
	}
	return r, nil
}

// At returns the reason as that of the interview's change to a revision; nil for none.
func (r *Reason) At(revision int64) *Reason {
	if r == nil {
		return nil
	}
	return &Reason{Text: r.Text, Audience: r.Audience, Revision: revision}
}

// OfInterviewer returns the reason as that of another interviewer; nil for none.
func (r *Reason) OfInterviewer() *Reason {
	if r == nil {
		return nil
	}
	own := *r
	own.Interviewer = true
	return &own
}

// ToCandidate reports whether the candidate is told the reason.
func (r *Reason) ToCandidate() bool { return r != nil && r.Audience == AudienceCandidate }
