package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/workflowservice/v1"
	sdk "go.temporal.io/sdk/client"
	"google.golang.org/protobuf/types/known/durationpb"

	"litmus/models"
	"litmus/testdb"
)

// refuses runs a command of the service and wants it to refuse to start, and to say why.
func (p *parts) refuses(t testing.TB, why string, args ...string) {
	t.Helper()
	if got := Command(t, p.env, args...); got.Status != 1 || !strings.Contains(got.Stderr, why) {
		t.Errorf("litmus %s: exit status %d, want 1 and %q:\n%s", strings.Join(args, " "), got.Status, why,
			tail(got.Stderr))
	}
}

// sends books an interview for a candidate of that name and waits for their letter.
func (p *parts) sends(t testing.TB, who, day string) {
	t.Helper()
	p.Book(t, who, "interviewer_email", p.Email("host-"+who), "scheduled_start_at", day+"T10:00:00Z")
	p.inbox.Letters(t, p.Email(who), 1)
}

// on is the service on another database on the same mail server.
func (p *parts) on(database, temporal string) *parts {
	other := *p
	other.env = append(append([]string{}, p.env...), "LITMUS_DATABASE_URL="+database, "TEMPORAL_ADDRESS="+temporal)
	return &other
}

// aWorker is the command line of a worker that is to refuse.
var aWorker = []string{"worker", "--addr", "127.0.0.1:0"}

// Two databases do not share a namespace: the second one refuses to start, whichever it is, and the first goes on. What
// another database left in the namespace is not finished.
func TestTwoDatabasesOneTemporal(t *testing.T) {
	t.Parallel()
	needsProcess(t, "a Temporal server that two databases are pointed to")
	for name, databases := range map[string][2]func(testing.TB) string{
		"sqlite first":   {testdb.SQLite, testdb.Postgres},
		"postgres first": {testdb.Postgres, testdb.SQLite},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			temporal := startTemporal(t, "", filepath.Join(t.TempDir(), "temporal.db"))
			p := startParts(t, databases[0](t), temporal.Addr())
			w := p.worker(t, "")
			w.awaitHealth(t, 200)
			p.sends(t, "early", "2032-06-01")

			other := p.on(databases[1](t), temporal.Addr())
			other.refuses(t, "belongs to the database db_", aWorker...)
			other.refuses(t, "belongs to the database db_", "api")
			doctor := Command(t, other.env, "doctor", "--json")
			if !strings.Contains(doctor.Stdout, `"identity"`) ||
				!strings.Contains(doctor.Stdout, "TEMPORAL_NAMESPACE") {
				t.Errorf("doctor of the other database says nothing of it: %s", doctor.Stdout)
			}

			// An older release has started workflows of another database here, which names nobody; a newer one has said
			// whose they are.
			c := dialTemporal(t, temporal.Addr())
			for id, memo := range map[string]map[string]any{
				"interview/int_old": nil,
				"interview/int_new": {"litmus_database": "db_another"},
			} {
				o := sdk.StartWorkflowOptions{ID: id, TaskQueue: "interviews", Memo: memo}
				ref := models.Ref{OrgID: "org_another", ID: strings.TrimPrefix(id, "interview/")}
				if _, err := c.ExecuteWorkflow(t.Context(), o, "Interview", ref); err != nil {
					t.Fatal(err)
				}
				Until(t, letterTimeout, id+" to be left alone", func() (bool, string) {
					d, err := c.DescribeWorkflowExecution(t.Context(), id, "")
					if err != nil {
						return false, err.Error()
					}
					if s := d.WorkflowExecutionInfo.Status; s != enums.WORKFLOW_EXECUTION_STATUS_RUNNING {
						t.Fatalf("%s is %s: it was not left alone", id, s)
					}
					return d.PendingWorkflowTask.GetAttempt() > 1, fmt.Sprint(d.PendingWorkflowTask)
				})
			}
			if !strings.Contains(w.Log.String(), "left alone what belongs to another database") {
				t.Error("no line of the log says that something was left alone")
			}
			p.sends(t, "late", "2032-06-02")
		})
	}
}

// A copy of a database refuses to start, on the Temporal of the original and on another one, until an operator says
// whose it is. Then it is another database, and the original has noticed nothing.
func TestClone(t *testing.T) {
	t.Parallel()
	needsProcess(t, "Temporal servers for a database and its copy")
	temporal := startTemporal(t, "", filepath.Join(t.TempDir(), "temporal.db"))
	staging := startTemporal(t, "", filepath.Join(t.TempDir(), "staging.db"))

	t.Run("of PostgreSQL", func(t *testing.T) {
		t.Parallel()
		newNamespace(t, temporal.Addr(), "pg")
		database := testdb.Postgres(t)
		p := startParts(t, database, temporal.Addr(), "TEMPORAL_NAMESPACE=pg")
		first := p.worker(t, "")
		first.awaitHealth(t, 200)
		p.sends(t, "early", "2032-06-01")
		first.Stop(t)
		p.api.Stop(t)

		copied := clonePostgres(t, database)
		again := *p
		again.api = StartPart(t, p.env, "127.0.0.1:0", "api")
		again.worker(t, "").awaitHealth(t, 200) // of the original
		const elsewhere = "restored or copied to another place"
		same, other := p.on(copied, temporal.Addr()), p.on(copied, staging.Addr())
		other.env = append(other.env, "TEMPORAL_NAMESPACE=default")
		same.refuses(t, elsewhere, aWorker...)
		same.refuses(t, elsewhere, "api")
		other.refuses(t, elsewhere, aWorker...)
		if got := Command(t, same.env, "adopt"); got.Status != 2 || !strings.Contains(got.Stderr, elsewhere) {
			t.Errorf("adopt without a choice: %d %s", got.Status, got.Stderr)
		}
		MustRun(t, same.env, "adopt", "--copy")
		same.refuses(t, "belongs to the database db_", aWorker...)
		other.worker(t, "").awaitHealth(t, 200)
	})
	t.Run("of SQLite", func(t *testing.T) {
		t.Parallel()
		newNamespace(t, temporal.Addr(), "lite")
		database := testdb.SQLite(t)
		p := startParts(t, database, temporal.Addr(), "TEMPORAL_NAMESPACE=lite")
		first := p.worker(t, "")
		first.awaitHealth(t, 200)
		first.Stop(t)
		p.api.Stop(t)
		file := filepath.Join(t.TempDir(), "copy.db")
		content, err := os.ReadFile(strings.TrimPrefix(database, "sqlite:"))
		if err == nil {
			err = os.WriteFile(file, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		p.worker(t, "").awaitHealth(t, 200) // the original is claimed again, and the copy does not know it
		same, other := p.on("sqlite:"+file, temporal.Addr()), p.on("sqlite:"+file, staging.Addr())
		newNamespace(t, staging.Addr(), "lite")
		same.refuses(t, "is older than what the namespace lite has seen of it", aWorker...)
		other.refuses(t, "belongs to another Temporal", aWorker...)

		// Temporal was lost, and this is the database itself.
		MustRun(t, other.env, "adopt", "--moved")
		other.worker(t, "").awaitHealth(t, 200)
	})
}

// newNamespace makes a namespace, and returns when clients can use it.
func newNamespace(t testing.TB, temporal, name string) {
	t.Helper()
	c, err := sdk.NewNamespaceClient(sdk.Options{HostPort: temporal})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Register(t.Context(), &workflowservice.RegisterNamespaceRequest{Namespace: name,
		WorkflowExecutionRetentionPeriod: durationpb.New(24 * time.Hour)}); err != nil {
		t.Fatal(err)
	}
	Until(t, letterTimeout, "the namespace "+name, func() (bool, string) {
		cc, err := sdk.Dial(sdk.Options{HostPort: temporal, Namespace: name})
		if err != nil {
			return false, err.Error()
		}
		defer cc.Close()
		_, err = cc.DescribeTaskQueue(t.Context(), "interviews", enums.TASK_QUEUE_TYPE_WORKFLOW)
		return err == nil, fmt.Sprint(err)
	})
}

// clonePostgres copies a database, whose connections it ends, to another one of the same server, which goes with the
// test.
func clonePostgres(t testing.TB, database string) string {
	t.Helper()
	return besidePostgres(t, database, "_copy", " template ")
}

const objectInUse = "55006" // SQLSTATE

// besidePostgres makes a database on the same server whose name has that ending, and goes with the test. template is ""
// or how it is made of the first one.
func besidePostgres(t testing.TB, database, ending, template string) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	admin, name := *u, strings.TrimPrefix(u.Path, "/")
	admin.Path = "/postgres"
	do := func(statement string) error {
		ctx := context.Background()
		c, err := pgx.Connect(ctx, admin.String())
		if err == nil {
			_, err = c.Exec(ctx, statement)
			c.Close(ctx)
		}
		return err
	}
	if template != "" {
		template += name
	}
	Until(t, letterTimeout, "a database beside "+name, func() (bool, string) {
		err := do("select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'")
		if err == nil {
			err = do("create database " + name + ending + template)
		}
		var refused *pgconn.PgError
		if errors.As(err, &refused) && refused.Code == objectInUse { // they end a moment later
			return false, err.Error()
		}
		if err != nil {
			t.Fatal(err)
		}
		return true, ""
	})
	t.Cleanup(func() {
		if err := do("drop database " + name + ending + " with (force)"); err != nil {
			t.Error(err)
		}
	})
	u.Path += ending
	return u.String()
}
