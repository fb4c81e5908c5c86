package quantity_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

func TestOfWhichGasAFigureIs(t *testing.T) {
	for text, want := range map[string]string{
		"We released 4,000 tonnes CO2 of methane in 2023.":                      "methane",
		"Methane emissions were 4,000 tonnes CO2.":                              "Methane",
		"In 2023 our CH4 emissions from the wells fell to about 4,000 t CO2.":   "CH4",
		"Losses were 4,000 tonnes of CO2 (methane).":                            "methane",
		"Nitrous oxide (N2O) emissions of 4,000 t CO2 were reported.":           "Nitrous oxide",
		"We released 4,000 tonnes of CO2.":                                      "",
		"We released 4,000 tonnes of CO2 and 20 tonnes of methane.":             "",
		"Capturing methane saved 4,000 tonnes of CO2.":                          "",
		"Flaring of methane caused 4,000 tonnes of CO2.":                        "",
		"The 4,000 tonnes of CO2 of methane combustion are part of Scope 1.":    "",
		"CO2 and methane emissions were 4,000 tonnes CO2.":                      "",
		"Methane emissions were 4,000 tonnes CO2, as equivalents.":              "",
		"Methane emissions were halved; CO2 emissions were 4,000 tonnes CO2.":   "",
		"Methane emissions are small, and our fleet emitted 4,000 tonnes CO2.":  "",
		"Natural gas consists of methane and its combustion emits 4,000 t CO2.": "",
	} {
		from := strings.Index(text, "4,000")
		q := quantity.Find(text[from:], quantity.Point)
		if len(q) == 0 || q[0].Unit.Dimension != quantity.CarbonGas {
			t.Fatalf("%q: no amount of CO2 at %d: %+v", text, from, q)
		}
		if got := quantity.GasOf(text, from, from+q[0].End); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for label, want := range map[string]string{
		"Methane": "Methane", "CH4 emissions": "CH4", "– N2O": "N2O", "Scope 1: methane": "", "Methane and CO2": "", "Methane flaring": "",
		"CO2": "", "Methane (CO2e)": "", "HFCs": "HFCs", "Methanol": "",
	} {
		if got := quantity.GasAtStart(label); got != want {
			t.Errorf("label %q: %q, want %q", label, got, want)
		}
	}
}
