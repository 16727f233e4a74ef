// Package notetaker asks a notetaker into interviews and hears from it: the transcript, the recording, notes, and that
// the call has ended.
//
// A [Provider] is made by [New] from the value of LITMUS_NOTETAKER: none, or http=https://HOST, a service that speaks
// the small JSON protocol of PROTOCOL.md (http.go). Litmus invites with a session's id, link and time, and gets the
// notetaker's own id for it, with which it dismisses. Both can be run again: inviting the same session gives the same
// notetaker. Whatever goes wrong is an [outbound.Failure], whose Fate says whether to try again, when, or to give up.
//
// Both sides sign what they send with one secret (signature.go): [Sign] makes the header Litmus-Signature, [Verify]
// checks it on callbacks, which [ParseCallback] then reads, in bounds that hold whatever was sent (callback.go). A
// callback that comes twice is told by its event id, which the caller remembers.
//
// There is no notetaker that speaks the protocol yet: it was made for this service, and its tests play the other side.
package notetaker
