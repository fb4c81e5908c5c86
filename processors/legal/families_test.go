package legal_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/stream/streamtest"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Each family of claims is held against the paragraphs of the issued standards that ask for it (the numbers of the
// feature document are partly others).
func TestFamiliesOfClaimsMeetTheirParagraphs(t *testing.T) {
	const full, part = events.FullyAddressed, events.PartiallyAddressed
	for _, tc := range []struct {
		family, words, id string
		want              events.DisclosureStatus
	}{
		{"governance", "The Supervisory Board's climate committee oversees climate-related risks.", "S2.6(a)", full},
		{"governance", "The charter of the board's climate committee names climate as its subject.", "S2.6(a)(i)", full},
		{"governance", "The board reviews whether its members have the skills to oversee climate matters.", "S2.6(a)(ii)", full},
		{"governance", "The board's climate committee is informed quarterly about climate risks.", "S2.6(a)(iii)", full},
		{"governance", "The board considers climate in strategy, in acquisitions and in risk management, and weighs trade-offs.", "S2.6(a)(iv)", full},
		{"governance", "20 % of the bonus of the Executive Board depends on the reduction of emissions.", "S2.29(g)(ii)", full},
		{"governance", "The Chief Sustainability Officer is responsible for climate matters and reports to the board.", "S2.6(b)", full},
		{"governance", "Controls for climate data are part of the internal control system and checked by internal audit.", "S2.6(b)(ii)", full},
		{"risk", "We identify, assess, prioritise and monitor climate risks in an annual process.", "S2.25(a)", full},
		{"risk", "Climate risks are ranked in the same register as all other risks.", "S2.25(a)(iv)", full},
		{"risk", "Climate opportunities are identified and assessed every year in the same process.", "S2.25(b)", part},
		{"risk", "Climate risks are integrated into enterprise risk management by way of the risk register process.", "S2.25(c)", full},
		{"strategy", "Our transition plan assumes a carbon price and depends on permits.", "S2.14(a)(iv)", full},
		{"strategy", "Our transition plan assumes a carbon price.", "S2.14(a)(iv)", part},
		{"strategy",
			"We have changed our product portfolio because of climate change, will phase out coal by 2030, and invest EUR 5 million in renewable energy.",
			"S2.14(a)(i)", full},
		{"strategy", "We invested EUR 17 million in the transition plan in 2024, and EUR 60 million is planned for the transition plan to 2027.", "S2.14(b)", full},
		{"strategy", "The climate scenario analysis shows that our strategy is resilient.", "S2.22(a)", full},
		{"metrics", "Scope 1 emissions were 412,300 t CO2e.", "S2.29(a)(i)(1)", full},
		{"metrics", "Scope 2 emissions by the location-based method were 96,400 t CO2e.", "S2.29(a)(i)(2)", full},
		{"metrics", "Scope 3 covers category 1, purchased goods, and category 6, business travel.", "S2.29(a)(vi)(1)", full},
		{"metrics", "Emissions are measured in accordance with the GHG Protocol.", "S2.29(a)(ii)", full},
		{"metrics", "The internal carbon price of EUR 90 per tonne is used in investment decisions.", "S2.29(f)(i)", full},
		{"metrics", "We will reduce Scope 1 emissions by 42 % by 2030 from the base year 2020.", "S2.33(e)", full},
		{"metrics", "Our climate target was validated by the Science Based Targets initiative.", "S2.34(a)", part},
	} {
		f, m := assessed(t, tc.words, "", 1, "", tc.id)
		if got := m[tc.id]; got.Status != tc.want || got.Confidence == "" || got.Criteria == nil {
			t.Errorf("%s, %s: %s (%+v), want %s by %q", tc.family, tc.id, got.Status, got.SubRequirements, tc.want, tc.words)
		}
		if len(f.Paragraphs) == 0 || f.Summary == "" || len(f.Evidence) == 0 {
			t.Errorf("%s, %s: finding %+v", tc.family, tc.id, f.Summary)
		}
	}
}

func TestGapsAreWholeOrPartialAndSayWhyTheyMatter(t *testing.T) {
	d := compared(t, "", page("The Supervisory Board oversees climate matters. Our transition plan assumes a carbon price of EUR 90.\n"), page(filler))
	whole, partial := 0, 0
	for id, g := range gaps(d) {
		switch g.Status {
		case events.NotAddressed:
			whole++
			if len(g.Evidence) != 0 {
				t.Errorf("%s is missing and quoted: %+v", id, g.Evidence)
			}
		case events.PartiallyAddressed:
			partial++
			if len(g.Evidence) == 0 {
				t.Errorf("%s is there in part without a quotation", id)
			}
		default:
			continue
		}
		if g.Materiality == "" || g.Requirement == "" || len(g.Missing) == 0 || g.Pillar == "" || g.Section == "" {
			t.Errorf("%s: %+v", id, g)
		}
	}
	if whole == 0 || partial == 0 {
		t.Errorf("%d whole gaps, %d partial ones", whole, partial)
	}
	if n := len(streamtest.Of(d, events.CoverageAssessed)); n != 5 {
		t.Errorf("%d pillars", n)
	}
	shown := map[string]int{}
	for _, a := range streamtest.Of(d, events.ActivityReported) {
		shown[a.Data.Event]++
	}
	if shown["ifrs_coverage_update"] != 5 || shown["disclosure_gap_found"] != whole+partial || shown["agent_thinking"] == 0 {
		t.Errorf("people are shown %v", shown)
	}
}

// A passage is about a subject whether or not it answers what is asked of it; where its words and the reader of sentences differ, both count.
func TestPillarsOfAPassage(t *testing.T) {
	of := func(topic, paragraph string, sure float64) []statement.Said {
		return []statement.Said{{Sentence: statement.Sentence{Text: "Read."}, Reading: statement.Reading{
			Topic: statement.Answer{Value: topic, Sure: sure}, Paragraphs: []statement.Answer{{Value: paragraph, Sure: sure}, {Value: "none", Sure: 1 - sure}},
		}}}
	}
	for _, c := range []struct {
		text string
		said []statement.Said
		want string
	}{
		{"The board oversees climate matters through its sustainability committee.", nil, "governance"},
		{"We assess climate risks in our risk management process with due diligence on ESG risks.", nil, "risk_management"},
		{"Scope 1 emissions were 412,300 t CO2e, and our target is a reduction of 42 % by 2030.", nil, "metrics_targets"},
		{"Our climate strategy supports the transition to a low carbon economy with new products.", nil, "strategy"},
		{"We produced strong operating results and paid a dividend to our shareholders for the tenth year.", nil, ""},
		{"Coal is left where it is.", of("climate", "S2.14(a)(i)", 0.9), "strategy"},
		{"Dividends were paid.", of("business", "S2.14(a)(i)", 0.9), ""},
		{"Dividends were paid.", of("climate", "S2.14(a)(i)", 0.4), ""},
	} {
		of, err := legal.Pillars(c.text, c.said)
		if err != nil {
			t.Fatal(err)
		}
		best, most := "", 0.0
		for _, p := range []string{"governance", "risk_management", "metrics_targets", "strategy"} {
			if of[p] > most {
				best, most = p, of[p]
			}
		}
		if best != c.want || c.want == "" && len(of) > 0 {
			t.Errorf("%q is about %v, want %q", c.text, of, c.want)
		}
	}
}
