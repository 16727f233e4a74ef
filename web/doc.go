// Package web serves the pages that candidates reach by a link: the assessment that they were invited to (/a/), the
// times to pick from (/t/), the page of an interview (/i/) and the single-use link of an external session (/s/).
//
// [Site.Handler] is the whole of it. A request goes through the door (door.go: limits, other sites' forms, the form,
// headers, failures, the log) to its page in the table of routes (site.go), which reads or changes through the store
// and answers with a page, another page to go to, or a calendar file. GET and HEAD change nothing: mail scanners follow
// links. After a change the workflow is woken.
//
// A link of a letter is a signed token (decisions 81 and 87), that of an external session a random one. What is unknown
// and what was tampered with look the same (404), and so does every external link that cannot be used (410).
//
// Pages are rendered on the server from embedded templates (pages/), work without JavaScript and by keyboard, load
// nothing from anywhere else and set no cookie but the one of who used an external link. Words stand in english.go
// only.
package web
