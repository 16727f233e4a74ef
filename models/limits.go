package models

// Limits are the numbers that one organization, or one address that nobody knows, meets before its neighbours notice it
// (decision 101). They lie far above honest use.
type Limits struct {
	FailedAuthentications int // of one address in a minute
	RequestsAtOnce        int // of one organization: more are refused
	RequestsServed        int // of one organization: more wait for one of them to end
	UnknownAtOnce         int // requests of one address that are being authenticated
	StrangerLetters       int // of one organization in a day: invitations, and bookings for interviewers outside of it
	PaintedSlots          int // of one posting
	CallbacksAtOnce       int // whose bodies are read
	LargeFormsAtOnce      int // of candidate pages whose bodies are read
}

// Limit is one of the [Limits] as an operator sets it.
type Limit struct {
	Variable string // of the environment
	Default  int
	What     string // is counted
	Field    func(*Limits) *int
}

// LimitTable holds every limit.
var LimitTable = []Limit{
	{"LITMUS_LIMIT_FAILED_AUTHENTICATIONS", 600,
		"failed authentications of one address in a minute", func(l *Limits) *int { return &l.FailedAuthentications }},
	{"LITMUS_LIMIT_REQUESTS_AT_ONCE", 256, "requests of one organization at a time",
		func(l *Limits) *int { return &l.RequestsAtOnce }},
	{"LITMUS_LIMIT_REQUESTS_SERVED", 8, "requests of one organization that are served side by side; more wait",
		func(l *Limits) *int { return &l.RequestsServed }},
	{"LITMUS_LIMIT_UNKNOWN_AT_ONCE", 64, "requests of one address that are being authenticated at a time",
		func(l *Limits) *int { return &l.UnknownAtOnce }},
	{"LITMUS_LIMIT_STRANGER_LETTERS", 5000, "letters of one organization to strangers in a day",
		func(l *Limits) *int { return &l.StrangerLetters }},
	{"LITMUS_LIMIT_PAINTED_SLOTS", 20000, "painted slots of one posting",
		func(l *Limits) *int { return &l.PaintedSlots }},
	{"LITMUS_LIMIT_CALLBACKS_AT_ONCE", 4, "notetaker callbacks whose bodies are read at a time",
		func(l *Limits) *int { return &l.CallbacksAtOnce }},
	{"LITMUS_LIMIT_LARGE_FORMS_AT_ONCE", 4, "large forms of candidate pages that are read at a time",
		func(l *Limits) *int { return &l.LargeFormsAtOnce }},
}

// DefaultLimits are the limits of the table's defaults.
func DefaultLimits() (l Limits) {
	for _, one := range LimitTable {
		*one.Field(&l) = one.Default
	}
	return l
}
