//go:build race

package api_test

// raced reports that the race detector is in, which copies what is allocated.
const raced = true
