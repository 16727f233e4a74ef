// Package drafts has the script by which pages keep in the browser what somebody types, until it is saved or a week is
// over: long enough for a weekend, short enough for a computer that others use. Pages of candidates and of the
// dashboard load the same one. A form of the dashboard is offered what is kept, and never filled in unasked.
package drafts

import _ "embed"

// Script is the JavaScript module. Whoever serves it does so as drafts.js, beside the modules that import it.
//
//go:embed drafts.js
var Script []byte
