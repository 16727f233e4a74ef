// Package dashboard serves the pages of the hiring team, below /dashboard (docs/dashboard.md). It is a door on the same
// operations as REST: models decides, store writes, workflows converge. Its own rule is only who gets in; who may do
// what is [access.May].
//
// [Site.Handler] serves the routes. Each noun has a package below this one, with a table of its own (routes.go) and its
// pages; what they share is package site, and pages that belong to no noun are here. Each request passes door.go: it
// applies limits, refuses forms of other sites, finds the session, asks May for the route's action, reads the form,
// handles failures and logs. Then the function in the table reads or changes data through the store, and answers with a
// page, a redirect or a file. GET and HEAD change nothing. A form is sent to a route of its own, and a success
// redirects (303).
//
// Pages are rendered on the server: pages/NAME.html defines "main" inside pages/frame.html. They work without scripts
// and by keyboard, and load nothing from other sites. Times are shown in the viewer's zone, and always with it.
package dashboard
