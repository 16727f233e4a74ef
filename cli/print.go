package cli

import (
	"encoding/json"
	"io"
	"text/tabwriter"
	"time"

	"litmus/models"
)

// printJSON prints one value for programs, indented for people who look at it.
func printJSON(to io.Writer, v any) error {
	e := json.NewEncoder(to)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// columns is where tab-separated lines become columns, two spaces apart; they are printed when it is flushed.
func columns(to io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(to, 0, 0, 2, ' ', 0) }

// textOr is the text, or another where there is none.
func textOr(s *string, none string) string {
	if s == nil || *s == "" {
		return none
	}
	return *s
}

// instantText is an instant as REST shows it, nil for none.
func instantText(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := models.FormatInstant(*t)
	return &s
}
