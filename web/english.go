package web

import (
	"fmt"
	"time"

	"golang.org/x/text/language"
	printer "golang.org/x/text/message"

	"litmus/letters"
)

// english is the catalogue of English texts.
var english = catalogue{
	Code: "en",

	Unknown: notice{"This link does not work",
		"Open the link from your newest email from the hiring team once more: parts of a link get lost when it is " +
			"copied. If it still does not work, reply to that email to ask for help."},
	Stale: notice{"This link is out of date",
		"Your interview changed after this link was sent. The newest email from the hiring team has the link " +
			"that works."},
	Revoked: notice{"This link was withdrawn",
		"The hiring team made it invalid. Use the link of the newest email from them, or reply to that email to ask " +
			"for another one."},
	Paused: notice{"This page is not available at the moment",
		"Nothing was lost. Please try again later, or reply to the newest email from the hiring team to ask for help."},
	Canceled: notice{"This interview was canceled",
		"There is nothing left for you to do. Reply to the newest email from the hiring team if you have a question."},
	Broken: notice{"Something went wrong",
		"The page could not be shown. Nothing was lost; please try again in a minute."},
	CrossSite: notice{"This request came from another site", "For your safety nothing was changed. Open the link " +
		"from your email and try again there."},
	TooMany: notice{"Too many requests", "There were very many requests in a short time. Please wait a few " +
		"seconds and load the page again; nothing was lost."},
	TooLarge: notice{"That is too long", "What you sent is larger than this page can take, so nothing was saved. " +
		"Go back: your browser may still have what you wrote. Then shorten it, or put the longer part behind a link."},
	BadMethod: notice{"This page cannot be used that way",
		"Open the link from your newest email from the hiring team."},
	Busy: notice{"Many large forms at once", "Yours could not be read, and nothing of it was saved. Go back: " +
		"what you typed is still there. Please send it again in a minute."},
	Unreadable: notice{"The form could not be read", "Nothing was changed. Please go back and try again."},

	BrokenTyped: notice{"Something went wrong", "What you typed may not have been saved. It is below, so that " +
		"you can copy it; please try again in a minute."},
	CrossSiteTyped: notice{"This request came from another site", "For your safety nothing was saved. What was sent " +
		"is below, so that you can copy it. Open the link from your email and try again there."},
	RevokedTyped: notice{"This link was withdrawn", "The hiring team made it invalid, so what you typed was not " +
		"saved. It is below, so that you can copy it; use the link of the newest email from them, or reply to that " +
		"email to ask for another one."},
	PausedTyped: notice{"This page is not available at the moment", "So what you typed was not saved. It is " +
		"below, so that you can copy it; please try again later."},
	TooManyTyped: notice{"Too many requests", "There were very many requests in a short time, so what you typed " +
		"was not saved. It is below, so that you can copy it; please wait a few seconds and try again."},
	TooLargeTyped: notice{"That is too long", "What you sent is larger than this page can take, so nothing was " +
		"saved. As much of it as could be read is below, so that you can copy it. Shorten it, or put the longer part " +
		"behind a link."},
	UnreadableTyped: notice{"The form could not be read", "Nothing was saved. As much of it as could be read is " +
		"below, so that you can copy it. Please go back and try again."},

	PickExpired: notice{"This invitation has expired", "The time to pick an interview is over. Reply to the email " +
		"with the invitation if you are still interested: the hiring team will tell you what is possible."},
	PickOver: notice{"There is nothing left to schedule", "This step is behind you. Reply to the newest email " +
		"from the hiring team if you expected something else."},
	Elsewhere: notice{"Your interview takes place another way", "The hiring team gives you a link of its own for " +
		"this interview, so there is no time to pick here. Reply to the newest email from them if you do not have it."},
	Expired: notice{"This invitation has expired", "The time to start is over. Reply to the email with the " +
		"invitation if you are still interested: the hiring team will tell you what is possible."},
	Closed: notice{"This assessment is closed", "It is not open to you any more. Reply to the newest email from " +
		"the hiring team if you have a question."},
	DeadLink: notice{"This link cannot be used",
		"Links to an interview work once, in one browser, and only for a limited time. If you have started the " +
			"session already, go back to the browser you started it in. Otherwise ask the person who sent you the " +
			"link for a fresh one."},

	ErrorPrefix: "Please check: ",
	WriteTo:     [2]string{"Questions? Write to ", "."},

	Foot: "You reached this page by a personal link. Please do not pass it on.",

	When:       "When",
	HowLong:    "How long",
	With:       "With",
	Round:      "Interview",
	Exercise:   "Assessment",
	Position:   "Position",
	OpenUntil:  "Open until",
	TimeLimit:  "Time limit",
	StartedAt:  "Started",
	LimitEnds:  "Time limit ends",
	HandedInAt: "Handed in",

	ZoneLabel:   "Time zone",
	ZoneButton:  "Show times in this zone",
	ZoneNote:    "Times are shown in {zone}.",
	ZoneUnknown: "We do not know the time zone you asked for, so times are shown in {zone}.",
	TimesIn:     "Times in {zone}",
	Starts:      [2]string{"It starts ", "."},
	Ends:        [2]string{"It ends ", "."},

	Interview: notice{"Your interview with {organization}", "This page shows the time of your interview and " +
		"how to join it. If something changes, the newest email from the hiring team has the link " +
		"that works."},
	Expected: notice{"Your interview with {organization}", "This page shows the time of your interview and " +
		"how to join it."},
	InterviewOver: notice{"Your interview with {organization} is over", "Thank you for your time. The hiring team " +
		"will be in touch."},
	Booked: notice{"Your interview is booked", "{organization} is looking forward to meeting you. The details " +
		"are on their way to you by email as well."},
	Moved: notice{"Your interview has a new time", "{organization} is looking forward to meeting you. The " +
		"details as they are now are on their way to you by email as well."},
	Join: "Join the interview",
	LinkFollows: "There is no link to join yet. Once there is one, an email brings it, and this page has the button. " +
		"If none has reached you the day before, reply to the newest email from the hiring team.",
	LinkMissing: "There is no link to join. Please reply to the newest email from the hiring team, so that they " +
		"can send you one.",
	Calendar:     "Add to your calendar",
	OpenSession:  "Open your interview page",
	Change:       "Change the time",
	Running:      "Your interview has begun. Join whenever you are ready.",
	HowToPrepare: "How to prepare",
	NoInterview: "No interview is booked for you at the moment. Reply to the newest email from the hiring team if " +
		"you expected one.",
	PickATime: "Pick a time",
	MayMove:   "If this time no longer suits you, you can move your interview {left}, until {time}.",
	MovedOften: "You have moved this interview as often as it can be moved here. If the time does not suit you, " +
		"reply to the newest email from the hiring team.",
	MovedLate: "The start is too near to move the interview here. If something has come up, reply to the newest " +
		"email from the hiring team.",
	MovedByOthers: "If this time does not suit you, reply to the newest email from the hiring team, and they will " +
		"find another one with you.",

	Canceling: cancelingTexts{
		Ask: notice{"Cancel your interview?", "When you confirm, everybody who takes part is told at once by the " +
			"calendar invitation, and the time is free for others. This cannot be taken back."},
		Done: notice{"Your interview is canceled", "Everybody who takes part is told by the calendar invitation, and " +
			"so are you."},
		Refused: "This interview cannot be canceled here",
		Fixed: "The hiring team of {organization} cancels it for you: reply to the newest email from them, and say " +
			"that you cannot come.",
		TooLate: "The start is too near. If you cannot come, please reply to the newest email from the hiring team " +
			"as soon as you can.",
		Over:         "It has begun or is over.",
		ThenPick:     "Your invitation stays open, so you can pick another time afterwards, until {time}.",
		ThenPickOpen: "Your invitation stays open, so you can pick another time afterwards.",
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

	Home: notice{"Litmus", "This server schedules interviews for hiring teams. If you are a candidate, open the link " +
		"of your newest email from the hiring team."},
	HomeLeads: []lead{
		{"/dashboard", "Dashboard", "for the hiring team: sign in"},
		{"/docs", "Reference", "of the REST interface, for people"},
		{"/openapi.json", "OpenAPI description", "of the same, for programs"},
		{"/healthz", "Health", "tells whether the process runs"},
		{"/readyz", "Readiness", "tells whether it can do its work"},
	},

	Pick: notice{"Pick a time for your interview", "{organization} would like to meet you. Choose a time; you can " +
		"check it before it is booked."},
	PickAnother: notice{"Pick another time", "Your present time stays yours until you have chosen and confirmed " +
		"another one."},
	NoTimes: notice{"There is no time to pick yet", "{organization} has no free times at the moment. Nothing is " +
		"lost: your invitation stays valid, and new times appear on this page as soon as there are any. Please look " +
		"again later, or reply to the email with the invitation."},
	Review: notice{"Book this time?", "Please check the day, the time and the time zone."},
	ReviewMove: notice{"Move your interview to this time?", "Please check the day, the time and the time zone. Your " +
		"present time is given up when you confirm."},

	PresentTime:       "Your present time",
	KeepTime:          "Keep the present time",
	OtherDays:         "Other days",
	Earlier:           "Earlier days",
	Later:             "Later days",
	NextDay:           "Show the next free day",
	NothingHere:       "No times in these days.",
	NothingYetAnother: "There is no other time to pick at the moment. Your present time stays as it is.",
	Taken:             "That time is not free any more, so nothing was booked. These are the times that are free now.",
	NotFree:           "The time you chose is not free any more. These are the times that are free now.",
	AlreadyBooked:     "You have an interview already, at the time below, so nothing was booked or changed.",
	BookButton:        "Book this time",
	MoveButton:        "Move to this time",
	AnotherTime:       "Choose another time",
	BadForm:           "The time you sent could not be read, so nothing was booked. Please choose one below.",

	Link: notice{"Your interview with {organization}", "This link works once. When you press the button your " +
		"session begins, and from then on it can be joined from this browser only."},
	Session: notice{"Your session is running", "Join whenever you are ready. You can come back to this page in " +
		"this browser until the session ends."},
	SessionOver:  notice{"Your session is over", "Thank you for your time. The hiring team will be in touch."},
	StartSession: "Start session",
	OneBrowser:   "Use the device and browser that you want to hold the interview with.",

	Assessment: notice{"", "Take your time: nothing starts before you press the button."},
	InProgress: notice{"", "You have started. You can save your answer as a draft, close this page, and come back by " +
		"the same link."},
	HandedIn: notice{"You have handed in your answer", "Thank you. {organization} has it and will be in touch."},

	Instructions: "Instructions",
	Start:        "Start the assessment",
	Answer:       "Your answer",
	AnswerHint:   "Plain text, up to 100,000 characters.",
	Links:        "Links",
	LinksHint: "To a repository or a document, for example. One address per line, at most 20, each beginning with " +
		"https:// or http://.",
	SaveDraft:  "Save draft",
	Submit:     "Submit",
	SubmitNote: "Once submitted, your answer can no longer be changed.",
	Saved:      "Your draft is saved.",
	SavedAt:    "Draft last saved: {time}.",
	LimitOver: "The time limit has passed. You can still hand in your answer; the hiring team sees when you " +
		"handed it in.",
	YourAnswer: "What you handed in",
	TextTooLong: "Your answer has {count} characters; at most 100,000 are possible. Shorten it, or put the longer " +
		"part behind a link. What you typed is below, but not saved yet.",
	LinksTooMany: "At most 20 links are possible. What you typed is below, but not saved yet.",
	LinkBad: "Link {count} is not a web address. Write one address per line, each beginning with https:// or " +
		"http://. What you typed is below, but not saved yet.",
	LinkTooLong: "Link {count} is too long: at most 2,048 characters are possible. What you typed is below, but not " +
		"saved yet.",
	Empty: "There is nothing to hand in yet. Write an answer or add a link.",
	NotSaved: "Your draft was not saved, because this assessment is not in progress. What you typed is below, so " +
		"that you can copy it.",
	NotTaken: "You handed in your answer before, and it stays as it is. What you sent now was not taken; it is " +
		"below, so that you can copy it.",
	NewerDraft: "You saved a newer draft from another tab or device, so what you sent now was not saved. It is " +
		"below, so that you can copy it; the form further down holds the newer draft.",
	YourTyping: "What you typed",
	Restored:   "What you typed before is back from this browser.",
	Unsent: "There is no connection at the moment, so your draft is not saved yet. What you typed is kept in this " +
		"browser, and is saved as soon as the connection is back.",
	Unsubmitted: "There is no connection at the moment, so your answer is not handed in. What you typed is kept in " +
		"this browser. Press the button again when the connection is back.",
	StaleDraft: "A newer draft was saved from another tab or device, so what you type here is not saved. It is kept " +
		"in this browser. Save the draft to see both.",
	OtherDraft: "This browser kept something that you typed and that was not saved, and a newer draft was saved from " +
		"another tab or device. What was kept is below, so that you can copy it; the form further down holds the newer " +
		"draft.",
	DropDraft: "Remove it from this browser",

	Accommodation: englishAccommodation,
	Proposal:      englishProposal,

	Day:       func(t time.Time) string { return t.Format("Monday, 2 January 2006") },
	Clock:     func(t time.Time) string { return t.Format("15:04") },
	Length:    letters.EnglishLength,
	OpenEnded: func(length string) string { return "about " + length + ", open-ended" },
	From:      func(clock string) string { return "from " + clock },
	Relative:  englishRelative,
	Count:     func(n int) string { return printer.NewPrinter(language.English).Sprint(n) },
	Times:     func(n int) string { return englishCount(n, "time") },
	Moves:     englishMoves,
}

func englishCount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func englishMoves(n int) string {
	switch n {
	case 1:
		return "once more"
	case 2:
		return "twice more"
	}
	return fmt.Sprintf("%d more times", n)
}

// englishRelative formats a duration like page.js, which counts on from it: whole units, rounded down.
func englishRelative(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return "in " + englishCount(int(d/(24*time.Hour)), "day")
	case d >= 2*time.Hour:
		return "in " + englishCount(int(d/time.Hour), "hour")
	case d >= 2*time.Minute:
		return "in " + englishCount(int(d/time.Minute), "minute")
	}
	return "in " + englishCount(max(int(d/time.Second), 0), "second")
}
