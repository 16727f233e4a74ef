package availability

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"litmus/models/keyring"
	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// ErrSealed says that stored credentials cannot be opened; the error that wraps it says why.
var ErrSealed = keyring.ErrSealed

// sealAccount encrypts a calendar's credentials with a key derived from the secret. The owner is authenticated with
// them, so that they cannot be moved to another row.
func (s *Store) sealAccount(orgID, email string, c timetable.CalendarAccount) []byte {
	return s.db.Secret().Seal(sealOwner(orgID, email), []byte(db.JSONText(c)))
}

// openSealed opens the credentials that [Store.sealAccount] sealed for the same owner.
func (s *Store) openSealed(orgID, email string, sealed []byte) (c timetable.CalendarAccount, err error) {
	plain, err := s.db.Secret().Unseal(sealOwner(orgID, email), sealed)
	if err != nil {
		return c, err
	}
	return c, db.Wrap("read credentials", json.Unmarshal(plain, &c))
}

// sealFingerprint identifies an account, to see whether it changed, and reveals nothing else without the secret. With
// another secret it differs, so that the next apply encrypts the account again.
func (s *Store) sealFingerprint(orgID, email string, c timetable.CalendarAccount) string {
	m := hmac.New(sha256.New, s.db.Secret().Derive("seal fingerprint"))
	m.Write(sealOwner(orgID, email))
	m.Write([]byte(db.JSONText(c)))
	return hex.EncodeToString(m.Sum(nil))
}

func sealOwner(orgID, email string) []byte {
	return []byte("calendar\x00" + orgID + "\x00" + email + "\x00")
}
