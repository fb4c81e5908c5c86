package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// textTable is a table of words: the first line its headings, the cells parted by bars.
func textTable(caption string, lines ...string) document.Table {
	t := document.Table{Caption: caption, HeaderRows: 1, HeaderCols: 1}
	for _, l := range lines {
		var row []document.Cell
		for _, c := range strings.Split(l, "|") {
			row = append(row, document.Cell{Text: strings.TrimSpace(c)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// How many of so many things are certified is counted in the table that lists them, where nothing else can be meant.
func TestSomeOfTheThingsThatATableLists(t *testing.T) {
	sites := textTable("", "Site | Country | ISO 14001", "Lund | Sweden | Yes", "Aarhus | Denmark | Yes", "Tampere | Finland | Yes", "Gdynia | Poland | No",
		"Leeds | Kingdom | Yes", "Kaunas | Lithuania | No", "Bergen | Norway | Yes")
	planned := textTable("", "Site | ISO 14001", "Lund | Yes", "Aarhus | Yes", "Tampere | Yes", "Gdynia | Planned", "Leeds | Yes", "Kaunas | No", "Bergen | Yes")
	marks := textTable("", "Site | ISO 14001", "Lund | ✓", "Aarhus | ✓", "Tampere | ✓", "Gdynia | ", "Leeds | ✓", "Kaunas | ", "Bergen | ✓")
	rated := textTable("", "House | BREEAM", "Albion | Good", "Baker | –", "Canal | Excellent", "Dock | Good", "East | –")
	for name, c := range map[string]struct {
		text   string
		tables []document.Table
		wrong  bool
	}{
		"one too many":           {text: "Six of our seven sites are certified to ISO 14001; the others will follow.", tables: []document.Table{sites}, wrong: true},
		"as many":                {text: "Five of our seven sites are certified to ISO 14001; the others will follow.", tables: []document.Table{sites}},
		"marks":                  {text: "Six of our seven sites are certified to ISO 14001.", tables: []document.Table{marks}, wrong: true},
		"what each has":          {text: "Four of the five houses hold a BREEAM certificate.", tables: []document.Table{rated}, wrong: true},
		"what each has, right":   {text: "Three of the five houses hold a BREEAM certificate.", tables: []document.Table{rated}},
		"a grade":                {text: "Two of the five houses hold a BREEAM Good certificate.", tables: []document.Table{rated}},
		"other sites":            {text: "Six of our nine sites are certified to ISO 14001.", tables: []document.Table{sites}},
		"narrowed down":          {text: "Four of our seven sites are externally certified to ISO 14001.", tables: []document.Table{sites}},
		"not so":                 {text: "One of our seven sites is not certified to ISO 14001.", tables: []document.Table{sites}},
		"to be so":               {text: "Six of our seven sites are to be certified to ISO 14001.", tables: []document.Table{sites}},
		"something else besides": {text: "Four of our seven sites are certified to ISO 14001 and EMAS.", tables: []document.Table{sites}},
		"one is under way":       {text: "Six of our seven sites are certified to ISO 14001.", tables: []document.Table{planned}},
		"two tables":             {text: "Six of our seven sites are certified to ISO 14001.", tables: []document.Table{sites, marks}},
	} {
		t.Run(name, func(t *testing.T) {
			p := document.Page{Number: 1, Text: c.text, Tables: c.tables}
			var got []string
			for _, r := range checkedPage(p) {
				if r.Result == events.CheckFail {
					got = append(got, r.Message)
				}
			}
			if c.wrong != (len(got) > 0) {
				t.Errorf("failures %q", strings.Join(got, "; "))
			}
		})
	}
}
