// Package meeting makes the meeting link of an interview if neither a person nor their calendar provides one.
//
// A [Provider] is made by [New] from the value of LITMUS_MEETING:
//
//	none                         no links
//	jitsi=https://meet.jit.si    a room on that server, computed without calling it (jitsi.go)
//	zoom                         a meeting of a Zoom account, by a server-to-server OAuth application (zoom.go)
//
// A meeting is identified by a key, the interview's id. Make returns the same meeting however often it is called, Move
// changes its time and keeps its link, and Delete ends it. Every error is an [outbound.Failure], whose Fate says
// whether to try again, when, or to give up.
//
// How reliably a key has one meeting depends on the driver. A Jitsi room is computed from the key, so it is always the
// same. Zoom has no idempotency key, so Make searches for a meeting with the key in its agenda before it creates one. A
// second meeting is still possible in two rare cases: an answer is lost and Zoom does not list the new meeting yet when
// Make runs again, or two Makes for one key run at the same time, which the service avoids. Make returns the oldest of
// several meetings. The others remain until they are over, or until a Delete without an id removes all meetings with
// the key.
//
// The driver for Zoom was written from Zoom's documentation and from reports of its users. It passes the conformance
// suite against a fake with the documented shapes, error bodies and limits, but was never tried against the real
// service.
package meeting
