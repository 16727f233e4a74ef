// Package pipeline says how a hiring team may change a posting, its tracks and steps, and its assessments with their
// rubrics. It also says who stands where in it ([Status], [PlaceIn]).
//
// Start with [Decide], which carries out a [Change] of a posting's pipeline. Each change has its rule in the file of
// what it changes.
package pipeline
