// Package setup says what an organization file declares ([Setup]), and what an entry of it makes of an interview that
// was scheduled elsewhere ([NewImport]).
package setup
