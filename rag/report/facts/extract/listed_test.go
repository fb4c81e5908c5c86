package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// pageOf is a page of lines, each a block of its own: "#" begins a heading, "•" an item, anything else stands in the text.
func pageOf(lines ...string) document.Page {
	p := document.Page{Number: 1, Language: "en"}
	at := 0
	for i, text := range lines {
		l := document.Line{Start: at, Role: document.RoleBody, Block: i}
		switch {
		case strings.HasPrefix(text, "#"):
			text = strings.TrimPrefix(text, "#")
			l.Role, l.Level = document.RoleHeading, 1
		case strings.HasPrefix(text, "•"):
			l.Role = document.RoleItem
		}
		l.End = at + len([]rune(text))
		p.Text += text + "\n"
		at = l.End + 1
		p.Lines = append(p.Lines, l)
	}
	return p
}

// TestWhatLeadsToAListSaysWhetherItsItemsAreTargets reads items with a reader that takes every figure for a share of the year reported on: 2023.
func TestWhatLeadsToAListSaysWhetherItsItemsAreTargets(t *testing.T) {
	share := answering{Role: surely("share"), Measure: surely("headcount_share"), Owner: surely("entity"), Year: surely("unsaid"), Base: surely("unsaid")}
	for name, c := range map[string]struct {
		lines []string
		want  string // of each figure: its year, and "!" if it is a target
		year  string // that the reader gives all figures
	}{
		"following targets, met by a year": {
			[]string{"In 2022 the firm set itself the following targets for the first time, to be met by 2027:", "• 40 percent women / 60 percent men",
				"• 35 percent in the board"},
			"2027! 2027! 2027!", "",
		},
		"the targets were as follows":    {[]string{"The targets for 2023 were as follows:", "• a rate of 80 percent"}, "2023!", ""},
		"goals for next year":            {[]string{"In the 2024 financial year we work with the following goals:", "• a rate of 80 percent"}, "2024!", ""},
		"a label with a colon":           {[]string{"Targets for 2030:", "• 30 percent women"}, "2030!", ""},
		"a heading":                      {[]string{"#Our ambitions until 2028", "• 30 percent women"}, "2028!", ""},
		"a year first":                   {[]string{"2026 targets:", "• 30 percent women"}, "2026!", ""},
		"without a year":                 {[]string{"Our goals:", "• 30 percent women"}, "0!", ""},
		"what is aimed at":               {[]string{"By 2030 we aim to reach the following:", "• 30 percent women"}, "2030!", ""},
		"by a year behind that":          {[]string{"We want to reach the following by end of 2026:", "• 55 percent, after 47 percent in 2023"}, "2026! 2023", ""},
		"the year of another figure":     {[]string{"Targets for 2030:", "• 55 percent, after 47 percent in 2023"}, "2030! 2023", "2023"},
		"an item of two sentences":       {[]string{"Targets for 2030:", "• 30 percent women. That is a third.", "• 90 percent of sites"}, "2030! 2030!", ""},
		"a year of its own":              {[]string{"Targets for 2030:", "• 30 percent by 2026"}, "2026!", ""},
		"fragments below a colon":        {[]string{"Our targets until 2029:", "30 percent women in management", "90 percent of sites"}, "2029! 2029!", ""},
		"a fragment below a label":       {[]string{"Goal", "At least 30 percent women", "Women on the board 18 percent"}, "0! 2023", ""},
		"a label within a sentence":      {[]string{"• Target 2030: 40 percent; status 2023: 32 percent"}, "2030! 2023", ""},
		"what is reached among them":     {[]string{"Targets for 2030:", "• 30 percent women", "• Status 2023: 21 percent"}, "2030! 2023", ""},
		"achieved":                       {[]string{"Achieved in 2023:", "• 30 percent women"}, "2023", ""},
		"targets that were achieved":     {[]string{"In 2023 we achieved the following targets:", "• 30 percent women"}, "2023", ""},
		"targets that are behind us":     {[]string{"The following targets were achieved in 2023:", "• 30 percent women"}, "2023", ""},
		"to be met":                      {[]string{"The following targets will be met by 2029:", "• 30 percent women"}, "2029!", ""},
		"targets and progress":           {[]string{"#Targets and progress", "• 30 percent women"}, "2023", ""},
		"progress towards targets":       {[]string{"Our progress towards the targets is as follows:", "• 30 percent women"}, "2023", ""},
		"measures for targets":           {[]string{"Measures to reach our targets are:", "• 30 percent women"}, "2023", ""},
		"targets of others":              {[]string{"The European Commission has set the following targets:", "• 30 percent women"}, "2023", ""},
		"goals of development":           {[]string{"We support the following Sustainable Development Goals:", "• 30 percent women"}, "2023", ""},
		"text behind the list":           {[]string{"Targets for 2030:", "• 30 percent women", "Women held 21 percent of these posts."}, "2030! 2023", ""},
		"a list below a text of its own": {[]string{"#Our targets", "We look back on a good year.", "• 30 percent women"}, "2023", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := &document.Document{Version: document.Version, SHA256: "f", Pages: []document.Page{pageOf(c.lines...)}}
			reader := share
			if c.year != "" {
				reader.Year = surely(c.year)
			}
			said, err := statement.ReadReport(t.Context(), reader, d)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range extract.Read(d, extract.Options{Year: 2023, Said: said}).Facts {
				if f.Metric == "target_year" {
					continue
				}
				year := fmt.Sprint(f.Year)
				if f.Target {
					year += "!"
				}
				got = append(got, year)
			}
			want := strings.Fields(c.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("figures of %v, want %v", got, want)
			}
		})
	}
}
