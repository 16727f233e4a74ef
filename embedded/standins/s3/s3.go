// Package s3 refuses to archive in S3. It has the types and methods that Temporal's server names.
package s3

import (
	"context"
	"errors"
	"io"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

var errLeftOut = errors.New("archiving in S3 is not built into this server")

// Options configure a client.
type Options struct {
	BaseEndpoint *string
	UsePathStyle bool
}

// Client only returns errors.
type Client struct{}

// NewFromConfig returns a client that only returns errors.
func NewFromConfig(aws.Config, ...func(*Options)) *Client { return &Client{} }

// HeadBucketInput names a bucket.
type HeadBucketInput struct{ Bucket *string }

// HeadBucketOutput describes a bucket.
type HeadBucketOutput struct{}

// HeadBucket always returns an error.
func (*Client) HeadBucket(context.Context, *HeadBucketInput, ...func(*Options)) (*HeadBucketOutput, error) {
	return nil, errLeftOut
}

// HeadObjectInput names an object.
type HeadObjectInput struct{ Bucket, Key *string }

// HeadObjectOutput describes an object.
type HeadObjectOutput struct{}

// HeadObject always returns an error.
func (*Client) HeadObject(context.Context, *HeadObjectInput, ...func(*Options)) (*HeadObjectOutput, error) {
	return nil, errLeftOut
}

// PutObjectInput is an object to store.
type PutObjectInput struct {
	Bucket, Key *string
	Body        io.Reader
}

// PutObjectOutput describes what was stored.
type PutObjectOutput struct{}

// PutObject always returns an error.
func (*Client) PutObject(context.Context, *PutObjectInput, ...func(*Options)) (*PutObjectOutput, error) {
	return nil, errLeftOut
}

// GetObjectInput names an object.
type GetObjectInput struct{ Bucket, Key *string }

// GetObjectOutput is an object.
type GetObjectOutput struct{ Body io.ReadCloser }

// GetObject always returns an error.
func (*Client) GetObject(context.Context, *GetObjectInput, ...func(*Options)) (*GetObjectOutput, error) {
	return nil, errLeftOut
}

// ListObjectsV2Input chooses objects of a bucket.
type ListObjectsV2Input struct {
	Bucket, Prefix, Delimiter, ContinuationToken *string
	MaxKeys                                      *int32
}

// ListObjectsV2Output are objects of a bucket.
type ListObjectsV2Output struct {
	Contents              []types.Object
	CommonPrefixes        []types.CommonPrefix
	IsTruncated           *bool
	NextContinuationToken *string
}

// ListObjectsV2 always returns an error.
func (*Client) ListObjectsV2(
	context.Context, *ListObjectsV2Input, ...func(*Options),
) (*ListObjectsV2Output, error) {
	return nil, errLeftOut
}
