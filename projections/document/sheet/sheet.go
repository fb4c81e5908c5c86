// Package sheet writes tables as CSV and as XLSX. Cells keep their type: a number can be added up, a date sorted. Text that
// a spreadsheet would take for a formula is neutralised, since what a report says comes from strangers. Everything is a
// function of its arguments and safe for concurrent use.
package sheet

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Decimal is an exact number as text. It becomes a number where none of its digits is lost by that.
type Decimal string

// Day is a date as text. Where it names a whole day it becomes a date that can be sorted; a year or a month stays what it is.
type Day string

func (d Day) time() (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, string(d))
	return t, err == nil
}

// Table is one sheet. A row has as many cells as there are columns: text, whole numbers, decimals, truth, times, or nil for
// nothing.
type Table struct {
	Name    string
	Columns []string
	Rows    [][]any
}

// New is an empty table; the names of its columns are parted by spaces.
func New(name, columns string) Table { return Table{Name: name, Columns: strings.Fields(columns)} }

// Add appends a row; its number of cells is checked when it is written.
func (t *Table) Add(cells ...any) { t.Rows = append(t.Rows, cells) }

// Insert puts a column behind another, with what its rows make of themselves.
func (t *Table) Insert(behind, column string, of func(row []any) any) {
	at := slices.Index(t.Columns, behind) + 1
	if at < 1 {
		return
	}
	for i, row := range t.Rows {
		t.Rows[i] = slices.Insert(slices.Clone(row), at, of(row))
	}
	t.Columns = slices.Insert(slices.Clone(t.Columns), at, column)
}

func (t *Table) check() error {
	for i, r := range t.Rows {
		if len(r) != len(t.Columns) {
			return fmt.Errorf("table %s: row %d has %d cells, there are %d columns", t.Name, i+1, len(r), len(t.Columns))
		}
	}
	return nil
}

// mostRunes is what a cell of a spreadsheet can hold.
const mostRunes = 32_000

var plainNumber = pattern.Compile(`^[-+]?[0-9]+([.,][0-9]+)*( ?%)?$`)

// Neutral is text that no spreadsheet takes for a formula, and without characters that no file can hold.
func Neutral(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < ' ', r == utf8.RuneError, r == 0xFFFE, r == 0xFFFF:
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > mostRunes {
		s = string(r[:mostRunes]) + "…"
	}
	// Spaces do not protect: some programs drop them before they look for a formula.
	begins := strings.TrimLeft(s, " \u00a0\n\t")
	if s != "" && (s[0] == '\t' || begins != "" && strings.ContainsRune("=+-@＝＋－＠|", firstRune(begins))) && !plainNumber.MatchString(s) {
		return "'" + s
	}
	return s
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// number is a decimal as a float, where that loses no digit.
func (d Decimal) number() (float64, bool) {
	text := strings.TrimSpace(string(d))
	exact, ok := new(big.Rat).SetString(text)
	if !ok || strings.ContainsAny(text, "/_xXeE") || len(strings.Trim(text, "-0.")) > 16 {
		return 0, false
	}
	f, _ := exact.Float64()
	back, ok := new(big.Rat).SetString(strconv.FormatFloat(f, 'f', -1, 64))
	return f, ok && back.Cmp(exact) == 0
}

// text is a cell as CSV holds it.
func text(cell any) string {
	switch v := cell.(type) {
	case nil:
		return ""
	case string:
		return Neutral(v)
	case Decimal:
		return Neutral(string(v))
	case Day:
		return Neutral(string(v))
	case int:
		return strconv.Itoa(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return v.UTC().Format(time.RFC3339)
	}
	return Neutral(fmt.Sprint(cell))
}
