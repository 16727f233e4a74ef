package db

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm/schema"
)

// Columns are columns of a record's table, for a statement that is written by hand and read row by row: GORM's own
// reading takes longer than the statement. What a column is called and how it is stored, the record says.
type Columns struct{ fields []*schema.Field }

var schemas sync.Map // of records, by type, as GORM keeps them

// ColumnsOf are the columns of these names, or all of the record without those that are left out.
func ColumnsOf[R any](names, without []string) Columns {
	s, err := schema.Parse(new(R), &schemas, schema.NamingStrategy{})
	if err != nil {
		panic(err) // of a type of this package
	}
	if len(names) == 0 {
		names = slices.DeleteFunc(slices.Clone(s.DBNames), func(n string) bool { return slices.Contains(without, n) })
	}
	c := Columns{make([]*schema.Field, len(names))}
	for n, name := range names {
		if c.fields[n] = s.FieldsByDBName[name]; c.fields[n] == nil {
			panic(s.Table + " has no column " + name)
		}
	}
	return c
}

// Select lists the columns of the table's alias.
func (c Columns) Select(d Dialect, alias string) string {
	list := make([]string, len(c.fields))
	for n, f := range c.fields {
		if list[n] = alias + "." + f.DBName; isInstant(f) {
			list[n] = d.Instant(list[n])
		}
	}
	return strings.Join(list, ", ")
}

// Into is what to scan the columns into: the fields of a record, given by a pointer to it.
func (c Columns) Into(record any) []any {
	row, into := reflect.ValueOf(record), make([]any, len(c.fields))
	for n, f := range c.fields {
		switch {
		case f.Serializer != nil:
			into[n] = serialized{f, row}
		case isInstant(f):
			into[n] = instantInto{f.ReflectValueOf(context.Background(), row).Addr().Interface()}
		default:
			into[n] = f.ReflectValueOf(context.Background(), row).Addr().Interface()
		}
	}
	return into
}

func isInstant(f *schema.Field) bool {
	return f.IndirectFieldType == reflect.TypeFor[time.Time]()
}

// serialized scans a column by the serializer of its field.
type serialized struct {
	field *schema.Field
	row   reflect.Value
}

// Scan implements [sql.Scanner].
func (s serialized) Scan(v any) error {
	return s.field.Serializer.Scan(context.Background(), s.field, s.row, v)
}

// instantInto scans an instant into a time.Time, or a pointer to one, which is nil for null.
type instantInto struct{ to any }

// Scan implements [sql.Scanner].
func (i instantInto) Scan(v any) error {
	var at Instant
	if err := at.Scan(v); err != nil {
		return err
	}
	switch to := i.to.(type) {
	case *time.Time:
		*to = at.At
	case **time.Time:
		*to = at.OrNil()
	default:
		panic(fmt.Sprintf("%T holds no instant", to))
	}
	return nil
}
