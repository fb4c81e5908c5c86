package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// rows are those of a table, each with the group that it stands in before its label.
type rows [][]string

// plain are the rows without their groups.
func (r rows) plain() [][]string {
	var out [][]string
	for _, row := range r {
		out = append(out, row[1:])
	}
	return out
}

// What a row makes of two others shows in the groups of a table that have the same rows, and in tables that have them: one group in which it
// does not is told. Where no group bears it out, nothing is.
func TestLikeRowsOfSeveralGroups(t *testing.T) {
	table := func(inner bool, all rows) document.Table {
		g := grid("The sites", "", []string{"2023", "2022"}[:len(all[0])-2], all.plain()...)
		for i, r := range all {
			for j := range g.Rows[i+1] {
				if g.Rows[i+1][j].RowPath = []string{r[0], r[1]}; inner {
					g.Rows[i+1][j].RowPath = []string{r[1], r[0]}
				}
			}
		}
		return g
	}
	site := func(name, area, energy, per string) rows {
		return rows{{name, "Area, thousand m2", area}, {name, "Energy, MWh", energy}, {name, "Energy per thousand m2, MWh", per}}
	}
	crews := func(rate string) document.Table {
		return table(true, rows{{"Staff", "Hours worked (million)", "3.12", "2.98"}, {"Crews", "Hours worked (million)", "11.45", "10.87"},
			{"Staff", "Lost time injuries (No.)", "1", "1"}, {"Crews", "Lost time injuries (No.)", "9", "12"},
			{"Staff", "LTIFR (per million hours worked)", "0.32", "0.34"}, {"Crews", "LTIFR (per million hours worked)", "0.79", rate}})
	}
	sites := func(per string) []document.Table {
		all := append(append(site("Tower", "612.4", "15,126", "24.7"), site("Park", "584.0", "9,945", "17.0")...), site("Row", "527.9", "7,772", per)...)
		return []document.Table{table(false, all)}
	}
	cards := func(per string) []document.Table {
		return []document.Table{grid("Tower", "", []string{"2023"}, site("", "612.4", "15,126", "24.7").plain()...),
			grid("Park", "", []string{"2023"}, site("", "584.0", "9,945", "17.0").plain()...),
			grid("Row", "", []string{"2023"}, site("", "527.9", "7,772", per).plain()...)}
	}
	for name, c := range map[string]struct {
		tables []document.Table
		wrong  string
	}{
		"a rate of one crew in one year":       {[]document.Table{crews("1.35")}, "1.35"},
		"rates that are right":                 {[]document.Table{crews("1.10")}, ""},
		"sites one below the other":            {sites("17.4"), "17.4"},
		"of which one has its point elsewhere": {sites("1.47"), "1.47"},
		"sites that are right":                 {sites("14.7"), ""},
		"a table for each site":                {cards("17.4"), "17.4"},
		"one with its point elsewhere":         {cards("1.47"), "1.47"},
		"a table for each site, right":         {cards("14.7"), ""},
		"of sites of which none bears anything out": {[]document.Table{table(false, append(site("Tower", "612.4", "15,126", "31.2"),
			site("Park", "584.0", "9,945", "12.9")...))}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got string
			for _, r := range onPages(c.tables...) {
				if r.Result == events.CheckFail {
					got += r.Name + ": " + r.Message + "; "
				}
			}
			if c.wrong == "" && got != "" || c.wrong != "" && !strings.Contains(got, c.wrong) {
				t.Errorf("failures %q, want one of %q", got, c.wrong)
			}
		})
	}
}
