package models

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// ScoreScale is the range of a native score (§2).
type ScoreScale struct {
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

// ScoreScale returns 0 to 5 when there is a native score, else nil.
func (s Submission) ScoreScale() *ScoreScale {
	if s.NativeScore == nil {
		return nil
	}
	scale := NativeScale
	return &scale
}

// NativeScale is the range of a native score (§2, Submission).
var NativeScale = ScoreScale{Min: 0, Max: 5}

// gradeNumber is how a score is written: a person's keyboard may have a comma in the place of the point.
var gradeNumber = regexp.MustCompile(`^[0-9]+(?:[.,]([0-9]+))?$`)

// ParseNativeScore reads a score on [NativeScale] with at most two decimals, nil for an empty one; the error is of kind
// [Invalid].
func ParseNativeScore(s string) (*float64, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, nil
	}
	found := gradeNumber.FindStringSubmatch(s)
	if found == nil {
		return nil, InField("score",
			Invalidf("The score %s is not a number from %v to %v, such as 3.5.", Quote(s), NativeScale.Min,
				NativeScale.Max))
	}
	if len(found[1]) > 2 {
		return nil, InField("score", Invalidf("The score %s has more than two decimals.", Quote(s)))
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", "."), 64)
	if err != nil || n > NativeScale.Max {
		return nil, InField("score",
			Invalidf("The score %s is beyond the scale, which goes from %v to %v.", Quote(s), NativeScale.Min,
				NativeScale.Max))
	}
	return &n, nil
}

// ScoreOf returns the score from 0 to 100, with one decimal, of a native score (§2).
func ScoreOf(native float64) float64 {
	return math.Round(native*1000/(NativeScale.Max-NativeScale.Min)) / 10
}

// FormatScore returns a score as people read and type it, "" for none.
func FormatScore(score *float64) string {
	if score == nil {
		return ""
	}
	return strconv.FormatFloat(*score, 'f', -1, 64)
}
