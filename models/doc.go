// Package models says what a posting, a candidate, an interview and an effect are, and what may happen to them.
//
// Every rule of the product lives here as a pure function: facts in, decision out. The package imports the standard
// library only, reads no clock and does no I/O, so handlers, activities, pages and tools all call the same functions
// and a test needs nothing but values. Instants are UTC and truncated to the millisecond (decision 3); ranges are half
// open. The only error a caller may see is [Error].
package models
