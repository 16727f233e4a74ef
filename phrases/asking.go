package phrases

// Canceling is what the page says on which a candidate cancels.
type Canceling struct {
	Ask, Done            Notice
	Refused              string // it cannot be canceled here, followed by one of the next three
	Fixed, TooLate, Over string
	ThenPick             string // what comes afterwards, with {time}: they may pick anew
	ThenPickOpen         string // the same of an invitation without an end
	ThenTeam             string // they may not
	ByLetter             string // how to pick anew where the page does not lead there
	Until                string // with {time}

	Open, Why, WhyHint, Button, Keep, Move, Back string
	WhyLong                                      string // with {count}
	MovedSince, BadForm                          string
}

// Accommodation is what the form says for what a candidate needs.
type Accommodation struct {
	Title, Label, Hint, SharedHint                     string // SharedHint: of a page that others may have
	Send, Change, Withdraw                             string
	Asked, Settled                                     string // with {time}
	Saved, Added, Withdrawn, Empty, TooLong, Late, New string
}

// Proposal is what the form says in which a candidate proposes times.
type Proposal struct {
	Title, TitleOfMove                           string // TitleOfMove: for who has an interview
	Hint, HintOfAny                              string // with {zone}, and {length} if it is known
	Draw, Drawn, Undrawn, Full                   string // of the grid: its title, its hours, and that no day is left
	Row                                          string // with {count}
	Day, Hours, Example, Note                    string
	Send, Withdraw                               string
	Waits, WaitsUnseen, Declined, DeclinedMove   string // what became of the last proposal
	Saved, Withdrawn, Late, Often, NoteLong      string
	Nothing, BadDate, BadHours, Past, Far, Short string // what is wrong; with {typed} where something is
	Many, Overlap                                string
}
