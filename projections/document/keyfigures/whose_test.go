package keyfigures

import (
	"testing"

	"github.com/cockroachdb/apd/v3"
)

func TestWhoseATotalIs(t *testing.T) {
	count := func(of string, year int, value int64) Figure {
		return Figure{ID: of, Page: 7, Year: year, Caption: "Safety", RowPath: []string{"Fatalities", of}, Printed: apd.New(value, 0).String(),
			Value: apd.New(value, 0)}
	}
	for _, c := range []struct {
		name                   string
		employees, contractors int64
		total                  int64
		of                     string
	}{
		{"all of one", 0, 4, 4, "Contractors"},
		{"most of one", 1, 3, 4, "Contractors"},
		{"halves", 2, 2, 4, ""},
		{"parts that are not all", 1, 2, 4, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			total := count("Total", 2024, c.total)
			all := []Figure{count("Employees", 2024, c.employees), count("Contractors", 2024, c.contractors), count("Contractors", 2023, 1), total,
				{Page: 7, Year: 2024, Caption: "Safety", RowPath: []string{"Injuries", "Employees"}, Value: apd.New(9, 0)}}
			row, of, ok := Whose(all, &total)
			if ok != (c.of != "") || of != c.of {
				t.Fatalf("%q %t", of, ok)
			}
			if ok && row.In(2023) == nil {
				t.Error("the year before is lost")
			}
		})
	}
}
