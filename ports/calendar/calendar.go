package calendar

import (
	"context"
	"time"
)

// Provider is a person's connected calendar. Every error is an [*outbound.Failure] that says why the provider refused,
// could not be reached or gave a senseless answer; its Fate says what to do next.
type Provider interface {
	// Put creates the event, or updates the one that held names. It is idempotent by UID and Sequence: if it is
	// repeated, even after a crash between the provider's answer and storing the result, there is still one event. A
	// copy that somebody deleted or changed is created again or overwritten, because the database decides.
	Put(ctx context.Context, e Event, held Held) (Held, error)
	// Delete removes the event. An event that is gone already is not an error. If held is zero, because it was lost,
	// the event is found by uid.
	Delete(ctx context.Context, uid string, held Held) error
	// Copies returns the events that have the UID, wherever their owner has moved them, the one that held names first.
	// It asks for that one by itself where a search may be older than the calendar. Of events that are cancelled it
	// returns none.
	Copies(ctx context.Context, uid string, held Held) ([]Copy, error)
	// Single deletes every event with the UID but the one that held names, or but one if that does not exist. An event
	// at another time than that one stays: its owner made it on purpose. Single can be repeated.
	Single(ctx context.Context, uid string, held Held) error
	// Busy reads the busy time between from and to. token is the Token of an earlier answer, or "". If the provider can
	// tell that nothing has changed since then, the answer is Unchanged and has no blocks. A token includes its window:
	// a call whose window does not lie in it is always answered with blocks, so callers should ask for whole days.
	Busy(ctx context.Context, from, to time.Time, token string) (Busy, error)
	// Writable reports whether Put and Delete can work at all. A feed cannot be written.
	Writable() bool
	// MakesLinks reports whether Put can make a meeting link (Meet, Teams).
	MakesLinks() bool
}

// Event is an interviewer's own copy of an interview. It has no attendees, so that the provider sends no mail.
type Event struct {
	UID      string // never changes
	Sequence int
	Stamp    time.Time // last change of the interview
	Start    time.Time
	End      time.Time
	Summary  string // a single line
	Text     string // plain text of one or more lines
	Location string // rooms, a meeting link, both, or ""
	WantLink bool   // asks the provider to make a meeting link
}

// Held is what the service stores about an event in a provider's calendar. The zero value means that there is none.
type Held struct {
	ID   string // the provider's identifier: an href or an event id
	ETag string // "" if the provider gave none
	Link string // the meeting link that the provider made, "" for none yet
}

// Busy is the busy time of a calendar's owner.
type Busy struct {
	Blocks    []Block // unordered, may overlap
	Token     string  // for the next call
	Unchanged bool
}

// Block is a span of busy time.
type Block struct {
	From, To time.Time // half open, UTC
	UID      string    // of the event, "" if unknown; the service recognizes its own copies by it
	Response string    // of the calendar's owner, "" for none; what they declined takes no time
}

// What the owner of a calendar answers to an event. Ours have no attendees, so there is an answer only where a program
// of the owner's adds them.
const (
	accepted  = "accepted"
	declined  = "declined"
	tentative = "tentative"
)
