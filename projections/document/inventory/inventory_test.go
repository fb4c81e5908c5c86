package inventory

import (
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

func amount(scope, category, method, value string, page int) Figure {
	v, _, err := apd.NewFromString(value)
	if err != nil {
		panic(err)
	}
	return Figure{ID: scope + category + method + value, Scope: scope, Category: category, Method: method, Row: category, Unit: "tCO2e", Page: page, Year: 2024,
		Value: v}
}

func TestScopeTwoIsToldByBothMethodsWhereTheyLieApart(t *testing.T) {
	market, location := amount("2", "", "market", "163000", 9), amount("2", "", "location", "624000", 9)
	for _, c := range []struct {
		name string
		all  []Figure
		says string
	}{
		{"apart", []Figure{market, location}, "163,000 t CO2e market-based and 624,000 t CO2e location-based"},
		{"with Scope 1", []Figure{market, location, amount("1", "", "", "387000", 9), amount("1+2", "", "", "550000", 8)},
			"with Scope 1 that makes 550,000 t CO2e or 1,011,000 t CO2e; the total of page 8 counts the lower"},
		{"more by the market", []Figure{amount("2", "", "market", "624000", 9), amount("2", "", "location", "163000", 9), amount("1", "", "", "387000", 9)},
			"with Scope 1 that makes 1,011,000 t CO2e or 550,000 t CO2e"},
		{"totals of both", []Figure{market, location, amount("1", "", "", "387000", 9), amount("1+2", "", "", "550000", 8), amount("1+2", "", "", "1011000", 9)},
			"with Scope 1 that makes 550,000 t CO2e or 1,011,000 t CO2e"},
		{"a total of neither", []Figure{market, location, amount("1", "", "", "387000", 9), amount("1+2", "", "", "700000", 8)},
			"with Scope 1 that makes 550,000 t CO2e or 1,011,000 t CO2e"},
		{"rounded elsewhere", []Figure{amount("2", "", "market", "163412", 20), market, location}, "163,412 t CO2e market-based"},
		{"of no named method", []Figure{market, amount("2", "", "", "624000", 9)}, "624,000 t CO2e in the row beside it"},
		{"alike", []Figure{market, amount("2", "", "location", "170000", 9)}, ""},
		{"two amounts of one method", []Figure{market, amount("2", "", "market", "99000", 12), location}, ""},
		{"one method", []Figure{market}, ""},
		{"a part alone", []Figure{market, amount("2", "heating", "location", "624000", 9)}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			told, ok := ByMethod(c.all, 2024)
			if ok != (c.says != "") || !strings.Contains(told.Title+"; "+told.Gist, c.says) {
				t.Errorf("%t: %s; %s", ok, told.Title, told.Gist)
			}
			if strings.Contains(c.name, "total") && strings.Contains(told.Gist, "counts") {
				t.Error(told.Gist)
			}
		})
	}
}

func TestWhatOthersAreSparedStandsBesideTheInventory(t *testing.T) {
	own := []Figure{amount("1+2+3", "", "", "40000000", 12)}
	for _, c := range []struct {
		name        string
		spared, own []Figure
		says        string
	}{
		{"beside all scopes", []Figure{amount("", "", "", "19000000", 4)}, own, "19 million t CO2e; its own emissions of Scopes 1 to 3 come to 40 million t CO2e"},
		{"beside the third", []Figure{amount("", "", "", "19000000", 4)}, []Figure{amount("3", "", "", "40000000", 12)}, "its own Scope 3 emissions come to"},
		{"the largest of several", []Figure{amount("", "", "", "4000000", 4), amount("", "", "", "19000000", 5)}, own, "spare others 19 million"},
		{"next to nothing", []Figure{amount("", "", "", "20000", 4)}, own, ""},
		{"without an inventory", []Figure{amount("", "", "", "19000000", 4)}, nil, ""},
		{"nothing spared", nil, own, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			told, ok := Spared(c.spared, c.own, 2024)
			if ok != (c.says != "") || !strings.Contains(told.Title, c.says) {
				t.Errorf("%t: %s", ok, told.Title)
			}
		})
	}
}

func TestCategoriesOfScopeThreeWithoutAnAmountAreNamed(t *testing.T) {
	rows := func(names ...string) (all []Figure) {
		for _, n := range names {
			all = append(all, amount("3", n, "", "100", 30))
		}
		return all
	}
	all15 := []string{"Purchased goods and services", "Capital goods", "Fuel- and energy-related activities", "Upstream transportation",
		"Waste generated in operations", "Business travel", "Employee commuting", "Upstream leased assets", "Downstream transportation",
		"Processing of sold products", "Use of sold products",
		"End-of-life treatment of sold products", "Downstream leased assets", "Franchises", "Investments"}
	for _, c := range []struct {
		name  string
		rows  []string
		given int // 0 where nothing is told
		lacks string
	}{
		{"five of fifteen", all15[:5], 5, "business travel (6)"},
		{"a row of two", append([]string{"3.11 Use of sold products + 3.13 Downstream leased assets"}, all15[:3]...), 5, "upstream transport (4)"},
		{"by numbers alone", []string{"Category 1", "Category 2", "Cat. 6", "Category 11"}, 4, "capital"},
		{"transport of no side is of both", append([]string{"Transport and distribution"}, all15[:3]...), 5, "waste (5)"},
		{"all of them", all15, 0, ""},
		{"no breakdown", all15[:2], 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			told, ok := Categories(rows(c.rows...), 2024)
			if ok != (c.given > 0) {
				t.Fatal(ok, told)
			}
			if !ok {
				return
			}
			if n := strings.Count(told.Gist, "("); n != len(categories)-c.given {
				t.Errorf("%d lacking: %s", n, told.Gist)
			}
			if c.name != "by numbers alone" && !strings.Contains(told.Gist, c.lacks) {
				t.Error(told.Gist)
			}
			for _, row := range c.rows {
				for i, full := range all15 {
					if row == full && strings.Contains(told.Gist, "("+string(rune('0'+(i+1)%10))+")") && i < 9 {
						t.Errorf("%s is there, and said not to be: %s", row, told.Gist)
					}
				}
			}
		})
	}
}
