package web

// accommodationTexts are the texts of the form for what a candidate needs.
type accommodationTexts struct {
	Title, Label, Hint, SharedHint                     string // SharedHint: of a page that others may have
	Send, Change, Withdraw                             string
	Asked, Settled                                     string // with {time}
	Saved, Added, Withdrawn, Empty, TooLong, Late, New string
}

// proposalTexts are the texts of the form in which a candidate proposes times.
type proposalTexts struct {
	Title, Hint                                  string // Hint: with {zone} and {length}
	Row                                          string // with {count}
	Day, Hours, Example, Note                    string
	Send, Withdraw                               string
	Waits, Declined, DeclinedMove                string // what became of the last proposal
	Saved, Withdrawn, Late, NoteLong             string
	Nothing, BadDate, BadHours, Past, Far, Short string // what is wrong; with {typed} where something is
	Many, Overlap                                string
}
