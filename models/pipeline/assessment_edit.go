package pipeline

import (
	"slices"
	"strings"
	"time"

	"litmus/models"
)

// MaxTimeLimitMinutes is the longest time limit of an assessment, a year.
const MaxTimeLimitMinutes = 525_600

// DeliveryModes are all delivery modes (§1).
var DeliveryModes = []string{models.DeliveryAsync, models.DeliverySync, models.DeliveryTrial}

// CheckDeliveryMode returns an [models.Invalid] error unless the mode is "" or one of [DeliveryModes].
func CheckDeliveryMode(mode string) error {
	if mode != "" && !slices.Contains(DeliveryModes, mode) {
		return models.Invalidf("the delivery mode %s is unknown; it is async, sync or trial", models.Quote(mode))
	}
	return nil
}

// AssessmentEdit is what a form says of an assessment (D18).
type AssessmentEdit struct {
	Title, DeliveryMode string
	Ready               bool
	Instructions        string // Markdown
	TimeLimitMinutes    int    // 0: none
}

// AssessmentEditOf returns the edit that changes nothing of the assessment.
func AssessmentEditOf(a models.Assessment) AssessmentEdit {
	return AssessmentEdit{Title: a.Title, DeliveryMode: a.DeliveryMode, Ready: a.Ready, Instructions: a.Instructions,
		TimeLimitMinutes: a.TimeLimitMinutes}
}

// Check returns the edit with its texts cleaned. stored are the instructions so far: if they stay, their bounds do not
// matter, since they may be from before there were any. Every error is of kind [models.Invalid] and names the field.
func (e AssessmentEdit) Check(stored string) (AssessmentEdit, error) {
	if err := models.CleanLine("the title", &e.Title, true); err != nil {
		return e, err
	}
	if !slices.Contains(DeliveryModes, e.DeliveryMode) {
		return e, models.Invalidf("the delivery mode %s is unknown; it is async, sync or trial",
			models.Quote(e.DeliveryMode))
	}
	if m := e.TimeLimitMinutes; m < 0 || m > MaxTimeLimitMinutes {
		return e, models.InField("the time limit",
			models.Invalidf("the time limit of %d minutes is out of range; expected 0 to %d", m, MaxTimeLimitMinutes))
	}
	e.Instructions = models.CleanAnswer(e.Instructions)
	return e, models.InField("instructions", changeMarkdown("the instructions", stored, e.Instructions))
}

// AssessmentUse counts what refers to an assessment.
type AssessmentUse struct {
	Steps      int // of pipelines, alone or in a group
	Unstaged   int // postings to which it is attached without a step
	Candidates int // records, in any state
}

// None reports whether nothing refers to the assessment.
func (u AssessmentUse) None() bool { return u == AssessmentUse{} }

// Words returns the uses in words, such as "2 steps and 1 candidate", "" for none.
func (u AssessmentUse) Words() string {
	var words []string
	for _, use := range []struct {
		n    int
		noun string
	}{{u.Steps, "step"}, {u.Unstaged, "posting"}, {u.Candidates, "candidate"}} {
		if use.n > 0 {
			words = append(words, models.Count(use.n, use.noun))
		}
	}
	if len(words) < 3 {
		return strings.Join(words, " and ")
	}
	return words[0] + ", " + words[1] + " and " + words[2]
}

// NewAssessment returns an assessment. The error is of kind [models.Invalid].
func NewAssessment(orgID, id string, e AssessmentEdit, taken func(key string) bool,
	now time.Time) (models.Assessment, error) {
	e, err := e.Check("")
	if err != nil {
		return models.Assessment{}, err
	}
	now = models.Instant(now)
	return models.Assessment{OrgID: orgID, ID: id, Key: RecordKey(e.Title, taken), Title: e.Title,
		DeliveryMode: e.DeliveryMode,
		Ready:        e.Ready, Instructions: e.Instructions, TimeLimitMinutes: e.TimeLimitMinutes, CreatedAt: now,
		UpdatedAt: now, Version: 1, Origin: models.OriginDashboard}, nil
}

// DecideAssessmentEdit returns the assessment as the edit says, or as it is if that changes nothing, whatever version
// the form showed. It returns a [models.Conflict] for a form that showed another version, and for another delivery mode
// while something uses the assessment: steps are bookable and candidates have links by it (D18).
func DecideAssessmentEdit(a models.Assessment, version int64, e AssessmentEdit, use AssessmentUse,
	now time.Time) (models.Assessment, error) {
	e, err := e.Check(a.Instructions)
	if err != nil || e == AssessmentEditOf(a) {
		return a, err
	}
	if err := CheckVersion(a.Words(), version, a.Version); err != nil {
		return a, err
	}
	if e.DeliveryMode != a.DeliveryMode && !use.None() {
		return a, models.Conflictf("%s is used by %s, so it stays %s; make another assessment instead", a.Words(), use.Words(),
			a.DeliveryMode)
	}
	a.Title, a.DeliveryMode, a.Ready = e.Title, e.DeliveryMode, e.Ready
	a.Instructions, a.TimeLimitMinutes = e.Instructions, e.TimeLimitMinutes
	a.UpdatedAt = models.Instant(now)
	a.Version++
	return a, nil
}

// CheckAssessmentRemoval refuses to delete an assessment that something refers to. The error is a [models.Conflict].
func CheckAssessmentRemoval(a models.Assessment, use AssessmentUse) error {
	if use.None() {
		return nil
	}
	return models.Conflictf("%s is used by %s and cannot be deleted", a.Words(), use.Words())
}
