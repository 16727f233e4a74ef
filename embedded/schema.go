package embedded

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

// The server's two stores. Lists and searches read the second; writing it takes the most time (58 indexes and a full
// text search), so it is a file of its own, which the first need not wait for.
const (
	executions = "executions" // workflows, their histories, timers and task queues
	visibility = "visibility" // one row per workflow, to find them by
)

// Where the server's module keeps its SQLite schemas: whole, and as updates from version to version. The visibility
// schema has never been updated.
const (
	schemaWhole   = "sqlite/v3/%s/schema.sql"
	schemaUpdates = "sqlite/v3/%s/versioned"
)

type stores = map[string]config.DataStore

// openStores makes or updates the two files and says how the server opens them: "temporal.db" is accompanied by
// "temporal-visibility.db".
func openStores(ctx context.Context, file string, durable bool) (stores, error) {
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
	// "normal" flushes the log to the disk now and then, not with every commit. The death of the process takes nothing;
	// the loss of power may take the last commits, never the integrity. The product's own database is what must not
	// lose them: it says what Temporal should know, and the workers have Temporal know it again (decision 123).
	synchronous := "normal"
	if !durable {
		synchronous = "off"
	}
	return stores{
		executions: {SQL: storeConfig(file, synchronous)},
		visibility: {SQL: storeConfig(beside, synchronous)},
	}, nil
}

// storeConfig opens a file with a write-ahead log, so that readers (and a curious sqlite3) do not stop the one writer.
func storeConfig(file, synchronous string) *config.SQL {
	return &config.SQL{
		PluginName:   sqlite.PluginName,
		DatabaseName: escape(file),
		ConnectAttributes: map[string]string{
			"mode":               "rwc",
			"busy_timeout":       "10000", // ms
			"journal_mode":       "wal",
			"journal_size_limit": "67108864", // bytes kept of a log that had grown
			"synchronous":        synchronous,
		},
	}
}

// migrate makes the file's schema the one this server was built with, in one transaction: a process killed on the way
// leaves the file as it was. The server does not do this itself for SQLite, nor does it note a version; it is kept in
// the file's user_version.
func migrate(ctx context.Context, file, schema, version string) error {
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
	defer tx.Rollback()
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
	if _, err := tx.ExecContext(ctx, fmt.Sprintf(`pragma user_version = %d`, want)); err != nil {
		return err
	}
	return tx.Commit()
}

// schemaFiles lists what to run, in order, on a file whose version is have; 0 is a new file.
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

// versionNumber makes "0.11" 11 and "1.2" 1002.
func versionNumber(version string) (int, error) {
	var major, minor int
	if _, err := fmt.Sscanf(version, "%d.%d", &major, &minor); err != nil || minor > 999 {
		return 0, fmt.Errorf("schema version %q is not major.minor", version)
	}
	return major*1000 + minor, nil
}

// escape makes a path fit for SQLite's file: URIs.
func escape(file string) string { return (&url.URL{Path: file}).EscapedPath() }
