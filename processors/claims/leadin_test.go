package claims

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// list is a page of a lead-in and items.
func list(lead string, items ...string) *document.Document {
	d := doc(lead + "\n" + strings.Join(items, "\n"))
	for i := range d.Pages[0].Lines[1:] {
		d.Pages[0].Lines[i+1].Role = document.RoleItem
	}
	return d
}

func TestItemsGoOnWithTheirLeadIn(t *testing.T) {
	for _, c := range []struct {
		lead, item, want string
	}{
		{"By 2030, we will:", "Cut the water withdrawal of all our plants", "By 2030, we will cut the water withdrawal of all our plants"},
		{"We are committed to:", "Source 100% renewable electricity by 2028", "We are committed to source 100% renewable electricity by 2028"},
		{"In 2024 we have:", "ISO 14001 certificates for nine plants", "In 2024 we have ISO 14001 certificates for nine plants"},
		{"Our targets for 2030:", "Cut the water withdrawal of our plants by 20%", "Cut the water withdrawal of our plants by 20%"}, // is no part of a sentence
	} {
		claims := extractWith(t, script{"Our targets for 2030:": {}}, list(c.lead, c.item), 1, 1)
		if len(claims) != 1 || claims[0].Text != c.want || claims[0].Quote.Text != c.item {
			t.Errorf("%s %s: %+v", c.lead, c.item, claims)
		}
	}
}

// Whatever stands in a lead-in and in its items, each quotation is what stands on the page.
func TestItemsAreQuotedAlone(t *testing.T) {
	words := []string{"we", "will", "to", "reduce", "our", "emissions", "by", "30%", "2030", "Plant", "ISO", "14001", "water", ":", ".", ",", "and", "é"}
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 12).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		d := list(text.Draw(t, "lead")+":", text.Draw(t, "item"), text.Draw(t, "next"))
		found, err := Rules{}.Extract(t.Context(), Section{ReportID: "rep_1", Document: d, From: 1, To: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range found {
			if got := string([]rune(d.Pages[0].Text)[c.Quote.Start:c.Quote.End]); got != c.Quote.Text {
				t.Fatalf("%q is quoted as %q", got, c.Quote.Text)
			}
		}
	})
}
