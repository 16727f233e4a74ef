package keyring

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
)

// Secret is LITMUS_SECRET. A separate key is derived from it for each purpose. While it is rotated it has
// LITMUS_SECRET_OLD beside it (see [Rotated]), which opens what was made before, and makes nothing.
type Secret []byte

// former stands between a secret and the one before it.
var former = []byte("\nLITMUS_SECRET_OLD=")

// Rotated is a secret with the one before it, "" for none.
func Rotated(secret, old string) Secret {
	if old == "" || old == secret {
		return Secret(secret)
	}
	return slices.Concat(Secret(secret), former, []byte(old))
}

// Each are the secrets by which something may have been made: the one that makes, and the one before it if there is
// one.
func (s Secret) Each() []Secret {
	if now, old, is := bytes.Cut(s, former); is {
		return []Secret{now, old}
	}
	return []Secret{s}
}

// Derive returns a 32-byte key for purpose.
func (s Secret) Derive(purpose string) []byte {
	k, err := hkdf.Key(sha256.New, s.Each()[0], nil, "litmus "+purpose, 32)
	if err != nil {
		panic(err) // only for lengths over 8,160 bytes
	}
	return k
}

// Signed returns body and its MAC as text. The MAC is of message, which holds the body and what the token is worth for,
// with the key of the purpose, and has size bytes.
func (s Secret) Signed(purpose string, size int, body, message []byte) string {
	return base64.RawURLEncoding.EncodeToString(append(body, s.MAC(purpose, size, message)...))
}

// Unsigned is the inverse of [Secret.Signed]; ok is false for every other text. MACs are compared in constant time.
func (s Secret) Unsigned(purpose string, size int, token string, message func(body []byte) []byte) (body []byte,
	ok bool) {
	b, err := DecodeToken(token)
	if err != nil || len(b) < size {
		return nil, false
	}
	body = b[: len(b)-size : len(b)-size]
	return body, s.Made(purpose, b[len(b)-size:], message(body))
}

// Made reports whether the MAC is that of the message with the key of the purpose, of this secret or the one before it.
func (s Secret) Made(purpose string, mac, message []byte) bool {
	return slices.ContainsFunc(s.Each(), func(one Secret) bool {
		return hmac.Equal(mac, one.MAC(purpose, len(mac), message))
	})
}

// MAC is the MAC of the message with the key of the purpose, of size bytes.
func (s Secret) MAC(purpose string, size int, message []byte) []byte {
	m := hmac.New(sha256.New, s.Derive(purpose))
	m.Write(message)
	return m.Sum(nil)[:size]
}

// DecodeToken decodes URL-safe base64 strictly, so that a token has one spelling: the decoder would skip line breaks.
func DecodeToken(token string) ([]byte, error) {
	if strings.ContainsAny(token, "\r\n") {
		return nil, base64.CorruptInputError(0)
	}
	return base64.RawURLEncoding.Strict().DecodeString(token)
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
