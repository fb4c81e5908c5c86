package rag_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// sheet builds a page block by block.
type sheet struct {
	document.Page
	at, block int
}

func (s *sheet) put(role document.Role, level int, lines ...string) {
	for i, l := range lines {
		if i > 0 {
			s.Text += "\n"
			s.at++
		}
		n := len([]rune(l))
		s.Lines = append(s.Lines, document.Line{Start: s.at, End: s.at + n, Block: s.block, Role: role, Level: level})
		s.Text += l
		s.at += n
	}
	s.Text += "\n\n"
	s.at += 2
	s.block++
}

// table puts a grid, one line for each row, and says so in Tables.
func (s *sheet) table(caption string, headers int, rows ...[]string) {
	t := document.Table{Caption: caption, HeaderRows: headers}
	for i, row := range rows {
		if i > 0 {
			s.Text += "\n"
			s.at++
		}
		var cells []document.Cell
		for j, text := range row {
			if j > 0 {
				s.Text += "\t"
				s.at++
			}
			n := len([]rune(text))
			cells = append(cells, document.Cell{Text: text, Start: s.at, End: s.at + n})
			s.Lines = append(s.Lines, document.Line{Start: s.at, End: s.at + n, Block: s.block, Role: document.RoleRow})
			s.Text += text
			s.at += n
		}
		t.Rows = append(t.Rows, cells)
	}
	s.Text += "\n\n"
	s.at += 2
	s.block++
	s.Tables = append(s.Tables, t)
}

func bound(t interface{ Fatal(...any) }, sheets ...*sheet) *document.Document {
	d := &document.Document{Version: document.Version}
	for i, s := range sheets {
		s.Number = i + 1
		d.Pages = append(d.Pages, s.Page)
	}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	return d
}

func brief(passages []rag.Passage) []string {
	var out []string
	for _, p := range passages {
		out = append(out, fmt.Sprintf("%d %s: %.24s", p.Page, strings.ReplaceAll(p.Heading, "\n", " // "), strings.ReplaceAll(p.Text, "\n", " / ")))
	}
	return out
}

func TestPassagesStandUnderTheirSections(t *testing.T) {
	one, two, three := &sheet{}, &sheet{}, &sheet{}
	one.put(document.RoleFurniture, 0, "Acme 2024")
	one.put(document.RoleHeading, 1, "Environment")
	one.put(document.RoleHeading, 2, "Climate > energy")
	one.put(document.RoleBody, 0, "Über all we cut emissions.", "We go on.")
	one.put(document.RoleHeading, 3, "Scope 3")
	one.put(document.RoleBody, 0, "Suppliers emit more than we do.")
	one.put(document.RoleHeading, 2, "Water")
	one.put(document.RoleBody, 0, "We save water.")
	two.put(document.RoleBody, 0, "And we clean it.")
	two.put(document.RoleBody, 0, "12")
	two.put(document.RoleHeading, 1, "People")
	two.put(document.RoleBody, 0, "We train them.")
	three.put(document.RoleHeading, 1, "Lost")
	three.put(document.RoleBody, 0, "In another language.")
	d := bound(t, one, two, three)
	d.Pages[2].NotAnalysed = "language xx is not read"
	got := rag.Chunk("rep_1", d, 1, 3)
	want := []string{
		// Titles without text open a passage with what follows; a short one takes in the section under its own.
		"1 Environment > Climate › energy: Environment Climate > en",
		"1 Environment > Water: Water We save water.",
		"2 Environment > Water: And we clean it. 12", // the section goes on, on another page
		"2 People: People We train them.",
	}
	if !slices.Equal(brief(got), want) {
		t.Errorf("got  %q\nwant %q", brief(got), want)
	}
	if path := got[0].SectionPath(); !slices.Equal(path, []string{"Environment", "Climate › energy"}) {
		t.Errorf("path %q", path)
	}
	if h := got[1].Header(); h != "[Report > Environment > Water]" {
		t.Errorf("header %q", h)
	}
	if w := got[3].Whole(); w != "[Report > People]\n\nPeople We train them." {
		t.Errorf("whole %q", w)
	}
	if !strings.Contains(got[0].Text, "Suppliers emit more than we do.") || got[0].Table() {
		t.Errorf("%+v", got[0])
	}
}

// A title is no passage: it goes with what is below it, be it of another section, or is left to the paths.
func TestATitleIsNoPassage(t *testing.T) {
	long := strings.Repeat("We plan far ahead and say so at length ", 90) + "indeed."
	for name, c := range map[string]struct {
		put  func(*sheet)
		want []string
	}{
		"with its text": {func(s *sheet) {
			s.put(document.RoleHeading, 1, "Water")
			s.put(document.RoleBody, 0, "We save it.")
		}, []string{"1 Water: Water We save it."}},
		"two of one level": {func(s *sheet) {
			s.put(document.RoleHeading, 2, "Our way to zero")
			s.put(document.RoleHeading, 2, "Energy")
			s.put(document.RoleBody, 0, "We save it.")
		}, []string{"1 Energy: Our way to zero Energy W"}},
		"of a higher one": {func(s *sheet) {
			s.put(document.RoleHeading, 3, "Stepping stone")
			s.put(document.RoleHeading, 1, "People")
			s.put(document.RoleBody, 0, "We train them.")
		}, []string{"1 People: Stepping stone People We"}},
		"at the end of its page": {func(s *sheet) {
			s.put(document.RoleBody, 0, strings.Repeat("We save energy. ", 80))
			s.put(document.RoleHeading, 1, "Water")
		}, []string{"1 : We save energy. We save "}},
		"a heading that says something": {func(s *sheet) {
			s.put(document.RoleHeading, 1, "We cut our emissions by 40 %.")
		}, []string{"1 We cut our emissions by 40 %.: We cut our emissions by "}},
		"a list of many": {func(s *sheet) {
			for i := range 30 {
				s.put(document.RoleHeading, 2, fmt.Sprintf("Chapter %d on water and energy", i))
			}
		}, []string{"1 Chapter 29 on water and energy: Chapter 0 on water and e"}},
		"above a table with a caption": {func(s *sheet) {
			s.put(document.RoleHeading, 1, "Emissions")
			s.put(document.RoleCaption, 0, "Table 3")
			s.table("Table 3", 1, []string{"t", "2024"}, []string{"Scope 1", "41"})
		}, []string{"1 Emissions // Table: Table 3: Emissions / Table 3 / t\t"}},
		"above a sentence without end": {func(s *sheet) {
			s.put(document.RoleHeading, 1, "Plans")
			s.put(document.RoleBody, 0, long)
		}, []string{"1 Plans: Plans We plan far ahead ", "1 Plans: "}},
	} {
		s := &sheet{}
		c.put(s)
		got := brief(rag.Chunk("rep_1", bound(t, s), 1, 1))
		if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
			t.Errorf("%s: got %q\nwant %q", name, got, c.want)
		}
	}
}

// A heading below the first level holds for some pages; the chapter holds until the next one.
func TestHeadingsReachSoFar(t *testing.T) {
	var sheets []*sheet
	for i := range 8 {
		s := &sheet{}
		if i == 0 {
			s.put(document.RoleHeading, 1, "Chapter")
			s.put(document.RoleHeading, 2, "Part")
		}
		s.put(document.RoleBody, 0, fmt.Sprintf("Page %d says so.", i+1))
		sheets = append(sheets, s)
	}
	var got []string
	for _, p := range rag.Chunk("rep_1", bound(t, sheets...), 1, 8) {
		got = append(got, p.Heading)
	}
	want := []string{"Chapter > Part", "Chapter > Part", "Chapter > Part", "Chapter > Part", "Chapter > Part", "Chapter", "Chapter", "Chapter"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestLongSectionsAreCutAtParagraphsAndOverlap(t *testing.T) {
	s := &sheet{}
	s.put(document.RoleHeading, 1, "Climate")
	for i := range 12 {
		s.put(document.RoleBody, 0, fmt.Sprintf("Paragraph %d begins here. %sIt ends as number %d.", i, strings.Repeat("Our emissions fell again. ", 20), i))
	}
	got := rag.Chunk("rep_1", bound(t, s), 1, 1)
	if len(got) < 3 {
		t.Fatalf("%d passages", len(got))
	}
	for i, p := range got {
		if n := p.End - p.Start; n > 3200 || n < 800 {
			t.Errorf("passage %d has %d characters", i, n)
		}
		if !strings.HasSuffix(p.Text, ".") || p.Heading != "Climate" {
			t.Errorf("passage %d ends %q under %q", i, p.Text[len(p.Text)-30:], p.Heading)
		}
		if i == 0 {
			continue
		}
		overlap := got[i-1].End - p.Start
		if overlap < 1 || overlap > 400 {
			t.Errorf("passages %d and %d share %d characters", i-1, i, overlap)
		}
		if !strings.Contains(p.Text, "Paragraph ") || strings.Index(p.Text, "Paragraph ") > 420 {
			t.Errorf("passage %d does not begin with a paragraph after what it repeats: %.500s", i, p.Text)
		}
	}
}

func TestATableStaysWhole(t *testing.T) {
	s := &sheet{}
	s.put(document.RoleHeading, 1, "Emissions")
	s.put(document.RoleBody, 0, "They fell.")
	s.put(document.RoleCaption, 0, "Table 3: gross emissions")
	s.table("Table 3: gross emissions", 1, []string{"t CO2e", "2023", "2024"}, []string{"Scope 1", "50", "41"}, []string{"Scope 2", "9", "8"})
	s.put(document.RoleBody, 0, "Not assured.")
	got := rag.Chunk("rep_1", bound(t, s), 1, 1)
	if len(got) != 3 {
		t.Fatalf("%q", brief(got))
	}
	table := got[1]
	if !table.Table() || table.Heading != "Emissions\nTable: Table 3: gross emissions" || got[0].Table() || got[2].Table() {
		t.Errorf("%+v", table)
	}
	if want := "Table 3: gross emissions\nt CO2e\t2023\t2024\nScope 1\t50\t41\nScope 2\t9\t8"; table.Text != want {
		t.Errorf("text %q", table.Text)
	}
	if path := table.SectionPath(); !slices.Equal(path, []string{"Emissions"}) {
		t.Errorf("path %q", path)
	}
}

func TestATallTableIsCutBetweenRowsAndKeepsItsHeaders(t *testing.T) {
	s := &sheet{}
	rows := [][]string{{"Site", "Gross Scope 1", "Gross Scope 2"}}
	for i := range 200 {
		rows = append(rows, []string{fmt.Sprintf("Works number %d in the north", i), fmt.Sprint(1000 + i), fmt.Sprint(2000 + i)})
	}
	s.put(document.RoleHeading, 1, "Emissions by site")
	s.table("By site", 1, rows...)
	got := rag.Chunk("rep_1", bound(t, s), 1, 1)
	if len(got) < 3 {
		t.Fatalf("%d passages", len(got))
	}
	var lines []string
	for i, p := range got {
		header := i == 0 || strings.Contains(p.Heading, "Site | Gross Scope 1 | Gross Scope 2")
		if !p.Table() || !header || p.End-p.Start > 3200 || !strings.HasPrefix(p.Heading, "Emissions by site\nTable: By site") {
			t.Errorf("passage %d, %d characters: %q", i, p.End-p.Start, p.Heading)
		}
		lines = append(lines, strings.Split(p.Text, "\n")...)
	}
	if lines[0] != "Emissions by site" || lines[1] != "Site\tGross Scope 1\tGross Scope 2" || len(lines) != 202 ||
		lines[201] != "Works number 199 in the north\t1199\t2199" {
		t.Errorf("%d lines, from %q to %q", len(lines), lines[:2], lines[len(lines)-1])
	}
	if w := got[1].Whole(); !strings.HasPrefix(w, "[Report > Emissions by site]\n\nTable: By site | Site | Gross Scope 1 | Gross Scope 2\n\nWorks number") {
		t.Errorf("whole %.200q", w)
	}
}

// A row may be a page in a frame, and figures may stand for many years under one header.
func TestATableLosesNothing(t *testing.T) {
	s := &sheet{}
	s.table("", 1, []string{"Topic", "What we do"}, []string{"Climate", strings.Repeat("We plan ahead. ", 600) + "At last the quokka."})
	text := ""
	for i, p := range rag.Chunk("rep_1", bound(t, s), 1, 1) {
		if text += p.Text + " "; p.End-p.Start > 6400 || i > 0 && !strings.Contains(p.Heading, "Topic | What we do") {
			t.Errorf("passage %d, %d characters: %q", i, p.End-p.Start, p.Heading)
		}
	}
	if strings.Count(text, "We plan ahead.") != 600 || !strings.Contains(text, "quokka") {
		t.Errorf("%d times, ends with %q", strings.Count(text, "We plan ahead."), text[max(0, len(text)-60):])
	}

	s = &sheet{}
	rows := [][]string{{"Day", "Tonnes"}}
	for i := range 600 {
		rows = append(rows, []string{fmt.Sprint(10000 + i), fmt.Sprint(20000 + i)})
	}
	s.table("", 1, rows...)
	got := rag.Chunk("rep_1", bound(t, s), 1, 1)
	if last := got[len(got)-1]; len(got) < 2 || !strings.HasSuffix(last.Text, "10599\t20599") || !strings.Contains(last.Heading, "Day | Tonnes") {
		t.Errorf("%d passages, the last %.100q ... under %q", len(got), last.Text, last.Heading)
	}
}

// drawn is any document.
func drawn(t *rapid.T) *document.Document {
	word := rapid.SampledFrom(strings.Fields("we emit water 12 3.4 t CO2e the board of Acme plans • – and (a) 2030 über ß > Scope a.b e.g. S2.29(a)(i) x"))
	sentence := func() string {
		words := rapid.SliceOfN(word, 1, rapid.SampledFrom([]int{3, 12, 60, 900}).Draw(t, "longest")).Draw(t, "words")
		return strings.Join(words, " ") + rapid.SampledFrom([]string{".", ".", "!", ""}).Draw(t, "end")
	}
	var sheets []*sheet
	for range rapid.IntRange(1, 4).Draw(t, "pages") {
		s := &sheet{}
		for range rapid.IntRange(0, 9).Draw(t, "blocks") {
			switch rapid.IntRange(0, 6).Draw(t, "kind") {
			case 0:
				s.put(document.RoleHeading, rapid.IntRange(0, 6).Draw(t, "level"), strings.Join(rapid.SliceOfN(word, 1, 5).Draw(t, "title"), " "))
			case 1:
				s.put(document.RoleFurniture, 0, sentence())
			case 2:
				s.put(document.RoleCaption, 0, sentence())
			case 3:
				rows := make([][]string, rapid.IntRange(1, 60).Draw(t, "rows"))
				cols := rapid.IntRange(1, 3).Draw(t, "cols")
				longest := 8
				if len(rows) < 4 {
					longest = rapid.SampledFrom([]int{8, 3000}).Draw(t, "longest cell")
				}
				for i := range rows {
					for range cols {
						rows[i] = append(rows[i], strings.Join(rapid.SliceOfN(word, 0, longest).Draw(t, "cell"), " "))
					}
				}
				s.table(sentence(), rapid.IntRange(0, 1).Draw(t, "headers"), rows...)
			default:
				s.put(rapid.SampledFrom([]document.Role{document.RoleBody, document.RoleItem, document.RoleNote}).Draw(t, "role"), 0, sentence(), sentence())
			}
		}
		if rapid.IntRange(0, 9).Draw(t, "read") == 0 {
			s.NotAnalysed = "not read"
		}
		sheets = append(sheets, s)
	}
	return bound(t, sheets...)
}

// isTitle says whether a sentence is a heading and no more.
func isTitle(text []rune, s document.Sentence) bool {
	return s.Role == document.RoleHeading && s.End-s.Start <= 120 && !strings.ContainsRune(".!?", text[s.End-1])
}

// waitsInVain says whether there is no text below a title that has room for it.
func waitsInVain(text []rune, below []document.Sentence, from int) bool {
	for _, s := range below {
		if !isTitle(text, s) {
			return s.End-from > 3200 && s.End-s.Start <= 3200
		}
	}
	return true
}

// bareTitles says whether a passage is a title or a few.
func bareTitles(page document.Page, p rag.Passage) bool {
	text := []rune(page.Text)
	titles := 0
	for _, s := range page.Sentences() {
		switch {
		case s.End <= p.Start || s.Start >= p.End:
		case !isTitle(text, s):
			return false
		default:
			titles++
		}
	}
	return titles > 0 && !p.Table() && p.End-p.Start <= 400
}

func folded(s string) string { return strings.Join(strings.Fields(s), " ") }

// Whatever the document: passages are words of the page, none is lost, none is larger than may be, what one repeats of
// the one before is little, and a range of pages has the passages that the whole has.
func TestPassagesHoldTheDocument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		all := rag.Chunk("rep_1", d, 1, len(d.Pages))
		ids := map[string]bool{}
		byPage := map[int][]rag.Passage{}
		for i, p := range all {
			text := []rune(d.Pages[p.Page-1].Text)
			if folded(string(text[p.Start:p.End])) != folded(p.Text) {
				t.Fatalf("passage %q, but the page has %q", p.Text, string(text[p.Start:p.End]))
			}
			_, lead, _ := strings.Cut(p.Heading, "\nTable:")
			if ids[p.ID] || !strings.ContainsFunc(p.Text+lead, unicode.IsLetter) {
				t.Fatalf("passage %d: %+v", i, p)
			}
			if n := p.End - p.Start; n > 3200 && !p.Table() || n > 6400 {
				t.Fatalf("%d characters", n)
			}
			if i > 0 && all[i-1].Page == p.Page && p.Start < all[i-1].End {
				if p.Heading != all[i-1].Heading || all[i-1].End-p.Start > 400 || p.End <= all[i-1].End {
					t.Fatalf("%+v\nrepeats\n%+v", p, all[i-1])
				}
			}
			if bareTitles(d.Pages[p.Page-1], p) {
				t.Fatalf("a passage of titles alone: %+v", p)
			}
			ids[p.ID] = true
			byPage[p.Page] = append(byPage[p.Page], p)
		}
		for _, page := range d.Pages {
			if page.NotAnalysed != "" {
				if len(byPage[page.Number]) > 0 {
					t.Fatalf("page %d is not read", page.Number)
				}
				continue
			}
			text := []rune(page.Text)
			held := make([]bool, len(text))
			for _, p := range byPage[page.Number] {
				for i := p.Start; i < p.End; i++ {
					held[i] = true
				}
			}
			all := page.Sentences()
			for i, s := range all {
				if isTitle(text, s) && waitsInVain(text, all[i+1:], s.Start) {
					continue
				}
				if s.End-s.Start > 3200 { // cut, and covered together
					for i := s.Start; i < s.End; i++ {
						if unicode.IsLetter(text[i]) && !held[i] {
							t.Fatalf("page %d: %q is in no passage", page.Number, string(text[i:s.End]))
						}
					}
					continue
				}
				if !slices.ContainsFunc(byPage[page.Number], func(p rag.Passage) bool { return p.Start <= s.Start && s.End <= p.End }) &&
					strings.ContainsFunc(s.Text, unicode.IsLetter) {
					t.Fatalf("page %d: %q is in no passage\n%q", page.Number, string(text[s.Start:s.End]), brief(byPage[page.Number]))
				}
			}
		}
		from := rapid.IntRange(1, len(d.Pages)).Draw(t, "from")
		to := rapid.IntRange(from, len(d.Pages)).Draw(t, "to")
		var want []rag.Passage
		for n := from; n <= to; n++ {
			want = append(want, byPage[n]...)
		}
		if got := rag.Chunk("rep_1", d, from, to); !slices.Equal(got, want) {
			t.Fatalf("pages %d to %d:\n%q\nin the whole:\n%q", from, to, brief(got), brief(want))
		}
	})
}
