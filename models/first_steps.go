package models

// FirstStep is something that a new team does before its first interview (D10).
type FirstStep int

// The first steps, in the order in which they are done.
const (
	FirstColleagues FirstStep = iota // somebody beside the first admin is a member
	FirstPipeline                    // an open posting has a live round that can be booked
	FirstTimes                       // somebody offers times on an open posting
	FirstInterview                   // an interview is booked
)

// SetupProgress says what of that an organization has.
type SetupProgress struct {
	Colleagues, Pipeline, Times, Interview bool
	PostingID                              string // the newest open posting, "" if there is none
}

// StepDone is a first step, and whether it is done.
type StepDone struct {
	Step FirstStep
	Done bool
}

// FirstSteps returns the steps in their order, and nil once there is an interview: whoever had one knows the way.
func (b SetupProgress) FirstSteps() []StepDone {
	if b.Interview {
		return nil
	}
	return []StepDone{{FirstColleagues, b.Colleagues}, {FirstPipeline, b.Pipeline}, {FirstTimes, b.Times},
		{FirstInterview, false}}
}
