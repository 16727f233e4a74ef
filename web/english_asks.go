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
