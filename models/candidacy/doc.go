// Package candidacy says what may happen to a candidate besides interviews: an invitation to an assessment, its answer,
// the grade, the decision, and how they go on to the next step.
//
// Start with [DecideInvite], then [DecideCandidate] and [DecideOnward]: an invitation, the decision on it, and what
// follows.
package candidacy
