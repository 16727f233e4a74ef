// Package store keeps the product's rows in PostgreSQL or SQLite: [Store] has one store for each noun, a package of its
// own, and they share package db.
//
// Requests that change something are decided and written in one transaction: lock, gather the facts, let models decide,
// write the row with its next revision. GORM reads and filters rows; SQL is written by hand where a lock, a constraint
// or a plan matters.
//
// Every query filters by organization, with these exceptions: keys and external links are found by their hashes, and
// name their organization; relays sweep all organizations for rows to wake; operators name rows by id or slug alone.
package store
