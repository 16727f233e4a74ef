package candidacy

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"litmus/models"
)

// Limits of an answer.
const (
	MaxAnswerRunes = 100_000
	MaxAnswerLinks = 20
)

// Answer is what a candidate wrote on the assessment page: a draft until it is submitted.
type Answer struct {
	Text    string
	Links   []string      // absolute http or https URLs
	Files   []models.File // beside it, in the order in which they were added
	SavedAt time.Time

	// Zone is the one in which the candidate saw the times when they handed it in, "" for UTC. No draft has it.
	Zone string
}

// Empty reports whether there is nothing to submit.
func (a Answer) Empty() bool { return a.Text == "" && len(a.Links) == 0 && len(a.Files) == 0 }

// Complete returns a [models.Invalid] error if there is nothing to submit.
func (a Answer) Complete() error {
	if a.Empty() {
		return models.Invalidf("There is nothing to hand in yet: write an answer or add a link.")
	}
	return nil
}

// ParseAnswer reads the two fields of the form; links holds one link on each line. Line ends become \n, and control
// characters except tabs are removed. The error, of kind [models.Invalid], is shown to the candidate on the page and
// says which field is wrong and how.
func ParseAnswer(text, links string) (Answer, error) {
	a := Answer{Text: models.CleanAnswer(text)}
	if n := utf8.RuneCountInString(a.Text); n > MaxAnswerRunes {
		return Answer{}, models.Invalidf("The answer has %d characters; at most %d are allowed. Shorten it, or put the "+
			"longer part behind a link.", n, MaxAnswerRunes)
	}
	for line := range strings.SplitSeq(models.CleanText(links), "\n") {
		link := strings.TrimSpace(line)
		if link == "" {
			continue
		}
		if len(a.Links) == MaxAnswerLinks {
			return Answer{}, models.Invalidf("There are more than %d links; at most %[1]d are allowed.", MaxAnswerLinks)
		}
		if len(link) > models.MaxLinkBytes {
			return Answer{}, models.Invalidf("Link %d is %d bytes long; at most %d are allowed.",
				len(a.Links)+1, len(link), models.MaxLinkBytes)
		}
		if _, err := models.ParseLink("links", link); err != nil {
			return Answer{}, models.Invalidf("Link %d, %s, is not a web address. Write one on each line, beginning with "+
				"https:// or http://.", len(a.Links)+1, models.Quote(link))
		}
		a.Links = append(a.Links, link)
	}
	return a, nil
}

// AnswerRunes returns how many characters the text will have when it is stored, the number that [MaxAnswerRunes]
// limits.
func AnswerRunes(text string) int { return utf8.RuneCountInString(models.CleanAnswer(text)) }

// DecideStart makes an invited candidate in_progress. changed is false if the assessment was started before. It returns
// a [models.Conflict] for live assessments, and for candidates who are expired, withdrawn or have submitted.
func DecideStart(c models.Candidate, deliveryMode string, interviewed bool,
	now time.Time) (_ models.Candidate, changed bool, err error) {
	switch state := c.StateAt(now, interviewed); {
	case deliveryMode == models.DeliverySync:
		return c, false, models.Conflictf("This is a live interview: there is nothing to start here.")
	case state == models.CandidateInProgress:
		return c, false, nil
	case state == models.CandidateExpired:
		return c, false, models.Conflictf("This invitation has expired; the hiring team says what is possible.")
	case state == models.CandidateWithdrawn:
		return c, false, models.Conflictf("This assessment is not open to you any more.")
	case state != models.CandidateInvited:
		return c, false, models.Conflictf("You have handed this assessment in already.")
	}
	now = models.Instant(now)
	c.State, c.StartedAt = models.CandidateInProgress, &now
	return c.Moved(now), true, nil
}

// DecideSave reports whether a draft may be saved: it returns a [models.Conflict] unless the assessment is in progress.
func DecideSave(c models.Candidate) error {
	switch c.State {
	case models.CandidateInProgress:
		return nil
	case models.CandidateSubmitted, models.CandidateAdvanced, models.CandidateRejected:
		return models.Conflictf("You have handed this assessment in already; what you handed in stays as it is.")
	case models.CandidateInvited:
		return models.Conflictf("Start the assessment first.")
	}
	return models.Conflictf("This assessment is not open to you any more.")
}

// CheckDraft returns a [models.Conflict] if the stored draft (nil for none) is newer than the one that the form showed:
// another tab saved it meanwhile, and it may be the better one. seen is when the draft that the form showed was saved,
// in milliseconds, zero if it showed none, and nil if the form does not say; then the last save wins. Saving what is
// stored already is never a conflict.
func CheckDraft(draft *Answer, a Answer, seen *time.Time) error {
	if seen == nil || draft == nil || models.Instant(draft.SavedAt).Equal(models.Instant(*seen)) ||
		a.Text == draft.Text && slices.Equal(a.Links, draft.Links) {
		return nil
	}
	return models.Conflictf("There is a newer draft, saved at %s; what you sent was not saved.",
		models.FormatInstant(draft.SavedAt))
}

// DecideSubmit makes the submission of a candidate who is in progress: its decision is pending and both scores are nil.
// It returns an [models.Invalid] error for an empty answer, and a [models.Conflict] if the candidate is not in
// progress. There is no deadline, since losing work is worse: candidates are shown the time limit, and reviewers see
// when the submission was made. The candidate is owed a receipt.
func DecideSubmit(c models.Candidate, a Answer, id string, now time.Time) (models.Candidate, models.Submission, error) {
	if err := DecideSave(c); err != nil {
		return c, models.Submission{}, err
	}
	if err := a.Complete(); err != nil {
		return c, models.Submission{}, err
	}
	now = models.Instant(now)
	c.State = models.CandidateSubmitted
	return c.Moved(now), models.Submission{
		ReceiptZone: cmp.Or(a.Zone, time.UTC.String()),
		OrgID:       c.OrgID, ID: id, PostingID: c.PostingID, AssessmentID: c.AssessmentID, CandidateID: c.ID,
		SubmittedAt: now, Decision: models.DecisionPending, CreatedAt: now, UpdatedAt: now,
		Origin: models.OriginDashboard,
	}, nil
}
