package letters

import (
	"strings"
	"time"
)

// language is everything that a letter says in one language. Another language is one more file like english.go.
//
// Texts hold placeholders: {name} the recipient, {candidate}, {round}, {posting}, {organization}, {interviewer} who is
// named, {when} a short date and time (of an invitation, when it ends), {relative} "tomorrow" or "in 1 hour".
type language struct {
	Code   string // BCP 47, for the HTML
	Voices map[Role]map[Kind]voice

	CanceledOpen voice // a Cancellation for a candidate who may pick another time

	// A Cancellation of an interview that stands.
	Replaced voice // to an interviewer: somebody else takes it
	Named    voice // to who stood in: an interviewer is named now
	Released voice // to either: others stand in now
	Kept     voice // to either: they interview, and their connected calendar holds it instead of the invitation

	Notices map[Kind]voice // to admins; {owner} is whose calendar it is, {until} how long they are offered

	Greeting   string
	Hello      string // to a candidate without a name
	Interview  string // what a round without a title is called
	Assessment string // what an assessment without a title is called

	What, When, Was, HowLong, With, Who, Opening, Until, TimeLimit string // labels
	// what a link is for; About: of a live round's assessment
	Join, OpenPage, About, OpenAssessment, PickTime string
	ChangeTime, PickAnotherUntil                    string // with {until}
	PickAnother                                     string

	LinkFollows   map[Role]string
	LinkComing    string
	Leads, Nobody string // to who stands in: the interviewer, who is not named
	AlsoAsked     string // the others who stand in
	Help          map[Role]string
	HelpOff       map[Role]string // after a cancellation and before there is an interview
	Reason        map[Role]string // why this letter came
	ReasonInvited string          // why an invitation came
	NoEnd         string          // instead of {when} where an invitation has no end
	Summary       map[Role]string // of the event

	Since, ReadSince, Calendar, Provider, Failure, Reference string            // labels of a notice
	Providers                                                map[string]string // what they are called
	// what a broken calendar means for its owner
	OfferedUntil, NotOffered string
	BrokenTodo, RevokedTodo  string // and what can be done
	NoticeHelp, NoticeReason string

	Day       func(time.Time) string // Monday, 3 March 2031
	ShortDay  func(time.Time) string // Mon 3 Mar 2031
	Month     func(time.Time) string // Mar
	Weekday   func(time.Time) string // Mon
	Clock     func(time.Time) string // 10:00
	Length    func(time.Duration) string
	OpenEnded func(length string) string
	FromStart func(length string) string // of a time limit
	From      func(clock string) string  // of a start without an end
	Relative  func(days int, left time.Duration) string
	List      func([]string) string
}

// voice is what one kind of letter says to one role.
type voice struct {
	Subject   string
	Preheader string // what an inbox shows beside the subject
	Badge     string // one word above the heading
	Heading   string
	Lead      string
}

// fill puts values into a text's placeholders, in one pass: a value that looks like a placeholder stays what it is.
func fill(text string, values []string) string {
	return strings.NewReplacer(values...).Replace(text)
}
