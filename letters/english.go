package letters

import (
	"time"

	"litmus/models"
)

// english is the catalogue of English texts.
var english = language{
	Code: "en",
	Voices: map[Role]map[Kind]voice{
		Candidate: {
			Confirmation: englishConfirmation,
			Briefing:     englishConfirmation,
			ChangedTime: {
				Subject:   "New time for your interview: {round} with {organization}, {when}",
				Preheader: "It now starts {when}.",
				Badge:     "New time",
				Heading:   "Your interview has a new time",
				Lead: "Your interview with {organization} has moved. Please note the new time and everything " +
					"else you need below.",
			},
			ChangedInterviewer: {
				Subject:   "New interviewer: {round} with {organization}, {when}",
				Preheader: "The time stays the same: {when}.",
				Badge:     "New interviewer",
				Heading:   "You will meet {interviewer}",
				Lead:      "{interviewer} will lead your interview with {organization}. The time stays the same.",
			},
			ChangedDetails: {
				Subject:   "Updated details: {round} with {organization}, {when}",
				Preheader: "The time stays the same: {when}.",
				Badge:     "Updated",
				Heading:   "Updated details for your interview",
				Lead: "The details of your interview with {organization} have changed. The time stays the same; " +
					"here is everything as it stands now.",
			},
			Reminder: {
				Subject:   "Your interview is {relative}: {round} with {organization}, {when}",
				Preheader: "{when}. Everything you need is inside.",
				Badge:     "Reminder",
				Heading:   "Your interview is {relative}",
				Lead: "We look forward to meeting you. Here is everything you need for your interview with " +
					"{organization}.",
			},
			Cancellation: {
				Subject:   "Interview canceled: {round} with {organization}, {when}",
				Preheader: "Your interview on {when} will not take place.",
				Badge:     "Canceled",
				Heading:   "Your interview is canceled",
				Lead:      "Your interview with {organization} will not take place. There is nothing you need to do.",
			},
			Invitation: {
				Subject:   "Your invitation: {round} with {organization}",
				Preheader: "Open until {when}. Everything you need is inside.",
				Badge:     "Invitation",
				Heading:   "{organization} invites you to an assessment",
				Lead: "You do it online, at a time that suits you. Open your assessment and read what it asks for; " +
					"nothing starts until you press start. When you are done, submit it on the same page.",
			},
			SchedulingInvitation: {
				Subject:   "Pick a time: {round} with {organization}",
				Preheader: "Open until {when}. It takes a minute.",
				Badge:     "Invitation",
				Heading:   "Pick a time for your interview",
				Lead: "{organization} would like to meet you. Choose the time that suits you best: the page shows " +
					"what is free, in your time zone. Once you have picked, a confirmation brings you everything " +
					"else you need.",
			},
		},
		Interviewer: {
			Confirmation: englishBriefing,
			Briefing:     englishBriefing,
			ChangedTime: {
				Subject:   "New time: interview with {candidate}, {round}, {when}",
				Preheader: "It now starts {when}.",
				Badge:     "New time",
				Heading:   "Your interview with {candidate} has a new time",
				Lead:      "Your interview with {candidate} has moved. Please note the new time below.",
			},
			ChangedInterviewer: {
				Subject:   "Interviewer changed: {candidate}, {round}, {when}",
				Preheader: "The time stays the same: {when}.",
				Badge:     "New interviewer",
				Heading:   "The interview with {candidate} has another interviewer",
				Lead:      "Somebody else will lead the interview with {candidate}. The time stays the same.",
			},
			ChangedDetails: {
				Subject:   "Updated details: interview with {candidate}, {round}, {when}",
				Preheader: "The time stays the same: {when}.",
				Badge:     "Updated",
				Heading:   "Updated details for your interview with {candidate}",
				Lead: "The details of the interview with {candidate} have changed. The time stays the same; " +
					"here is everything as it stands now.",
			},
			Reminder: {
				Subject:   "Interview {relative}: {candidate}, {round}, {when}",
				Preheader: "{when}. Everything you need is inside.",
				Badge:     "Reminder",
				Heading:   "You interview {candidate} {relative}",
				Lead:      "Here is everything you need for your interview with {candidate}.",
			},
			Cancellation: {
				Subject:   "Interview canceled: {candidate}, {round}, {when}",
				Preheader: "The interview on {when} will not take place.",
				Badge:     "Canceled",
				Heading:   "Your interview with {candidate} is canceled",
				Lead:      "The interview with {candidate} will not take place. There is nothing you need to do.",
			},
		},
		StandIn: {
			Confirmation: englishUnnamed,
			Briefing:     englishUnnamed,
			ChangedTime: {
				Subject:   "New time, nobody is named yet: interview with {candidate}, {round}, {when}",
				Preheader: "It now starts {when}. Please name an interviewer.",
				Badge:     "New time",
				Heading:   "The interview with {candidate} has a new time",
				Lead: "The interview with {candidate} has moved, and no interviewer is named yet. " +
					englishStandIn,
			},
			ChangedInterviewer: englishUnnamed,
			ChangedDetails: {
				Subject:   "Updated details, nobody is named yet: interview with {candidate}, {round}, {when}",
				Preheader: "The time stays the same: {when}. Please name an interviewer.",
				Badge:     "Updated",
				Heading:   "Updated details for the interview with {candidate}",
				Lead: "The details of the interview with {candidate} have changed, and no interviewer is named yet. " +
					"The time stays the same; here is everything as it stands now. " + englishStandIn,
			},
			Reminder: {
				Subject:   "Interview {relative}, nobody is named yet: {candidate}, {round}, {when}",
				Preheader: "{when}. Please name an interviewer.",
				Badge:     "Reminder",
				Heading:   "{candidate} is interviewed {relative}",
				Lead:      "No interviewer is named yet for the interview with {candidate}. " + englishStandIn,
			},
			Cancellation: {
				Subject:   "Interview canceled: {candidate}, {round}, {when}",
				Preheader: "The interview on {when} will not take place.",
				Badge:     "Canceled",
				Heading:   "The interview with {candidate} is canceled",
				Lead: "The interview with {candidate}, where you stood in for the interviewer, will not take " +
					"place. There is nothing you need to do.",
			},
		},
	},
	CanceledOpen: voice{
		Subject:   "Interview canceled: {round} with {organization}, {when}",
		Preheader: "Your interview on {when} will not take place. You can pick another time.",
		Badge:     "Canceled",
		Heading:   "Your interview is canceled",
		Lead: "Your interview with {organization} will not take place. Your invitation is still open, so you " +
			"can pick another time.",
	},
	Named: voice{
		Subject:   "{interviewer} interviews {candidate} now: {round}, {when}",
		Preheader: "You do not stand in any more. The time is yours again.",
		Badge:     "Handed over",
		Heading:   "{interviewer} interviews {candidate} now",
		Lead: "{interviewer} is named as the interviewer of {candidate}, so you do not stand in any more. There " +
			"is nothing you need to do, and the time is yours again.",
	},
	Released: voice{
		Subject:   "No longer yours: interview with {candidate}, {round}, {when}",
		Preheader: "Others see to it. The time is yours again.",
		Badge:     "Handed over",
		Heading:   "The interview with {candidate} is no longer yours",
		Lead: "The interview with {candidate} is in other hands now. There is nothing you need to do, and the " +
			"time is yours again.",
	},
	Kept: voice{
		Subject:   "In your own calendar: interview with {candidate}, {round}, {when}",
		Preheader: "You interview {candidate}. Only the invitation is withdrawn.",
		Badge:     "Calendar",
		Heading:   "You interview {candidate}",
		Lead: "The interview stands, and it is yours. Only the invitation that you have is withdrawn, since " +
			"your connected calendar holds an entry of its own.",
	},
	Replaced: voice{
		Subject:   "No longer yours: interview with {candidate}, {round}, {when}",
		Preheader: "Somebody else takes over. The time is yours again.",
		Badge:     "Handed over",
		Heading:   "Somebody else takes your interview with {candidate}",
		Lead: "Somebody else will lead the interview with {candidate}. There is nothing you need to do, and the " +
			"time is yours again.",
	},

	Notices: map[Kind]voice{
		CalendarBroken: {
			Subject:   "The calendar of {owner} cannot be read",
			Preheader: "Since {when}. What it means, and what to do.",
			Badge:     "Calendar",
			Heading:   "The calendar of {owner} cannot be read",
			Lead: "{organization} looks into this calendar to offer candidates only times at which {owner} is free. " +
				"We have not been able to read it since the time below. We keep trying, and write once more when it " +
				"works again.",
		},
		CalendarHealed: {
			Subject:   "The calendar of {owner} can be read again",
			Preheader: "Since {when}. There is nothing to do.",
			Badge:     "Calendar",
			Heading:   "The calendar of {owner} can be read again",
			Lead: "All is well: candidates are offered the times at which {owner} is free. There is nothing you " +
				"need to do.",
		},
	},
	Since: "Since", ReadSince: "Works since", Calendar: "Calendar of", Provider: "Provider", Failure: "Error",
	Reference: "Id",
	Providers: map[string]string{"caldav": "CalDAV", "ics": "Published calendar (ICS)", "google": "Google Calendar",
		"microsoft": "Microsoft 365"},
	OfferedUntil: "Until {until} the busy times that were read last are used. After that {owner} is not offered to " +
		"candidates until the calendar can be read again.",
	NotOffered: "No busy times are known, so {owner} is not offered to candidates until the calendar can be read.",
	BrokenTodo: "Please see whether the calendar's server works and whether its address is still right.",
	RevokedTodo: "We cannot log in to it: the credentials were changed, taken back, or cannot be opened here. " +
		"Please connect the calendar anew.",
	NoticeHelp: "The command litmus calendars list shows every calendar with its last error in the provider's " +
		"words, and when it is tried next.",
	NoticeReason: "You receive this email because you are an admin of {organization}.",

	SignIn: voice{
		Subject:   "Your link to sign in to {organization}",
		Preheader: "It works once, for 15 minutes.",
		Badge:     "Sign in",
		Heading:   "Sign in to {organization}",
		Lead: "Here is the link to sign in to the dashboard that you asked for. It works once, and only until the " +
			"time below; as soon as you sign in, the links of earlier letters stop working.",
	},
	SignInMany: voice{
		Subject:   "Your links to sign in",
		Preheader: "Each works once, for 15 minutes.",
		Badge:     "Sign in",
		Heading:   "Where do you want to sign in?",
		Lead: "You are a member of several organizations: here is a link to sign in to the dashboard of each. They " +
			"work once, and only until the time below; as soon as you sign in to one of them, earlier links to it " +
			"stop working.",
	},
	SignInTo: "Sign in to {organization}",
	SignInHelp: "If you did not ask for this, you need not do anything: without this email nobody can sign in as " +
		"you. Do not pass it on.",
	SignInReason: "You receive this email because somebody entered your address to sign in at {host}.",

	Added: added{
		voice: voice{
			Subject:   "{by} added you to the hiring team of {organization}",
			Preheader: "What you do there, and how to sign in.",
			Badge:     "Welcome",
			Heading:   "You are on the hiring team of {organization}",
			Lead:      "{by} added you to Litmus, where {organization} schedules its interviews.",
		},
		Somebody: "A colleague",
		Does: map[models.MemberRole]string{
			models.Admin: "You are an admin: you manage everything there, members, settings and API keys included.",
			models.Recruiter: "You are a recruiter: you look after postings, invite candidates, book interviews and " +
				"decide on candidates.",
			models.Interviewer: "You are an interviewer: say there when you are free, or connect your calendar, and " +
				"find your interviews.",
		},
		Address: "Sign in as", Role: "Role",
		ByMail: "There is no password to choose. Enter {address} on that page, and a link that signs you in comes by " +
			"email.",
		ByEither: "There is no password to choose. Enter {address} on that page, and a link that signs you in comes " +
			"by email; or sign in there with {provider}, by the account that has this address.",
		ByLink: "There is no password to choose. This link signs you in, once, until the time above. Do not pass " +
			"this email on: whoever has the link signs in as you. Later, enter {address} on the page to sign in, and " +
			"a new link comes by email.",
		ByLinkOrProvider: "There is no password to choose. This link signs you in, once, until the time above. Do " +
			"not pass this email on: whoever has the link signs in as you. Later, enter {address} on the page to " +
			"sign in, and a new link comes by email; or sign in there with {provider}, by the account that has this " +
			"address.",
		Later: "Page to sign in later",
		ByProvider: "There is no password to choose here. Sign in on that page with {provider}, by the account that " +
			"has the address {address}.",
		Reason: "You receive this email because {by} made you a member of {organization} at {host}.",
	},

	Replacement: replacementWords{
		voice: voice{
			Subject:   "Replacement wanted: {round} with {candidate}, {when}",
			Preheader: "{by} asks for somebody else to interview.",
			Badge:     "Replacement wanted",
			Heading:   "Somebody else should interview {candidate}",
			Lead: "{by} cannot interview, and asks for a replacement. The interview stays as it is until somebody " +
				"changes its interviewer; the page shows who is free then.",
		},
		Other: "{by} asks for a replacement for {interviewer}. The interview stays as it is until somebody changes " +
			"its interviewer; the page shows who is free then.",
		Why: "Reason", Now: "Led by", Button: "Change the interviewer",
		Help:   "If it cannot be changed, talk to {interviewer}, or move or cancel the interview on its page.",
		Reason: "You receive this email because you may change interviewers of {organization}.",
	},

	News: newsWords{
		One: voice{
			Subject:   "{did} for {posting}",
			Preheader: "{did} for {posting}.",
			Badge:     "News",
			Heading:   "{did}",
			Lead:      "This happened in a posting that you watch.",
		},
		OfPosting: voice{
			Subject:   "{count} changes by candidates for {posting}",
			Preheader: "{did}, and more.",
			Badge:     "News",
			Heading:   "{count} changes by candidates",
			Lead:      "This happened in a posting that you watch.",
		},
		Many: voice{
			Subject:   "{count} changes by candidates in {postings} postings",
			Preheader: "{did} for {posting}, and more.",
			Badge:     "News",
			Heading:   "{count} changes by candidates",
			Lead:      "This happened in postings that you watch.",
		},
		Did: map[string]string{
			"booked":    "{candidate} picked {when}",
			"replaced":  "{candidate} picked {when} anew",
			"moved":     "{candidate} moved to {when}",
			"canceled":  "{candidate} canceled",
			"submitted": "{candidate} handed in",

			"times_proposed": "{candidate} proposed other times",
		},
		SomeTime: "a time",
		More:     "And {count} more, which the page shows.",
		Button:   "See what is new",
		Choose:   "Choose how you are told",
		Help: "You can be told at once, once a day or not at all, of the postings that you recruit for and of those that " +
			"you follow.",
		Reason: "You receive this email because you watch postings of {organization}.",
	},

	Greeting:   "Hi {name},",
	Hello:      "Hello,",
	Interview:  "Interview",
	Assessment: "Assessment",

	What: "What", When: "When", Was: "Was", HowLong: "How long", With: "With", Leads: "Led by",
	Nobody: "Nobody is named yet", AlsoAsked: "Also asked", Who: "Candidate", Opening: "Position", Until: "Open until",
	TimeLimit: "Time limit", Why: "Reason",
	Join: "Join the interview", OpenPage: "Open your interview page", About: "About this interview",
	SetLink:        "Set your meeting link",
	OpenOnTeam:     "Open the interview in the dashboard",
	OpenAssessment: "Open your assessment", PickTime: "Pick a time",
	ChangeTime: "Change the time, until {until}", PickAnother: "Pick another time",
	PickAnotherUntil: "Pick another time, until {until}",
	Prepare:          "How to prepare", PrepareOnPage: "Your interview page has notes on how to prepare.",

	AddTo: "Add to your calendar", File: "File",

	LinkFollows: map[Role]string{
		Candidate: "There is no link to join yet. Once there is one, another email brings it, and your interview " +
			"page has the button. If none has reached you the day before, just reply to this email.",
		Interviewer: "There is no meeting link. Please agree on one with the hiring team and the candidate.",
		StandIn:     "There is no meeting link yet. Whoever interviews, please agree on one with the candidate.",
	},
	LinkToSet: "There is no way to join yet. Set your meeting link in the dashboard: the interview gets it, and " +
		"another email tells everybody.",
	LinkMissing: "There is no link to join. Please reply to this email, so that the hiring team can send you one.",
	LinkComing:  "The link to join is being made. It follows in another email.",
	Help: map[Role]string{
		Candidate: "Questions, or does the time no longer suit you? Just reply to this email and {organization} " +
			"will help.",
		Interviewer: "Something wrong, or you cannot make it? Reply to this email to reach the hiring team.",
		StandIn:     "Something wrong, or nobody can make it? Reply to this email to reach the hiring team.",
	},
	HelpOnTeam: "Something wrong, or you cannot make it? Ask for a replacement in the dashboard, or reply to " +
		"this email to reach the hiring team.",
	HelpOff: map[Role]string{
		Candidate:   "Questions? Just reply to this email and {organization} will help.",
		Interviewer: "Questions? Reply to this email to reach the hiring team.",
		StandIn:     "Questions? Reply to this email to reach the hiring team.",
	},
	Reason: map[Role]string{
		Candidate:   "You receive this email because of your interview with {organization}.",
		Interviewer: "You receive this email because you interview for {organization}.",
		StandIn:     "You receive this email because you are a contact of {organization} for interviews.",
	},
	ReasonInvited: "You receive this email because {organization} invited you.",
	NoEnd:         "you are done",
	Summary: map[Role]string{
		Candidate:   "{round} with {organization}",
		Interviewer: "{round} with {candidate}",
		StandIn:     "{round} with {candidate}",
	},

	Day:       func(t time.Time) string { return t.Format("Monday, 2 January 2006") },
	ShortDay:  func(t time.Time) string { return t.Format("Mon 2 Jan 2006") },
	Month:     func(t time.Time) string { return t.Format("Jan") },
	Weekday:   func(t time.Time) string { return t.Format("Mon") },
	Clock:     func(t time.Time) string { return t.Format("15:04") },
	Length:    EnglishLength,
	OpenEnded: func(length string) string { return "about " + length + ", open-ended" },
	FromStart: func(length string) string { return length + " from when you start" },
	From:      func(clock string) string { return "from " + clock },
	Relative:  englishRelative,
	List:      englishList,
}

var englishConfirmation = voice{
	Subject:   "Interview confirmed: {round} with {organization}, {when}",
	Preheader: "We look forward to meeting you. Everything you need is inside.",
	Badge:     "Confirmed",
	Heading:   "Your interview is confirmed",
	Lead: "Your interview with {organization} is booked, and we look forward to meeting you. Here is everything " +
		"you need.",
}

var englishBriefing = voice{
	Subject:   "Interview with {candidate}: {round}, {when}",
	Preheader: "Whom you will meet, when, and where.",
	Badge:     "Briefing",
	Heading:   "You interview {candidate}",
	Lead:      "An interview with {candidate} is booked with you. Here is everything you need.",
}

// englishUnnamed is the briefing while no interviewer is named. Only those who stand in are asked to name one: the
// candidate's letter names nobody.
var englishUnnamed = voice{
	Subject:   "Nobody is named yet: interview with {candidate}, {round}, {when}",
	Preheader: "Please name an interviewer, or hold it yourself.",
	Badge:     "Nobody named",
	Heading:   "Who interviews {candidate}?",
	Lead: "An interview with {candidate} is booked for the time below, and no interviewer is named yet. " +
		englishStandIn,
}

const englishStandIn = "You get this because you stand in for the interviewer: please name one, or hold the " +
	"interview yourself."
