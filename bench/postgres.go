package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// cluster is a PostgreSQL server of the bench's own, with the default durability.
type cluster struct {
	dir   string
	leash io.Closer // closing it ends the server, and so does the end of this process
	ended chan error
}

const postgresPrograms = "/usr/lib/postgresql/*/bin/initdb"

// postgresKeeper runs the server for as long as its standard input is open, then stops it by its pid and removes the
// folder.
const postgresKeeper = `
trap 'rm -rf "$2"' EXIT
"$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync --no-instructions >"$2/log" 2>&1 ||
	{ cat "$2/log" >&2; exit 1; }
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=300 -c shared_buffers=128MB \
	</dev/null >>"$2/log" 2>&1 &
pid=$!
cat >/dev/null
kill -INT "$pid" 2>/dev/null
wait "$pid"
exit 0
`

// startPostgres starts a server, of the newest version that is installed, that lasts until it is closed.
func startPostgres(ctx context.Context) (*cluster, error) {
	found, _ := filepath.Glob(postgresPrograms)
	if len(found) == 0 {
		return nil, fmt.Errorf("PostgreSQL is not installed (no %s); --on %s measures what needs none",
			postgresPrograms, embeddedSite)
	}
	bin, newest := "", -1
	for _, path := range found {
		if version, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path)))); version > newest {
			bin, newest = filepath.Dir(path), version
		}
	}
	dir, err := os.MkdirTemp("/tmp", "litmus-bench-pg-") // a socket's path is short, and another user must reach it
	if err != nil {
		return nil, err
	}
	c := &cluster{dir: dir, ended: make(chan error, 1)}
	var words bytes.Buffer
	keep := exec.Command("/bin/sh", "-c", postgresKeeper, "sh", bin, dir)
	keep.Dir, keep.Stderr = dir, &words
	keep.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a Ctrl-C is for the bench
	if os.Geteuid() == 0 {                                 // PostgreSQL refuses to run as root
		if keep.SysProcAttr.Credential, err = asPostgres(dir); err != nil {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
	}
	in, err := keep.StdinPipe()
	if err == nil {
		err = keep.Start()
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	c.leash = in
	go func() { c.ended <- keep.Wait() }()
	for end := time.Now().Add(startTimeout); ; {
		conn, err := pgx.Connect(ctx, c.url("postgres"))
		if err == nil {
			return c, conn.Close(ctx)
		}
		select {
		case ended := <-c.ended:
			return nil, fmt.Errorf("PostgreSQL ended: %w: %s", errors.Join(ended, err), words.String())
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), c.close())
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(end) {
			return nil, errors.Join(fmt.Errorf("PostgreSQL is not ready after %s: %w", startTimeout, err), c.close())
		}
	}
}

// asPostgres gives the folder to the user postgres and returns their credential.
func asPostgres(dir string) (*syscall.Credential, error) {
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(err1, err2, os.Chown(dir, uid, gid))
}

func (c *cluster) close() error {
	c.leash.Close()
	return <-c.ended
}

func (c *cluster) url(database string) string {
	return "postgres://postgres@/" + database + "?host=" + url.QueryEscape(c.dir) + "&sslmode=disable"
}

// create makes a database, empty or a copy of one that nobody has open, and returns its URL.
func (c *cluster) create(ctx context.Context, name, template string) (string, error) {
	conn, err := pgx.Connect(ctx, c.url("postgres"))
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	made, from := pgx.Identifier{name}.Sanitize(), pgx.Identifier{template}.Sanitize()
	_, err = conn.Exec(ctx, "create database "+made+" template "+from)
	return c.url(name), err
}

// placeholders writes a statement's placeholders, given as ?, for the database at hand.
type placeholders func(statement string) string

func sqlitePlaceholders(statement string) string { return statement }

// postgresPlaceholders turns ? into $1, $2 …; no statement of the bench has one in a string.
func postgresPlaceholders(statement string) string {
	var b strings.Builder
	n := 0
	for _, r := range statement {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		fmt.Fprintf(&b, "$%d", n)
	}
	return b.String()
}
