// Package letters renders the letters that people receive about an interview or an invitation.
//
// A [Letter] holds the facts at the moment when the letter became due: its [Kind], the recipient, the recipient's time
// zone and the interview. [Letter.Render] returns a [Mail]: a subject, a plain text, the same text as HTML and, for
// recipients who hold our invitation, the iTIP object that adds, moves or removes the interview in their calendar.
// [Letter.Event] is the same event as a file to download. A [Notice] tells an organization's admins about a connected
// calendar that broke or works again.
//
// The package reads no clock and does no I/O, except that package time looks into the zone database. The same Letter
// always gives the same bytes, so a letter that is sent again is identical. Every text that a person can read is in
// package phrases; the layouts letter.html and letter.txt contain no words. A candidate's letter is in their language,
// and a member's in English. Names and titles come from outside, and clean.go makes them harmless.
package letters
