// Package drafts has the script by which pages keep in the browser what somebody types, until it is saved or a week is
// over (ADR drafts-stay-in-the-browser-for-a-week). Pages of candidates and of the dashboard load the same one.
package drafts

import _ "embed"

// Script is the JavaScript module. Whoever serves it does so as drafts.js, beside the modules that import it.
//
//go:embed drafts.js
var Script []byte
