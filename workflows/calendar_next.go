package workflows

import (
	"fmt"
	"time"

	"litmus/activities"
)

// readingsPerRun is how often a run reads its calendar before it continues as new with an empty history.
const readingsPerRun = 100

// unreadPause is how long a run waits after the attempts at a reading ran out because the database was away.
const unreadPause = time.Minute

// calendarState is what a run of [CalendarSync] remembers between two readings.
type calendarState struct {
	readings int
	telling  bool // an activity tells the admins
	missed   bool // they were owed something when the calendar was read meanwhile
}

// read notes a reading, and reports whether the run starts to tell the admins: once at a time.
func (s *calendarState) read(out activities.Synced) (tell bool) {
	s.readings++
	if out.Owed && s.telling {
		s.missed = true
		return false
	}
	s.telling = s.telling || out.Owed
	return out.Owed
}

// notified notes that the admins were told, or that the attempts ran out, and reports whether the run starts again.
func (s *calendarState) notified(failed bool) (tell bool) {
	tell = failed || s.missed
	s.telling, s.missed = tell, false
	return tell
}

// full reports whether the run continues as new before the next reading. suggested says that Temporal suggests it.
func (s *calendarState) full(suggested bool) bool { return suggested || s.readings >= readingsPerRun }

// unread is the outcome of a reading that could not be recorded, since the database was away: the calendar's state is
// not known. searchable says that the namespace has search attributes, as far as the run knows.
func unread(searchable bool) activities.Synced {
	return activities.Synced{State: "unknown", Code: activities.CodeDatabase, Wait: unreadPause, Searchable: searchable}
}

// calendarDetails describe a reading at now in Markdown.
func calendarDetails(out activities.Synced, now time.Time) string {
	what := "could not be read: " + out.Code
	switch {
	case out.Unchanged:
		what = "was unchanged"
	case out.Code == "":
		what = fmt.Sprintf("has %d busy times", out.Blocks)
	}
	return fmt.Sprintf("**%s**\n\nAt %s it %s.\n\nNext reading in %s.",
		out.State, now.UTC().Format(time.RFC3339), what, out.Wait.Round(time.Second))
}
