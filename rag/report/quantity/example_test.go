package quantity_test

import (
	"fmt"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// Find reads the figures of a sentence; years are told apart, and hedges are kept.
func ExampleFind() {
	text := "In 2024 we used more than 1,500 MWh and emitted 2.3 million tonnes CO2e."
	for _, q := range quantity.Find(text, quantity.Detect(text, quantity.Point)) {
		if q.Year {
			fmt.Println(q.Text, "is a year")
			continue
		}
		fmt.Println(q.Text, "is", quantity.Print(q.Base(), 12), q.Unit.Base(), q.Bound)
	}
	// Output:
	// 2024 is a year
	// 1,500 MWh is 5400 GJ at_least
	// 2.3 million tonnes CO2e is 2300000 tCO2e
}

// A printed figure stands for everything that rounds to it, and that decides whether two figures disagree.
func ExampleQuantity_Interval() {
	q, err := quantity.Parse("2.3 million tonnes CO2e", quantity.Point)
	if err != nil {
		fmt.Println(err)
		return
	}
	i := q.Interval()
	fmt.Println("from", quantity.Print(i.Low, 12), "to", quantity.Print(i.High, 12), q.Unit.Base())
	// Output:
	// from 2250000 to 2350000 tCO2e
}

// A unit that is printed ambiguously has several readings, and nobody chooses between them without a reason.
func ExampleMeasures() {
	for _, printed := range []string{"kg CO2e/t", "MT CO2e"} {
		all, err := quantity.Measures(printed)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, m := range all {
			fmt.Printf("%s can be %s %s", printed, quantity.Print(m.Unit.Factor, 12), m.Unit.Base())
			if m.Per != "" {
				fmt.Print(" per ", m.Per)
			}
			fmt.Println()
		}
	}
	// Output:
	// kg CO2e/t can be 0.001 tCO2e per t
	// MT CO2e can be 1 tCO2e
	// MT CO2e can be 1000000 tCO2e
}
