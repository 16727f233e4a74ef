// Package db is what the stores of all nouns share: connections to PostgreSQL or SQLite, transactions, the clocks
// of organizations, the records as GORM sees them, and what several stores read and write of them.
//
// dialect.go holds the differences between the two databases in SQL, drivers and errors, and migrations has a folder
// for each. What two transactions could both decide is forbidden by a named constraint, and errors.go maps the
// constraint's name to a models.Error.
package db
