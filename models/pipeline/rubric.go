package pipeline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/models"
)

// MaxRubricLevels is how many levels a rubric has at most.
const MaxRubricLevels = 20

// Rubric says how submissions to an assessment are graded: in words, and by what scores mean. It is for the team;
// candidates never see it. An organization file has none, so it is kept beside the assessments of one.
type Rubric struct {
	OrgID, AssessmentID string
	Version             int64 // from 1, without gaps; 0: there is none
	Text                string
	Scale               []ScaleLevel // by score
	By                  models.Actor // without the request
	CreatedAt           time.Time    // of the version; zero if there is none
}

// ScaleLevel says what a score on [models.NativeScale] means.
type ScaleLevel struct {
	Score   float64 `json:"score"`
	Meaning string  `json:"meaning"`
}

// RubricEdit is what somebody says of a rubric.
type RubricEdit struct {
	Text  string
	Scale []ScaleLevel // in any order
}

// RubricEditOf returns the edit that changes nothing.
func RubricEditOf(r Rubric) RubricEdit { return RubricEdit{r.Text, r.Scale} }

// Check returns the edit with its texts cleaned and its levels in order. stored is the text so far: if it stays, its
// bounds do not matter, since it may be from before there were any. Every error is of kind [models.Invalid] and names
// the field.
func (e RubricEdit) Check(stored string) (RubricEdit, error) {
	e.Text = models.CleanAnswer(e.Text)
	if err := changeMarkdown("the text", stored, e.Text); err != nil {
		return e, models.InField("text", err)
	}
	if len(e.Scale) > MaxRubricLevels {
		return e, models.InField("scale",
			models.Invalidf("the scale has %d levels; at most %d are allowed", len(e.Scale), MaxRubricLevels))
	}
	levels := slices.Clone(e.Scale)
	for n := range levels {
		l := &levels[n]
		if _, err := models.ParseNativeScore(strconv.FormatFloat(l.Score, 'f', -1, 64)); err != nil {
			return e, models.InField("scale",
				models.Invalidf("scale[%d]: the score %v is not from %v to %v with at most two decimals", n, l.Score,
					models.NativeScale.Min, models.NativeScale.Max))
		}
		if err := models.CleanLine("scale["+strconv.Itoa(n)+"].meaning", &l.Meaning, true); err != nil {
			return e, err
		}
	}
	slices.SortFunc(levels, func(a, b ScaleLevel) int { return cmp.Compare(a.Score, b.Score) })
	for n := 1; n < len(levels); n++ {
		if levels[n].Score == levels[n-1].Score {
			return e, models.InField("scale", models.Invalidf("the scale says twice what %v means", levels[n].Score))
		}
	}
	e.Scale = levels
	return e, nil
}

// DecideRubric returns the version that the edit adds to an assessment's rubric at now. changed is false if the rubric
// says the same already, whatever version the caller has seen. It returns a [models.Conflict] for another version than
// the stored one; a is the assessment, for the words.
func DecideRubric(a models.Assessment, r Rubric, seen int64, e RubricEdit, by models.Actor,
	now time.Time) (_ Rubric, changed bool, err error) {
	if e, err = e.Check(r.Text); err != nil {
		return r, false, err
	}
	if e.Text == r.Text && slices.Equal(e.Scale, r.Scale) {
		return r, false, nil
	}
	if seen != r.Version {
		return r, false, models.About(models.Refusal{Cause: models.CauseRubricSince},
			models.Conflictf("the rubric of %s was changed meanwhile: it has version %d, and %d was expected; "+
				"read it, and change it again", a.Words(), r.Version, seen))
	}
	by.RequestID = ""
	return Rubric{OrgID: a.OrgID, AssessmentID: a.ID, Version: r.Version + 1, Text: e.Text, Scale: e.Scale, By: by,
		CreatedAt: models.Instant(now)}, true, nil
}

// RubricChange is the change of an assessment whose rubric was changed (D4). The texts themselves are in the versions.
func RubricChange(before, after Rubric) models.Change {
	c := models.Change{Subject: models.SubjectAssessment, SubjectID: after.AssessmentID, Kind: models.ChangeRubricSet,
		At: after.CreatedAt}
	c.Details = append(models.Changed(models.FieldRubric, before.Text, after.Text),
		models.Changed(models.FieldScale, FormatScale(before.Scale), FormatScale(after.Scale))...)
	return c
}

// FormatScale returns a scale as people type it, a level in a line: "3.5: works, with gaps". [ParseScale] reads it.
func FormatScale(levels []ScaleLevel) string {
	var lines []string
	for _, l := range levels {
		lines = append(lines, models.FormatScore(&l.Score)+": "+l.Meaning)
	}
	return strings.Join(lines, "\n")
}

// ParseScale reads what [FormatScale] writes; empty lines do not count. The error is of kind [models.Invalid].
func ParseScale(text string) (levels []ScaleLevel, err error) {
	for line := range strings.SplitSeq(models.CleanText(text), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		score, meaning, ok := strings.Cut(line, ":")
		native, err := models.ParseNativeScore(score)
		switch {
		case err != nil:
			return nil, models.About(models.Refusal{Field: "scale"}, err)
		case !ok || native == nil:
			return nil, models.InField("scale",
				models.Invalidf("The line %s is not a score, a colon and what it means.", models.Quote(line)))
		}
		levels = append(levels, ScaleLevel{*native, strings.TrimSpace(meaning)})
	}
	return levels, nil
}
