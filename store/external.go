package store

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"

	"gorm.io/gorm"

	"litmus/models"
)

const linkTokenBytes = 24 // 192 random bits, over the 128 of decision 81

// newLinkToken returns the token of a candidate link, 32 characters that need no escaping in a URL.
func newLinkToken() string {
	b := make([]byte, linkTokenBytes)
	rand.Read(b) // never fails: the program would end
	return base64.RawURLEncoding.EncodeToString(b)
}

// IsLinkToken reports whether the text can be the token of a candidate link: nothing is looked up for what cannot.
func IsLinkToken(token string) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(token)
	return err == nil && len(b) == linkTokenBytes && len(token) == base64.RawURLEncoding.EncodedLen(linkTokenBytes)
}

// IssueLink gives a pending external session a fresh link and returns its token, which is stored nowhere (decision 50).
func (s *Store) IssueLink(ctx context.Context, orgID, id string) (token string, row InterviewRow, err error) {
	token = newLinkToken()
	row, _, err = s.change(ctx, orgID, id, nil, func(_ *gorm.DB, i models.Interview) (models.Interview, bool, error) {
		i, err := models.DecideFreshLink(i, token, s.policy, s.Now())
		return i, err == nil, err
	})
	if err != nil {
		return "", InterviewRow{}, err
	}
	return token, row, nil
}

// Linked reads the interview whose external link has that token; [models.NotFound] when there is none. The token names
// the organization, so the look-up begins with none.
func (s *Store) Linked(ctx context.Context, token string) (row InterviewRow, err error) {
	err = s.view(ctx, func(tx *gorm.DB) error {
		ref, err := linkedRef(tx, models.HashLink(token))
		if err != nil {
			return err
		}
		found, err := s.dialect.readInterviewRows(tx, ref.OrgID, true, " and i.id = ?", ref.ID)
		if err == nil {
			row = found[0] // of the same state
		}
		return err
	})
	return row, wrap("read link", err)
}

// UseLink uses an external link for the browser with the cookie holder: exactly one succeeds (decision 51). The same
// again is answered with the row as it is, changed false. [models.NotFound] for a token that no session has,
// [models.Conflict] for one that cannot be used any more.
func (s *Store) UseLink(ctx context.Context, token, holder string) (row InterviewRow, changed bool, err error) {
	hash := models.HashLink(token)
	ref, err := linkedRef(s.read.WithContext(ctx), hash)
	if err != nil {
		return InterviewRow{}, false, wrap("find link", err)
	}
	row, changed, err = s.change(ctx, ref.OrgID, ref.ID, nil, func(_ *gorm.DB, i models.Interview) (models.Interview,
		bool, error) {
		if i.LinkHash == nil || subtle.ConstantTimeCompare([]byte(*i.LinkHash), []byte(hash)) == 0 {
			return i, false, errNoLink // another took its place meanwhile
		}
		return models.DecideUseLink(i, holder, s.policy, s.Now())
	})
	if err != nil {
		return InterviewRow{}, false, err
	}
	return row, changed, nil
}

var errNoLink = models.NotFoundf("no such link")

// linkedRef finds the interview whose link has the hash.
func linkedRef(tx *gorm.DB, hash string) (Ref, error) {
	return one[Ref](tx, errNoLink, "select org_id, id from interviews where link_hash = ?", hash)
}
