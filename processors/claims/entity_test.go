package claims

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestTheNameOfAFilingOfForms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Name of Company\tPT Bank Tirta Indonesia Tbk\nThis is a document of PT Bank Tirta Indonesia Tbk.\nPT Sumber Lain Tbk", "bti tirta"},
		{"Issuer: Quayle Holdings Limited\nSigned for Quayle Holdings Limited by the secretary", "quayle"},
		{"Issuer: the company\nSigned by the secretary", ""},
	} {
		got := strings.Join(slices.Sorted(maps.Keys(houseWords(doc(c.text)))), " ")
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
