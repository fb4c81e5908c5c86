package claims

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
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

// Words that only begin sentences, and those of running heads that the text writes small, are no names.
func TestCommonWordsAreNoNames(t *testing.T) {
	page := "# Quayle Policies\nRevenue is recognised over time. Procurement is central. The revenue of our procurement grew, and our policies are new.\n" +
		"Quayle has plants. Quayle is growing. Quayle will invest revenue in policies for procurement. See www.quayle.com."
	d := doc(page, page, page, page)
	for i := range d.Pages {
		d.Pages[i].Lines[0].Role = document.RoleFurniture
	}
	if got := slices.Sorted(maps.Keys(houseWords(d))); !slices.Equal(got, []string{"quayle"}) {
		t.Errorf("%q", got)
	}
}
