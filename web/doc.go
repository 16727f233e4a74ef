// Package web serves the pages that candidates reach by a link: the assessment that they were invited to (/a/), and the
// one page of an interview, by the link that picks its time (/t/), that of its session (/i/) and the single-use link of
// an external one (/s/); and /, which leads others on.
//
// [Site.Handler] serves them. Each request passes door.go, which applies limits, refuses forms of other sites, reads
// the form, sets headers, handles failures and logs. Then the function in the table of routes (site.go) reads or
// changes data through the store and answers with a page, a redirect or a calendar file. GET and HEAD change nothing,
// because mail scanners follow links. After a change the workflow is woken. What a link opens is decided in
// models/candidacy; entry.go reads the link, and interview.go fills in the parts of the page.
//
// A link in a letter is a signed token, the link of an external session a random one. Unknown links and tampered ones
// get the same answer (404), and so do all external links that cannot be used (410).
//
// Pages are rendered on the server from embedded templates (pages/). They work without JavaScript and by keyboard, load
// nothing from other sites, and set one cookie only, in the browser that used an external link. All texts are in
// package phrases; reading.go chooses the language, and what a candidate chose is kept in their record. pages/page.js
// counts down and warns before typed text is lost; pages/zone.js finds zones, and shows the times in the chosen one;
// pages/propose.js draws times of the candidate's own.
package web
