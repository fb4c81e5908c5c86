package claims

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func acme(text string) *reading {
	r := read(text, quantity.Point, map[string]bool{"acme": true, "mboat": true})
	r.near = true
	return r
}

func TestWhatIsDoneWithSomethingDefinite(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"Acme uses a worldwide reporting system to document environmental incidents.", true},
		{"We have established a global privacy organization that follows our business units.", true},
		{"Acme offers mobile working, sabbaticals, parental leave, and partial early retirement.", true},
		{"The Bank subsidises electric vehicles in its car leasing schemes.", true},
		{"We address psychosocial risks in our EHS Hazard Control (EHC) process.", true},
		{"We maintain strong relationships with our suppliers, customers and partners.", false},      // nobody can look at it
		{"We offer our employees a variety of training courses, workshops and seminars.", false},     // of nothing in particular
		{"We believe that a worldwide reporting system protects the environment.", false},            // a thought
		{"The way we operate builds trust in all our digital systems and processes.", false},         // a relative clause
		{"Acme defines environmental risks as both climate risks and water risks.", false},           // a term
		{"We aim to establish a worldwide reporting system for environmental incidents.", false},     // a wish
		{"We have achieved measurable success with our new programmes for all employees.", false},    // of which nothing is said
		{"Acme businesses in all countries stand for clean energy, water and new materials.", false}, // no verb of doing
	} {
		if got := acme(c.text).practises(); got != c.want {
			t.Errorf("%v: %s", got, c.text)
		}
	}
}

func TestWhatDataAndRulesExtendTo(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"The report covers all consolidated companies.", true},
		{"Scope 3 emissions aren’t included in the figures of the group.", true},
		{"Our analysis covers our own data centers and offices.", true},
		{"The standard applies to all sites and is audited.", true},
		{"Further information on all sites is included in the annual report.", false},
		{"Where the data do not yet cover all companies, this is said.", false},
		{"The directive applies to all companies in the European Union.", false},
	} {
		if got := acme(c.text).extends(); got != c.want {
			t.Errorf("%v: %s", got, c.text)
		}
	}
}

func TestWhatIsLaidDown(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"The travel policy envisages rail as the preferred means of transport.", true},
		{"Employees have a duty to report hazards to the department.", true},
		{"Suppliers must sign the code before a contract is awarded.", true},
		{"The policy aims to reduce travel.", false},
		{"Companies have a duty to society.", false},
	} {
		if got := acme(c.text).prescribes(); got != c.want {
			t.Errorf("%v: %s", got, c.text)
		}
	}
}

func TestNumbersOfRulesAreNoYears(t *testing.T) {
	for text, want := range map[string]int{
		"Acme follows Regulation (EU) 2020/852 and 2019/2088.": 0,
		"Acme reports on 2022/23 and on 2024.":                 2,
	} {
		if got := acme(text); len(got.years) != want {
			t.Errorf("%v: %s", got.years, text)
		}
	}
	if !acme("Acme was certified to ISO 14040 at the plant.").has[cueStandard] || acme("Acme applies IFRS 16 to leases.").has[cueStandard] {
		t.Error("a standard of management is not told from one of accounting")
	}
}

func TestANameMayBeginSmall(t *testing.T) {
	if startsLower("mBoat is a member of the initiative.") || !startsLower("members of the initiative.") || !acme("In 2022 mBoat joined the initiative.").house {
		t.Error("a name that begins with a small letter is taken for the rest of a sentence")
	}
}

// Whatever words stand in whatever order, looking for the verb must not leave the sentence.
func TestReadingIsTotal(t *testing.T) {
	words := []string{"we", "Acme", "Group", "has", "have", "been", "the", "policy", "of", "is", "which", "our", "employees", "must", "data", "cover", "ISO", "14001", "2020/852", "not", "include", "establish", "established", ",", "to", "with", ":", "."}
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for range rapid.IntRange(0, 14).Draw(t, "words") {
			text += rapid.SampledFrom(words).Draw(t, "word") + " "
		}
		r := acme(text)
		r.inherits = rapid.Bool().Draw(t, "inherits")
		w, again := r.worth(true, false), acme(text)
		again.inherits = r.inherits
		if got := again.worth(true, false); got != w || w < 0 {
			t.Fatalf("%d and %d: %q", w, got, text)
		}
		r.practises()
		r.extends()
		r.process()
	})
}
