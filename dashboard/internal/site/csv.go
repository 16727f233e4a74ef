package site

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
)

// CSVFile is a download of a table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an
// apostrophe in front: names and other cells are typed by candidates and integrations.
func CSVFile(name string, header []string, rows [][]string) (Answer, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	for _, row := range append([][]string{header}, rows...) {
		cells := make([]string, len(row))
		for n, cell := range row {
			cells[n] = harmlessCell(cell)
		}
		if err := w.Write(cells); err != nil {
			return Answer{}, fmt.Errorf("write %s: %w", name, err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return Answer{}, fmt.Errorf("write %s: %w", name, err)
	}
	return download(name, "text/csv; charset=utf-8", b.Bytes()), nil
}

// A spreadsheet takes for a formula what begins with one of these characters or their full-width forms, also behind
// white space and marks that are not seen.
const unseen, formula = `[\s\pZ\pC]*`, `[=+\-@＝＋－＠]`

var (
	formulaCell = regexp.MustCompile(`^(?:[\t\r\n]|` + unseen + formula + `)`)
	// Where a semicolon or a tab parts columns, as in many languages, what stands behind it in a cell is a cell, and so
	// is what stands behind a line's end.
	formulaWithin = regexp.MustCompile(`([;\t\r\n]` + unseen + `)(` + formula + `)`)
)

// harmlessCell keeps spreadsheets from taking a cell, or a part of it, for a formula: an apostrophe goes before it.
func harmlessCell(cell string) string {
	if formulaCell.MatchString(cell) {
		cell = "'" + cell
	}
	return formulaWithin.ReplaceAllString(cell, "$1'$2")
}

// JSONFile answers with a file of JSON.
func JSONFile(name string, body []byte) Answer {
	return download(name, "application/json; charset=utf-8", body)
}
