package legal

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// laid builds a page of blocks: each is its role and its text, a heading with its level as "heading 2".
func laid(number int, blocks ...[2]string) *document.Page {
	p := &document.Page{Number: number, Language: "en"}
	at := 0
	for i, b := range blocks {
		kind, level, _ := strings.Cut(b[0], " ")
		for _, line := range strings.SplitAfter(b[1], "\n") {
			n := len([]rune(strings.TrimSuffix(line, "\n")))
			l := document.Line{Start: at, End: at + n, Block: i, Role: document.Role(kind)}
			if level != "" {
				l.Level = int(level[0] - '0')
			}
			p.Lines = append(p.Lines, l)
			at += len([]rune(line))
		}
		p.Text += b[1] + "\n\n"
		at += 2
	}
	return p
}

// ways reads one alternative per line of cues.
func ways(t *testing.T, cues ...string) (*lexicon, []alternative) {
	t.Helper()
	lex, err := parseLexicon("$see = see | can be found in\n$document = annual report\n$not_ours = sustainalytics\n?k: x\nkey: "+strings.Join(cues, "\nkey: "), "")
	if err != nil {
		t.Fatal(err)
	}
	return lex, lex.answers["key"]
}

func found(t *testing.T, pages []*document.Page, cues ...string) string {
	t.Helper()
	lex, alts := ways(t, cues...)
	o := cut(pages)
	ix := newIndex(lex, o.passages)
	ix.tables = o.tables
	at, _, ok := ix.find(alts, false)
	if !ok {
		return ""
	}
	return ix.passages[at].text
}

func TestHeadingsLendTheirTopicToWhatStandsUnderThem(t *testing.T) {
	pages := []*document.Page{laid(1,
		[2]string{"heading 1", "Transition plan"}, [2]string{"heading 2", "Assumptions"}, [2]string{"body", "It assumes that rice husks remain available."},
		[2]string{"heading 1", "Canteen"}, [2]string{"body", "The menu assumes a good appetite."}),
	}
	if got := found(t, pages, "assum* & ^transition plan"); got != "It assumes that rice husks remain available." {
		t.Errorf("%q", got)
	}
	// The heading of a chapter ends with the next of its level, and after some pages in any case.
	if got := found(t, pages, "menu & ^transition plan"); got != "" {
		t.Errorf("%q stands under another heading", got)
	}
	far := append(pages[:1:1], laid(2, [2]string{"body", "More."}), laid(3, [2]string{"body", "The menu was printed."}),
		laid(4, [2]string{"body", "The menu is seasonal."}))
	if got := found(t, far, "seasonal & ^canteen"); got != "" {
		t.Errorf("%q is pages away from the heading", got)
	}
	if got := found(t, far, "printed & ^canteen"); got == "" {
		t.Error("a chapter ends with its page")
	}
}

func TestListsBelongToTheLineThatIntroducesThem(t *testing.T) {
	pages := []*document.Page{laid(1, [2]string{"body", "We lower emissions by these measures:"}, [2]string{"item", "• New kilns by 2028."},
		[2]string{"item", "• New fuels."}, [2]string{"body", "New carpets are nice."})}
	if got := found(t, pages, "fuels & ^measures"); got != "• New fuels." {
		t.Errorf("%q", got)
	}
	apart := []*document.Page{laid(1, [2]string{"body", "We lower emissions by these measures: kilns."},
		[2]string{"body", "Kilns burn."}, [2]string{"body", "Fuels too."}, [2]string{"body", "Carpets are nice."})}
	if got := found(t, apart, "carpets & ^measures"); got != "" {
		t.Errorf("%q", got)
	}
}

func gridded(rows ...[]string) *document.Page {
	p := &document.Page{Number: 1, Language: "en"}
	t := document.Table{Caption: "Climate risks", HeaderRows: 1}
	at := 0
	for _, r := range rows {
		var cells []document.Cell
		for i, c := range r {
			n := len([]rune(c))
			cells = append(cells, document.Cell{Text: c, Start: at, End: at + n})
			p.Lines = append(p.Lines, document.Line{Start: at, End: at + n, Block: 0, Role: document.RoleRow})
			at += n
			p.Text += c
			if i < len(r)-1 {
				p.Text += "\t"
			} else {
				p.Text += "\n"
			}
			at++
		}
		t.Rows = append(t.Rows, cells)
	}
	p.Tables = []document.Table{t}
	return p
}

func TestAColumnAnswersForItsRows(t *testing.T) {
	pages := []*document.Page{gridded(
		[]string{"Risk", "Horizon", "Owner"},
		[]string{"Floods", "Medium", ""},
		[]string{"Levy", "Short", "CFO"},
		[]string{"Drought", "", ""})}
	column := func(cue string) string {
		lex, err := parseLexicon("$see = see\n$document = annual report\n$not_ours = x1\nkey [column]: "+cue, "")
		if err != nil {
			t.Fatal(err)
		}
		o := cut(pages)
		ix := newIndex(lex, o.passages)
		ix.tables = o.tables
		at, _, ok := ix.find(lex.answers["key"], false)
		if !ok {
			return ""
		}
		return ix.passages[at].text
	}
	for cue, want := range map[string]string{
		"horizon & ^climate*":              "Floods\tMedium\t",
		"horizon & short | medium & ~risk": "Floods\tMedium\t",
		"horizon & ^biodiversity":          "", // another table's topic
		"horizon & long":                   "", // cells that say something else
		"owner & ^climate*":                "", // most rows have none
		"price":                            "", // no such column
	} {
		if got := column(cue); got != want {
			t.Errorf("%s: %q, want %q", cue, got, want)
		}
	}
}

func TestAPointerAnswersNothingButASentenceWithOneInBracketsDoes(t *testing.T) {
	one := func(text string) []*document.Page { return []*document.Page{laid(1, [2]string{"body", text})} }
	if got := found(t, one("How the board oversees climate can be found in the annual report."), "board & oversees"); got != "" {
		t.Errorf("%q", got)
	}
	if got := found(t, one("The board oversees climate (see annual report, page 7)."), "board & oversees"); got == "" {
		t.Error("a disclosure with a reference beside it is passed over")
	}
	for _, text := range []string{"Does the board oversee climate?", "Sustainalytics says that the board oversees climate."} {
		if got := found(t, one(text), "board & oversee*"); got != "" {
			t.Errorf("%q", got)
		}
	}
}

func TestBoilerplateExpectsNothingInParticular(t *testing.T) {
	pages := []*document.Page{laid(1, [2]string{"heading 2", "Forward-looking statements"}, [2]string{"body", "We expect climate risks."},
		[2]string{"heading 2", "Outlook"}, [2]string{"body", "We expect floods."})}
	if got := found(t, pages, "expect"); got != "We expect floods." {
		t.Errorf("%q", got)
	}
}

// Whatever a page's lines claim to be, passages are pieces of its text and what lends them topics stands before them.
func TestPassagesArePiecesOfTheirPage(t *testing.T) {
	roles := []string{"body", "heading 1", "heading 3", "item", "caption", "row", "note", "furniture"}
	rapid.Check(t, func(t *rapid.T) {
		var pages []*document.Page
		for n := range rapid.IntRange(1, 4).Draw(t, "pages") {
			var blocks [][2]string
			for range rapid.IntRange(0, 6).Draw(t, "blocks") {
				blocks = append(blocks,
					[2]string{rapid.SampledFrom(roles).Draw(t, "role"), rapid.StringMatching(`[A-Za-zé•:.\t ]{0,40}(\n[a-z. ]{0,20})?`).Draw(t, "text")})
			}
			pages = append(pages, laid(n+1, blocks...))
		}
		for i, p := range cut(pages).passages {
			if !strings.Contains(pages[p.page-1].Text, p.text) {
				t.Fatalf("%q is not on page %d", p.text, p.page)
			}
			if slices.ContainsFunc(p.above, func(a int) bool { return a >= i }) || p.under >= i {
				t.Fatalf("passage %d is under %v", i, p.above)
			}
		}
	})
}

func TestAScopesShareOfEnergyIsNoAmountOfEmissions(t *testing.T) {
	lex, err := parseLexicon("$see = see\n$document = annual report\n$not_ours = x1\nkey [row]: scope 2 & @amount | @figure & -@other_unit", "")
	if err != nil {
		t.Fatal(err)
	}
	emissions := [2]string{"row", "Scope 2\t1,200\t1,300"}
	for name, c := range map[string]struct {
		blocks [][2]string
		want   string
	}{
		"in litres":                    {[][2]string{{"row", "Vehicles (Scope 2), fuel in litres\t25,651\t16,865"}}, ""},
		"under energy":                 {[][2]string{{"heading 1", "Energy consumption, Scope 1 and 2"}, emissions}, ""},
		"under energy, with its unit":  {[][2]string{{"heading 1", "Energy consumption"}, {"row", "CO2e of Scope 2\t1,200 t CO2e"}}, "CO2e of Scope 2\t1,200 t CO2e"},
		"under both":                   {[][2]string{{"heading 1", "Energy consumption and emissions"}, emissions}, emissions[1]},
		"a chapter on energy, and not": {[][2]string{{"heading 1", "Energy consumption"}, {"heading 2", "GHG emissions"}, emissions}, emissions[1]},
	} {
		t.Run(name, func(t *testing.T) {
			ix := newIndex(lex, cut([]*document.Page{laid(1, c.blocks...)}).passages)
			got := ""
			if at, _, ok := ix.find(lex.answers["key"], false); ok {
				got = ix.passages[at].text
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
