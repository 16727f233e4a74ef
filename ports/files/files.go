// Package files keeps the bytes of files by key: in a [Folder], or in a bucket of an S3-compatible store ([Bucket]).
// What a file is called, whose it is and that it exists at all, the database says: its row is written after the bytes
// are here, so that a process that is killed leaves bytes that no row names, and never a row without bytes. The worker
// collects what is left over.
package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Store keeps bytes by key. A key has two parts, such as "org_1/fil_2", of letters, digits, and _.- ; a call with
// another one panics.
type Store interface {
	// Put keeps all that content has. Whoever reads the key meanwhile, or after a process was killed, gets all of it or
	// nothing. It returns the error of content as it is, and then keeps nothing.
	Put(ctx context.Context, key string, content io.Reader) error

	// PutNew is Put if nothing is kept under the key, else it leaves what is there and returns nil. Of several at once
	// one keeps its content, as far as the store can tell them apart.
	PutNew(ctx context.Context, key string, content io.Reader) error

	// Open reads what was put. The error is [ErrNone] if there is nothing.
	Open(ctx context.Context, key string) (io.ReadCloser, error)

	// Delete removes it. That there is nothing is no error.
	Delete(ctx context.Context, key string) error

	// List calls visit with everything that is kept, also with what an unfinished [Store.Put] left, in the order of
	// keys. It ends at the first error, and returns it.
	List(ctx context.Context, visit func(Entry) error) error
}

// Entry is something that is kept.
type Entry struct {
	Key string
	At  time.Time // when it was put, by the store's own clock
}

// ErrNone is the error of [Store.Open] if nothing is kept under the key.
var ErrNone = errors.New("there is no such file")

// Access are the credentials of a bucket.
type Access struct{ Key, Secret string }

// New returns the store at an address: the path of a folder, which is made if it is not there, or of a bucket
// s3://HOST[:PORT]/BUCKET[/PREFIX][?region=REGION], with s3+http in a private network without TLS. No request is made.
// Errors do not repeat the address.
func New(address string, access Access) (Store, error) {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		if !filepath.IsAbs(address) {
			return nil, errors.New("the path of a folder has to be absolute")
		}
		return OpenFolder(address)
	}
	u, err := url.Parse("//" + rest)
	if err != nil || scheme != "s3" && scheme != "s3+http" || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return nil, errors.New("it is neither the path of a folder nor s3://HOST/BUCKET")
	}
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if bucket == "" {
		return nil, errors.New("it names no bucket: s3://HOST/BUCKET")
	}
	q := u.Query()
	region := q.Get("region")
	if q.Del("region"); len(q) > 0 {
		return nil, errors.New("behind the ? it can have a region and nothing else")
	}
	at := bucketAt{host: u.Host, secure: scheme == "s3", name: bucket, prefix: prefix, region: region}
	return newBucket(at, access)
}

var keys = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*/[A-Za-z0-9_][A-Za-z0-9_.-]*$`)

// mustKey panics if the key is none of ours: it would be a path that somebody else chose.
func mustKey(key string) {
	if !keys.MatchString(key) {
		panic(fmt.Sprintf("the key of a file is %q", key))
	}
}

// source remembers the error of what it reads, to tell it from one of the store.
type source struct {
	io.Reader
	err error
}

func (s *source) Read(p []byte) (n int, err error) {
	n, err = s.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}
