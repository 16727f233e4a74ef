package candidacy

import (
	"time"
	"unicode/utf8"

	"litmus/models"
)

// MaxGradeNotes is how many characters the notes of a grade may have: as many as an answer.
const MaxGradeNotes = MaxAnswerRunes

// Grade is one version of how a submission was judged (D20). The last one counts.
type Grade struct {
	OrgID, SubmissionID string
	Version             int64    // from 1, without gaps
	Score               *float64 // legacy, 0 to 100
	NativeScore         *float64 // see [models.NativeScale]
	Notes               string
	By                  models.Actor // without the request
	CreatedAt           time.Time
}

// GradeOrder is a grade as somebody entered it.
type GradeOrder struct {
	NativeScore *float64 // nil: no score
	Notes       string
	Seen        int64 // the version that the form showed, 0 for none
	Exact       bool  // a version that was not seen is a [models.Conflict]
}

// ParseGrade reads the two fields of the form that grades a submission. The score may be empty. Line ends of the notes
// become \n, and control characters except tabs are removed. The error, of kind [models.Invalid], says which field is
// wrong.
func ParseGrade(native, notes string) (o GradeOrder, err error) {
	if o.NativeScore, err = models.ParseNativeScore(native); err != nil {
		return GradeOrder{}, err
	}
	o.Notes = models.CleanAnswer(notes)
	if n := utf8.RuneCountInString(o.Notes); n > MaxGradeNotes {
		return GradeOrder{}, models.InField("notes",
			models.Invalidf("The notes have %d characters; at most %d are allowed.", n, MaxGradeNotes))
	}
	return o, nil
}

// DecideGrade returns the version that the order adds to a submission at now, and the submission with it. last is the
// grade that counts, nil for none. A new native score sets the score by [models.ScoreOf]; where the native score
// stays, the score stays too. changed is false if last says the same already: a
// form that was sent twice. The error is of kind [models.Invalid] if there is nothing to save, and that of
// [models.CheckOrigin] for a submission that the organization file keeps. A version that the form did not show is no
// conflict unless the order is exact: both are kept, since a person sees that on the page and looks again, and this one
// is the last.
func DecideGrade(s models.Submission, last *Grade, o GradeOrder, by models.Actor,
	now time.Time) (_ models.Submission, g Grade, changed bool, err error) {
	if last == nil {
		if o.NativeScore == nil && o.Notes == "" {
			return s, Grade{}, false, models.Invalidf("There is nothing to save yet: enter a score or notes.")
		}
		last = &Grade{Score: s.Score, NativeScore: s.NativeScore}
	} else if sameScore(o.NativeScore, last.NativeScore) && o.Notes == last.Notes {
		return s, *last, false, nil
	}
	if err := models.CheckOrigin("this submission", s.Origin); err != nil {
		return s, Grade{}, false, err
	}
	if o.Exact && o.Seen != s.GradeVersion {
		return s, Grade{}, false, models.About(models.Refusal{Cause: models.CauseGradedSince},
			models.Conflictf("the submission was graded meanwhile: version %d counts, and %d was "+
				"expected; read it, and grade again", s.GradeVersion, o.Seen))
	}
	now = models.Instant(now)
	by.RequestID = ""
	g = Grade{OrgID: s.OrgID, SubmissionID: s.ID, Version: s.GradeVersion + 1, Score: last.Score,
		NativeScore: o.NativeScore, Notes: o.Notes, By: by, CreatedAt: now}
	if !sameScore(o.NativeScore, last.NativeScore) {
		if g.Score = nil; o.NativeScore != nil {
			score := models.ScoreOf(*o.NativeScore)
			g.Score = &score
		}
	}
	s.Score, s.NativeScore, s.GradeVersion, s.UpdatedAt = g.Score, g.NativeScore, g.Version, now
	return s, g, true, nil
}

func sameScore(a, b *float64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// GradedChange is the change of a candidate whose submission was graded (D4).
func GradedChange(before, after models.Submission) models.Change {
	return models.Change{Subject: models.SubjectCandidate, SubjectID: after.CandidateID, Kind: models.ChangeGraded,
		At: after.UpdatedAt,
		Details: models.Changed(models.FieldScore, models.FormatScore(before.NativeScore),
			models.FormatScore(after.NativeScore))}
}
