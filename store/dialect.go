package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"hash/fnv"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"gorm.io/driver/postgres"
	gormsqlite "gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"modernc.org/sqlite"
	sqlitecode "modernc.org/sqlite/lib"
)

// dialect holds the differences between PostgreSQL and SQLite in SQL, drivers and errors.
type dialect struct {
	name     string // the folder of its migrations
	postgres bool
}

func dialectOf(address string) (dialect, error) {
	switch {
	case strings.HasPrefix(address, "postgres://"), strings.HasPrefix(address, "postgresql://"):
		return dialect{"postgres", true}, nil
	case strings.HasPrefix(address, "sqlite:") && len(address) > len("sqlite:"):
		return dialect{"sqlite", false}, nil
	}
	return dialect{}, errors.New("a database address is postgres://… or sqlite:PATH")
}

// file is the path of a SQLite database.
func file(address string) string { return strings.TrimPrefix(address, "sqlite:") }

// exists reports whether there is a database; of PostgreSQL its server tells.
func (d dialect) exists(address string) bool {
	if d.postgres {
		return true
	}
	_, err := os.Stat(file(address))
	return err == nil
}

// splits reports whether writing and reading have pools of their own: SQLite has one writer at a time, which gets the
// one connection of its pool.
func (d dialect) splits() bool { return !d.postgres }

func (d dialect) viewIsolation() sql.IsolationLevel {
	if d.postgres {
		return sql.LevelRepeatableRead
	}
	return sql.LevelDefault
}

const (
	postgresConnections = 20
	keyConnections      = 4
	connectTimeout      = 5 * time.Second
)

// pool says what connections are opened for.
type pool struct {
	writes      bool
	connections int // at most; 0: as many as the database is served best by
}

func (d dialect) open(address string, p pool, c *gorm.Config) (*gorm.DB, error) {
	if d.postgres {
		cfg, err := pgx.ParseConfig(address)
		if err != nil {
			return nil, errors.New("the postgres:// address cannot be read") // pgx's own words may hold the password
		}
		if cfg.ConnectTimeout == 0 {
			cfg.ConnectTimeout = connectTimeout
		}
		db := stdlib.OpenDB(*cfg, stdlib.OptionAfterConnect(func(_ context.Context, c *pgx.Conn) error {
			c.TypeMap().RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID,
				Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}})
			return nil
		}))
		connections := cmp.Or(p.connections, postgresConnections)
		db.SetMaxOpenConns(connections)
		db.SetMaxIdleConns(connections)
		db.SetConnMaxIdleTime(5 * time.Minute)
		return gorm.Open(postgres.New(postgres.Config{Conn: db}), c)
	}
	path := file(address)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	q := url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "synchronous(FULL)",
			"temp_store(memory)"},
		// Instants are stored as integers of microseconds: exact, ordered, and quick to read.
		"_time_integer_format": {"unix_micro"}, "_inttotime": {"1"}, "_timezone": {"UTC"},
	}
	connections := 1
	if p.writes {
		q.Set("_txlock", "immediate")
	} else {
		q.Add("_pragma", "query_only(1)")
		connections = cmp.Or(p.connections, max(4, runtime.NumCPU()))
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return gorm.Open(gormsqlite.Dialector{DriverName: "sqlite",
		Conn: &statements{DB: db, kept: map[string]*sql.Stmt{}}}, c)
}

// provider applies the migrations of this dialect: under a session lock on PostgreSQL, and on SQLite under its one
// writer.
func (d dialect) provider(db *sql.DB) (*goose.Provider, error) {
	files, err := migrations(d.name)
	if err != nil {
		return nil, err
	}
	if !d.postgres {
		return goose.NewProvider(goose.DialectSQLite3, db, files)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // asks every second, for five minutes
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker))
}

// lock takes transaction locks on the keys, in one order for everybody. SQLite's transaction is the only writer
// already.
func (d dialect) lock(tx *gorm.DB, keys ...string) error { return d.lockBeside(tx, "", keys...) }

// lockBeside is [dialect.lock] after a shared lock on another key, "" for none: any number hold it at once, while
// nobody holds that key by [dialect.lock]. Whoever locks such a key alone locks nothing after it, so nobody waits in a
// circle.
func (d dialect) lockBeside(tx *gorm.DB, shared string, keys ...string) error {
	if !d.postgres {
		return nil
	}
	numbers := make([]int64, len(keys))
	for i, k := range keys {
		numbers[i] = lockNumber(k)
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	q, args := "", make([]any, 0, len(numbers)+1)
	if shared != "" {
		q, args = "select pg_advisory_xact_lock_shared(?::bigint)", append(args, lockNumber(shared))
	}
	if len(numbers) > 0 {
		if q != "" {
			q += " union all "
		}
		q += "select pg_advisory_xact_lock(k) from (values " + strings.ReplaceAll(placeholders(len(numbers), 1), "?",
			"?::bigint") + ") as l(k)"
	}
	for _, n := range numbers {
		args = append(args, n)
	}
	return tx.Exec(q, args...).Error
}

func lockNumber(key string) int64 {
	h := fnv.New64a()
	h.Write([]byte(key))
	return int64(h.Sum64())
}

// instant selects a column of instants for a scan into [instant]. As an expression it has no declared type on SQLite,
// whose driver would look that up for every row.
func (d dialect) instant(column string) string {
	if d.postgres {
		return column
	}
	return "+" + column
}

// instants joins a group's instants with commas, as microseconds: one row for a person instead of one for every slot.
func (d dialect) instants(column string) string {
	if d.postgres {
		return "string_agg((" + micros(column) + ")::text, ',')"
	}
	return "group_concat(+" + column + ")"
}

// micros is PostgreSQL's instant in microseconds, exact to the millisecond as every stored instant is (decision 3): a
// double is quicker than extract's numeric.
func micros(column string) string {
	return "(date_part('epoch', " + column + ") * 1000)::bigint * 1000"
}

// day is the day in UTC of an instant, as the index interviews_by_day holds it.
func (d dialect) day(instant string) string {
	if d.postgres {
		return "((" + instant + " at time zone 'UTC')::date)"
	}
	return "(" + instant + " / 86400000000)"
}

// instantParam is a parameter whose type nothing beside it tells.
func (d dialect) instantParam() string {
	if d.postgres {
		return "?::timestamptz"
	}
	return "?"
}

// indexedBy makes SQLite, which has no statistics, read the table before it by that index. PostgreSQL chooses by what
// it knows.
func (d dialect) indexedBy(index string) string {
	if d.postgres {
		return ""
	}
	return " indexed by " + index
}

// after is the parameter's instant, or a millisecond after the column's where that is later (decision 49).
func (d dialect) after(column string) string {
	if d.postgres {
		return "greatest(" + column + " + interval '1 millisecond', ?)"
	}
	return "max(" + column + " + 1000, ?)"
}

// pairs is a list of n pairs of parameters to be in. SQLite looks each up by index only if they are rows; it would
// compare every row with each of a list joined by or.
func (d dialect) pairs(n int) string {
	if d.postgres {
		return "(" + placeholders(n, 2) + ")"
	}
	return "(values " + placeholders(n, 2) + ")"
}

// members lists the strings of a JSON column as a table m with the column value.
func (d dialect) members(column string) string {
	if d.postgres {
		return "json_array_elements_text(" + column + "::json) as m(value)"
	}
	return "json_each(" + column + ") as m"
}

// forUpdate locks the selected rows until the transaction ends.
func (d dialect) forUpdate() string {
	if d.postgres {
		return " for update"
	}
	return ""
}

// skipLocked locks the selected rows of the table, passing over those that another transaction has locked.
func (d dialect) skipLocked(table string) string {
	if d.postgres {
		return " for update of " + table + " skip locked"
	}
	return ""
}

// forShare keeps the selected rows from changing until the transaction ends; SQLite's writer is alone anyway.
func (d dialect) forShare() string {
	if d.postgres {
		return " for share"
	}
	return ""
}

// mayRetry reports whether the database gave the transaction up in favour of another: 40001 and 40P01.
func (d dialect) mayRetry(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// explain turns a violated constraint into the words of a models.Error, and leaves every other error as it is.
func (d dialect) explain(err error) error {
	if err == nil {
		return nil
	}
	if m, ok := constraintErrors[d.constraint(err)]; ok {
		return m
	}
	return err
}

// constraint is the name of the constraint that err violates, "" when it violates none that has a name.
func (d dialect) constraint(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.ConstraintName
	}
	var lite *sqlite.Error
	if !errors.As(err, &lite) {
		return ""
	}
	switch lite.Code() {
	case sqlitecode.SQLITE_CONSTRAINT_TRIGGER, sqlitecode.SQLITE_CONSTRAINT_CHECK:
		for _, name := range namedInSQLite {
			if strings.Contains(lite.Error(), ": "+name+" ") {
				return name
			}
		}
	case sqlitecode.SQLITE_CONSTRAINT_UNIQUE, sqlitecode.SQLITE_CONSTRAINT_PRIMARYKEY:
		for columns, name := range uniqueInSQLite {
			if strings.Contains(lite.Error(), columns+" ") || strings.HasSuffix(lite.Error(), columns) {
				return name
			}
		}
	}
	return ""
}

// namedInSQLite are the constraints that SQLite's messages name: checks and triggers.
var namedInSQLite = []string{
	"no_interviewer_overlap", "half_hour_slots", "known_delivery_mode", "known_posting_kind", "known_posting_status",
	"known_step_type",
	"assessment_step_has_assessment", "known_candidate_state", "known_source", "ends_after_it_starts", "known_decision",
	"score_in_range",
	"native_score_in_range", "known_effect_state", "known_letter_state", "ends_after_it_begins", "known_notice_state",
}

// uniqueInSQLite names the unique constraints, which SQLite's messages name by their columns.
var uniqueInSQLite = map[string]string{
	"interviews.org_id, " +
		"interviews.candidate_id": "one_live_interview_per_candidate",
	"candidates.org_id, candidates.posting_id, candidates.assessment_id, " +
		"candidates.email": "one_candidate_per_assessment_and_email",
	"organizations.slug": "one_organization_per_slug",
}
