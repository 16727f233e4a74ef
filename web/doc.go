// Package web serves the pages that candidates reach from their letters: the session page of an interview and the page of
// an assessment. Pages are rendered on the server from embedded templates, work without JavaScript, load nothing from
// anywhere else and carry a strict Content-Security-Policy. A link is a signed token (decisions 81 and 87); GET and HEAD
// change nothing, since mail scanners follow links. Words stand in english.go only.
package web
