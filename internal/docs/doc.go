// Package docs has tests alone: they hold the documents against the repository. Links lead to a file and its heading,
// citations in code to what they cite, and each clause of the contract is cited by a test.
package docs
