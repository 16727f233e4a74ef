// Package effect says what an interview owes to the world outside, and when: letters, copies in calendars, meetings and
// notetakers.
//
// Start with [Owed], which compares an interview with its ledger: what it owes now and what no [Entry] shows as done.
// [Timeline] says when something becomes due. The kinds of all letters are here, also of those about invitations,
// calendars and sign-ins, which timetable, access and candidacy say when to send.
package effect
