package claims

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
)

func said(page int, text string) events.Claim {
	return events.Claim{
		ID: events.ClaimID("rep_1", page, text), Page: page, Text: text, Source: "text",
		Priority: events.Medium, Entities: events.Entities{Subject: "company"},
	}
}

// Far from each other, claims must be more alike than nearby.
func TestFarDuplicates(t *testing.T) {
	texts := []string{
		"We trained all employees of our plants on compliance every year.",
		"KPI 1: We trained the employees in all our plants on compliance, every year.",
	}
	for _, c := range []struct {
		page       int
		similarity float64
		kept       int
	}{{4, 0.86, 1}, {5, 0.86, 2}, {5, 0.93, 1}, {4, 0.85, 2}} {
		kept, _, err := distinctClaims(t.Context(), fixed(c.similarity), nil, []events.Claim{said(1, texts[0]), said(c.page, texts[1])})
		if err != nil || len(kept) != c.kept {
			t.Errorf("page %d, %.2f: %d kept, %v", c.page, c.similarity, len(kept), err)
		}
	}
}

// The same figure promised by the same year is one promise in two wordings; of something else, by another year or of another
// figure it is another.
func TestAPromiseIsOneInTwoWordings(t *testing.T) {
	const first = "We aim to fill 40% of all management positions with women by 2030."
	for _, c := range []struct {
		text       string
		similarity float64
		kept       int
	}{
		{"Our goal is to have women fill 40% of all our management positions by 2030.", 0.81, 1},
		{"Our goal is to have women fill 40% of all our management positions by 2030.", 0.79, 2},
		{"Our goal is to have women fill 40% of all our management positions by 2035.", 0.99, 2},
		{"Our goal is to have women fill 45% of all our management positions by 2030.", 0.99, 2},
		{"We aim to send 40% less waste to landfill from our plants by 2030.", 0.81, 2},
	} {
		kept, _, err := distinctClaims(t.Context(), fixed(c.similarity), nil, []events.Claim{said(1, first), said(9, c.text)})
		if err != nil || len(kept) != c.kept {
			t.Errorf("%q: %d kept, %v", c.text, len(kept), err)
		}
	}
	torn := said(1, "aim to fill 40% of all management positions with women by 2030.")
	torn.Context = strings.Repeat("More around it. ", 9)
	kept, _, err := distinctClaims(t.Context(), always{}, nil, []events.Claim{torn, said(2, first)})
	if err != nil || len(kept) != 1 || kept[0].Text != first {
		t.Errorf("%+v, %v", kept, err)
	}
}

// fixed finds all as much alike.
type fixed float64

func (f fixed) Compare(context.Context, []string) (func(i, j int) float64, error) {
	return func(int, int) float64 { return float64(f) }, nil
}

// always proposes every pair: only the rules decide.
type always struct{}

func (always) Compare(context.Context, []string) (func(i, j int) float64, error) {
	return func(int, int) float64 { return 1 }, nil
}

// The names of scopes are no figures: the same promise with its words in another order is one claim.
func TestScopesAreNoFigures(t *testing.T) {
	kept, _, err := distinctClaims(t.Context(), always{}, nil, []events.Claim{
		said(59, "This means reducing CO2e Scope 1 and 2 emissions of our sites by 90% by 2030, compared to 2019."),
		said(142, "This means reducing Scope 1 and 2 CO2e emissions of our sites by 90% by 2030, compared to 2019."),
	})
	if err != nil || len(kept) != 1 {
		t.Errorf("%d kept, %v", len(kept), err)
	}
}

func TestWhatIsADuplicate(t *testing.T) {
	base := "In 2023 we reduced our Scope 1 emissions by 12% to 40 kt CO2e."
	for name, c := range map[string]struct {
		page int
		text string
		same bool
	}{
		"other words":       {2, "In 2023, we reduced Scope 1 emissions by 12 % to 40 kt CO2e.", true},
		"word for word far": {9, base, true},
		"another figure":    {2, "In 2023 we reduced our Scope 1 emissions by 13% to 40 kt CO2e.", false},
		"another unit":      {2, "In 2023 we reduced our Scope 1 emissions by 12% to 40 Mt CO2e.", false},
		"another period":    {2, "In 2022 we reduced our Scope 1 emissions by 12% to 40 kt CO2e.", false},
		"the other way":     {2, "In 2023 we increased our Scope 1 emissions by 12% to 40 kt CO2e.", false},
		"not so":            {2, "In 2023 we never reduced our Scope 1 emissions by 12% to 40 kt CO2e.", false},
		"another subject":   {2, "In 2023 we reduced our Scope 2 emissions by 12% to 40 kt CO2e.", false},
		"another place":     {2, "In 2023 we reduced our Scope 1 emissions in Spain by 12% to 40 kt CO2e.", false},
	} {
		kept, dropped, err := distinctClaims(t.Context(), always{}, nil, []events.Claim{said(1, base), said(c.page, c.text)})
		if err != nil || (len(kept) == 1) != c.same || len(kept)+dropped != 2 {
			t.Errorf("%s: kept %d, dropped %d, %v", name, len(kept), dropped, err)
		}
	}
}

// What is spoken of may be said at greater length, and a promise of net zero begins as it likes; a row of a table is what
// its whole label says.
func TestTheSameSaidOtherwise(t *testing.T) {
	for name, c := range map[string]struct {
		a, b, source string
		same         bool
	}{
		"a name in full": {
			"CoC Energy’s total financing commitment in 2023 was around €9.2bn.",
			"The total financing commitment of the Centre of Competence Energy (CoC Energy) in 2023 was around €9.2bn.", "text", true,
		},
		"more of it, with a figure of many things": {
			"CoC Energy trained 100% of its employees in 2023.", "CoC Energy trained 100% of its employees in solar parks in 2023.", "text", false,
		},
		"tied to the last": {
			"We have joined the Net-Zero Banking Alliance and TCFD.",
			"For this purpose, we have joined the Net-Zero Banking Alliance and TCFD.", "text", true,
		},
		"a date in front": {
			"In December 2023, we adopted a target on deforestation for customers.",
			"We adopted our target on deforestation for customers in December 2023.", "text", true,
		},
		"a pledge otherwise": {
			"By 2050 we aim for net zero in our whole portfolio.",
			"Our goal in our whole portfolio is net zero by 2050.", "text", true,
		},
		"one word more": {
			"Each business and SFS must report the Customer Avoided Emissions of its products.",
			"Each business and the unit SFS must report the Customer Avoided Emissions of its products.", "text", false,
		},
		"near and long-term": {
			"Gamma has approved science-based near and long-term emissions reduction targets with the SBTi.",
			"The SBTi has approved Gamma's science-based near-term emissions reduction target.", "text", false,
		},
		"all in place of top": {
			"Employees are counted at Gamma in all management positions with responsibility, but without members of the Board.",
			"Employees are counted at Gamma in top management positions with responsibility, but without members of the Board.", "text", false,
		},
		"a small number that is a scope's, too": {
			"In 2022, 6 new leasing agreements for our vehicles started, resulting in Scope 1 emissions as given.",
			"In 2022, 1 new leasing agreement for our vehicles started, resulting in Scope 1 emissions as given.", "text", false,
		},
		"a pledge of net zero for a part": {
			"By 2050 we aim for net zero in our whole portfolio.", "By 2050 we aim for net zero in our whole portfolio of ships.", "text", false,
		},
		"another rule of it": {
			"The Code of Conduct for Suppliers applies to all intermediaries.",
			"The new Code of Conduct for Suppliers covers our wish for less waste.", "text", false,
		},
		"other bodies": {
			"The Audit Committee of the Board reviews all risks.",
			"The Remuneration Committee of the Board reviews all risks.", "text", false,
		},
		"a pledge by 2040": {
			"By 2050 we aim for net zero in our whole portfolio.",
			"We pursue the goal of reducing the whole portfolio to net zero by 2040.", "text", false,
		},
		"a word in place of another": {
			"The key is the share of aligned revenue per site and is applied to the capital expenditure of that site.",
			"The key is the share of aligned revenue per site and is applied to the operating expenditure of that site.", "text", false,
		},
		"a small number for another": {
			"In 2022, 6 new leasing agreements for our vehicles started.", "In 2022, 7 new leasing agreements for our vehicles started.", "text", false,
		},
		"a Roman numeral": {
			"Bonus II lies between one month’s pay and 13 months’ pay.", "Bonus I lies between one month’s pay and 13 months’ pay.", "text", false,
		},
		"two plants":             {"Our plant Lingen emitted 12 kt CO2e in 2023.", "Our plant Hameln emitted 12 kt CO2e in 2023.", "text", false},
		"plants of a number":     {"Our Board oversees climate risk of plant 1.", "Our Board oversees climate risk of plant 2.", "text", false},
		"one plant of a number":  {"Our Board oversees climate risk of plant 1.", "The Board oversees climate risk of our plant 1.", "text", true},
		"rows behind a colon":    {"Category 5: Use of products – Investments: 0 t in 2023", "Category 5: Use of products – Franchises: 0 t in 2023", "table", false},
		"a row in two tables":    {"Employees: 4210 in 2022; 4364 in 2023", "Employees: 4210 in 2022; 4364 in 2023 ", "table", true},
		"a row's capitals":       {"Employee headcount: 4210 in 2022; 4364 in 2023", "Employee Headcount: 4210 in 2022; 4364 in 2023", "table", true},
		"a row and its headings": {"Headcount: 4210 in 2022; 4364 in 2023", "Employees – Headcount: 4210 in 2022; 4364 in 2023", "table", true},
		"a row of nothing":       {"Spills: 0 t in 2022; 0 t in 2023", "Plants – Spills: 0 t in 2022; 0 t in 2023", "table", false},
		"rows of few digits":     {"Deaths: 0 in 2022; 1 in 2023", "Others – Deaths: 0 in 2022; 1 in 2023", "table", false},
		"rows of no name":        {"Deaths: 0 in 2021; 0 in 2022; 0 in 2023", "Deaths: 0 in 2021; 0 in 2022; 0 in 2023", "table", false},
		"rows of two subjects":   {"Coal: 12 t in 2023", "Natural gas: 12 t in 2023", "table", false},
	} {
		a, b := said(1, c.a), said(2, c.b)
		a.Source, b.Source, a.Context, b.Context = c.source, c.source, c.a, c.b
		kept, _, err := distinctClaims(t.Context(), always{}, nil, []events.Claim{a, b})
		if err != nil || (len(kept) == 1) != c.same {
			t.Errorf("%s: %d kept, %v", name, len(kept), err)
		}
	}
}

// What a short sentence without figures, periods and places says depends on what stands beside it.
func TestWordsThatHangOnTheirSurroundings(t *testing.T) {
	const hanging = "No such cases were reported to the Board."
	const year = "In 2023 no such cases were reported to the Board."
	const figures = "In 2023 we reported 317 such cases to the Board."
	const target = "The coverage of this target is company-wide without exclusions."
	const nothing = "Emissions from purchased goods and services at BMW Group plants: 0.0 tonnes CO2e (only company cars)."
	const back = "The data as well as the emission figure of the BMW Group has been checked by PwC in limited assurance."
	for name, c := range map[string]struct {
		text, before, after, otherBefore, otherAfter string
		kept                                         int
	}{
		"in two chapters":                {hanging, "Suppliers are audited. ", " Ores are traced.", "Managers declare gifts. ", " Donations are public.", 2},
		"a passage once more":            {hanging, "Suppliers are audited. ", " Ores are traced.", "Suppliers are audited. ", "", 1},
		"nothing beside it":              {hanging, "", "", "Managers declare gifts. ", "", 2},
		"a note behind its mark":         {hanging, "4 ", "", "4 ", "", 2},
		"in two chapters, with a year":   {year, "Suppliers are audited. ", " Ores are traced.", "Managers declare gifts. ", " Donations are public.", 2},
		"in two chapters, with figures":  {figures, "Suppliers are audited. ", " Ores are traced.", "Managers declare gifts. ", " Donations are public.", 1},
		"a passage spelt otherwise":      {hanging, "Long-term suppliers are audited. ", "", "Longterm Suppliers are audited. ", " Ores are traced.", 1},
		"nothing, in two chapters":       {nothing, "Suppliers are audited. ", "", "Managers declare gifts. ", "", 2},
		"what one before it spoke of":    {back, "Suppliers are audited. ", "", "Managers declare gifts. ", "", 2},
		"the same question of a form":    {target, "Please explain target coverage ", " Progress made", "Please explain target coverage ", " Progress made", 2},
		"an option with an abbreviation": {"Direct procurement e.g. by a Power Purchase Agreement", "How? ", " Where?", "How? ", " Where?", 2},
		"an option of a form":            {"More often than quarterly", "How often? ", " By whom?", "How often? ", " By whom?", 2},
		"in two chapters, otherwise":     {"They are open to all.", "Courses are offered. ", "", "Canteens were built. ", "", 2},
		"at the end of the same passage": {hanging, "Suppliers are audited. ", "", "Suppliers are audited. ", " Ores are traced.", 1},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := said(1, c.text), said(2, c.text)
			a.Context, b.Context = c.before+c.text+c.after, c.otherBefore+c.text+c.otherAfter
			kept, _, err := distinctClaims(t.Context(), always{}, nil, []events.Claim{a, b})
			if err != nil || len(kept) != c.kept {
				t.Errorf("%d kept, %v", len(kept), err)
			}
		})
	}
}

func TestAlikeIsProposedOnlyAbove(t *testing.T) {
	near, err := Meaning{}.Compare(t.Context(), []string{
		"In 2023 we reduced our Scope 1 emissions by 12% to 40 kt CO2e.", "In 2023, we reduced the Scope 1 emissions by 12 % to 40 kt CO2e.",
		"Our Board oversees climate risk.", "", "In 2023 we reduced our Scope 1 emissions by 12% to 40 kt CO2e.",
	})
	if err != nil {
		t.Fatal(err)
	}
	if near(0, 1) <= Alike || near(0, 2) > 0.5 || near(0, 3) != 0 || near(0, 4) < 0.999 || near(0, 1) != near(1, 0) {
		t.Errorf("similarities %.3f %.3f %.3f %.3f", near(0, 1), near(0, 2), near(0, 3), near(0, 4))
	}
}

func TestTheRicherOfTwoStays(t *testing.T) {
	poor, rich := said(1, "We train all employees on compliance every year."), said(2, "We train all our employees on compliance every year.")
	rich.Context = "Before it. " + rich.Text
	kept, _, err := distinctClaims(t.Context(), Meaning{}, nil, []events.Claim{poor, rich})
	if err != nil || len(kept) != 1 || kept[0].ID != rich.ID {
		t.Errorf("kept %+v, %v", kept, err)
	}
}

func TestTotalsOfTwoTablesAreTwoClaims(t *testing.T) {
	a, b := said(1, "Total: 12 t in 2023"), said(2, "Total: 12 t in 2023")
	a.Source, b.Source, a.Context, b.Context = "table", "table", "Waste: Total: 12 t in 2023", "Packaging: Total: 12 t in 2023"
	if kept, _, err := distinctClaims(t.Context(), lonely{}, nil, []events.Claim{a, b}); err != nil || len(kept) != 2 {
		t.Errorf("kept %+v, %v", kept, err)
	}
}

// lonely finds nothing alike.
type lonely struct{}

func (lonely) Compare(context.Context, []string) (func(i, j int) float64, error) {
	return func(int, int) float64 { return 0 }, nil
}

// library answers from words, counts what it is asked, and finds nothing for some.
type library struct{ calls, queries int }

func (l *library) Paragraphs(_ context.Context, queries []string, top int) ([][]Found, error) {
	l.calls, l.queries = l.calls+1, l.queries+len(queries)
	out := make([][]Found, len(queries))
	for i, q := range queries {
		for _, p := range []Found{
			{"S2.29(a)", metricsTargets, "emissions", 0.8}, {"S2.29(a)(i)(1)", metricsTargets, "Scope 1", 0.7},
			{"S1.27(a)", "governance", "oversight", 0.6}, {"S1.46", metricsTargets, "metrics", 0.1},
		} {
			if strings.Contains(q, strings.ToLower(strings.Fields(p.Title)[0])) && len(out[i]) < top {
				out[i] = append(out[i], p)
			}
		}
	}
	return out, nil
}

func TestRetrievalConfirmsAndAdds(t *testing.T) {
	link := func(id, pillar string) events.ParagraphLink { return events.ParagraphLink{ID: id, Pillar: pillar} }
	mapped := said(1, "Our Scope 1 emissions were 12 kt.")
	mapped.Paragraphs = []events.ParagraphLink{link("S2.33", metricsTargets), link("S2.29(a)(i)(1)", metricsTargets)}
	other := said(2, "The oversight lies with a committee.")
	empty := said(3, "Of emissions nothing was known.") // of a row that no paragraph was known for
	empty.Source = "table"
	unplaced := said(5, "Of emissions nobody spoke.") // a sentence for which the reader knew no paragraph
	silent := said(4, "Donations were made to 12 schools.")
	silent.Paragraphs = []events.ParagraphLink{link("S1.46(b)", metricsTargets)}
	other.Type, other.Paragraphs = events.LegalGovernance, []events.ParagraphLink{link("S2.6(a)", "governance")}
	waste := said(6, "Our Scope 1 emissions were 12 kt.") // the same words of a claim that was placed under the general standard
	waste.Paragraphs = []events.ParagraphLink{link("S1.46(b)", metricsTargets)}
	claims := []events.Claim{mapped, other, empty, silent, unplaced, waste}
	if err := confirm(t.Context(), &library{}, claims); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range claims {
		var ids []string
		for _, p := range c.Paragraphs {
			ids = append(ids, p.ID)
		}
		got = append(got, strings.Join(ids, " "))
	}
	want := []string{"S2.33 S2.29(a)(i)(1) S2.29(a)", "S2.6(a) S1.27(a)", "", "S1.46(b)", "", "S1.46(b)"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestRetrievalIsAskedAtOnceAndForEachClaimAlone(t *testing.T) {
	var claims []events.Claim
	for i := range 900 {
		c := said(i, fmt.Sprintf("Claim number %d speaks of emissions or something else, such as topic%d.", i, i%37))
		c.Paragraphs = []events.ParagraphLink{{ID: fmt.Sprintf("S1.%d", 27+i%7)}}
		claims = append(claims, c)
	}
	alone := slices.Clone(claims[5:6])
	l := &library{}
	if err := confirm(t.Context(), l, claims); err != nil || l.calls != 1 || l.queries != 37 {
		t.Errorf("%d calls, %d queries, %v", l.calls, l.queries, err)
	}
	if err := confirm(t.Context(), l, alone); err != nil || !reflect.DeepEqual(alone[0], claims[5]) {
		t.Errorf("alone %+v, among others %+v, %v", alone[0], claims[5], err)
	}
	unplaced := &library{}
	if err := confirm(t.Context(), unplaced, []events.Claim{said(1, "We planted 40 trees.")}); err != nil || unplaced.calls != 0 {
		t.Errorf("a claim without a paragraph, to which nothing is added, is asked for: %d calls, %v", unplaced.calls, err)
	}
	if err := confirm(t.Context(), short{}, claims); err == nil {
		t.Error("an answer too few is no error")
	}
}

type short struct{}

func (short) Paragraphs(_ context.Context, queries []string, _ int) ([][]Found, error) {
	if len(queries) == 0 {
		return nil, errors.New("nothing asked")
	}
	return make([][]Found, len(queries)-1), nil
}

// Whatever order claims come in, and however often each does, the result is the same.
func TestReduceDoesNotDependOnTheOrder(t *testing.T) {
	texts := []string{
		"In 2023 we reduced our Scope 1 emissions by 12% to 40 kt CO2e.", "In 2023, we reduced the Scope 1 emissions by 12 % to 40 kt CO2e.",
		"In 2023 we reduced our Scope 2 emissions by 12% to 40 kt CO2e.", "We train all employees on compliance every year.",
		"We train all our employees on compliance every year.", "Our Board oversees climate risk.",
	}
	rapid.Check(t, func(t *rapid.T) {
		var claims []events.Claim
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 6*len(texts)-1), 0, 30).Draw(t, "claims") {
			c := said(1+n/len(texts), texts[n%len(texts)])
			c.Context = strings.Repeat("x", n%3)
			claims = append(claims, c)
		}
		reduce := func(in []events.Claim) string {
			kept, _, err := Reducer{Similarity: Meaning{}, Retrieval: &library{}}.Reduce(context.Background(), slices.Clone(in))
			if err != nil {
				t.Fatal(err)
			}
			return encoded(t, kept)
		}
		want := reduce(claims)
		shuffled := rapid.Permutation(claims).Draw(t, "shuffled")
		if got := reduce(append(shuffled, claims...)); got != want {
			t.Fatalf("got  %s\nwant %s", got, want)
		}
	})
}
