// Package calendar writes interviews into people's own calendars and reads from these when the people are busy.
//
// A [Provider] is one person's connected calendar, made by [New] from a [Source]. It does four things: Put an [Event],
// Delete it, read the [Busy] time, and say what became of an event ([Copy]). Every error is an [outbound.Failure],
// whose Fate says whether to try again, when, or to give up. The drivers are:
//
//   - caldav: any server that implements RFC 4791, by plain HTTP and XML (caldav.go, dav.go, discovery.go);
//   - google: the Calendar API v3, with Meet links (google.go);
//   - microsoft: Graph, with Teams links (microsoft.go);
//   - ics: a published feed, which can only be read (ics.go).
//
// The drivers google and microsoft were written from the services' documentation. They pass the conformance suite
// against fakes with the documented shapes, error bodies and limits, but were never tried against the real services.
//
// An event is the owner's own copy of an interview, without attendees, so that no provider sends mail to anybody. Its
// UID never changes, and the event can be found by it, so that a Put or Delete whose answer was lost can be repeated.
//
// Servers of caldav and ics return events as they were written, and the rest of the package computes the busy time from
// them. It accepts what real calendars contain, and trusts nothing, because anybody who can send an invitation writes
// into a calendar:
//
//	object.go   lenient parsing of the lines and components of RFC 5545, without recursion
//	value.go    times, durations and offsets; a local time and its zone together are an instant
//	zones.go    the zones that TZIDs name: the tz database, Windows' names (windows.go), the object's own VTIMEZONE
//	rule.go     parsing of recurrence rules
//	expand.go   expansion of a rule in local time, in bounded time whatever the rule is
//	series.go   an event with the overrides of its occurrences
//	recur.go    blocks of busy time, computed from all of these
//	event.go    the other direction: an interview as a VEVENT
package calendar
