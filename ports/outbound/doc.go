// Package outbound is the HTTP client for addresses that a person can enter: calendars, feeds, meeting servers and
// notetakers. It calls only public addresses, and the networks that were named as allowed.
//
// A URL says little about where a request goes. A name can resolve to any address, and to another one a second later; a
// number can be written in octal; a server can redirect. The decisive check is therefore made on the address that is
// dialled, at the moment when it is dialled ([net.Dialer.ControlContext]), for every connection, including those of
// redirects. The checks before that (scheme, userinfo, the form of the host) only give better errors sooner.
//
// [New] makes a client, [Clients] holds those of the organizations, [ParseNetworks] parses
// LITMUS_ALLOW_PRIVATE_NETWORKS, and an [Error] says why a call was not made. Time, redirects, headers and body of an
// answer are limited.
//
// A [Failure] is the outcome of a call that failed: whether to try again, when, or to give up.
package outbound
