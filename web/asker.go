package web

import (
	"net/http"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/booking"
)

// asker is the page on which a candidate asks for something.
type asker struct {
	candidate models.Ref
	path      string // of the page
	shared    bool   // others may know its address
	show      func(status int, said *message) (answer, error)
	length    func() (time.Duration, error) // of the interview, zero if it is not known
}

// asker reads which page the form was on. If its link is unknown or was revoked, dead is the answer.
func (s *Site) asker(v *visit) (k asker, dead answer, err error) {
	for path, purpose := range map[string]string{models.SchedulePath: models.LinkSchedule,
		models.AssessmentPath: models.LinkAssessment} {
		if !strings.HasPrefix(v.URL.Path, path) {
			continue
		}
		k.path = path + v.token
		k.candidate, dead, err = v.candidate(purpose)
		k.length = func() (time.Duration, error) {
			p, err := s.Store.Bookings.Picking(v.Context(), k.candidate, v.now, v.now)
			return lengthOf(p), err
		}
		k.show = func(status int, said *message) (answer, error) {
			return s.showSchedule(v, k.candidate, status, said)
		}
		if purpose == models.LinkAssessment {
			k.show = func(status int, said *message) (answer, error) {
				return s.showAssessment(v, status, typed{message: said})
			}
		}
		return k, dead, err
	}
	row, dead, err := s.booked(v)
	k.candidate = models.Ref{OrgID: row.OrgID, ID: row.CandidateID}
	k.length = func() (time.Duration, error) { return row.Duration(), nil }
	k.path, k.shared = models.SessionPath+v.token, true
	k.show = func(status int, said *message) (answer, error) { return s.showSession(v, row, status, said) }
	return k, dead, err
}

// asks reports whether the path is that of a form in which candidates ask for something.
func (v *visit) asks() bool {
	return strings.HasSuffix(v.URL.Path, accommodationPath) || strings.HasSuffix(v.URL.Path, proposalPath)
}

// lengthOf is how long the interview takes for which a time is picked, zero if none can be.
func lengthOf(p booking.Picking) time.Duration {
	switch {
	case p.Interview != nil:
		return p.Interview.Duration()
	case p.Round != nil:
		return p.Round.Duration()
	}
	return 0
}

// said is the message after a form was carried out, nil for none.
func (v *visit) said() *message {
	if v.Method != http.MethodGet && v.Method != http.MethodHead {
		return nil
	}
	text := map[string]string{"needed": v.in.Accommodation.Saved, "added": v.in.Accommodation.Added,
		"withdrawn": v.in.Accommodation.Withdrawn, "saved": v.in.Saved,
		"proposed": v.in.Proposal.Saved, "taken-back": v.in.Proposal.Withdrawn}[v.param("said")]
	if text == "" {
		return nil
	}
	return &message{Text: text, Good: true}
}
