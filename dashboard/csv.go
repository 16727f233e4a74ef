package dashboard

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
)

// csvFile is a download of a table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an
// apostrophe in front: names and other cells are typed by candidates and integrations.
func csvFile(name string, header []string, rows [][]string) (answer, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	for _, row := range append([][]string{header}, rows...) {
		cells := make([]string, len(row))
		for n, cell := range row {
			cells[n] = harmlessCell(cell)
		}
		if err := w.Write(cells); err != nil {
			return answer{}, fmt.Errorf("write %s: %w", name, err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return answer{}, fmt.Errorf("write %s: %w", name, err)
	}
	return download(name, "text/csv; charset=utf-8", b.Bytes()), nil
}

// harmlessCell keeps spreadsheets from taking a cell for a formula: those begin with one of these characters, also
// behind white space, and with their full-width forms.
func harmlessCell(cell string) string {
	if begin := strings.TrimLeft(cell, " \u00a0\u3000"); begin != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠",
		[]rune(begin)[0]) {
		return "'" + cell
	}
	return cell
}
