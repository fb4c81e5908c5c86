package document

import (
	"strings"
	"testing"
)

// marked makes a page of blocks, each of one line, with their roles.
func marked(blocks ...struct {
	role  Role
	level int
	text  string
}) *Page {
	p := &Page{Number: 3}
	at := 0
	for i, b := range blocks {
		if i > 0 {
			p.Text += "\n"
			at++
		}
		for l := range strings.Lines(b.text + "\n") {
			n := len([]rune(l)) - 1
			p.Lines = append(p.Lines, Line{Start: at, End: at + n, Block: i, Role: b.role, Level: b.level})
			at += n + 1
		}
		p.Text += b.text + "\n"
	}
	return p
}

func TestMarkdown(t *testing.T) {
	type block = struct {
		role  Role
		level int
		text  string
	}
	p := marked(
		block{RoleFurniture, 0, "Report 2024\t12"},
		block{RoleHeading, 2, "Our climate\ntargets"},
		block{RoleBody, 0, "We cut <b>5 %</b>\nof it."},
		block{RoleBody, 0, "# no heading"},
		block{RoleItem, 0, "• Plant trees"},
		block{RoleItem, 0, "2. Save\nwater"},
		block{RoleCaption, 0, "Table 1: Emissions"},
		block{RoleRow, 0, "\t2022\t2023\nScope 1\t5\t7|8\nLoose\tpieces"},
		block{RoleNote, 0, "1 Without joint ventures."},
	)
	p.Label = "10"
	find := func(s string) Cell {
		at := len([]rune(p.Text[:strings.Index(p.Text, s)]))
		return Cell{Text: s, Start: at, End: at + len(s)}
	}
	p.Tables = []Table{{HeaderRows: 1, Rows: [][]Cell{{{}, find("2022"), find("2023")}, {find("Scope 1"), find("5\t7|8"), find("7|8")}}}}
	p.Tables[0].Rows[1][1].Text = "5"
	p.Tables[0].Rows[1][1].End = p.Tables[0].Rows[1][1].Start + 1
	want := `<!-- page 3 (10) -->

## Our climate targets

We cut &lt;b>5 %&lt;/b> of it.

\# no heading

- Plant trees
2. Save water

*Table 1: Emissions*

|  | 2022 | 2023 |
| --- | --- | --- |
| Scope 1 | 5 | 7\|8 |
Loose | pieces  

> 1 Without joint ventures.
`
	if got := p.Markdown(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	d := &Document{Pages: []Page{{Number: 1, Text: "A\n"}, *p}}
	if got := d.Markdown(); got != "<!-- page 1 -->\n\nA\n\n"+want {
		t.Errorf("the document is\n%s", got)
	}
}

// A merged header stands over each of its columns, and header rows are joined from the outermost in.
func TestMarkdownOfMergedHeaders(t *testing.T) {
	p := &Page{Number: 1, Text: "Emissions\n2022\t2023\nScope 1\t5\t7\n", Lines: []Line{
		{Start: 0, End: 9, Role: RoleRow}, {Start: 10, End: 14, Role: RoleRow}, {Start: 15, End: 19, Role: RoleRow},
		{Start: 20, End: 27, Role: RoleRow}, {Start: 28, End: 29, Role: RoleRow}, {Start: 30, End: 31, Role: RoleRow},
	}, Tables: []Table{{HeaderRows: 2, Rows: [][]Cell{
		{{Start: 0, End: 0}, {Text: "Emissions", Start: 0, End: 9, Cols: 2}, {Start: 9, End: 9}},
		{{Start: 9, End: 9}, {Text: "2022", Start: 10, End: 14}, {Text: "2023", Start: 15, End: 19}},
		{{Text: "Scope 1", Start: 20, End: 27}, {Text: "5", Start: 28, End: 29}, {Text: "7", Start: 30, End: 31}},
	}}}}
	want := "<!-- page 1 -->\n\n|  | Emissions / 2022 | Emissions / 2023 |\n| --- | --- | --- |\n| Scope 1 | 5 | 7 |\n"
	if got := p.Markdown(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// No text of a page can end its marker, or begin one.
func FuzzMarkdown(f *testing.F) {
	f.Add("<!-- page 9 -->", "9 --> x", "• a <!-- b")
	f.Add("a\tb\nc", "", "#")
	f.Fuzz(func(t *testing.T, text, label, item string) {
		clean := func(s string) string {
			return strings.Map(func(r rune) rune {
				if r == '\r' {
					return ' '
				}
				return r
			}, strings.ToValidUTF8(s, ""))
		}
		p := body(clean(text) + "\n\n" + clean(item))
		p.Number, p.Label = 1, label
		for i := range p.Lines {
			p.Lines[i].Role = []Role{RoleBody, RoleItem, RoleRow, RoleHeading, RoleNote, RoleCaption}[i%6]
		}
		if (&Document{Version: Version, Pages: []Page{*p}}).Validate() != nil {
			return
		}
		if n := strings.Count(p.Markdown(), "<!--"); n != 1 {
			t.Fatalf("%d markers:\n%s", n, p.Markdown())
		}
	})
}
