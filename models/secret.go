package models

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

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

// signed returns body and its MAC as text. The MAC is of message, which holds the body and what the token is worth for,
// with the key of the purpose, and has size bytes.
func (s Secret) signed(purpose string, size int, body, message []byte) string {
	return base64.RawURLEncoding.EncodeToString(append(body, s.mac(purpose, size, message)...))
}

// unsigned is the inverse of [Secret.signed]; ok is false for every other text. MACs are compared in constant time.
func (s Secret) unsigned(purpose string, size int, token string, message func(body []byte) []byte) (body []byte,
	ok bool) {
	b, err := decodeToken(token)
	if err != nil || len(b) < size {
		return nil, false
	}
	body = b[: len(b)-size : len(b)-size]
	return body, hmac.Equal(b[len(b)-size:], s.mac(purpose, size, message(body)))
}

// mac is the MAC of the message with the key of the purpose, of size bytes.
func (s Secret) mac(purpose string, size int, message []byte) []byte {
	m := hmac.New(sha256.New, s.Derive(purpose))
	m.Write(message)
	return m.Sum(nil)[:size]
}

// decodeToken decodes URL-safe base64 strictly, so that a token has one spelling: the decoder would skip line breaks.
func decodeToken(token string) ([]byte, error) {
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
