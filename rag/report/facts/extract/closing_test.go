package extract_test

import (
	"maps"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestRowsAreOfTheYearThatTheyEndWith(t *testing.T) {
	for name, c := range map[string]struct {
		heads string
		rows  []string
		want  map[string]string
	}{
		"two years below each other": {
			"", []string{"As of Jan. 1, 2024|10", "Additions|2", "As of Dec. 31, 2024|12", "As of Jan. 1, 2023|7", "Additions|3", "As of Dec. 31, 2023|11"},
			map[string]string{"10": "2024", "2": "2024", "12": "2024", "7": "2023", "3": "2023", "11": "2023"},
		},
		"below heads of kinds": {
			"|Gross|Net", []string{"Sales|10|8", "As of 31 December 2024|12|9", "Sales|7|6", "As of 31 December 2023|11|5"},
			map[string]string{"10": "2024", "8": "2024", "12": "2024", "9": "2024", "7": "2023", "6": "2023", "11": "2023", "5": "2023"},
		},
		"years above their rows": {
			"", []string{"As of 31.12.2023|10", "Land|2", "As of 31.12.2022|12", "Land|7"},
			map[string]string{"10": "2023", "2": "2024", "12": "2022", "7": "2024"},
		},
		"years in the columns": {
			"|2021|2020", []string{"Additions|10|8", "As of Dec. 31, 2023|12|9", "Additions|7|6", "As of Dec. 31, 2022|11|5"},
			map[string]string{"10": "2021", "8": "2020", "12": "2021", "9": "2020", "7": "2021", "6": "2020", "11": "2021", "5": "2020"},
		},
		"one day alone": {
			"", []string{"Employees|10", "Shares as of Dec. 31, 2022|12"}, map[string]string{"10": "2024", "12": "2022"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := figuresOf([]document.Table{grid("", 100, c.heads, c.rows...)}); !maps.Equal(got, c.want) {
				t.Errorf("read %v, want %v", got, c.want)
			}
		})
	}
}

func TestLowestHeadsBesideAUnitAreNoFigures(t *testing.T) {
	for name, c := range map[string]struct {
		rows []string
		want map[string]string
	}{
		"with figures among them": {
			[]string{"in € million|amount|30 days", "Rents|12.5|0.5"}, map[string]string{"12.5": "€ million 2024", "0.5": "€ million 2024"},
		},
		"a row of amounts": {[]string{"in € million|12.1|13.1", "Rents|12.5|0.5"}, map[string]string{"12.1": "€ million 2024", "13.1": "€ million 2024",
			"12.5": "2024", "0.5": "2024"}},
		"a name": {[]string{"Rents of|amount|30 days", "Flats|12.5|0.5"}, map[string]string{"30 days": "2024", "12.5": "2024", "0.5": "2024"}},
	} {
		t.Run(name, func(t *testing.T) {
			table := grid("Receivables", 100, "|Gross|Overdue for less than", c.rows...)
			if got := figuresOf([]document.Table{table}); !maps.Equal(got, c.want) {
				t.Errorf("read %v, want %v", got, c.want)
			}
		})
	}
}
