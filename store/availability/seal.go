package availability

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"litmus/models/timetable"
	"litmus/store/internal/db"
)

// A sealed (encrypted) value consists of one byte for the format, four bytes that identify the key, and the nonce,
// ciphertext and tag of AES-256-GCM. The key's id tells a value that was sealed with another LITMUS_SECRET from a
// damaged one, so that secrets can be rotated.
const (
	sealFormat = 1
	sealHead   = 5
)

// ErrSealed says that stored credentials cannot be opened; the error that wraps it says why.
var ErrSealed = errors.New("open credentials")

// sealAccount encrypts a calendar's credentials with a key derived from the secret. The owner is authenticated with
// them, so that they cannot be moved to another row.
func (s *Store) sealAccount(orgID, email string, c timetable.CalendarAccount) ([]byte, error) {
	box, err := s.sealer()
	if err != nil {
		return nil, err
	}
	head := append([]byte{sealFormat}, s.sealKeyID()...)
	return append(head, box.Seal(nil, nil, []byte(db.JSONText(c)), sealOwner(orgID, email))...), nil
}

// openSealed opens the credentials that [Store.sealAccount] sealed for the same owner.
func (s *Store) openSealed(orgID, email string, sealed []byte) (c timetable.CalendarAccount, err error) {
	if len(sealed) < sealHead || sealed[0] != sealFormat {
		return c, fmt.Errorf("%w: unknown format", ErrSealed)
	}
	if !hmac.Equal(sealed[1:sealHead], s.sealKeyID()) {
		return c, fmt.Errorf("%w: they were sealed under another LITMUS_SECRET; apply the organization's file again",
			ErrSealed)
	}
	box, err := s.sealer()
	if err != nil {
		return c, err
	}
	plain, err := box.Open(nil, nil, sealed[sealHead:], sealOwner(orgID, email))
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrSealed, err)
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

func (s *Store) sealer() (cipher.AEAD, error) {
	block, err := aes.NewCipher(s.db.Secret().Derive("seal"))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func (s *Store) sealKeyID() []byte { return s.db.Secret().Derive("seal key id")[:sealHead-1] }

func sealOwner(orgID, email string) []byte {
	return []byte("calendar\x00" + orgID + "\x00" + email + "\x00")
}
