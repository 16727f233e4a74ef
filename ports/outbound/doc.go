// Package outbound is the one HTTP client for addresses that a person can enter: calendars, feeds, meeting servers,
// notetakers. It calls what is public and nothing else.
//
// A URL says little about where a request goes: names resolve to anything, and to something else a second later;
// numbers can be written in octal; a server can redirect. So the check that counts is made on the address that is
// really dialled, when it is dialled ([net.Dialer.ControlContext]), for every connection, also those of redirects. What
// is checked before that (scheme, userinfo, the form of the host) only gives better errors sooner.
//
// [New] makes the client, [Clients] those of organizations, [ParseNetworks] reads LITMUS_ALLOW_PRIVATE_NETWORKS, and an
// [Error] says why a call was not made. Everything else that a request can cost is bounded: time, redirects, header and
// body of the answer.
//
// A [Failure] is what a port makes of a call that did not do what it was for: whether to try again, when, or to give
// up.
package outbound
