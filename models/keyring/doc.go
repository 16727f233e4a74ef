// Package keyring holds what is made with LITMUS_SECRET, with a key of its own for each purpose: the links in letters,
// the cursors of lists, credentials that are sealed before they are stored, and pseudonyms.
package keyring
