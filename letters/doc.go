// Package letters writes what people receive about an interview or an invitation: facts in, a rendered letter out.
//
// A [Letter] holds the facts as they stood when it was owed: which [Kind] of letter, to whom, in which time zone, and
// the interview. [Letter.Render] gives a [Mail]: subject, a plain text, the same as HTML, and, for those who hold our
// invitation (decision 54), the iTIP object that puts the interview into their calendar, moves it or takes it out.
// [Letter.Event] is the same event as a file to download.
//
// The package reads no clock and, but for the zone database that package time looks into, does no I/O: the same Letter
// always gives the same bytes, and a letter sent again is identical (decision 56). Everything a person can read is in
// the catalogue of their language, english.go; the layouts are letter.html and letter.txt, which hold no words. Names
// and titles come from outside and are made harmless in one place, clean.go.
package letters
