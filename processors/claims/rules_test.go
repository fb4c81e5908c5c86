package claims

import (
	"context"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/models"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// doc is a document of these pages; each line of a page is a block of its own, with tabs a row, and one
// that starts with "# " is a heading.
func doc(pages ...string) *document.Document {
	d := &document.Document{Version: document.Version, Pages: []document.Page{}, Outline: []document.Heading{}}
	for i, text := range pages {
		p := document.Page{Number: i + 1, Label: "", Language: "en", Tables: []document.Table{}, Lines: []document.Line{}}
		at := 0
		for b, line := range strings.Split(text, "\n") {
			role := document.RoleBody
			if rest, ok := strings.CutPrefix(line, "# "); ok {
				line, role = rest, document.RoleHeading
			} else if strings.Contains(line, "\t") {
				role = document.RoleRow
			}
			n := len([]rune(line))
			p.Lines = append(p.Lines, document.Line{Start: at, End: at + n, Block: b, Role: role})
			p.Text += line + "\n\n"
			at += n + 2
		}
		d.Pages = append(d.Pages, p)
	}
	return d
}

// script is a reader that says of texts what it was told, and of others that they are surely claims: levels of the climate's.
type script map[string]statement.Reading

func (script) Name() string { return "script" }

func (s script) Read(_ context.Context, sentences []statement.Sentence) ([]statement.Reading, error) {
	out := make([]statement.Reading, len(sentences))
	for i, sentence := range sentences {
		told, ok := s[sentence.Text]
		if !ok {
			told = claimOf("entity level done climate metrics S2.29(a)(i)")
		}
		out[i] = told
	}
	return out, nil
}

// claimOf is a reading that is sure of everything: voice, kind, standing, topic, area and paragraphs.
func claimOf(answers string) statement.Reading {
	sure := func(v string) statement.Answer { return statement.Answer{Value: v, Sure: 0.9} }
	f := strings.Fields(answers)
	r := statement.Reading{Claim: 0.95, Voice: sure(f[0]), Kind: sure(f[1]), Standing: sure(f[2]), Topic: sure(f[3]), Area: sure(f[4])}
	for _, p := range f[5:] {
		r.Paragraphs = append(r.Paragraphs, sure(p))
	}
	return r
}

func extract(t testing.TB, d *document.Document, from, to int) []events.Claim {
	t.Helper()
	return extractWith(t, script{}, d, from, to)
}

func extractWith(t testing.TB, reader statement.Reader, d *document.Document, from, to int) []events.Claim {
	t.Helper()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	claims, err := Rules{Reader: reader}.Extract(context.Background(), Section{ReportID: "rep_1", Document: d, From: from, To: to})
	if err != nil {
		t.Fatal(err)
	}
	return claims
}

func TestTypePriorityAndParagraphsFollowFromTheReading(t *testing.T) {
	for _, c := range []struct {
		text, said string
		kind       events.ClaimType
		priority   events.Priority
		paragraphs string
	}{
		{"Our Scope 1 emissions decreased by 12% year-over-year to 2.3 million tonnes CO2e.",
			"entity change done climate metrics S2.29(a)(i)(1)", events.Quantitative, events.High, "S2.29(a)(i)(1)"},
		{"We have committed to net-zero emissions by 2050.", "entity target planned climate targets S2.33", events.Strategic, events.High, "S2.33"},
		{"We want to become climate neutral.", "entity target planned climate targets S1.33(a)", events.Strategic, events.Low, "S1.33(a)"},
		{"Our Board's Sustainability Committee meets quarterly to oversee climate risk.",
			"entity process ongoing governance governance S2.6(a) S2.6(a)(iii)", events.LegalGovernance, events.Medium, "S2.6(a) S2.6(a)(iii)"},
		{"Climate performance accounts for 10% of the executive bonus of our Management Board.",
			"entity share ongoing governance governance S2.29(g)", events.LegalGovernance, events.High, "S2.29(g)"},
		{"We apply an internal carbon price of €80 per tonne to all our investments.",
			"entity price ongoing climate metrics S2.29(f)", events.Quantitative, events.High, "S2.29(f)"},
		{"Our reforestation project in Borneo has restored 5,000 hectares of rainforest.",
			"entity event done nature strategy S1.33(a)", events.Geographic, events.High, "S1.33(a)"},
		{"100% of our electricity comes from certified renewable sources.", "entity share ongoing energy metrics S2.32", events.Environmental, events.High, "S2.32"},
		{"We diverted 92% of our operational waste from landfill in 2023.",
			"entity share done waste metrics S1.46(b)", events.Environmental, events.High, "S1.46(b)"},
		{"In 2024 we assessed 212 suppliers against our code.", "entity event done supply_chain risk S1.44(a)", events.LegalGovernance, events.Medium, "S1.44(a)"},
		{"Our Supplier Code of Conduct prohibits child labor and applies to all of our suppliers.",
			"entity policy ongoing supply_chain risk S1.44(a)", events.LegalGovernance, events.Medium, "S1.44(a)"},
		{"Rainwater is used for the gardens around the works.", "entity process ongoing water strategy S1.33(a)", events.Environmental, events.Medium, "S1.33(a)"},
		{"The works shares its park with the neighbours.", "entity event ongoing other strategy none", events.LegalGovernance, events.Low, ""},
		{"We met our 2020 target and cut emissions by 30%.", "entity target done climate targets S2.35", events.Quantitative, events.High, "S2.35"},
		{"We expect carbon costs to rise by 2030.", "entity outlook planned climate strategy S2.10(a)", events.Environmental, events.Medium, "S2.10(a)"},
		{"By 2040 we will be climate neutral.", "entity target planned climate targets none", events.Strategic, events.High, ""},
		{"95% of employees completed the compliance training.", "entity share done governance metrics S1.46(b)", events.Quantitative, events.High, "S1.46(b)"},
	} {
		t.Run(c.text, func(t *testing.T) {
			claims := extractWith(t, script{c.text: claimOf(c.said)}, doc(c.text), 1, 1)
			if len(claims) != 1 {
				t.Fatalf("%d claims", len(claims))
			}
			got := claims[0]
			var ids []string
			for _, p := range got.Paragraphs {
				ids = append(ids, p.ID)
			}
			if got.Type != c.kind || got.Priority != c.priority || strings.Join(ids, " ") != c.paragraphs {
				t.Errorf("%s/%s for %q, want %s/%s for %q", got.Type, got.Priority, ids, c.kind, c.priority, c.paragraphs)
			}
			if got.Text != c.text || got.Quote.Text != c.text || !got.Anchored || got.Source != "text" || got.Reasoning == "" ||
				got.ID != events.ClaimID("rep_1", 1, c.text) {
				t.Errorf("claim %+v", got)
			}
		})
	}
}

// What the reader in the binary makes of sentences that nobody would argue about, without headings or a page around them: it finds
// most of them, and takes none for a claim that is none.
func TestPlainClaimsAreMostlyFound(t *testing.T) {
	claims := []string{
		"Our Scope 1 emissions decreased by 12% year-over-year to 2.3 million tonnes CO2e.",
		"We aim to cut our Scope 1 and 2 emissions by 50% by 2030 compared to our 2019 baseline.",
		"Our Board's Sustainability Committee meets quarterly to oversee climate risk.",
		"Climate performance accounts for 10% of the executive bonus of our Management Board.",
		"100% of our electricity comes from certified renewable sources.",
		"We diverted 92% of our operational waste from landfill in 2023.",
		"In 2023 our Spanish sites obtained ISO 14001 certification of their management system.",
		"Hazardous waste is disposed of by certified companies.",
		"Our Supplier Code of Conduct prohibits child labor and applies to all of our suppliers.",
		"Employees can report concerns anonymously through a whistleblower hotline.",
	}
	others := []string{
		"We are committed to a sustainable future for all of our stakeholders.",
		"Did you know that our emissions fell by 12% in 2023?",
		"Scope 2 emissions are defined as indirect emissions from 100% of purchased energy.",
		"For more information on our emissions, please refer to page 47.",
		"The building sector accounts for 40% of all greenhouse gas emissions worldwide.",
		"The European Union wants to reduce net emissions by at least 55% by 2030.",
		"Climate action and our 2030 targets ........ 24",
		"In fiscal 2023 we had revenue of €78 billion and profits of €8.5 billion.",
		"Deferred tax assets are recognised if it is probable that future taxable profit will be available.",
		"Our responsibility is to express a limited assurance conclusion on the report.",
	}
	found := func(texts []string) (n int, which []string) {
		for _, text := range texts {
			got, err := Rules{}.Extract(t.Context(), Section{ReportID: "rep_1", Document: doc(text), From: 1, To: 1})
			if err != nil {
				t.Fatal(err)
			}
			if len(got) > 0 {
				n++
				which = append(which, text)
			}
		}
		return n, which
	}
	if n, which := found(claims); n < len(claims)-3 {
		t.Errorf("only %d of %d: %q", n, len(claims), which)
	}
	if n, which := found(others); n > 0 {
		t.Errorf("%d that are none: %q", n, which)
	}
}

// However sure the reader is, some lines are not sentences that assert anything.
func TestLinesThatAreNoClaims(t *testing.T) {
	for name, text := range map[string]string{
		"a question":            "Did you know that our emissions fell by 12% in 2023?",
		"a heading":             "# Our emissions fell by 12% in 2023",
		"a label":               "Scope 1 emissions",
		"a safe harbor":         "These forward-looking statements on our 2030 target of 50% are subject to risks.",
		"a row without a unit":  "Employees\t12\t14",
		"a row without a label": "12 t\t14 t\t15 t",
		"a row of a template":   "Low carbon technologies\t29.7%\tN/EL\tEL",
		"a row of dates":        "Emissions (t CO2e)\t2022\t2023",
	} {
		if claims := extract(t, doc(text), 1, 1); len(claims) != 0 {
			t.Errorf("%s: %q is no claim", name, claims[0].Text)
		}
	}
}

func TestTwoAssertionsAreTwoClaims(t *testing.T) {
	text := "In 2023 our Scope 1 emissions decreased by 12% to 40 kt, while our Scope 2 emissions increased by 3% to 20 kt."
	reader := script{
		"Before: ünïcode.": {},
		"In 2023 our Scope 1 emissions decreased by 12% to 40 kt": claimOf("entity change done climate metrics S2.29(a)(i)(1)"),
		"In 2023 our Scope 2 emissions increased by 3% to 20 kt.": claimOf("entity change done climate metrics S2.29(a)(i)(2)"),
	}
	claims := extractWith(t, reader, doc("Before: ünïcode.\n"+text), 1, 1)
	if len(claims) != 2 {
		t.Fatalf("%d claims", len(claims))
	}
	if a, b := claims[0].Paragraphs[0].ID, claims[1].Paragraphs[0].ID; a != "S2.29(a)(i)(1)" || b != "S2.29(a)(i)(2)" {
		t.Errorf("both were read as the whole: %s and %s", a, b)
	}
	if a, b := claims[0], claims[1]; a.Text != "In 2023 our Scope 1 emissions decreased by 12% to 40 kt" ||
		b.Text != "In 2023 our Scope 2 emissions increased by 3% to 20 kt." || b.Quote.Text != "our Scope 2 emissions increased by 3% to 20 kt." {
		t.Errorf("claims %q and %q", a.Text, b.Text)
	}
	whole := "Scope 1 emissions were reduced by 12%, while we kept our promise to people."
	if claims := extract(t, doc(whole), 1, 1); len(claims) != 1 || claims[0].Text != whole {
		t.Errorf("half a claim: %+v", claims)
	}
}

// A sentence that a page breaks is one claim, on the page where it begins.
func TestASentenceAcrossPages(t *testing.T) {
	d := doc("We reduced our greenhouse gas emissions by 12% and",
		"our water use by 7% in 2023 compared to 2022.\nOur sites in Spain use 100% renewable electricity since 2022.")
	claims := extract(t, d, 1, 2)
	if len(claims) != 2 {
		t.Fatalf("%d claims: %+v", len(claims), claims)
	}
	c := claims[0]
	if c.Page != 1 || c.Text != "We reduced our greenhouse gas emissions by 12% and our water use by 7% in 2023 compared to 2022." {
		t.Errorf("page %d: %q", c.Page, c.Text)
	}
	if c.Quote.Text != "We reduced our greenhouse gas emissions by 12% and" {
		t.Errorf("quote %q", c.Quote.Text)
	}
	if claims[1].Page != 2 {
		t.Errorf("second claim on page %d", claims[1].Page)
	}
}

func TestPagesThatAssertNothing(t *testing.T) {
	foreign := doc("We reduced our emissions by 12% in 2023.")
	foreign.Pages[0].NotAnalysed = "language de is not read"
	index := doc(strings.Repeat("GRI 305-1 Direct emissions\tp. 40\n", 15) + "We reduced our emissions by 12% in 2023.")
	auditor := doc("# Independent auditor's report\nThis limited assurance engagement covers much.\n" +
		"Our assurance conclusion stands.\nWe reduced our emissions by 12% in 2023.")
	contents := doc("# Contents\nClimate 4\nWater 9\nWe reduced our emissions by 12% in 2023.")
	for name, d := range map[string]*document.Document{"foreign": foreign, "index": index, "auditor": auditor, "contents": contents} {
		if claims := extract(t, d, 1, 1); len(claims) != 0 {
			t.Errorf("%s: %q", name, claims[0].Text)
		}
	}
}

func TestEntities(t *testing.T) {
	text := "In 2023 our Board approved the ISO 14001 roadmap for our plants in Poland and the US with 12% less water and 5 MW of solar by 2030."
	e := extractWith(t, script{text: claimOf("entity target planned water targets")}, doc(text), 1, 1)[0].Entities
	for name, c := range map[string][2][]string{
		"figures": {e.Figures, {"12%", "5 MW"}}, "units": {e.Units, {"%", "MW"}}, "periods": {e.Periods, {"2023", "2030"}},
		"places": {e.Places, {"Poland", "US"}}, "bodies": {e.Bodies, {"Board"}}, "standards": {e.Standards, {"ISO 14001"}},
	} {
		if !slices.Equal(c[0], c[1]) {
			t.Errorf("%s: got %q, want %q", name, c[0], c[1])
		}
	}
	if !e.Commitment || e.Subject != "company" {
		t.Errorf("commitment %v, subject %q", e.Commitment, e.Subject)
	}
}

// Every paragraph that a claim may be mapped to exists, in the pillar that is said.
func TestParagraphsExist(t *testing.T) {
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		p, ok := registry.Paragraph(l.id)
		if !ok || p.Pillar != metricsTargets {
			t.Errorf("%s in %s: registry has %v, in %s", l.id, metricsTargets, ok, p.Pillar)
		}
	}
}

// So do those that the labels give for sentences, which are the reader's answers.
func TestParagraphsOfLabelsExist(t *testing.T) {
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Glob(models.Labels, "labels/paragraphs/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(models.Labels, file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var label struct{ Paragraphs []string }
			if err := json.Unmarshal([]byte(line), &label); err != nil || len(label.Paragraphs) == 0 {
				t.Fatalf("%s: %s: %v", file, line, err)
			}
			for _, id := range label.Paragraphs {
				if _, ok := registry.Paragraph(id); !ok && id != "none" {
					t.Errorf("%s: there is no %s", file, id)
				}
			}
		}
	}
}

// The claims of a page are the same in whatever section it is read, and every quotation is exact.
func TestClaimsDoNotDependOnTheSection(t *testing.T) {
	sentences := []string{
		"We reduced our emissions by 12% in 2023.", "Water use of our plants fell by 5% and", "rose again by 2% in 2024.", "A heading without end",
		"Our Board oversees climate risk.", "Scope 1\tt CO2e\t12\t13", "# Climate",
		"We aim to reach net zero emissions by 2040.", "• We planted 500 trees in Kenya", "Ünïcode – it is.",
	}
	rapid.Check(t, func(t *rapid.T) {
		pages := rapid.SliceOfN(rapid.Map(rapid.SliceOfN(rapid.SampledFrom(sentences), 1, 5), func(s []string) string {
			return strings.Join(s, "\n")
		}), 1, 5).Draw(t, "pages")
		d := doc(pages...)
		whole, err := Rules{}.Extract(context.Background(), Section{ReportID: "rep_1", Document: d, From: 1, To: len(d.Pages)})
		if err != nil {
			t.Fatal(err)
		}
		var apart []events.Claim
		for n := range d.Pages {
			one, err := Rules{}.Extract(context.Background(), Section{ReportID: "rep_1", Document: d, From: n + 1, To: n + 1})
			if err != nil {
				t.Fatal(err)
			}
			apart = append(apart, one...)
		}
		if a, b := encoded(t, whole), encoded(t, apart); a != b {
			t.Fatalf("whole %s\napart %s", a, b)
		}
		for _, c := range whole {
			runes := []rune(d.Pages[c.Page-1].Text)
			if c.Quote.Text == "" || string(runes[c.Quote.Start:c.Quote.End]) != c.Quote.Text {
				t.Fatalf("quote %q at %d..%d", c.Quote.Text, c.Quote.Start, c.Quote.End)
			}
		}
	})
}
