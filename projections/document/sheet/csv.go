package sheet

import (
	"bytes"
	"encoding/csv"
	"slices"
)

// CSV is all tables as one: the first column names the table, the others are those of all tables, each once. It begins with
// the mark by which spreadsheets know UTF-8.
func CSV(tables []Table) ([]byte, error) {
	columns := []string{"table"}
	for _, t := range tables {
		if err := t.check(); err != nil {
			return nil, err
		}
		for _, c := range t.Columns {
			if !slices.Contains(columns, c) {
				columns = append(columns, c)
			}
		}
	}
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	if err := w.Write(columns); err != nil {
		return nil, err
	}
	for _, t := range tables {
		at := make([]int, len(t.Columns))
		for i, c := range t.Columns {
			at[i] = slices.Index(columns, c)
		}
		for _, row := range t.Rows {
			line := make([]string, len(columns))
			line[0] = t.Name
			for i, cell := range row {
				line[at[i]] = text(cell)
			}
			if err := w.Write(line); err != nil {
				return nil, err
			}
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}
