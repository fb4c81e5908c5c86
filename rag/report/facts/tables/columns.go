package tables

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// Templates of many columns print a head once for several columns, and a unit once for several pages. What a column's own heads leave out is that of
// the columns beside it, or of the column of the same name on the page before.

const (
	leastAlike  = 3 // columns of one name that two tables must share to be parts of one
	leastEnding = 2 // words in which the heads of columns must end alike to be of one group
)

// unitHead reports whether a head is a unit and no name.
func unitHead(h string) bool {
	h = strings.TrimSpace(h)
	return h == "%" || h == "t" || cell.IsUnit(cell.Bare(h)) && !cell.BareLetter.MatchString(h)
}

// namesOf are the heads of a column but the unit that ends them, and that unit.
func namesOf(path []string) (names []string, unit string) {
	if n := len(path); n > 0 && unitHead(path[n-1]) {
		return path[:n-1], path[n-1]
	}
	return path, ""
}

// pathsOf are the heads over the columns of a table, as the first row has them in which nothing is merged there, or else their lowest head.
func pathsOf(t *document.Table) [][]string {
	if t.HeaderRows >= len(t.Rows) {
		return nil
	}
	out := make([][]string, len(t.Rows[0]))
	for _, row := range t.Rows[t.HeaderRows:] {
		for j := range row {
			if out[j] == nil && row[j].Cols < 2 {
				out[j] = row[j].ColPath
			}
		}
	}
	for _, row := range slices.Backward(t.Rows[:t.HeaderRows]) {
		for j := range row {
			if out[j] == nil && row[j].Cols < 2 && row[j].Text != "" {
				out[j] = row[j].ColPath
			}
		}
	}
	return out
}

// grouped is a table whose columns have the heads of their group, where a head that stands over the first of them, or the first few, is meant for
// those behind it, too: they have a unit and no name, or end in the same words.
func grouped(t *document.Table) *document.Table {
	paths := pathsOf(t)
	if paths == nil {
		return t
	}
	whole := slices.Clone(paths)
	changed := shareNames(whole)
	changed = shareGroups(whole) || changed
	if !changed {
		return t
	}
	return withHeads(t, headsWhere(t, paths, whole))
}

// headsWhere are the new heads of columns, unless rows of a table have different ones: those of none then.
func headsWhere(t *document.Table, old, whole [][]string) [][]string {
	out := make([][]string, len(whole))
	for j := range whole {
		same := !slices.ContainsFunc(t.Rows[t.HeaderRows:], func(row []document.Cell) bool {
			return j < len(row) && len(row[j].ColPath) > 0 && !slices.Equal(row[j].ColPath, old[j])
		})
		if same && !slices.Equal(old[j], whole[j]) {
			out[j] = whole[j]
		}
	}
	return out
}

// shareNames gives columns that have nothing but a unit the names of the column before: "Revenue: EUR million, %". All columns in that unit have
// to be followed by one like it, since a "%" that stands once behind two years is of neither.
func shareNames(paths [][]string) bool {
	changed := false
	for j := 1; j < len(paths); j++ {
		names, unit := namesOf(paths[j])
		before, other := namesOf(paths[j-1])
		if len(names) > 0 || unit == "" {
			continue
		}
		if len(before) == 0 || other == "" || other == unit || !followed(paths, other, unit) {
			return false // heads that stand over the last of their columns
		}
		paths[j], changed = append(slices.Clone(before), unit), true
	}
	return changed
}

// followed reports whether every column in one unit has one in another right behind it.
func followed(paths [][]string, unit, by string) bool {
	for j := range paths {
		if _, u := namesOf(paths[j]); u != unit {
			continue
		}
		if j+1 == len(paths) {
			return false
		}
		if _, u := namesOf(paths[j+1]); u != by {
			return false
		}
	}
	return true
}

// shareGroups gives columns the upper heads of the column before them where their own head ends in the same words, and what is above it is the end of
// what is above that: "Climate Y, N" and "Water Y, N" below "Contribution". A head that tells a time is that of its own column.
func shareGroups(paths [][]string) bool {
	changed := false
	for j := 1; j < len(paths); j++ {
		n, m := len(paths[j]), len(paths[j-1])
		if n == 0 || m <= n || !endAlike(paths[j][n-1], paths[j-1][m-1]) {
			continue
		}
		above, own := paths[j-1][:m-1], paths[j][:n-1]
		if !slices.Equal(above[len(above)-len(own):], own) || slices.ContainsFunc(above, tellsTime) {
			continue
		}
		paths[j], changed = append(slices.Clone(above), paths[j][n-1]), true
	}
	return changed
}

func tellsTime(h string) bool {
	return vocabulary.YearIn(h) > 0 || vocabulary.Aimed.MatchString(h) || vocabulary.Changing.MatchString(h)
}

// endAlike reports whether two heads that differ end in the same words.
func endAlike(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) <= leastEnding || len(y) <= leastEnding || a == b {
		return false
	}
	return slices.Equal(x[len(x)-leastEnding:], y[len(y)-leastEnding:])
}

// unitsBefore is a table whose columns have the units that the table before it prints below the same heads: it has the same caption, and begins
// its page with these heads again and without the units.
func unitsBefore(t, before *document.Table) *document.Table {
	if before == nil || t.Caption == "" || t.Caption != before.Caption || t.HeaderRows == 0 || before.HeaderRows == 0 {
		return t
	}
	own, theirs := pathsOf(t), pathsOf(before)
	heads, alike, found := make([][]string, len(own)), 0, false
	for j, path := range own {
		if len(path) > 0 && slices.ContainsFunc(theirs, func(o []string) bool { return begins(o, path) || begins(path, o) }) {
			alike++
		}
		names, unit := namesOf(path)
		if u := unitBelow(theirs, names); unit == "" && u != "" && !hasUnit(t, j) {
			heads[j], found = append(slices.Clone(names), u), true
		}
	}
	if !found || alike < leastAlike {
		return t
	}
	return withHeads(t, headsWhere(t, own, orOwn(heads, own)))
}

// begins reports whether heads begin with others, which may lack their lower lines.
func begins(all, first []string) bool {
	return len(first) > 0 && len(first) <= len(all) && slices.Equal(all[:len(first)], first)
}

// unitBelow is the unit of the one column that has these names; empty if several have.
func unitBelow(paths [][]string, names []string) string {
	unit, n := "", 0
	for _, path := range paths {
		if same, u := namesOf(path); len(names) > 0 && slices.Equal(same, names) {
			unit, n = u, n+1
		}
	}
	if n != 1 {
		return ""
	}
	return unit
}

func orOwn(heads, own [][]string) [][]string {
	for j := range heads {
		if heads[j] == nil {
			heads[j] = own[j]
		}
	}
	return heads
}

// hasUnit reports whether a figure of a column has a unit.
func hasUnit(t *document.Table, col int) bool {
	return slices.ContainsFunc(t.Rows, func(row []document.Cell) bool { return col < len(row) && row[col].Value != "" && row[col].Unit != "" })
}
