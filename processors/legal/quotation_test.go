package legal

import (
	"context"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// sureOf is a judge that finds one passage to answer one part, with a stated likelihood, and nothing else to answer anything.
type sureOf struct {
	part, words    string
	answers, names float64
}

func (sureOf) Name() string { return "sureOf" }

func (j sureOf) Judge(_ context.Context, s *answer.Shelf, p *answer.Part, among []answer.Candidate) ([]answer.Judgement, error) {
	out := make([]answer.Judgement, len(among))
	for i, c := range among {
		if p.ID == j.part && strings.Contains(s.Passages[c.At].Text, j.words) {
			out[i] = answer.Judgement{Answers: j.answers, Names: j.names}
		}
	}
	return out, nil
}

const priced = "Every investment above EUR 1 million is calculated with our internal carbon price."

// judgedBy compares a page with one paragraph by a judge.
func judgedBy(t *testing.T, j answer.Judge, paragraph, text string) (assessment, *comparison) {
	t.Helper()
	doc := &document.Document{Pages: []document.Page{{Number: 1, Language: "en", Text: text}}}
	c := standardOf(t).compare(doc, "")
	if err := c.understand(context.Background(), j, nil); err != nil {
		t.Fatal(err)
	}
	p, ok := c.Paragraph(paragraph)
	if !ok {
		t.Fatalf("no paragraph %s", paragraph)
	}
	return c.state(p), c
}

func TestOnlyWhatTheJudgeIsSureOfIsQuoted(t *testing.T) {
	for name, c := range map[string]struct {
		answers, names float64
		status         events.DisclosureStatus
		quoted         bool
		says           string
	}{
		"surely said":      {sureQuoted, 0.95, events.FullyAddressed, true, ""},
		"by three of four": {0.75, 0.95, events.FullyAddressed, true, ""}, // as often right as at 0.80: data/models/train/README.md
		"as a cue says":    {sureQuotedCue, 0.95, events.FullyAddressed, true, ""},
		"seems to be said": {sureQuotedCue - 0.01, 0.95, events.FullyAddressed, false, seemsSaid + " on page 1, “Every investment"},
		"hardly likely":    {sureAnswers, sureAnswers, events.FullyAddressed, false, seemsSaid},
		"named only":       {0.1, sureNames, events.PartiallyAddressed, false, namedOnly + ": the nearest is on page 1, “Every investment"},
		"not said at all":  {0, 0, events.NotAddressed, false, "not found"},
	} {
		t.Run(name, func(t *testing.T) {
			judge := sureOf{"S2.29(e)#capital_deployed", "Every investment", c.answers, c.names}
			a, _ := judgedBy(t, judge, "S2.29(e)", "We bake bread in forty towns.\n\n"+priced+"\n")
			if a.status != c.status || len(a.parts) != 1 {
				t.Fatalf("%s: %+v", a.status, a.parts)
			}
			part := a.parts[0]
			if (part.Quote == priced) != c.quoted || (part.Quote == "") == c.quoted || !strings.HasPrefix(part.GapReason, c.says) {
				t.Errorf("%+v", part)
			}
			if part.Addressed != (c.status == events.FullyAddressed) {
				t.Errorf("addressed: %+v", part)
			}
			if there := c.status != events.NotAddressed; (len(a.evidence) > 0) != there {
				t.Errorf("what %s rests on: %v", a.status, a.evidence)
			}
			for _, e := range a.evidence {
				if (e.Note == "") != c.quoted {
					t.Errorf("shown without a word on what it is: %+v", e)
				}
			}
		})
	}
}

// What a cue calls an answer is quoted sooner, if it speaks of climate by itself.
func TestWhatACueCallsAnAnswerIsQuotedSoonerWhereItSpeaksOfClimate(t *testing.T) {
	for text, quoted := range map[string]bool{
		"The Executive Committee reports to the Supervisory Board on climate matters every quarter.": true,
		"The Executive Committee reports to the Supervisory Board on such matters every quarter.":    false,
	} {
		judge := sureOf{"S2.6(a)(iii)#reporting_channel", "The Executive Committee", sureQuotedCue, 0.95}
		a, _ := judgedBy(t, judge, "S2.6(a)(iii)", "Climate matters\n\n"+text+"\n")
		for _, p := range a.parts {
			if p.ID == judge.part && (!p.Addressed || (p.Quote != "") != quoted) {
				t.Errorf("%q: %+v", text, p)
			}
		}
	}
}

// A target is no performance against it, however sure a judge is.
func TestWhatIsToBeReachedIsNoPerformance(t *testing.T) {
	judge := sureOf{"S2.35#performance", "mission", 0.95, 0.99}
	for text, quoted := range map[string]bool{
		"Emissions should be reduced by 35 % by 2025, compared to the 2018 base year.":        false,
		"We relate our target to reduce emissions by 21 % until 2026 to Scope 1 and 2.":       false,
		"Emissions were reduced by 30 %, and should be reduced by 35 % by 2025.":              true,
		"Emissions fell by 30 % compared to the 2018 base year; the target for 2025 is 35 %.": true,
	} {
		a, _ := judgedBy(t, judge, "S2.35", text+"\n")
		for _, p := range a.parts {
			if p.ID == judge.part && (p.Quote != "") != quoted {
				t.Errorf("%q: %+v", text, p)
			}
		}
	}
}

// An amount is no amount without a figure, however sure a judge is.
func TestAPartThatAsksForAFigureIsNotAnsweredWithoutOne(t *testing.T) {
	judge := sureOf{"S2.29(d)#amount", "Taxonomy-aligned", 0.95, 0.99}
	for text, want := range map[string]bool{"Taxonomy-aligned turnover was EUR 84 million.": true, "Taxonomy-aligned turnover rose in 2023.": false} {
		a, _ := judgedBy(t, judge, "S2.29(d)", text+"\n")
		for _, p := range a.parts {
			if p.ID == judge.part && p.Addressed != want {
				t.Errorf("%q: %+v", text, p)
			}
		}
	}
}

// A report that says that it made no analysis of scenarios says nothing of the scenarios.
func TestADeniedAnalysisNamesNoScenarios(t *testing.T) {
	judge := sureOf{"S2.22(b)(i)(1)#scenarios_and_sources", "scenario analysis", 0.5, 0.9}
	a, _ := judgedBy(t, judge, "S2.22(b)(i)(1)", "We have not carried out a climate scenario analysis.\n")
	for _, p := range a.parts {
		if p.Addressed || strings.HasPrefix(p.GapReason, namedOnly) {
			t.Errorf("%+v", p)
		}
	}
}

// What only cues have found, and what only says where it stands, is told of and quoted for nothing; a figure under its name is quoted, unless it
// is of something else.
func TestWhatCuesAloneHaveFoundIsQuotedWhereItShows(t *testing.T) {
	for name, c := range map[string]struct {
		part, text, quote, says string
		addressed               bool
	}{
		"a sentence": {"S1.49#metric_source", "Our indicators follow the standards of the Global Reporting Initiative.", "", seemsSaid, true},
		"a section by its name": {"S1.B47#precise_place", "For more see the section ‘Risks’ of the Annual Report.",
			"For more see the section ‘Risks’ of the Annual Report.", "", true},
		"a report by its title": {"S1.B47#report_named", "For more see the Annual Report.", "For more see the Annual Report.", "", true},
		"a section of a law": {"S1.B47#precise_place",
			"For more see the Annual Report in accordance with section 289f of the Code.", "", seemsSaid, true},
		"torn":           {"S1.B47#precise_place", "described at length, see the section ‘Risks’ of the Annual Report.", "", seemsSaid, true},
		"no place in it": {"S1.B47#precise_place", "For more see the Annual Report on our website.", "", "not found", false},
		"an amount":      {"S2.29(a)(i)(1)#scope1_amount", "Scope 1 emissions were 412,300 t CO2e.", "Scope 1 emissions were 412,300 t CO2e.", "", true},
		"another book": {"S2.6(a)(v)#remuneration_link", "Climate targets in the remuneration of the board are described in the Remuneration Report.", "",
			"perhaps given in another document, which is named on page 1", false},
	} {
		t.Run(name, func(t *testing.T) {
			paragraph, _, _ := strings.Cut(c.part, "#")
			comparison := standardOf(t).compare(&document.Document{Pages: []document.Page{{Number: 1, Language: "en", Text: c.text + "\n"}}}, "")
			if err := comparison.understand(context.Background(), sureOf{}, nil); err != nil {
				t.Fatal(err)
			}
			p, _ := comparison.Paragraph(paragraph)
			for _, r := range p.Requirements {
				if r.ID != c.part {
					continue
				}
				part := comparison.partOf(r, comparison.judge(p, r))
				if part.Quote != c.quote || part.Addressed != c.addressed || !strings.HasPrefix(part.GapReason, c.says) || c.says == "" && part.GapReason != "" {
					t.Errorf("%+v", part)
				}
				return
			}
			t.Fatal("no such part")
		})
	}
}

// Energy that is put under a scope is no amount of its emissions, nor is an intensity or a sum of scopes.
func TestWhatIsNoAmountOfAScopesEmissions(t *testing.T) {
	for text, want := range map[string]bool{
		"Scope 1\t387\t393": true, "Heating (Scope 1)\tGWh\t387\t393": false, "Scope 1\tt CO2e / EUR million\t387\t393": false,
		"Scope 1-3\t387\t393": false, "Scope 1 and Scope 2\t387\t393": false,
	} {
		ix := newIndex(standardOf(t).lex, []passage{{page: 1, text: text, role: row, under: -1}})
		if _, alt, ok := ix.find(ix.lex.answers["S2.29(a)(i)(1)#scope1_amount"], false); (ok && !alt.named) != want {
			t.Errorf("%q answers: %t", text, !want)
		}
	}
}

// A long sentence is cut around what it speaks of; an amount that is asked for and stands behind the cut is shown with all of it.
func TestQuotationKeepsTheAmountThatIsAskedFor(t *testing.T) {
	about := "Scope 2 emissions were measured by the method of the market, " + strings.Repeat("with factors of several suppliers, ", 9)
	for name, c := range map[string]struct {
		text  string
		whole bool
	}{
		"amount at the end":       {about + "and came to 1,187 t CO2.", true},
		"amount at the beginning": {"At 1,187 t CO2 " + about + "and by others.", false},
		"too long":                {about + about + "and came to 1,187 t CO2.", false},
	} {
		t.Run(name, func(t *testing.T) {
			ix := newIndex(standardOf(t).lex, []passage{{page: 1, text: c.text, role: sentence, under: -1}})
			at, alt, ok := ix.find(ix.lex.answers["S2.29(a)(i)(2)#scope2_amount"], false)
			if got := ix.quote(at, alt); !ok || (got == c.text) != c.whole {
				t.Errorf("%t, %q", ok, got)
			}
		})
	}
}

// Litres and hours are told from tonnes by the row's own words, or by the innermost of what stands over it.
func TestConsumptionUnderAScopeIsNoAmountOfItsEmissions(t *testing.T) {
	for name, c := range map[string]struct {
		over []string
		text string
		want bool
	}{
		"fuel by the row's words":        {[]string{"Emissions"}, "Cars (Scope 1): fuel in litres\t4,532\t3,209", false},
		"energy by its caption":          {[]string{"Emissions", "Energy consumption", "2023\t2022"}, "of which oil (Scope 1)\t161\t170", false},
		"emissions by their caption":     {[]string{"Energy consumption", "Emissions", "2023\t2022"}, "of which oil (Scope 1)\t161\t170", true},
		"a caption of both":              {[]string{"Energy consumption and emissions"}, "Scope 1\t161\t170", true},
		"emissions that consumption has": {[]string{"Consumption"}, "Scope 1 emissions of fuel consumption\t161\t170", true},
	} {
		t.Run(name, func(t *testing.T) {
			var passages []passage
			at := passage{page: 1, text: c.text, role: row, under: -1}
			for i, over := range c.over {
				passages, at.above = append(passages, passage{page: 1, text: over, role: heading, under: -1}), append(at.above, i)
			}
			ix := newIndex(standardOf(t).lex, append(passages, at))
			if _, alt, ok := ix.find(ix.lex.answers["S2.29(a)(i)(1)#scope1_amount"], false); (ok && !alt.named) != c.want {
				t.Errorf("%q under %q answers: %t", c.text, c.over, !c.want)
			}
		})
	}
}

// What some companies do, or a machine of some kind does, is nothing that this company does, however sure a judge is.
func TestWhatAnyoneDoesIsNoAnswer(t *testing.T) {
	for text, want := range map[string]bool{
		"Some large companies use an internal price of carbon to compare investments.": false,
		"A price of carbon is used to compare our investments.":                        true,
		"The price of carbon is used to compare investments.":                          true,
	} {
		a, _ := judgedBy(t, sureOf{"S2.29(f)(i)#how_used", "investments", 0.95, 0.99}, "S2.29(f)(i)", text+"\n")
		for _, p := range a.parts {
			if p.ID == "S2.29(f)(i)#how_used" && p.Addressed != want {
				t.Errorf("%q: %+v", text, p)
			}
		}
		if len(a.parts) == 0 {
			t.Fatal("no parts")
		}
	}
}

// What says how long terms are says nothing of the scenarios that were analysed over them, however sure a judge is.
func TestTermsAreNoHorizonsOfScenarios(t *testing.T) {
	const terms = "We call the next two years short term and the years to 2030 medium term."
	for text, want := range map[string]bool{terms: false, "Scenario analysis\n\n" + terms: true, "We analysed two scenarios. " + terms: true} {
		a, _ := judgedBy(t, sureOf{"S2.22(b)(i)(6)#analysis_horizons", "short term", 0.95, 0.99}, "S2.22(b)(i)(6)", text+"\n")
		if len(a.parts) != 1 || a.parts[0].Addressed != want || !want && !strings.HasPrefix(a.parts[0].GapReason, "not found") {
			t.Errorf("%q: %+v", text, a.parts)
		}
	}
}

// A long row of a table that lists recommendations and where each is dealt with points elsewhere for none of them.
func TestALongRowOfAnIndexIsNoPointer(t *testing.T) {
	const long = "Effects of climate on strategy\tGoals follow from it\tsee the annual report, chapter strategy; " +
		"resilience of the strategy, processes for risks, their ranking, the remuneration of the board and its mandate, targets and figures, " +
		"the trend of the figures, the scenarios that were used, their assumptions and horizons, and the effects on assets and liabilities, on " +
		"revenue and on cash flows"
	const short = "Details on the remuneration of the board and climate targets can be found in the Remuneration Report."
	for text, want := range map[string]bool{long: false, short: true} {
		ix := newIndex(standardOf(t).lex, []passage{{page: 1, text: text, role: row, under: -1}})
		if got := ix.points(0); got != want {
			t.Errorf("%.40q points elsewhere: %t", text, got)
		}
	}
}

func TestQuotationsAreThoseOfTheComparison(t *testing.T) {
	doc := &document.Document{Pages: []document.Page{{Number: 1, Language: "en", Text: "We bake bread.\n\n" + priced + "\n"}}}
	judge := sureOf{"S2.29(f)(i)#how_used", "Every investment", 0.9, 0.95}
	all, err := Quotations(context.Background(), doc, &statement.Report{}, judge)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, q := range all {
		if !strings.Contains(doc.Pages[0].Text, q.Quote) || q.Quote == "" {
			t.Errorf("not on its page: %+v", q)
		}
		if q.Part == judge.part {
			found = true
			if q.Sure != 0.9 || q.Passage != priced || q.Page != 1 {
				t.Errorf("%+v", q)
			}
		}
	}
	if !found {
		t.Errorf("%+v", all)
	}
}

// What stands nearest to a part that was not found is shown; where a document is named beside it, the part may stand there, and where a
// passage that names what an amount is of has a figure, that may be it.
func TestADocumentNamedBesideWhatComesNearest(t *testing.T) {
	const near = "Physical risks were looked at for each of our kinds of risk."
	for name, c := range map[string]struct {
		beside string
		near   float64
	}{
		"named":  {"Further details can be found in the Disclosure Report.", maybeElsewhere},
		"nobody": {"We bake bread in forty towns.", 0.2},
		"figure": {"Floods would reach plants of EUR 5 million.", maybeElsewhere},
		"amount": {"We paid EUR 5 million for bread.", 0.2},
	} {
		t.Run(name, func(t *testing.T) {
			a, _ := judgedBy(t, sureOf{"S2.29(c)#amount", "Physical risks", 0.1, 0.2}, "S2.29(c)", near+"\n\n"+c.beside+"\n")
			for _, p := range a.parts {
				if here := name == "named"; p.ID == "S2.29(c)#amount" && (p.Elsewhere != here || here && p.Here != 0.2) {
					t.Errorf("what comes near in the report itself: %+v", p)
				}
				if p.ID == "S2.29(c)#amount" && (p.Addressed || p.Near != c.near || p.Nearest != (events.NearestPassage{Page: 1, Quote: near})) {
					t.Errorf("%+v", p)
				}
			}
			if len(a.parts) == 0 {
				t.Fatal("no parts")
			}
		})
	}
}

// Cues know few of the words in which something can be said: what is asked under a condition, and they do not find, is not surely missing.
func TestWhatCuesAloneHaveLookedFor(t *testing.T) {
	c := standardOf(t).compare(&document.Document{Pages: []document.Page{{Number: 1, Language: "en", Text: "We bake bread in forty towns.\n"}}}, "")
	for id, near := range map[string]float64{"S2.29(a)(iv)(2)": maybeElsewhere, "S2.29(a)(i)(1)": 0} {
		p, _ := c.Paragraph(id)
		for _, r := range p.Requirements {
			if part := c.partOf(r, c.judge(p, r)); part.Addressed || part.Near != near || part.Nearest.Page != 0 {
				t.Errorf("%s: %+v", id, part)
			}
		}
	}
}

// What is asked of a thing is not surely missing where there may be no such thing, nor what a passage says all but a word of.
func TestWhatMayBeAskedOfNothingIsNotSurelyMissing(t *testing.T) {
	const target = "We aim for net zero by 2040. We plan offsets."
	for name, c := range map[string]struct {
		part, text string
		near       float64
	}{
		"credits that nobody plans": {"S2.36(e)(iii)#nature_or_technology", target, maybeElsewhere},
		"all but the climate":       {"S2.22(a)(iii)(3)#investment_effect", "We invest in resilient dykes for our strategy.", maybeElsewhere},
		"investment in something":   {"S2.22(a)(iii)(3)#investment_effect", "We invest in bread.", 0.2},
	} {
		t.Run(name, func(t *testing.T) {
			paragraph, _, _ := strings.Cut(c.part, "#")
			a, _ := judgedBy(t, sureOf{c.part, "We", 0.1, 0.2}, paragraph, c.text+"\n")
			for _, p := range a.parts {
				if p.ID == c.part && p.Near != c.near {
					t.Errorf("%+v", p)
				}
			}
			if len(a.parts) == 0 {
				t.Fatal("no parts")
			}
		})
	}
}

// Where cues alone say that something is missing, what comes nearest by the words of the requirement is shown as well: nobody is told of a gap without a
// passage to look at.
func TestWhatCuesAloneDoNotFindIsSaidWithTheNearestPassage(t *testing.T) {
	const near = "The metrics of our industry are followed by the board."
	a, _ := judgedBy(t, sureOf{}, "S1.59(b)", "Carpets are nice.\n\n"+near+"\n")
	if a.status != events.NotAddressed || len(a.parts) != 1 {
		t.Fatalf("%s: %+v", a.status, a.parts)
	}
	if p := a.parts[0]; p.Nearest.Quote != near || p.Nearest.Page != 1 || !strings.Contains(p.GapReason, "by its own words is on page 1") {
		t.Errorf("%+v", p)
	}
}

// Who surely says that scenarios are used to find risks is not told that no scenarios were analysed; what is only likely tells nothing.
func TestWhatANarrowerPartSaysIsNotMissingFromAWiderOne(t *testing.T) {
	const used = "Risks at selected sites are analysed with partners by means of different scenarios."
	for sure, want := range map[float64]events.DisclosureStatus{sureQuoted: events.FullyAddressed, 0.5: events.NotAddressed} {
		a, _ := judgedBy(t, sureOf{"S2.25(a)(ii)#scenario_use", used, sure, sure}, "S2.22", used+"\n")
		if a.status != want || want == events.FullyAddressed && a.parts[0].Quote != used {
			t.Errorf("from %v: %s, %+v", sure, a.status, a.parts)
		}
	}
}
