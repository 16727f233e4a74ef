package models

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"strings"
)

// Purposes of signed links. A token of one purpose is invalid for every other.
const (
	LinkSession    = "session"    // an interview's session page
	LinkAssessment = "assessment" // a candidate's assessment page
	LinkSchedule   = "schedule"   // a candidate's pick-a-time page
	LinkNotetaker  = "notetaker"  // the address that takes the callbacks of an interview's notetaker
)

// Paths of the pages that letters link to, below the base URL. A token follows each.
const (
	SessionPath    = "/i/"
	AssessmentPath = "/a/"
	SchedulePath   = "/t/"
	ExternalPath   = "/s/"
)

// NotetakerPath is the path of notetakers' callbacks, below the base URL. The interview's token follows.
const NotetakerPath = "/callbacks/notetaker/"

// InvitationPath returns the path, below the base URL, of the page that an invitation links to: the pick-a-time page
// for a live assessment, else the assessment page. epoch is the candidate's access epoch, which rises when their links
// are revoked.
func (s Secret) InvitationPath(deliveryMode, orgID, candidateID string, epoch int64) string {
	if deliveryMode == DeliverySync {
		return SchedulePath + s.SignLink(LinkSchedule, orgID+"/"+candidateID, epoch)
	}
	return s.AssessmentPath(orgID, candidateID, epoch)
}

// AssessmentPath returns the path of a candidate's assessment page, below the base URL.
func (s Secret) AssessmentPath(orgID, candidateID string, epoch int64) string {
	return AssessmentPath + s.SignLink(LinkAssessment, orgID+"/"+candidateID, epoch)
}

const linkMacBytes = 20 // 160 bits; nobody guesses 128

// Secret is LITMUS_SECRET. A separate key is derived from it for each purpose.
type Secret []byte

// Derive returns a 32-byte key for purpose.
func (s Secret) Derive(purpose string) []byte {
	k, err := hkdf.Key(sha256.New, s, nil, "litmus "+purpose, 32)
	if err != nil {
		panic(err) // only for lengths over 8,160 bytes
	}
	return k
}

// SignLink returns the token of a link in a letter (ADR links-have-an-epoch): the id, the row's access epoch and a MAC
// over purpose, id and epoch. The same row always gives the same token, so a letter that is sent again contains the
// same link, and the database stores nothing that would open the page.
func (s Secret) SignLink(purpose, id string, epoch int64) string {
	body := binary.AppendUvarint(nil, uint64(epoch))
	body = append(body, id...)
	return base64.RawURLEncoding.EncodeToString(append(body, s.linkMac(purpose, body)...))
}

// ReadLink returns the id and epoch of a token that was signed for purpose; ok is false for every other string. The
// caller compares the epoch with the row's: with an older one the link was revoked, by a replace or a cancel for
// instance. MACs are compared in constant time.
func (s Secret) ReadLink(purpose, token string) (id string, epoch int64, ok bool) {
	b, err := decodeToken(token)
	if err != nil || len(b) < linkMacBytes+2 {
		return "", 0, false
	}
	body, mac := b[:len(b)-linkMacBytes], b[len(b)-linkMacBytes:]
	if !hmac.Equal(mac, s.linkMac(purpose, body)) {
		return "", 0, false
	}
	e, n := binary.Uvarint(body)
	if n <= 0 {
		return "", 0, false
	}
	return string(body[n:]), int64(e), true
}

// decodeToken decodes URL-safe base64 strictly, so that a token has one spelling: the decoder would skip line breaks.
func decodeToken(token string) ([]byte, error) {
	if strings.ContainsAny(token, "\r\n") {
		return nil, base64.CorruptInputError(0)
	}
	return base64.RawURLEncoding.Strict().DecodeString(token)
}

func (s Secret) linkMac(purpose string, body []byte) []byte {
	m := hmac.New(sha256.New, s.Derive("link "+purpose))
	m.Write(body)
	return m.Sum(nil)[:linkMacBytes]
}

// Pseudonym returns a short name for value within scope that reveals nothing about it without the secret. It replaces
// addresses in workflow histories, which hold no personal data.
func (s Secret) Pseudonym(scope, value string) string {
	m := hmac.New(sha256.New, s.Derive("pseudonym"))
	m.Write([]byte(scope))
	m.Write([]byte{0})
	m.Write([]byte(value))
	return hex.EncodeToString(m.Sum(nil)[:5])
}
