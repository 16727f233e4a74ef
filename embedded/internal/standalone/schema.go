package standalone

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	temporalschema "go.temporal.io/server/schema"
	sqliteschema "go.temporal.io/server/schema/sqlite"
)

// The server's two stores. Visibility is a file of its own because writing it takes most of the time (its indexes and a
// full-text search), and executions must not wait for that.
const (
	executions = "executions" // workflows with their histories, timers and task queues
	visibility = "visibility" // one row per workflow, for lists and searches
)

// The SQLite schemas in the server's module: complete, and as updates from version to version. The visibility schema
// has no updates yet.
const (
	schemaWhole   = "sqlite/v3/%s/schema.sql"
	schemaUpdates = "sqlite/v3/%s/versioned"
)

// Stores are the configurations of the server's two stores, by their names.
type Stores = map[string]config.DataStore

// OpenStores creates or migrates the two files and returns the configuration of the stores. Beside "temporal.db" there
// is "temporal-visibility.db".
func OpenStores(ctx context.Context, file string, durable bool) (Stores, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	ext := filepath.Ext(file)
	beside := strings.TrimSuffix(file, ext) + "-visibility" + ext
	if err := migrate(ctx, file, "temporal", sqliteschema.Version); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", file, err)
	}
	if err := migrate(ctx, beside, "visibility", sqliteschema.VisibilityVersion); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", beside, err)
	}
	if err := dropIndexes(ctx, beside); err != nil {
		return nil, fmt.Errorf("indexes of %s: %w", beside, err)
	}
	// With "normal", commits are not flushed to the disk one by one. The death of the process loses nothing; a loss of
	// power may lose the last commits, but never the integrity of the file. Only the product's own database must not
	// lose commits: it knows which workflows Temporal should have, and the workers start those that are missing.
	synchronous := "normal"
	if !durable {
		synchronous = "off"
	}
	return Stores{
		executions: {SQL: storeConfig(file, synchronous)},
		visibility: {SQL: storeConfig(beside, synchronous)},
	}, nil
}

// storeConfig opens a file with a write-ahead log, so that readers (such as the sqlite3 shell) do not block the one
// writer.
func storeConfig(file, synchronous string) *config.SQL {
	return &config.SQL{
		PluginName:   sqlite.PluginName,
		DatabaseName: escape(file),
		ConnectAttributes: map[string]string{
			"mode":               "rwc",
			"busy_timeout":       "10000", // ms
			"journal_mode":       "wal",
			"journal_size_limit": "67108864", // bytes to which a large log is truncated
			"synchronous":        synchronous,
		},
	}
}

// migrate migrates the file to the schema version of this server, in one transaction, so that a killed process leaves
// the file unchanged. The server does not migrate SQLite files itself and stores no version; the version is in the
// file's user_version.
func migrate(ctx context.Context, file, schema, version string) error {
	return change(ctx, file, func(tx *sql.Tx) error { return migrateTx(ctx, tx, schema, version) })
}

// change makes one transaction on the file before the server opens it.
func change(ctx context.Context, file string, do func(tx *sql.Tx) error) error {
	db, err := sql.Open("sqlite", "file:"+escape(file)+
		"?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after Commit
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func migrateTx(ctx context.Context, tx *sql.Tx, schema, version string) error {
	var have int
	if err := tx.QueryRowContext(ctx, `pragma user_version`).Scan(&have); err != nil {
		return err
	}
	want, err := versionNumber(version)
	if err != nil {
		return err
	}
	switch {
	case have == want:
		return nil
	case have > want:
		return fmt.Errorf("made by a newer version of Temporal's server (%d, this one knows %d)", have, want)
	}
	files, err := schemaFiles(schema, have)
	if err != nil {
		return err
	}
	for _, name := range files {
		text, err := fs.ReadFile(temporalschema.Assets(), name)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(text)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf(`pragma user_version = %d`, want))
	return err
}

// keptIndexes are the indexes of visibility that lists and searches of workflows use: the columns that the web
// interface filters by, on a workflow's own page too (parent and root), and those that hold our six search attributes.
// The schema comes with 58, most of them of columns that stay empty, and each is written with every workflow's start
// and end. A search by another column reads the workflows one by one.
var keptIndexes = []string{
	"default_idx", "by_execution_time", "by_workflow_id", "by_workflow_type", "by_status", "by_task_queue",
	"by_parent_workflow_id", "by_root_workflow_id", "by_temporal_namespace_division", "by_keyword_01", "by_keyword_02",
	"by_keyword_03", "by_keyword_04", "by_datetime_01", "by_bool_01",
}

// dropIndexes drops the indexes of visibility that nothing here uses.
func dropIndexes(ctx context.Context, file string) error {
	return change(ctx, file, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `select name from sqlite_master
			where type = 'index' and tbl_name = 'executions_visibility' and sql is not null`)
		if err != nil {
			return err
		}
		defer rows.Close()
		var drop []string
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			if !slices.Contains(keptIndexes, name) {
				drop = append(drop, name)
			}
		}
		if err := rows.Err(); err != nil {
			return err
		}
		for _, name := range drop {
			if _, err := tx.ExecContext(ctx, `drop index "`+name+`"`); err != nil {
				return err
			}
		}
		return nil
	})
}

// schemaFiles lists the scripts to run, in order, on a file of version have. 0 is a new file.
func schemaFiles(schema string, have int) ([]string, error) {
	if have == 0 {
		return []string{fmt.Sprintf(schemaWhole, schema)}, nil
	}
	versioned := fmt.Sprintf(schemaUpdates, schema)
	updates, err := fs.ReadDir(temporalschema.Assets(), versioned)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	byVersion := map[int][]string{}
	for _, u := range updates {
		dir := path.Join(versioned, u.Name())
		text, err := fs.ReadFile(temporalschema.Assets(), path.Join(dir, "manifest.json"))
		if err != nil {
			return nil, err
		}
		var manifest struct {
			CurrVersion          string
			SchemaUpdateCqlFiles []string
		}
		if err := json.Unmarshal(text, &manifest); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		version, err := versionNumber(manifest.CurrVersion)
		if err != nil {
			return nil, err
		}
		for _, name := range manifest.SchemaUpdateCqlFiles {
			byVersion[version] = append(byVersion[version], path.Join(dir, name))
		}
	}
	var files []string
	for _, version := range slices.Sorted(maps.Keys(byVersion)) {
		if version > have {
			files = append(files, byVersion[version]...)
		}
	}
	return files, nil
}

// versionNumber returns 11 for "0.11" and 1002 for "1.2".
func versionNumber(version string) (int, error) {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil || minor > 999 {
		return 0, fmt.Errorf("schema version %q is not major.minor", version)
	}
	return major*1000 + minor, nil
}

// escape escapes a path for a file: URI of SQLite.
func escape(file string) string { return (&url.URL{Path: file}).EscapedPath() }
