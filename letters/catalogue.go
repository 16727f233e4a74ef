package letters

import (
	"time"

	"litmus/models"
)

// language holds everything that a letter says in one language. To add a language, add a file like english.go.
//
// Texts contain placeholders: {name} is the recipient, {candidate}, {round}, {posting} and {organization} are what they
// say, {interviewer} is the named interviewer, {when} is a short date and time (in an invitation, the time at which it
// expires), and {relative} is "tomorrow" or "in 1 hour".
type language struct {
	Code   string // BCP 47, for the HTML
	Voices map[Role]map[Kind]voice

	CanceledOpen voice // Cancellation to a candidate who may pick another time

	// Cancellation of an invitation to an interview that still takes place.
	Replaced voice // to an interviewer whom another one replaces
	Named    voice // to a stand-in when an interviewer is named
	Released voice // to an interviewer or a stand-in when others stand in instead
	Kept     voice // to the interviewer whose connected calendar now has an entry that replaces the invitation

	Notices map[Kind]voice // to admins; {owner} owns the calendar

	SignIn, SignInMany voice // to a member: of one organization, of several; {host} is where they asked

	Added       added            // to somebody who was made a member; {by} did it, {address} is theirs
	Replacement replacementWords // to who may change interviewers; {by} asks
	News        newsWords        // to who watches postings; {did} is what a candidate did

	Greeting   string
	Hello      string // greeting of a candidate whose name is unknown
	Interview  string // title of a round without one
	Assessment string // title of an assessment without one

	What, When, Was, HowLong, With, Who, Opening, Until, TimeLimit string // labels
	Why                                                            string // labels why it was moved or canceled

	Join, OpenPage, OpenAssessment, PickTime string // labels of links
	SetLink                                  string // labels the link to the page with one's own meeting link
	OpenOnTeam                               string // labels the link to the interview in the dashboard
	About                                    string // labels the link to a live round's assessment
	ChangeTime, PickAnotherUntil             string // with {until}
	PickAnother                              string

	Prepare, PrepareOnPage string // title of how to prepare, and where that is if it is long

	AddTo, File string // labels the links to calendars, and that to a file for others

	LinkFollows   map[Role]string
	LinkToSet     string // instead of LinkFollows, to an interviewer who can set their own
	LinkMissing   string // instead of LinkFollows, to a candidate whose interview is near
	LinkComing    string
	Leads, Nobody string // label and value of the interviewer, in a letter to a stand-in
	AlsoAsked     string // label of the other stand-ins
	Help          map[Role]string
	HelpOnTeam    string          // instead of Help to an interviewer with a link to the dashboard
	HelpOff       map[Role]string // instead of Help in a cancellation or an invitation
	Reason        map[Role]string // why the recipient gets this letter
	ReasonInvited string          // the same for an invitation
	NoEnd         string          // instead of {when} for an invitation that does not expire
	Summary       map[Role]string // title of the calendar event

	Since, ReadSince, Calendar, Provider, Failure, Reference string            // labels of a notice
	Providers                                                map[string]string // display names
	OfferedUntil, NotOffered                                 string            // the effect on the calendar's owner
	BrokenTodo, RevokedTodo                                  string            // what the admin can do
	NoticeHelp, NoticeReason                                 string

	SignInTo                 string // label of a link, to {organization}
	SignInHelp, SignInReason string

	Day       func(time.Time) string // Monday, 3 March 2031
	ShortDay  func(time.Time) string // Mon 3 Mar 2031
	Month     func(time.Time) string // Mar
	Weekday   func(time.Time) string // Mon
	Clock     func(time.Time) string // 10:00
	Length    func(time.Duration) string
	OpenEnded func(length string) string
	FromStart func(length string) string // for a time limit
	From      func(clock string) string  // for a start without an end
	Relative  func(days int, left time.Duration) string
	List      func([]string) string
}

// added is what the letter to a new member says.
type added struct {
	voice
	Somebody      string                       // instead of {by} where that is not known
	Does          map[models.MemberRole]string // follows the lead: what somebody with the role does
	Address, Role string                       // labels
	Reason        string

	ByMail, ByProvider, ByEither string // how they sign in
	ByLink, ByLinkOrProvider     string // the same of a letter whose link signs them in
	Later                        string // leads to the page to sign in, beside such a link
}

// newsWords is what the letter says that tells what candidates did.
type newsWords struct {
	One       voice // of one change
	OfPosting voice // of {count} changes in one posting
	Many      voice // of {count} changes in {postings} postings

	Did      map[string]string // by the kind of the change
	SomeTime string            // instead of {when} where the start is not known
	More     string            // {count} others

	Button, Choose, Help, Reason string
}

// replacementWords is what the letter says that asks for a replacement.
type replacementWords struct {
	voice
	Other                string // the lead where somebody else asks than who interviews
	Why, Now             string // labels
	Button, Help, Reason string
}
