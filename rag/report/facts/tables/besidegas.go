package tables

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// A table of emissions often has rows of what they are compared with: hours worked, employees, fuel. What its caption says of the gas is said of the
// rows that are emissions.

// twoThings is a caption of two things.
var twoThings = pattern.Compile(`(?i)^(.*\S)\s*(?:\band\b|&|\bund\b|\+)\s*(\S.*)$`)

// besideGas marks the cells of a table whose caption speaks of emissions beside something else that is measured, "Fuel and CO2", if rows that are no
// totals name what is emitted: the others are then of the other thing, as far as they name none of it.
func besideGas(cells []cell.Cell) {
	named := slices.ContainsFunc(cells, func(c cell.Cell) bool {
		n := len(c.Rows)
		return n > 0 && cell.GhgWord.MatchString(c.Rows[n-1]) && !vocabulary.IsTotal(c.Rows[n-1])
	})
	if !named {
		return
	}
	for i := range cells {
		c := &cells[i]
		c.Beside = ofTwo(c.Caption)
	}
}

// scopedRows marks the cells of a table of which a row names another scope than the caption does.
func scopedRows(cells []cell.Cell) {
	other := slices.ContainsFunc(cells, func(c cell.Cell) bool {
		n := len(c.Rows)
		if n == 0 {
			return false
		}
		own, of := vocabulary.ScopeOf(c.Rows[n-1]), vocabulary.ScopeOf(c.Caption)
		return own != "" && of != "" && !strings.Contains(of, own)
	})
	for i := range cells {
		cells[i].RowsScoped = other
	}
}

// ofTwo reports whether a caption names emissions on one side of an "and", and something else that is measured on the other.
func ofTwo(caption string) bool {
	m := twoThings.FindStringSubmatch(caption)
	if m == nil {
		return false
	}
	gas, other := m[1], m[2]
	if cell.GhgWord.MatchString(other) {
		gas, other = other, gas
	}
	return cell.GhgWord.MatchString(gas) && !cell.GhgWord.MatchString(other) && cell.NamesMeasure(other)
}

// namesGas reports whether rows of a table name what is emitted, each by itself.
func namesGas(t *document.Table) bool {
	return slices.ContainsFunc(t.Rows[min(t.HeaderRows, len(t.Rows)):], func(row []document.Cell) bool {
		return len(row) > 0 && cell.GasWord.MatchString(strings.TrimSpace(row[0].Text))
	})
}

// notGas are those of some units that are no emissions.
func notGas(units []string) []string {
	return slices.DeleteFunc(slices.Clone(units), func(u string) bool {
		m, err := quantity.Measures(u)
		return err == nil && (m[0].Unit.Dimension == quantity.Emissions || m[0].Unit.Dimension == quantity.CarbonGas)
	})
}

// withoutGas are the units of a cell, and what is said to be its unit, but those of emissions where its row counts something else.
func withoutGas(c *document.Cell, units []string, said string, named bool) ([]string, string) {
	if !cell.CountsInGas(c.RowPath, c.Unit, named) {
		return units, said
	}
	if len(notGas([]string{said})) == 0 {
		said = ""
	}
	return notGas(units), said
}
