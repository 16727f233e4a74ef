package dashboard

import (
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
)

// ofPosting is the row of a route below a posting of ours. TRACK, STEP and QUIZ stand for a track, a step and an
// assessment of ours.
func ofPosting(below string, fields ...string) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		ours := strings.NewReplacer("TRACK", w.applied.Postings["turbine-software"].Tracks["default"].ID,
			"STEP", w.round("turbine-software", "default", "review"), "QUIZ", w.applied.Assessments["quiz-go"])
		f := foreign{path: site.PostingPath(w.turbine(), ours.Replace(below))}
		for _, field := range fields {
			f.fields = append(f.fields, ours.Replace(field))
		}
		return f
	}
}

// ofAssessment is the row of a route below an assessment of ours.
func ofAssessment(below string, fields ...string) func(*testing.T, *world) foreign {
	return func(_ *testing.T, w *world) foreign {
		return foreign{path: site.AssessmentPath(w.applied.Assessments["conversation"], below), fields: fields}
	}
}

// ofPool is the row of a route below a pool of ours.
func ofPool(below string, fields ...string) func(*testing.T, *world) foreign {
	return func(t *testing.T, w *world) foreign {
		return foreign{path: site.PoolPath(w.poolOf(t).ID, below), fields: fields}
	}
}
