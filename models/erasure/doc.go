// Package erasure has the rules by which a candidate is forgotten (ADR erased-in-two-steps): what is canceled and
// withdrawn at once, when everything outside is taken away, and what is told of the rest.
package erasure
