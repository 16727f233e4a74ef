package web

// englishAccommodation are the English texts of the form for what a candidate needs.
var englishAccommodation = accommodationTexts{
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
}

// englishProposal are the English texts of the form in which a candidate proposes times.
var englishProposal = proposalTexts{
	Title: "None of these times suits me",
	Hint: "Say when you could come, up to three days within the next 60: a day, and from when to when, such as 9-12 or " +
		"2pm-5pm. Times are in {zone}, and the interview takes {length}. It is a question to the hiring team, and changes nothing yet.",
	Row:      "Day {count}",
	Day:      "Day",
	Hours:    "From when to when",
	Example:  "9-12",
	Note:     "A word to the hiring team, if you like",
	Send:     "Propose these times",
	Withdraw: "Withdraw the proposal",
	Waits:    "The hiring team has the times below, and has not answered yet. Other ones take their place.",
	Declined: "None of the times that you proposed is possible. Please pick one that is offered, or propose others.",
	DeclinedMove: "None of the times that you proposed is possible, so your interview stays as it is. You can propose " +
		"others.",
	Saved:     "The hiring team has the times that you propose, and will be in touch.",
	Withdrawn: "Your proposal is withdrawn.",
	Late: "Times cannot be proposed here any more, so nothing was sent. What you typed is below. Reply to the newest " +
		"email from the hiring team instead.",
	NoteLong: "Your note has {count} characters; at most 500 are possible. Nothing was sent yet.",
	Nothing:  "Choose at least one day, and type from when to when.",
	BadDate:  "Choose the day of each time that you propose. Nothing was sent yet.",
	BadHours: "From when to when is not clear from “{typed}”. Type it like 9-12, 9:30-11 or 2pm-5pm.",
	Past:     "“{typed}” on that day is over already. Propose a time that is still to come.",
	Far:      "That day is too far ahead. Propose a time within the next 60 days.",
	Short:    "The interview does not fit into {typed}: it takes {length}.",
	Many:     "At most six times can be proposed. Leave some out.",
	Overlap:  "{typed} overlaps another time that you propose on that day.",
}
