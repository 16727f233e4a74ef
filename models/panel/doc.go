// Package panel says who can be in an interview together, and who is chosen.
//
// An interview has places, each for one person. [Choose] fills them with people who are free, so that the work is
// spread. A [Table] answers for one start after another whether the places can be filled, how often at once, and if not
// which of them cannot.
package panel
