package models

import (
	"encoding/hex"
	"io"
	"strconv"
	"strings"
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

// ParseWhole reads a whole number from low to high as a person typed it; nothing is otherwise. The error, of kind
// [Invalid], names the field.
func ParseWhole(field, typed string, otherwise, low, high int) (int, error) {
	typed = strings.TrimSpace(typed)
	if typed == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < low || n > high {
		return 0, InField(field,
			Invalidf("%s %s is not right; expected a whole number from %d to %d", field, Quote(typed), low, high))
	}
	return n, nil
}
