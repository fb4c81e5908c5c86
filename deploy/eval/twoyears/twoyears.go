// Package twoyears makes pairs of reports of one company, of two years that follow one another, of which it is known what
// changed from the one to the other and what did not: a base year restated with a word and without one, a target that is
// gone, one that is set otherwise, a statement worded otherwise, a boundary described otherwise. The companies are made up; a pair is a function of its
// number.
package twoyears

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/sibyl-project/sibyl/data/sample/layout"
)

// Pairs is how many are made: each is worded and set in another way.
const Pairs = 3

// Planted is what changed in a pair, each by words or a figure that the place of it holds.
type Planted struct {
	Restated   []Restatement
	Dropped    []string    // words of the target that is gone
	Changed    [][3]string // words of the earlier and of the later target, and what became of it
	Reworded   [][2]string
	Boundaries [][2]string // words of the earlier and of the later report
	Kept       []string    // words of targets that are in both
}

// Restatement is a past figure that the later report gives otherwise.
type Restatement struct {
	Year           int
	Earlier, Later string
	Marked         bool // the later report says so
}

// Pair is two reports and what is known of them.
type Pair struct {
	Earlier, Later string // files
	Planted        Planted
}

// wording is how a pair says things.
type wording struct {
	company                       string
	suppliersThen, suppliersNow   string
	boundaryThen, boundaryNow     string
	coversThen, coversNow         string // other parts of the company
	wordedThen, wordedNow         string // the same ones in other words
	kept, dropped, note, caption  string
	suppliersMark, suppliersMark2 string
	target                        [3]string // then, now, and what became of it
	countedThen, countedNow       string    // something that is no part of the company
}

var wordings = [Pairs]wording{
	{
		company:       "Orlandis Glassworks Ltd",
		suppliersThen: "All of our strategic suppliers are audited against our code of conduct by an independent body every year.",
		suppliersNow:  "Most of our strategic suppliers are assessed against our code of conduct by an independent body every second year.",
		suppliersMark: "All of our strategic", suppliersMark2: "Most of our strategic",
		boundaryThen: "We consolidate emissions by operational control: all sites that we operate are included.",
		boundaryNow:  "We consolidate emissions by equity share: every venture counts with the part of it that we own.",
		coversThen:   "This report covers Orlandis Glassworks Ltd and all companies that it controls.",
		coversNow:    "This report covers Orlandis Glassworks Ltd and the companies that it controls, apart from Torvika Flaskor AB.",
		wordedThen:   "Sales offices with fewer than 12 employees are left out of the environmental data.",
		wordedNow:    "The environmental data exclude sales offices that have less than 12 employees.",
		kept:         "We will reach net-zero greenhouse gas emissions across our value chain by 2050.",
		dropped:      "We will cut the water withdrawal of our furnaces by 30 % by 2030.",
		note:         "Figures of 2019 were restated after the sale of the mill in Torvika.", caption: "Greenhouse gas emissions in t CO2e",
		target: [3]string{
			"Every lorry that we own will be electric by 2029.",
			"By 2032 all lorries that we own are to be electric.", "put off from 2029 to 2032",
		},
		countedThen: "Hired vehicles are left out of the emissions data.",
		countedNow:  "Emissions data now take in hired vehicles.",
	},
	{
		company:       "Brightmoor Dairies plc",
		suppliersThen: "Every farm that supplies milk to us is certified to our animal welfare standard.",
		suppliersNow:  "Nearly every farm that supplies milk to our brands is enrolled in our animal welfare standard.",
		suppliersMark: "Every farm", suppliersMark2: "Nearly every farm",
		boundaryThen: "The consolidation approach is operational control.",
		boundaryNow:  "The consolidation approach is financial control.",
		coversThen:   "Joint ventures are not included in the figures of this report.",
		coversNow:    "For the first time the figures of this report include joint ventures.",
		wordedThen:   "The data of this report relate to all dairies and depots of the group.",
		wordedNow:    "All of the group's depots and dairies are covered by the data of this report.",
		kept:         "We aim to halve Scope 1 and 2 emissions by 2035.",
		dropped:      "By 2028 we will send no waste to landfill from any of our dairies.",
		note:         "Restated: figures of 2019 now include the dairies bought in the year.", caption: "Emissions (tonnes CO2e)",
		target: [3]string{
			"We intend to lower the energy used for each litre of milk by 18 % by 2030.",
			"By 2030 we plan to use 11 % less energy for each litre of milk.", "weakened from 18 % to 11 %",
		},
		countedThen: "Scope 3 emissions include feed, packaging and transport.",
		countedNow:  "Scope 3 emissions include feed, packaging, transport and the use of sold products.",
	},
	{
		company:       "Calderon Freight S.A.",
		suppliersThen: "Our drivers all receive training in safe and economical driving each year.",
		suppliersNow:  "Our employed drivers receive training in safe and economical driving where it is needed.",
		suppliersMark: "Our drivers all", suppliersMark2: "Our employed drivers",
		boundaryThen: "Greenhouse gas data are consolidated under the operational control approach.",
		boundaryNow:  "Greenhouse gas data are consolidated under the equity share approach.",
		coversThen:   "The data cover 97 % of our employees.",
		coversNow:    "The data cover 91 % of our employees.",
		wordedThen:   "Subcontractors are not counted in the figures of this report.",
		wordedNow:    "The figures of this report do not include subcontractors.",
		kept:         "We commit to net-zero emissions from all transport by 2045.",
		dropped:      "We will convert 500 lorries to battery drive by 2029.",
		note:         "Values of 2019 have been restated since methods were improved.", caption: "Our emissions, t CO2e",
		target: [3]string{
			"We will cut emissions per parcel by 35 % by 2032 compared to 2018.",
			"We will lower emissions per parcel by 35 % by 2032 compared to 2021.", "counted from 2021 instead of 2018",
		},
		countedThen: "Office waste is part of the waste data.",
		countedNow:  "Office waste is no longer part of the waste data.",
	},
}

// Make writes a pair into a folder.
func Make(number int, folder string) (Pair, error) {
	w := wordings[number]
	base := 41000 + 1300*number
	then := []int{base, base - 3100, base - 4200} // Scope 1 of 2019, 2022, 2023
	now := append([]int{base + 2700}, then[1:]...)
	second := []int{12800, 11950, 11600}
	third := []int{310500, 298200, 291700}
	thirdNow := []int{310500, 321400, 291700} // 2022 is another, and nobody says so
	p := Pair{
		Earlier: filepath.Join(folder, fmt.Sprintf("pair-%d-2023.pdf", number)), Later: filepath.Join(folder, fmt.Sprintf("pair-%d-2024.pdf", number)),
		Planted: Planted{
			Restated: []Restatement{{2019, grouped(then[0]), grouped(now[0]), true}, {2022, grouped(third[1]), grouped(thirdNow[1]), false}},
			Dropped:  []string{w.dropped}, Kept: []string{w.kept},
			Reworded: [][2]string{{w.suppliersMark, w.suppliersMark2}}, Changed: [][3]string{w.target},
			Boundaries: [][2]string{{w.boundaryThen, w.boundaryNow}, {w.coversThen, w.coversNow}, {w.countedThen, w.countedNow}},
		},
	}
	earlier := edition{w, 2023, []string{"2019", "2022", "2023"}, [][]int{then, second, third}, w.suppliersThen, w.boundaryThen,
		[]string{w.coversThen, w.wordedThen, w.countedThen}, []string{w.kept, w.dropped, w.target[0]}, ""}
	later := edition{
		w, 2024, []string{"2019", "2022", "2023", "2024"},
		[][]int{append(now, then[2]-900), append(second, 11020), append(thirdNow, 288400)}, w.suppliersNow, w.boundaryNow,
		[]string{w.wordedNow, w.coversNow, w.countedNow}, []string{w.target[1], w.kept}, w.note,
	}
	for _, e := range []struct {
		edition
		file string
	}{{earlier, p.Earlier}, {later, p.Later}} {
		raw, err := e.pdf(number)
		if err != nil {
			return p, fmt.Errorf("setting pair %d: %w", number, err)
		}
		if err := os.WriteFile(e.file, raw, 0o644); err != nil {
			return p, err
		}
	}
	return p, nil
}

// edition is one of the two reports.
type edition struct {
	wording
	year                int
	years               []string
	scopes              [][]int
	suppliers, boundary string
	covers, targets     []string
	restated            string
}

func (e edition) pdf(number int) ([]byte, error) {
	title := fmt.Sprintf("Sustainability Report %d", e.year)
	b := layout.New(layout.Options{Title: title, Author: e.company, Footer: e.company + ", " + title, Language: "en"})
	b.Cover(e.company, title, strconv.Itoa(e.year), "")
	b.Page("Where we are going")
	b.H1("Where we are going")
	b.P(fmt.Sprintf("%s reports on the financial year %d.", e.company, e.year))
	for _, c := range e.covers {
		b.P(c)
	}
	if number%2 == 0 {
		b.Bullets(e.targets...)
	} else {
		for _, t := range e.targets {
			b.P(t)
		}
	}
	b.H2("How we work with others")
	b.P(e.suppliers)
	b.Page("Emissions")
	b.H1("Emissions")
	t := layout.Table{Caption: e.caption, Header: append([]string{""}, e.years...), Widths: []float64{3}, Note: e.restated}
	for range e.years {
		t.Widths = append(t.Widths, 1)
	}
	for i, name := range []string{"Scope 1", "Scope 2 (market-based)", "Scope 3"} {
		row := []string{name}
		for _, v := range e.scopes[i] {
			row = append(row, grouped(v))
		}
		t.Rows = append(t.Rows, row)
	}
	b.Table(t)
	b.P(e.boundary)
	return b.Bytes()
}

// grouped prints a number with commas.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
