package phrases

// English has the texts that other languages translate.
var English = Language{
	Code: "en",
	Name: "English",

	Dates: Dates{
		Weekdays:      [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		ShortWeekdays: [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
		Months: [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September",
			"October", "November", "December"},
		ShortMonths: [12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
		Day:         "{weekday}, {day} {month} {year}",
		ShortDay:    "{wd} {day} {mon} {year}",
		Moment:      "{day} {clock}",
		AM:          "am",
		PM:          "pm",
		From:        "from {clock}",
		ZoneOf:      "{city} time",
	},

	Shared: Shared{
		When:      "When",
		HowLong:   "How long",
		Where:     "Where",
		With:      "With",
		Round:     "Interview",
		Exercise:  "Assessment",
		Position:  "Position",
		OpenUntil: "Open until",
		TimeLimit: "Time limit",

		Join:     "Join the interview",
		OpenPage: "Open your interview page",
		PickTime: "Pick a time",

		OpenEnded:  "about {length}, open-ended",
		AfterStart: "{length} from when you start",
		Days:       Plural{One: "{count} day", Other: "{count} days"},
		Hours:      Plural{One: "{count} hour", Other: "{count} hours"},
		Minutes:    Plural{One: "{count} minute", Other: "{count} minutes"},
		InDays:     Plural{One: "in {count} day", Other: "in {count} days"},
		InHours:    Plural{One: "in {count} hour", Other: "in {count} hours"},
		InMinutes:  Plural{One: "in {count} minute", Other: "in {count} minutes"},
		InSeconds:  Plural{One: "in {count} second", Other: "in {count} seconds"},
		Moves:      Plural{One: "once more", Other: "{count} more times"},
		Now:        "now",
		Today:      "today",
		Tomorrow:   "tomorrow",
		And:        "and",
	},

	Pages: Pages{
		Unknown: Notice{"This link does not work",
			"Open the link from your newest email from the hiring team once more: parts of a link get lost when it " +
				"is copied. If it still does not work, reply to that email to ask for help."},
		Stale: Notice{"This link is out of date",
			"Your interview changed after this link was sent. The newest email from the hiring team has the link " +
				"that works."},
		Revoked: Notice{"This link was withdrawn",
			"The hiring team made it invalid. Use the link of the newest email from them, or reply to that email to " +
				"ask for another one."},
		Paused: Notice{"This page is not available at the moment",
			"Nothing was lost. Please try again later, or reply to the newest email from the hiring team to ask for " +
				"help."},
		Canceled: Notice{"This interview was canceled",
			"There is nothing left for you to do. Reply to the newest email from the hiring team if you have a " +
				"question."},
		Broken: Notice{"Something went wrong",
			"The page could not be shown. Nothing was lost; please try again in a minute."},
		CrossSite: Notice{"This request came from another site", "For your safety nothing was changed. Open the link " +
			"from your email and try again there."},
		TooMany: Notice{"Too many requests", "There were very many requests in a short time. Please wait a few " +
			"seconds and load the page again; nothing was lost."},
		TooLarge: Notice{"That is too long", "What you sent is larger than this page can take, so nothing was saved. " +
			"Go back: your browser may still have what you wrote. Then shorten it, or put the longer part behind a " +
			"link."},
		BadMethod: Notice{"This page cannot be used that way",
			"Open the link from your newest email from the hiring team."},
		Busy: Notice{"Many large forms at once", "Yours could not be read, and nothing of it was saved. Go back: " +
			"what you typed is still there. Please send it again in a minute."},
		Unreadable: Notice{"The form could not be read", "Nothing was changed. Please go back and try again."},

		BrokenTyped: Notice{"Something went wrong", "What you typed may not have been saved. It is below, so that " +
			"you can copy it; please try again in a minute."},
		CrossSiteTyped: Notice{"This request came from another site", "For your safety nothing was saved. What was " +
			"sent is below, so that you can copy it. Open the link from your email and try again there."},
		RevokedTyped: Notice{"This link was withdrawn", "The hiring team made it invalid, so what you typed was not " +
			"saved. It is below, so that you can copy it; use the link of the newest email from them, or reply to " +
			"that email to ask for another one."},
		PausedTyped: Notice{"This page is not available at the moment", "So what you typed was not saved. It is " +
			"below, so that you can copy it; please try again later."},
		TooManyTyped: Notice{"Too many requests", "There were very many requests in a short time, so what you typed " +
			"was not saved. It is below, so that you can copy it; please wait a few seconds and try again."},
		TooLargeTyped: Notice{"That is too long", "What you sent is larger than this page can take, so nothing was " +
			"saved. As much of it as could be read is below, so that you can copy it. Shorten it, or put the longer " +
			"part behind a link."},
		UnreadableTyped: Notice{"The form could not be read", "Nothing was saved. As much of it as could be read is " +
			"below, so that you can copy it. Please go back and try again."},

		PickExpired: Notice{"This invitation has expired", "The time to pick an interview is over. Reply to the " +
			"email with the invitation if you are still interested: the hiring team will tell you what is possible."},
		PickOver: Notice{"There is nothing left to schedule", "This step is behind you. Reply to the newest email " +
			"from the hiring team if you expected something else."},
		Elsewhere: Notice{"Your interview takes place another way", "The hiring team gives you a link of its own for " +
			"this interview, so there is no time to pick here. Reply to the newest email from them if you do not " +
			"have it."},
		Expired: Notice{"This invitation has expired", "The time to start is over. Reply to the email with the " +
			"invitation if you are still interested: the hiring team will tell you what is possible."},
		Closed: Notice{"This assessment is closed", "It is not open to you any more. Reply to the newest email from " +
			"the hiring team if you have a question."},
		DeadLink: Notice{"This link cannot be used",
			"Links to an interview work once, in one browser, and only for a limited time. If you have started the " +
				"session already, go back to the browser you started it in. Otherwise ask the person who sent you " +
				"the link for a fresh one."},

		ErrorPrefix: "Please check: ",
		WriteTo:     [2]string{"Questions? Write to ", "."},
		Foot:        "You reached this page by a personal link. Please do not pass it on.",

		StartedAt:  "Started",
		LimitEnds:  "Time limit ends",
		HandedInAt: "Handed in",

		LanguageLabel:   "Language",
		HoursLabel:      "Clock",
		TwelveHours:     "12-hour clock",
		TwentyFourHours: "24-hour clock",

		ZoneLabel:   "Time zone",
		ZoneButton:  "Show times in this zone",
		ZoneNote:    "Times are shown in {zone}.",
		ZoneHint:    "City or country",
		ZoneNone:    "No time zone has that name. Choose one of the list.",
		ZonesNear:   "Suggested",
		ZoneUnknown: "We do not know the time zone you asked for, so times are shown in {zone}.",
		TimesIn:     "Times in {place}",
		Starts:      [2]string{"It starts ", "."},
		Ends:        [2]string{"It ends ", "."},

		Interview: Notice{"Your interview with {organization}", "This page shows the time of your interview and " +
			"how to join it. If something changes, the newest email from the hiring team has the link " +
			"that works."},
		Expected: Notice{"Your interview with {organization}", "This page shows the time of your interview and " +
			"how to join it."},
		InterviewOver: Notice{"Your interview with {organization} is over", "Thank you for your time. The hiring " +
			"team will be in touch."},
		Booked: Notice{"Your interview is booked", "{organization} is looking forward to meeting you. The details " +
			"are on their way to you by email as well."},
		Moved: Notice{"Your interview has a new time", "{organization} is looking forward to meeting you. The " +
			"details as they are now are on their way to you by email as well."},
		LinkFollows: "There is no link to join yet. Once there is one, an email brings it, and this page has the " +
			"button. If none has reached you the day before, reply to the newest email from the hiring team.",
		LinkMissing: "There is no link to join. Please reply to the newest email from the hiring team, so that they " +
			"can send you one.",
		Calendar:     "Add to your calendar",
		Change:       "Change the time",
		Running:      "Your interview has begun. Join whenever you are ready.",
		HowToPrepare: "How to prepare",
		NoInterview: "No interview is booked for you at the moment. Reply to the newest email from the hiring team " +
			"if you expected one.",
		MayMove: "If this time no longer suits you, you can move your interview {left}, until {time}.",
		MovedOften: "You have moved this interview as often as it can be moved here. If the time does not suit you, " +
			"reply to the newest email from the hiring team.",
		MovedLate: "The start is too near to move the interview here. If something has come up, reply to the newest " +
			"email from the hiring team.",
		MovedByOthers: "If this time does not suit you, reply to the newest email from the hiring team, and they " +
			"will find another one with you.",

		Plans:        "If your plans change",
		MoveByLetter: "The link for it is in the newest email from the hiring team, since others may know this page.",

		Canceling: Canceling{
			Ask: Notice{"Cancel your interview?", "When you confirm, everybody who takes part is told at once by the " +
				"calendar invitation, and the time is free for others. This cannot be taken back."},
			Done: Notice{"Your interview is canceled", "Everybody who takes part is told by the calendar invitation, and " +
				"so are you."},
			Refused: "This interview cannot be canceled here",
			Fixed: "The hiring team of {organization} cancels it for you: reply to the newest email from them, and say " +
				"that you cannot come.",
			TooLate: "The start is too near. If you cannot come, please reply to the newest email from the hiring team " +
				"as soon as you can.",
			Over:         "It has begun or is over.",
			ThenPick:     "Your invitation stays open, so you can pick another time, until {time}.",
			ThenPickOpen: "Your invitation stays open, so you can pick another time.",
			ThenTeam: "Whether there is another time for you is for {organization} to say: reply to the newest email from " +
				"the hiring team if you would like one.",
			ByLetter: "The email about the cancellation has the link to pick it.",
			Until:    "You can cancel this interview here until {time}.",
			Open:     "Cancel the interview",
			Why:      "Reason (optional)",
			WhyHint: "The hiring team and whoever interviews you read it, also in the calendar's notice. At most 500 " +
				"characters.",
			Button: "Cancel the interview",
			Keep:   "Keep the interview",
			Move:   "Change the time instead",
			Back:   "Back to your interview",
			WhyLong: "The reason has {count} characters; at most 500 are possible. Nothing was canceled. Shorten what you " +
				"wrote and confirm once more.",
			MovedSince: "The interview was moved in the meantime, so nothing was canceled. Below is the time as it is " +
				"now: confirm once more if you cannot come then.",
			BadForm: "The form could not be read, so nothing was canceled. Please confirm once more.",
		},

		AddTo: "Or add it to",
		AddToNote: "What you add by yourself does not move along if the interview does. The invitation in your email " +
			"does.",

		Home: Notice{"Litmus", "This server schedules interviews for hiring teams. If you are a candidate, open the " +
			"link of your newest email from the hiring team."},
		HomeLeads: []Lead{
			{"/dashboard", "Dashboard", "for the hiring team: sign in"},
			{"/docs", "Reference", "of the REST interface, for people"},
			{"/openapi.json", "OpenAPI description", "of the same, for programs"},
			{"/healthz", "Health", "tells whether the process runs"},
			{"/readyz", "Readiness", "tells whether it can do its work"},
		},

		Pick: Notice{"Pick a time for your interview", "{organization} would like to meet you. Choose a time; you " +
			"can check it before it is booked."},
		PickAnother: Notice{"Pick another time", "Your present time stays yours until you have chosen and confirmed " +
			"another one."},
		NoTimes: Notice{"There is no time to pick yet", "{organization} has no free times at the moment. Nothing is " +
			"lost: your invitation stays valid, and new times appear on this page as soon as there are any. Please " +
			"look again later, or reply to the email with the invitation."},
		Review: Notice{"Book this time?", "Please check the day, the time and the time zone."},
		ReviewMove: Notice{"Move your interview to this time?", "Please check the day, the time and the time zone. " +
			"Your present time is given up when you confirm."},

		Month:             "Days with free times",
		PresentTime:       "Your present time",
		KeepTime:          "Keep the present time",
		OtherDays:         "Other days",
		Earlier:           "Earlier days",
		Later:             "Later days",
		NextDay:           "Show the next free day",
		NothingHere:       "No times in these days.",
		NothingYetAnother: "There is no other time to pick at the moment. Your present time stays as it is.",
		Taken: "That time is not free any more, so nothing was booked. These are the times that are " +
			"free now.",
		NotFree:       "The time you chose is not free any more. These are the times that are free now.",
		AlreadyBooked: "You have an interview already, at the time below, so nothing was booked or changed.",
		BookButton:    "Book this time",
		MoveButton:    "Move to this time",
		AnotherTime:   "Choose another time",
		BadForm:       "The time you sent could not be read, so nothing was booked. Please choose one below.",

		Link: Notice{"Your interview with {organization}", "This link works once. When you press the button your " +
			"session begins, and from then on it can be joined from this browser only."},
		Session: Notice{"Your session is running", "Join whenever you are ready. You can come back to this page in " +
			"this browser until the session ends."},
		SessionOver:  Notice{"Your session is over", "Thank you for your time. The hiring team will be in touch."},
		StartSession: "Start session",
		OneBrowser:   "Use the device and browser that you want to hold the interview with.",

		Assessment: "Take your time: nothing starts before you press the button.",
		InProgress: "You have started. You can save your answer as a draft, close this page, and come back by " +
			"the same link.",
		HandedIn: Notice{"You have handed in your answer", "Thank you. {organization} has it and will be in touch."},

		Instructions: "Instructions",
		Start:        "Start the assessment",
		Answer:       "Your answer",
		AnswerHint:   "Plain text, up to 100,000 characters.",
		Links:        "Links",
		LinksHint: "To a repository or a document, for example. One address per line, at most 20, each beginning " +
			"with https:// or http://.",
		SaveDraft:  "Save draft",
		Submit:     "Hand in",
		SubmitNote: "The next page shows what you hand in. Nothing is handed in before you confirm there.",
		Saved:      "Your draft is saved.",
		SavedAt:    "Draft last saved: {time}.",
		LimitOver: "The time limit has passed. You can still hand in your answer; the hiring team sees when you " +
			"handed it in.",
		YourAnswer: "What you handed in",
		TextTooLong: "Your answer has {count} characters; at most 100,000 are possible. Shorten it, or put the " +
			"longer part behind a link. What you typed is below, but not saved yet.",
		LinksTooMany: "At most 20 links are possible. What you typed is below, but not saved yet.",
		LinkBad: "Link {count} is not a web address. Write one address per line, each beginning with https:// or " +
			"http://. What you typed is below, but not saved yet.",
		LinkTooLong: "Link {count} is too long: at most 2,048 characters are possible. What you typed is below, but " +
			"not saved yet.",
		Empty: "There is nothing to hand in yet. Write an answer or add a link.",
		NotSaved: "Your draft was not saved, because this assessment is not in progress. What you typed is below, so " +
			"that you can copy it.",
		NotTaken: "You handed in your answer before, and it stays as it is. What you sent now was not taken; it is " +
			"below, so that you can copy it.",
		NewerDraft: "You saved a newer draft from another tab or device, so what you sent now was not saved. It is " +
			"below, so that you can copy it; the form further down holds the newer draft.",
		YourTyping: "What you typed",
		Restored:   "What you typed before is back from this browser.",
		Unsent: "There is no connection at the moment, so your draft is not saved yet. What you typed is kept in " +
			"this browser, and is saved as soon as the connection is back.",
		Unsubmitted: "There is no connection at the moment, so your answer is not handed in. What you typed is kept " +
			"in this browser. Press the button again when the connection is back.",
		StaleDraft: "A newer draft was saved from another tab or device, so what you type here is not saved. It is " +
			"kept in this browser. Save the draft to see both.",
		OtherDraft: "This browser kept something that you typed and that was not saved, and a newer draft was saved " +
			"from another tab or device. What was kept is below, so that you can copy it; the form further down " +
			"holds the newer draft.",
		TakeHome: TakeHome{
			Timed: "Take your time: the next page says when your time would end, and nothing starts before you confirm " +
				"there.",
			AskStart: Notice{"Start the assessment?", "Your time begins when you press the button. It goes on even if " +
				"you close the page, and it cannot be stopped."},
			EndsIf: "Ends if you start at {time}",
			Start:  "Start now",
			NotYet: "Not yet",
			Left:   [2]string{"The time limit ends ", ", on {time}."},
			Afterwards: "Once the time limit has passed you can still hand in your answer; the hiring team sees when " +
				"you handed it in.",
			LookOver: "Check and hand in",
			AskHandIn: Notice{"Hand in this answer?", "This is what {organization} will read. It is saved as a draft, " +
				"and not handed in yet. Once handed in, it can no longer be changed."},
			GoOn: "Go on working",
		},
		Files: Files{
			Task: "Files for this assessment",
			TaskLater: Plural{One: "{count} file, which you can open once you have started",
				Other: "{count} files, which you can open once you have started"},
			Yours:    "Your files",
			Label:    "Choose a file",
			Hint:     "Up to 10 files, each of at most 20 MB, and of 50 MB together. The draft is saved with them.",
			Handed:   "Files",
			Add:      "Add this file",
			Added:    "The file is added, and your draft is saved.",
			Remove:   "Remove {name}",
			Removed:  "The file is removed, and your draft is saved.",
			None:     "Choose a file first, one that is not empty.",
			TooLarge: "This file is larger than 20 MB, so it was not added. A link to it is possible, too.",
			TooMany: "At most 10 files are possible, and 50 MB together, so this one was not added. Remove one first, " +
				"or put several into an archive.",
			NoRoom: "There is no room for more files at the moment, so this one was not added. Add a link to it, or " +
				"write to the hiring team.",
			Sending: "Your file is being sent. Please stay on this page until it has arrived.",
			CutOff:  "The file did not arrive as a whole, so it was not added. Please choose it again.",
			Changed: "You changed your files in another tab or on another device, so nothing was handed in yet. Look " +
				"once more at what it would be.",
			NotTaken: "You handed in your answer before, and it stays as it is. The file changes that you sent now were " +
				"not taken.",
		},
		Accommodation: Accommodation{
			Title: "Do you need something?",
			Label: "What would help you",
			Hint: "An interpreter, captions, more time, a step-free way in: whatever lets you do your best. Only recruiters and " +
				"admins of the hiring team read it.",
			SharedHint: "This page does not show what you sent before, because its address may be in calendars that others read. " +
				"What you write is added to it.",
			Send:      "Send",
			Change:    "Save the change",
			Withdraw:  "Withdraw it",
			Asked:     "The hiring team has this since {time}.",
			Settled:   "The hiring team has had this since {time}, and says that it is settled.",
			Saved:     "The hiring team has what you need, and will be in touch.",
			Added:     "It is sent. The hiring team has it, and will be in touch.",
			Withdrawn: "What you needed is withdrawn and erased.",
			Empty:     "Write what you need first.",
			TooLong:   "That has {count} characters; at most 2,000 are possible. It is below, and not sent yet.",
			Late: "This cannot be asked here any more. What you typed is not sent; copy it, and reply to the newest email from " +
				"the hiring team.",
			New: "What you need was changed in another tab or on another device. What you typed now is not saved; the newer text " +
				"is here: {text}",
		},
		Proposal: Proposal{
			Title:       "None of these times suits me",
			TitleOfMove: "Propose another time",
			Hint: "Say when you could come within the next 60 days: a day, and from when to when, such as 9-12 or " +
				"2pm-5pm. Times are in {zone}, and the interview takes {length}. It is a question to the hiring team, and changes nothing yet.",
			HintOfAny: "Say when you could come within the next 60 days: a day, and from when to when, such as " +
				"9-12 or 2pm-5pm. Times are in {zone}. It is a question to the hiring team, and changes nothing yet.",
			Draw:        "Draw when you could come",
			Drawn:       "you could come",
			Undrawn:     "not drawn",
			Full:        "All six days have times. Take one away before you draw another.",
			Row:         "Day {count}",
			Day:         "Day",
			Hours:       "From when to when",
			Example:     "9-12",
			Note:        "A word to the hiring team, if you like",
			Send:        "Propose these times",
			Withdraw:    "Withdraw the proposal",
			Waits:       "The hiring team has the times below, and has not answered yet. Other ones take their place.",
			WaitsUnseen: "The hiring team has times that you proposed, and has not answered yet.",
			Declined:    "None of the times that you proposed is possible. Please pick one that is offered, or propose others.",
			DeclinedMove: "None of the times that you proposed is possible, so your interview stays as it is. You can propose " +
				"others.",
			Saved:     "The hiring team has the times that you propose, and will be in touch.",
			Withdrawn: "Your proposal is withdrawn.",
			Late: "Times cannot be proposed here any more, so nothing was sent. What you typed is below. Reply to the newest " +
				"email from the hiring team instead.",
			Often: "You have proposed times ten times, so nothing was sent. Reply to the newest email from the hiring team " +
				"instead.",
			NoteLong: "Your note has {count} characters; at most 500 are possible. Nothing was sent yet.",
			Nothing:  "Choose at least one day, and type from when to when.",
			BadDate:  "Choose the day of each time that you propose. Nothing was sent yet.",
			BadHours: "From when to when is not clear from “{typed}”. Type it like 9-12, 9:30-11 or 2pm-5pm.",
			Past:     "“{typed}” on that day is over already. Propose a time that is still to come.",
			Far:      "That day is too far ahead. Propose a time within the next 60 days.",
			Short:    "The interview does not fit into {typed}: it takes {length}.",
			Many:     "At most six times can be proposed. Leave some out.",
			Overlap:  "{typed} overlaps another time that you propose on that day.",
		},

		DropDraft: "Remove it from this browser",
		Times:     Plural{One: "{count} time", Other: "{count} times"},
	},

	Letters: Letters{
		Voices: map[string]Voice{
			"confirmation": englishConfirmation,
			"briefing":     englishConfirmation,
			"changed_time": {
				Subject:   "New time for your interview: {round} with {organization}, {when}",
				Preheader: "The new time: {span}.",
				Badge:     "New time",
				Heading:   "Your interview has a new time",
				Lead: "Your interview with {organization} has moved. Please note the new time and everything " +
					"else you need below.",
			},
			"changed_interviewer": {
				Subject:   "New interviewer: {round} with {organization}, {when}",
				Preheader: "The time stays the same: {span}.",
				Badge:     "New interviewer",
				Heading:   "You will meet {interviewer}",
				Lead:      "{interviewer} will lead your interview with {organization}. The time stays the same.",
			},
			"changed_details": {
				Subject:   "Updated details: {round} with {organization}, {when}",
				Preheader: "The time stays the same: {span}.",
				Badge:     "Updated",
				Heading:   "Updated details for your interview",
				Lead: "The details of your interview with {organization} have changed. The time stays the same; " +
					"here is everything as it stands now.",
			},
			"reminder": {
				Subject:   "Your interview is {relative}: {round} with {organization}, {when}",
				Preheader: "{span}. Everything you need is inside.",
				Badge:     "Reminder",
				Heading:   "Your interview is {relative}",
				Lead: "We look forward to meeting you. Here is everything you need for your interview with " +
					"{organization}.",
			},
			"cancellation": {
				Subject:   "Interview canceled: {round} with {organization}, {when}",
				Preheader: "It was to be on {span}.",
				Badge:     "Canceled",
				Heading:   "Your interview is canceled",
				Lead:      "Your interview with {organization} will not take place. There is nothing you need to do.",
			},
			"invitation": {
				Subject:   "Your invitation: {round} with {organization}",
				Preheader: "Open until {span}. Everything you need is inside.",
				Badge:     "Invitation",
				Heading:   "{organization} invites you to an assessment",
				Lead: "You do the assessment online, at a time that suits you. Open it and read what it asks for; " +
					"nothing starts until you press start. When you are done, submit it on the same page.",
			},
			"scheduling_invitation": {
				Subject:   "Pick a time: {round} with {organization}",
				Preheader: "Open until {span}. It takes a minute.",
				Badge:     "Invitation",
				Heading:   "Pick a time for your interview",
				Lead: "{organization} would like to meet you. Choose the time that suits you best: the page shows " +
					"what is free, in your time zone. Once you have picked, a confirmation brings you everything " +
					"else you need.",
			},
			"submission_receipt": {
				Subject:   "Received: {round} for {organization}",
				Preheader: "Handed in on {span}.",
				Badge:     "Received",
				Heading:   "What you handed in has arrived",
				Lead: "Thank you. {organization} has it and will be in touch. It stays as it is, and there is " +
					"nothing left for you to do.",
			},
		},
		CanceledOpen: Voice{
			Subject:   "Interview canceled: {round} with {organization}, {when}",
			Preheader: "It was to be on {span}. You can pick another time.",
			Badge:     "Canceled",
			Heading:   "Your interview is canceled",
			Lead: "Your interview with {organization} will not take place. Your invitation is still open, so you " +
				"can pick another time.",
		},

		Greeting:      "Hi {first},",
		Hello:         "Hello,",
		What:          "What",
		Was:           "Was",
		Why:           "Reason",
		MovedBy:       "Moved by",
		CanceledBy:    "Canceled by",
		NoEnd:         "Open until you are done. Everything you need is inside.",
		ReasonInvited: "You receive this email because {organization} invited you.",

		Received:       "Received",
		AnAnswer:       "an answer",
		SoManyLinks:    Plural{One: "{count} link", Other: "{count} links"},
		SoManyFiles:    Plural{One: "{count} file", Other: "{count} files"},
		SeeHandedIn:    "See what you handed in",
		ReasonHandedIn: "You receive this email because you handed something in to {organization}.",

		OpenAssessment:   "Open your assessment",
		About:            "About this interview",
		ChangeTime:       "Change the time, until {until}",
		PickAnother:      "Pick another time",
		PickAnotherUntil: "Pick another time, until {until}",

		Prepare:       "How to prepare",
		PrepareOnPage: "Your interview page has notes on how to prepare.",
		AddTo:         "Add to your calendar",
		File:          "File",

		LinkMissing: "There is no link to join. Please reply to this email, so that the hiring team can send you one.",
		LinkComing:  "The link to join is being made. It follows in another email.",
		ToRole: ToRole{
			LinkFollows: "There is no link to join yet. Once there is one, another email brings it, and your " +
				"interview page has the button. If none has reached you the day before, just reply to this email.",
			Help: "Questions, or does the time no longer suit you? Just reply to this email and {organization} " +
				"will help.",
			HelpOff: "Questions? Just reply to this email and {organization} will help.",
			Reason:  "You receive this email because of your interview with {organization}.",
			Summary: "{round} with {organization}",
		},
	},
}

var englishConfirmation = Voice{
	Subject:   "Interview confirmed: {round} with {organization}, {when}",
	Preheader: "{span}. Everything you need is inside.",
	Badge:     "Confirmed",
	Heading:   "Your interview is confirmed",
	Lead: "Your interview with {organization} is booked, and we look forward to meeting you. Here is everything " +
		"you need.",
}
