package legal

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// sureOfAll is a judge that finds passages with some words to answer one part, each with a stated likelihood.
type sureOfAll struct {
	part  string
	words map[string]float64
}

func (sureOfAll) Name() string { return "sureOfAll" }

func (j sureOfAll) Judge(_ context.Context, s *answer.Shelf, p *answer.Part, among []answer.Candidate) ([]answer.Judgement, error) {
	out := make([]answer.Judgement, len(among))
	for i, c := range among {
		for words, sure := range j.words {
			if p.ID == j.part && strings.Contains(s.Passages[c.At].Text, words) {
				out[i] = answer.Judgement{Answers: sure, Names: sure}
			}
		}
	}
	return out, nil
}

// What one sentence begins to say and the next ends is quoted with it, one beside it that answers nothing is not, nor is any where one is beyond doubt.
func TestASentenceIsQuotedWithTheOneBesideItThatAnswersToo(t *testing.T) {
	const used, spans, other = "We analysed two climate scenarios up to 2040.", "One scenario runs to 2030, the other to 2050.", "Bread is baked at night."
	for name, c := range map[string]struct {
		text, want  string
		first, next float64
	}{
		"the next":                  {used + "\n" + spans + " " + other, used + "\n" + spans, sureQuoted, sureBeside},
		"the one before":            {spans + " " + used, spans + " " + used, sureQuoted, 0.6},
		"too unlikely":              {used + " " + spans, used, sureQuoted, sureBeside - 0.01},
		"no doubt":                  {used + " " + spans, used, noDoubt, 0.7},
		"another paragraph between": {used + "\n\n" + other + "\n\n" + spans, used, sureQuoted, 0.7},
	} {
		t.Run(name, func(t *testing.T) {
			judge := sureOfAll{"S2.22(b)(i)(6)#analysis_horizons", map[string]float64{used: c.first, spans: c.next}}
			a, _ := judgedBy(t, judge, "S2.22(b)(i)(6)", c.text+"\n")
			if len(a.parts) != 1 || a.parts[0].Quote != c.want {
				t.Errorf("%+v", a.parts)
			}
		})
	}
}

// A sentence that a quotation would cut is quoted whole, up to a length.
func TestALongSentenceIsQuotedWhole(t *testing.T) {
	long := "Every investment above EUR 1 million is calculated with our internal carbon price, " +
		strings.Repeat("which is told to whoever plans it, ", 8) + "and is 90 euros."
	judge := sureOfAll{"S2.29(e)#capital_deployed", map[string]float64{"Every investment": 0.9}}
	for text, whole := range map[string]bool{long: true, strings.Repeat(strings.TrimSuffix(long, ".")+", ", 3) + "so.": false} {
		a, _ := judgedBy(t, judge, "S2.29(e)", text+"\n")
		if len(a.parts) != 1 || a.parts[0].Quote == "" || (a.parts[0].Quote == text) != whole {
			t.Errorf("%d bytes: %+v", len(text), a.parts)
		}
	}
}

// What holds nothing of what an answer is seldom without may speak of the matter and is quoted for nothing; another that is sure enough and holds it is.
func TestWhatHoldsNothingThatIsAskedForIsNotQuoted(t *testing.T) {
	const named, said = "Our scenarios are Net Zero 2050 and Current Policies.", "Our scenarios run to 2030 and 2040."
	for name, c := range map[string]struct{ text, quote string }{
		"named only":  {named, ""},
		"said beside": {named + "\n\nBread is baked at night.\n\n" + said, said},
	} {
		t.Run(name, func(t *testing.T) {
			judge := sureOfAll{"S2.22(b)(i)(6)#analysis_horizons", map[string]float64{named: 0.9, said: 0.8}}
			a, _ := judgedBy(t, judge, "S2.22(b)(i)(6)", c.text+"\n")
			if len(a.parts) != 1 || a.parts[0].Quote != c.quote || !a.parts[0].Addressed {
				t.Errorf("%+v", a.parts)
			}
		})
	}
}

// A customer's target is none of the company's, however sure a judge is that it is a target.
func TestAnothersTargetIsNoAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		part, text, voice string
		want              bool
	}{
		"a customer's":             {"S2.33(d)#period", "Volmer cuts its emissions by 40 per cent by 2030.", "third", false},
		"its own":                  {"S2.33(d)#period", "Emissions are cut by 40 per cent by 2030.", "entity", true},
		"who sells us something":   {"S2.33(d)#period", "Volmer, which casts our parts, halves its emissions by 2030.", "third", false},
		"introduced":               {"S2.33(d)#period", "Volmer Steel, which casts for many, halves its emissions by 2030.", "entity", false},
		"named with the company's": {"S2.33(d)#period", "With Volmer we cut our emissions by 40 per cent by 2030.", "third", true},
		"a source of a figure":     {"S2.B29#factor_sources", "Volmer prints the factors.", "third", true},
	} {
		t.Run(name, func(t *testing.T) {
			parts, err := answer.Load()
			if err != nil {
				t.Fatal(err)
			}
			p := &answer.Passage{Text: c.text, Said: &statement.Reading{Voice: statement.Answer{Value: c.voice, Sure: 0.8}}}
			if got := !parts.Of(c.part).OfOthers(p); got != c.want {
				t.Errorf("may answer: %t", got)
			}
		})
	}
}

// What lists something names more than one, what customers save is none of the company's emissions, and a goal of sales is no target of the kind.
func TestWhatIsNotQuotedForAList(t *testing.T) {
	parts, err := answer.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		part, text string
		bare       bool
	}{
		{"S2.29(a)(vi)(1)#categories_included", "Business travel (category 6)\t1,720\t1,980", true},
		{"S2.29(a)(vi)(1)#categories_included", "We count category 1 and category 6.", false},
		{"S2.33#targets_listed", "In 2023 we joined the Science Based Targets initiative and aim at net zero.", true},
		{"S2.33#targets_listed", "We cut emissions by 40 per cent by 2030, and to net zero by 2050.", false},
	} {
		if got := parts.Of(c.part).Bare(c.text); got != c.bare {
			t.Errorf("%s, %q lacks something: %t", c.part, c.text, got)
		}
	}
	saved := answer.Passage{Text: "We use the factors of the agency.", Headings: []string{"Avoided emissions of customers"}}
	if mayAnswer(parts.Of("S2.29(a)(iii)(1)#inputs"), saved) || !mayAnswer(parts.Of("S2.14(a)(iii)#indirect_mitigation"), saved) {
		t.Error("what customers save is taken for emissions of the company, or for nothing")
	}
	heads := answer.Passage{Text: "Base year FY2022\tFY2024\tFY2025\tGoal", Row: true}
	if !mayAnswer(parts.Of("S2.33(e)#base_period"), heads) || mayAnswer(parts.Of("S2.33(c)#coverage"), heads) {
		t.Error("heads that give a base year give none, or something else besides")
	}
	sales := answer.Passage{Text: "We aim at sales of 2 billion.", Said: &statement.Reading{Topic: statement.Answer{Value: "business", Sure: 0.5}}}
	if mayAnswer(parts.Of("S1.51(b)#target_value"), sales) {
		t.Error("a goal of sales is taken for a target")
	}
}

// Of rows that compare two years, one with two amounts is shown, of emissions if there is one, and not what is aimed at.
func TestTheRowShownForComparativesComparesAmounts(t *testing.T) {
	const head, target, staff, scope = "Key figure\t2023\t2024", "Limit of emissions, t CO2e\t120\t110", "Employees\t528\t464", "Scope 1, t CO2e\t387\t393"
	for _, c := range [][2]string{{target, staff}, {"Fleet\tn/a\t3", staff}, {staff, scope}, {target, scope}} {
		passages := []passage{{page: 1, text: head, role: row, under: -1}, {page: 1, text: c[0], role: row, under: -1}, {page: 2, text: head, role: row, under: -1},
			{page: 2, text: c[1], role: row, under: -1}}
		at, ok := comparatives(newIndex(standardOf(t).lex, passages))
		if !ok || passages[at].text != c[1] {
			t.Errorf("%q and not %q: %d, %t", passages[max(at, 0)].text, c[1], at, ok)
		}
	}
}

// A row of a table of emissions is none of the figures of an industry; one that has another unit is, whatever else the table is of.
func TestEmissionsAreNoFiguresOfAnIndustry(t *testing.T) {
	parts, err := answer.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		over []string
		want bool
	}{
		"by its own words":  {"Scope 1 emissions\t12\t13", []string{"Key figures"}, false},
		"by the caption":    {"Commuting (7)\t12\t13", []string{"Scope 3, tonnes CO2e", "2023\t2024"}, false},
		"with its own unit": {"Energy used, kWh\t12\t13", []string{"Energy and CO2", "2023\t2024"}, true},
		"under a chapter":   {"Water\t12\t13", []string{"Emissions and water", "Table 4", "2023\t2024"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := mayAnswer(parts.Of("S2.32#industry_metrics"), answer.Passage{Text: c.text, Headings: c.over, Row: true}); got != c.want {
				t.Errorf("%q under %q may answer: %t", c.text, c.over, got)
			}
		})
	}
}

// What says what is asked has often none of its words: it stands beside what names the subject, under the same heading.
func TestWhereNothingAnswersWhatStandsBesideTheNearestIsRead(t *testing.T) {
	const part = "S2.13(b)#concentration"
	doc := &document.Document{Pages: []document.Page{*laid(1,
		[2]string{"heading", "Where we bake"},
		[2]string{"body", "Bread is baked at night. Heavy rain is a climate risk of some of our bakeries. Seven of nine stand in one valley. Rye is dear."},
		[2]string{"heading", "What we bake"}, [2]string{"body", "Rolls are baked in the morning."},
	)}}
	doc.Pages[0].Language = "en"
	c := standardOf(t).compare(doc, "")
	if err := c.understand(context.Background(), sureOfAll{part, map[string]float64{"one valley": 0.6, "Rolls": 0.6}}, nil); err != nil {
		t.Fatal(err)
	}
	asked, place := c.meaning.parts.Of(part), map[string]int{}
	for i, p := range c.meaning.shelf.Passages {
		place[p.Text] = i
	}
	named := place["Heavy rain is a climate risk of some of our bakeries."]
	for name, test := range map[string]struct {
		among []answer.Candidate
		said  []answer.Judgement
		want  map[string]float64
	}{
		"both neighbours": {
			[]answer.Candidate{{At: named}}, []answer.Judgement{{Names: 0.4}},
			map[string]float64{"Bread is baked at night.": 0, "Seven of nine stand in one valley.": 0.6},
		},
		"none that was read before, nor under another heading": {
			[]answer.Candidate{{At: named}, {At: place["Seven of nine stand in one valley."]}, {At: place["Bread is baked at night."]}, {At: place["Rye is dear."]}},
			make([]answer.Judgement, 4), map[string]float64{},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.meaning.nextTo(c.ix, asked, test.among, test.said)
			if err != nil {
				t.Fatal(err)
			}
			read := map[string]float64{}
			for i, at := range got.among {
				read[c.meaning.shelf.Passages[at.At].Text] = got.said[i].Answers
			}
			if !maps.Equal(read, test.want) {
				t.Errorf("%v, want %v", read, test.want)
			}
		})
	}
}
