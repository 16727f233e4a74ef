package meeting

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"

	"litmus/ports/outbound"
)

const leastSecret = 32 // bytes

// jitsi computes the names of rooms on a Jitsi Meet server, which creates a room when the first person enters.
// Everybody who knows the name may enter, so it is 160 bits of an HMAC of the key: nobody can guess it without the
// secret, and Make always returns the same.
type jitsi struct {
	base   string // without a trailing slash
	secret []byte
}

func newJitsi(base string, s Source) (Provider, error) {
	u, ok := absolute(strings.TrimSpace(base))
	if !ok {
		return nil, fmt.Errorf("LITMUS_MEETING is jitsi=%.80q: want the address of a Jitsi server, such as "+
			"https://meet.example.org", base)
	}
	if len(s.Secret) < leastSecret {
		return nil, errors.New("LITMUS_MEETING is jitsi, whose rooms need a secret of at least 32 bytes: set " +
			"LITMUS_SECRET")
	}
	h := hmac.New(sha256.New, s.Secret) // derives a key, since the secret is used elsewhere too
	h.Write([]byte("litmus jitsi rooms 1"))
	return &jitsi{strings.TrimRight(u.String(), "/"), h.Sum(nil)}, nil
}

func (j *jitsi) Make(_ context.Context, m Meeting) (Made, error) {
	if m.Key == "" {
		return Made{}, outbound.Impossible("jitsi", "a meeting needs a key")
	}
	h := hmac.New(sha256.New, j.secret)
	h.Write([]byte(m.Key))
	// 32 letters and digits, in lower case because Jitsi ignores case.
	room := strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)[:20]))
	return Made{ID: room, Link: j.base + "/" + room}, nil
}

// Move returns the room that was made, even if the server or the secret has changed since, because people have its
// link.
func (j *jitsi) Move(ctx context.Context, made Made, m Meeting) (Made, error) {
	if made.Link != "" {
		return made, nil
	}
	return j.Make(ctx, m)
}

// Delete has nothing to do: a room disappears when the last person leaves.
func (j *jitsi) Delete(context.Context, string, Made) error { return nil }
