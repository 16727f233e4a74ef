package phrases

// MemberLetters is what the letters of the hiring team's members say.
type MemberLetters struct {
	Voices map[string]map[string]Voice // by role and kind: of interviewers and of those who stand in for one

	// Cancellation of an invitation to an interview that still takes place.
	Replaced Voice // to an interviewer whom another one replaces
	Left     Voice // to one of a panel who is not in it any more
	Named    Voice // to a stand-in when an interviewer is named
	Released Voice // to an interviewer or a stand-in when others stand in instead
	Kept     Voice // to the interviewer whose connected calendar now has an entry that replaces the invitation

	Notices map[string]Voice // to admins; {owner} owns the calendar

	SignIn, SignInMany Voice // to a member: of one organization, of several; {host} is where they asked

	Added       Added       // to somebody who was made a member; {by} did it, {address} is theirs
	Replacement Replacement // to who may change interviewers; {by} asks
	News        News        // to who watches postings; {did} is what a candidate did

	CannotMakeIt CannotMakeIt // the link of who interviews, and its page

	Who           string            // label
	Step, StepOf  string            // label, and {step} of {steps}
	Leads, Nobody string            // label and value of the interviewer, in a letter to a stand-in
	AlsoAsked     string            // label of the other stand-ins
	RoomSummary   string            // title of an event in the calendar of a room
	YourSeat      string            // label of the recipient's seat in a panel
	Together      string            // label of everybody else in it
	LeadsIt       string            // the recipient's seat, of who leads
	Sits          string            // {name} with their {seat}
	Roles         map[string]string // names of roles of a seat, for a recipient
	SetLink       string            // labels the link to the page with one's own meeting link
	OpenOnTeam    string            // labels the link to the interview in the dashboard
	SeeCandidate  string            // labels the link to the candidate in the dashboard
	LinkToSet     string            // instead of LinkFollows, to an interviewer who can set their own
	HelpOnTeam    string            // instead of Help to an interviewer with a link to the dashboard
	To            map[string]ToRole

	Since, ReadSince, Calendar, Provider, Failure, Reference string            // labels of a notice
	Providers                                                map[string]string // display names
	OfferedUntil, NotOffered                                 string            // the effect on the calendar's owner
	BrokenTodo, RevokedTodo                                  string            // what the admin can do
	NoticeHelp, NoticeReason                                 string

	SignInTo                 string // label of a link, to {organization}
	SignInHelp, SignInReason string
}

// Added is what the letter to a new member says.
type Added struct {
	Voice
	LinkUntil     string            // the preheader of a letter whose link signs them in
	Somebody      string            // instead of {by} where that is not known
	Does          map[string]string // follows the lead: what somebody with the role does
	Address, Role string            // labels
	Reason        string

	ByMail, ByProvider, ByEither string // how they sign in
	ByLink, ByLinkOrProvider     string // the same of a letter whose link signs them in
	Later                        string // leads to the page to sign in, beside such a link
}

// CannotMakeIt is what the page says on which who interviews says that they cannot make it.
type CannotMakeIt struct {
	Link   string            // labels the link in the letter
	States map[string]Notice // by the state of the interview for them; {organization} is hiring

	Button, Keep     string
	WhyHint, WhyLong string
}

// News is what the letter says that tells what candidates did.
type News struct {
	One       Voice // of one change
	OfPosting Voice // of {count} changes in one posting
	Many      Voice // of {count} changes in {postings} postings

	Did      map[string]string // by the kind of the change
	DidOther string            // of every other kind
	SomeTime string            // instead of {when} where the start is not known
	More     string            // {count} others

	Button, Choose, Help, Reason string
}

// Replacement is what the letter says that asks for a replacement.
type Replacement struct {
	Voice
	Other                string // the lead where somebody else asks than who interviews
	Declined             string // the lead where they declined the event in their calendar
	Answered             string // the lead where they declined by a letter: its link, or a reply to its invitation
	Needed, NeededLine   string // the lead and the preheader where nobody asks, and somebody is needed all the same
	Why, Now             string // labels
	Seat                 string // the label where it is about somebody in the panel beside who leads it
	Also                 string // the label of others in whose place somebody is wanted
	Button, Help, Reason string
	Open                 string // the button where Seat is the label
}
