package checks_test

import (
	"strings"
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
	energy := grid("Energy", "MWh", []string{"2023", "2022"}, []string{"Electricity", "118,900", "121,400"}, []string{"Gas", "63,550", "66,200"},
		[]string{"District heat", "22,550", "23,100"}, []string{"Total energy", "205,000", "210,700"})
	water := grid("Water", "thousand m³", []string{"2023", "2022"}, []string{"From the mains", "1,260", "1,340"}, []string{"From wells", "410", "430"},
		[]string{"Withdrawn", "1,670", "1,770"})
	waste := grid("Waste", "t", []string{"2023", "2022"}, []string{"Recycled", "2,310", "2,265"}, []string{"Final disposal", "148", "187"})
	for name, c := range map[string]struct {
		right, wrong string
		tables       []document.Table
	}{
		"a share of a row and a column": {"Across the group 53.9% of posts are held by women.", "Across the group 59.3% of posts are held by women.",
			[]document.Table{staff}},
		"one of several shares": {"Electricity accounts for 58 % of the energy we use, gas for 31 %, district heat for 11 %.",
			"Electricity accounts for 58 % of the energy we use, gas for 31 %, district heat for 21 %.", []document.Table{energy}},
		"a scale": {"We drew 1.67 million m³ of water.", "We drew 1.67 billion m³ of water.", []document.Table{water}},
		"a difference the other way": {"Final disposal of waste fell by 39 t to 148 t.", "Final disposal of waste increased by 39 t to 148 t.",
			[]document.Table{waste}},
		"a rate and its point": {"We paid €18.5 million out to the 2,640 farms; that is about €7,010 for each of them.",
			"We paid €18.5 million out to the 2,640 farms; that is about €701 for each of them.", nil},
		"amounts on the way": {"The board has set three marks, each per tonne of cement: 560 kg in 2027, 520 kg in 2030 and 475 kg in 2035.",
			"The board has set three marks, each per tonne of cement: 560 kg in 2027, 590 kg in 2030 and 475 kg in 2035.", []document.Table{energy}},
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

// Tables that give one thing twice, and figures of one row, are held against each other.
func TestTablesAgainstEachOther(t *testing.T) {
	atAGlance := func(then string) document.Table {
		return grid("At a glance", "", []string{"2023", "2022"}, []string{"Employees at year end", "3,412", then})
	}
	people := grid("People", "", []string{"2023", "2022"}, []string{"Women", "1,126", "1,084"},
		[]string{"Men", "2,286", "2,283"}, []string{"Total employees", "3,412", "3,367"})
	grades := func(managers string) document.Table {
		return grid("Staff by grade", "", []string{"Women", "Men", "Women, %"}, []string{"Board", "4", "6", "40.0%"}, []string{"Senior", "38", "57", "40.0%"},
			[]string{"Managers", "214", "236", managers}, []string{"Others", "1,320", "880", "60.0%"}, []string{"All", "1,576", "1,179", "57.2%"})
	}
	steps := func(reached string) document.Table {
		return grid("Where we said we would be", "%", []string{"Reached", "Step 2026", "Step 2028"},
			[]string{"Emissions", reached, "30", "40"}, []string{"Energy", "11", "12", "18"})
	}
	done := "The first step for emissions, 30% by 2026, has already been taken."
	for name, c := range map[string]struct {
		text   []string
		tables []document.Table
		want   string
	}{
		"digits exchanged in one year": {nil, []document.Table{atAGlance("3,637"), people}, "3,637"},
		"the same in both years":       {nil, []document.Table{atAGlance("3,367"), people}, ""},
		"another figure":               {nil, []document.Table{atAGlance("3,291"), people}, ""},
		"women of women and men":       {nil, []document.Table{grades("46.7%")}, "46.7"},
		"shares that are right":        {nil, []document.Table{grades("47.6%")}, ""},
		"not reached":                  {[]string{done}, []document.Table{steps("29.4")}, "30"},
		"reached":                      {[]string{done}, []document.Table{steps("31.2")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			failed := ""
			for _, r := range said(c.text, c.tables...) {
				if r.Result == events.CheckFail {
					failed += r.Name + ": " + r.Message + " " + r.Working + "\n"
				}
			}
			if c.want == "" && failed != "" || !strings.Contains(failed, c.want) {
				t.Errorf("want %q told of, got\n%s", c.want, failed)
			}
		})
	}
}
