// Package history says in words what was done to a record, and what its fields were before and after. Changes
// themselves are nouns: [models.Change]. Start with [Words]; [Filter] selects changes.
package history
