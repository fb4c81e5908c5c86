package checks_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Tables that are right and look wrong to who adds up what stands together: offsets and what is net of them, years given
// again after a restatement, parts of parts, gases, intensities between amounts, columns of changes, of targets and of
// shares, figures in two units.
func TestTablesThatOnlyLookWrong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawManner.Draw(t, "manner")
		m.lang, m.where = "en", "caption"
		if m.unit == "MT CO2e" {
			m.unit = "t CO2e"
		}
		draw := func(name string) int { return rapid.IntRange(1000, 90000).Draw(t, name) }
		s1, s2l, s2m, s3 := draw("scope 1"), draw("location"), draw("market"), draw("scope 3")
		fleet, offset := rapid.IntRange(1, 900).Draw(t, "fleet"), rapid.IntRange(1, 900).Draw(t, "offset")
		old := rapid.IntRange(1000, 90000).Draw(t, "before")
		text := strconv.Itoa
		row := func(label string, now, restated, before int) line {
			v := []string{text(now), text(restated), text(before), changeOf(now, restated)}
			return line{[]string{label}, v}
		}
		lines := []line{
			row("Scope 1", s1, s1+7, old), row("of which fleet", fleet, fleet+3, fleet+3),
			row("Scope 2 (location-based)", s2l, s2l+9, s2l+9), row("Scope 2 (market-based)", s2m, s2m+5, s2m+5), row("Scope 3", s3, s3+11, s3+11),
			row("Total (location-based)", s1+s2l+s3, s1+s2l+s3+27, old+s2l+s3+20), row("Total (market-based)", s1+s2m+s3, s1+s2m+s3+23, old+s2m+s3+16),
			row("Carbon offsets", -offset, -offset-2, -offset-2),
			row("Net emissions after offsets (market-based)", s1+s2m+s3-offset, s1+s2m+s3+21-offset, old+s2m+s3+14-offset),
			row("Biogenic emissions outside of the scopes", fleet+4, fleet+6, fleet+6),
		}
		if rapid.Bool().Draw(t, "offsets first") {
			lines = append(lines[7:8:8], append(lines[:7:7], lines[8:]...)...)
		}
		cols := []string{"2023", "2022 (restated)", "2022 (as reported)", "Change 2023/2022"}
		share := func(a int) string { return hundredths(a, s1+s2m+s3) + "%" }
		tables := []document.Table{
			m.laid("Greenhouse gas emissions", m.unit, cols, lines...),
			m.laid("Share of market-based emissions", "%", []string{"2023"}, line{[]string{"Scope 1"}, []string{share(s1)}},
				line{[]string{"Scope 2"}, []string{share(s2m)}}, line{[]string{"Scope 3"}, []string{share(s3)}}),
			m.laid("Energy consumption", "MWh", []string{"2023", "2022"}, line{[]string{"Electricity"}, []string{text(s2l), text(s2l + 9)}},
				line{[]string{"of which renewable"}, []string{text(s2l / 3), text(s2l / 4)}},
				line{[]string{"Natural gas"}, []string{text(s1), text(s1 + 7)}},
				line{[]string{"Total energy consumption"}, []string{text(s1 + s2l), text(s1 + s2l + 16)}},
				line{[]string{"Energy sold"}, []string{text(fleet), text(fleet + 2)}}),
		}
		for _, r := range checkedPages(tables) {
			if r.Result == events.CheckFail {
				t.Fatalf("page %d, %s: %s %s", r.Page, r.Name, r.Message, r.Working)
			}
		}
	})
}

// changeOf is a change in per cent as a table prints it.
func changeOf(now, before int) string {
	sign := ""
	d := now - before
	if (d < 0) != (before < 0) {
		sign = "-"
	}
	return fmt.Sprint(sign, hundredths(max(d, -d), max(before, -before)), "%")
}

// Where the rows of a table stand changes nothing of what is found in it.
func TestPlantedMistakesAmongPermutedRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := filing{m: drawManner.Draw(t, "manner"), n: drawNumbers.Draw(t, "numbers")}
		f.m.first = false
		p := f.parts()
		ghg := p["ghg"]
		ghg[len(ghg)-1].values[0] = "0"
		rapid.Permutation([]int{0, 1, 2, 3}).Draw(t, "order")
		order := rapid.Permutation(ghg[:4]).Draw(t, "rows")
		p["ghg"] = append(slices.Clone(order), ghg[4])
		n := 0
		for _, r := range checkedPages(f.lay(p)) {
			if r.Result == events.CheckFail {
				n++
				if r.Name != "scope_addition" || r.Page != 1 {
					t.Fatalf("page %d, %s: %s %s", r.Page, r.Name, r.Message, r.Working)
				}
			}
		}
		if n == 0 {
			t.Fatal("a total of 0 beside figures is not found")
		}
	})
}
