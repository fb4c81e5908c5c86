package issuer

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestATextSpeaksOfACompanyByAWholeNameOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		text  string
		names Names
		want  bool
	}{
		{"In 2024 Shell emitted 5 t.", Names{"Shell plc"}, true},
		{"Shell plc emitted 5 t.", Names{"Shell plc"}, true},
		{"The seashell emitted 5 t.", Names{"Shell plc"}, false},
		{"The shell of the reactor leaked.", Names{"Shell plc"}, false},
		{"On Shell Island a plant leaked.", Names{"Shell plc"}, false},
		{"Workers of Royal Shell emitted 5 t.", Names{"Shell plc"}, false},
		{"Officials fined Shell's refinery.", Names{"Shell plc"}, true},
		{"Officials fined Shell, Esso and others.", Names{"Shell plc"}, true},
		{"Officials fined Shell. Esso paid, too.", Names{"Shell plc"}, true},
		{"Shell Scope 1 emissions were 5 t.", Names{"Shell plc"}, true},
		{"Shell CEO Jane Roe spoke.", Names{"Shell plc"}, true},
		{"Kooijveld Samudrasa N.V. emitted 5 t.", Names{"Kooijveld Samudrasa N.V."}, true},
		{"Kooijveld-Samudrasa emitted 5 t.", Names{"Kooijveld Samudrasa N.V."}, true},
		{"Kooijveld\nSamudrasa emitted 5 t.", Names{"Kooijveld Samudrasa N.V."}, true},
		{"Kooijveld and Samudrasa emitted 5 t.", Names{"Kooijveld Samudrasa N.V."}, false},
		{"Kooijveld emitted 5 t.", Names{"Kooijveld Samudrasa N.V."}, false},
		{"Samudrasa emitted 5 t.", Names{"Kooijveld Samudrasa N.V.", "Samudrasa"}, true},
		{"Nordhavn Minerals Bank emitted 5 t.", Names{"Nordhavn Minerals ASA"}, false},
		{"PT Semen Indah Tbk emitted 5 t.", Names{"PT Semen Indah Tbk"}, true},
		{"3M emitted 5 t.", Names{"3M Company"}, true},
		{"", Names{"Shell plc"}, false},
		{"The Company Limited.", NamesOf("Company Limited"), false},
	} {
		t.Run(c.text, func(t *testing.T) {
			if got := c.names.Mentioned(c.text); got != c.want {
				t.Errorf("%q speaks of %q: %t", c.text, c.names, got)
			}
		})
	}
}

// TestANameWithinAWordOrALongerNameIsAnothers: whatever letters or capitalised word is put beside it.
func TestANameWithinAWordOrALongerNameIsAnothers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[A-Z][a-z]{3,9}`).Draw(t, "name")
		more := rapid.StringMatching(`[a-z]{1,5}`).Draw(t, "more")
		n := NamesOf(name)
		if len(n) == 0 || beside[strings.ToLower(name)] {
			t.Skip("a legal form")
		}
		if n.Mentioned("they fined " + name + more + " today") {
			t.Errorf("%s is found in %s", name, name+more)
		}
		if longer := "Zq" + more; !legalForms[strings.ToLower(longer)] && n.Mentioned("they fined "+name+" "+longer+" today") {
			t.Errorf("%s is found in %s %s", name, name, longer)
		}
		if !n.Mentioned("they fined " + name + " today") {
			t.Errorf("%s is not found", name)
		}
	})
}
