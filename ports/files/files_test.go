package files_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/ports/files"
)

// stores are the stores that the suite runs over, by how one that is empty is made.
var stores = map[string]func(t *testing.T) files.Store{
	"folder": func(t *testing.T) files.Store { return made(t, filepath.Join(t.TempDir(), "files"), files.Access{}) },
	"bucket": func(t *testing.T) files.Store {
		return made(t, "s3+http://"+gateway(t)+"/uploads/litmus?region=us-east-1", gatewayAccess)
	},
}

func made(t *testing.T, address string, access files.Access) files.Store {
	t.Helper()
	s, err := files.New(address, access)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func each(t *testing.T, test func(t *testing.T, s files.Store)) {
	t.Helper()
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// TestStore: what is put is read back, replaced, listed with when, and deleted.
func TestStore(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s files.Store) {
		ctx := t.Context()
		if got := keysOf(t, s); len(got) > 0 {
			t.Errorf("a new store has %v", got)
		}
		const one, two = "org_1/fil_1", "org_2/fil_1"
		large := bytes.Repeat([]byte("0123456789abcdef"), 1<<18) // 4 MiB
		put(t, s, one, []byte("first"))
		put(t, s, two, large)
		put(t, s, one, []byte("second"))
		put(t, s, "org_1/fil_empty", nil)
		for key, want := range map[string][]byte{one: []byte("second"), two: large, "org_1/fil_empty": {}} {
			if got := content(t, s, key); !bytes.Equal(got, want) {
				t.Errorf("%s has %d bytes, want %d: %.20q", key, len(got), len(want), got)
			}
		}
		if got, want := keysOf(t, s), []string{one, "org_1/fil_empty", two}; !slices.Equal(got, want) {
			t.Errorf("listed are %v, want %v", got, want)
		}
		enough := errors.New("enough")
		seen := 0
		if err := s.List(ctx, func(files.Entry) error { seen++; return enough }); !errors.Is(err, enough) || seen != 1 {
			t.Errorf("a visit that ends the listing: %v after %d", err, seen)
		}
		for range 2 { // it may be gone already
			if err := s.Delete(ctx, one); err != nil {
				t.Errorf("delete: %v", err)
			}
		}
		if _, err := s.Open(ctx, one); !errors.Is(err, files.ErrNone) {
			t.Errorf("what was deleted is opened with %v", err)
		}
		if got := content(t, s, two); !bytes.Equal(got, large) {
			t.Error("another organization's file of that name went too")
		}
	})
}

// TestCutOff: if the content ends with an error, that is the error, and nothing can be read.
func TestCutOff(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, s files.Store) {
		gone := errors.New("the sender went away")
		err := s.Put(t.Context(), "org_1/fil_1", io.MultiReader(strings.NewReader("half of"), failing{gone}))
		if !errors.Is(err, gone) {
			t.Errorf("put: %v", err)
		}
		if _, err := s.Open(t.Context(), "org_1/fil_1"); !errors.Is(err, files.ErrNone) {
			t.Errorf("open: %v", err)
		}
		if got := keysOf(t, s); len(got) > 0 {
			t.Errorf("it left %v", got)
		}
	})
}

// TestKilled: what a process leaves that is killed while it writes is listed, so that it can be collected.
func TestKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := made(t, dir, files.Access{})
	reading, killed := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- s.Put(context.WithoutCancel(t.Context()), "org_1/fil_1", io.MultiReader(strings.NewReader("half of"),
			waiting{reading, killed}))
	}()
	<-reading
	left := keysOf(t, s)
	if len(left) != 1 || !strings.HasPrefix(left[0], "org_1/fil_1.") {
		t.Errorf("listed is %v", left)
	}
	if _, err := s.Open(t.Context(), "org_1/fil_1"); !errors.Is(err, files.ErrNone) {
		t.Errorf("it can be opened: %v", err)
	}
	if err := s.Delete(t.Context(), left[0]); err != nil || len(keysOf(t, s)) > 0 {
		t.Errorf("it cannot be collected: %v", err)
	}
	close(killed)
	if err := <-done; err == nil {
		t.Error("the write ended well, although its file was collected")
	}
}

// TestForeign: what somebody else keeps beside ours is not listed, and a key of another form does not reach it.
func TestForeign(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := made(t, dir, files.Access{})
	for _, name := range []string{"lost+found/a b", "top", "a/b/c"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := keysOf(t, s); len(got) > 0 {
		t.Errorf("listed is %v", got)
	}
	for _, key := range []string{"", "top", "../x", "org_1/..", "org_1/a/b", "org_1/a b", "/etc/passwd", ".hidden/x"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("key %q was taken", key)
				}
			}()
			_ = s.Delete(t.Context(), key)
		}()
	}
}

// TestAddresses: an address that cannot be meant is refused, in words that do not repeat it.
func TestAddresses(t *testing.T) {
	t.Parallel()
	access := files.Access{Key: "key", Secret: "secret"}
	for _, address := range []string{"s3://host.example/bucket", "s3+http://127.0.0.1:9000/bucket/a/b",
		"s3://host.example/bucket?region=eu-central-1"} {
		if _, err := files.New(address, access); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"", "relative/folder", "s3://", "s3://hostsecret", "s3://hostsecret/",
		"s3://key:secret@host/bucket", "https://hostsecret/bucket", "s3://host/bucket?access=secret",
		"s3://ho st/bucket"} {
		if _, err := files.New(address, access); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
	if _, err := files.New("s3://host.example/bucket", files.Access{Key: "key"}); !errors.Is(err, files.ErrNoAccess) {
		t.Errorf("without a secret: %v", err)
	}
}

// TestRefusedByTheStore: a store that takes neither the credentials nor the bucket says so, without repeating either.
func TestRefusedByTheStore(t *testing.T) {
	t.Parallel()
	host := gateway(t)
	for about, s := range map[string]files.Store{
		"another secret": made(t, "s3+http://"+host+"/uploads?region=us-east-1",
			files.Access{Key: gatewayAccess.Key, Secret: "wrong-secret"}),
		"another bucket": made(t, "s3+http://"+host+"/elsewhere?region=us-east-1", gatewayAccess),
	} {
		err := s.Put(t.Context(), "org_1/fil_1", strings.NewReader("x"))
		if err == nil || !strings.Contains(err.Error(), "the store answered 40") ||
			strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), gatewayAccess.Key) {
			t.Errorf("%s: %v", about, err)
		}
		if _, err := s.Open(t.Context(), "org_1/fil_1"); err == nil || errors.Is(err, files.ErrNone) {
			t.Errorf("%s: opening says %v", about, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// waiting tells that it is read, and ends once it may.
type waiting struct{ reading, until chan struct{} }

func (w waiting) Read([]byte) (int, error) {
	close(w.reading)
	<-w.until
	return 0, io.EOF
}

func put(t *testing.T, s files.Store, key string, content []byte) {
	t.Helper()
	if err := s.Put(t.Context(), key, bytes.NewReader(content)); err != nil {
		t.Fatalf("put %s: %v", key, err)
	}
}

func content(t *testing.T, s files.Store, key string) []byte {
	t.Helper()
	r, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("open %s: %v", key, err)
	}
	defer r.Close()
	all, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("read %s: %v", key, err)
	}
	return all
}

func keysOf(t *testing.T, s files.Store) (keys []string) {
	t.Helper()
	if err := s.List(t.Context(), func(e files.Entry) error {
		if age := time.Since(e.At); age < -time.Minute || age > time.Hour {
			t.Errorf("%s was put %v ago", e.Key, age)
		}
		keys = append(keys, e.Key)
		return nil
	}); err != nil {
		t.Fatalf("list: %v", err)
	}
	return keys
}

var gatewayAccess = files.Access{Key: "litmus-tests", Secret: "not-a-secret-of-anybody"}

// gateway runs an S3-compatible store with the bucket "uploads" until the test ends, and returns its address.
func gateway(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("versitygw")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%v: make versitygw installs it", err)
		}
		t.Skip("versitygw is missing: make versitygw installs it")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free; nobody else takes it within the moment
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	buckets, about := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(buckets, "uploads"), 0o700); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "--port", address, "--region", "us-east-1", "--quiet", "posix", "--sidecar", about,
		buckets)
	run.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+gatewayAccess.Key, "ROOT_SECRET_KEY="+gatewayAccess.Secret)
	var log bytes.Buffer
	run.Stdout, run.Stderr = &log, &log
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = run.Wait() }()
	t.Cleanup(func() {
		_ = run.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("versitygw: %s", log.String())
		}
	})
	for end := time.Now().Add(time.Minute); ; {
		c, err := net.Dial("tcp", address)
		if err == nil {
			_ = c.Close()
			return address
		}
		select {
		case <-ended:
			t.Fatalf("versitygw ended: %s", log.String())
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(end) {
			t.Fatalf("versitygw does not listen: %v", err)
		}
	}
}
