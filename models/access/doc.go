// Package access says who gets in and what they may do: members and their roles, links to sign in, sessions, and API
// keys with their scopes.
//
// Start with [May], which says whether a member may do something, and [Key.Allows], which says it of a program.
package access
