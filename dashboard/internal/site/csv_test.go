package site

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
)

// TestCSV proves that what a spreadsheet would take for a formula is text, and everything else is as it was.
func TestCSV(t *testing.T) {
	t.Parallel()
	cells := map[string]string{
		"Ada Lovelace":                 "Ada Lovelace",
		"":                             "",
		`a "quoted", line` + "\nbreak": `a "quoted", line` + "\nbreak",
		"a=b":                          "a=b",
		"=1+1":                         "'=1+1",
		"+49 30 1234":                  "'+49 30 1234",
		"-2":                           "'-2",
		"\t=1":                         "'\t'=1",
		"\u200b\v=1":                   "'\u200b\v=1",
		"Ada\n\u00a0@SUM(A1);-2":       "Ada\n\u00a0'@SUM(A1);'-2",
		"Ada; Grace=1;":                "Ada; Grace=1;",
		"Ada,=1":                       "Ada,=1", // in quotes, because of the comma
		"  =HYPERLINK(\"https://x\")":  "'  =HYPERLINK(\"https://x\")",
		"\u00a0=1":                     "'\u00a0=1",
		"＝1":                           "'＝1",
		"'=1":                          "'=1",
	}
	var row, want []string
	for cell, harmless := range cells {
		row, want = append(row, cell), append(want, harmless)
	}
	a, err := CSVFile("people.csv", make([]string, len(row)), [][]string{row})
	if err != nil {
		t.Fatal(err)
	}
	if a.file == nil || a.file.name != "people.csv" || a.file.contentType != "text/csv; charset=utf-8" {
		t.Fatalf("the answer is %+v, want a download", a)
	}
	read, err := csv.NewReader(strings.NewReader(string(a.file.body))).ReadAll()
	if err != nil || len(read) != 2 || !slices.Equal(read[1], want) {
		t.Errorf("the file reads %q (%v), want %q", read, err, want)
	}
	if !strings.Contains(string(a.file.body), "\r\n") {
		t.Error("lines do not end as RFC 4180 says")
	}
}
