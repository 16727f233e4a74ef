package bookings

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/internal/db"
	"litmus/store/interviews"
)

const linkTokenBytes = 24 // 192 random bits; nobody guesses 128

// newLinkToken returns the token of a candidate link, 32 characters that need no escaping in a URL.
func newLinkToken() string {
	b := make([]byte, linkTokenBytes)
	rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// IsLinkToken reports whether the text has the form of a candidate link's token; other texts need no look-up.
func IsLinkToken(token string) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	return err == nil && len(b) == linkTokenBytes && len(token) == base64.RawURLEncoding.EncodedLen(linkTokenBytes)
}

// IssueLink gives a pending external session a fresh link and returns its token, which is not stored.
func (s *Store) IssueLink(ctx context.Context, by act.By, orgID, id string) (token string,
	row interviews.InterviewRow, err error) {
	token = newLinkToken()
	row, _, err = s.Change(ctx, by, orgID, id, booking.IssueLink(token))
	if err != nil {
		return "", interviews.InterviewRow{}, err
	}
	return token, row, nil
}

// Linked reads the interview whose external link has that token; [models.NotFound] if there is none. The query does not
// filter by organization, because the token determines it.
func (s *Store) Linked(ctx context.Context, token string) (row interviews.InterviewRow, err error) {
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		ref, _, err := linkedRef(tx, models.HashLink(token))
		if err != nil {
			return err
		}
		found, err := interviews.ReadInterviewRows(s.db.Dialect, tx, ref.OrgID, true, " and i.id = ?", ref.ID)
		if err == nil {
			row = found[0] // the same transaction found its id
		}
		return err
	})
	return row, db.Wrap("read link", err)
}

// UseLink uses an external link for the browser with the cookie holder: exactly one browser succeeds. For the same
// browser again it returns the row with changed false. It returns [models.NotFound] for a token that no session has,
// and [models.Conflict] for a link that cannot be used any more.
func (s *Store) UseLink(ctx context.Context, token, holder string) (row interviews.InterviewRow, changed bool,
	err error) {
	hash := models.HashLink(token)
	ref, candidateID, err := linkedRef(s.db.Read.WithContext(ctx), hash)
	if err != nil {
		return interviews.InterviewRow{}, false, db.Wrap("find link", err)
	}
	use := func(_ *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		if i.LinkHash == nil || subtle.ConstantTimeCompare([]byte(*i.LinkHash), []byte(hash)) == 0 {
			return i, false, errNoLink // a fresh link has replaced it meanwhile
		}
		return booking.DecideUseLink(i, holder, s.db.Policy(), s.db.NowOf(i.OrgID))
	}
	if row, changed, err = s.change(ctx, act.ByCandidate(candidateID), ref.OrgID, ref.ID, models.ChangeLinkUsed, nil,
		use,
		nil); err != nil {
		return interviews.InterviewRow{}, false, err
	}
	return row, changed, nil
}

var errNoLink = models.NotFoundf("no such link")

// linkedRef finds the interview whose link has that hash, and its candidate.
func linkedRef(tx *gorm.DB, hash string) (ref models.Ref, candidateID string, err error) {
	row, err := db.Must[db.InterviewRecord](tx.Select("org_id", "id", "candidate_id").Where("link_hash = ?", hash),
		errNoLink)
	return models.Ref{OrgID: row.OrgID, ID: row.ID}, row.CandidateID, err
}
