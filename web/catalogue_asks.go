package web

// accommodationTexts are the texts of the form for what a candidate needs.
type accommodationTexts struct {
	Title, Label, Hint, SharedHint                     string // SharedHint: of a page that others may have
	Send, Change, Withdraw                             string
	Asked, Settled                                     string // with {time}
	Saved, Added, Withdrawn, Empty, TooLong, Late, New string
}
