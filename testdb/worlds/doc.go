// Package worlds has what the tests of REST and of the tool server share: both doors over a database with two
// organizations ([World]), and one for fuzzing whose tables are put back after each change ([Arena]).
package worlds
