package calendar

import (
	"context"
	"time"
)

// Provider is a person's connected calendar. Every method answers with an [*outbound.Failure] when the provider
// refuses, is away or talks nonsense; its Fate says what to do next.
type Provider interface {
	// Put creates the event, or updates in place the one that held names. It is idempotent by UID and Sequence: run
	// twice, also after a crash between the provider's yes and its noting, there is one event. A copy that somebody
	// deleted or changed meanwhile is made anew or overwritten: the database decides.
	Put(ctx context.Context, e Event, held Held) (Held, error)
	// Delete removes the event; one that is gone already is no error. uid finds the event when held is zero: the note
	// was lost.
	Delete(ctx context.Context, uid string, held Held) error
	// Busy reads the busy time between from and to, since the state that an earlier answer gave as Token ("" for none).
	// A provider that can say that nothing changed answers with Unchanged and no blocks. A token holds its window: a
	// call whose window is not within it is answered with blocks, so a caller that wants few of those asks for whole
	// days.
	Busy(ctx context.Context, from, to time.Time, token string) (Busy, error)
	// Writable reports whether Put and Delete can work at all: a feed cannot.
	Writable() bool
	// MakesLinks reports whether Put makes a meeting link when it is asked to (Meet, Teams).
	MakesLinks() bool
}

// Event is an interviewer's own copy of an interview: without attendees, so that the provider mails nobody (decision
// 54).
type Event struct {
	UID      string // one for life (decision 56)
	Sequence int
	Stamp    time.Time // when the interview was last changed
	Start    time.Time
	End      time.Time
	Summary  string // one line
	Text     string // plain text, may have several lines
	Location string // a meeting link, or ""
	WantLink bool   // ask the provider for a meeting link of its own
}

// Held is what the service remembers of an event that a provider holds; the zero value is none.
type Held struct {
	ID   string // the provider's name of it: an href, an event id
	ETag string // "" when the provider gave none
	Link string // the meeting link that the provider made, "" for none (yet)
}

// Busy is what a calendar says about its owner's time.
type Busy struct {
	Blocks    []Block // in no order, may overlap
	Token     string  // for the next call
	Unchanged bool
}

// Block is a span that is taken.
type Block struct {
	From, To time.Time // half open, UTC
	UID      string    // of the event, "" when unknown: the service's own copies are told by it
}
