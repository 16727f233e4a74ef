// Package calendar holds interviews in people's own calendars and reads from them when these people are busy.
//
// A [Provider] is one person's connected calendar, made by [New] from a [Source]. It does three things: Put an [Event],
// Delete it, and read the [Busy] time. Whatever goes wrong is an [outbound.Failure], whose Fate says whether to try
// again, when, or to give up. Drivers:
//
//   - caldav: any server of RFC 4791, by plain HTTP and XML (caldav.go, dav.go, discovery.go);
//   - google: the Calendar API v3, with Meet links (google.go);
//   - microsoft: Graph, with Teams links (microsoft.go);
//   - ics: a feed that can only be read (ics.go).
//
// The drivers google and microsoft were built from the services' documentation. They pass the conformance suite on
// fakes with the documented shapes, error bodies and limits; they were never tried against the real services.
//
// An event is its owner's own copy, without attendees, so no provider mails anybody (decision 54). It is found by its
// UID, which is one for life, so a Put or Delete whose answer was lost can be run again (decision 56).
//
// The providers of caldav and ics give events as they were written, and the rest of the package makes busy time of
// them. It is made for what is really in calendars, which anybody who can send an invitation writes into:
//
//	object.go   the lines and components of RFC 5545, read leniently and without recursion
//	value.go    times, durations, offsets: a wall clock and a zone are together an instant
//	zones.go    the zones that TZIDs name: the tz database, Windows' names (windows.go), the object's own VTIMEZONE
//	rule.go     recurrence rules, read; expand.go: followed on a wall clock, in bounded time whatever the rule
//	series.go   an event with what became of its occurrences
//	recur.go    all of it to blocks of busy time
//	event.go    the other way: an interview as a VEVENT
package calendar
