package wire

import (
	"encoding/csv"
	"io"
	"regexp"
)

// WriteCSV writes a table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe in
// front: names and other cells are typed by candidates and integrations.
func WriteCSV(to io.Writer, header []string, rows [][]string) error {
	w := csv.NewWriter(to)
	w.UseCRLF = true
	for _, row := range append([][]string{header}, rows...) {
		cells := make([]string, len(row))
		for n, cell := range row {
			cells[n] = harmlessCell(cell)
		}
		if err := w.Write(cells); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
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
