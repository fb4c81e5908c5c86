package checks_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// Tables as filings print them, in a manner drawn at random: language, number format, where the unit stands, one year or
// several, the total above or below. Each is made right, and then wrong in one known way.

// manner is how a filing prints its tables.
type manner struct {
	lang    string
	decimal string // "." or ","
	group   string
	unit    string // of emissions
	where   string // caption, row or header: where the unit stands
	years   []string
	first   bool // the total above its parts
}

var drawManner = rapid.Custom(func(t *rapid.T) manner {
	m := manner{
		lang:  rapid.SampledFrom([]string{"en", "id", "de"}).Draw(t, "language"),
		unit:  rapid.SampledFrom([]string{"t CO2e", "tCO2e", "tonnes CO2e", "kg CO2e", "kt CO2e", "metric tons CO2-eq", "MT CO2e", "ton CO2eq"}).Draw(t, "unit"),
		where: rapid.SampledFrom([]string{"caption", "row", "header"}).Draw(t, "place of the unit"),
		years: rapid.SampledFrom([][]string{{"2023"}, {"2023", "2022"}, {"2021", "2022", "2023"}}).Draw(t, "years"),
		first: rapid.Bool().Draw(t, "total first"),
	}
	f := rapid.SampledFrom([][2]string{{".", ","}, {",", "."}, {".", ""}, {",", " "}, {".", "’"}}).Draw(t, "format")
	m.decimal, m.group = f[0], f[1]
	return m
})

// printed is a figure as the filing prints it.
func (m manner) printed(value string) string {
	whole, fraction, has := strings.Cut(value, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	var b strings.Builder
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(m.group)
		}
		b.WriteRune(c)
	}
	if has {
		return sign + b.String() + m.decimal + fraction
	}
	return sign + b.String()
}

// line is a row: its headings, the innermost last, and its figures as plain decimals.
type line struct {
	path   []string
	values []string
}

// laid makes the table of a filing. A figure that begins with "=" is printed and normalised as it stands after it: "=27.653|27653".
func (m manner) laid(caption, unit string, cols []string, lines ...line) document.Table {
	t := document.Table{Caption: caption, HeaderRows: 1, HeaderCols: 1, Format: document.Format{Decimal: m.decimal, Group: m.group, Reason: "for the test."}}
	if m.where == "caption" && unit != "" && unit != "%" {
		t.Caption, t.Unit = caption+" ("+unit+")", unit
	}
	head := []document.Cell{{}}
	for _, c := range cols {
		if m.where == "header" && unit != "" && unit != "%" {
			c += " (" + unit + ")"
		}
		head = append(head, document.Cell{Text: c})
	}
	t.Rows = append(t.Rows, head)
	for _, l := range lines {
		path := slices.Clone(l.path)
		if n := len(path) - 1; m.where == "row" && unit != "" && unit != "%" {
			path[n] += " (" + unit + ")"
		}
		row := []document.Cell{{Text: path[len(path)-1], RowPath: path}}
		for j, v := range l.values {
			text, value := m.printed(v), v
			if as, is, ok := strings.Cut(strings.TrimPrefix(v, "="), "|"); ok {
				text, value = as, is
			}
			c := document.Cell{Text: text, Value: value, RowPath: path, ColPath: []string{head[j+1].Text}, Unit: unit}
			if unit == "%" || strings.HasSuffix(v, "%") {
				c.Text, c.Value, c.Unit = m.printed(strings.TrimSuffix(v, "%"))+" %", strings.TrimSuffix(v, "%"), "%"
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// words of a filing by language.
var says = map[string]map[string]string{
	"en": {
		"ghg": "Greenhouse gas emissions", "1": "Direct emissions (Scope 1)",
		"2": "Indirect emissions from purchased energy (Scope 2)", "3": "Other indirect emissions (Scope 3)",
		"12": "Total Scope 1 and 2", "123": "Total emissions (Scope 1, 2 and 3)", "staff": "Employees by level",
		"all": "Total employees", "men": "Male", "women": "Female", "sum": "Total",
		"a": "Staff", "b": "Supervisors", "c": "Managers", "d": "Executives", "share": "Percentage of employees", "number": "Number of employees",
		"waste": "Waste by type", "w1": "Paper waste", "w2": "Organic waste", "w3": "Hazardous waste", "wt": "Total waste",
		"goods": "Purchased goods and services", "travel": "Business travel", "commute": "Employee commuting",
		"3t": "Total Scope 3 emissions", "cat": "Scope 3 emissions by category",
		"per": "GHG emissions intensity (Scope 1 and 2) per employee",
	},
	"id": {
		"ghg": "Emisi gas rumah kaca", "1": "Emisi langsung (Cakupan 1)", "2": "Emisi tidak langsung (Cakupan 2)", "3": "Emisi tidak langsung lainnya (Cakupan 3)",
		"12": "Total emisi Cakupan 1 dan 2", "123": "Total emisi (Cakupan 1, 2 dan 3)", "staff": "Jumlah pegawai menurut jenjang",
		"all": "Total pegawai", "men": "Laki-laki", "women": "Perempuan", "sum": "Jumlah",
		"a": "Staf", "b": "Supervisor", "c": "Manajer", "d": "Direktur", "share": "Persentase pegawai", "number": "Jumlah pegawai",
		"waste": "Limbah menurut jenis", "w1": "Limbah kertas", "w2": "Limbah organik", "w3": "Limbah B3", "wt": "Total limbah",
		"goods": "Pembelian barang dan jasa", "travel": "Perjalanan dinas", "commute": "Perjalanan karyawan",
		"3t": "Total emisi Cakupan 3", "cat": "Emisi Cakupan 3 menurut kategori",
		"per": "Intensitas emisi GRK (Cakupan 1 dan 2) per pegawai",
	},
	"de": {
		"ghg": "Treibhausgasemissionen", "1": "Direkte Emissionen (Scope 1)", "2": "Indirekte Emissionen (Scope 2)", "3": "Sonstige indirekte Emissionen (Scope 3)",
		"12": "Summe Scope 1 und 2", "123": "Summe Scope 1, 2 und 3", "staff": "Beschäftigte nach Ebene",
		"all": "Beschäftigte gesamt", "men": "Männer", "women": "Frauen", "sum": "Gesamt",
		"a": "Sachbearbeitung", "b": "Teamleitung", "c": "Abteilungsleitung", "d": "Vorstand",
		"share": "Anteil der Beschäftigten", "number": "Anzahl der Beschäftigten",
		"waste": "Abfall nach Art", "w1": "Papierabfall", "w2": "Organischer Abfall", "w3": "Gefährlicher Abfall", "wt": "Abfall gesamt",
		"goods": "Eingekaufte Waren und Dienstleistungen", "travel": "Geschäftsreisen",
		"commute": "Pendeln der Beschäftigten", "3t": "Summe Scope 3", "cat": "Scope-3-Emissionen nach Kategorie",
		"per": "Intensität der Treibhausgasemissionen (Scope 1 und 2) pro Mitarbeitenden",
	},
}

// numbers are the figures of a filing: emissions, waste and people, all sums right.
type numbers struct {
	scopes [][3]int // by year
	cats   [][3]int
	waste  [][3]int
	men    [4]int
	women  [4]int
}

var drawNumbers = rapid.Custom(func(t *rapid.T) numbers {
	n := numbers{}
	base := [9]int{}
	for i := range base {
		base[i] = rapid.IntRange(1200, 88000).Draw(t, "figure")
	}
	for y := range 3 {
		k := func(i int) int { return base[i] + y*(base[i]/(9+i)) + y*i }
		n.scopes = append(n.scopes, [3]int{k(0), k(1), k(3) + k(4) + k(5)})
		n.cats = append(n.cats, [3]int{k(3), k(4), k(5)})
		n.waste = append(n.waste, [3]int{k(6), k(7), k(8)})
	}
	for i := range 4 {
		top := []int{9000, 2000, 400, 30}[i]
		n.men[i] = rapid.IntRange(top/6, top).Draw(t, "men")
		n.women[i] = rapid.IntRange(top/6, top).Draw(t, "women")
	}
	return n
})

func total(all ...int) int {
	sum := 0
	for _, v := range all {
		sum += v
	}
	return sum
}

// filing is a manner and the figures that it prints.
type filing struct {
	m manner
	n numbers
}

var pagesOf = []string{"ghg", "cat", "waste", "staff", "per"}

func (f *filing) lines(labels []string, last string, values func(y, i int) int, sum func(y int) int) []line {
	w := says[f.m.lang]
	var out []line
	for i, l := range labels {
		v := line{path: []string{w[l]}}
		for y := range f.m.years {
			v.values = append(v.values, strconv.Itoa(values(y, i)))
		}
		out = append(out, v)
	}
	t := line{path: []string{w[last]}}
	for y := range f.m.years {
		t.values = append(t.values, strconv.Itoa(sum(y)))
	}
	if f.m.first {
		return append([]line{t}, out...)
	}
	return append(out, t)
}

// parts are the lines of each table before it is laid.
func (f *filing) parts() map[string][]line {
	n, w := f.n, says[f.m.lang]
	out := map[string][]line{}
	ghg := f.lines([]string{"1", "2", "3"}, "123", func(y, i int) int { return n.scopes[y][i] }, func(y int) int { return total(n.scopes[y][:]...) })
	both := line{path: []string{w["12"]}}
	for y := range f.m.years {
		both.values = append(both.values, strconv.Itoa(n.scopes[y][0]+n.scopes[y][1]))
	}
	at := 2
	if f.m.first {
		at = 3
	}
	out["ghg"] = slices.Insert(ghg, at, both)
	out["cat"] = f.lines([]string{"goods", "travel", "commute"}, "3t",
		func(y, i int) int { return n.cats[y][i] }, func(y int) int { return total(n.cats[y][:]...) })
	out["waste"] = f.lines([]string{"w1", "w2", "w3"}, "wt", func(y, i int) int { return n.waste[y][i] }, func(y int) int { return total(n.waste[y][:]...) })
	all := total(n.men[:]...) + total(n.women[:]...)
	share := func(v int) string { return hundredths(v, all) + "%" }
	var staff []line
	for i, l := range []string{"a", "b", "c", "d"} {
		staff = append(staff, line{[]string{w[l]}, []string{
			strconv.Itoa(n.men[i]), share(n.men[i]), strconv.Itoa(n.women[i]), share(n.women[i]), strconv.Itoa(n.men[i] + n.women[i]),
		}})
	}
	men, women := total(n.men[:]...), total(n.women[:]...)
	out["staff"] = append(staff, line{[]string{w["all"]}, []string{strconv.Itoa(men), share(men), strconv.Itoa(women), share(women), strconv.Itoa(all)}})
	per := line{path: []string{w["per"]}}
	for y := range f.m.years {
		per.values = append(per.values, hundredths(n.scopes[y][0]+n.scopes[y][1], 100*all))
	}
	out["per"] = []line{per}
	return out
}

// hundredths is 100 a / b to two places.
func hundredths(a, b int) string {
	v := (20000*a + b) / (2 * b)
	return fmt.Sprintf("%d.%02d", v/100, v%100)
}

func (f *filing) lay(p map[string][]line) []document.Table {
	w := says[f.m.lang]
	people := f.m
	people.where = "none"
	intensity := f.m
	intensity.where = "row"
	return []document.Table{
		f.m.laid(w["ghg"], f.m.unit, f.m.years, p["ghg"]...),
		f.m.laid(w["cat"], f.m.unit, f.m.years, p["cat"]...),
		f.m.laid(w["waste"], "t", f.m.years, p["waste"]...),
		people.staffTable(w, p["staff"]),
		intensity.laid(w["ghg"], f.m.unit+"/FTE", f.m.years, p["per"]...),
	}
}

// staffTable has two columns for men and two for women under a common heading, and a total.
func (m manner) staffTable(w map[string]string, lines []line) document.Table {
	cols := []string{w["men"] + " " + w["number"], w["men"] + " " + w["share"], w["women"] + " " + w["number"], w["women"] + " " + w["share"], w["sum"]}
	t := m.laid(w["staff"], "", cols, lines...)
	paths := [][]string{{w["men"], w["number"]}, {w["men"], w["share"]}, {w["women"], w["number"]}, {w["women"], w["share"]}, {w["sum"]}}
	for i := 1; i < len(t.Rows); i++ {
		for j := 1; j < len(t.Rows[i]); j++ {
			t.Rows[i][j].ColPath = paths[j-1]
		}
	}
	return t
}

func checkedPages(tables []document.Table, language ...string) []checks.Result {
	d := &document.Document{SHA256: "s", Version: document.Version}
	for i, t := range tables {
		page := document.Page{Number: i + 1, Tables: []document.Table{t}}
		if i < len(language) {
			page.Language = language[i]
		}
		d.Pages = append(d.Pages, page)
	}
	return checks.Run(extract.Read(d, extract.Options{Year: 2023}), checks.Options{Document: d})
}

// A filing whose sums are right raises no alarm, in whatever manner it is printed.
func TestFilingsWithoutMistakesRaiseNoAlarm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := filing{m: drawManner.Draw(t, "manner"), n: drawNumbers.Draw(t, "numbers")}
		passed := map[string]int{}
		for _, r := range checkedPages(f.lay(f.parts())) {
			if r.Result == events.CheckFail {
				t.Fatalf("page %d (%s), %s: %s %s", r.Page, pagesOf[r.Page-1], r.Name, r.Message, r.Working)
			}
			if r.Result == events.CheckPass {
				passed[pagesOf[r.Page-1]]++
			}
		}
		for _, page := range []string{"ghg", "cat", "waste", "staff"} {
			if passed[page] == 0 {
				t.Fatalf("nothing was checked of %s", page)
			}
		}
	})
}

// planted is one mistake of a known kind.
type planted struct {
	name   string
	check  string
	page   string             // the table that it stands in
	result events.CheckResult // the least that must come of it: a failure, or a doubt where the figures may be right
	plant  func(f *filing, p map[string][]line) bool
}

// totalLine is the line of a total, which stands first or last.
func (f *filing) totalLine(p map[string][]line, page string) *line {
	if f.m.first && page != "staff" {
		return &p[page][0]
	}
	return &p[page][len(p[page])-1]
}

// part is one of the lines that a total is of.
func (f *filing) part(p map[string][]line, page string, i int) *line {
	if f.m.first && page != "staff" {
		i++
	}
	return &p[page][i]
}

// inflated is a figure that no total of the filing can be: one that is its largest part counts things once.
func inflated(v string) string {
	n, err := strconv.Atoi(v)
	if err != nil {
		panic(err)
	}
	return strconv.Itoa(3*n + 1_000_017)
}

var plants = []planted{
	{"a total of all scopes that is 0", "scope_addition", "ghg", events.CheckFail, func(f *filing, p map[string][]line) bool {
		f.totalLine(p, "ghg").values[0] = "0"
		return true
	}},
	{"a total of Scope 1 and 2 that is 0", "scope_addition", "ghg", events.CheckFail, func(f *filing, p map[string][]line) bool {
		f.part(p, "ghg", 2).values[0] = "0"
		return true
	}},
	{"a total of waste that is 0", "table_total", "waste", events.CheckFail, func(f *filing, p map[string][]line) bool {
		if len(f.m.years) < 2 {
			return false // one column does not show that it is a sum
		}
		f.totalLine(p, "waste").values[1] = "0"
		return true
	}},
	{"a row of people whose total is 0", "table_total", "staff", events.CheckFail, func(f *filing, p map[string][]line) bool {
		p["staff"][1].values[4] = "0"
		return true
	}},
	{"a separator slip in a total", "scope_addition", "ghg", events.CheckFail, func(f *filing, p map[string][]line) bool {
		if f.m.group != "," && f.m.group != "." {
			return false
		}
		t := f.totalLine(p, "ghg")
		v := t.values[0]
		n := len(v) - 3
		t.values[0] = "=" + v[:n] + f.m.decimal + v[n:] + "|" + v[:n] + "." + v[n:]
		return true
	}},
	{"digits of a total exchanged", "scope_addition", "ghg", events.CheckFail, func(f *filing, p map[string][]line) bool {
		t := f.totalLine(p, "ghg")
		v := []byte(t.values[0])
		if v[1] == '0' || v[0] == v[1] {
			return false
		}
		v[0], v[1] = v[1], v[0]
		t.values[0] = string(v)
		return true
	}},
	{"a percentage that repeats another's", "percentage_calculation", "staff", events.CheckFail, func(f *filing, p map[string][]line) bool {
		p["staff"][1].values[1] = p["staff"][0].values[1]
		return f.n.men[0] > 2*f.n.men[1] // else it may be its own
	}},
	{"shares that do not make their total", "percentage_sum", "staff", events.CheckFail, func(f *filing, p map[string][]line) bool {
		p["staff"][4].values[1] = "99.99%"
		return true
	}},
	{"an intensity of 0", "intensity", "per", events.CheckFail, func(f *filing, p map[string][]line) bool {
		p["per"][0].values[0] = "0"
		return true
	}},
	{"Scope 3 under the name of Scope 1 and 2", "row_label", "ghg", events.CheckFail, func(f *filing, p map[string][]line) bool {
		n := f.n.scopes[0]
		l := f.part(p, "ghg", 3)
		l.path = []string{says[f.m.lang]["12"]}
		d := n[2] - n[0] - n[1]
		return 50*max(d, -d) > n[2] // as large as Scope 1 and 2, it may be either
	}},
	{"a category that does not fit its total", "category_addition", "cat", events.CheckInconclusive, func(f *filing, p map[string][]line) bool {
		l := f.part(p, "cat", 1)
		l.values[0] = inflated(l.values[0])
		return true
	}},
	{"waste that does not fit its total", "table_total", "waste", events.CheckFail, func(f *filing, p map[string][]line) bool {
		if len(f.m.years) < 2 {
			return false
		}
		l := f.part(p, "waste", 1)
		l.values[1] = inflated(l.values[1])
		return true
	}},
	{"a year a thousand times too large", "magnitude", "ghg", events.CheckInconclusive, func(f *filing, p map[string][]line) bool {
		f.part(p, "ghg", 0).values[len(f.m.years)/2] += "000"
		return len(f.m.years) == 3
	}},
	{"people that do not fit the total", "table_total", "staff", events.CheckFail, func(f *filing, p map[string][]line) bool {
		p["staff"][0].values[0] = inflated(p["staff"][0].values[0])
		return true
	}},
}

// A planted mistake is found in whatever manner it is printed, on its page and with its working.
func TestPlantedMistakesAreFoundInAnyManner(t *testing.T) {
	for _, c := range plants {
		t.Run(c.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f := filing{m: drawManner.Draw(t, "manner"), n: drawNumbers.Draw(t, "numbers")}
				p := f.parts()
				if !c.plant(&f, p) {
					t.Skip("this manner cannot hold the mistake")
				}
				results := checkedPages(f.lay(p))
				if !slices.ContainsFunc(results, func(r checks.Result) bool {
					return r.Name == c.check && (r.Result == c.result || r.Result == events.CheckFail) && pagesOf[r.Page-1] == c.page && r.Working != "" && r.Message != ""
				}) {
					t.Fatalf("not found: %v", open(results))
				}
			})
		})
	}
}

// open are the results that do not pass.
func open(results []checks.Result) []string {
	var out []string
	for _, r := range results {
		if r.Result != events.CheckPass {
			out = append(out, fmt.Sprintf("page %d, %s %s: %s %s", r.Page, r.Name, r.Result, r.Message, r.Working))
		}
	}
	return out
}

// One figure that two languages print differently is told with both pages, and a mistake that both print is told once.
func TestMistakesOfTwoLanguages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawManner.Draw(t, "manner")
		n := drawNumbers.Draw(t, "numbers")
		m.lang = "en"
		first := filing{m: m, n: n}
		m.lang = "id"
		second := filing{m: m, n: n}
		a, b := first.parts(), second.parts()
		all := append(first.lay(a), second.lay(b)...)
		languages := []string{"en", "en", "en", "en", "en", "id", "id", "id", "id", "id"}
		if got := checkedPages(all, languages...); slices.ContainsFunc(got, func(r checks.Result) bool { return r.Result == events.CheckFail }) {
			t.Fatalf("an alarm without a mistake: %v", open(got))
		}

		a["staff"][1].values[4], b["staff"][1].values[4] = "0", "0"
		told := 0
		for _, r := range checks.Once(checkedPages(append(first.lay(a), second.lay(b)...), languages...)) {
			if r.Name == "table_total" && r.Result == events.CheckFail {
				told++
				if !slices.Equal(r.Pages(), []int{4, 9}) || !strings.Contains(r.Message, "on page 9") {
					t.Fatalf("pages %v: %s", r.Pages(), r.Message)
				}
			}
		}
		if told != 1 {
			t.Fatalf("one mistake on two pages is told %d times: %v", told, open(checkedPages(append(first.lay(a), second.lay(b)...), languages...)))
		}

		a, b = first.parts(), second.parts()
		b["staff"][0].values[0] = inflated(b["staff"][0].values[0])
		got := checkedPages(append(first.lay(a), second.lay(b)...), languages...)
		if !slices.ContainsFunc(got, func(r checks.Result) bool {
			return r.Name == "duplicate_figure" && r.Result == events.CheckFail && strings.Contains(r.Working, "page 4") && strings.Contains(r.Working, "page 9")
		}) {
			t.Fatalf("the figure that differs is not told: %v", open(got))
		}
	})
}
