package sheet_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Fiscal years are named by two digits as well, and stand for the year that they end in or begin.
func TestYearsOfTargets(t *testing.T) {
	for words, want := range map[string]struct{ base, until int }{
		"a 20% reduction by 2030 from our baseline year of FY20":        {2020, 2030},
		"cut emissions by 30% by FY30 against FY2019 levels":            {2019, 2030},
		"cut emissions by 30% by FY 30 compared with CY21":              {2021, 2030},
		"cut emissions by 30% by 2030, compared to our base year 2018":  {2018, 2030},
		"cut emissions by 30% by 30 of our sites, from 20 of which":     {0, 0},
		"cut emissions by half until the end of fiscal year 2028":       {0, 2028},
		"reduce absolute emissions 42% by FY2033 from the FY 2023 base": {2023, 2033},
	} {
		until := 0
		if m := sheet.UntilYear.FindStringSubmatch(words); m != nil {
			until = sheet.YearNumber(m[1])
		}
		if base := sheet.BaseYear(words, nil, quantity.Quantity{}); base != want.base || until != want.until {
			t.Errorf("%s: from %d until %d, want %+v", words, base, until, want)
		}
	}
}
