package claims

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// saying reads a text of which the statement reader says this.
func saying(text string, r statement.Reading) *reading {
	out := read(text, quantity.Point, nil)
	out.said = &statement.Said{Sentence: statement.Sentence{Text: text}, Reading: r}
	return out
}

// planned is a reading of a target.
func planned(claim float64) statement.Reading {
	return statement.Reading{Claim: claim, Kind: statement.Answer{Value: "target", Sure: 0.9}, Standing: statement.Answer{Value: "planned", Sure: 0.9}}
}

// by is a reading of somebody's.
func by(voice string, r statement.Reading) statement.Reading {
	r.Voice = statement.Answer{Value: voice, Sure: 0.9}
	return r
}

func TestWhatIsAClaim(t *testing.T) {
	text := "In 2023 our Scope 1 emissions decreased by 12% to 2.3 million tonnes CO2e."
	for name, c := range map[string]struct {
		text string
		said statement.Reading
		want bool
	}{
		"what the reader is sure of":                     {text, statement.Reading{Claim: 0.95}, true},
		"what it finds unlikely":                         {text, statement.Reading{Claim: 0.1}, false},
		"the auditor's is none":                          {text, statement.Reading{Claim: 0.95, Voice: statement.Answer{Value: "auditor", Sure: 0.9}}, false},
		"what may be the auditor's is the entity's":      {text, statement.Reading{Claim: 0.95, Voice: statement.Answer{Value: "auditor", Sure: 0.4}}, true},
		"somebody else's deed can be the entity's claim": {text, statement.Reading{Claim: 0.95, Voice: statement.Answer{Value: "third", Sure: 0.9}}, true},
		"a promise with a year need not be as likely":    {"We intend to be climate neutral by 2040.", planned(0.4), true},
		"one without a year must":                        {"We intend to be climate neutral one day.", planned(0.4), false},
		"somebody else's promise must be, too":           {"The port authority intends to be climate neutral by 2040.", by("third", planned(0.4)), false},
		"what may be theirs need not":                    {"The port authority intends to be climate neutral by 2040.", by("unit", planned(0.4)), true},
		"a question is none":                             {"Did our Scope 1 emissions decrease by 12% in 2023?", statement.Reading{Claim: 0.95}, false},
		"a label is none":                                {"Scope 1 emissions", statement.Reading{Claim: 0.95}, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := saying(c.text, c.said).claims(); got != c.want {
				t.Errorf("%q: %v", c.text, got)
			}
		})
	}
	if read(text, quantity.Point, nil).claims() {
		t.Error("a sentence that nobody has read is a claim")
	}
}

// Paragraphs that the reader is not sure of are not told, and none where it says that there is none.
func TestParagraphsAreToldOnlyIfLikely(t *testing.T) {
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		told []statement.Answer
		want []string
		says string // where there is none
	}{
		"two likely ones": {[]statement.Answer{{Value: "S1.33(a)", Sure: 0.5}, {Value: "S1.44(a)", Sure: 0.4}}, []string{"S1.33(a)", "S1.44(a)"}, ""},
		"one of two":      {[]statement.Answer{{Value: "S1.33(a)", Sure: 0.8}, {Value: "S1.44(a)", Sure: 0.12}}, []string{"S1.33(a)"}, ""},
		"two that share": {
			[]statement.Answer{{Value: "S1.33(a)", Sure: 0.33}, {Value: "S1.44(a)", Sure: 0.32}}, nil, "the likeliest, S1.33(a), is too unsure (0.33)",
		},
		"a measure":             {[]statement.Answer{{Value: "S1.33(a)", Sure: 0.45}}, []string{"S1.33(a)"}, ""},
		"a body":                {[]statement.Answer{{Value: "S1.27(a)", Sure: 0.42}}, nil, "the likeliest, S1.27(a), is too unsure (0.42)"},
		"none":                  {[]statement.Answer{{Value: "none", Sure: 0.5}, {Value: "S1.44(a)", Sure: 0.4}}, nil, "likely none asks for it"},
		"one that nobody knows": {[]statement.Answer{{Value: "S9.99", Sure: 0.5}, {Value: "S1.33(a)", Sure: 0.1}}, nil, "S9.99"},
		"nothing was told":      {nil, nil, "none is likely"},
	} {
		t.Run(name, func(t *testing.T) {
			r := saying("Rainwater is used for the gardens.", statement.Reading{Claim: 1, Paragraphs: c.told})
			var got []string
			for _, p := range r.paragraphs(registry) {
				got = append(got, p.ID)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
			if c.says != "" && !strings.Contains(r.unplaced(), c.says) {
				t.Errorf("%q does not say that %s", r.unplaced(), c.says)
			}
		})
	}
}

// What a sentence states of one scope is evidence for that scope where the reader takes it, unsurely, for emissions as a whole, a method or progress.
func TestTheScopeThatASentenceNamesDecidesWhereTheReaderIsUnsure(t *testing.T) {
	registry, err := ifrs.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text string
		told []statement.Answer
		want string
	}{
		"emissions as a whole":  {"Our Scope 2 emissions rose by 14.8%.", []statement.Answer{{Value: "S2.29(a)(i)", Sure: 0.23}}, "S2.29(a)(i)(2)"},
		"progress":              {"Our Scope 1 emissions rose by 7%.", []statement.Answer{{Value: "S2.35", Sure: 0.4}}, "S2.29(a)(i)(1)"},
		"a reader that is sure": {"Our Scope 1 emissions rose by 7%.", []statement.Answer{{Value: "S2.35", Sure: 0.8}}, "S2.35"},
		"several scopes":        {"Scope 1 and Scope 2 emissions rose by 7%.", []statement.Answer{{Value: "S2.29(a)(i)", Sure: 0.5}}, "S2.29(a)(i)"},
		"a method": {
			"We compute 65% of our Scope 3 emissions with data of suppliers.", []statement.Answer{{Value: "S2.29(a)(iii)", Sure: 0.55}}, "S2.29(a)(iii)",
		},
		"no figure":      {"Our Scope 1 emissions are those of our kilns.", []statement.Answer{{Value: "S2.29(a)(iii)", Sure: 0.5}}, "S2.29(a)(iii)"},
		"something else": {"We cut Scope 1 emissions by 7% with new kilns.", []statement.Answer{{Value: "S2.14(a)(ii)", Sure: 0.5}}, "S2.14(a)(ii)"},
	} {
		t.Run(name, func(t *testing.T) {
			said := statement.Reading{Claim: 1, Kind: statement.Answer{Value: "change", Sure: 0.9}, Paragraphs: c.told}
			if name == "a method" {
				said.Kind.Value = "process"
			}
			told := saying(c.text, said).paragraphs(registry)
			if len(told) == 0 || told[0].ID != c.want {
				t.Errorf("%v, want %s", told, c.want)
			}
		})
	}
}

// Why a sentence is a claim is said with it: what it names, who read it, and how surely.
func TestReasoningsSayWhoDecided(t *testing.T) {
	r := saying("A council of neighbours meets at every kiln site.", statement.Reading{
		Claim: 0.93, Kind: statement.Answer{Value: "process", Sure: 0.81},
		Standing: statement.Answer{Value: "ongoing", Sure: 0.9}, Topic: statement.Answer{Value: "supply_chain", Sure: 0.4},
	})
	r.reader = "statement-1"
	why := r.reasoning(events.Claim{Type: events.LegalGovernance, Priority: events.Low}, "it is about a supply chain", "little can be checked")
	want := "Can be checked: it names a physical condition. " +
		"Read by statement-1: a claim 0.93, process 0.81, ongoing 0.90, about supply chain 0.40. " +
		"Legal governance, because it is about a supply chain. Priority low: little can be checked."
	if why != want {
		t.Errorf("%s", why)
	}
}
