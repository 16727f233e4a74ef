package store_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/store"
	"litmus/testdb"
)

// TestOneSchema: the migrations of the two databases make the same tables with the same columns, and the same rules by
// the same names. Indexes of ranges (BRIN) are PostgreSQL's alone.
func TestOneSchema(t *testing.T) {
	t.Parallel()
	lite, pg := schemaOfSQLite(open(t, testdb.SQLite(t))), schemaOfPostgres(open(t, testdb.Postgres(t)))
	if len(lite) < 100 {
		t.Fatalf("SQLite's catalog tells only of %v", lite)
	}
	for _, x := range lite {
		if !slices.Contains(pg, x) {
			t.Errorf("only SQLite has %s", x)
		}
	}
	for _, x := range pg {
		if !slices.Contains(lite, x) {
			t.Errorf("only PostgreSQL has %s", x)
		}
	}
}

type schemaColumn struct {
	Relation, Name string
	Nullable       bool
}

func columnNames(columns []schemaColumn) (out []string) {
	for _, c := range columns {
		out = append(out, fmt.Sprintf("column %s.%s, null: %t", c.Relation, c.Name, c.Nullable))
	}
	return out
}

func schemaOfSQLite(f *fixture) []string {
	f.t.Helper()
	var columns []schemaColumn
	f.must(f.Query(ctx, &columns, `select t.name as relation, c.name, c."notnull" = 0 and c.pk = 0 as nullable
		from sqlite_master t join pragma_table_info(t.name) c
		where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> 'goose_db_version'`))
	out := columnNames(columns)
	var texts, indexes []string
	f.must(f.Query(ctx, &texts, "select sql from sqlite_master where type = 'table'"))
	f.must(f.Query(ctx, &indexes, "select name from sqlite_master where type = 'index' and sql is not null"))
	for _, index := range indexes {
		out = append(out, "index "+index)
	}
	for _, text := range texts {
		for _, found := range regexp.MustCompile(`constraint (\w+)`).FindAllStringSubmatch(text, -1) {
			out = append(out, "constraint "+found[1])
		}
	}
	if f.scalar("select count(*) from sqlite_master where type = 'trigger' and name = 'no_interviewer_overlap'") == 1 {
		out = append(out, "constraint no_interviewer_overlap")
	}
	return out
}

func schemaOfPostgres(f *fixture) []string {
	f.t.Helper()
	var columns []schemaColumn
	f.must(f.Query(ctx, &columns, `select table_name as relation, column_name as name, is_nullable = 'YES' as nullable
		from information_schema.columns where table_schema = 'public' and table_name <> 'goose_db_version'`))
	out := columnNames(columns)
	var constraints, indexes []string
	// What PostgreSQL names by itself begins with the table's name.
	f.must(f.Query(ctx, &constraints, `select conname from pg_constraint c join pg_class t on t.oid = c.conrelid
		where connamespace = 'public'::regnamespace and not starts_with(conname::text, relname || '_')`))
	f.must(f.Query(ctx, &indexes, `select indexname from pg_indexes where schemaname = 'public'
		and indexname not in (select conname from pg_constraint) and indexdef not like '% USING brin %'`))
	for _, c := range constraints {
		out = append(out, "constraint "+c)
	}
	for _, index := range indexes {
		out = append(out, "index "+index)
	}
	return out
}

// TestBlocking: what keeps an interviewer busy is said once in Go and once in SQL, and both say the same.
func TestBlocking(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		random := rand.New(rand.NewPCG(3, 4))
		maybe := func() any {
			if random.IntN(2) == 0 {
				return nil
			}
			return noon
		}
		var ids []string
		for n := range 40 {
			i := f.book(f.order(candidate(n), at(18, 0).Add(time.Duration(n)*time.Hour)))
			f.exec("update interviews set source = ?, link_used_at = ?, canceled_at = ?, call_ended_at = ? where id = ?",
				[]string{models.SourceLitmus, models.SourceExternal, models.SourceLever}[random.IntN(3)],
				maybe(), maybe(), maybe(), i.ID)
			ids = append(ids, i.ID)
		}
		inSQL := query[[]string](f, "select id from interviews where "+store.Blocks+" and id in ?", ids)
		var inGo []string
		for _, id := range ids {
			if f.interview(id).Blocks() {
				inGo = append(inGo, id)
			}
		}
		slices.Sort(inSQL)
		slices.Sort(inGo)
		if !slices.Equal(inSQL, inGo) || len(inGo) == 0 || len(inGo) == len(ids) {
			t.Errorf("in SQL %s\nin Go  %s", strings.Join(inSQL, " "), strings.Join(inGo, " "))
		}
	})
}
