// Package history says in words what was done to a record: see [Did].
package history
