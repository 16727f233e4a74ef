package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
)

// stored is what the databases hold.
type stored struct {
	rows, bytes map[string]int64 // by table of the service's database; bytes with indexes
	temporal    int64            // bytes of Temporal's
}

// stored counts the rows and bytes of the service's tables and the bytes of Temporal's databases.
func (u *units) stored(ctx context.Context) (s stored, err error) {
	tables, size := "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
		"select coalesce(sum(d.pgsize), 0) from dbstat d join sqlite_master m on m.name = d.name "+
			"where m.tbl_name = '%s'"
	if u.on == splitSite {
		tables, size = "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
			"select pg_total_relation_size('%s')"
	}
	names, err := column(ctx, u.db, tables)
	if err != nil {
		return s, err
	}
	s.rows, s.bytes = map[string]int64{}, map[string]int64{}
	for _, name := range names {
		if s.rows[name], err = one(ctx, u.db, "select count(*) from "+name); err != nil {
			return s, err
		}
		if s.bytes[name], err = one(ctx, u.db, fmt.Sprintf(size, name)); err != nil {
			return s, err
		}
	}
	s.temporal, err = u.temporalBytes(ctx)
	return s, err
}

// temporalBytes is the size of Temporal's databases.
func (u *units) temporalBytes(ctx context.Context) (int64, error) {
	if u.on == splitSite && u.temporal.options.Database != "" {
		name := u.database + "_temporal"
		return one(ctx, u.db, fmt.Sprintf("select pg_database_size('%s') + pg_database_size('%[1]s_visibility')", name))
	}
	file := filepath.Join(filepath.Dir(strings.TrimPrefix(u.address, "sqlite:")), "temporal.db")
	if u.on == splitSite {
		file = u.temporal.options.File
	}
	db, err := openSQLite(file, false)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	return one(ctx, db, "select (page_count - freelist_count) * page_size from pragma_page_count, "+
		"pragma_freelist_count, pragma_page_size")
}

func one(ctx context.Context, db *sql.DB, query string) (n int64, err error) {
	err = db.QueryRowContext(ctx, query).Scan(&n)
	return n, err
}

func column(ctx context.Context, db *sql.DB, query string) (out []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// since are the lines with what is more than before, for each of n bookings.
func (s stored) since(before stored, n int) string {
	var out strings.Builder
	rows, bytes := 0., 0.
	for _, name := range slices.Sorted(maps.Keys(s.rows)) {
		r := float64(s.rows[name]-before.rows[name]) / float64(n)
		b := float64(s.bytes[name]-before.bytes[name]) / float64(n)
		rows, bytes = rows+r, bytes+b
		if r != 0 || b != 0 {
			fmt.Fprintf(&out, "  rows %-20s %6.2f, %6.0f bytes\n", name, r, b)
		}
	}
	fmt.Fprintf(&out, "  rows of all tables       %6.2f, %6.0f bytes; Temporal's databases %.0f bytes\n", rows, bytes,
		float64(s.temporal-before.temporal)/float64(n))
	return out.String()
}

// billed are the events of a history that Temporal Cloud bills as actions. An activity counts once for each attempt.
// What no history has, such as fairness of queues, comes on top.
var billed = map[enums.EventType]string{
	enums.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED:         "started",
	enums.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED:        "signals",
	enums.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED: "updates",
	enums.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES:  "search attributes",
	enums.EVENT_TYPE_TIMER_STARTED:                      "timers",
	enums.EVENT_TYPE_MARKER_RECORDED:                    "markers (local activities)",
	enums.EVENT_TYPE_ACTIVITY_TASK_STARTED:              "attempts of activities",
}

// temporalCosts are the lines with what Temporal counts of the interviews' workflows.
func (s *site) temporalCosts(ctx context.Context, ids []string) (string, error) {
	address, err := s.temporalAddress()
	if err != nil {
		return "", err
	}
	c, err := client.DialContext(ctx, client.Options{HostPort: address})
	if err != nil {
		return "", err
	}
	defer c.Close()
	actions, events, bytes, all := map[string]int{}, []int64{}, []int64{}, 0
	seen := evenly(ids, unitSeen)
	for _, id := range seen {
		name := "interview/" + id
		d, err := c.DescribeWorkflowExecution(ctx, name, "")
		if err != nil {
			return "", err
		}
		if status := d.WorkflowExecutionInfo.Status; status != enums.WORKFLOW_EXECUTION_STATUS_COMPLETED {
			return "", fmt.Errorf("the workflow %s is %s, and not completed", name, status)
		}
		events = append(events, d.WorkflowExecutionInfo.HistoryLength)
		bytes = append(bytes, d.WorkflowExecutionInfo.HistorySizeBytes)
		for h := c.GetWorkflowHistory(ctx, name, "", false, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT); h.HasNext(); {
			e, err := h.Next()
			if err != nil {
				return "", err
			}
			if what := billed[e.EventType]; what != "" {
				n := max(1, int(e.GetActivityTaskStartedEventAttributes().GetAttempt()))
				actions[what], all = actions[what]+n, all+n
			}
		}
	}
	share := func(n int) float64 { return float64(n) / float64(len(seen)) }
	out := fmt.Sprintf("  Temporal %.1f actions", share(all))
	for _, what := range slices.Sorted(maps.Keys(actions)) {
		out += fmt.Sprintf(", %s %.1f", what, share(actions[what]))
	}
	return out + fmt.Sprintf("; history %d events, %d bytes (medians of %d workflows)", median(events), median(bytes),
		len(seen)), nil
}

// temporalAddress is where the site's Temporal server is.
func (s *site) temporalAddress() (string, error) {
	if s.temporal != nil {
		return s.temporal.options.Address, nil
	}
	var said struct{ Temporal string }
	if err := json.Unmarshal(s.parts[0].line, &said); err != nil || said.Temporal == "" {
		return "", errors.Join(err, fmt.Errorf("litmus up said of Temporal: %q", s.parts[0].line))
	}
	return said.Temporal, nil
}
