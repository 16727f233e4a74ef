package worlds

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"litmus/models"
	"litmus/store/audit"
	"litmus/testdb"
)

// Arena is a world on SQLite for a fuzz target. After every change its tables are restored.
type Arena struct {
	*World
	db    *sql.DB
	Runs  int
	First string // the state at the beginning
}

func NewArena(f *testing.F) *Arena {
	f.Helper()
	url := testdb.SQLite(f)
	a := &Arena{World: Open(f, url, unlimited)}
	db, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(url, "sqlite:")+
		"?_pragma=busy_timeout(10000)&_pragma=synchronous(off)&_txlock=immediate")
	a.Must(err)
	db.SetMaxOpenConns(1)
	f.Cleanup(func() { db.Close() })
	a.db = db
	for _, table := range kept {
		a.exec("create table first_" + table + " as select * from " + table)
	}
	a.First = a.State()
	return a
}

// kept are the tables that requests write and [Arena.Mend] restores.
var kept = []string{"candidates", "interviews", "posting_interviewers", "slots", "stranger_letters"}

func (a *Arena) exec(statement string) {
	a.T.Helper()
	if _, err := a.db.ExecContext(ctx, statement); err != nil {
		a.T.Fatalf("%s: %v", statement, err)
	}
}

// State is a checksum over everything that a request may change.
func (a *Arena) State() string {
	a.T.Helper()
	var interviews, candidates, people, slots string
	if err := a.db.QueryRowContext(ctx, `select
		(select count(*) || ' ' || total(revision) || ' ' || max(updated_at) || ' ' || count(canceled_at)
		from interviews),
		(select count(*) || ' ' || total(revision) || ' ' || max(updated_at) || ' ' || total(length(name))
			from candidates),
		(select count(*) || ' ' || total(length(email)) || ' ' || total(length(meeting_link))
			from posting_interviewers),
		(select count(*) || ' ' || total(start_at)
			from slots)`).Scan(&interviews, &candidates, &people, &slots); err != nil {
		a.T.Fatal(err)
	}
	return fmt.Sprintf("interviews %s; candidates %s; interviewers %s; slots %s", interviews, candidates, people, slots)
}

// Mend restores the tables to their first state.
func (a *Arena) Mend() {
	a.T.Helper()
	tx, err := a.db.BeginTx(ctx, nil)
	a.Must(err)
	defer tx.Rollback()
	_, err = tx.ExecContext(ctx, "delete from attendees") // which triggers write from interviews
	a.Must(err)
	for _, table := range kept {
		_, err := tx.ExecContext(ctx, "delete from "+table+"; insert into "+table+" select * from first_"+table)
		a.Must(err)
	}
	a.Must(tx.Commit())
	if got := a.State(); got != a.First {
		a.T.Fatalf("put back as %s, want %s", got, a.First)
	}
}

// Try sends the request twice and checks what must hold for any request: what [World.Serve] checks, that the contract
// knows the status, and that a refusal changes nothing and is the same the second time.
func (a *Arena) Try(t *testing.T, method, path, body string, statuses ...int) *Answer {
	t.Helper()
	a.Enter(t)
	send := func() *Answer {
		r := Request(method, Prefix+path, body, "Authorization", "Bearer "+a.Key)
		if r == nil {
			t.Skip("no HTTP request")
		}
		return a.Serve(t, r)
	}
	got := send()
	if !slices.Contains(statuses, got.Status) {
		t.Errorf("%s: status %d, want one of %v\n%s", got.About, got.Status, statuses, got.Body)
	}
	switch now := a.State(); {
	case got.Status < 400:
		if now != a.First {
			a.Mend()
		}
	case now != a.First:
		t.Errorf("%s: refused with %s, but the state changed\nfrom %s\nto   %s", got.About, got.Body, a.First, now)
		a.Mend()
	default:
		if again := send(); again.Status != got.Status || again.Refusal() != got.Refusal() {
			t.Errorf("%s: %d %q, and the same again %d %q",
				got.About, got.Status, got.Refusal(), again.Status, again.Refusal())
		}
	}
	return got
}

// Enter begins a run of the target. Now and then it empties the audit, which would grow for as long as the target
// fuzzes.
func (a *Arena) Enter(t *testing.T) {
	a.T = t
	if a.Runs++; a.Runs%2000 == 0 {
		_, err := a.Audit.Entries(ctx, audit.Filter{Limit: 1}) // returns when the batched writes are done
		a.Must(err)
		a.exec("delete from audit")
	}
}

// Oddities are bodies and fragments that are known to break programs.
var Oddities = []string{
	"", " ", "null", "[]", "{}", "{", "{}{}", "\x00", "\xff", "\xef\xbb\xbf{}", `{"":""}`, `{"a":1e999}`, `{"slots":1}`,
	strings.Repeat("[", 100), `{"slots":[` + strings.Repeat(",", 50) + "]}",
	`{"posting_id":"\ud800"}`, `{"posting_id":"\u0000"}`, `{"posting_id":5,"round_id":5,"time_zone":[]}`,
}

// AddOddities adds the oddities for the n-th of several operations, with -short a third of them: every third operation
// gets the same ones.
func AddOddities(f *testing.F, n int) {
	f.Helper()
	for at, s := range Oddities {
		if !testing.Short() || (at+n)%3 == 0 {
			f.Add(byte(n), s)
		}
	}
}

// unlimited lifts the limits that a fuzzing run would reach.
func unlimited(s *Setup) {
	s.Limits = models.DefaultLimits()
	s.Limits.FailedAuthentications = 1 << 40
}
