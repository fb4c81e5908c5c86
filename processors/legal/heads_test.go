package legal

import (
	"context"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// indexOf cuts a page into passages.
func indexOf(t *testing.T, blocks ...[2]string) *index {
	t.Helper()
	p := laid(1, blocks...)
	o := cut([]*document.Page{p})
	ix := newIndex(standardOf(t).lex, o.passages)
	ix.tables, ix.pages = o.tables, []*document.Page{p}
	return ix
}

func (ix *index) placeOf(t *testing.T, text string) int {
	t.Helper()
	for i, p := range ix.passages {
		if strings.HasPrefix(p.text, text) {
			return i
		}
	}
	t.Fatalf("no passage %q", text)
	return -1
}

func TestAQuotationComesWithWhatStandsOverIt(t *testing.T) {
	ix := indexOf(t, [2]string{"heading 1", "Energy"}, [2]string{"caption", "Emissions, tonnes"},
		[2]string{"row", "2023\t2024\nScope 1\t31\t29\nTable 8. Water used, m3\tFY23\tFY24\nPlants\t7\t6"},
		[2]string{"heading 1", "Kilns"}, [2]string{"body", "We have three."}, [2]string{"body", "We lower emissions by:"}, [2]string{"item", "• New kilns."})
	for name, c := range map[string][2]string{
		"caption and columns":    {"Scope 1", "Emissions, tonnes | 2023 2024"},
		"a head that is caption": {"Plants", "Table 8. Water used, m3 FY23 FY24"},
		"a heading":              {"We have three.", "Kilns"},
		"what introduces a list": {"• New", "Kilns | We lower emissions by:"},
	} {
		t.Run(name, func(t *testing.T) {
			at := ix.placeOf(t, c[0])
			got := ix.standsUnder(at, ix.passages[at].text)
			if got != c[1] {
				t.Fatalf("%q, want %q", got, c[1])
			}
			page := strings.Join(strings.Fields(ix.pages[0].Text), " ")
			for _, place := range strings.Split(got, " | ") {
				if !strings.Contains(page, place) {
					t.Errorf("%q does not stand on the page", place)
				}
			}
		})
	}
}

func TestTheHeadOfColumnsIsNoAmount(t *testing.T) {
	for text, want := range map[string]bool{
		"Table 9. Scope 3, tonnes\tFY23\tFY24": true, "2023\t2024": true, "Category\t2022/23\t2023/24": true,
		"Scope 3\t2,023\t2,024": false, "Scope 3, 2024\t491": false, "Visits in 2023\t2023\t14": false, "2024": false,
	} {
		if headsPeriods(text) != want {
			t.Errorf("%q heads columns: %t", text, !want)
		}
	}
}

func TestASentenceThatGoesOnIsQuotedWithWhatItGoesOnFrom(t *testing.T) {
	ix := indexOf(t, [2]string{"body", "Bread is eaten. The first target is to halve emissions by 2030. It is gross. " +
		"It was validated by the Science Based Targets initiative."})
	part := partOf(t, "S2.34(a)#target_validated")
	const want = "The first target is to halve emissions by 2030. It is gross. It was validated by the Science Based Targets initiative."
	if got := ix.withAntecedent(part, ix.placeOf(t, "It was")); got != want {
		t.Errorf("%q", got)
	}
	if got := ix.withAntecedent(part, ix.placeOf(t, "The first")); got != "" {
		t.Errorf("%q stands for itself", got)
	}
}

func TestATableThatListsWhatIsAskedForIsQuotedWhole(t *testing.T) {
	ix := indexOf(t, [2]string{"row", "Risk\tKind\nFloods\tPhysical\nA levy\tTransition"}, [2]string{"body", "We bake bread."})
	if got := ix.wholeTable(ix.placeOf(t, "Floods")); got != "Floods\tPhysical\nA levy\tTransition" {
		t.Errorf("%q", got)
	}
	long := indexOf(t, [2]string{"row", "Risk\tKind\nFloods\tPhysical\n" + strings.Repeat("A levy\tTransition\n", 60) + "Heat\tPhysical"})
	if got := long.wholeTable(long.placeOf(t, "Floods")); got != "" {
		t.Errorf("%d bytes are quoted", len(got))
	}
}

// One row names one of what is to be listed, and the table that is quoted whole names all.
func TestATableThatListsWhatOneRowHasOneOfIsQuoted(t *testing.T) {
	const rows = "1 Purchased goods\t143\n6 Business travel\t7"
	doc := &document.Document{Pages: []document.Page{*laid(1, [2]string{"heading", "Scope 3 emissions"}, [2]string{"row", "Category\t2024\n" + rows})}}
	doc.Pages[0].Language = "en"
	c := standardOf(t).compare(doc, "")
	judge := sureOf{"S2.29(a)(vi)(1)#categories_included", "Purchased goods", 0.9, 0.95}
	if err := c.understand(context.Background(), judge, nil); err != nil {
		t.Fatal(err)
	}
	p, _ := c.Paragraph("S2.29(a)(vi)(1)")
	for _, part := range c.state(p).parts {
		if part.ID == judge.part && part.Quote != rows {
			t.Errorf("%+v", part)
		}
	}
}

func partOf(t *testing.T, id string) *answer.Part {
	t.Helper()
	parts, err := answer.Load()
	if err != nil {
		t.Fatal(err)
	}
	return parts.Of(id)
}

// What is asked of every target and is said of one of two is said in part.
func TestWhatIsSaidOfOneOfTwoTargetsIsSaidInPart(t *testing.T) {
	const two = "Target A: we will halve emissions by 2030.\n\nTarget B: we will use renewable power alone by 2028.\n\n"
	for name, c := range map[string]struct {
		part, words, text string
		want              events.DisclosureStatus
	}{
		"one":            {"S2.33(f)#milestones", "milestone", two + "The milestone of Target A is a third by 2027.", events.PartiallyAddressed},
		"all":            {"S2.33(f)#milestones", "milestone", two + "Both targets have a milestone in 2027.", events.FullyAddressed},
		"each by itself": {"S2.33(f)#milestones", "milestone", two + "The milestone of Target A is 2027. The milestone of Target B is 2026.", events.FullyAddressed},
		"the only one":   {"S2.33(f)#milestones", "milestone", "Target A: we will halve emissions by 2030.\n\nIts milestone is 2027.", events.FullyAddressed},
		"of none":        {"S2.34(b)#review_process", "reviews", two + "The board reviews Target A each year.", events.FullyAddressed},
		"a name of others": {"S2.33(f)#milestones", "milestone", two + "For Target A the Science Based Targets initiative has seen a milestone of a third by 2027.",
			events.PartiallyAddressed},
	} {
		t.Run(name, func(t *testing.T) {
			paragraph, _, _ := strings.Cut(c.part, "#")
			a, _ := judgedBy(t, sureOf{c.part, c.words, 0.9, 0.95}, paragraph, c.text+"\n")
			if a.status != c.want {
				t.Errorf("%s: %+v", a.status, a.parts)
			}
			if c.want == events.PartiallyAddressed && (len(a.missing) != 1 || !strings.HasSuffix(a.missing[0], "("+someOnly+")")) {
				t.Errorf("missing: %q", a.missing)
			}
		})
	}
}

// Cues know few of the words in which a condition is said to hold; a sure answer of what hangs on it shows it, unless it is a denial.
func TestASureAnswerShowsThatItsConditionHolds(t *testing.T) {
	for text, want := range map[string]standing{
		"The figures of 2022 were put right since a factor was wrong.": holds,
		"The figures of 2022 were not put right.":                      absent,
	} {
		doc := &document.Document{Pages: []document.Page{{Number: 1, Language: "en", Text: text + "\n"}}}
		c := standardOf(t).compare(doc, "")
		if err := c.understand(context.Background(), sureOf{"S1.83#restatement", "put right", 0.9, 0.95}, nil); err != nil {
			t.Fatal(err)
		}
		if got := c.holds("if_prior_period_error"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
