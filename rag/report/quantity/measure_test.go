package quantity_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// What stands in headers and unit columns, with what it can mean: symbol's factor to the base unit, dimension.
func TestMeasures(t *testing.T) {
	for printed, want := range map[string]string{
		"tCO2e": "1 tCO2e", "t CO2eq": "1 tCO2e", "kt CO2e": "1000 tCO2e", "Kt CO2e": "1000 tCO2e", "kilotonnes of CO2-equivalent": "1000 tCO2e",
		"metric tons CO2e": "1 tCO2e", "metric tons of carbon dioxide equivalents": "1 tCO2e", "metric tons of CO 2 equivalent": "1 tCO2e",
		"tonnes CO₂e": "1 tCO2e", "1,000 tonnes": "1000 t", "1’000 tonnes CO2e": "1000 tCO2e", "1’000  tonnes": "1000 t", "thousand tonnes": "1000 t",
		"MM MT CO2e": "1000000 tCO2e", "MM MT CO 2e": "1000000 tCO2e", "million metric tons CO2": "1000000 tCO2", "m tCO2e": "1000000 tCO2e",
		"m metric t CO2": "1000000 tCO2", "MtCO2e": "1000000 tCO2e", "CO2e in metric tons": "1 tCO2e", "CO2e emissions in tons": "1 tCO2e",
		"CO2e emissions (tonnes)": "1 tCO2e", "CO2 emissions (1,000 tonnes)": "1000 tCO2", "in 1,000 t": "1000 t",
		"MT CO2e": "1 tCO2e | 1000000 tCO2e", "mtCO2e": "1 tCO2e | 1000000 tCO2e", "MTCO2e": "1 tCO2e | 1000000 tCO2e", "MT": "1 t | 1000000 t",
		"kWh or J": "0.0036 GJ | 0.000000001 GJ", "kWh": "0.0036 GJ", "TJ": "1000 GJ", "1’000 GJ": "1000 GJ",
		"kg CO2e/t nsp": "0.001 tCO2e per t nsp", "tCO2e/Rp": "1 tCO2e per rp", "tCO2e/£m": "1 tCO2e per £m", "MWh per employee": "3.6 GJ per employee",
		"m3": "1 m3", "thousand l": "1 m3", "EUR m": "1000000 EUR", "%": "1 %", "(t CO2e)": "1 tCO2e", "ton": "1 t",
		"1,000 metric tons of CO2e emissions": "1000 tCO2e", "t CO2e (market-based)": "1 tCO2e", "tonnes of carbon dioxide equivalent (tCO2e)": "1 tCO2e",
		"metric tonnes CO2 equivalent (mtCO2e)": "1 tCO2e", "MT CO2e (location-based)": "1 tCO2e | 1000000 tCO2e", "TCO2e": "1 tCO2e",
		"Mega tonnes": "1000000 t", "ribu tCO2e": "1000 tCO2e",
		"metric tons of CO2e emissions per Mio. € revenue": "1 tCO2e per mio. € revenue", "Kg CO2e/t": "0.001 tCO2e per t",
		"eMWh": "3.6 GJ", "Mwh": "3.6 GJ",
		"Gj": "1 GJ", "Mj": "0.001 GJ", "Tj": "1000 GJ", "Twh": "3600000 GJ", "1,000 gigajoule": "1000 GJ", "MMBtu": "1.05505585262 GJ", "toe": "41.868 GJ",
		"Million cubic meter": "1000000 m3", "m^3": "1 m3", "KL": "1 m3",
		"10³ m³": "1000 m3", "10^6 GJ": "1000000 GJ", "10,000 tonnes": "10000 t", "GJ (thousands)": "1000 GJ", "tonnes ('000)": "1000 t",
		"Millions of tonnes CO2e": "1000000 tCO2e", "thousands of m3": "1000 m3",
		"kgal": "3.785411784 m3", "short tons": "0.90718474 t", "sq ft": "0.000009290304 ha", "barrels": "0.158987294928 m3", "kilo litres": "1 m3", "L": "0.001 m3",
		"acre-feet": "1233.48183754752 m3", "Acre-Foot": "1233.48183754752 m3", "acre ft": "1233.48183754752 m3", "thousand acre-feet": "1233481.83754752 m3",
		"acre-feet (thousands)": "1233481.83754752 m3", "thousands of acre-feet": "1233481.83754752 m3", "kWh per acre-foot": "0.0036 GJ per acre-foot",
		"acres": "0.40468564224 ha", "thousand short tons": "907.18474 t", "tons": "1 t",
		"m³": "1 m3", "thousand m³": "1000 m3", "million m³": "1000000 m3", "m²": "0.0001 ha", "t CO2e/m²": "1 tCO2e per m2", "MWh¹": "3.6 GJ",
		"EUR ’000s": "1000 EUR", "In EUR '000": "1000 EUR", "TEUR": "1000 EUR", "kEUR": "1000 EUR", "T€": "1000 EUR",
		"$ in millions": "1000000 USD", "in thousands of euros": "1000 EUR",
		"EUR in thousands": "1000 EUR", "USD (000)": "1000 USD", "$000": "1000 USD", "S$'000": "1000 SGD", "INR crore": "10000000 INR", "MEUR": "1000000 EUR",
		"EUR/t":     "1 EUR per t",
		"Rp miliar": "1000000000 IDR", "RM million": "1000000 MYR",
		"ton / tons": "1 t", "juta ton / million tons": "1000000 t", "juta / million MWh": "3600000 GJ", "ribu liter / thousand litres": "1 m3",
		"megalitre": "1000 m3", "kilolitre": "1 m3", "GJ / ton": "1 GJ per ton", "litres / tonne": "0.001 m3 per tonne", "ton / ton": "1 t per ton",
		"tons / short tons": "1 t per short tons",
	} {
		got, err := quantity.Measures(printed)
		if err != nil {
			t.Errorf("%q: %v", printed, err)
			continue
		}
		var parts []string
		for _, m := range got {
			s := quantity.Print(m.Unit.Factor, 12) + " " + m.Unit.Base()
			if m.Per != "" {
				s += " per " + m.Per
			}
			parts = append(parts, s)
		}
		if g := strings.Join(parts, " | "); g != want {
			t.Errorf("%q: %s, want %s", printed, g, want)
		}
	}
	for _, s := range []string{"", "Total", "Scope 1", "FY2022", "Unit", "CO2e emissions", "emissions", "CCM", "EUR pallets", "AMATEUR",
		"EUR thousand million", "per EUR", "EUR USD", strings.Repeat("t", 500)} {
		if m, err := quantity.Measures(s); err == nil {
			t.Errorf("%q is read as %v", s, m)
		}
	}
}

func FuzzMeasures(f *testing.F) {
	for _, s := range []string{"kWh or J", "MM MT CO 2e", "1’000 tonnes", "tCO2e/£m", "((", "in in t", "000", "CO2e ("} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		all, err := quantity.Measures(s)
		if err != nil {
			return
		}
		for _, m := range all {
			if m.Unit.Factor == nil || m.Unit.Factor.Sign() <= 0 {
				t.Fatalf("%q: factor %v", s, m.Unit.Factor)
			}
		}
	})
}

// Scales and gases as French, Spanish and Italian tables write them.
func TestUnitsOfRomanceLanguages(t *testing.T) {
	for printed, want := range map[string]string{
		"miles de m³": "thousand m3", "milliers de tonnes éq. CO₂": "thousand tonnes CO₂e", "migliaia di t": "thousand t", "teq CO2": "tCO2e",
		"millones de €": "EUR", "milliers d'euros": "EUR", "t CO2 éq.": "tCO2e",
	} {
		t.Run(printed, func(t *testing.T) {
			got, err := quantity.Measures(printed)
			if err != nil || len(got) != 1 || got[0].Unit.Symbol != want {
				t.Errorf("read as %v (%v), want %q", got, err, want)
			}
		})
	}
}
