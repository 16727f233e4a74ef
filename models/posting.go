package models

import (
	"slices"
	"strings"
	"time"
)

// Values of a posting's kind and status.
const (
	KindRole     = "role"
	KindCohort   = "cohort"
	StatusOpen   = "open"
	StatusClosed = "closed"
)

// Delivery modes of an assessment (§1).
const (
	DeliveryAsync = "async"
	DeliverySync  = "sync"
	DeliveryTrial = "trial"
)

// Types of a pipeline step (§2).
const (
	StepAssessment = "assessment"
	StepGroup      = "group"
	StepPlain      = "step"
)

// DefaultDurationMinutes is a round's calendar duration if none is configured (§8); MinDurationMinutes and
// MaxDurationMinutes bound it.
const (
	DefaultDurationMinutes = 60
	MinDurationMinutes     = 5
	MaxDurationMinutes     = 480
)

// MaxPostingInterviewers bounds the interviewers of a posting, MaxSlotsPerWrite the slots in one request.
const (
	MaxPostingInterviewers = 200
	MaxSlotsPerWrite       = 1000
)

// Posting is a role or a cohort.
type Posting struct {
	OrgID, ID, Key, Kind, Title, Status, Team, Location, Type string
	CreatedAt, UpdatedAt                                      time.Time
	Version                                                   int64      // rises with each save of it or its pipeline
	ArchivedAt                                                *time.Time // nil: not archived

	Origin string // where the posting is kept with its pipeline and its interviewers (D24)
}

// Open reports whether candidates may be added to the posting.
func (p Posting) Open() bool { return p.Status == StatusOpen }

// Role is a posting as the list shows it, with its number of distinct assessments.
type Role struct {
	Posting
	AssessmentCount int
}

// Assessment is an exercise that a candidate completes.
type Assessment struct {
	OrgID, ID, Key, Title, DeliveryMode string
	Ready                               bool // checked for invites only
	Instructions                        string
	TimeLimitMinutes                    int
	CreatedAt, UpdatedAt                time.Time
	Version                             int64 // rises with each save

	Origin string // where the assessment is kept (D24)
}

// Track is one ordered list of steps of a posting.
type Track struct {
	OrgID, ID, PostingID, Key, Name string
	IsDefault                       bool
	Position                        int
}

// Round is a step of a track; its id is the contract's round_id. Fields of the other step types are zero.
type Round struct {
	OrgID, ID, PostingID, TrackID, Key, Type, Title string
	Position                                        int
	AssessmentID                                    string
	DeliveryMode                                    string // of the assessment
	DurationMinutes                                 int
	Bookable, Indefinite                            bool
	FallbackRecipients                              []string
	GroupID, AssignmentMode                         string
	AssessmentIDs                                   []string
	Seats                                           []Seat // in order; none: one person, or nobody
}

// Duration returns the round's configured calendar duration.
func (r Round) Duration() time.Duration { return time.Duration(r.DurationMinutes) * time.Minute }

// RoundName is the name under which a candidate reads of what they are invited to or booked for, in every letter and on
// every page: the title of the round, since several rounds may have the same assessment. The assessment's title stands
// for it where there is no round, as with a take-home, or an invitation before the pipeline has its round.
func RoundName(r *Round, assessmentTitle string) string {
	if r == nil {
		return assessmentTitle
	}
	return r.Title
}

// CheckBookable returns an [Invalid] error that says why the round cannot be booked: only a live assessment step whose
// round is saved can. The pipeline shows the others all the same.
func (r Round) CheckBookable() error {
	switch {
	case r.Type != StepAssessment:
		return About(Refusal{Cause: CauseNotBookable, Field: "round_id"},
			Invalidf("round_id %s is a %s of the pipeline; only an assessment step with delivery_mode sync can be "+
				"booked", Quote(r.ID), r.Type))
	case r.DeliveryMode != DeliverySync:
		return About(Refusal{Cause: CauseNotBookable, Field: "round_id"},
			Invalidf("round_id %s has delivery_mode %s; only sync rounds can be booked", Quote(r.ID), r.DeliveryMode))
	case !r.Bookable:
		return About(Refusal{Cause: CauseNotBookable, Field: "round_id"},
			Invalidf("round_id %s has no saved round (bookable is false); save the pipeline round first",
				Quote(r.ID)))
	}
	return nil
}

// EmploymentWords returns the type of a posting, which integrations choose, in words: "full_time" is "full-time".
func EmploymentWords(t string) string {
	switch t {
	case "full_time", "part_time":
		return strings.ReplaceAll(t, "_", "-")
	}
	return strings.ReplaceAll(t, "_", " ")
}

// Employments are the types of postings that forms offer.
var Employments = []string{"full_time", "part_time", "contract", "internship"}

// EmploymentName returns the type as a form shows it: "full_time" is "Full-time", and another than [Employments] is as
// it is stored.
func EmploymentName(t string) string {
	if !slices.Contains(Employments, t) {
		return t
	}
	return strings.ToUpper(t[:1]) + EmploymentWords(t)[1:]
}

// EmploymentOf returns the type that a form names: the reverse of [EmploymentName], in any case. saved is the type that
// the form began with, and stays if it is named as before.
func EmploymentOf(name, saved string) string {
	if name == EmploymentName(saved) {
		return saved
	}
	for _, t := range Employments {
		if strings.ToLower(strings.NewReplacer("-", "_", " ", "_").Replace(name)) == t {
			return t
		}
	}
	return name
}

// MaxFallbackRecipients bounds the addresses of a step that are told if nobody is named: each gets every letter.
const MaxFallbackRecipients = 50

// StateArchived is the state of a posting that was put away. It is closed, and REST shows it so, since the contract has
// two states.
const StateArchived = "archived"

// State returns [StatusOpen], [StatusClosed] or [StateArchived].
func (p Posting) State() string {
	if p.ArchivedAt != nil {
		return StateArchived
	}
	return p.Status
}

// Words names the posting within a sentence.
func (p Posting) Words() string { return "posting " + Quote(p.Title) }

// Words names the assessment within a sentence.
func (a Assessment) Words() string { return "assessment " + Quote(a.Title) }

// Words names the track within a sentence.
func (t Track) Words() string { return "track " + Quote(t.Name) }

// Words names the step within a sentence.
func (r Round) Words() string { return "step " + Quote(r.Title) }

// Assessments returns the ids of the step's assessments: one, a group's, or none.
func (r Round) Assessments() []string {
	switch r.Type {
	case StepAssessment:
		return []string{r.AssessmentID}
	case StepGroup:
		return r.AssessmentIDs
	}
	return nil
}

// Assignment modes of a group: how its candidates get one of its assessments (§2).
const (
	AssignSelfSelect = "self_select" // they choose it themselves
	AssignRandom     = "random"      // it is drawn at random
)
