package keyring

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"errors"
	"fmt"
)

// A sealed (encrypted) value consists of one byte for the format, four bytes that identify the key, and the nonce,
// ciphertext and tag of AES-256-GCM. The key's id tells a value that was sealed with another LITMUS_SECRET from a
// damaged one, so that secrets can be rotated.
const (
	sealFormat = 1
	sealHead   = 5
)

// ErrSealed says that something stored cannot be opened; the error that wraps it says why.
var ErrSealed = errors.New("open credentials")

// Seal encrypts what is stored with a key derived from the secret. The owner is authenticated with it, so that it
// cannot be moved to another row.
func (s Secret) Seal(owner, plain []byte) []byte {
	head := append([]byte{sealFormat}, s.sealKeyID()...)
	return append(head, s.sealer().Seal(nil, nil, plain, owner)...)
}

// Unseal opens what [Secret.Seal] sealed for the same owner, under this secret or the one before it.
func (s Secret) Unseal(owner, sealed []byte) ([]byte, error) {
	if len(sealed) < sealHead || sealed[0] != sealFormat {
		return nil, fmt.Errorf("%w: unknown format", ErrSealed)
	}
	for _, one := range s.Each() {
		if !hmac.Equal(sealed[1:sealHead], one.sealKeyID()) {
			continue
		}
		plain, err := one.sealer().Open(nil, nil, sealed[sealHead:], owner)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSealed, err)
		}
		return plain, nil
	}
	return nil, fmt.Errorf("%w: they were sealed under another LITMUS_SECRET; apply the organization's file again",
		ErrSealed)
}

// Sealed reports whether the value is sealed under this secret, and not the one before it.
func (s Secret) Sealed(value []byte) bool {
	return len(value) >= sealHead && hmac.Equal(value[1:sealHead], s.sealKeyID())
}

func (s Secret) sealer() cipher.AEAD {
	block, err := aes.NewCipher(s.Derive("seal"))
	if err == nil {
		var box cipher.AEAD
		if box, err = cipher.NewGCMWithRandomNonce(block); err == nil {
			return box
		}
	}
	panic(err) // only for a key of another length
}

func (s Secret) sealKeyID() []byte { return s.Derive("seal key id")[:sealHead-1] }
