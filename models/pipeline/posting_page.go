package pipeline

import (
	"cmp"
	"slices"

	"litmus/models"
)

// PostingFilter selects postings of a list.
type PostingFilter struct {
	State string // one of [PostingStates]; "": open and closed ones
	Text  string // in title, team or location, in any case; "": all
}

// PostingLine is a posting of a list, with how much it has.
type PostingLine struct {
	models.Posting
	Candidates   int // records, in any state
	Upcoming     int // interviews that have not begun and are not canceled
	Interviews   int // canceled ones too
	Interviewers int
}

// PostingPage is a posting as its page shows it.
type PostingPage struct {
	Facts
	Interviewers []AssignedInterviewer // by email
	Watchers     []PostingWatcher      // its recruiters in order, then who follows it, by email
	Upcoming     int                   // interviews that have not begun and are not canceled
}

// PostingWatcher is somebody who watches a posting: one of its recruiters, or a member who follows it.
type PostingWatcher struct {
	Email, Name string // the name may be empty
	Recruiter   bool
}

// Recruiters are the addresses of the posting's recruiters, in order.
func (p PostingPage) Recruiters() (emails []string) {
	for _, w := range p.Watchers {
		if w.Recruiter {
			emails = append(emails, w.Email)
		}
	}
	return emails
}

// AssignedInterviewer is somebody who is assigned to a posting, as its page shows them.
type AssignedInterviewer struct {
	Email, Name string
	MeetingLink string // the posting's for them, "" for none
	OwnLink     string // their own, which counts if the posting has none
	Personal    bool   // their own schedule counts
	Slots       int    // painted ones that have not begun
}

// Empty reports whether nothing can be offered of them, see [OffersNothing].
func (a AssignedInterviewer) Empty() bool { return OffersNothing(a.Personal, a.Slots) }

// OffersNothing reports whether nothing can be offered of somebody who interviews on a posting: they have no schedule
// of their own, and none of their painted starts is to come.
func OffersNothing(personal bool, painted int) bool { return !personal && painted == 0 }

// AssessmentFilter selects assessments of a list.
type AssessmentFilter struct {
	Mode string // a delivery mode; "": all
	Text string // in the title, in any case; "": all
}

// AssessmentLine is an assessment of a list, without instructions, with what refers to it.
type AssessmentLine struct {
	models.Assessment
	Use AssessmentUse
}

// SortAssessments sorts by title, then by id.
func SortAssessments(list []models.Assessment) {
	slices.SortFunc(list, func(a, b models.Assessment) int {
		return cmp.Or(cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID))
	})
}

// AssessmentPage is an assessment as its page shows it.
type AssessmentPage struct {
	models.Assessment
	Use   AssessmentUse
	Where []StepPlace // the steps and postings that use it
}

// StepPlace names a step that uses an assessment, or a posting to which it is attached without one.
type StepPlace struct {
	PostingID, PostingTitle string
	TrackName, StepTitle    string // "" without a step
}
