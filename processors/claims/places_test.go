package claims

import (
	"slices"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

func TestWhatIsAPlace(t *testing.T) {
	for text, want := range map[string][]string{
		// Money, units and rules are called by countries.
		"In 2023 we spent 5 million US dollars on the restoration of peatland.":     {},
		"The plant cost US$ 5 million.":                                             {},
		"The project was funded with 40 million Hong Kong dollars.":                 {},
		"Water use fell to 3 million US gallons.":                                   {},
		"We shipped 400 US short tons of scrap.":                                    {},
		"All amounts are in US-dollars and follow US GAAP.":                         {},
		"In Vietnam we spent 5 million US dollars on the restoration of mangroves.": {"Vietnam"},
		"In the US, dollars were saved by recycling.":                               {"US"},
		"Our sites in the US discharged less water.":                                {"US"},
		"Germany tons of scrap are collected at our Hamburg site.":                  {"Germany", "Hamburg"},
		"Germany won the largest share of the new plants.":                          {"Germany"},
		"Indonesia's forests shrank.":                                               {"Indonesia"},
		"The mill at 6.2°S 106.8°E discharges into the river.":                      {"6.2°S 106.8°E"},
		"The mill lies at 6° 12' S.":                                                {"6° 12' S"},
		"The mill lies at 6°12′30″S, 106°49′E and 2°N, 104° 1' 5\" E.":              {"6°12′30″S, 106°49′E", "2°N, 104° 1' 5\" E"},
		"The reserve at S 6.2° E 106.8° was planted in Indonesia.":                  {"S 6.2° E 106.8°", "Indonesia"},
		"The site is 6.2 degrees south and 106.8 degrees east.":                     {"6.2 degrees south and 106.8 degrees east"},
		"Limit warming to 1.5°C and cool the halls to 18 °C.":                       {},
		"The roof is inclined by 30° and turned by 45 degrees.":                     {},
		"At 95°S nothing lies, and at 6° 72' S neither.":                            {},
		"At 40° we wash; Saturday is best.":                                         {},
		"The wells are 5 S wide.":                                                   {},
		"The river warmed by 2.5 degrees Celsius south of the plant.":               {},
	} {
		if got := placesIn(text, wordsOf(text)); !slices.Equal(got, want) {
			t.Errorf("%q: places %q, want %q", text, got, want)
		}
	}
}

// What only names a currency, or a volume after an area, is not held against a map; the same with coordinates is.
func TestMoneyIsNotGeographic(t *testing.T) {
	for text, want := range map[string]bool{
		"In 2023 our plantation restored 400 hectares of forest for 5 million US dollars.":     false,
		"In 2023 we drew 1,200 acre-feet of water in Sumatra.":                                 false,
		"In 2023 we drained 1,200 acres of marsh in Sumatra.":                                  true,
		"In 2023 our plantation in Sumatra restored 400 hectares of forest.":                   true,
		"In 2023 our plantation at 0.5°S 101.4°E restored 400 hectares of forest.":             true,
		"In 2023 our plantation restored 400 hectares of forest, warmed by 1.5 °C since 1990.": false,
	} {
		r := read(text, quantity.Point, map[string]bool{"acme": true})
		r.said = &statement.Said{Reading: claimOf("entity event done nature strategy")}
		kind, why := r.kind()
		if got := kind == events.Geographic; got != want {
			t.Errorf("%q is %s (%s), places %q", text, kind, why, r.entities().Places)
		}
	}
}
