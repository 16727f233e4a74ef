package histories

import (
	"fmt"
	"reflect"
	"strings"
	"time"
)

// told is an operation in one line: its name, and the fields that have a value.
func told(o operation) string {
	v := reflect.New(reflect.TypeOf(o)).Elem()
	v.Set(reflect.ValueOf(o))
	words := []string{v.Type().Name()}
	for n := range v.NumField() {
		if v.Field(n).IsZero() {
			continue
		}
		field := reflect.NewAt(v.Field(n).Type(), v.Field(n).Addr().UnsafePointer()).Elem().Interface() // not exported
		if t, ok := field.(time.Time); ok {
			field = clockText(t)
		}
		words = append(words, fmt.Sprint(v.Type().Field(n).Name, " ", field))
	}
	return strings.Join(words, ", ")
}

func (w who) String() string      { return short(w.email) + " (" + w.posting + " " + w.assessment + ")" }
func (o which) String() string    { return fmt.Sprintf("interview %d, or of %s", o.n, o.who) }
func (p position) String() string { return clockText(p.start) + " " + p.id }
func (x slot) String() string     { return short(x.email) + " " + clockText(x.start) }

func (e entry) String() string {
	said := short(e.email) + " " + e.link
	for _, t := range e.slots {
		said += " " + clockText(t)
	}
	return said
}

func short(email string) string {
	name, _, _ := strings.Cut(email, "@")
	return name
}

// clockText returns an instant as the day of the history and the time of day.
func clockText(t time.Time) string {
	return fmt.Sprintf("%+d:%s", int(t.Truncate(day).Sub(beginning.Truncate(day))/day),
		strings.TrimSuffix(t.UTC().Format("15:04:05.000"), ":00.000"))
}
