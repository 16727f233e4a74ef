package orgfile

import (
	"litmus/models/setup"
)

// Scales of the two scores (§2, Submission).
const maxScore, maxNativeScore = 100, 5

func (f *file) readSubmission(v value, submissions *index) setup.Submission {
	o, ok := v.object("key", "posting", "assessment", "candidate", "submitted_at", "score", "native_score", "decision")
	if !ok {
		return setup.Submission{}
	}
	return setup.Submission{
		Key:         o.key(submissions),
		Posting:     o.required("posting", "the key of a posting").reference(f.postings),
		Assessment:  o.required("assessment", "the key of an assessment").reference(f.assessments),
		Candidate:   o.required("candidate", "a mapping with at least email").candidate(),
		SubmittedAt: o.required("submitted_at", "an instant such as 2026-12-01T15:00:00Z").instant(),
		Score:       o.get("score").number(0, maxScore),
		NativeScore: o.get("native_score").number(0, maxNativeScore),
		Decision:    o.get("decision").choice("pending", "pending", "advance", "reject"),
	}
}
