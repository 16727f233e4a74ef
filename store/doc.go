// Package store keeps the product's rows in PostgreSQL or SQLite behind one [Store].
//
// Requests that change something are decided and written in one transaction: lock, gather the facts, let models decide,
// write the row with its next revision. What two transactions could both decide is forbidden by a named constraint, and
// errors.go maps the constraint's name to a models.Error. dialect.go holds the differences between the two databases in
// SQL, drivers and errors, and migrations has a folder for each. GORM reads and filters rows; SQL is written by hand
// where a lock, a constraint or a plan matters.
//
// Every query filters by organization, with these exceptions: keys and external links are found by their hashes, and
// name their organization; relays sweep all organizations for rows to wake; operators name rows by id or slug alone.
package store
