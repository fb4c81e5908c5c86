package legal

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// stateOf compares pages with one paragraph.
func stateOf(t *testing.T, paragraph string, pages ...*document.Page) assessment {
	t.Helper()
	doc := &document.Document{}
	for _, p := range pages {
		p.Language = "en"
		doc.Pages = append(doc.Pages, *p)
	}
	for _, a := range standardOf(t).report(doc, "") {
		if a.paragraph.ID == paragraph {
			return a
		}
	}
	t.Fatalf("%s is not assessed", paragraph)
	return assessment{}
}

func TestWhatAnswersAParagraph(t *testing.T) {
	const (
		full, part, none, elsewhere = events.FullyAddressed, events.PartiallyAddressed, events.NotAddressed, events.ReferencedElsewhere
		target                      = "Our target is to cut greenhouse gas emissions by 40% by 2030 against 2019."
	)
	for _, c := range []struct {
		name, paragraph string
		want            events.DisclosureStatus
		blocks          [][2]string
	}{
		{"a price of CO2e", "S2.29(f)(i)", full, [][2]string{{"body", "We use an internal CO2e price to steer investment decisions at our plants."}}},
		{"a price that is only named", "S2.29(f)(i)", part, [][2]string{{"body", "An internal CO2e price of EUR 80 exists in Spain."}}},
		{"codes of an industry", "S1.59(b)", full, [][2]string{{"heading", "SASB – Chemicals Index"}, {"body", "RT-CH-110a.1 Gross emissions, see page 12"}}},
		{"no codes", "S1.59(b)", none, [][2]string{{"body", "Our products carry the codes AB-12 and C-110a."}}},
		{"confidence is no assessment", "S2.22(a)", part,
			[][2]string{{"body", "We looked at climate risks and scenarios. We believe our portfolio is well positioned."}}},
		{"confidence without risks", "S2.22(a)", none, [][2]string{{"body", "Our portfolio is well positioned in Asia."}}},
		{"offsets in a product", "S2.36(e)", none, [][2]string{{"body", target}, {"body", "We used carbon-neutral (offset) steel."}}},
		{"gases that are named", "S2.36(a)", full, [][2]string{{"body", target}, {"body", "The target covers carbon dioxide and methane."}}},
		{"gases that are only called gases", "S2.36(a)", part, [][2]string{{"body", target}}},
		{"progress on an earlier target", "S2.14(c)", full, [][2]string{
			{"heading", "Progress on our target of net zero operations"},
			{"body", "We reduced emissions by 31% compared to 2019. The reduction is mainly due to new furnaces."},
		}},
		{"a mandate for something else", "S2.6(a)(i)", none,
			[][2]string{{"body", "On sustainability, the board gave public affairs a mandate to speak with policymakers."}}},
		{"a sentence that only says where more is", "S2.29(f)(i)", none,
			[][2]string{{"body", "More details on our internal carbon price and its use in decisions can be found in Chapter 4."}}},
		{"nothing is exposed", "S2.29(c)", full,
			[][2]string{{"body", "We screened every site. No significant physical risks were identified in this screening."}}},
		{"nothing is exposed to hazards of the climate", "S2.29(c)", full,
			[][2]string{{"body", "No material risk at portfolio level was found for any of the climate-related hazards up to 2045."}}},
		{"nothing is exposed to a transition", "S2.29(b)", full, [][2]string{{"body", "We are not exposed to material transition risks."}}},
		{"a test whose name says no", "S2.29(c)", none,
			[][2]string{{"body", "We assessed Do No Significant Harm (DNSH) with regard to future physical climate risks."}}},
		{"nothing of other risks", "S2.29(c)", none, [][2]string{{"body", "No material credit risks were identified in the year."}}},
		{"a link below the sentence", "S2.6(a)(i)", elsewhere, [][2]string{
			{"body", "Sustainability is overseen by the board. More on the responsibilities of the board can be found"},
			{"body", "Annual Report, Corporate Governance Statement"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := stateOf(t, c.paragraph, laid(1, c.blocks...)); got.status != c.want {
				t.Errorf("%s is %s, want %s: %v %v", c.paragraph, got.status, c.want, got.missing, got.evidence)
			}
		})
	}
}

// Who asks how much there is of something is told where the report says that there is none, in its words and not as something that is likely said.
func TestWhereNothingIsExposedTheReportIsSaidToSaySo(t *testing.T) {
	const said = "In addition to the review of all plants and of what they need, an analysis of climate risks was carried out as part of the disclosures " +
		"on economic activities that may contribute to one of the aims of the European classification, in which no material risks were identified."
	a := stateOf(t, "S2.29(b)", laid(3, [2]string{"body", said}))
	if a.status != events.FullyAddressed || len(a.parts) != 2 {
		t.Fatalf("%s: %+v", a.status, a.parts)
	}
	for _, p := range a.parts {
		if want := saidNone + ", on page 3, “" + said + "”"; p.GapReason != want || p.Quote != "" || p.Page != 3 {
			t.Errorf("got %+v, want %q", p, want)
		}
	}
	if len(a.evidence) != 1 || a.evidence[0].Quote != said || a.evidence[0].Note != "says that there is none of it, or none that is material" {
		t.Errorf("evidence: %+v", a.evidence)
	}
}

// A rating that an agency gives ranks no risks.
func TestRatingsByOthersRankNoRisks(t *testing.T) {
	a := stateOf(t, "S2.25(a)",
		laid(1, [2]string{"body", "For sustainability we were rated as one of the leading companies with a risk rating of 28.4 points (Medium Risk)."}))
	if !strings.Contains(strings.Join(a.missing, "\n"), "prioritised") {
		t.Errorf("%s: %v", a.status, a.evidence)
	}
}

// What hangs on conditions of which none is known to hold is neither there nor missing: nothing could be quoted for it.
func TestNothingIsAddressedWithoutEvidence(t *testing.T) {
	doc := &document.Document{Pages: []document.Page{*laid(1,
		[2]string{"body", "Our loan portfolio has financed emissions of 4 Mt CO2e. We lend to companies and households."})}}
	for i := range doc.Pages {
		doc.Pages[i].Language = "en"
	}
	for _, sector := range []string{"", "FN-CB", "FN-AC", "FN-IN"} {
		for _, a := range standardOf(t).report(doc, sector) {
			if a.status == events.FullyAddressed && len(a.evidence) == 0 {
				t.Errorf("%s is addressed in full by nothing, sector %q", a.paragraph.ID, sector)
			}
			if a.paragraph.ID == "S2.B62(c)(i)" && sector == "FN-CB" && (a.status != events.Conditional || a.condition == "") {
				t.Errorf("%s: %q", a.status, a.condition)
			}
		}
	}
}

// Figures and words alone show nobody what is compared.
func TestRowsThatTellSomething(t *testing.T) {
	for text, want := range map[string]bool{
		"Scope 1\t387\t393": true, "11\t11": false, "Data centers": false, "Target 2023\tTarget 2025": false, "": false,
	} {
		if tells(text) != want {
			t.Errorf("%q tells something: %t", text, !want)
		}
	}
	pages := []*document.Page{gridded(
		[]string{"", "2023", "2022"},
		[]string{"Climate", "", ""},
		[]string{"Scope 1 emissions", "1,200", "1,300"},
		[]string{"Scope 2 emissions", "200", "300"})}
	a := stateOf(t, "S1.70", pages...)
	if a.status != events.FullyAddressed || len(a.evidence) != 1 || !strings.Contains(a.evidence[0].Quote, "1,200") {
		t.Errorf("%s: %v", a.status, a.evidence)
	}
}

// Amounts may stand in a picture whose words nobody has read: where the heading over it names them, nobody is accused of leaving them out.
func TestWhatMayStandInAPictureIsNotCalledMissing(t *testing.T) {
	picture := laid(2, [2]string{"heading", "Carbon footprint of the Acme Group"}, [2]string{"body", "We show what we emit."})
	about := laid(1, [2]string{"body", "We report on what we do every year."})
	if got := stateOf(t, "S2.29(a)(i)(1)", about, picture); got.status != events.NotAddressed {
		t.Fatalf("without a picture it is %s", got.status)
	}
	picture.Picture = true
	got := stateOf(t, "S2.29(a)(i)(1)", about, picture)
	const says = "page 2 has a picture that was not read, under “Carbon footprint of the Acme Group”"
	if got.status != events.CouldNotAssess || !slices.Contains(got.missing, says) || !strings.Contains(got.parts[0].GapReason, says) {
		t.Errorf("%s, %q, %+v", got.status, got.missing, got.parts)
	}
	if got := stateOf(t, "S2.22", about, picture); got.status != events.NotAddressed {
		t.Errorf("of scenarios the heading says nothing, and they are %s", got.status)
	}
}
