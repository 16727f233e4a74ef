package cli

import (
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

// columns returns a writer that aligns tab-separated lines in columns, two spaces apart, when it is flushed.
func columns(to io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(to, 0, 0, 2, ' ', 0) }

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
