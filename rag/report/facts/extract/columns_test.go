package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
)

// columnWidth is how wide the columns of grid are.
const columnWidth = 50

// grid is a table at a height of its page. Heads are over its columns, "/" between the upper ones and the lower; rows have their cells parted by "|".
func grid(caption string, top float64, heads string, rows ...string) document.Table {
	t := document.Table{Caption: caption, HeaderCols: 1, Format: document.Format{Decimal: "."}}
	over := strings.Split(heads, "|")
	if heads != "" {
		t.HeaderRows = 1
		rows = append([]string{heads}, rows...)
	}
	for r, row := range rows {
		var cells []document.Cell
		y := top + 10*float64(r)
		for j, text := range strings.Split(row, "|") {
			x := columnWidth * float64(j)
			c := document.Cell{Text: text, Rect: [4]float64{x, y, x + columnWidth, y + 10}}
			if j > 0 && heads != "" && over[j] != "" {
				c.ColPath = strings.Split(over[j], "/")
			}
			if j > 0 && r >= t.HeaderRows {
				c.RowPath = []string{cells[0].Text}
				figure, percent := strings.CutSuffix(text, "%")
				if figure != "" && strings.Trim(figure, "0123456789.") == "" {
					c.Value = figure
				}
				if percent {
					c.Unit = "%"
				}
			}
			cells = append(cells, c)
		}
		t.Rows = append(t.Rows, cells)
		t.Rect = [4]float64{0, top, columnWidth * float64(len(cells)), y + 10}
	}
	return t
}

// figuresOf are the figures of tables on pages: each with its unit and year.
func figuresOf(pages ...[]document.Table) map[string]string {
	d := &document.Document{SHA256: "s", Version: document.Version}
	for i, t := range pages {
		d.Pages = append(d.Pages, document.Page{Number: i + 1, Language: "en", Tables: t})
	}
	out := map[string]string{}
	for _, f := range extract.Read(d, extract.Options{Year: 2024}).Facts {
		out[f.Printed] = strings.TrimSpace(fmt.Sprintf("%s %d", f.Unit, f.Year))
	}
	return out
}

func TestColumnsHaveTheHeadsOfTheirGroup(t *testing.T) {
	for name, c := range map[string]struct {
		heads, row string
		want       map[string]string
	}{
		"a unit alone behind a name":           {"|Aligned 2022/EUR million|%", "Services|12.5|8.1", map[string]string{"12.5": "EUR million 2022", "8.1": "% 2022"}},
		"two groups":                           {"|2023/t|%|2022/t|%", "Glass|40|8.1|41|8.3", map[string]string{"8.1": "% 2023", "8.3": "% 2022"}},
		"a share behind two years":             {"|2023/t|2022/t|%", "Glass|40|41|8.1", map[string]string{"8.1": "% 2024"}},
		"names over the last of their columns": {"|t|2023/%|t|2022/%", "Glass|40|8.1|41|8.3", map[string]string{"41": "t 0"}},
		"a time is of its own column":          {"|2022/Glass in t|Paper in t", "Berlin|40|41", map[string]string{"40": "t 2022", "41": "t 2024"}},
		"the same ending": {
			"|Turnover of/EUR million|Proportion of turnover/Climate Y, N|Water Y, N", "Taxonomy-aligned activities|31.5|7.1|0.4",
			map[string]string{"7.1": "% 2024", "0.4": "% 2024"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := figuresOf([]document.Table{grid("", 0, c.heads, c.row, strings.NewReplacer("4", "6", "3", "7").Replace(c.row))})
			for figure, want := range c.want {
				if got[figure] != want {
					t.Errorf("%s is %q, want %q", figure, got[figure], want)
				}
			}
		})
	}
}

func TestRowsBelowATableAreOfItsColumns(t *testing.T) {
	const heads = "|Code|Spent/EUR million|Proportion/%|Year before, 2023/%"
	wide := grid("Spending", 0, heads, "Wind|A1|12.5|8.1%|7.7%", "Sun|A2|14.5|9.1%|8.8%")
	below := func(caption string, top float64, rows ...string) document.Table {
		return grid(caption, top, "", rows...)
	}
	shifted := below("", 50, "Other||29.3|91.8%", "Total||31.9|100.0%")
	for i := range shifted.Rows {
		for j := range shifted.Rows[i] {
			shifted.Rows[i][j].Rect[0] -= 20
			shifted.Rows[i][j].Rect[2] -= 20
		}
	}
	swapped := below("", 50, "Other||91.8%|29.3", "Total||100.0%|31.9")
	for name, c := range map[string]struct {
		part          document.Table
		money, before string
	}{
		"of fewer columns":      {below("", 50, "Other||29.3|91.8%", "Total||31.9|100.0%"), "EUR million 2024", ""},
		"of the last ones":      {below("Not eligible", 50, "Other||29.3||91.8%", "Total||31.9||100.0%"), "EUR million 2024", "% 2023"},
		"far below":             {below("", 120, "Other||29.3|91.8%", "Total||31.9|100.0%"), "2024", ""},
		"with a unit of itself": {below("Water in m³", 50, "Other||29.3|91.8%", "Total||31.9|100.0%"), "m³ 2024", ""},
		"a column alone":        {below("", 50, "Other||29.3", "Total||31.9"), "2024", ""},
		"between the columns":   {shifted, "2024", ""},
		"in other units":        {swapped, "2024", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := figuresOf([]document.Table{wide, c.part})
			if got["29.3"] != c.money {
				t.Errorf("29.3 is %q, want %q", got["29.3"], c.money)
			}
			if c.before != "" && got["91.8%"] != c.before {
				t.Errorf("91.8%% is %q, want %q", got["91.8%"], c.before)
			}
		})
	}
}

func TestUnitsOfTheSameHeadsOnThePageBefore(t *testing.T) {
	first := grid("Proportion of capital spent", 0, "|Spent (3)/EUR million|Proportion (4)/%|Aligned 2023 (18)/Y; N|Kind/E; T", "Wind|12.5|8.1|Y|E")
	for name, c := range map[string]struct {
		caption, heads, want string
	}{
		"heads again":            {"Proportion of capital spent", "|Spent (3)|Proportion (4)|Aligned 2023 (18)|Kind", "EUR million 2024"},
		"a column more":          {"Proportion of capital spent", "|Code|Spent (3)|Proportion (4)|Aligned 2023 (18)", "EUR million 2024"},
		"of another name":        {"Proportion of staff", "|Spent (3)|Proportion (4)|Aligned 2023 (18)|Kind", "2024"},
		"one head alone":         {"Proportion of capital spent", "|Spent (3)|Women|Men|Kind", "2024"},
		"with a unit of its own": {"Proportion of capital spent", "|Spent (3)/USD million|Proportion (4)|Aligned 2023 (18)|Kind", "USD million 2024"},
	} {
		t.Run(name, func(t *testing.T) {
			row := "Other|217.3|12.6%|3.1%|"
			if strings.Contains(c.heads, "Code") {
				row = "Other||217.3|12.6%|3.1%"
			}
			got := figuresOf([]document.Table{first}, []document.Table{grid(c.caption, 0, c.heads, row)})
			if got["217.3"] != c.want {
				t.Errorf("217.3 is %q, want %q", got["217.3"], c.want)
			}
		})
	}
}

func TestALetterInBracketsIsAMarkAmongMarks(t *testing.T) {
	for name, c := range map[string]struct{ heads, row, want string }{
		"beside other letters": {"|Code (a)|Spent (b)|Share (c)", "Not aligned activities (g)||12.5|8.1%", "2024"},
		"the only letter":      {"|Code|Mean|Share", "Weight of a screw (g)||12.5|8.1%", "g 2024"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := figuresOf([]document.Table{grid("", 0, c.heads, c.row)})["12.5"]; got != c.want {
				t.Errorf("12.5 is %q, want %q", got, c.want)
			}
		})
	}
}

// The row of a share of what is in line with a target is of no target where a column of its own says what is aimed at.
func TestYearsBesideAColumnOfTargetsAreNoTargets(t *testing.T) {
	for name, c := range map[string]struct {
		heads string
		aims  string
	}{
		"a column of targets":  {"|2023|2024|2030 (target year)", "100"},
		"no column of targets": {"|2023|2024", "91.8 92.2"},
	} {
		t.Run(name, func(t *testing.T) {
			row := strings.Join([]string{"Share of sales in line with the target", "91.8%", "92.2%", "100%"}[:strings.Count(c.heads, "|")+1], "|")
			d := &document.Document{SHA256: "s", Version: document.Version,
				Pages: []document.Page{{Number: 1, Language: "en", Tables: []document.Table{grid("Key figures", 100, c.heads, row)}}}}
			var aims []string
			for _, f := range extract.Read(d, extract.Options{Year: 2024}).Facts {
				if f.Target {
					aims = append(aims, f.Value)
				}
			}
			slices.Sort(aims)
			if got := strings.Join(aims, " "); got != c.aims {
				t.Errorf("aimed at: %q, want %q", got, c.aims)
			}
		})
	}
}
