package web

import (
	"net/http"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/keyring"
	"litmus/store/interviews"
)

// doors are the links that lead to pages: where they begin, and what their signature is for; "" for the
// random token of an external session.
var doors = map[string]struct {
	candidacy.Door
	purpose string
}{
	models.SchedulePath:   {candidacy.ByInvitation, keyring.LinkSchedule},
	models.AssessmentPath: {candidacy.ByAssessment, keyring.LinkAssessment},
	models.SessionPath:    {candidacy.BySession, keyring.LinkSession},
	models.ExternalPath:   {candidacy.ByHand, ""},
	models.AnswerPath:     {"", keyring.LinkAnswer}, // which is no candidate's, and may do nothing of theirs
}

// door returns the link by which the visitor came, what its signature is for, and the path of its page; path is "/" for
// none.
func (v *visit) door() (door candidacy.Door, purpose, path string) {
	for begins, d := range doors {
		if strings.HasPrefix(v.URL.Path, begins) {
			return d.Door, d.purpose, begins + v.token
		}
	}
	return "", "", "/"
}

// may reports whether the visitor's link lets do that.
func (v *visit) may(r candidacy.Right) bool {
	door, _, _ := v.door()
	return door.May(r)
}

// entry is how somebody came to a candidate's page, and whose it is.
type entry struct {
	candidacy.Door
	path      string // of the page
	candidate models.Ref
	row       interviews.InterviewRow // that the link names; zero for a candidate's link, which names the candidate
}

// enter reads the link of a candidate's page. If it is unknown, was revoked or cannot be used, dead is the answer. From
// then on the visit is in the candidate's language.
func (s *Site) enter(v *visit) (e entry, dead answer, err error) {
	var purpose string
	e.Door, purpose, e.path = v.door()
	switch e.Door {
	case candidacy.BySession:
		e.row, dead, err = s.booked(v)
	case candidacy.ByHand:
		e.row, dead, err = s.linked(v)
	default:
		e.candidate, dead, err = v.candidate(purpose)
		return e, dead, err
	}
	e.candidate = models.Ref{OrgID: e.row.OrgID, ID: e.row.CandidateID}
	return e, dead, err
}

// booked returns the interview of a session link, or the answer that says why it cannot be shown: a link that was
// revoked by a replace or a cancel is 410 and refers to the newest letter.
func (s *Site) booked(v *visit) (row interviews.InterviewRow, a answer, err error) {
	ref, epoch, ok := v.signed(keyring.LinkSession)
	if !ok {
		return row, v.unknown(), nil
	}
	if row, err = s.Store.Interviews.Interview(v.Context(), ref.OrgID, ref.ID); err != nil {
		return row, answer{}, err
	}
	if err := s.readBy(v, row); err != nil {
		return row, answer{}, err
	}
	switch {
	case row.CanceledAt != nil:
		return row, gone(v.in.Canceled), nil
	case row.AccessEpoch != epoch, row.Unused():
		return row, gone(v.in.Stale), nil
	}
	return row, answer{}, nil
}

// readBy writes the page as the candidate of the interview reads.
func (s *Site) readBy(v *visit, row interviews.InterviewRow) error {
	c, err := s.Store.Candidates.Candidate(v.Context(), models.Ref{OrgID: row.OrgID, ID: row.CandidateID})
	if err == nil {
		v.isFor(c)
	}
	return err
}

// show shows the page that the link leads to, with said as its message.
func (s *Site) show(v *visit, e entry, status int, said *message) (answer, error) {
	if e.Door == candidacy.ByAssessment {
		return s.showAssessment(v, status, typed{message: said})
	}
	return s.showInterview(v, e, status, said)
}

// interviewOf returns the interview of the page, nil for none, and how long one takes, zero if that is not known.
func (s *Site) interviewOf(v *visit, e entry) (*models.Interview, time.Duration, error) {
	if e.row.ID != "" {
		return &e.row.Interview, e.row.Duration(), nil
	}
	p, err := s.Store.Bookings.Picking(v.Context(), e.candidate, v.now, v.now)
	return p.Interview, lengthOf(p), err
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

// asks reports whether the path is that of a form in which candidates ask for something.
func (v *visit) asks() bool {
	return strings.HasSuffix(v.URL.Path, accommodationPath) || strings.HasSuffix(v.URL.Path, proposalPath)
}

// refused is the part of the page whose form was refused and is shown again, "" for none.
func (v *visit) refused() candidacy.Part {
	switch {
	case v.problem == "":
		return ""
	case strings.HasSuffix(v.URL.Path, accommodationPath):
		return candidacy.PartAsk
	}
	return candidacy.PartPropose
}

// said is the message after a form was carried out, nil for none.
func (v *visit) said() *message {
	if v.Method != http.MethodGet && v.Method != http.MethodHead {
		return nil
	}
	text := map[string]string{"needed": v.in.Accommodation.Saved, "added": v.in.Accommodation.Added,
		"withdrawn": v.in.Accommodation.Withdrawn, "saved": v.in.Saved,
		"file-added": v.in.Files.Added, "file-removed": v.in.Files.Removed,
		"proposed": v.in.Proposal.Saved, "taken-back": v.in.Proposal.Withdrawn}[v.param("said")]
	if text == "" {
		return nil
	}
	return &message{Text: text, Good: true}
}
