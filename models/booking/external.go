package booking

import (
	"time"

	"litmus/models"
)

// DecideUseLink uses the link of a pending session. The session starts at now and lasts as long as was booked, even if
// the interviewer has another interview then. holder is the cookie of the browser that uses the link, never "". The
// same browser again changes nothing and is not refused, so that a form that is sent twice, or an answer that was lost,
// shuts nobody out of their own session. It returns a [models.Conflict] if the link cannot be used.
func DecideUseLink(i models.Interview, holder string, p models.Policy, now time.Time) (_ models.Interview, changed bool,
	err error) {
	if i.HeldBy(holder) {
		return i, false, nil
	}
	if !i.LinkAlive(now) {
		return i, false, models.About(models.Refusal{Cause: models.CauseLinkDead},
			models.Conflictf("the link of interview %s cannot be used any more: ask for a fresh one", i.ID))
	}
	i.Revise(now)
	at, hash := i.UpdatedAt, models.HashLink(holder)
	i.LinkUsedAt, i.StartSetAt, i.LinkHolder = &at, at, &hash
	i.SetStart(at, p.SessionGrace)
	return i, true, nil
}

// DecideFreshLink gives a pending session a fresh link and invalidates the older one. Neither created_at nor the end of
// the session moves; updated_at does, which wakes the workflow for the new clock. It returns a [models.Conflict] if the
// session is not pending.
func DecideFreshLink(i models.Interview, token string, p models.Policy, now time.Time) (models.Interview, error) {
	switch s := i.StatusAt(now); {
	case !i.External():
		return i, models.About(models.Refusal{Cause: models.CauseNotExternal},
			models.Conflictf("interview %s is no external session; it has no candidate link", i.ID))
	case s == models.StatusExpired:
		return i, models.About(models.Refusal{Cause: models.CauseExpired, At: *i.ExpiresAt},
			models.Advised(models.Conflictf("external session %s expired at %s; ", i.ID,
				models.FormatInstant(*i.ExpiresAt)), models.AdviceBookAgain))
	case s != models.StatusPending:
		return i, models.About(models.Refusal{Cause: models.CauseNotPending, Value: s},
			models.Conflictf("external session %s is %s; only a pending one can get a fresh link", i.ID, s))
	}
	i.Revise(now)
	setLink(&i, token, p)
	return i, nil
}

// awaitUse turns the row into an external session whose link was not used yet: both clocks start now, and nobody is
// told. The link dies first, and the session stays pending then, since a fresh link can be issued; once the session has
// expired it has to be booked again. Until the link is used its stored start is its creation (§4, from and to).
func awaitUse(i *models.Interview, token string, p models.Policy) {
	i.Source, i.ExternallyScheduled, i.Indefinite, i.AnnounceRevision = models.SourceExternal, true, false, 0
	i.CreatedAt = i.UpdatedAt
	i.SetStart(i.CreatedAt, 0)
	i.WindowEndsAt = nil
	expires := models.Instant(i.CreatedAt.Add(p.SessionTTL))
	i.ExpiresAt = &expires
	setLink(i, token, p)
}

// setLink stores the hash of a new link, whose token is random. A POST from a button uses it once, since mail scanners
// follow links. The link does not live longer than the session.
func setLink(i *models.Interview, token string, p models.Policy) {
	hash, dies := models.HashLink(token), models.Instant(i.UpdatedAt.Add(p.LinkTTL))
	if i.ExpiresAt != nil && i.ExpiresAt.Before(dies) {
		dies = *i.ExpiresAt
	}
	i.LinkHash, i.LinkExpiresAt = &hash, &dies
}
