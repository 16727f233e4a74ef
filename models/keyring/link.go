package keyring

import (
	"encoding/binary"
	"time"

	"litmus/models"
)

// Purposes of signed links. A token of one purpose is invalid for every other.
const (
	LinkSession    = "session"    // an interview's session page
	LinkAssessment = "assessment" // a candidate's assessment page
	LinkSchedule   = "schedule"   // a candidate's pick-a-time page
	LinkAnswer     = "answer"     // where somebody who interviews says that they cannot make it
	LinkNotetaker  = "notetaker"  // the address that takes the callbacks of an interview's notetaker
)

// InvitationPath returns the path, below the base URL, of the page that an invitation links to: the pick-a-time page
// for a live assessment, else the assessment page. epoch is the candidate's access epoch, which rises when their links
// are revoked.
func (s Secret) InvitationPath(deliveryMode, orgID, candidateID string, epoch int64) string {
	if deliveryMode == models.DeliverySync {
		return models.SchedulePath + s.SignLink(LinkSchedule, orgID+"/"+candidateID, epoch)
	}
	return s.AssessmentPath(orgID, candidateID, epoch)
}

// AssessmentPath returns the path of a candidate's assessment page, below the base URL.
func (s Secret) AssessmentPath(orgID, candidateID string, epoch int64) string {
	return models.AssessmentPath + s.SignLink(LinkAssessment, orgID+"/"+candidateID, epoch)
}

// AnswerPath returns the path of the page, below the base URL, on which the person says that they cannot make the
// interview that begins at start. The person is named by a pseudonym. For another start it is another link.
func (s Secret) AnswerPath(orgID, interviewID, personID string, start time.Time) string {
	return models.AnswerPath + s.SignLink(LinkAnswer, orgID+"/"+interviewID+"/"+personID, start.UnixMilli())
}

const linkMacBytes = 20 // 160 bits; nobody guesses 128

// SignLink returns the token of a link in a letter (ADR links-have-an-epoch): the id, the row's access epoch and a MAC
// over purpose, id and epoch. The same row always gives the same token, so a letter that is sent again contains the
// same link, and the database stores nothing that would open the page.
func (s Secret) SignLink(purpose, id string, epoch int64) string {
	body := binary.AppendUvarint(nil, uint64(epoch))
	body = append(body, id...)
	return s.Signed("link "+purpose, linkMacBytes, body, body)
}

// ReadLink returns the id and epoch of a token that was signed for purpose; ok is false for every other string. The
// caller compares the epoch with the row's: with an older one the link was revoked, by a replace or a cancel for
// instance. MACs are compared in constant time.
func (s Secret) ReadLink(purpose, token string) (id string, epoch int64, ok bool) {
	body, ok := s.Unsigned("link "+purpose, linkMacBytes, token, func(body []byte) []byte { return body })
	if !ok || len(body) < 2 {
		return "", 0, false
	}
	e, n := binary.Uvarint(body)
	if n <= 0 {
		return "", 0, false
	}
	return string(body[n:]), int64(e), true
}
