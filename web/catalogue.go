package web

import (
	"strings"
	"time"
)

// catalogue holds all texts of the pages in one language; another language is one more file like english.go.
// Placeholders in texts: {organization}, {zone}, {relative} such as "in 2 days", {time} an instant in words, {left} and
// {name}.
type catalogue struct {
	Code string // BCP 47

	// Pages that only say what is wrong and what to do next.
	Unknown, Stale, Revoked, Paused, Canceled, Broken, CrossSite, TooMany, TooLarge, BadMethod, Busy, Unreadable notice
	PickExpired, PickOver, Elsewhere, Expired, Closed, DeadLink                                                  notice

	// The same pages if the visitor had typed something, which is shown below.
	BrokenTyped, CrossSiteTyped, RevokedTyped, PausedTyped, TooManyTyped, TooLargeTyped, UnreadableTyped notice

	ErrorPrefix string    // begins the title of a page that reports a problem
	WriteTo     [2]string // the words before and after the address of whom to write to

	Foot string // explains at the bottom how the visitor got here

	// Facts and times.
	When, HowLong, With, Round, Exercise, Position, TimeLimit, StartedAt, LimitEnds, HandedInAt string
	OpenUntil                                                                                   string
	ZoneLabel, ZoneButton, ZoneNote, ZoneUnknown, TimesIn                                       string

	Starts, Ends [2]string // the words before and after the time left

	// The interview of a candidate. Expected is for the page of its assessment.
	Interview, Expected, InterviewOver, Booked, Moved             notice
	Join, LinkFollows, LinkMissing, Calendar, OpenSession, Change string
	Running, HowToPrepare, NoInterview, PickATime                 string
	MayMove, MovedOften, MovedLate, MovedByOthers                 string

	Canceling cancelingTexts

	AddTo, AddToNote string // before links to calendars on the web, and after them

	// The first page.
	Home      notice
	HomeLeads []lead

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
	Restored, Unsent, Unsubmitted, StaleDraft, OtherDraft, DropDraft                                   string

	Accommodation accommodationTexts
	Proposal      proposalTexts

	Day       func(time.Time) string // Tuesday, 1 June 2032
	Clock     func(time.Time) string // 12:00
	Length    func(time.Duration) string
	OpenEnded func(length string) string
	From      func(clock string) string // of a start without an end
	Relative  func(time.Duration) string
	Count     func(n int) string // 100,001
	Times     func(n int) string // how many times can be picked
	Moves     func(n int) string // how many moves are left
}

// cancelingTexts are the texts of the page on which a candidate cancels.
type cancelingTexts struct {
	Ask, Done            notice
	Refused              string // it cannot be canceled here, followed by one of the next three
	Fixed, TooLate, Over string
	ThenPick             string // what comes afterwards, with {time}: they may pick anew
	ThenPickOpen         string // the same of an invitation without an end
	ThenTeam             string // they may not
	ByLetter             string // how to pick anew where the page does not lead there
	Until                string // with {time}

	Open, Why, WhyHint, Button, Keep, Move, Back string
	WhyLong                                      string // with {count}
	MovedSince, BadForm                          string
}

// notice is a heading with the sentences below it.
type notice struct{ Heading, Lead string }

// fill replaces a text's placeholders in one pass, so that a value which looks like a placeholder is not replaced.
func fill(text string, values ...string) string { return strings.NewReplacer(values...).Replace(text) }

// about fills both parts of a notice.
func (n notice) about(values ...string) notice {
	return notice{fill(n.Heading, values...), fill(n.Lead, values...)}
}
