package phrase_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/events/phrase"
)

func TestAFailedCheckIsTwoSentences(t *testing.T) {
	in := func(label, value, unit string, page int) events.CheckInput {
		return events.CheckInput{Label: label, Value: value, Unit: unit, Page: page}
	}
	for name, test := range map[string]struct {
		check       events.Check
		said, found string
	}{
		"a sum": {
			events.Check{
				Name: "scope_addition", Stated: "1926100 tCO2e", Expected: "1896100 tCO2e", Difference: "30000 tCO2e", Message: "Does not agree: so and so.",
				Working: "448500 + 104900 + 1342700 = 1896100 tCO2e",
				Inputs: []events.CheckInput{in("Scope 1, 2022", "448500", "t CO2e", 10), in("Scope 3, 2022", "1342700", "t CO2e", 11),
					in("stated: Total", "1926100", "t CO2e", 12)},
			},
			"Page 12 gives 1,926,100 t CO2e for “Total” in 2022.",
			"The parts add up to 1,896,100 t CO2e (448,500 + 104,900 + 1,342,700), 30,000 t CO2e less than stated.",
		},
		"a misplaced point": {
			events.Check{
				Name: "table_total", Stated: "32.913 t", Expected: "32913 t", Message: "Does not agree: so.", Difference: "-32880.087 t",
				Working: "30000 + 2913 = 32913 t", Inputs: []events.CheckInput{in("stated: Waste", "32.913", "t", 20), in("a", "30000", "t", 54)},
			},
			"Page 20 gives 32.913 t for “Waste”.",
			"The parts add up to 32,913 t (30,000 + 2,913), 32,880.087 t more than stated; probably the decimal point or a unit is out of place.",
		},
		"exchanged digits": {
			events.Check{
				Name: "intensity", Stated: "4296", Expected: "4926", Message: "Does not agree: so.",
				Inputs: []events.CheckInput{in("stated: Intensity", "4296", "", 3)},
			},
			"Page 3 gives 4,296 for “Intensity”.", "The amounts it is made of give 4,926; two digits are exchanged.",
		},
		"a line of a table divided by another": {
			events.Check{
				Name: "table_relation", Stated: "53.4 t/m", Expected: "56.3 t/m", Difference: "-2.9 t/m", Message: "56.3 t/m computed, 53.4 stated: so.",
				Working: "247 t / 4.39 m = 56.3 t/m", Inputs: []events.CheckInput{in("Intensity, 2023", "53.4", "t/m", 2)},
			},
			"Page 2 gives 53.4 t/m for “Intensity, 2023”.", "The amounts it is made of give 56.3 t/m.",
		},
		"a change, computed as precisely as it is stated": {
			events.Check{
				Name: "yoy_percentage", Stated: "7.4 %", Expected: "4.7431 %", Message: "Does not agree: so.",
				Working: "(96400 - 101200) / 101200 x 100 = -4.7431 %", Inputs: []events.CheckInput{in("stated change", "7.4", "%", 10)},
			},
			"Page 10 gives 7.4 % as the change.", "The figures before and after make it 4.74 %, from (96,400 - 101,200) / 101,200 × 100.",
		},
		"a precision that would hide the difference is not used": {
			events.Check{
				Name: "yoy_percentage", Stated: "4.7 %", Expected: "4.7004 %", Message: "Does not agree: so.", Inputs: []events.CheckInput{in("x", "1", "", 2)},
			},
			"Page 2 gives 4.7 % as the change.", "The figures before and after make it 4.7004 %.",
		},
		"any other check in its own words": {
			events.Check{
				Name: "magnitude", Message: "It is off by 10^3. The rows add up to its figure. More.",
				Inputs: []events.CheckInput{in("x", "1", "", 2), in("y", "1", "", 7)},
			},
			"Pages 2 and 7: It is off by a factor of 1,000.", "The rows add up to its figure.",
		},
		"a sign": {
			events.Check{
				Name: "yoy_percentage", Stated: "-16.6 %", Expected: "16.6381 %", Message: "Does not agree: so.",
				Inputs: []events.CheckInput{in("x", "1", "", 2)},
			},
			"Page 2 gives -16.6 % as the change.", "The figures before and after make it 16.64 %; the sign is the wrong way round.",
		},
		"years are no amounts": {
			events.Check{
				Name: "target_achievability", Stated: "3.5 %", Expected: "2.7778 %", Message: "Does not agree: so.",
				Working: "25 / (2030 - 2021) = 2.7778 points",
			},
			"The report gives 3.5 %.", "Its own figures make it 2.78 %, from 25 / (2030 - 2021).",
		},
		"without pages": {
			events.Check{Name: "table_total", Stated: "3 t", Expected: "4 t", Difference: "-1 t", Message: "Does not agree: so."},
			"The report gives 3 t.", "The parts add up to 4 t, 1 t more than stated.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if said, found := phrase.Failed(test.check); said != test.said || found != test.found {
				t.Errorf("%q\n%q\nwant\n%q\n%q", said, found, test.said, test.found)
			}
		})
	}
}

func TestACheckThatHoldsIsOneSentence(t *testing.T) {
	c := events.Check{
		Name: "yoy_percentage", Stated: "-4.5 %", Expected: "-4.516 %", ExplainedByRounding: true, Message: "Agrees: so.",
		Inputs: []events.CheckInput{{Label: "from", Page: 10}, {Label: "stated change", Page: 3}},
	}
	if got, want := phrase.Held(c), "Page 3 gives -4.5 %, and what it is worked out from comes to -4.52 % before rounding."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c.Expected, c.ExplainedByRounding, c.Working = "-4.5 %", false, "(412300 - 431800) / 431800 x 100 = -4.5 %"
	if got, want := phrase.Held(c), "Page 3 gives -4.5 %, and (412,300 - 431,800) / 431,800 × 100 comes to the same."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// wellFormed reports what is wrong with a text for people.
func wellFormed(s string) string {
	switch first, _ := utf8.DecodeRuneInString(s); {
	case s == "":
		return ""
	case strings.Contains(s, "  "), strings.TrimSpace(s) != s:
		return "loose spaces"
	case unicode.IsLower(first) && unicode.ToUpper(first) != first:
		return "no capital"
	case strings.Contains(s, ".."), strings.Contains(s, " ."), strings.Contains(s, "()"), strings.Contains(s, "“”"):
		return "an empty part"
	case !strings.ContainsAny(s[len(s)-1:], ".?!") && !strings.HasSuffix(s, "…"):
		return "no full stop"
	}
	return ""
}

func TestSentencesAreWellFormedWhateverACheckHolds(t *testing.T) {
	text := rapid.StringMatching(`[A-Za-z0-9 ,%.:()“”-]{0,40}`)
	amount := rapid.OneOf(rapid.StringMatching(`-?\d{1,9}(\.\d{1,4})?( (tCO2e|%|GJ|m3))?`), rapid.Just(""), text)
	names := []string{"scope_addition", "table_total", "yoy_percentage", "percentage_calculation", "intensity", "trend", "target_achievability"}
	rapid.Check(t, func(t *rapid.T) {
		c := events.Check{
			Name: rapid.SampledFrom(names).Draw(t, "name"), Stated: amount.Draw(t, "stated"), Expected: amount.Draw(t, "expected"),
			Difference: amount.Draw(t, "difference"), Working: text.Draw(t, "working"), ExplainedByRounding: rapid.Bool().Draw(t, "rounding"),
			Message: rapid.SampledFrom([]string{"Does not agree: 1 stated.", "Agrees exactly: 3.", "It is so. It is not.", ""}).Draw(t, "message"),
		}
		for range rapid.IntRange(0, 4).Draw(t, "inputs") {
			label := rapid.SampledFrom([]string{"", "stated: "}).Draw(t, "kind") + rapid.StringMatching(`[A-Z][a-z]{1,8}(, 20\d\d)?`).Draw(t, "label")
			c.Inputs = append(c.Inputs, events.CheckInput{Label: label, Page: rapid.IntRange(0, 300).Draw(t, "page")})
		}
		said, found := phrase.Failed(c)
		for _, s := range []string{said, found, phrase.Held(c)} {
			if wrong := wellFormed(s); wrong != "" && !strings.Contains(wrong, "empty part") {
				t.Fatalf("%s: %q of %+v", wrong, s, c)
			}
		}
	})
}

func TestParagraphsAreJoinedWithoutTraceOfWhatIsMissing(t *testing.T) {
	for want, parts := range map[string][]string{
		"":                 {"", " ", "."},
		"It is so.":        {"it is so", ""},
		"A b. Ünd c? D e…": {" a  b. ", "", "ünd c?", "d e…"},
		"One. Two, three.": {"one..", "two, three;"},
	} {
		if got := phrase.Paragraph(parts...); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestAmountsAndPagesAreReadable(t *testing.T) {
	for in, want := range map[string]string{
		"1926100 tCO2e": "1,926,100 t CO2e", "-30000": "-30,000", "2024": "2024", "1000 t": "1,000 t", "0.2202 tCO2e per tonne": "0.2202 t CO2e per tonne",
		"1234567.891": "1,234,567.891", "a rise": "a rise", "": "", "12 %": "12 %",
		"1184 EUR million": "EUR 1,184 million", "-3.5 € bn": "€ -3.5 bn", "1184 EUR": "1,184 EUR", "7 GWP million": "7 GWP million",
	} {
		if got := phrase.Amount(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
	for want, pages := range map[string][]int{"": {0}, "page 3": {3, 3}, "pages 3 and 13": {13, 3}, "pages 1, 2, 3, 4 and 2 more": {6, 5, 4, 3, 2, 1}} {
		if got := phrase.Pages(pages); got != want {
			t.Errorf("%v is %q, want %q", pages, got, want)
		}
	}
	for want, n := range map[string]int{"one claim": 1, "no claim": 0, "two claims": 2, "12 claims": 12} {
		if got := phrase.Count(n, "claim", "claims"); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
	if got := phrase.Words("one two, three", 2); got != "one two…" {
		t.Error(got)
	}
}

func TestNumbersOfATextAreGrouped(t *testing.T) {
	for in, want := range map[string]string{
		"are 243736, printed 20.327.453 in 2023":   "are 243,736, printed 20.327.453 in 2023",
		"29,944.6 - 34,438.8 = -4494200000 EUR":    "29,944.6 - 34,438.8 = -4,494,200,000 EUR",
		"-454900 EUR and +12345, (-67890) besides": "-454,900 EUR and +12,345, (-67,890) besides",
		"of ISO-14064 and 10-12345":                "of ISO-14064 and 10-12345",
	} {
		if got := phrase.Grouped(in); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if got, want := phrase.Units("a country of 1919440 km2, no. 1919440"), "a country of 1,919,440 km2, no. 1919440"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
