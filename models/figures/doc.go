// Package figures has what the figures of a hiring team mean (D26): which weeks are counted, what counts as what, and
// how long things took. The store counts, the dashboard shows.
package figures
