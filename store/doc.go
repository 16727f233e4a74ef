// Package store keeps the product's rows in PostgreSQL or SQLite behind one [Store].
//
// A request that changes something is decided and written in one transaction: lock, gather the facts, ask models, write
// the row with its next revision. What two transactions could both believe is forbidden by a named constraint, and
// errors.go turns the constraint's name into the words of a models.Error. dialect.go holds the differences between
// the two databases in SQL, drivers and errors, and migrations has a folder for each. GORM reads and filters rows; SQL
// is written by hand where a lock, a constraint or a plan matters.
//
// Every query begins with the organization. Those that do not say so: the look-ups of a key and of an external link by
// their hashes, which name the organization; the sweeps that find rows to wake; and what operators ask by an id or a
// slug alone.
package store
