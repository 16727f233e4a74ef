package models

// What the tests see beside what is exported.
const (
	MaxLogoDrawn = maxLogoDrawn
	MaxSearch    = maxSearch
)
