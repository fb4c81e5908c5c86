package sheet

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// Widths of columns, in characters.
const (
	narrow = 8
	wide   = 60
)

// mostRows is what a sheet of a spreadsheet can hold, beside its head.
const mostRows = 1_048_575

// About is what a workbook says of itself where a file's properties are shown.
type About struct {
	Title string
	Made  time.Time

	Source string                // of the pages that links lead to, as the column "source" names it
	Page   func(page int) string // where one of them is, empty where nowhere; nil for no links
}

// XLSX is a workbook with a sheet for each table: a head that stays in sight, a filter, columns as wide as what they hold, and
// paper on which all columns of a row stand beside each other.
func XLSX(about About, tables []Table) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	made := about.Made.UTC().Format(time.RFC3339)
	if err := f.SetDocProps(&excelize.DocProperties{Creator: "Sibyl", LastModifiedBy: "Sibyl", Title: Neutral(about.Title), Created: made,
		Modified: made}); err != nil {
		return nil, fmt.Errorf("saying what the workbook is: %w", err)
	}
	styles, err := newStyles(f)
	if err != nil {
		return nil, err
	}
	for i, t := range tables {
		if err := t.check(); err != nil {
			return nil, err
		}
		if len(t.Rows) > mostRows {
			return nil, fmt.Errorf("table %s has %d rows, a sheet holds %d", t.Name, len(t.Rows), mostRows)
		}
		if i == 0 {
			err = f.SetSheetName(f.GetSheetName(0), t.Name)
		} else {
			_, err = f.NewSheet(t.Name)
		}
		if err == nil {
			err = write(f, t, styles, about)
		}
		if err != nil {
			return nil, fmt.Errorf("writing table %s: %w", t.Name, err)
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		return nil, fmt.Errorf("writing the workbook: %w", err)
	}
	return b.Bytes(), nil
}

type styles struct{ head, text, date, day, link int }

func newStyles(f *excelize.File) (s styles, err error) {
	if s.head, err = f.NewStyle(&excelize.Style{
		Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E8EBEF"}},
		Alignment: &excelize.Alignment{Vertical: "top", WrapText: true},
	}); err != nil {
		return s, err
	}
	if s.text, err = f.NewStyle(&excelize.Style{Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}}); err != nil {
		return s, err
	}
	if s.link, err = f.NewStyle(&excelize.Style{
		Font: &excelize.Font{Color: "0563C1", Underline: "single"}, Alignment: &excelize.Alignment{Vertical: "top", WrapText: true},
	}); err != nil {
		return s, err
	}
	format := "yyyy-mm-dd hh:mm:ss"
	if s.date, err = f.NewStyle(&excelize.Style{CustomNumFmt: &format, Alignment: &excelize.Alignment{Vertical: "top"}}); err != nil {
		return s, err
	}
	format = "yyyy-mm-dd"
	s.day, err = f.NewStyle(&excelize.Style{CustomNumFmt: &format, Alignment: &excelize.Alignment{Vertical: "top", Horizontal: "left"}})
	return s, err
}

func write(f *excelize.File, t Table, s styles, about About) error {
	if err := onPaper(f, t); err != nil {
		return err
	}
	last, err := excelize.CoordinatesToCellName(len(t.Columns), len(t.Rows)+1)
	if err != nil {
		return err
	}
	if err := f.SetSheetDimension(t.Name, "A1:"+last); err != nil { // readers that stream believe it: without it a sheet is one cell
		return err
	}
	w, err := f.NewStreamWriter(t.Name)
	if err != nil {
		return err
	}
	for i, width := range widths(t) {
		if err := w.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	head := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = excelize.Cell{StyleID: s.head, Value: c}
	}
	if err := w.SetRow("A1", head); err != nil {
		return err
	}
	for n, row := range t.Rows {
		cells := make([]any, len(row))
		for i, c := range row {
			cells[i] = typed(c, s)
		}
		if err := leadTo(f, t, n, cells, s, about); err != nil {
			return err
		}
		if err := w.SetRow(fmt.Sprintf("A%d", n+2), cells); err != nil {
			return err
		}
	}
	// What is set after the rows are written is not in the file.
	if err := f.AutoFilter(t.Name, "A1:"+last, nil); err != nil {
		return err
	}
	return w.Flush()
}

// mostLinks is how many a sheet of a spreadsheet can hold.
const mostLinks = 65_000

// leadTo makes the place of a row a link to its page, where the row is of the report.
func leadTo(f *excelize.File, t Table, n int, cells []any, s styles, about About) error {
	place, page, source := slices.Index(t.Columns, "place"), slices.Index(t.Columns, "page"), slices.Index(t.Columns, "source")
	if about.Page == nil || place < 0 || page < 0 || n >= mostLinks || source >= 0 && t.Rows[n][source] != about.Source {
		return nil
	}
	number, ok := t.Rows[n][page].(int)
	cell, said := cells[place].(excelize.Cell)
	if !ok || !said || number < 1 || about.Page(number) == "" {
		return nil
	}
	at, err := excelize.CoordinatesToCellName(place+1, n+2)
	if err != nil {
		return err
	}
	cell.StyleID = s.link
	cells[place] = cell
	return f.SetCellHyperLink(t.Name, at, about.Page(number), "External")
}

// onPaper prints a sheet across, all columns on one page, with its head on each.
func onPaper(f *excelize.File, t Table) error {
	fit, across, one, any := true, "landscape", 1, 0
	if err := f.SetSheetProps(t.Name, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	if err := f.SetPageLayout(t.Name, &excelize.PageLayoutOptions{Orientation: &across, FitToWidth: &one, FitToHeight: &any}); err != nil {
		return err
	}
	return f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", Scope: t.Name, RefersTo: fmt.Sprintf("'%s'!$1:$1", t.Name)})
}

// typed is a cell as a workbook holds it.
func typed(cell any, s styles) any {
	switch v := cell.(type) {
	case nil:
		return nil
	case Decimal:
		if v == "" {
			return nil
		}
		if n, ok := v.number(); ok {
			return excelize.Cell{StyleID: s.text, Value: n}
		}
		return excelize.Cell{StyleID: s.text, Value: Neutral(string(v))}
	case Day:
		if at, ok := v.time(); ok {
			return excelize.Cell{StyleID: s.day, Value: at}
		}
		if v == "" {
			return nil
		}
		return excelize.Cell{StyleID: s.text, Value: Neutral(string(v))}
	case int, float64, bool:
		return excelize.Cell{StyleID: s.text, Value: v}
	case time.Time:
		return excelize.Cell{StyleID: s.date, Value: v.UTC()}
	}
	if said := text(cell); said != "" { // nothing is an empty cell: text without a letter is counted and sorted as text
		return excelize.Cell{StyleID: s.text, Value: said}
	}
	return nil
}

// widths fit the longest line that a column holds, within bounds.
func widths(t Table) []float64 {
	out := make([]float64, len(t.Columns))
	for i, c := range t.Columns {
		most := utf8.RuneCountInString(c)
		for _, row := range t.Rows {
			for line := range strings.SplitSeq(text(row[i]), "\n") {
				most = max(most, utf8.RuneCountInString(line))
			}
		}
		out[i] = float64(min(max(most+2, narrow), wide))
	}
	return out
}
