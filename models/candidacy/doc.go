// Package candidacy says what may happen to a candidate besides interviews: an invitation to an assessment, its answer,
// the grade, the decision, and how they go on to the next step.
//
// Start with [DecideInvite] and [DecideCandidate].
package candidacy
