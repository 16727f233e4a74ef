package phrases

// Members is what the letters of the hiring team's members say beside the words of [English]. Their placeholders are
// also {candidate}, {posting}, and {by} for who did or asks something.
var Members = MemberLetters{
	Voices: map[string]map[string]Voice{
		"interviewer": {
			"confirmation": briefing,
			"briefing":     briefing,
			"changed_time": {
				Subject:   "New time: interview with {candidate}, {round}, {when}",
				Preheader: "The new time: {span}.",
				Badge:     "New time",
				Heading:   "Your interview with {candidate} has a new time",
				Lead:      "Your interview with {candidate} has moved. Please note the new time below.",
			},
			"changed_interviewer": {
				Subject:   "Interviewer changed: {candidate}, {round}, {when}",
				Preheader: "The time stays the same: {span}.",
				Badge:     "New interviewer",
				Heading:   "The interview with {candidate} has another interviewer",
				Lead:      "Somebody else will lead the interview with {candidate}. The time stays the same.",
			},
			"changed_details": {
				Subject:   "Updated details: interview with {candidate}, {round}, {when}",
				Preheader: "The time stays the same: {span}.",
				Badge:     "Updated",
				Heading:   "Updated details for your interview with {candidate}",
				Lead: "The details of the interview with {candidate} have changed. The time stays the same; " +
					"here is everything as it stands now.",
			},
			"reminder": {
				Subject:   "Interview {relative}: {candidate}, {round}, {when}",
				Preheader: "{span}. Everything you need is inside.",
				Badge:     "Reminder",
				Heading:   "You interview {candidate} {relative}",
				Lead:      "Here is everything you need for your interview with {candidate}.",
			},
			"cancellation": {
				Subject:   "Interview canceled: {candidate}, {round}, {when}",
				Preheader: "It was to be on {span}.",
				Badge:     "Canceled",
				Heading:   "Your interview with {candidate} is canceled",
				Lead:      "The interview with {candidate} will not take place. There is nothing you need to do.",
			},
		},
		"stand_in": {
			"confirmation": unnamed,
			"briefing":     unnamed,
			"changed_time": {
				Subject:   "New time, nobody is named yet: interview with {candidate}, {round}, {when}",
				Preheader: "The new time: {span}. Please name an interviewer.",
				Badge:     "New time",
				Heading:   "The interview with {candidate} has a new time",
				Lead: "The interview with {candidate} has moved, and no interviewer is named yet. " +
					asksStandIn,
			},
			"changed_interviewer": unnamed,
			"changed_details": {
				Subject:   "Updated details, nobody is named yet: interview with {candidate}, {round}, {when}",
				Preheader: "The time stays the same: {span}. Please name an interviewer.",
				Badge:     "Updated",
				Heading:   "Updated details for the interview with {candidate}",
				Lead: "The details of the interview with {candidate} have changed, and no interviewer is named yet. " +
					"The time stays the same; here is everything as it stands now. " + asksStandIn,
			},
			"reminder": {
				Subject:   "Interview {relative}, nobody is named yet: {candidate}, {round}, {when}",
				Preheader: "{span}. Please name an interviewer.",
				Badge:     "Reminder",
				Heading:   "{candidate} is interviewed {relative}",
				Lead:      "No interviewer is named yet for the interview with {candidate}. " + asksStandIn,
			},
			"cancellation": {
				Subject:   "Interview canceled: {candidate}, {round}, {when}",
				Preheader: "It was to be on {span}.",
				Badge:     "Canceled",
				Heading:   "The interview with {candidate} is canceled",
				Lead: "The interview with {candidate}, where you stood in for the interviewer, will not take " +
					"place. There is nothing you need to do.",
			},
		},
	},
	Named: Voice{
		Subject:   "{interviewer} interviews {candidate} now: {round}, {when}",
		Preheader: "{span}. You do not stand in any more. The time is yours again.",
		Badge:     "Handed over",
		Heading:   "{interviewer} interviews {candidate} now",
		Lead: "{interviewer} is named as the interviewer of {candidate}, so you do not stand in any more. There " +
			"is nothing you need to do, and the time is yours again.",
	},
	Released: Voice{
		Subject:   "No longer yours: interview with {candidate}, {round}, {when}",
		Preheader: "{span}. Others see to it. The time is yours again.",
		Badge:     "Handed over",
		Heading:   "The interview with {candidate} is no longer yours",
		Lead: "The interview with {candidate} is in other hands now. There is nothing you need to do, and the " +
			"time is yours again.",
	},
	Kept: Voice{
		Subject:   "In your own calendar: interview with {candidate}, {round}, {when}",
		Preheader: "{span}. You interview {candidate}; only the invitation is withdrawn.",
		Badge:     "Calendar",
		Heading:   "You interview {candidate}",
		Lead: "The interview stands, and it is yours. Only the invitation that you have is withdrawn, since " +
			"your connected calendar holds an entry of its own.",
	},
	Replaced: Voice{
		Subject:   "No longer yours: interview with {candidate}, {round}, {when}",
		Preheader: "{span}. Somebody else takes over. The time is yours again.",
		Badge:     "Handed over",
		Heading:   "Somebody else takes your interview with {candidate}",
		Lead: "Somebody else will lead the interview with {candidate}. There is nothing you need to do, and the " +
			"time is yours again.",
	},

	Left: Voice{
		Subject:   "No longer yours: interview with {candidate}, {round}, {when}",
		Preheader: "{span}. It takes place without you. The time is yours again.",
		Badge:     "Handed over",
		Heading:   "You are not in the interview with {candidate} any more",
		Lead: "The interview with {candidate} takes place without you. There is nothing you need to do, and the time " +
			"is yours again.",
	},

	Notices: map[string]Voice{
		"calendar_broken": {
			Subject:   "The calendar of {owner} cannot be read",
			Preheader: "Since {span}. What it means, and what to do.",
			Badge:     "Calendar",
			Heading:   "The calendar of {owner} cannot be read",
			Lead: "{organization} looks into this calendar to offer candidates only times at which {owner} is free. " +
				"We have not been able to read it since the time below. We keep trying, and write once more when it " +
				"works again.",
		},
		"calendar_healed": {
			Subject:   "The calendar of {owner} can be read again",
			Preheader: "Since {span}. There is nothing to do.",
			Badge:     "Calendar",
			Heading:   "The calendar of {owner} can be read again",
			Lead: "All is well: candidates are offered the times at which {owner} is free. There is nothing you " +
				"need to do.",
		},
	},
	Since: "Since", ReadSince: "Works since", Calendar: "Calendar of", Provider: "Provider", Failure: "Error",
	Reference: "ID",
	Providers: map[string]string{"caldav": "CalDAV", "ics": "Published calendar (ICS)", "google": "Google Calendar",
		"microsoft": "Microsoft 365"},
	OfferedUntil: "Until {until} the busy times that were read last are used. After that {owner} is not offered to " +
		"candidates until the calendar can be read again.",
	NotOffered: "No busy times are known, so {owner} is not offered to candidates until the calendar can be read.",
	BrokenTodo: "Please see whether the calendar's server works and whether its address is still right.",
	RevokedTodo: "We cannot log in to it: the credentials were changed, taken back, or cannot be opened here. " +
		"Please connect the calendar anew.",
	NoticeHelp: "The command “litmus calendars list” shows every calendar with its last error in the provider's " +
		"words, and when it is tried next.",
	NoticeReason: "You receive this email because you are an admin of {organization}.",

	SignIn: Voice{
		Subject:   "Your link to sign in to {organization}",
		Preheader: "It works once, until {span}.",
		Badge:     "Sign in",
		Heading:   "Sign in to {organization}",
		Lead: "Here is the link to sign in to the dashboard that you asked for. It works once, and only until the " +
			"time below; as soon as you sign in, the links of earlier letters stop working.",
	},
	SignInMany: Voice{
		Subject:   "Your links to sign in",
		Preheader: "Each works once, until {span}.",
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

	Added: Added{
		Voice: Voice{
			Subject:   "{by} added you to the hiring team of {organization}",
			Preheader: "What you do there, and how to sign in.",
			Badge:     "Welcome",
			Heading:   "You are on the hiring team of {organization}",
			Lead:      "{by} added you to Litmus, where {organization} schedules its interviews.",
		},
		LinkUntil: "The link signs you in, once, until {span}.",
		Somebody:  "A colleague",
		Does: map[string]string{
			"admin": "You are an admin: you manage everything there, members, settings and API keys included.",
			"recruiter": "You are a recruiter: you look after postings, invite candidates, book interviews and " +
				"decide on candidates.",
			"interviewer": "You are an interviewer: say there when you are free, or connect your calendar, and " +
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

	Replacement: Replacement{
		Voice: Voice{
			Subject:   "Replacement wanted: {round} with {candidate}, {when}",
			Preheader: "{span}. {by} asks for somebody else to interview.",
			Badge:     "Replacement wanted",
			Heading:   "Somebody else should interview {candidate}",
			Lead: "{by} cannot interview, and asks for a replacement. The interview stays as it is until somebody " +
				"changes its interviewer; the page shows who is free then.",
		},
		Other: "{by} asks for a replacement for {interviewer}. The interview stays as it is until somebody changes " +
			"its interviewer; the page shows who is free then.",
		Declined: "{by} declined the interview in their calendar. It stays as it is until somebody changes its " +
			"interviewer; the page shows who is free then.",
		Answered: "{by} says that they cannot make it. The interview stays as it is until somebody changes its " +
			"interviewer; the page shows who is free then.",
		NeededLine: "{span}. {interviewer} {needs}.",
		Needed: "{interviewer} {needs}. The interview stays as it is until somebody changes its interviewer; the " +
			"page shows who is free then.",
		Why: "Reason", Now: "Led by", Seat: "Their seat", Also: "Also asked for", Button: "Change the interviewer",
		Open:   "Open the interview",
		Help:   "If it cannot be changed, talk to {interviewer}, or move or cancel the interview on its page.",
		Reason: "You receive this email because you may change interviewers of {organization}.",
	},

	CannotMakeIt: CannotMakeIt{
		Link: "I can't make it",
		States: map[string]Notice{
			"open": {Heading: "Can you not make it?", Lead: "The hiring team of {organization} is told, and looks " +
				"for somebody else. The interview stays with you until they have found one."},
			"said": {Heading: "The hiring team knows", Lead: "You said that you cannot make it. The interview stays " +
				"with you until somebody else takes it; an email tells you then."},
			"replaced": {Heading: "You are not in this interview any more", Lead: "Somebody of {organization} " +
				"changed who interviews. There is nothing left for you to do."},
			"moved": {Heading: "The interview was moved", Lead: "This link is about the time before. The latest " +
				"email about the interview has the present time, and a link of its own."},
			"canceled": {Heading: "The interview was canceled", Lead: "It does not take place. There is nothing left " +
				"for you to do."},
			"begun": {Heading: "It is too late for that", Lead: "The interview has begun or is over. Tell the hiring " +
				"team of {organization} yourself."},
		},
		Button: "I can't make it", Keep: "Open the interview in the dashboard",
		WhyHint: "For the hiring team alone, at most 500 characters.",
		WhyLong: "The reason has more than 500 characters. Nothing was said yet. Shorten it, and send it again.",
	},

	News: News{
		One: Voice{
			Subject:   "{did} for {posting}",
			Preheader: "{did} for {posting}.",
			Badge:     "News",
			Heading:   "{did}",
			Lead:      "This happened in a posting that you watch.",
		},
		OfPosting: Voice{
			Subject:   "{count} changes by candidates for {posting}",
			Preheader: "{did}, and more.",
			Badge:     "News",
			Heading:   "{count} changes by candidates",
			Lead:      "This happened in a posting that you watch.",
		},
		Many: Voice{
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
		DidOther: "Something is new with {candidate}",
		SomeTime: "a time",
		More:     "And {count} more, which the page shows.",
		Button:   "See what is new",
		Choose:   "Choose how you are told",
		Help: "You can be told at once, once a day or not at all, of the postings that you recruit for and of those that " +
			"you follow.",
		Reason: "You receive this email because you watch postings of {organization}.",
	},

	RoomSummary: "Interview: {round}",
	Who:         "Candidate", Leads: "Led by", Nobody: "Nobody is named yet", AlsoAsked: "Also asked",
	YourSeat: "Your seat", Together: "Together with", LeadsIt: "leads the interview", Sits: "{name} ({seat})",
	Roles: map[string]string{"interviewer": "interviewer", "shadow": "in training, sits in",
		"reverse_shadow": "in training, leads this time", "observer": "observer"},
	Step: "Step", StepOf: "{step} of {steps} in the pipeline",
	SetLink:      "Set your meeting link",
	OpenOnTeam:   "Open the interview in the dashboard",
	SeeCandidate: "See what the candidate handed in, and your earlier interviews and notes",
	LinkToSet: "There is no way to join yet. Set your meeting link in the dashboard: the interview gets it, and " +
		"another email tells everybody.",
	HelpOnTeam: "Something wrong, or you cannot make it? Ask for a replacement in the dashboard, or reply to " +
		"this email to reach the hiring team.",
	To: map[string]ToRole{
		"interviewer": {
			LinkFollows: "There is no meeting link. Please agree on one with the hiring team and the candidate.",
			Help:        "Something wrong, or you cannot make it? Reply to this email to reach the hiring team.",
			HelpOff:     "Questions? Reply to this email to reach the hiring team.",
			Reason:      "You receive this email because you interview for {organization}.",
			Summary:     "{round} with {candidate}",
		},
		"stand_in": {
			LinkFollows: "There is no meeting link yet. Whoever interviews, please agree on one with the candidate.",
			Help:        "Something wrong, or nobody can make it? Reply to this email to reach the hiring team.",
			HelpOff:     "Questions? Reply to this email to reach the hiring team.",
			Reason:      "You receive this email because you are a contact of {organization} for interviews.",
			Summary:     "{round} with {candidate}",
		},
	},
}

var briefing = Voice{
	Subject:   "Interview with {candidate}: {round}, {when}",
	Preheader: "{span}. Whom you will meet, and where.",
	Badge:     "Briefing",
	Heading:   "You interview {candidate}",
	Lead:      "An interview with {candidate} is booked with you. Here is everything you need.",
}

// unnamed is the briefing while no interviewer is named. Only those who stand in are asked to name one: the
// candidate's letter names nobody.
var unnamed = Voice{
	Subject:   "Nobody is named yet: interview with {candidate}, {round}, {when}",
	Preheader: "{span}. Please name an interviewer, or hold it yourself.",
	Badge:     "Nobody named",
	Heading:   "Who interviews {candidate}?",
	Lead: "An interview with {candidate} is booked for the time below, and no interviewer is named yet. " +
		asksStandIn,
}

const asksStandIn = "You get this because you stand in for the interviewer: please name one, or hold the " +
	"interview yourself."
