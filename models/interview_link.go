package models

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"time"
)

// Who makes an automatic meeting link.
const (
	MakerJitsi    = "jitsi"    // the booking itself: the link needs no request to a server
	MakerZoom     = "zoom"     // the effect on [effect.TargetMeeting]
	MakerCalendar = "calendar" // the effect on [effect.EventTarget] of the interviewer
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

// HeldBy reports whether the external link was used by the browser with this cookie.
func (i Interview) HeldBy(holder string) bool {
	return holder != "" && i.LinkHash != nil && i.LinkUsedAt != nil && i.LinkHolder != nil &&
		subtle.ConstantTimeCompare([]byte(*i.LinkHolder), []byte(HashLink(holder))) == 1
}

// OwnLink is the meeting link that was given with the booking, "" for none: one that a booking in its place keeps.
func (i Interview) OwnLink() string {
	if i.LinkSource != LinkFromBody {
		return ""
	}
	return i.MeetingLink
}

// Awaits reports whether the answer to a booking waits for effects of the interview (ADR a-booking-does-not-wait); see
// [effect.Effect.Awaited].
func (i Interview) Awaits() bool {
	return i.CanceledAt == nil && !i.Unused() && (i.CalendarCopy || i.LinkMaker == MakerZoom)
}

// WithLinkOf returns the interview as it was committed, with the meeting link that came in time. later is its row as it
// is now. If anything else changed since, the interview is returned as it was.
func (i Interview) WithLinkOf(later Interview) Interview {
	if later.AnnounceRevision == i.AnnounceRevision && later.InterviewerEmail == i.InterviewerEmail &&
		later.CanceledAt == nil && later.CallEndedAt == nil && later.LinkSource == LinkAutomatic {
		i.MeetingLink, i.LinkSource, i.UpdatedAt = later.MeetingLink, later.LinkSource, later.UpdatedAt
	}
	return i
}

// Unlinked reports whether the interview is to come or under way at now and has no link to join, while nobody makes
// one: somebody has to give it. In a room people meet without one. Where a maker failed, the failure says so (D10).
// Whoever schedules an interview elsewhere says there where to meet. An indefinite one counts as over after its nominal
// duration here, or one whose call nobody ended would be listed for ever.
func (i Interview) Unlinked(now time.Time) bool {
	return i.MeetingLink == "" && i.LinkMaker == "" && len(i.Rooms()) == 0 && !i.ExternallyScheduled &&
		i.StatusAt(now) == StatusScheduled && now.Before(i.EndsAt)
}
