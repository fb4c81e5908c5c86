package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// What a sentence says of a table is held against it by its figures: those that nothing else makes, and that are the table's but for a slip. Beside each
// mistake stands what is right, or may be.
func TestSentencesAgainstTablesByTheirFigures(t *testing.T) {
	staff := grid("People by region", "", []string{"Women", "Men", "All"},
		[]string{"Iberia", "640", "560", "1,200"}, []string{"Islands", "1,420", "1,180", "2,600"},
		[]string{"Nordic countries", "310", "290", "600"}, []string{"Group", "2,370", "2,030", "4,400"})
	for i := range staff.Rows {
		for k := range staff.Rows[i] {
			staff.Rows[i][k].Period = "2023"
		}
	}
	water := grid("Water", "thousand m³", []string{"2023", "2022"}, []string{"From the mains", "1,260", "1,340"}, []string{"From wells", "410", "430"},
		[]string{"Withdrawn", "1,670", "1,770"})
	waste := grid("Waste", "t", []string{"2023", "2022"}, []string{"Recycled", "2,310", "2,265"}, []string{"Final disposal", "148", "187"})
	for name, c := range map[string]struct {
		right, wrong string
		tables       []document.Table
	}{
		"a scale": {"We drew 1.67 million m³ of water.", "We drew 1.67 billion m³ of water.", []document.Table{water}},
		"a difference the other way": {"Final disposal of waste fell by 39 t to 148 t.", "Final disposal of waste increased by 39 t to 148 t.",
			[]document.Table{waste}},
		"a rate and its point": {"We paid €18.5 million out to the 2,640 farms; that is about €7,010 for each of them.",
			"We paid €18.5 million out to the 2,640 farms; that is about €701 for each of them.", nil},
		"all goals": {"All our climate goals are counted from 2020.\n\nWe want 70% less Scope 1 and 2 by 2030 than in 2020.",
			"All our climate goals are counted from 2020.\n\nWe want 70% less Scope 1 and 2 by 2030 than in 2018.", nil},
	} {
		t.Run(name, func(t *testing.T) {
			for text, want := range map[string]bool{c.right: false, c.wrong: true} {
				failed := ""
				for _, r := range said([]string{text}, c.tables...) {
					if r.Result == events.CheckFail {
						failed += r.Name + ": " + r.Message + "\n"
					}
				}
				if want != (failed != "") {
					t.Errorf("%q fails: %v, want %v\n%s", text, failed != "", want, failed)
				}
			}
		})
	}
}
