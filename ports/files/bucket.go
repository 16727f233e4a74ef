package files

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Bucket keeps files in a bucket of an S3-compatible store.
type Bucket struct {
	client *minio.Client
	at     bucketAt
}

// bucketAt says where a bucket is.
type bucketAt struct {
	host   string // with its port, if it has one
	secure bool
	name   string
	prefix string // before every key, without / at its ends; "" for none
	region string // "" if the store is asked for it
}

func newBucket(at bucketAt, access Access) (*Bucket, error) {
	if access.Key == "" || access.Secret == "" {
		return nil, ErrNoAccess
	}
	client, err := minio.New(at.host, &minio.Options{Creds: credentials.NewStaticV4(access.Key, access.Secret, ""),
		Secure: at.secure, Region: at.region, MaxRetries: tries})
	if err != nil {
		return nil, errors.New("the host of the bucket is malformed")
	}
	return &Bucket{client, at}, nil
}

// ErrNoAccess is the error of [New] for a bucket without credentials.
var ErrNoAccess = errors.New("a bucket needs an access key and its secret")

// tries is how often a request is made that a store was too busy for; a person waits for it.
const tries = 3

// Put keeps the file by one request, which takes effect as a whole. For that all of it is in memory: parts of an
// upload that nobody finishes would be kept, and paid for, where [Bucket.List] does not see them.
func (b *Bucket) Put(ctx context.Context, key string, content io.Reader) error {
	all, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	return said("keep file", b.send(ctx, key, all, minio.PutObjectOptions{}))
}

// PutNew has the store look whether there is something (If-None-Match). A store that cannot is asked before: of two at
// once the later one remains there.
func (b *Bucket) PutNew(ctx context.Context, key string, content io.Reader) error {
	all, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	var o minio.PutObjectOptions
	o.SetMatchETagExcept("*")
	err = b.send(ctx, key, all, o)
	switch minio.ToErrorResponse(err).StatusCode {
	case http.StatusPreconditionFailed, http.StatusConflict: // it is there, or is just being put
		return nil
	case http.StatusNotImplemented:
		there, err := b.Open(ctx, key)
		if err == nil {
			return there.Close()
		}
		if errors.Is(err, ErrNone) {
			err = said("keep file", b.send(ctx, key, all, minio.PutObjectOptions{}))
		}
		return err
	}
	return said("keep file", err)
}

func (b *Bucket) send(ctx context.Context, key string, all []byte, o minio.PutObjectOptions) error {
	mustKey(key)
	o.DisableMultipart, o.ContentType = true, "application/octet-stream"
	_, err := b.client.PutObject(ctx, b.at.name, b.name(key), bytes.NewReader(all), int64(len(all)), o)
	return err
}

// Open reads the file.
func (b *Bucket) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	mustKey(key)
	object, err := b.client.GetObject(ctx, b.at.name, b.name(key), minio.GetObjectOptions{})
	if err == nil {
		_, err = object.Stat() // makes the request
	}
	if err == nil {
		return object, nil
	}
	if object != nil {
		_ = object.Close()
	}
	if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound { // which may be said of the bucket, too
		if there, err := b.client.BucketExists(ctx, b.at.name); err != nil || there {
			return nil, cmp.Or(said("open file", err), ErrNone)
		}
	}
	return nil, said("open file", err)
}

// Delete removes the file; stores answer the same if there is none.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	mustKey(key)
	return said("delete file", b.client.RemoveObject(ctx, b.at.name, b.name(key), minio.RemoveObjectOptions{}))
}

// List asks for a thousand objects at a time. What has no key of ours was put there by somebody else, and is left out.
func (b *Bucket) List(ctx context.Context, visit func(Entry) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing if visit ends it
	o := minio.ListObjectsOptions{Recursive: true}
	if b.at.prefix != "" {
		o.Prefix = b.at.prefix + "/"
	}
	for object := range b.client.ListObjects(ctx, b.at.name, o) {
		if object.Err != nil {
			return said("list files", object.Err)
		}
		key := strings.TrimPrefix(object.Key, o.Prefix)
		if !keys.MatchString(key) {
			continue
		}
		if err := visit(Entry{Key: key, At: object.LastModified}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (b *Bucket) name(key string) string { return path.Join(b.at.prefix, key) }

// said wraps a failure without what a store repeats of the request in its answer.
func said(what string, err error) error {
	if err == nil {
		return nil
	}
	if answer := minio.ToErrorResponse(err); answer.StatusCode != 0 && answer.Code != "" {
		return fmt.Errorf("%s: the store answered %d %s", what, answer.StatusCode, answer.Code)
	}
	return fmt.Errorf("%s: %w", what, err)
}
