package checks_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// grid makes a parsed table: a header of columns, rows of a label and figures.
func grid(caption, unit string, cols []string, rows ...[]string) document.Table {
	t := document.Table{Caption: caption, Unit: unit, HeaderRows: 1, HeaderCols: 1, Format: document.Format{Decimal: ".", Group: ",", Reason: "for the test."}}
	head := []document.Cell{{}}
	for _, c := range cols {
		head = append(head, document.Cell{Text: c})
	}
	t.Rows = append(t.Rows, head)
	for _, r := range rows {
		line := []document.Cell{{Text: r[0]}}
		for j, v := range r[1:] {
			value := strings.TrimPrefix(strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(v, "%"), " "), ",", ""), "> ")
			cell := document.Cell{Text: v, Value: value, RowPath: []string{r[0]}, ColPath: []string{cols[j]}, Unit: unit}
			if strings.HasSuffix(v, "%") {
				cell.Unit = "%"
			}
			line = append(line, cell)
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

// checked reads and checks tables on one page.
func checked(tables ...document.Table) []checks.Result {
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: tables}}}
	return checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{})
}

// outcome is what checks said, in any order: names, results and percentages that do not depend on units.
func outcome(all []checks.Result) []string {
	var out []string
	for _, c := range all {
		out = append(out, c.Name+" "+string(c.Result)+" "+c.DifferencePercent+" "+strconv.FormatBool(c.ExplainedByRounding))
	}
	slices.Sort(out)
	return out
}

func emissionRows(v [4]int) [][]string {
	row := func(label string, n int) []string { return []string{label, strconv.Itoa(n), strconv.Itoa(2 * n)} }
	return [][]string{row("Scope 1", v[0]), row("Scope 2", v[1]), row("Scope 3", v[2]), row("Total Scope 1, 2 and 3", v[3])}
}

var drawFour = rapid.Custom(func(t *rapid.T) [4]int {
	v := [4]int{rapid.IntRange(1, 5000).Draw(t, "1"), rapid.IntRange(1, 5000).Draw(t, "2"), rapid.IntRange(1, 50000).Draw(t, "3")}
	v[3] = v[0] + v[1] + v[2] + rapid.IntRange(-2000, 2000).Draw(t, "off")
	v[3] = max(1, v[3])
	return v
})

// Scaling the unit of a table changes no result.
func TestScalingUnitsChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawFour.Draw(t, "figures")
		want := outcome(checked(grid("GHG emissions", "t CO2e", []string{"2023", "2022"}, emissionRows(v)...)))
		for _, unit := range []string{"kt CO2e", "Mt CO2e", "1,000 tonnes CO2e", "million metric tons CO2e"} {
			if got := outcome(checked(grid("GHG emissions", unit, []string{"2023", "2022"}, emissionRows(v)...))); !slices.Equal(got, want) {
				t.Fatalf("%s: %v, want %v", unit, got, want)
			}
		}
		if len(want) == 0 {
			t.Fatal("nothing was checked")
		}
	})
}

// Rows in another order are the same table.
func TestPermutingRowsChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawFour.Draw(t, "figures")
		rows := emissionRows(v)
		want := outcome(checked(grid("GHG emissions", "t CO2e", []string{"2023", "2022"}, rows...)))
		got := outcome(checked(grid("GHG emissions", "t CO2e", []string{"2023", "2022"}, rapid.Permutation(rows).Draw(t, "order")...)))
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// Two years in proportion, one of them with a row of a hundred, are tonnes in both columns and no shares.
func TestYearsInProportionAreNoPercentages(t *testing.T) {
	for _, c := range checked(grid("GHG emissions", "t CO2e", []string{"2023", "2022"}, emissionRows([4]int{1, 1, 50, 52})...)) {
		for _, in := range c.Inputs {
			if in.Unit != "t CO2e" {
				t.Errorf("%s: %s is in %q, want t CO2e", c.Name, in.Label, in.Unit)
			}
		}
	}
}

// So are the parts of a total, whatever they are of, and in whatever unit.
func TestPartsInAnyOrderAndUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "parts")
		var rows [][]string
		sums := [2]int{}
		for i := range n {
			a, b := rapid.IntRange(1, 9000).Draw(t, "a"), rapid.IntRange(1, 9000).Draw(t, "b")
			sums[0], sums[1] = sums[0]+a, sums[1]+b
			rows = append(rows, []string{fmt.Sprintf("Waste of kind %c", 'A'+i), strconv.Itoa(a), strconv.Itoa(b)})
		}
		total := []string{"Total waste", strconv.Itoa(max(1, sums[0]+rapid.IntRange(-4000, 4000).Draw(t, "off"))), strconv.Itoa(sums[1])}
		of := func(unit string, rows [][]string) []string {
			return outcome(checked(grid("Waste", unit, []string{"2023", "2022"}, append(slices.Clone(rows), total)...)))
		}
		want := of("t", rows)
		if !slices.ContainsFunc(want, func(s string) bool { return strings.HasPrefix(s, "table_total pass") }) {
			t.Fatalf("the total that holds was not checked: %v", want)
		}
		if got := of("t", rapid.Permutation(rows).Draw(t, "order")); !slices.Equal(got, want) {
			t.Fatalf("in another order %v, want %v", got, want)
		}
		for _, unit := range []string{"kt", "kg", "1,000 tonnes"} {
			if got := of(unit, rows); !slices.Equal(got, want) {
				t.Fatalf("in %s %v, want %v", unit, got, want)
			}
		}
	})
}

// A change and a share that are right before they are rounded are never said to be wrong.
func TestRoundedChangesAndSharesAreNoFault(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows [][]string
		whole := func(tenths int) string { return strconv.Itoa((tenths + 5) / 10) }
		for i := range 4 {
			then, now := rapid.IntRange(50, 4000).Draw(t, "then"), rapid.IntRange(50, 4000).Draw(t, "now")
			change := 100 * float64(now-then) / float64(then)
			rows = append(rows, []string{fmt.Sprintf("Waste of kind %c", 'A'+i), whole(now), whole(then), strconv.FormatFloat(change, 'f', 1, 64) + " %"})
		}
		for _, r := range checked(grid("Waste", "t", []string{"2023", "2022", "Change"}, rows...)) {
			if r.Name == "yoy_percentage" &&
				(r.Result == events.CheckFail || r.Difference != "0 %" && !r.ExplainedByRounding && !strings.Contains(r.Message, "within 0.1")) {
				t.Fatalf("%+v of %v", r, rows)
			}
		}
	})
}

// Figures that are right before they are rounded are never said to be wrong.
func TestRoundingIsNoFault(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// True figures in tenths, printed as whole numbers, small enough that half a unit is more than 1 %.
		a, b, c := rapid.IntRange(1, 400).Draw(t, "1"), rapid.IntRange(1, 400).Draw(t, "2"), rapid.IntRange(1, 400).Draw(t, "3")
		round := func(n int) string { return strconv.Itoa((n + 5) / 10) }
		rows := [][]string{{"Scope 1", round(a)}, {"Scope 2", round(b)}, {"Scope 3", round(c)}, {"Total Scope 1, 2 and 3", round(a + b + c)}}
		for _, r := range checked(grid("GHG emissions", "t CO2e", []string{"2023"}, rows...)) {
			if r.Result == events.CheckFail && r.Name == "scope_addition" {
				t.Fatalf("%+v", r)
			}
			if r.Name == "scope_addition" && r.Difference != "0 tCO2e" && !r.ExplainedByRounding {
				t.Fatalf("a difference that rounding makes is not said to be one: %+v", r)
			}
		}
	})
}

// The workings that people read, word for word.
func TestGoldenWorkings(t *testing.T) {
	for name, c := range map[string]struct {
		table document.Table
		check string
		want  []string // result, working, message
	}{
		"scopes within one per cent": {
			grid("GHG emissions", "million t CO2e", []string{"2023"}, []string{"Scope 1", "2.3"},
				[]string{"Scope 2", "1.1"}, []string{"Scope 3", "8.5"}, []string{"Total Scope 1, 2 and 3", "12.0"}),
			"scope_addition",
			[]string{"pass", "2300000 + 1100000 + 8500000 = 11900000 tCO2e",
				"Agrees: 12000000 tCO2e stated, 11900000 tCO2e computed; printing to the last place explains the difference."},
		},
		"a separator slip": {
			grid("GHG emissions", "t CO2e", []string{"2023"}, []string{"Scope 1", "2,148"}, []string{"Scope 2", "25,505"}, []string{"Total Scope 1 and 2", "27.653"}),
			"scope_addition",
			[]string{"fail", "2148 + 25505 = 27653 tCO2e",
				"Does not agree: 27.653 tCO2e stated, 27653 tCO2e computed; beyond 1 % of the total and beyond rounding. " +
					"27.653 with its separator read the other way is 27653, which agrees."},
		},
		"a change with the wrong sign": {
			grid("Waste", "t", []string{"2023", "2022", "Change"}, []string{"Paper waste", "120", "100", "20 %"},
				[]string{"Metal waste", "90", "100", "-10 %"}, []string{"Wood waste", "50", "40", "25 %"}, []string{"Glass waste", "44", "40", "-10 %"}),
			"yoy_percentage",
			[]string{"fail", "(44 - 40) / 40 x 100 = 10 %", "Does not agree: -10 % stated, 10 % computed; beyond 0.1 percentage points and beyond rounding."},
		},
		"a total of waste": {
			grid("Waste", "t", []string{"2023", "2022"}, []string{"Paper waste", "120", "100"},
				[]string{"Metal waste", "90", "100"}, []string{"Total waste", "230", "200"}),
			"table_total",
			[]string{"fail", "120 + 90 = 210 t", "Does not agree: 230 t stated, 210 t computed; beyond 1 % of the total and beyond rounding."},
		},
	} {
		found := false
		var got []string
		for _, r := range checked(c.table) {
			if r.Name == c.check && (string(r.Result) == c.want[0]) {
				found = slices.Equal([]string{string(r.Result), r.Working, r.Message}, c.want) || found
				got = []string{string(r.Result), r.Working, r.Message}
			}
		}
		if !found {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Checking ten thousand facts takes less than reading them did: a second was the limit once, on a machine that did both in half the
// time that another one takes.
func TestTenThousandFactsAreCheckedFasterThanRead(t *testing.T) {
	var tables []document.Table
	for k := range 50 {
		var rows [][]string
		for i := range 49 {
			rows = append(rows, []string{fmt.Sprintf("Site %d waste", i), strconv.Itoa(100 + i + k), strconv.Itoa(90 + i), strconv.Itoa(80 + i), strconv.Itoa(70 + i)})
		}
		rows = append(rows, []string{"Total waste", strconv.Itoa(49*100 + 49*48/2 + 49*k), strconv.Itoa(49*90 + 49*48/2), "5000", "5000"})
		tables = append(tables, grid(fmt.Sprintf("Waste of region %d", k), "t", []string{"2023", "2022", "2021", "2020"}, rows...))
	}
	d := &document.Document{SHA256: "s", Version: document.Version, Pages: []document.Page{{Number: 1, Tables: tables}}}
	for k := range 40 { // and sentences beside them: a report has both
		var text strings.Builder
		for i := range 10 {
			fmt.Fprintf(&text,
				"In 2023, %d %% of the waste of site %d was landfilled. "+
					"We aim to reduce Scope 1 emissions by %d %% by 2030 compared with 2019. Energy use fell by %d %% from 120 TJ to 116 TJ.\n\n",
				i+1, k, i+20, i+1)
		}
		d.Pages = append(d.Pages, document.Page{Number: k + 2, Text: text.String()})
	}
	took := func(do func()) float64 { // in processor time, too: other work on the machine is not ours
		began, used := time.Now(), processorTime(t)
		do()
		return min(time.Since(began), processorTime(t)-used).Seconds()
	}
	best := math.Inf(1)
	for range 4 { // one right after the other: machines are faster at one time than at another
		var sheet *facts.Sheet
		read := took(func() { sheet = extract.Read(d, extract.Options{}) })
		checked := took(func() {
			if len(checks.Run(sheet, checks.Options{Document: d})) == 0 {
				t.Fatal("nothing was checked")
			}
		})
		if len(sheet.Facts) < 10000 {
			t.Fatalf("%d facts", len(sheet.Facts))
		}
		t.Logf("%d facts: read in %.2f s, checked in %.2f s", len(sheet.Facts), read, checked)
		best = min(best, checked/read)
	}
	if best > 1 {
		t.Errorf("checking took at least %.2f of what reading took, want less than 1", best)
	}
}

// Every definition says what it is.
func TestDefinitions(t *testing.T) {
	names := map[string]bool{}
	for _, d := range checks.Definitions() {
		if names[d.Name] || d.About == "" || d.Tolerance == "" || !slices.Contains([]string{"critical", "warning", "info"}, d.Severity) {
			t.Errorf("%+v", d)
		}
		names[d.Name] = true
	}
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
