package models

import (
	"time"
)

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
