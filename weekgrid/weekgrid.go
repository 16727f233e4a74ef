// Package weekgrid has the script by which people paint times in a week: the team in the dashboard, and candidates who
// propose times of their own. Both load the same one.
package weekgrid

import _ "embed"

// Script is the JavaScript module. Whoever serves it does so as grid.js, beside the modules that import it.
//
//go:embed weekgrid.js
var Script []byte
