package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// A figure that two sums would be mended by is wrong, though each of them holds in one other place alone; one that a sum would be mended by is, where two
// of its digits are exchanged. Two mistakes of one table do not hide each other. What no other figure bears out is left alone.
func TestFiguresThatSumsWouldBeMendedBy(t *testing.T) {
	statement := func(income string) document.Table {
		return grid("Where the money went", "£ million", []string{"2023", "2022"}, []string{"Net interest", "451", "438"}, []string{"Fees", "127", "118"},
			[]string{"Other", "14", "16"}, []string{"Operating income", income, "572"}, []string{"Staff", "-228", "-221"}, []string{"Premises", "-146", "-143"},
			[]string{"Losses on loans", "-31", "-26"}, []string{"Profit", "187", "182"})
	}
	water := func(used string) document.Table {
		return grid("Water", "thousand m³", []string{"2023", "2022"}, []string{"From the mains", "1,260", "1,340"}, []string{"From wells", "410", "430"},
			[]string{"Withdrawn", "1,670", "1,770"}, []string{"Sent back", "1,390", "1,470"}, []string{"Used up", used, "300"})
	}
	plants := func(corve, brill string) document.Table {
		return grid("Energy by plant", "", []string{"Melted (kt)", "Gas (GWh)", "Electricity (GWh)", "Energy (GWh)", "Energy per tonne melted (kWh)"},
			[]string{"Avon", "214", "286", "47", "333", "1,556"}, []string{"Brill", "168", "231", "38", "269", brill},
			[]string{"Corve", "122", "171", "29", corve, "1,639"}, []string{"Group", "504", "688", "114", "802", "1,591"})
	}
	for name, c := range map[string]struct {
		table document.Table
		want  []string // figures that are told of
	}{
		"two sums":                   {statement("529"), []string{"529"}},
		"a statement that adds up":   {statement("592"), nil},
		"digits exchanged":           {water("208"), []string{"208"}},
		"a balance that adds up":     {water("280"), nil},
		"two mistakes of one table":  {plants("220", "1,061"), []string{"220", "1061"}},
		"a table that adds up":       {plants("200", "1,601"), nil},
		"another figure, of one sum": {water("287"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			failed := ""
			n := 0
			for _, r := range said(nil, c.table) {
				if r.Result == events.CheckFail {
					n++
					failed += r.Name + " " + r.Message + " " + r.Working + " " + r.Stated + "\n"
				}
			}
			for _, w := range c.want {
				if !strings.Contains(failed, w) {
					t.Errorf("%s is not told of:\n%s", w, failed)
				}
			}
			if len(c.want) == 0 && n > 0 {
				t.Errorf("called wrong although it may be right:\n%s", failed)
			}
		})
	}
}
