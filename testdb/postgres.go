package testdb

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	externalServer = "LITMUS_TEST_POSTGRES_URL"
	programs       = "/usr/lib/postgresql/*/bin"
	startTimeout   = time.Minute
)

// errNone means that there is no PostgreSQL for the tests on this machine.
var errNone = errors.New("PostgreSQL is not installed under " + programs + " and " + externalServer + " is not set")

// Postgres returns the URL of a migrated database without rows that no other test has while this one runs.
func Postgres(t testing.TB) string {
	t.Helper()
	withoutShort(t)
	template, err := template()
	skipOrFail(t, err)
	return lend(t, template)
}

// EmptyPostgres returns the URL of a database without migrations, which is dropped when the test ends.
func EmptyPostgres(t testing.TB) string {
	t.Helper()
	withoutShort(t)
	_, err := server()
	skipOrFail(t, err)
	name := newName()
	if err := administer("create database " + name + " template template0"); err != nil {
		t.Fatalf("create database: %v", err)
	}
	t.Cleanup(func() { drop(t, name) })
	return databaseURL(name)
}

// withoutShort skips a test where the flag -short is given: to make and start a server takes longer than most tests.
func withoutShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short leaves out PostgreSQL")
	}
}

func skipOrFail(t testing.TB, err error) {
	t.Helper()
	switch {
	case !running:
		t.Fatal("TestMain of this package must call testdb.Main")
	case errors.Is(err, errNone) && os.Getenv("CI") != "true":
		t.Skip(err)
	case err != nil:
		t.Fatalf("start PostgreSQL: %v", err)
	}
}

func drop(t testing.TB, name string) {
	t.Helper()
	if err := administer("drop database if exists " + name + " with (force)"); err != nil {
		t.Errorf("drop database: %v", err)
	}
}

func newName() string { return "litmus_test_" + strings.ToLower(rand.Text()) }

// server returns the URL of the server's maintenance database. The first call starts a server if none is configured.
var server = sync.OnceValues(func() (string, error) {
	if u := os.Getenv(externalServer); u != "" {
		return u, nil
	}
	return start()
})

// template returns the name of a migrated database.
var template = sync.OnceValues(func() (string, error) {
	if _, err := server(); err != nil {
		return "", err
	}
	name := newName()
	if err := administer("create database " + name + " template template0"); err != nil {
		return "", err
	}
	pool.Lock()
	pool.made = append(pool.made, name)
	pool.Unlock()
	if err := migrate(databaseURL(name)); err != nil {
		return "", err
	}
	var err error
	empty, err = blankOf(context.Background(), name)
	return name, err
})

// empty describes the template.
var empty blank

// administer runs a statement on the server's maintenance database.
func administer(statement string) error {
	u, err := server()
	if err != nil {
		return err
	}
	ctx := context.Background()
	c, err := pgx.Connect(ctx, u)
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, statement)
	return err
}

// databaseURL returns the server's URL with another database.
func databaseURL(name string) string {
	base, _ := server()
	u, err := url.Parse(base)
	if err != nil {
		return base // pgx has accepted it before
	}
	u.Path = "/" + name
	return u.String()
}

// keeper runs the server as long as its standard input is open, that is, until stop closes it or the test process ends
// for whatever reason. Then it stops the server by its pid and removes the folder, so that nothing is left behind.
const keeper = `
trap 'rm -rf "$2"' EXIT
"$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync --no-instructions >"$2/log" 2>&1 || { cat "$2/log" >&2; exit 1; }
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
	-c max_connections=400 -c shared_buffers=64MB </dev/null >"$2/log" 2>&1 &
pid=$!
cat >/dev/null
kill -QUIT "$pid" 2>/dev/null
wait "$pid"
`

var (
	leash io.Closer          // closing it ends keeper
	ended = make(chan error) // gets the result of keeper
)

// start starts a server in a temporary folder.
func start() (string, error) {
	bin := newest()
	if bin == "" {
		return "", errNone
	}
	dir, err := os.MkdirTemp("/tmp", "litmus-pg-") // the path of a socket must be short, and accessible to another user
	if err != nil {
		return "", err
	}
	attr := &syscall.SysProcAttr{Setpgid: true} // Ctrl-C must end only the tests
	if os.Geteuid() == 0 {
		if attr.Credential, err = asPostgres(dir); err != nil { // PostgreSQL refuses to run as root
			os.RemoveAll(dir)
			return "", err
		}
	}
	var words bytes.Buffer
	keep := exec.Command("/bin/sh", "-c", keeper, "sh", bin, dir)
	keep.Dir, keep.SysProcAttr, keep.Stderr = dir, attr, &words
	in, err := keep.StdinPipe()
	if err == nil {
		err = keep.Start()
	}
	if err != nil {
		os.RemoveAll(dir)
		return "", err
	}
	leash = in
	go func() { ended <- keep.Wait() }()
	u := "postgres://postgres@/postgres?host=" + url.QueryEscape(dir) + "&sslmode=disable"
	for deadline := time.Now().Add(startTimeout); ; {
		c, err := pgx.Connect(context.Background(), u)
		if err == nil {
			return u, c.Close(context.Background())
		}
		select {
		case end := <-ended:
			leash = nil
			return "", fmt.Errorf("%w: %s", end, words.String())
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			return "", fmt.Errorf("not ready after %s: %w: %s", startTimeout, err, log)
		}
	}
}

// newest returns the folder of the newest installed PostgreSQL's programs, or "".
func newest() string {
	found, _ := filepath.Glob(programs + "/initdb")
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }))
}

// asPostgres gives the folder to the user postgres and returns that user's credential.
func asPostgres(dir string) (*syscall.Credential, error) {
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("%w: the tests run as root, and there is no user postgres", errNone)
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, os.Chown(dir, uid, gid)
}

// stop stops the server that start started, and drops what is left on an external one.
func stop() {
	if os.Getenv(externalServer) != "" {
		for _, name := range pool.made {
			if err := administer("drop database if exists " + name + " with (force)"); err != nil {
				fmt.Fprintln(os.Stderr, "testdb: drop a database:", err)
			}
		}
	}
	if leash != nil {
		leash.Close()
		<-ended
	}
}
