package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"text/tabwriter"
	"time"

	"litmus/models"
)

// printJSON prints one value as indented JSON.
func printJSON(to io.Writer, v any) error {
	e := json.NewEncoder(to)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// columns returns a writer that aligns tab-separated lines in columns, two spaces apart, when it is flushed. On a
// terminal they are painted.
func columns(to io.Writer) *table {
	t := &table{to: to}
	t.Writer = tabwriter.NewWriter(&t.aligned, 0, 0, 2, ' ', 0)
	return t
}

// table is what [columns] returns.
type table struct {
	*tabwriter.Writer
	aligned bytes.Buffer
	to      io.Writer
}

// Flush writes the table.
func (t *table) Flush() error {
	if err := t.Writer.Flush(); err != nil {
		return err
	}
	text := t.aligned.Bytes()
	if _, terminal := t.to.(painter); terminal {
		text = paint(text)
	}
	_, err := t.to.Write(text)
	return err
}

// timesFlag is the flag of every command that prints times for people. JSON has them in UTC.
type timesFlag struct {
	UTC bool `name:"utc" help:"Print times in UTC rather than in the organization's zone."`
}

// clockface returns the zone to print times in.
func (f timesFlag) clockface(organization string) clockface {
	if f.UTC {
		return clockface{time.UTC}
	}
	return clockface{models.Location(organization)}
}

// clockface prints times for people in its zone.
type clockface struct{ Zone *time.Location }

// at is the time with its zone, "-" for nil.
func (c clockface) at(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.In(c.Zone).Format("2006-01-02 15:04 MST")
}

// second is the time to the second, for what is compared with a log; none stands for nil. It takes an instant as REST
// shows it, from [instantText].
func (c clockface) second(instant *string, none string) string {
	t, err := time.Parse(time.RFC3339, textOr(instant, ""))
	if err != nil {
		return none
	}
	return t.In(c.Zone).Format("2006-01-02 15:04:05 MST")
}

// textOr returns the text, or none if there is none.
func textOr(s *string, none string) string {
	if s == nil || *s == "" {
		return none
	}
	return *s
}

// instantText returns an instant as REST shows it, nil for nil.
func instantText(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := models.FormatInstant(*t)
	return &s
}
