package models

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"time"
)

// HashLink returns what is stored of a candidate link's token: its SHA-256 in hexadecimal, 64 characters. The token is
// as random as a key, so a fast hash is enough.
func HashLink(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// LinkAlive reports whether the external link can be used at now: the session is pending and the link did not expire.
func (i Interview) LinkAlive(now time.Time) bool {
	return i.StatusAt(now) == StatusPending && i.LinkHash != nil && i.LinkExpiresAt != nil &&
		now.Before(*i.LinkExpiresAt)
}

// DecideUseLink uses the link of a pending session. The session starts at now and lasts as long as was booked, even if
// the interviewer has another interview then. holder is the cookie of the browser that uses the link, never "". The
// same browser again changes nothing and is not refused, so that a form that is sent twice, or an answer that was lost,
// shuts nobody out of their own session. It returns a [Conflict] if the link cannot be used.
func DecideUseLink(i Interview, holder string, p Policy, now time.Time) (_ Interview, changed bool, err error) {
	if i.HeldBy(holder) {
		return i, false, nil
	}
	if !i.LinkAlive(now) {
		return i, false, About(Refusal{Cause: CauseLinkDead},
			Conflictf("the link of interview %s cannot be used any more: ask for a fresh one", i.ID))
	}
	i.change(now)
	at, hash := i.UpdatedAt, HashLink(holder)
	i.LinkUsedAt, i.StartSetAt, i.LinkHolder = &at, at, &hash
	i.setStart(at, p.SessionGrace)
	return i, true, nil
}

// HeldBy reports whether the external link was used by the browser with this cookie.
func (i Interview) HeldBy(holder string) bool {
	return holder != "" && i.LinkHash != nil && i.LinkUsedAt != nil && i.LinkHolder != nil &&
		subtle.ConstantTimeCompare([]byte(*i.LinkHolder), []byte(HashLink(holder))) == 1
}

// DecideFreshLink gives a pending session a fresh link and invalidates the older one. Neither created_at nor the end of
// the session moves; updated_at does, which wakes the workflow for the new clock. It returns a [Conflict] if the
// session is not pending.
func DecideFreshLink(i Interview, token string, p Policy, now time.Time) (Interview, error) {
	switch s := i.StatusAt(now); {
	case !i.External():
		return i, About(Refusal{Cause: CauseNotExternal},
			Conflictf("interview %s is no external session; it has no candidate link", i.ID))
	case s == StatusExpired:
		return i, About(Refusal{Cause: CauseExpired, At: *i.ExpiresAt},
			Advised(Conflictf("external session %s expired at %s; ", i.ID, FormatInstant(*i.ExpiresAt)),
				AdviceBookAgain))
	case s != StatusPending:
		return i, About(Refusal{Cause: CauseNotPending, Value: s},
			Conflictf("external session %s is %s; only a pending one can get a fresh link", i.ID, s))
	}
	i.change(now)
	i.setLink(token, p)
	return i, nil
}

// awaitUse turns the row into an external session whose link was not used yet: both clocks start now, and nobody is
// told. The link dies first, and the session stays pending then, since a fresh link can be issued; once the session has
// expired it has to be booked again. Until the link is used its stored start is its creation (§4, from and to).
func (i *Interview) awaitUse(token string, p Policy) {
	i.Source, i.ExternallyScheduled, i.Indefinite, i.AnnounceRevision = SourceExternal, true, false, 0
	i.CreatedAt = i.UpdatedAt
	i.setStart(i.CreatedAt, 0)
	i.WindowEndsAt = nil
	expires := Instant(i.CreatedAt.Add(p.SessionTTL))
	i.ExpiresAt = &expires
	i.setLink(token, p)
}

// setLink stores the hash of a new link (ADR external-links-are-used-once). The link does not live longer than the
// session.
func (i *Interview) setLink(token string, p Policy) {
	hash, dies := HashLink(token), Instant(i.UpdatedAt.Add(p.LinkTTL))
	if i.ExpiresAt != nil && i.ExpiresAt.Before(dies) {
		dies = *i.ExpiresAt
	}
	i.LinkHash, i.LinkExpiresAt = &hash, &dies
}
