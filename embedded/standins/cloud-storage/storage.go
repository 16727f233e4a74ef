// Package storage refuses to archive in Google Cloud. Besides [NewClient] it has the types and methods that Temporal's
// server names; without a client nothing calls them.
package storage

import (
	"context"
	"errors"
	"io"

	"google.golang.org/api/option"
)

// ScopeFullControl is the permission to manage data.
const ScopeFullControl = "https://www.googleapis.com/auth/devstorage.full_control"

var errLeftOut = errors.New("archiving in Google Cloud is not built into this server")

// Client has no methods that reach Google Cloud.
type Client struct{}

// NewClient always returns an error.
func NewClient(context.Context, ...option.ClientOption) (*Client, error) { return nil, errLeftOut }

// Bucket returns a handle that only returns errors.
func (*Client) Bucket(string) *BucketHandle { return &BucketHandle{} }

// BucketHandle stands for a bucket.
type BucketHandle struct{}

// BucketAttrs describes a bucket.
type BucketAttrs struct{}

// Attrs always returns an error.
func (*BucketHandle) Attrs(context.Context) (*BucketAttrs, error) { return nil, errLeftOut }

// Object returns a handle that only returns errors.
func (*BucketHandle) Object(string) *ObjectHandle { return &ObjectHandle{} }

// Objects returns an iterator that only returns errors.
func (*BucketHandle) Objects(context.Context, *Query) *ObjectIterator { return &ObjectIterator{} }

// Query chooses objects of a bucket.
type Query struct{ Prefix string }

// ObjectHandle stands for an object.
type ObjectHandle struct{}

// ObjectAttrs describes an object.
type ObjectAttrs struct{ Name string }

// Attrs always returns an error.
func (*ObjectHandle) Attrs(context.Context) (*ObjectAttrs, error) { return nil, errLeftOut }

// NewReader always returns an error.
func (*ObjectHandle) NewReader(context.Context) (*Reader, error) { return nil, errLeftOut }

// NewWriter returns a writer that only returns errors.
func (*ObjectHandle) NewWriter(context.Context) *Writer { return &Writer{} }

// ObjectIterator lists no objects.
type ObjectIterator struct{}

// Next always returns an error.
func (*ObjectIterator) Next() (*ObjectAttrs, error) { return nil, errLeftOut }

// Reader reads an object.
type Reader struct{ io.ReadCloser }

// Writer writes an object.
type Writer struct{}

// Write always returns an error.
func (*Writer) Write([]byte) (int, error) { return 0, errLeftOut }

// Close always returns an error.
func (*Writer) Close() error { return errLeftOut }

// CloseWithError always returns an error.
func (*Writer) CloseWithError(error) error { return errLeftOut }
