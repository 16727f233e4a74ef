// Package metrics counts what a process does and says it in the format of Prometheus. Names follow its conventions.
// Labels are names that the program knows beforehand, such as routes, kinds and codes: never ids, addresses or anything
// that somebody typed, so that neither a person nor a flood of series gets out. Every process has a [Meter] of its own;
// there is no global registry.
package metrics
