package discrepancy_test

import (
	"fmt"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/projections/document/discrepancy"
)

// row are figures of 2022, 2023 and 2024 of one row; an empty one is not given.
func row(page int, name, unit string, values ...string) []discrepancy.Figure {
	var out []discrepancy.Figure
	for i, v := range values {
		if v == "" {
			continue
		}
		value, _, err := apd.NewFromString(v)
		if err != nil {
			panic(err)
		}
		out = append(out, discrepancy.Figure{ID: fmt.Sprint(page, name, i), Page: page, Year: 2022 + i, Table: "T", Row: name, Heads: []string{name},
			Unit: unit, Value: value})
	}
	return out
}

func TestRowsOfTwoTablesAreOneByTheFiguresThatAgree(t *testing.T) {
	hours := func(page int, name string, last string) []discrepancy.Figure {
		return row(page, name, "", "313836", "421416", last)
	}
	based := func(f []discrepancy.Figure, basis string) []discrepancy.Figure {
		for i := range f {
			f[i].Basis = basis
		}
		return f
	}
	for name, c := range map[string]struct {
		a, b []discrepancy.Figure
		told bool
	}{
		"one year differs":              {hours(4, "Training hours, staff", "442572"), hours(9, "Total hours of training: staff", "416946"), true},
		"all years agree":               {hours(4, "Training hours", "442572"), hours(9, "Training hours", "442572"), false},
		"two years differ":              {hours(4, "Training hours", "442572"), row(9, "Training hours", "", "313836", "9", "8"), false},
		"one page":                      {hours(4, "Training hours", "442572"), hours(4, "Training in hours", "416946"), false},
		"another name":                  {hours(4, "Training hours", "442572"), hours(9, "Customers", "416946"), false},
		"figures that agree by chance":  {row(4, "Deaths", "", "2", "5", "4"), row(9, "Deaths", "", "2", "5", "3"), false},
		"given less exactly":            {hours(4, "Training hours", "442572"), hours(9, "Training hours", "442600"), false},
		"left empty":                    {hours(4, "Training hours", "442572"), hours(9, "Training hours", "0"), false},
		"another boundary":              {hours(4, "Training hours", "442572"), based(hours(9, "Training hours", "416946"), "incl. "), false},
		"one figure in two units":       {row(4, "Waste", "tCO2e", "34210.1", "15311.3"), row(9, "Waste", "t", "34210.1", "15311.3"), false},
		"a mass that its name explains": {row(4, "Scope 1", "tCO2e", "34210.1", "15311.3"), row(9, "Scope 1, tonnes of CO2e", "t", "34210.1", "15311.3"), false},
		"two units that nobody knows":   {row(4, "Waste", "heaps", "34210.1", "15311.3"), row(9, "Waste", "t", "34210.1", "15311.3"), false},
	} {
		t.Run(name, func(t *testing.T) {
			got := discrepancy.Of(append(c.b, c.a...))
			if len(got) > 1 || (len(got) == 1) != c.told || c.told && (got[0].A.Page != 4 || got[0].B.Page != 9) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestRowsAgreeInAnotherUnitAndWithZerosBehind(t *testing.T) {
	in := func(page int, by int64, unit string, values ...string) []discrepancy.Figure {
		out := row(page, "Waste of all sites", unit, values...)
		for i := range out {
			out[i].Base, out[i].BaseUnit = new(apd.Decimal), "kg"
			if _, err := apd.BaseContext.WithPrecision(20).Mul(out[i].Base, out[i].Value, apd.New(by, 0)); err != nil {
				t.Fatal(err)
			}
		}
		return out
	}
	kilograms, tonnes := in(4, 1, "kg", "34210100", "15311300", "9000"), in(9, 1000, "t", "34210.10", "15311.3", "8000")
	got := discrepancy.Of(append(kilograms, tonnes...))
	if len(got) != 1 || got[0].A.Page != 4 || got[0].B.Page != 9 || got[0].A.Year != 2024 {
		t.Errorf("%+v", got)
	}
}
