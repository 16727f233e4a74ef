package pipeline

import (
	"slices"
	"time"

	"litmus/models"
)

// PostingStates are the states of a posting as the dashboard shows them, see [models.Posting.State].
var PostingStates = []string{models.StatusOpen, models.StatusClosed, models.StateArchived}

// PostingEdit is what a form says of a posting (D17).
type PostingEdit struct {
	Kind, Title, Team, Location, Type string
	Recruiters                        []string // addresses, in order (D27)
}

// PostingEditOf returns the edit that changes nothing of the posting, which has these recruiters.
func PostingEditOf(p models.Posting, recruiters ...string) PostingEdit {
	return PostingEdit{Kind: p.Kind, Title: p.Title, Team: p.Team, Location: p.Location, Type: p.Type,
		Recruiters: recruiters}
}

// Same reports whether both edits say the same.
func (e PostingEdit) Same(o PostingEdit) bool {
	return e.SameButRecruiters(o) && slices.Equal(e.Recruiters, o.Recruiters)
}

// SameButRecruiters is [PostingEdit.Same] of everything else.
func (e PostingEdit) SameButRecruiters(o PostingEdit) bool {
	return e.Kind == o.Kind && e.Title == o.Title && e.Team == o.Team && e.Location == o.Location && e.Type == o.Type
}

// Check returns the edit with its texts cleaned as a file's are. Every error is of kind [models.Invalid] and names the
// field.
func (e PostingEdit) Check() (PostingEdit, error) {
	if e.Kind != models.KindRole && e.Kind != models.KindCohort {
		return e, models.Invalidf("the kind %s is unknown; a posting is a role or a cohort", models.Quote(e.Kind))
	}
	for _, f := range []struct {
		name     string
		text     *string
		required bool
	}{
		{"the title", &e.Title, true}, {"the team", &e.Team, false}, {"the location", &e.Location, false},
		{"the type of employment", &e.Type, false},
	} {
		if err := models.CleanLine(f.name, f.text, f.required); err != nil {
			return e, err
		}
	}
	return e, nil
}

// NewPosting returns an open posting without a pipeline. The error is of kind [models.Invalid].
func NewPosting(orgID, id string, e PostingEdit, taken func(key string) bool, now time.Time) (models.Posting, error) {
	e, err := e.Check()
	if err != nil {
		return models.Posting{}, err
	}
	now = models.Instant(now)
	return models.Posting{OrgID: orgID, ID: id, Key: RecordKey(e.Title, taken), Kind: e.Kind, Title: e.Title,
		Status: models.StatusOpen,
		Team:   e.Team, Location: e.Location, Type: e.Type, CreatedAt: now, UpdatedAt: now, Version: 1,
		Origin: models.OriginDashboard}, nil
}

// PostingFacts are what an edit of a posting is decided on.
type PostingFacts struct {
	Candidates int // records of the posting
	Recruiters []string
	Members    []models.Member // of the organization
}

// DecidePostingEdit returns the posting as the edit says, or as it is if that changes nothing, whatever version the
// form showed. It returns a [models.Conflict] for a form that showed another version, and for another kind if the
// posting has candidates: integrations may know it by its kind (§9, role_id). Other recruiters are those that
// [CheckRecruiters] allows.
func DecidePostingEdit(p models.Posting, version int64, e PostingEdit, f PostingFacts,
	now time.Time) (models.Posting, error) {
	e, err := e.Check()
	if err != nil || e.Same(PostingEditOf(p, f.Recruiters...)) {
		return p, err
	}
	if err := CheckVersion(p.Words(), version, p.Version); err != nil {
		return p, err
	}
	if e.Kind != p.Kind && f.Candidates > 0 {
		return p, models.Conflictf("%s has %s, so it stays a %s", p.Words(), models.Count(f.Candidates, "candidate"),
			p.Kind)
	}
	if !slices.Equal(e.Recruiters, f.Recruiters) {
		if err := CheckRecruiters(e.Recruiters, f.Members); err != nil {
			return p, err
		}
	}
	p.Kind, p.Title, p.Team, p.Location, p.Type = e.Kind, e.Title, e.Team, e.Location, e.Type
	return saved(p, now), nil
}

func saved(p models.Posting, now time.Time) models.Posting {
	p.UpdatedAt = models.Instant(now)
	p.Version++
	return p
}

// DecidePostingState returns the posting in that state, unchanged if it is in it. It needs no version: whoever asks for
// a state gets it, whatever else was saved. Archiving closes a posting. An archived one is restored to closed before it
// is reopened, so that nothing that was put away takes candidates at one press; until then it is a [models.Conflict].
func DecidePostingState(p models.Posting, state string, now time.Time) (models.Posting, error) {
	if p.State() == state {
		return p, nil
	}
	switch state {
	case models.StatusOpen:
		if p.ArchivedAt != nil {
			return p, models.Conflictf("%s is archived; restore it before you reopen it", p.Words())
		}
		p.Status = models.StatusOpen
	case models.StatusClosed:
		p.Status, p.ArchivedAt = models.StatusClosed, nil
	case models.StateArchived:
		at := models.Instant(now)
		p.Status, p.ArchivedAt = models.StatusClosed, &at
	default:
		return p, models.Invalidf("the state %s is unknown; a posting is open, closed or archived", models.Quote(state))
	}
	return saved(p, now), nil
}

// CheckPostingRemoval refuses to delete a posting that has candidates, whose records, interviews and submissions would
// be lost with it. The error is a [models.Conflict].
func CheckPostingRemoval(p models.Posting, candidates int) error {
	if candidates == 0 {
		return nil
	}
	return models.Conflictf("%s has %s and cannot be deleted; archive it instead", p.Words(),
		models.Count(candidates, "candidate"))
}

// CheckAssigned refuses to assign somebody to a posting a second time, unless the form says what is stored: then it was
// sent twice. The error is a [models.Conflict].
func CheckAssigned(email string, p models.Posting, same bool) error {
	if same {
		return nil
	}
	return models.Conflictf("%s is assigned to %s already, with another link; edit it in the list", email, p.Words())
}

// CheckAssignedCount refuses more interviewers of a posting than [models.MaxPostingInterviewers]. what is the posting
// in words, n how many it would have. The error is of kind [models.Invalid].
func CheckAssignedCount(what string, n int) error {
	if n > models.MaxPostingInterviewers {
		return models.Invalidf("%s would have %d interviewers; at most %d are allowed", what, n,
			models.MaxPostingInterviewers)
	}
	return nil
}
