package dashboard

import "litmus/models"

// assign assigns an interviewer to the posting.
func (s *Site) assign(v *visit) (answer, error) {
	typed := assignForm{Email: v.field("email"), Link: v.field("link")}
	email, err := models.ParseEmail("the email", typed.Email)
	if err == nil {
		_, err = models.ParseLink("the meeting link", typed.Link)
	}
	if err == nil {
		err = s.Acts.AssignInterviewer(v.Context(), v.by(), v.id(), email, typed.Link)
	}
	if err != nil {
		return s.assignProblem(v, typed, err, nil)
	}
	return redirectNote(v, postingPath(v.id(), "#interviewers"), email+" interviews for this posting now."), nil
}

// setLink gives an interviewer another meeting link on the posting.
func (s *Site) setLink(v *visit) (answer, error) {
	typed := assignForm{Email: v.field("email"), Link: v.field("link"), Was: v.field("was")}
	_, err := models.ChangeMeetingLink("the meeting link", typed.Was, typed.Link)
	if err == nil {
		err = s.Acts.SetAssignedLink(v.Context(), v.by(), v.id(), typed.Email, typed.Was, typed.Link)
	}
	if err != nil {
		return s.assignProblem(v, typed, err, map[string]string{"the meeting link": "link-of-" + typed.Email})
	}
	return redirectNote(v, postingPath(v.id(), "#interviewers"), "The link is saved. Interviews to come on this "+
		"posting that had none have it now; others keep theirs."), nil
}

// unassign takes an interviewer off the posting.
func (s *Site) unassign(v *visit) (answer, error) {
	email := v.field("email")
	if err := s.Acts.UnassignInterviewer(v.Context(), v.by(), v.id(), email); err != nil {
		return s.assignProblem(v, assignForm{}, err, nil)
	}
	return redirectNote(v, postingPath(v.id(), "#interviewers"), email+" is not assigned any more. Their interviews "+
		"stay theirs."), nil
}

// assignProblem shows the posting's page again with what was typed and what is wrong. controls are those of the
// form, where it is not the one to assign somebody.
func (s *Site) assignProblem(v *visit, typed assignForm, err error, controls map[string]string) (answer, error) {
	a, failed := s.showPosting(v, typed)
	if failed != nil {
		return answer{}, failed
	}
	return a.at(controls).refusing(err)
}
