// Package types has the types of S3 that Temporal's server names.
package types

// Object is what a bucket lists.
type Object struct{ Key *string }

// CommonPrefix is a folder that a bucket lists.
type CommonPrefix struct{ Prefix *string }

// NoSuchBucket is the error for a bucket that is not there.
type NoSuchBucket struct{}

// Error says so.
func (*NoSuchBucket) Error() string { return "no such bucket" }

// NoSuchKey is the error for an object that is not there.
type NoSuchKey struct{}

// Error says so.
func (*NoSuchKey) Error() string { return "no such key" }
