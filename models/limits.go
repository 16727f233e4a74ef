package models

// Limits are the limits that one organization, or one unknown address, reaches before others notice its load. The
// contract promises no rate limit to callers who behave, so they lie far above honest use. Addresses are counted by
// network: one IPv4 address, or one /64 of IPv6. A new limit is counted in gate/places.go.
type Limits struct {
	FailedAuthentications int // of one address in a minute
	RequestsAtOnce        int // of one organization; further ones are refused
	RequestsServed        int // of one organization; further ones wait until one of these ends
	UnknownAtOnce         int // requests of one address that are being authenticated
	BodiesAtOnce          int // of one address, that are still arriving
	StrangerLetters       int // of one organization in a day: invitations, and bookings for unknown interviewers
	ResentInvitations     int // of one candidate in a day
	PaintedSlots          int // of one posting
	CallbacksAtOnce       int // notetaker callbacks whose bodies are being read
	LargeFormsAtOnce      int // large forms of candidate pages whose bodies are being read
	FileMegabytes         int // of all files of one organization
}

// Limit describes one of the [Limits] to operators.
type Limit struct {
	Variable string // environment variable that sets it
	Default  int
	What     string // what it counts
	Field    func(*Limits) *int
}

// LimitTable lists every limit.
var LimitTable = []Limit{
	{"LITMUS_LIMIT_FAILED_AUTHENTICATIONS", 600,
		"failed authentications of one address in a minute", func(l *Limits) *int { return &l.FailedAuthentications }},
	{"LITMUS_LIMIT_REQUESTS_AT_ONCE", 256, "requests of one organization at a time",
		func(l *Limits) *int { return &l.RequestsAtOnce }},
	{"LITMUS_LIMIT_REQUESTS_SERVED", 8, "requests of one organization that are served side by side; more wait",
		func(l *Limits) *int { return &l.RequestsServed }},
	{"LITMUS_LIMIT_UNKNOWN_AT_ONCE", 64, "requests of one address that are being authenticated at a time",
		func(l *Limits) *int { return &l.UnknownAtOnce }},
	{"LITMUS_LIMIT_BODIES_AT_ONCE", 256, "requests of one address whose bodies are still arriving",
		func(l *Limits) *int { return &l.BodiesAtOnce }},
	{"LITMUS_LIMIT_STRANGER_LETTERS", 5000, "letters of one organization to strangers in a day",
		func(l *Limits) *int { return &l.StrangerLetters }},
	{"LITMUS_LIMIT_RESENT_INVITATIONS", 3, "times that one candidate's invitation is sent again in a day",
		func(l *Limits) *int { return &l.ResentInvitations }},
	{"LITMUS_LIMIT_PAINTED_SLOTS", 20000, "painted slots of one posting",
		func(l *Limits) *int { return &l.PaintedSlots }},
	{"LITMUS_LIMIT_CALLBACKS_AT_ONCE", 4, "notetaker callbacks whose bodies are read at a time",
		func(l *Limits) *int { return &l.CallbacksAtOnce }},
	{"LITMUS_LIMIT_LARGE_FORMS_AT_ONCE", 4, "large forms of candidate pages that are read at a time",
		func(l *Limits) *int { return &l.LargeFormsAtOnce }},
	{"LITMUS_LIMIT_FILE_MEGABYTES", 10000, "megabytes of all files of one organization",
		func(l *Limits) *int { return &l.FileMegabytes }},
}

// DefaultLimits returns the defaults of [LimitTable].
func DefaultLimits() (l Limits) {
	for _, one := range LimitTable {
		*one.Field(&l) = one.Default
	}
	return l
}

// CheckPainted returns an [Invalid] error if a write that added slots leaves the posting with more than the limit. A
// write that adds nothing is allowed even if there are too many already, because the limit was lowered.
func (l Limits) CheckPainted(painted, added int) error {
	if added <= 0 || painted <= l.PaintedSlots {
		return nil
	}
	return Invalidf("the posting would have %d painted slots; at most %d are allowed: remove slots that are past or "+
		"not needed", painted, l.PaintedSlots)
}
