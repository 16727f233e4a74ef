package db

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"

	"litmus/models"
)

// RecordDetails compares two records of a type field by field.
func RecordDetails(part string, before, after any) (details []models.Detail) {
	was, is := fieldsOf(before), fieldsOf(after)
	for _, name := range SortedKeys(is) {
		if !untold[name] {
			details = append(details, models.ChangedIn(models.Field(snake(name)), part, was[name], is[name])...)
		}
	}
	return details
}

// untold are the fields of records whose changes are not told: names of rows, and what follows from other changes.
var untold = map[string]bool{"OrgID": true, "ID": true, "Key": true, "PostingID": true, "TrackID": true,
	"CandidateID": true, "GroupID": true, "CreatedAt": true, "UpdatedAt": true, "Version": true,
	"BrandVersion": true}

// fieldsOf returns the values of a record's fields as texts.
func fieldsOf(record any) map[string]string {
	var values map[string]any
	if err := json.Unmarshal([]byte(JSONText(record)), &values); err != nil {
		panic(err) // what was marshaled a moment ago
	}
	out := map[string]string{}
	for name, v := range values {
		out[name] = valueText(v)
	}
	return out
}

func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		texts := make([]string, len(v))
		for n, one := range v {
			texts[n] = valueText(one)
		}
		return strings.Join(texts, ", ")
	}
	return JSONText(v)
}

// snake turns a field's name into its column's: TimeZone into time_zone.
func snake(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range strings.NewReplacer("IDs", "Ids", "ID", "Id").Replace(name) {
		if unicode.IsUpper(r) && lower {
			b.WriteByte('_')
		}
		lower = !unicode.IsUpper(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
