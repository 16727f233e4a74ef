package models

import (
	"encoding/hex"
	"io"
)

const formRandom = 16 // bytes

// NewFormID reads entropy from random and returns the id of a form that acts once, however often it is sent: 32 hex
// digits (D21).
func NewFormID(random io.Reader) (string, error) {
	b := make([]byte, formRandom)
	if _, err := io.ReadFull(random, b); err != nil {
		return "", err
	}
	return hex.EncodeToString(b), nil
}

// CheckFormID returns an [Invalid] error unless id has the form of the results of [NewFormID].
func CheckFormID(id string) error {
	b, err := hex.DecodeString(id)
	if err != nil || len(b) != formRandom || hex.EncodeToString(b) != id {
		return Invalidf("the form is incomplete: load its page again")
	}
	return nil
}
