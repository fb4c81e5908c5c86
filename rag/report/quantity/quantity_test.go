package quantity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// show prints what matters of a figure: value and unit, base, what it is per, hedge.
func show(q quantity.Quantity) string {
	s := quantity.Print(q.Value, 20) + " " + q.Unit.Symbol
	if base := quantity.Print(q.Base(), 20) + " " + q.Unit.Base(); base != s {
		s += " = " + base
	}
	if q.Per != "" {
		s += " per " + q.Per
	}
	if q.Bound != quantity.Exactly {
		s += " " + string(q.Bound)
	}
	for _, mark := range []struct {
		is   bool
		word string
	}{{q.Year, "year"}, {q.Range, "range"}, {q.Forced, "forced"}} {
		if mark.is {
			s += " " + mark.word
		}
	}
	return strings.TrimSpace(s)
}

func TestFiguresAndTheirUnits(t *testing.T) {
	for in, want := range map[string]string{
		"2.3 million tonnes CO2e":      "2300000 tCO2e",
		"49.0 € million":               "49000000 EUR",
		"12 EUR m":                     "12000000 EUR",
		"2.3M tCO2e":                   "2300000 tCO2e",
		"146 kt CO₂e":                  "146 ktCO2e = 146000 tCO2e",
		"1.2 MtCO2e":                   "1.2 MtCO2e = 1200000 tCO2e",
		"12,500 MT CO2e":               "12500 tCO2e",
		"14,794 thousand tons CO2 eq.": "14794000 tCO2e", "€1,008 thsd": "1008000 EUR", "CHF 3.5 mln": "3500000 CHF", "INR 12 crore": "120000000 INR",
		"120 metric tons of carbon dioxide equivalent": "120 tCO2e",
		"8 tonnes of CO2":            "8 tCO2",
		"2.3 million CO2e":           "2300000 CO2e = 2300000 tCO2e",
		"1,234":                      "1234",
		"42 %":                       "42 %",
		"42%":                        "42 %",
		"-2.5 %":                     "-2.5 %",
		"–18.2 %":                    "-18.2 %",
		"3.5 percentage points":      "3.5 pp = 3.5 percentage points",
		"88 GJ per month of it":      "88 GJ per month",
		"500 MWh":                    "500 MWh = 1800 GJ",
		"2 tonnes of oil equivalent": "2 toe = 83.736 GJ",
		"1.5 TWh":                    "1.5 TWh = 5400000 GJ",
		"250 kWh":                    "250 kWh = 0.9 GJ",
		"12 MW":                      "12 MW",
		"EUR 2.5bn":                  "2500000000 EUR",
		"EUR250m":                    "250000000 EUR",
		"USD5,000":                   "5000 USD",
		"€ 300 million":              "300000000 EUR",
		"US$5m":                      "5000000 USD",
		"5 million euros":            "5000000 EUR",
		"0.52 tCO2e/EUR million":     "0.52 tCO2e per eur million",
		"0.52 tCO2e per employee":    "0.52 tCO2e per employee",
		"10 acres":                   "10 acre = 4.0468564224 ha",
		"1,200 acre-feet":            "1200 acre-ft = 1480178.205057024 m3",
		"1 acre-foot":                "1 acre-ft = 1233.48183754752 m3",
		"3 thousand acre feet":       "3000 acre-ft = 3700445.51264256 m3",
		"2.5 million Acre-Feet":      "2500000 acre-ft = 3083704593.8688 m3",
		"3 megalitres":               "3 ML = 3000 m3",
		"2030":                       "2030  year",
		"75 kg CO2e per m2":          "75 kgCO2e = 0.075 tCO2e per m2",
		"1'234'567 t":                "1234567 t",
		"12\u00a0345 t":              "12345 t",
		"12 345 t":                   "12345 t",
		"1 234 567.8 kWh":            "1234567.8 kWh = 4444.44408 GJ",
		"12,34,567 kWh":              "1234567 kWh = 4444.4412 GJ",
		"₹ 1,23,456.78 crore":        "1234567800000 INR",
		"5.2 lakh tonnes of CO2e":    "520000 tCO2e",
	} {
		q, err := quantity.Parse(in, quantity.Point)
		if in == "0.52 tCO2e/EUR million" || strings.Contains(in, " per ") {
			all := quantity.Find(in, quantity.Point)
			if len(all) == 0 {
				t.Errorf("%q: nothing found", in)
				continue
			}
			q, err = all[0], nil
		}
		if err != nil {
			t.Error(err)
			continue
		}
		if got := show(q); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestWhatIsNoFigureIsLeftOut(t *testing.T) {
	for _, in := range []string{
		"CO2", "S2.29 and B62A", "31.12.2023", "12/2023", "the 3rd of May", "version 1.2.3", "ISO14001", "Q4", "3M and 5G",
		"12345678901234567890123456789", "1,2.3", "etc.13", "S2.29(a)(ii)c.4", "abc.50",
	} {
		if all := quantity.Find(in, quantity.Point); len(all) != 0 {
			t.Errorf("%q: found %q", in, show(all[0]))
		}
	}
}

func TestFiguresOfASentence(t *testing.T) {
	text := "In FY2023 we cut Scope 1 emissions by more than 6.1 % from 2.45 to 2.3 million tCO2e, using about 10–15 MW and no more than 3 GJ."
	want := []string{"2023  year", "1", "6.1 % at_least", "2.45", "2300000 tCO2e", "10  about range", "15 MW range", "3 GJ at_most"}
	var got []string
	for _, q := range quantity.Find(text, quantity.Point) {
		if text[q.Start:q.End] != q.Text {
			t.Errorf("%q does not stand at %d-%d", q.Text, q.Start, q.End)
		}
		got = append(got, show(q))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestMoneyIsNamedWithItsMultiple(t *testing.T) {
	for in, want := range map[string]string{"EUR m": "EUR million", "CHF billion": "CHF billion", "USD": "USD", "kt CO2e": "ktCO2e"} {
		if u, err := quantity.ParseUnit(in); err != nil || u.Counted() != want {
			t.Errorf("%q is counted in %q, want %q (%v)", in, u.Counted(), want, err)
		}
	}
	for _, in := range []string{"CHF 1000", "EUR 1,000", "1’000 CHF", "EUR thousand"} {
		if m, err := quantity.Measures(in); err != nil || len(m) != 1 || m[0].Unit.Factor.Text('f') != "1000" {
			t.Errorf("%q is no thousand of a currency: %+v (%v)", in, m, err)
		}
	}
}

func TestFormatIsDecidedByEvidence(t *testing.T) {
	for in, want := range map[string]quantity.Format{
		"total 1.234,5 of 2.000.000": quantity.Comma,
		"total 1,234.5 of 2,000,000": quantity.Point,
		"1.234 and 19.16 and 7.5":    quantity.Point,
		"1.234 and 19,16 and 7,5":    quantity.Comma,
		"1.234":                      quantity.Point, // the fallback
	} {
		if got := quantity.Detect(in, quantity.Point); got != want {
			t.Errorf("%q: got %v, want %v", in, got, want)
		}
	}
	q, err := quantity.Parse("1.234,5 t", quantity.Comma)
	if err != nil || show(q) != "1234.5 t" {
		t.Errorf("got %q, %v", show(q), err)
	}
	q, err = quantity.Parse("19.16 %", quantity.Comma)
	if err != nil || show(q) != "19.16 % forced" {
		t.Errorf("got %q, %v", show(q), err)
	}
	q, err = quantity.Parse("1.234 t", quantity.Comma)
	if err != nil || show(q) != "1234 t" {
		t.Errorf("got %q, %v", show(q), err)
	}
}

func TestUnitsApartFromTheirFigures(t *testing.T) {
	for in, want := range map[string]string{
		"kt CO2e": "1000 tCO2e", "EUR m": "1000000 EUR", "(€ million)": "1000000 EUR", "MWh": "3.6 GJ", "GJ": "1 GJ", "%": "1 %",
		"in thousand tonnes CO2 equivalent": "1000 tCO2e", "million MWh": "3600000 GJ", "tCO2e": "1 tCO2e",
	} {
		u, err := quantity.ParseUnit(in)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := quantity.Print(u.Factor, 9) + " " + base(u); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	for _, in := range []string{"", "employees", "kt CO2e and more", "million"} {
		if u, err := quantity.ParseUnit(in); err == nil {
			t.Errorf("%q: read as %v", in, u)
		}
	}
}

func base(u quantity.Unit) string { return u.Base() }

func TestRoundingInterval(t *testing.T) {
	q, err := quantity.Parse("2.3 million tCO2e", quantity.Point)
	if err != nil {
		t.Fatal(err)
	}
	i := q.Interval()
	if low, high := quantity.Print(i.Low, 3), quantity.Print(i.High, 3); low != "2250000" || high != "2350000" {
		t.Errorf("2.3 million stands for %s to %s", low, high)
	}
}

// Whatever decimal is printed in a format is read back exactly in that format.
func TestPrintedFiguresComeBackExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coeff := rapid.Int64Range(0, 999_999_999_999).Draw(t, "coeff")
		places := rapid.IntRange(0, 5).Draw(t, "places")
		comma := rapid.Bool().Draw(t, "comma")
		unit := rapid.SampledFrom([]string{"", " %", " tCO2e", " MWh", " t", "%"}).Draw(t, "unit")
		want := apd.New(coeff, int32(-places))
		printed := group(want.Text('f'), comma)
		format := quantity.Point
		if comma {
			format = quantity.Comma
		}
		q, err := quantity.Parse(printed+unit, format)
		if err != nil {
			t.Fatal(err)
		}
		if q.Value.Cmp(want) != 0 {
			t.Fatalf("%s came back as %s", printed, q.Value)
		}
		if i := q.Interval(); i.Low.Cmp(q.Base()) >= 0 || i.High.Cmp(q.Base()) <= 0 {
			t.Fatalf("%s: interval %s to %s", printed, i.Low, i.High)
		}
	})
}

// group writes thousands separators into a plain decimal.
func group(plain string, comma bool) string {
	whole, fraction, has := strings.Cut(plain, ".")
	thousands, point := ",", "."
	if comma {
		thousands, point = ".", ","
	}
	var b strings.Builder
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(thousands)
		}
		b.WriteRune(c)
	}
	if has {
		return b.String() + point + fraction
	}
	return b.String()
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"2.3 million tonnes CO2e", "EUR 1.234,5 m", "10–15 %", "1'234 kWh/m²", "–5", "$ 5 MWh", "\u202f1\u202f234", "5\u00a0%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, format := range []quantity.Format{quantity.Point, quantity.Comma} {
			end := 0
			for _, q := range quantity.Find(s, format) {
				if q.Start < end || q.End > len(s) || s[q.Start:q.End] != q.Text {
					t.Fatalf("%q: %q at %d-%d after %d", s, q.Text, q.Start, q.End, end)
				}
				if !strings.Contains(q.Text, q.Number) {
					t.Fatalf("%q: number %q is not in %q", s, q.Number, q.Text)
				}
				if i := q.Interval(); i.Low.Cmp(i.High) >= 0 {
					t.Fatalf("%q: empty interval", q.Text)
				}
				quantity.Print(q.Base(), 3)
				end = q.End
			}
		}
		quantity.Detect(s, quantity.Point)
		_, _ = quantity.ParseUnit(s)
	})
}

func TestAYearBeforeAGasIsNoAmountOfIt(t *testing.T) {
	for text, want := range map[string]string{
		"30% below 2018 CO2e emissions": "year", "2,018 CO2e": "CO2e", "2018 tCO2e": "tCO2e", "2018 kt CO2e": "ktCO2e", "some 2318 CO2e": "CO2e", "2018 CO2e": "year",
	} {
		all := quantity.Find(text, quantity.Point)
		q := all[len(all)-1]
		got := strings.ReplaceAll(q.Unit.Symbol, " ", "")
		if q.Year {
			got = "year"
		}
		if got != want {
			t.Errorf("%q: %q is %q, want %q", text, q.Text, got, want)
		}
	}
}
