package keyring_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"litmus/models/desk"
	"litmus/models/keyring"
)

func TestLinks(t *testing.T) {
	t.Parallel()
	s := keyring.Secret(desk.Secret)
	t.Run("a token gives back what was signed", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			id, epoch := rapid.StringN(1, 60, -1).Draw(t, "id"), rapid.Int64Range(0, 1<<62).Draw(t, "epoch")
			token := s.SignLink(keyring.LinkSession, id, epoch)
			gotID, gotEpoch, ok := s.ReadLink(keyring.LinkSession, token)
			if !ok || gotID != id || gotEpoch != epoch {
				t.Fatalf("%q of %q, %d: got %q, %d, %v", token, id, epoch, gotID, gotEpoch, ok)
			}
			if strings.ContainsAny(token, "+/=?&# ") {
				t.Fatalf("%q needs escaping in a URL", token)
			}
		})
	})
	t.Run("the same row gives the same link, another epoch another one", func(t *testing.T) {
		a, b := s.SignLink(keyring.LinkSession, "int_1", 3), s.SignLink(keyring.LinkSession, "int_1", 4)
		if a != s.SignLink(keyring.LinkSession, "int_1", 3) || a == b {
			t.Errorf("got %s and %s", a, b)
		}
	})
	t.Run("is invalid for another purpose and under another secret", func(t *testing.T) {
		token := s.SignLink(keyring.LinkSession, "int_1", 3)
		if _, _, ok := s.ReadLink(keyring.LinkAssessment, token); ok {
			t.Error("a session link opened an assessment")
		}
		if _, _, ok := keyring.Secret("another secret that is long enough").ReadLink(keyring.LinkSession, token); ok {
			t.Error("a link of another secret was taken")
		}
	})
	t.Run("every changed bit, cut and addition is refused", func(t *testing.T) {
		token := s.SignLink(keyring.LinkSession, "int_1", 300)
		for n, other := range desk.ChangedBits(t, token) {
			if _, _, ok := s.ReadLink(keyring.LinkSession, other); ok {
				t.Errorf("bit %d can be changed", n)
			}
		}
		for n := range token {
			if _, _, ok := s.ReadLink(keyring.LinkSession, token[:n]); ok {
				t.Errorf("the first %d characters were taken", n)
			}
		}
		for _, in := range []string{token + "A", token + "=", " " + token, token + "\n", token[:5] + "\n" +
			token[5:], "", "!"} {
			if _, _, ok := s.ReadLink(keyring.LinkSession, in); ok {
				t.Errorf("%q was taken", in)
			}
		}
	})
	t.Run("only one spelling of a token is taken", func(t *testing.T) {
		const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
		// The length is not a multiple of three bytes, so the last character has spare bits.
		token := s.SignLink(keyring.LinkSession, "int_12", 3)
		spellings := 0
		for _, c := range digits {
			if _, _, ok := s.ReadLink(keyring.LinkSession, token[:len(token)-1]+string(c)); ok {
				spellings++
			}
		}
		if spellings != 1 {
			t.Errorf("%d spellings are taken", spellings)
		}
	})
	if a, b := s.Derive("a"), s.Derive("b"); bytes.Equal(a, b) || len(a) != 32 || !bytes.Equal(a, s.Derive("a")) ||
		bytes.Equal(a, keyring.Secret("x").Derive("a")) {
		t.Errorf("keys differ by purpose and secret: got %x and %x", a, b)
	}
}
