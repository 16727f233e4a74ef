// Package meeting makes the link under which people meet, when neither a person nor their calendar gives one.
//
// A [Provider] is made by [New] from the value of LITMUS_MEETING:
//
//	none                         no links
//	jitsi=https://meet.jit.si    a room of that server; nothing is asked of it (jitsi.go)
//	zoom                         a meeting of a Zoom account, by a server-to-server OAuth application (zoom.go)
//
// A meeting has a key, the interview's id, and stays the same for its life: Make gives the same meeting however often
// it is run, Move changes its time and keeps its link, Delete ends it. Whatever goes wrong is an [outbound.Failure],
// whose Fate says whether to try again, when, or to give up.
//
// How far "the same meeting" goes depends on the driver. A Jitsi room is computed from the key: it is always the same.
// Zoom has no idempotency key, so Make looks for a meeting that carries the interview's key in its agenda before it
// makes one. That leaves two ways to a second meeting, both rare: an answer is lost and Zoom does not list the new
// meeting yet when Make runs again, or two Makes of one key run at once (the service runs one). Of several the oldest
// is taken; the others stay until Delete without a note removes all that carry the key, or until they are past.
//
// The driver for Zoom was built from Zoom's documentation and from reports of its users. It passes the conformance
// suite on a fake with the documented shapes, error bodies and limits; it was never tried against the real service.
package meeting
