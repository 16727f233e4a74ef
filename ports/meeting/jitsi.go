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

// jitsi names rooms of a Jitsi Meet server, which come to be when the first person enters. Whoever knows the name may
// enter, so it is 160 bits of an HMAC over the key: without the secret nobody can guess it, and whoever runs Make again
// gets the same.
type jitsi struct {
	base   string // without a slash at its end
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
	h := hmac.New(sha256.New, s.Secret) // a key of its own, whatever else the secret is for
	h.Write([]byte("litmus jitsi rooms 1"))
	return &jitsi{strings.TrimRight(u.String(), "/"), h.Sum(nil)}, nil
}

func (j *jitsi) Make(_ context.Context, m Meeting) (Made, error) {
	if m.Key == "" {
		return Made{}, outbound.Impossible("jitsi", "a meeting needs a key")
	}
	h := hmac.New(sha256.New, j.secret)
	h.Write([]byte(m.Key))
	// 32 letters and digits; case is nothing to Jitsi
	room := strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)[:20]))
	return Made{ID: room, Link: j.base + "/" + room}, nil
}

// Move gives the room that was made: also that of an older server or secret, since people hold its link.
func (j *jitsi) Move(ctx context.Context, made Made, m Meeting) (Made, error) {
	if made.Link != "" {
		return made, nil
	}
	return j.Make(ctx, m)
}

// Delete has nothing to do: a room is gone when the last person leaves.
func (j *jitsi) Delete(context.Context, string, Made) error { return nil }
