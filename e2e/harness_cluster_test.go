package e2e

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Cluster is a PostgreSQL server of the test's own, to stop and start; package testdb's is everybody's.
type Cluster struct {
	URL   string // of an empty database
	dir   string
	attr  *syscall.SysProcAttr
	bin   string
	leash io.Closer // closing it ends the server, and so does the end of this process
	ended chan error
}

// clusterKeeper runs the server for as long as its standard input is open, then stops it without ceremony, by its pid.
const clusterKeeper = `
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=100 -c shared_buffers=32MB </dev/null >>"$2/log" 2>&1 &
pid=$!
cat >/dev/null
kill -QUIT "$pid" 2>/dev/null
wait "$pid"
exit 0
`

// NewCluster makes and starts a server that lasts until the test ends. Without PostgreSQL the test is skipped, and
// fails in CI.
func NewCluster(t testing.TB) *Cluster {
	t.Helper()
	return newClusterIn(t, "/tmp")
}

// newClusterIn makes it in a folder whose name is short, and which everybody may read.
func newClusterIn(t testing.TB, parent string) *Cluster {
	t.Helper()
	needsProcess(t, "a PostgreSQL server to stop")
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		without(t, "PostgreSQL is not installed under /usr/lib/postgresql: its outage is not tested")
	}
	slices.Sort(found)
	c := &Cluster{bin: filepath.Dir(found[len(found)-1]), attr: &syscall.SysProcAttr{Setpgid: true}}
	var err error
	if c.dir, err = os.MkdirTemp(parent, "litmus-pg-"); err != nil {
		// a socket's path is short, and another user must reach it
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Stop(t)
		os.RemoveAll(c.dir)
	})
	if os.Geteuid() == 0 { // PostgreSQL refuses to run as root
		u, err := user.Lookup("postgres")
		if err != nil {
			t.Fatal(err)
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err := errors.Join(err1, err2, os.Chown(c.dir, uid, gid)); err != nil {
			t.Fatal(err)
		}
		c.attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	c.URL = "postgres://postgres@/postgres?host=" + url.QueryEscape(c.dir) + "&sslmode=disable"
	init := exec.Command(c.bin+"/initdb", "-D", c.dir+"/data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
		"--locale=C.UTF-8", "--no-sync", "--no-instructions")
	init.Dir, init.SysProcAttr = c.dir, c.attr
	if out, err := init.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	c.Start(t)
	return c
}

// Start starts the server, again on the same data, and returns when it answers.
func (c *Cluster) Start(t testing.TB) {
	t.Helper()
	keep := exec.Command("/bin/sh", "-c", clusterKeeper, "sh", c.bin, c.dir)
	keep.Dir, keep.SysProcAttr = c.dir, c.attr
	in, err := keep.StdinPipe()
	if err == nil {
		err = keep.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	c.leash, c.ended = in, make(chan error, 1)
	go func() { c.ended <- keep.Wait() }()
	Until(t, time.Minute, "PostgreSQL to answer", func() (bool, string) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		conn, err := pgx.Connect(ctx, c.URL)
		if err != nil {
			return false, err.Error()
		}
		return conn.Close(ctx) == nil, ""
	})
}

// Stop ends the server as a crash would: every connection breaks.
func (c *Cluster) Stop(t testing.TB) {
	t.Helper()
	if c.leash == nil {
		return
	}
	c.leash.Close()
	c.leash = nil
	if err := <-c.ended; err != nil {
		t.Errorf("stop PostgreSQL: %v", err)
	}
}
