// Package notetaker invites a notetaker to interviews and receives its callbacks: the transcript, the recording, notes,
// and the end of the call.
//
// A [Provider] is made by [New] from the value of LITMUS_NOTETAKER: none, or http=https://HOST, a service that
// implements the small JSON protocol of PROTOCOL.md (http.go). Litmus invites the notetaker with a session's id, link
// and time, and gets the notetaker's own id for the session, by which it dismisses the notetaker again. Both calls can
// be repeated: inviting to the same session returns the same id. Every error is an [outbound.Failure], whose Fate says
// whether to try again, when, or to give up.
//
// Both sides sign their requests with one shared secret (signature.go): [Sign] makes the header Litmus-Signature, and
// [Verify] checks it on callbacks. [ParseCallback] then parses a callback, within limits that hold whatever was sent
// (callback.go). The caller recognizes a repeated callback by its event id.
//
// No notetaker implements the protocol yet. It was designed for this service, and the tests play the other side.
package notetaker
