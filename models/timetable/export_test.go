package timetable

// What the tests see beside what is exported.
var (
	FirstAfter = firstAfter
	Merge      = merge
	Within     = within
)
