package legal

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

func standardOf(t testing.TB) standard {
	t.Helper()
	std, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return std
}

// A cue for something that nobody asks for would never be used, and a typing error would look like a gap.
func TestCuesBelongToTheRegistry(t *testing.T) {
	std := standardOf(t)
	asked := map[string]bool{}
	for _, p := range std.Paragraphs {
		for _, r := range p.Requirements {
			asked[r.ID] = true
		}
	}
	for key := range std.lex.answers {
		if !asked[key] {
			t.Errorf("cues for %s, which the registry does not ask for", key)
		}
	}
	for _, codes := range []map[string][]alternative{std.lex.conditions, std.lex.denials} {
		for code := range codes {
			_, isParagraph := std.Paragraph(code)
			if _, ok := std.ConditionCodes[code]; !ok && !isParagraph {
				t.Errorf("cues for the condition %s, which does not exist", code)
			}
		}
	}
}

// Everything that always applies must be judged, or be known not to be.
func TestWhatAlwaysAppliesHasCues(t *testing.T) {
	std := standardOf(t)
	var without []string
	for _, p := range std.Paragraphs {
		for _, r := range p.Requirements {
			if p.GapRule == ifrs.Always && r.Required && std.lex.answers[r.ID] == nil {
				without = append(without, r.ID)
			}
		}
	}
	if len(without) > 0 {
		t.Errorf("no cues for %v", without)
	}
}

func TestBrokenCuesAreRefused(t *testing.T) {
	for _, text := range []string{
		"S2.6(a)#identify_body: $nobody", "S2.6(a)#identify_body", "S2.6(a)#identify_body: ~board", "S2.6(a)#x = S2.6(a)#y",
		"$group", "?code", "S2.6(a)#identify_body: board & ", "S2.6(a)#identify_body: @furlongs",
	} {
		if _, err := parseLexicon("$see = see\n$document = report\n$not_ours = agency\n"+text, ""); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func FuzzReport(f *testing.F) {
	f.Add("The board oversees climate.\nScope 1\t12\t13\n", "S2.6(a)")
	f.Add("•\u00ad 2 °C — ½", "S1.1")
	f.Fuzz(func(t *testing.T, text, id string) {
		std := standardOf(t)
		doc := &document.Document{Pages: []document.Page{{Number: 1, Text: text}}}
		for _, a := range std.report(doc, "") {
			for _, e := range a.evidence {
				if !strings.Contains(text, e.Quote) || len(e.Quote) > maxQuote {
					t.Fatalf("%q is not in %q", e.Quote, text)
				}
			}
		}
		std.claim(
			events.Assignment{Iteration: 1, Claim: events.Claim{Text: text, Quote: events.Quote{Text: text}, Paragraphs: []events.ParagraphLink{{ID: id}}}},
			events.AgentTask{}, nil)
	})
}

func pages(n int) *document.Document {
	text := strings.Repeat("The board oversees climate matters and the emissions of scope 1 fell by 4.2 % to 387,000 tCO2e, although pumps sell well. ", 30)
	doc := &document.Document{}
	for i := range n {
		doc.Pages = append(doc.Pages, document.Page{Number: i + 1, Text: text, Language: "en"})
	}
	return doc
}

// 158 pages of text that meets many cues in every sentence.
func BenchmarkReport(b *testing.B) {
	std, doc := standardOf(b), pages(158)
	for b.Loop() {
		std.report(doc, "")
	}
}

func BenchmarkClaim(b *testing.B) {
	std := standardOf(b)
	words := "The Supervisory Board's sustainability committee is informed quarterly by the CSO about climate risks, " +
		"and Scope 1 emissions fell by 4.2 % to 387,000 tCO2e."
	a := events.Assignment{Iteration: 1, Claim: events.Claim{
		Page: 3, Quote: events.Quote{Text: words}, Context: strings.Repeat(words+" ", 3),
		Paragraphs: []events.ParagraphLink{{ID: "S2.6"}, {ID: "S2.29(a)"}, {ID: "S1.27(a)(iii)"}, {ID: "S2.33"}},
	}}
	for b.Loop() {
		std.claim(a, events.AgentTask{}, nil)
	}
}
