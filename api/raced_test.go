//go:build race

package api_test

// raced reports that the race detector is on, which allocates memory of its own.
const raced = true
