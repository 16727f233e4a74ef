// Package store keeps the product's rows in PostgreSQL or SQLite behind one [Store].
//
// A request that changes something is decided and written in one transaction: lock, gather the facts, ask models, write
// the row with its next revision. What two transactions could both believe is forbidden by a named constraint, and
// errors.go turns the constraint's name into the words of a models.Error. dialect.go holds the few differences between
// the two databases. GORM reads and filters rows; SQL is written by hand where a lock, a constraint or a plan matters.
//
// Every query begins with the organization. Three do not, and say so: the look-up of a key by its hash, the sweeps that
// find rows to wake, and the list of organizations for the operator.
package store
