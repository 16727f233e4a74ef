// Package phrases has what the service says to candidates, on its pages and in its letters, in each language, and how a
// language writes days, times of day, zones and numbers. A language is one file: english.go has the texts that the
// others translate, and the package's tests name what another one lacks. What the letters of the hiring team's members
// say is in members.go, in English alone. Texts are fields of structs and no keys of a data file: a misspelt one does
// not compile.
//
// A candidate's record has the language and hour cycle of the page on which they last acted or chose, or what a program
// named before, which never overwrites. Letters have that, else the organization's; pages have that, else what the
// browser asks for. The page of an interview has no switch: its address is in calendars, which others read.
//
// Texts have placeholders. Of pages: {organization}, {zone} such as "New York time, UTC−5", {place} such as "New York",
// {time} an instant in words, {left} a number of moves and {count}. Of letters: {name} is the recipient and {first}
// their first name, {round} and {organization} are what they say, {interviewer} is the named interviewer, {when} a
// short date and time (in an invitation, when it expires), {span} the same with all times and the zone in words,
// {until} another instant, and {relative} is "tomorrow" or "in 1 hour".
package phrases

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Language is all that candidates are told in one language.
type Language struct {
	Code string // BCP 47
	Name string // as those call it who speak it
	Dates
	Shared
	Pages
	Letters Letters
}

// Shared is what pages and letters both say.
type Shared struct {
	// Labels of facts. Round and Exercise are also the titles of what has none.
	When, HowLong, Where, With, Round, Exercise, Position, OpenUntil, TimeLimit string

	Join, OpenPage, PickTime string // labels of links

	OpenEnded string // {length} of an interview without an end

	Days, Hours, Minutes                  Plural // lengths of time
	InDays, InHours, InMinutes, InSeconds Plural // from now
	Moves                                 Plural // how often the interview can be moved, within a sentence
	Now, Today, Tomorrow                  string
	AfterStart                            string // {length} of a time limit
	And                                   string // before the last name of a list
}

// Notice is a heading with the sentences below it.
type Notice struct{ Heading, Lead string }

// Lead is a link of the first page.
type Lead struct{ Path, Name, Note string }

// About fills both parts of a notice.
func (n Notice) About(values ...string) Notice {
	return Notice{Fill(n.Heading, values...), Fill(n.Lead, values...)}
}

// Pages is what candidates' pages say.
type Pages struct {
	// Pages that only say what is wrong and what to do next.
	Unknown, Stale, Revoked, Paused, Canceled, Broken, CrossSite, TooMany, TooLarge, BadMethod, Busy, Unreadable Notice
	PickExpired, PickOver, Elsewhere, Expired, Closed, DeadLink                                                  Notice

	// The same pages if the visitor had typed something, which is shown below.
	BrokenTyped, CrossSiteTyped, RevokedTyped, PausedTyped, TooManyTyped, TooLargeTyped, UnreadableTyped Notice

	ErrorPrefix string    // begins the title of a page that reports a problem
	WriteTo     [2]string // the words before and after the address of whom to write to
	Foot        string    // explains at the bottom how the visitor got here

	// The switches at the bottom.
	LanguageLabel, HoursLabel, TwelveHours, TwentyFourHours string

	StartedAt, LimitEnds, HandedInAt string // labels of facts

	ZoneLabel, ZoneButton, ZoneNote, ZoneUnknown, TimesIn string
	ZoneHint, ZoneNone, ZonesNear                         string // of the script's field to search for a zone

	Starts, Ends [2]string // the words before and after the time left

	// The interview of a candidate. Expected is for the page of its assessment.
	Interview, Expected, InterviewOver, Booked, Moved Notice
	LinkFollows, LinkMissing, Calendar, Change        string
	Running, HowToPrepare, NoInterview                string
	MayMove, MovedOften, MovedLate, MovedByOthers     string
	Plans, MoveByLetter                               string // title of how to move and cancel, and where it is moved

	Canceling        Canceling
	AddTo, AddToNote string // before links to calendars on the web, and after them

	// The first page.
	Home      Notice
	HomeLeads []Lead

	// Picking a time.
	Pick, PickAnother, NoTimes, Review, ReviewMove                   Notice
	Month, PresentTime, KeepTime, OtherDays, Earlier, Later, NextDay string
	NothingHere, NothingYetAnother, Taken, NotFree, AlreadyBooked    string
	BookButton, MoveButton, AnotherTime, BadForm                     string
	Times                                                            Plural // how many can be picked

	// An external session.
	Link, Session, SessionOver Notice
	StartSession, OneBrowser   string

	// An assessment.
	Assessment, InProgress                                                                             string
	HandedIn                                                                                           Notice
	Instructions, Start, Answer, AnswerHint, Links, LinksHint                                          string
	SaveDraft, Submit, SubmitNote, Saved, SavedAt, LimitOver, YourAnswer                               string
	TextTooLong, LinksTooMany, LinkBad, LinkTooLong, Empty, NotSaved, NotTaken, NewerDraft, YourTyping string
	Restored, Unsent, Unsubmitted, StaleDraft, OtherDraft, DropDraft                                   string
	TakeHome                                                                                           TakeHome

	Files         Files
	Accommodation Accommodation
	Proposal      Proposal
}

// Files is what the pages of a take-home say about files.
type Files struct {
	Task            string // those that the assessment brings along
	TaskLater       Plural // how many these are, before the start
	Yours           string
	Label, Hint     string // of the field to choose one
	Handed          string // those that were handed in
	Add, Added      string
	Remove, Removed string // the {name} of the file
	None            string // nothing was chosen, or what is empty
	TooLarge        string // one alone
	TooMany         string // or too large together
	NoRoom          string // for the organization
	CutOff          string // it did not arrive as a whole
	Sending         string // it is on its way
	Changed         string // in another tab
	NotTaken        string // after the answer was handed in
}

// TakeHome is what the pages of a take-home say about its time limit, and before something is final.
type TakeHome struct {
	Timed      string    // instead of Assessment, if there is a time limit
	AskStart   Notice    // before the time limit begins
	EndsIf     string    // labels when it would end if it began at {time}
	Start      string    // begins it
	NotYet     string    // the other choice
	Left       [2]string // the words before and after the time left, with when it ends
	Afterwards string    // what happens once it has passed
	LookOver   string    // leads to the page that asks before the answer is handed in
	AskHandIn  Notice
	GoOn       string // the other choice
}

// Voice is what one kind of letter says.
type Voice struct {
	Subject   string
	Preheader string // shown by an inbox beside the subject, so it says when in full
	Badge     string // one word above the heading
	Heading   string
	Lead      string
}

// Letters is what candidates' letters say.
type Letters struct {
	Voices map[string]Voice // by the kind of the letter

	CanceledOpen Voice // a cancellation to who may pick another time

	Greeting      string // by {first}, or by {name} where only that is polite
	Hello         string // greeting of a candidate whose name is unknown
	What, Was     string // labels
	Why           string // labels why it was moved or canceled
	MovedBy       string // labels who moved it
	CanceledBy    string // labels who canceled it
	NoEnd         string // Preheader of an invitation that does not expire
	ReasonInvited string // instead of Reason in an invitation

	Received, AnAnswer string // of a receipt: labels what was handed in, and an answer among it
	SoManyLinks        Plural // the same
	SoManyFiles        Plural // the same
	SeeHandedIn        string // labels the link to it
	ReasonHandedIn     string // instead of Reason

	OpenAssessment, About, ChangeTime, PickAnother, PickAnotherUntil string // labels of links

	Prepare, PrepareOnPage string // title of how to prepare, and where that is if it is long
	AddTo, File            string // labels the links to calendars, and that to a file for others

	LinkMissing string // instead of LinkFollows, if the interview is near
	LinkComing  string
	ToRole
}

// ToRole is what letters say to people of one role.
type ToRole struct {
	LinkFollows string
	Help        string
	HelpOff     string // instead of Help in a cancellation or an invitation
	Reason      string // why they get this letter
	Summary     string // title of the calendar event
}

// all are the languages, English first.
var all = []*Language{&English, &German}

// All returns the languages, English first.
func All() []*Language { return slices.Clone(all) }

// Of returns the language of that code, English if there is none.
func Of(code string) *Language {
	for _, l := range all {
		if l.Code == code {
			return l
		}
	}
	return &English
}

var matcher = func() language.Matcher {
	tags := make([]language.Tag, len(all))
	for n, l := range all {
		tags[n] = language.MustParse(l.Code)
	}
	return language.NewMatcher(tags)
}()

// maxAccepted is the longest Accept-Language that is read; browsers send shorter ones.
const maxAccepted = 500

// Accepted returns the language that fits an Accept-Language best (RFC 9110 12.5.4), nil if none does, and whether who
// prefers its first tag writes times with 12 hours; known is false if that names no region.
func Accepted(header string) (l *Language, twelve, known bool) {
	if len(header) > maxAccepted {
		return nil, false, false
	}
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(tags) == 0 {
		return nil, false, false
	}
	if _, n, confidence := matcher.Match(tags...); confidence > language.No {
		l = all[n]
	}
	region, confidence := tags[0].Region()
	known = confidence == language.Exact
	base, _ := tags[0].Base()
	return l, known && base.String() == English.Code && slices.Contains(twelveHours, region.String()), known
}

// twelveHours are regions in which English is written with times of 12 hours (the preferred hour cycle "h" of CLDR's
// timeData). Of others 24 hours are safe: everybody reads them.
var twelveHours = strings.Fields("AU BD BS CA EG GH GU HK IN JM MY NZ PH PK PR SG TT US")
