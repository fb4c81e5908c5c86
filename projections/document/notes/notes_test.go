package notes_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/projections/document/notes"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

func said(text, voice, topic string) statement.Said {
	s := statement.Said{}
	s.Page, s.Text = 3, text
	s.Voice, s.Topic = statement.Answer{Value: voice, Sure: 0.9}, statement.Answer{Value: topic, Sure: 0.9}
	return s
}

func of(d *document.Document, sentences ...statement.Said) []notes.Note {
	return notes.Of(d, &statement.Report{Pages: [][]statement.Said{sentences}})
}

func TestWhatAReportSaysOfItsFigures(t *testing.T) {
	for text, c := range map[string]struct {
		voice, topic string
		want         notes.Kind // empty where it says nothing of the kind
	}{
		"We have performed a limited assurance engagement on the sustainability report of Example plc.":                  {"auditor", "accounting", notes.Assured},
		"The report was subject to a limited assurance engagement of an auditor.":                                        {"entity", "governance", notes.Assured},
		"In a limited assurance engagement the steps are fewer than in one with reasonable assurance.":                   {"auditor", "accounting", ""},
		"The figures of the previous year were not part of our engagement, nor included in it.":                          {"auditor", "accounting", notes.Unassured},
		"Sources outside of the company that the report names are not the subject of our audit.":                         {"auditor", "accounting", notes.Unassured},
		"Certificates were assessed exclusively in terms of their existence by our team.":                                {"auditor", "accounting", notes.Unassured},
		"We believe that the evidence we have obtained is sufficient for our conclusion.":                                {"auditor", "accounting", ""},
		"Scope 3 does not include the emissions of our franchisees and joint ventures.":                                  {"entity", "climate", notes.LeftOut},
		"Scope 3 counts fuels (not included in scope 1 or 2), travel and leased sites.":                                  {"entity", "climate", ""},
		"We report emissions of 13 out of a total of 15 Scope 3 categories.":                                             {"entity", "climate", notes.LeftOut},
		"Construction waste is not included in the figure of the hall.":                                                  {"entity", "waste", ""},
		"If one excludes this site our Scope 1 emissions were flat.":                                                     {"entity", "climate", ""},
		"The emissions shown here for 2020 to 2022: these values differ from the values reported in last year's report.": {"entity", "climate", notes.Restated},
		"Which subsidiaries are not included in your emissions?":                                                         {"standard", "climate", ""},
		"The Scope 3 emissions of 2021 and 2022 were restated.":                                                          {"entity", "climate", notes.Restated},
		"Compared with the emissions figure for 2021, which was adjusted, this is 2 % less.":                             {"entity", "climate", notes.Restated},
		"(12) Due to better data, the values for Scope 1 and 2 emissions for 2022 have been adjusted.":                   {"entity", "climate", notes.Restated},
		"(Please say whether the values for 2022 have been adjusted.)":                                                   {"entity", "climate", ""},
		"2) The increase comes of the inclusion of district heating for the first time in 2023.":                         {"entity", "accounting", notes.Remade},
		"Women were included in the board for the first time in 2023.":                                                   {"entity", "people", ""},
		"The pension provisions of the previous year were restated.":                                                     {"entity", "accounting", ""},
		"Scope 3 emissions rose because of an expansion of the reported portfolio.":                                      {"entity", "climate", notes.Remade},
		"Neither target was altered, and no base-year emissions were recalculated.":                                      {"entity", "climate", ""},
		"No target was changed; the Scope 3 emissions of 2021 were restated.":                                            {"entity", "climate", notes.Restated},
		"Changed emission factors would lead to other results.":                                                          {"entity", "climate", ""},
		"A new measurement approach was used for the emissions of business travel.":                                      {"entity", "climate", notes.Remade},
		"A new method of training was used in our plants throughout the year.":                                           {"entity", "people", ""},
	} {
		got := of(&document.Document{}, said(text, c.voice, c.topic))
		if c.want == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0].Kind != c.want {
			t.Errorf("%s: %+v, want %q", text, got, c.want)
		}
	}
}

func TestWhatAuthoritiesHoldAgainstACompanyIsNoted(t *testing.T) {
	for text, c := range map[string]struct {
		kind, standing string
		want           bool
	}{
		"In March 2023 the public prosecutor searched two offices of the company.":            {"event", "done", true},
		"A fine of EUR 2 million was imposed on our subsidiary in Spain in 2022.":             {"event", "done", true},
		"The company was sued by residents and the case is pending.":                          {"event", "ongoing", true},
		"A manager was charged with fraud by a court in Spain in 2022.":                       {"event", "done", true},
		"The allowance for loans rose by EUR 4 million in 2022, which was charged to profit.": {"event", "done", false},
		"In 2023 there were no lawsuits and no fines of any kind.":                            {"event", "done", false},
		"Breaches may lead to a fine of up to 10 % of sales.":                                 {"event", "done", false},
		"Employees are told how to behave in legal proceedings.":                              {"policy", "done", false},
		"We will report on any lawsuit that is brought against us from 2025.":                 {"event", "planned", false},
		"The whistleblower office looks into every report that it receives and answers soon.": {"process", "done", false},
	} {
		s := said(text, "entity", "governance")
		s.Kind, s.Standing = statement.Answer{Value: c.kind, Sure: 0.9}, statement.Answer{Value: c.standing, Sure: 0.9}
		got := of(&document.Document{}, s)
		if c.want != (len(got) == 1 && got[0].Kind == notes.Charged) {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func TestWhatACompanyAdmitsIsNoted(t *testing.T) {
	for text, want := range map[string]bool{
		"We only just missed the target that we had set ourselves for loans in 2023.":             true,
		"The target for women in management was not reached in the year under review.":            true,
		"Data is not collected for units with very low emissions.":                                true,
		"The effectiveness of these measures cannot currently be verified.":                       true,
		"No data on Scope 3 emissions has been collected to date.":                                true,
		"The target of 21 per cent (2022: 20.5; 2021: 22) for women on all levels was missed.":    true,
		"No data on customers was collected without their consent, and no figure was missing.":    false,
		"At that time, a violation with detrimental effects was identified.":                      true,
		"No violations were identified in the year.":                                              false,
		"Emissions are not measured on a test bench – they are measured in traffic.":              false,
		"At 2.3 accidents we remained below the target of fewer than 3.":                          false,
		"Our targets were reached in full, and new ones are not yet needed.":                      false,
		"An incident was identified at a supplier, but it has been put right together with them.": false,
	} {
		s := said(text, "entity", "people")
		s.Standing = statement.Answer{Value: "done", Sure: 0.9}
		got := of(&document.Document{}, s)
		if want != (len(got) == 1 && got[0].Kind == notes.Admitted) {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func TestThatNobodyHasLookedAtAReportIsNoted(t *testing.T) {
	for text, want := range map[string]bool{
		"There was no additional review of this report by an auditing firm.":               true,
		"The data in this statement was not externally assured.":                           true,
		"The report has been reviewed by an auditor and no errors were found.":             false,
		"Suppliers without an audit are visited.":                                          false,
		"We report without delay, and our auditors have looked at the figures.":            false,
		"Without an independent verification of their data suppliers cannot join the club": false,
	} {
		got := of(&document.Document{}, said(text, "entity", "governance"))
		if want != (len(got) == 1 && got[0].Kind == notes.Unchecked) {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func TestTheLevelAndTheScopeAreNoted(t *testing.T) {
	got := of(&document.Document{}, said("We have obtained reasonable assurance on Scope 1 and 2 emissions.", "auditor", "climate"))
	if len(got) != 1 || got[0].Level != "reasonable" || got[0].Scope != "1+2" {
		t.Errorf("%+v", got)
	}
}

func TestAFormThatSaysYesToLeavingOut(t *testing.T) {
	page := func(answer string) *document.Document {
		return &document.Document{Pages: []document.Page{{Number: 12,
			Text: "Any subsidiaries that are not included in the report?   " + answer + "\n The bank alone is covered\n"}}}
	}
	if got := of(page("Yes")); len(got) != 1 || got[0].Kind != notes.LeftOut || got[0].Page != 12 {
		t.Errorf("%+v", got)
	}
	if got := of(page("No")); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// Silence is told of only where nothing comes near: others than those outside, and things other than what is reported, do not break it.
func TestWhatAReportDoesNotSpeakOf(t *testing.T) {
	for text, want := range map[string]notes.Silence{
		"The Supervisory Board has examined this report in an independent review.":       {Assurance: true, Targets: true},
		"External auditors audit the security of our systems.":                           {Assurance: true, Targets: true},
		"The emissions were verified by an external body.":                               {Targets: true},
		"This report was not subject to external assurance.":                             {Targets: true},
		"See the assurance report on page 60.":                                           {Targets: true},
		"We want to cut our emissions by 30 % by 2030.":                                  {Assurance: true},
		"Our emissions of 2022 were cut.":                                                {Assurance: true, Targets: true},
		"By 2030 half of all households are to have a line.":                             {Assurance: true, Targets: true},
		"The targets for our emissions are being finalized, and will be published soon.": {Assurance: true, Targets: true},
	} {
		s := said(text, "entity", "climate")
		got := notes.SilenceOf(&document.Document{Pages: []document.Page{{Number: 1, Text: text}}}, &statement.Report{Pages: [][]statement.Said{{s}}}, 2023)
		if (notes.Silence{Assurance: got.Assurance, Targets: got.Targets}) != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
	for head, silent := range map[string]bool{"Targets set": false, "Measured by": true} {
		table := document.Table{HeaderRows: 1, Rows: [][]document.Cell{{{Text: "Indicator"}, {Text: head}}, {{Text: "Scope 2 GHG emissions"}, {Text: "Less by 1 %"}}}}
		page := document.Page{Number: 1, Language: "en", Text: "So.", Tables: []document.Table{table}}
		if got := notes.SilenceOf(&document.Document{Pages: []document.Page{page}}, &statement.Report{}, 2023); got.Targets != silent {
			t.Errorf("a table under %q: silent of targets %v", head, got.Targets)
		}
	}
	t.Run("of risks that are not material no cost is to be given", func(t *testing.T) {
		for last, silent := range map[string]bool{"Climate risks may also hit our suppliers.": true, "We have not identified any material climate risks.": false} {
			var all []statement.Said
			for _, text := range []string{"Climate risks are looked at each year.", "Floods are physical risks of our halls.", last} {
				all = append(all, said(text, "entity", "climate"))
			}
			d := &document.Document{Pages: []document.Page{{Language: "en", Text: "So."}}}
			if got := notes.SilenceOf(d, &statement.Report{Pages: [][]statement.Said{all}}, 2023); got.Money != silent {
				t.Errorf("%s: %v", last, got.Money)
			}
		}
	})
	t.Run("what a picture may show that nobody has read is what its page speaks of", func(t *testing.T) {
		page := func(text string, picture bool) document.Page {
			return document.Page{Language: "en", Text: text, Picture: picture}
		}
		d := &document.Document{Pages: []document.Page{page("How we use water.", false), page("At a glance", true), page("So.", true)}}
		want := notes.Silence{Targets: true, Accidents: true, Energy: true, Waste: true}
		if got := notes.SilenceOf(d, &statement.Report{}, 2023); got != want {
			t.Errorf("%+v, not %+v", got, want)
		}
	})
	for name, other := range map[string]document.Page{
		"a picture":        {Number: 2, ImageOnly: true},
		"another language": {Number: 2, Language: "de", Text: "Ein Wirtschaftsprüfer hat den Bericht geprüft; bis 2030 wollen wir die Emissionen halbieren."},
	} {
		unread := &document.Document{Pages: []document.Page{{Number: 1, Language: "en", Text: "So."}, other}}
		if got := notes.SilenceOf(unread, &statement.Report{}, 2023); got != (notes.Silence{}) {
			t.Errorf("%s, which nobody has read, may speak of it: %+v", name, got)
		}
	}
}

func TestWhatTheTrainedReaderFindsAgainstACompanyIsNoted(t *testing.T) {
	against := func(kind string, sure float64, standing, voice, topic string) statement.Said {
		s := said("The share of sites with a certified system came to 61 per cent and so to less than we had set out for.", voice, topic)
		s.Against, s.Standing = statement.Answer{Value: kind, Sure: sure}, statement.Answer{Value: standing, Sure: 0.9}
		return s
	}
	ofTheme := func(theme string, s statement.Said) statement.Said {
		s.Matters = statement.Answer{Value: theme, Sure: 0.1}
		return s
	}
	for _, c := range []struct {
		name string
		said statement.Said
		want notes.Kind // empty where nothing is noted
	}{
		{"a target that was missed", against("missed", 0.8, "done", "entity", "governance"), notes.Missed},
		{"what figures rest on", against("limits", 0.7, "ongoing", "entity", "climate"), notes.Limited},
		{"what is only promised is no limit", against("limits", 0.9, "planned", "entity", "climate"), ""},
		{"what is measured otherwise", against("changed", 0.9, "done", "entity", "climate"), notes.Remade},
		{"a result is no change of method", ofTheme("emissions", against("changed", 0.9, "done", "entity", "climate")), ""},
		{"what is possible limits all the same", against("limits", 0.9, "possible", "entity", "climate"), notes.Limited},
		{"likely, and not likely enough", against("missed", 0.69, "done", "entity", "governance"), ""},
		{"what may come is no harm that happened", against("harm", 0.9, "possible", "entity", "people"), ""},
		{"what another suffered", against("harm", 0.9, "done", "world", "people"), ""},
		{"what an auditor says of his work", against("unchecked", 0.9, "done", "auditor", "accounting"), ""},
		{"how business went", against("worse", 0.9, "done", "entity", "accounting"), ""},
		{"nothing at all", against("", 0, "done", "entity", "climate"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := of(&document.Document{}, c.said)
			if c.want == "" && len(got) == 0 {
				return
			}
			if len(got) != 1 || got[0].Kind != c.want || got[0].Sure != c.said.Against.Sure {
				t.Errorf("noted %+v, want %q", got, c.want)
			}
		})
	}
}

func TestWhatACompanyDoesNotAnswerForAdmitsNothing(t *testing.T) {
	for text, want := range map[string]bool{
		"We do not have any responsibility for emission sources that are not consolidated.":   false,
		"The directors accept no liability towards anybody who relies on this report.":        false,
		"Forward-looking statements in this report are subject to risks that nobody knows.":   false,
		"The emissions of our responsible suppliers are not known for the year under review.": true,
	} {
		s := said(text, "entity", "climate")
		s.Against, s.Standing = statement.Answer{Value: "lacking", Sure: 0.9}, statement.Answer{Value: "ongoing", Sure: 0.9}
		if got := of(&document.Document{}, s); want != (len(got) == 1) {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

// A table that says of one target that it was met and of another that it was not tells of a target missed; a key to its signs does not, nor one that is
// not met yet.
func TestATargetThatATableCallsNotMetIsNoted(t *testing.T) {
	table := func(head string, states ...string) *document.Document {
		rows := [][]document.Cell{{{Text: "Topic"}, {Text: "Indicator"}, {Text: head}, {Text: "Result"}}}
		for _, s := range states {
			rows = append(rows, []document.Cell{{Text: "Climate"}, {Text: "Cut what we emit"}, {Text: "by 1 %"}, {Text: s}})
		}
		return &document.Document{Pages: []document.Page{{Number: 6, Tables: []document.Table{{HeaderRows: 1, HeaderCols: 1, Rows: rows}}}}}
	}
	for name, c := range map[string]struct {
		d    *document.Document
		want string
	}{
		"one was not met":        {table("Targets 2024", "Target achieved", "Not met, rose by 15 %"), "Cut what we emit | by 1 % | Not met, rose by 15 %"},
		"all were met":           {table("Targets 2024", "Target achieved", "Achieved"), ""},
		"one is not met yet":     {table("Targets 2024", "Target achieved", "Not yet met"), ""},
		"no other says anything": {table("Targets 2024", "Not met", "12 %"), ""},
		"no table of targets":    {table("Requirement", "Met", "Not met"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := notes.Of(c.d, &statement.Report{})
			if c.want == "" && len(got) == 0 {
				return
			}
			if len(got) != 1 || got[0].Kind != notes.Unmet || got[0].Quote != c.want || got[0].Page != 6 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What a company owns up to is an admission; what others have not done, or what is no deed of its own, is none.
func TestWhatTheCompanyOwnsUpToIsAdmitted(t *testing.T) {
	for text, want := range map[string]notes.Kind{
		"We acknowledge a slight increase in our emissions intensity compared to 2023.":              notes.Admitted,
		"The company does not currently conduct external assurance on its sustainability reporting.": notes.Unchecked,
		"Suppliers that have not yet set a goal are asked to do so.":                                 "",
		"We are not currently party to any proceedings.":                                             "",
		"The base year is recalculated for emissions when structural changes occur in the group.":    "",
		"The base year's emissions of 2021 were recalculated when a division had been sold in June.": notes.Restated,
	} {
		t.Run(text, func(t *testing.T) {
			got := of(&document.Document{}, said(text, "entity", "climate"))
			if want == "" && len(got) == 0 {
				return
			}
			if len(got) != 1 || got[0].Kind != want {
				t.Errorf("%+v, want %q", got, want)
			}
		})
	}
}

// What a sentence at the top of a page is about stands on the page before where that ends in the middle of one.
func TestTheRestOfASentenceOfThePageBeforeIsNoNote(t *testing.T) {
	for before, want := range map[string]int{"At one site we achieved a": 0, "At one site we did well.": 1} {
		first, rest := said(before, "entity", "climate"), said("7.2 % reduction in emissions compared with the year before.", "entity", "climate")
		rest.Matters = statement.Answer{Value: "emissions", Sure: 0.7}
		got := notes.Of(&document.Document{}, &statement.Report{Pages: [][]statement.Said{{first}, {rest}}})
		if len(got) != want {
			t.Errorf("%s: %+v", before, got)
		}
	}
}

// A plain fact that is taken for a target is of what it speaks of.
func TestAThemeIsOfWhatASentenceNames(t *testing.T) {
	for name, c := range map[string]struct{ text, theme, topic, want string }{
		"a plain fact is no target":   {"Solar panels were only operational at two plants since 2023.", "goal", "energy", "energy"},
		"a target is one":             {"Our target is to halve what we emit by the year 2030.", "goal", "energy", "goal"},
		"what is emitted is":          {"Emissions of our plants fell by a tenth in 2024.", "goal", "climate", "emissions"},
		"a gap review assures nobody": {"We conducted a gap review of our disclosures this year.", "assurance", "governance", ""},
		"an auditor does":             {"An independent auditor has reviewed our disclosures this year.", "assurance", "governance", "assurance"},
	} {
		t.Run(name, func(t *testing.T) {
			s := said(c.text, "entity", c.topic)
			s.Matters = statement.Answer{Value: c.theme, Sure: 0.5}
			if got := of(&document.Document{}, s); len(got) != 1 || got[0].Theme != c.want {
				t.Errorf("%+v, want %q", got, c.want)
			}
		})
	}
}

// A form says no to what it asks the company to have, and marks the box of no beside assurance; a no to harm admits nothing.
func TestAFormThatSaysNo(t *testing.T) {
	for text, want := range map[string]notes.Kind{
		"Does the Company have a net zero emission target commitment?\tNo":  notes.Denied,
		"Does the Company have a net zero emission target commitment?\tYes": "",
		"Has the company had any incidents of corruption?\tNo":              "",
		"Is the Company listed on another Stock Exchange? (No)":             "",
		"Third-party assurance and/or validation\n\nX\tNo":                  notes.Unchecked,
		"Third-party assurance and/or validation\n\nX\tYes\nNo":             "",
	} {
		t.Run(text, func(t *testing.T) {
			got := of(&document.Document{Pages: []document.Page{{Number: 7, Text: "Form\n" + text}}})
			if want == "" && len(got) == 0 {
				return
			}
			if len(got) != 1 || got[0].Kind != want || got[0].Page != 7 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What the next sentence takes back, or how much a change came to, belongs to a note; what stands below another heading does not.
func TestTheSentenceBehindANoteThatTurnsBelongsToIt(t *testing.T) {
	restated := "The Scope 3 emissions of 2021 and 2022 were restated."
	for name, c := range map[string]struct {
		next, heading, want string
	}{
		"by how much":       {"Compared with what was reported they are +2.4 % and -1.4 %.", "", "Compared with what was reported they are +2.4 % and -1.4 %."},
		"takes it back":     {"However, 2020 was left as it was.", "", "However, 2020 was left as it was."},
		"says other things": {"We shall go on with this work.", "", ""},
		"will not stay so":  {"We ceased this activity and no longer incur these emissions.", "", "We ceased this activity and no longer incur these emissions."},
		"without a part":    {"If one excludes this change, Scope 3 was flat.", "", "If one excludes this change, Scope 3 was flat."},
		"of the report":     {"This report gives only the figures that were audited.", "", ""},
		"of something else": {"Only our offices changed.", "", ""},
		"another heading":   {"However, 2020 was left as it was.", "Water", ""},
	} {
		t.Run(name, func(t *testing.T) {
			next := said(c.next, "entity", "people")
			if c.heading != "" {
				next.Headings = []string{c.heading}
			}
			if got := of(&document.Document{}, said(restated, "entity", "climate"), next); len(got) == 0 || got[0].After != c.want {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What a mark in a sentence limits it to stands at the foot of its page, and what a target is of in the sentence before it.
func TestASentenceStandsWithItsFootnoteAndWithWhatItsTargetIsOf(t *testing.T) {
	const rate, target = "The retention rate¹ came to 123 percent.", "The target for the 2023 financial year of at least 110 percent was exceeded."
	for name, c := range map[string]struct{ first, foot, mark, before string }{
		"both":                       {rate, "1 Retention rate excl. the product for restaurants", "Retention rate excl. the product for restaurants", rate},
		"a note that limits nothing": {rate, "1 Retention rate as the industry has it", "", rate},
		"another mark":               {rate, "2 Retention rate excl. the product for restaurants", "", rate},
		"a unit is no mark":          {"We used 12 kWh per m² of floor.", "2 Floor excl. that of stores", "", "We used 12 kWh per m² of floor."},
	} {
		t.Run(name, func(t *testing.T) {
			text := []rune(c.first + " " + target + "\n" + c.foot)
			at := len([]rune(c.first + " " + target))
			p := document.Page{Number: 1, Text: string(text), Lines: []document.Line{{End: at, Role: document.RoleBody},
				{Start: at + 1, End: len(text), Block: 1, Role: document.RoleNote}}}
			second := said(target, "entity", "product")
			second.Matters = statement.Answer{Value: "goal", Sure: 0.7}
			got := notes.Of(&document.Document{Pages: []document.Page{p}},
				&statement.Report{Pages: [][]statement.Said{{said(c.first, "entity", "product"), second}}})
			if len(got) != 1 || got[0].Mark != c.mark || got[0].Before != c.before {
				t.Errorf("%+v, want %q and %q", got, c.mark, c.before)
			}
		})
	}
}
