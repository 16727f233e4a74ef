package web

import (
	"net/http"
	"strings"

	"litmus/models"
)

// assessment serves the page of a candidate's assessment, to which the first letter of a booking links when the booking
// made the candidate (decision 46): the interview as it stands and what the assessment says about itself.
func (s *Site) assessment(w http.ResponseWriter, r *http.Request) {
	ref, _, ok := s.readToken(models.LinkAssessment, r.PathValue("token"))
	if !ok {
		s.fail(w, nil)
		return
	}
	a, err := s.Store.Assessed(r.Context(), ref)
	if err != nil {
		s.fail(w, err)
		return
	}
	p := page{Title: a.Assessment.Title, Lead: english.noInterview, Foot: english.foot}
	if a.Interview != nil {
		c, err := s.Store.Correspondence(r.Context(), *a.Interview, []string{a.Interview.InterviewerEmail})
		if err != nil {
			s.fail(w, err)
			return
		}
		p = interviewPage(*a.Interview, c, s.Store.Now())
	}
	if text := strings.TrimSpace(a.Assessment.Instructions); text != "" {
		p.BodyTitle = english.instructions
		for paragraph := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
			p.Body = append(p.Body, strings.TrimSpace(paragraph))
		}
	}
	s.show(w, http.StatusOK, p)
}
