package web

import (
	"strings"
	"time"
)

// catalogue holds everything that the pages say in one language; another language is one more file like english.go.
// Texts hold placeholders: {organization}, {zone}, {relative} "in 2 days", {time} an instant in words, {left} and
// {name}.
type catalogue struct {
	Code string // BCP 47

	// Pages that say only what is wrong and what to do next.
	Unknown, Stale, Revoked, Paused, Canceled, Broken, CrossSite, TooMany, TooLarge, BadMethod, Busy, Unreadable notice
	PickExpired, PickOver, Elsewhere, Expired, Closed, DeadLink                                                  notice

	// The same for who sent what they typed, which is shown below.
	BrokenTyped, CrossSiteTyped, RevokedTyped, PausedTyped, TooManyTyped, TooLargeTyped, UnreadableTyped notice

	ErrorPrefix string // begins the title of a page with a problem on it
	Foot        string // who gets here, and how

	// Facts and times.
	When, HowLong, With, Round, Exercise, Position, TimeLimit, StartedAt, LimitEnds, HandedInAt string
	OpenUntil                                                                                   string
	ZoneLabel, ZoneButton, ZoneNote, ZoneUnknown                                                string
	// around the time left
	Starts, Ends [2]string

	// The interview of a candidate.
	// Expected: on the page of its assessment
	Interview, Expected, InterviewOver, Booked, Moved                          notice
	Join, JoinFollows, LinkFollows, LinkMissing, Calendar, OpenSession, Change string
	Running, WhatToExpect, NoInterview, PickATime                              string
	MayMove, MovedOften, MovedLate, MovedByOthers                              string

	// Picking a time.
	Pick, PickAnother, NoTimes, Review, ReviewMove                notice
	PresentTime, KeepTime, OtherDays, Earlier, Later, NextDay     string
	NothingHere, NothingYetAnother, Taken, NotFree, AlreadyBooked string
	BookButton, MoveButton, AnotherTime, BadForm                  string

	// An external session.
	Link, Session, SessionOver notice
	StartSession, OneBrowser   string

	// An assessment.
	Assessment, InProgress, HandedIn                                                                   notice
	Instructions, Start, Answer, AnswerHint, Links, LinksHint                                          string
	SaveDraft, Submit, SubmitNote, Saved, SavedAt, LimitOver, YourAnswer                               string
	TextTooLong, LinksTooMany, LinkBad, LinkTooLong, Empty, NotSaved, NotTaken, NewerDraft, YourTyping string

	Day       func(time.Time) string // Tuesday, 1 June 2032
	Clock     func(time.Time) string // 12:00
	Length    func(time.Duration) string
	OpenEnded func(length string) string
	From      func(clock string) string // of a start without an end
	Relative  func(time.Duration) string
	Times     func(n int) string // so many times can be picked
	Moves     func(n int) string // so many moves are left
}

// notice is a heading with the sentences below it.
type notice struct{ Heading, Lead string }

// fill puts values into a text's placeholders, in one pass: a value that looks like a placeholder stays what it is.
func fill(text string, values ...string) string { return strings.NewReplacer(values...).Replace(text) }

// about fills both parts of a notice.
func (n notice) about(values ...string) notice {
	return notice{fill(n.Heading, values...), fill(n.Lead, values...)}
}
