package standalone

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/postgresql"
	"go.temporal.io/server/tools/common/schema"
	temporalsql "go.temporal.io/server/tools/sql"
)

// visibilitySuffix is what the name of the second database ends with.
const visibilitySuffix = "_visibility"

// The PostgreSQL schemas in the server's module.
const (
	postgresMain       = "postgresql/v12/temporal"
	postgresVisibility = "postgresql/v12/visibility"
)

// postgresConnections is how many each store may open: a server on one machine needs no more, and what is idle stays
// open, since work comes in bursts.
const postgresConnections = 20

// OpenPostgres brings the schemas of two databases up to date, by the server's own tool, and returns the configuration
// of the stores. They are that of the URL, and one beside it whose name ends with _visibility; both must be there. An
// update that was killed goes on where it was.
func OpenPostgres(databaseURL string, logger log.Logger) (Stores, error) {
	main, err := postgresConfig(databaseURL, "")
	if err != nil {
		return nil, err
	}
	beside, err := postgresConfig(databaseURL, visibilitySuffix)
	if err != nil {
		return nil, err
	}
	for _, one := range []struct {
		at     *config.SQL
		schema string
	}{{main, postgresMain}, {beside, postgresVisibility}} {
		if err := updatePostgres(one.at, one.schema, logger); err != nil {
			return nil, fmt.Errorf("schema of the database %s: %w", one.at.DatabaseName, err)
		}
	}
	return Stores{executions: {SQL: main}, visibility: {SQL: beside}}, nil
}

// postgresConfig is how the server connects to the database of the URL with that ending of its name. Errors do not
// contain the password.
func postgresConfig(databaseURL, suffix string) (*config.SQL, error) {
	u, err := url.Parse(databaseURL)
	if err != nil {
		return nil, errors.New("the database's URL is malformed")
	}
	name := strings.TrimPrefix(u.Path, "/")
	if name == "" || strings.Contains(name, "/") {
		return nil, errors.New("the database's URL names no database")
	}
	address := u.Host
	if address != "" && u.Port() == "" {
		address = net.JoinHostPort(u.Hostname(), "5432")
	}
	c := &config.SQL{
		PluginName: postgresql.PluginNamePGX, DatabaseName: url.PathEscape(name + suffix), ConnectAddr: address,
		ConnectProtocol: "tcp", User: url.PathEscape(u.User.Username()), ConnectAttributes: map[string]string{
			"sslmode": "prefer"}, // as for any program that says nothing of it; the server's own default is none
		MaxConns: postgresConnections, MaxIdleConns: postgresConnections, MaxConnLifetime: time.Hour,
	}
	c.Password, _ = u.User.Password()
	for key, values := range u.Query() {
		c.ConnectAttributes[key] = values[0]
	}
	return c, nil
}

// updatePostgres makes the tables by which the tool knows a schema's version, and brings the schema to the newest.
func updatePostgres(at *config.SQL, name string, logger log.Logger) error {
	db, err := temporalsql.NewConnection(at, logger)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := schema.NewSetupSchemaTask(db, &schema.SetupConfig{InitialVersion: "0.0"}, logger).Run(); err != nil {
		return err
	}
	return schema.NewUpdateSchemaTask(db, &schema.UpdateConfig{SchemaName: name}, logger).Run()
}

// How a server's lock is kept.
const (
	lockKey      = 7_233_000_001    // of PostgreSQL's advisory locks: any number that nobody else takes
	lockPatience = 15 * time.Second // for a server that was killed, until the database notices
	lockEvery    = 2 * time.Second  // how often it is looked after
)

// errServed says that another server works on the databases.
var errServed = errors.New("another Temporal server works on this database")

// LockPostgres returns when this process alone may serve the database, which it may for as long as it holds an advisory
// lock there: two servers of one process each would not know of each other. Where the connection broke the lock is
// taken again; lost is called if another server was faster, or if that takes too long.
func LockPostgres(ctx context.Context, databaseURL string, lost func(error)) (release func(), err error) {
	conn, err := lockPostgres(ctx, databaseURL, time.Now().Add(lockPatience))
	if err != nil {
		return nil, err
	}
	keeping, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		keep(keeping, conn, func(ctx context.Context, until time.Time) (lock, error) {
			return lockPostgres(ctx, databaseURL, until)
		}, lost)
	}()
	return func() { stop(); <-done }, nil
}

// lock is a connection that holds it.
type lock interface {
	Ping(ctx context.Context) error
	Close(ctx context.Context) error // ends the lock
}

// keep looks after the lock until ctx ends, and takes it again where its connection broke. It calls lost when another
// server has it, or when it was not known to be held for [lockPatience]: then another one may have it.
func keep(ctx context.Context, held lock, again func(ctx context.Context, until time.Time) (lock, error),
	lost func(error)) {
	defer func() { _ = within(context.WithoutCancel(ctx), held.Close) }()
	tick := time.NewTicker(lockEvery)
	defer tick.Stop()
	for sure := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if within(ctx, held.Ping) == nil {
			sure = time.Now()
			continue
		}
		_ = within(ctx, held.Close)
		until := sure.Add(lockPatience)
		trying, cancel := context.WithDeadline(ctx, until.Add(lockEvery))
		next, err := again(trying, until)
		cancel()
		switch {
		case err == nil:
			held, sure = next, time.Now()
		case ctx.Err() != nil:
			return
		case errors.Is(err, errServed):
			lost(err)
			return
		case !time.Now().Before(until):
			lost(fmt.Errorf("the database's lock could not be kept: %w", err))
			return
		}
	}
}

// within bounds a call: a connection whose other end is gone may never say so.
func within(ctx context.Context, call func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, lockEvery)
	defer cancel()
	return call(ctx)
}

// lockPostgres takes the lock on a connection of its own, and waits for it until then.
func lockPostgres(ctx context.Context, databaseURL string, until time.Time) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	for {
		var locked bool
		err := conn.QueryRow(ctx, "select pg_try_advisory_lock($1)", int64(lockKey)).Scan(&locked)
		if err == nil && locked {
			return conn, nil
		}
		if err == nil && !time.Now().Before(until) {
			err = errServed
		}
		if err == nil {
			select {
			case <-ctx.Done():
				err = ctx.Err()
			case <-time.After(lockEvery / 4):
				continue
			}
		}
		_ = conn.Close(context.WithoutCancel(ctx))
		return nil, err
	}
}
