package relation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
)

// fewestAlike is how many rows groups have in common that are of one make: what is made of two others, and these.
const fewestAlike = 3

// folded are views of a table of groups of like rows - the same rows of each site one below the other, or each row once for employees and
// once for workers. A line is one such row with its figures of all groups, so that what makes one of the others in one group shows in the rest.
func folded(t *sheet.Table) []*view {
	var out []*view
	for _, cut := range []func([]string) (group, line []string){outer(1), outer(2), inner} {
		if v := fold([]*sheet.Table{t}, cut); v != nil {
			out = append(out, v)
		}
	}
	return out
}

// stacked are views of tables that have the same rows: one table for each site, or for each year.
func stacked(tables []*sheet.Table) []*view {
	alike := map[string][]*sheet.Table{}
	var order []string
	for _, t := range tables {
		var rows []string
		for _, row := range t.Rows {
			rows = append(rows, strings.Join(t.Row(row)[0].At.RowPath, "\x1f"))
		}
		key := strings.Join(rows, "\x1e")
		if len(rows) < fewestAlike || len(rows) > mostLines {
			continue
		}
		if alike[key] == nil {
			order = append(order, key)
		}
		alike[key] = append(alike[key], t)
	}
	var out []*view
	for _, key := range order {
		if len(alike[key]) < 2 {
			continue
		}
		if v := fold(alike[key], func(path []string) (group, line []string) { return nil, path }); v != nil {
			out = append(out, v)
		}
	}
	return out
}

func outer(n int) func([]string) (group, line []string) {
	return func(path []string) (group, line []string) {
		if len(path) <= n {
			return nil, nil
		}
		return path[:n], path[n:]
	}
}

func inner(path []string) (group, line []string) {
	if len(path) < 2 {
		return nil, nil
	}
	return path[len(path)-1:], path[:len(path)-1]
}

// fold makes a view whose lines are those that several groups have; nil if there are too few.
func fold(tables []*sheet.Table, cut func([]string) (group, line []string)) *view {
	type place struct{ line, group string }
	var lines, groups []string
	rows, twice := map[place]spot{}, map[string]bool{}
	width := map[string]int{} // of a group, in columns
	in := map[string]int{}    // groups that have a line
	for _, t := range tables {
		for _, row := range t.Rows {
			group, line := cut(t.Row(row)[0].At.RowPath)
			if len(line) == 0 {
				continue
			}
			p := place{strings.Join(line, "\x1f"), strconv.Itoa(t.Number) + " " + strings.Join(group, "\x1f")}
			if _, again := rows[p]; again {
				twice[p.line] = true
				continue
			}
			rows[p] = spot{t, row, 0}
			if width[p.group] = len(t.Cols); !slices.Contains(groups, p.group) {
				groups = append(groups, p.group)
			}
			if in[p.line]++; in[p.line] == 1 {
				lines = append(lines, p.line)
			}
		}
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return in[l] < 2 || twice[l] })
	n := 0
	for _, g := range groups {
		n += width[g]
	}
	if len(lines) < fewestAlike || len(lines) > mostLines || len(groups) < 2 || n > mostLines {
		return nil
	}
	v := &view{rows: true}
	called := func(e sheet.Entry) []string {
		_, line := cut(e.At.RowPath)
		return sheet.Headings(line)
	}
	for _, l := range lines {
		var spots []spot
		for _, g := range groups {
			at := rows[place{l, g}]
			for i := range width[g] {
				if at.Table != nil {
					at.col = at.Cols[i]
				}
				spots = append(spots, at)
			}
		}
		v.add(spots, called)
	}
	return v
}
