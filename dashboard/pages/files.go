// Package pages has the templates, styles, scripts and icons of the dashboard.
package pages

import "embed"

// Files are NAME.html, NAME.css, NAME.js and NAME.svg, and the pictures of icons/.
//
//go:embed *.html *.css *.js *.svg icons
var Files embed.FS
