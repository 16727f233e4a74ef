package db

import (
	"database/sql"
	"errors"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"modernc.org/sqlite"
	sqlitecode "modernc.org/sqlite/lib"
)

// Dialect holds the differences between PostgreSQL and SQLite in SQL, drivers and errors.
type Dialect struct {
	name     string // the folder of its migrations
	Postgres bool
}

func dialectOf(address string) (Dialect, error) {
	switch {
	case strings.HasPrefix(address, "postgres://"), strings.HasPrefix(address, "postgresql://"):
		return Dialect{"postgres", true}, nil
	case strings.HasPrefix(address, "sqlite:") && len(address) > len("sqlite:"):
		return Dialect{"sqlite", false}, nil
	}
	return Dialect{}, errors.New("a database address is postgres://… or sqlite:PATH")
}

// Name is that of the dialect's folder of migrations.
func (d Dialect) Name() string { return d.name }

// file is the path of a SQLite database.
func file(address string) string { return strings.TrimPrefix(address, "sqlite:") }

// exists reports whether the file of a SQLite database exists. For PostgreSQL it returns true: the server will tell.
func (d Dialect) exists(address string) bool {
	if d.Postgres {
		return true
	}
	_, err := os.Stat(file(address))
	return err == nil
}

// splits reports whether writes and reads have separate pools. SQLite has one writer at a time, so its pool for writes
// has one connection.
func (d Dialect) splits() bool { return !d.Postgres }

func (d Dialect) viewIsolation() sql.IsolationLevel {
	if d.Postgres {
		return sql.LevelRepeatableRead
	}
	return sql.LevelDefault
}

// provider returns the migrations of this dialect. On PostgreSQL they run under a session lock, on SQLite the single
// writer is the lock.
func (d Dialect) provider(db *sql.DB) (*goose.Provider, error) {
	files, err := migrations(d.name)
	if err != nil {
		return nil, err
	}
	if !d.Postgres {
		return goose.NewProvider(goose.DialectSQLite3, db, files)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // asks every second, for five minutes
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker))
}

// Instant selects a column of instants, to be scanned into [Instant]. On SQLite it makes an expression of the column,
// which has no declared type: the driver would look that up for every row.
func (d Dialect) Instant(column string) string {
	if d.Postgres {
		return column
	}
	return "+" + column
}

// Instants aggregates a group's instants into a list of microseconds, to read one row for each person instead of one
// for each slot.
func (d Dialect) Instants(column string) string {
	if d.Postgres {
		return d.List("(" + micros(column) + ")::text")
	}
	return d.List("+" + column)
}

// List aggregates a group's texts into one, with commas between them.
func (d Dialect) List(text string) string {
	if d.Postgres {
		return "string_agg(" + text + ", ',')"
	}
	return "group_concat(" + text + ")"
}

// Admins lists the addresses of an organization's admins, separated by commas, which no address has.
func (d Dialect) Admins(orgID string) string {
	return "coalesce((select " + d.List("m.email") + " from members m where m.org_id = " + orgID +
		" and m.role = 'admin'), '')"
}

// micros converts PostgreSQL's instant to microseconds. It is exact to the millisecond, like all stored instants.
// date_part returns a double, which is faster than extract's numeric.
func micros(column string) string {
	return "(date_part('epoch', " + column + ") * 1000)::bigint * 1000"
}

// Microseconds converts an instant to a number of microseconds since 1970.
func (d Dialect) Microseconds(column string) string {
	if d.Postgres {
		return micros(column)
	}
	return column
}

// Hours is how many whole hours one instant is after another that is not later.
func (d Dialect) Hours(begin, end string) string {
	if d.Postgres {
		return "floor(date_part('epoch', " + end + " - " + begin + ") / 3600)::bigint"
	}
	return "(" + end + " - " + begin + ") / 3600000000"
}

// Day converts an instant to its day in UTC, as in the index interviews_by_day.
func (d Dialect) Day(instant string) string {
	if d.Postgres {
		return "((" + instant + " at time zone 'UTC')::date)"
	}
	return "(" + instant + " / 86400000000)"
}

// InstantParam is a parameter of type instant, where PostgreSQL cannot infer the type from its context.
func (d Dialect) InstantParam() string {
	if d.Postgres {
		return "?::timestamptz"
	}
	return "?"
}

// IndexedBy makes SQLite, which has no statistics, read the table before it by that index. PostgreSQL chooses by its
// statistics.
func (d Dialect) IndexedBy(index string) string {
	if d.Postgres {
		return ""
	}
	return " indexed by " + index
}

// JoinInOrder joins a further table, which is read after the ones before it: SQLite reads those of a cross join in
// their order. PostgreSQL chooses the order.
func (d Dialect) JoinInOrder() string {
	if d.Postgres {
		return " join "
	}
	return " cross join "
}

// Lookup joins, to each row of the tables before it, the rows of a table that meet a condition on both, by that index.
// SQLite reads the tables of a cross join in their order. PostgreSQL, which has no statistics of a table that has just
// been filled, would begin with that table; it does not reorder a subquery with an offset.
func (d Dialect) Lookup(table, index, condition string) string {
	if d.Postgres {
		_, alias, _ := strings.Cut(table, " ")
		return " cross join lateral (select * from " + table + " where " + condition + " offset 0) " + alias
	}
	return " cross join " + table + d.IndexedBy(index) + " where " + condition
}

// After is the instant of the parameter, or one millisecond after the column's instant if that is later.
func (d Dialect) After(column string) string {
	if d.Postgres {
		return "greatest(" + column + " + interval '1 millisecond', ?)"
	}
	return "max(" + column + " + 1000, ?)"
}

// Pairs is a list of n pairs of parameters for the operator "in". SQLite uses an index only if they are rows of values;
// it would compare every row with each pair of a list joined by "or".
func (d Dialect) Pairs(n int) string {
	if d.Postgres {
		return "(" + placeholders(n, 2) + ")"
	}
	return "(values " + placeholders(n, 2) + ")"
}

// Members lists the strings in a JSON column as a table m with the column value.
func (d Dialect) Members(column string) string {
	if d.Postgres {
		return "json_array_elements_text(" + column + "::json) as m(value)"
	}
	return "json_each(" + column + ") as m"
}

// Elements is the table m of the elements of a JSON list of objects; m.value has one.
func (d Dialect) Elements(column string) string {
	if d.Postgres {
		return "json_array_elements(" + column + "::json) as m(value)"
	}
	return "json_each(" + column + ") as m"
}

// Field is the text of a field of a JSON column, null if it has none.
func (d Dialect) Field(column, name string) string {
	if d.Postgres {
		column += "::json"
	}
	return "(" + column + " ->> '" + name + "')"
}

// Contains is the condition that one of the columns contains the text, whatever the case, and its arguments. SQLite
// knows the case of ASCII's letters alone, so there the text is also looked for in small letters.
func (d Dialect) Contains(text string, columns ...string) (condition string, args []any) {
	pattern := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
	like, patterns := "ilike", []any{pattern}
	if small := strings.ToLower(pattern); !d.Postgres {
		like = "like"
		if len(small) != utf8.RuneCountInString(small) && small != pattern { // SQLite's like knows the case of ASCII
			patterns = append(patterns, small)
		}
	}
	escape := "" // which costs SQLite three times as much
	if strings.ContainsRune(pattern, '\\') {
		escape = ` escape '\'`
	}
	var some []string
	for _, c := range columns {
		for _, p := range patterns {
			some, args = append(some, c+" "+like+" ?"+escape), append(args, p)
		}
	}
	return "(" + strings.Join(some, " or ") + ")", args
}

// mayRetry reports whether the database aborted the transaction in favour of another: 40001 or 40P01.
func (d Dialect) mayRetry(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// gaveWay reports whether PostgreSQL ended a statement in favour of another: it waited for a lock for as long as it may
// (55P03), or in a circle (40P01).
func (d Dialect) gaveWay(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "55P03" || pg.Code == "40P01")
}

// forgetConnections closes the connections that are not in use: one of them may have the settings of a migration that
// failed in it.
func (d Dialect) forgetConnections(db *sql.DB) {
	if d.Postgres {
		db.SetMaxIdleConns(0)
		db.SetMaxIdleConns(postgresConnections)
	}
}

// Explain turns a violated constraint into its [models.Error], and returns every other error as it is.
func (d Dialect) Explain(err error) error {
	if err == nil {
		return nil
	}
	if m, ok := ConstraintErrors[d.Constraint(err)]; ok {
		return m
	}
	return err
}

// Constraint returns the name of the constraint that err violates, "" if there is none or it has no name.
func (d Dialect) Constraint(err error) string {
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
	"known_step_type", "assessment_step_has_assessment", "known_candidate_state", "known_source",
	"ends_after_it_starts", "known_decision", "score_in_range", "native_score_in_range", "grade_score_in_range",
	"grade_native_score_in_range", "known_effect_state",
	"one_subject_per_effect", "ends_after_it_begins", "known_member_role", "known_member_origin", "known_actor",
	"test_clock_goes_forward", "absence_ends_after_it_begins", "known_told_as_recruiter", "known_told_following",
	"known_outcome", "file_of_one", "file_not_empty",

	"known_organization_origin", "known_person_origin", "known_calendar_origin", "known_assessment_origin",
	"known_pool_kind", "known_pool_origin", "known_pool_state", "paused_resumes", "training_is_counted",
	"room_holds_somebody",
	"known_posting_origin", "known_import_origin", "known_submission_origin",
}

// uniqueInSQLite maps the columns of unique constraints to their names, since SQLite's messages only have the columns.
var uniqueInSQLite = map[string]string{
	"interviews.org_id, interviews.candidate_id": "one_live_interview_per_candidate",

	"candidates.org_id, candidates.posting_id, " +
		"candidates.assessment_id, candidates.email": "one_candidate_per_assessment_and_email",

	"organizations.slug": "one_organization_per_slug",
}
