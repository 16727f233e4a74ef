//go:build !race

package store_test

// raced says that the race detector is on.
const raced = false
