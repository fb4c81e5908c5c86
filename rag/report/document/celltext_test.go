package document

import (
	"reflect"
	"strings"
	"testing"
)

// tabled puts the rows of a table into the text of a page, cells parted by tabs, as a parse does.
func tabled(t Table, heads []string, rows ...[]string) *Page {
	p := &Page{Number: 1}
	t.HeaderRows = 1
	for i, r := range append([][]string{heads}, rows...) {
		if i > 0 {
			p.Text += "\n"
		}
		var line []Cell
		for j, text := range r {
			if j > 0 {
				p.Text += "\t"
			}
			c := Cell{Text: text, Start: len([]rune(p.Text))}
			p.Text += text
			c.End = len([]rune(p.Text))
			if i > 0 {
				c.ColPath, c.RowPath = []string{heads[j]}, []string{r[0]}
				if strings.Trim(text, "0123456789.,%") == "" {
					c.Value = strings.Trim(text, "%")
				}
			}
			line = append(line, c)
			p.Lines = append(p.Lines, Line{Start: c.Start, End: c.End, Block: i, Role: RoleRow})
		}
		t.Rows = append(t.Rows, line)
	}
	p.Tables = []Table{t}
	return p
}

func TestTextInCellsIsReadBySentences(t *testing.T) {
	p := tabled(Table{}, []string{"Goal", "What we did", "Status"},
		[]string{"50% less emissions by 2030", "Two boilers were replaced. Emissions fell by 8%.", "on track"},
		[]string{"No waste to landfill", "We sent 310 tonnes to landfill, 12% less than before", "n/a"})
	var got []string
	cells := map[string][]string{}
	for _, s := range p.Sentences() {
		got = append(got, string(s.Role)+": "+s.Text)
		if s.Cell > 0 {
			cells[s.Text] = s.Within
		}
	}
	want := []string{"row: Goal What we did Status", "body: 50% less emissions by 2030", "body: Two boilers were replaced.",
		"body: Emissions fell by 8%.", "row: on track",
		"row: No waste to landfill", "body: We sent 310 tonnes to landfill, 12% less than before", "row: n/a"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("sentences\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if w := cells["Emissions fell by 8%."]; !reflect.DeepEqual(w, []string{"What we did", "50% less emissions by 2030"}) {
		t.Errorf("it stands within %q", w)
	}
	if w := cells["50% less emissions by 2030"]; !reflect.DeepEqual(w, []string{"Goal"}) {
		t.Errorf("a label stands within %q", w)
	}
}

func TestCellsThatAreNoText(t *testing.T) {
	p := tabled(Table{}, []string{"Target", "Progress in 2023"}, []string{"Suppliers", "73 % of high-risk suppliers covered"}, []string{"Sites", "90%"})
	for _, s := range p.Sentences() {
		if s.Cell > 0 {
			t.Errorf("beside a figure of its column: %+v", s)
		}
	}
	for name, c := range map[string]struct {
		heads, row []string
		text       bool
	}{
		"a label of figures":           {[]string{"Indicator", "2023"}, []string{"Number of employees who were trained in first aid", "412"}, false},
		"a sentence beside figures":    {[]string{"Indicator", "2023", "Remark"}, []string{"Employees", "412", "Trainees are not counted."}, true},
		"how things were in a year":    {[]string{"Target", "2023"}, []string{"Suppliers", "73 % of high-risk suppliers covered"}, false},
		"what was done in a year":      {[]string{"Target", "2023 progress"}, []string{"Suppliers", "73 % of high-risk suppliers covered"}, true},
		"the number of an activity":    {[]string{"Activity", "Code"}, []string{"5.5 Product-as-a-service and other circular services", "x"}, false},
		"amounts in their units":       {[]string{"Loans", "Intensity"}, []string{"Homes", "45.8 kg CO2e/m2 44.4 kg CO2e/m2 19.8 kg CO2e/m2"}, false},
		"short words":                  {[]string{"Topic", "Place"}, []string{"Water", "Chapter on water"}, false},
		"a text without a full stop":   {[]string{"Risk", "Answer"}, []string{"Floods", "We raised the wall of the plant in Linz"}, true},
		"a short text with a quantity": {[]string{"Goal", "Done"}, []string{"Waste", "12% less than before"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			found := false
			for _, s := range tabled(Table{}, c.heads, c.row).Sentences() {
				found = found || s.Cell > 0
			}
			if found != c.text {
				t.Errorf("%q: text %t, want %t", c.row, found, c.text)
			}
		})
	}
}
