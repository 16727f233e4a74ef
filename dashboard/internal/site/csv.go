package site

import (
	"bytes"
	"fmt"

	"litmus/wire"
)

// CSVFile is a download of a table as [wire.WriteCSV] writes it.
func CSVFile(name string, header []string, rows [][]string) (Answer, error) {
	var b bytes.Buffer
	if err := wire.WriteCSV(&b, header, rows); err != nil {
		return Answer{}, fmt.Errorf("write %s: %w", name, err)
	}
	return download(name, "text/csv; charset=utf-8", b.Bytes()), nil
}

// JSONFile answers with a file of JSON.
func JSONFile(name string, body []byte) Answer {
	return download(name, "application/json; charset=utf-8", body)
}
