package judge

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// The first sentence of a reasoning is of this claim: what the report's own figures make of it, or what kind of statement it is.
func TestAReasoningBeginsWithWhatIsParticularToItsClaim(t *testing.T) {
	says := func(kind string, e events.Entities) events.Claim {
		c := claimOf(events.LegalGovernance)
		e.Kind, e.Subject = kind, "company"
		c.Text, c.Entities = "We look at our suppliers with care.", e
		return c
	}
	in := func(c events.Claim, text string) events.Claim { c.Text = text; return c }
	figures := func(f ...string) events.Entities { return events.Entities{Figures: f} }
	for name, test := range map[string]struct {
		claim   events.Claim
		details string // of who looks at figures; nobody does where it is empty
		want    string
	}{
		"another page gives the figure": {
			says("", figures("75,617 t")), `{"elsewhere": {"figures": 1, "again": [{"figure": "75,617 t", "label": "Total waste", "page": 35}], "alone": []}}`,
			"Page 35 gives the same figure, 75,617 t, under “Total waste”.",
		},
		"a sentence of another page does, and more": {
			says("", figures("75,617 t", "101,287 t")),
			`{"elsewhere": {"figures": 2, "again": [{"figure": "75,617 t", "label": "", "page": 3}, {"figure": "101,287 t", "label": "", "page": 4}], "alone": []}}`,
			"Page 3 gives the same figure, 75,617 t, in its text, and more of its figures stand elsewhere in the report, too.",
		},
		"no other page prints it": {
			says("", figures("75,617 t")), `{"elsewhere": {"figures": 1, "again": [], "alone": ["75,617"], "pages": 9}}`, "No other page prints 75,617.",
		},
		"pages could not be read": {
			says("", figures("75,617 t", "1,204 t")), `{"elsewhere": {"figures": 2, "again": [], "alone": ["75,617"], "pages": 9, "unread": 1}}`,
			"No other page that could be read prints 75,617, one of its figures.",
		},
		"too short a figure to be recognised": {
			says("", figures("27 %")), `{}`, "27 % was held against the report's other figures without result.",
		},
		"several": {
			says("", figures("2 %", "3 %", "4 %")), `{}`, "Its three figures were held against the others of the report without result.",
		},
		"nobody has held it against any": {says("", figures("27 %")), "", "It states something and gives 27 %."},
		"a target without its base year": {
			says("target", figures("42 %")), `{"targets": [{"target_year": 2030, "missing": ["the base year"]}]}`,
			"It is a target for 2030 whose sentence names no base year, so that it does not say what counts as reaching it.",
		},
		"a target": {
			says("target", figures("42 %")), `{"targets": [{"target_year": 2030, "missing": []}]}`,
			"It is a target for 2030, and only a later report can show whether it is reached.",
		},
		"a target that the report's figures are behind": {
			says("target", figures("42 %")), `{"targets": [{"target_year": 2030, "missing": []}], "target_achievability": {"target_year": 2030,
				"historical_annual_points": "2.4", "remaining_annual_points": "10"}}`,
			"It is a target for 2030, and the report's own figures are behind a straight path to it: 10 points of the base year are needed in each year from " +
				"now on, and 2.4 were achieved in each year since then.",
		},
		"a target that the report's figures are ahead of": {
			says("target", figures("42 %")), `{"targets": [{"target_year": 2030, "missing": []}], "target_achievability": {"target_year": 2030,
				"historical_annual_points": "10", "remaining_annual_points": "2.4"}}`,
			"It is a target for 2030, and the report's own figures are on a straight path to it or ahead of it: 2.4 points of the base year are needed in each " +
				"year from now on, and 10 were achieved in each year since then.",
		},
		"an intention without figure and year": {
			says("target", events.Entities{}), "",
			"It is read as an intention, and names neither a figure nor a year by which one could say that it was missed.",
		},
		"an intention with a number in words": {
			in(says("target", events.Entities{}), "We will close three mills."), "",
			"It is read as an intention, and no figure or year was read in it by which one could say that it was missed.",
		},
		"an intention without year": {
			says("", events.Entities{Commitment: true, Figures: []string{"100 %"}}), "",
			"It is read as an intention: it gives 100 % and no year by which one could say that it was missed.",
		},
		"an intention without figure": {
			says("", events.Entities{Commitment: true, Periods: []string{"2030"}}), "",
			"It is read as an intention: it names 2030, and only later reports can show whether it comes about.",
		},
		"an intention with both": {
			says("target", events.Entities{Figures: []string{"5,000 t"}, Periods: []string{"2030"}}), "",
			"It is read as an intention: it gives 5,000 t and names 2030, and only later reports can show whether it comes about.",
		},
		"what was reached is no promise": {says("target", events.Entities{Standing: "done"}), "",
			"It states something, without a figure or a year that could be looked up."},
		"an opinion": {says("opinion", events.Entities{}), "", "It is read as a judgement, which no source decides: only the facts behind it could be checked."},
		"an outlook": {says("outlook", events.Entities{}), "", "It is read as an expectation, which nothing that is written today can confirm."},
		"what was expected and came about": {says("outlook", events.Entities{Standing: "done"}), "",
			"It states something, without a figure or a year that could be looked up."},
		"a term defined over years to come": {says("definition", events.Entities{Commitment: true}), "",
			"It is read as saying what is counted or what a term means: a choice of the company's, of which only the consequences could be checked."},
		"a pointer": {says("pointer", events.Entities{}), "", "It refers to something that stands elsewhere, and only what is said there could be checked."},
		"a definition": {says("definition", events.Entities{}), "",
			"It is read as saying what is counted or what a term means: a choice of the company's, of which only the consequences could be checked."},
		"a process": {says("process", events.Entities{}), "", "It describes how something is done, without a figure or a year that could be looked up."},
		"a policy":  {says("policy", events.Entities{}), "", "It states a rule or who is responsible, without a figure or a year that could be looked up."},
		"an event": {in(says("event", events.Entities{Periods: []string{"2023"}}), "In 2023 we trained our suppliers."), "",
			"It says that something was done and names 2023, without a figure that could be looked up."},
		"a change": {says("change", events.Entities{}), "", "It says that something has changed, without a figure or a year that could be looked up."},
		"a share": {in(says("share", events.Entities{}), "All of our sites are certified."), "",
			"It says how large a part is, and no figure was read in it that could be recalculated."},
		"a level": {in(says("level", events.Entities{}), "None of our sites is near a reserve."), "",
			"It says how things stand, and no figure was read in it that could be recalculated."},
		"a standard": {in(says("process", events.Entities{Standards: []string{"ISO 14001"}}), "Sites are certified by ISO 14001."), "",
			"It describes how something is done; it refers to “ISO 14001”, against whose text, register or certificate it could be held."},
		"a body": {says("policy", events.Entities{Bodies: []string{"Supervisory Board"}}), "",
			"It states a rule or who is responsible; it names Supervisory Board, whose minutes or records would show it."},
	} {
		t.Run(name, func(t *testing.T) {
			var c Case
			c.open(events.Case{Claim: test.claim, Iteration: 1, Agents: tasks("legal!")})
			c.hear(finding(events.Legal, nil, `{}`))
			if test.details != "" {
				c.Passes[0].Agents = append(c.Passes[0].Agents, events.AgentTask{Agent: events.DataMetrics})
				c.hear(finding(events.DataMetrics, nil, test.details))
			}
			r := DefaultRubric()
			got := Decide(r, c, Evaluate(r, c)).Reasoning
			got = strings.Replace(got, particular(test.claim), "", 1) // which claim it is has a test of its own
			if rest, ok := strings.CutPrefix(got, test.want+" "+onlyTheCompany); !ok {
				t.Errorf("\n%s\nwant\n%s", got, test.want)
			} else if strings.Contains(rest, "the report's other figures") && strings.Contains(test.want, "other") {
				t.Errorf("said twice: %s", got)
			}
		})
	}
}

// A figure that went into what does not hold is in doubt, and is not said to have been looked at without result.
func TestAFigureInDoubtComesFirst(t *testing.T) {
	r := DefaultRubric()
	var c Case
	c.open(events.Case{Claim: claimOf(events.Quantitative), Iteration: 1, Agents: tasks("data_metrics!")})
	c.see(aCheck("chk_1", events.CheckFail, 1).Data, 1)
	c.hear(finding(events.DataMetrics, nil, `{}`))
	got := Decide(r, c, Evaluate(r, c)).Reasoning
	const begins = "A figure of this went into what does not hold: page 20 gives 30 t for “Waste”. The parts add up to 33 t"
	if !strings.HasPrefix(got, begins) || strings.Contains(got, "without result") {
		t.Error(got)
	}
}

// A figure that a sentence denies is told as such.
func TestAFigureThatIsGivenOtherwiseComesFirst(t *testing.T) {
	r := DefaultRubric()
	var c Case
	c.open(events.Case{Claim: claimOf(events.Quantitative), Iteration: 1, Agents: tasks("data_metrics!")})
	k := aCheck("chk_1", events.CheckFail, 1).Data
	k.Name, k.Stated, k.Expected, k.Message = "duplicate_figure", "none", "1", "A sentence says that there was none, the table on page 14 gives 1."
	c.see(k, 1)
	c.hear(finding(events.DataMetrics, nil, `{}`))
	got := Decide(r, c, Evaluate(r, c)).Reasoning
	if !strings.HasPrefix(got, "The report says otherwise elsewhere about a figure of this: a sentence says that there was none, the table on page 14 gives 1.") {
		t.Error(got)
	}
}

// What the report says against itself is told where sources from outside are divided, too; and without a check the finding tells it.
func TestTheReportAgainstItselfIsToldBesideOthers(t *testing.T) {
	yes, no, r := true, false, DefaultRubric()
	own := finding(events.DataMetrics, nil, `{}`, events.Evidence{Origin: events.OriginReport, Page: 14})
	own.Summary, own.InternallyConsistent = "A sentence says that there was none, the table on page 14 gives 1. Neither is singled out.", &no
	for name, others := range map[string][]events.Finding{
		"alone": nil,
		"divided": {
			finding(events.NewsMedia, &no, `{}`,
				events.Evidence{Origin: events.OriginExternal, Source: "a.example", Publisher: "A", Tier: 4, Quote: "One died."}),
			finding(events.Academic, &yes, `{}`, events.Evidence{Origin: events.OriginCompany, Source: "b.example", Publisher: "B", Quote: "Nobody died."}),
		},
	} {
		var c Case
		c.open(events.Case{Claim: claimOf(events.LegalGovernance), Iteration: 1, Agents: tasks("data_metrics! news_media academic")})
		for _, f := range append(others, own) {
			c.hear(f)
		}
		if got := Decide(r, c, Evaluate(r, c)).Reasoning; !strings.Contains(got,
			"The report does not agree with itself here: a sentence says that there was none, the table on page 14 gives 1.") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Whoever speaks of something near a claim is named: it is not said that there was nothing.
func TestASourceThatTakesNoSideIsNamed(t *testing.T) {
	r := DefaultRubric()
	var c Case
	c.open(events.Case{Claim: claimOf(events.LegalGovernance), Iteration: 1, Agents: tasks("news_media!")})
	c.hear(finding(events.NewsMedia, nil, `{}`, events.Evidence{Origin: events.OriginExternal, Source: "a.example", Publisher: "Courier", Date: "2025-02-21"}))
	if got := Decide(r, c, Evaluate(r, c)).Reasoning; !strings.Contains(got, "Courier (2025-02-21) speaks of something near it and takes no side") ||
		strings.Contains(got, onlyTheCompany) {
		t.Error(got)
	}
}
