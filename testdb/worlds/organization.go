package worlds

import (
	"slices"
	"strings"

	"litmus/store/setups"
)

// Organization holds an organization's rows by the placeholders that [Organization.Fill] replaces.
type Organization struct {
	setups.Applied
	Slug string
	Rows map[string]string
}

// Fill replaces names such as $posting with the organization's ids and addresses.
func (o Organization) Fill(s string) string {
	if !strings.Contains(s, "$") {
		return s
	}
	var pairs []string
	for _, name := range longestFirst(o.Rows) {
		pairs = append(pairs, name, o.Rows[name])
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

func longestFirst(rows map[string]string) []string {
	names := make([]string, 0, len(rows))
	for name := range rows {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return names
}
