package web

// catalogue holds the words of the pages; another language is one more value of this type.
type catalogue struct {
	unknownTitle, unknownLead   string
	staleTitle, staleLead       string
	canceledTitle, canceledLead string
	brokenTitle, broken         string
	bookedTitle, bookedLead     string
	endedTitle, endedLead       string
	when, with, round, role     string
	howLong, minutes, openEnded string
	join, linkFollows           string
	instructions, noInterview   string
	foot                        string
}

var english = catalogue{
	unknownTitle:  "This link does not work",
	unknownLead:   "Open the link from your newest email from the hiring team, or reply to that email to ask for help.",
	staleTitle:    "This link is out of date",
	staleLead:     "Your interview changed after this link was sent. The newest email from the hiring team has the link that works.",
	canceledTitle: "This interview was canceled",
	canceledLead:  "There is nothing left for you to do. Reply to the newest email from the hiring team if you have a question.",
	brokenTitle:   "Something went wrong",
	broken:        "The page could not be shown. Please try again in a minute; nothing was lost.",
	bookedTitle:   "Your interview with %s",
	bookedLead:    "Keep this page: it shows the time and the link of your interview.",
	endedTitle:    "Your interview with %s is over",
	endedLead:     "Thank you for your time. The hiring team will be in touch.",
	when:          "When",
	with:          "With",
	round:         "Interview",
	role:          "Position",
	howLong:       "How long",
	minutes:       "%d minutes",
	openEnded:     "about %d minutes, open-ended",
	join:          "Join the interview",
	linkFollows:   "There is no link to join yet. If none has reached you the day before, reply to the newest email from the hiring team.",
	instructions:  "What to expect",
	noInterview:   "No interview is booked for you at the moment. Reply to the newest email from the hiring team if you expected one.",
	foot:          "You reached this page by a personal link. Please do not pass it on.",
}
