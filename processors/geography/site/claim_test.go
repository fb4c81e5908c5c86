package site

import (
	"fmt"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

func claim(text string, places ...string) events.Claim {
	return events.Claim{ID: "clm_1", Text: text, Entities: events.Entities{Places: places}, Issuer: &events.Issuer{Company: "Acme N.V.", Period: "2024"}}
}

func TestWhatAClaimSaysOfAPlace(t *testing.T) {
	for _, tc := range []struct {
		text string
		want string // act, hectares, number of areas
	}{
		{"We planted 12,500 ha of mangroves near Gresik in 2021.", "planting 12500 1"},
		{"We reforested 5 km2 in Borneo.", "planting 500 1"},
		{"We restored 1,200 acres of grassland.", "planting 485.62277 1"},
		{"We restored a pond of 1,200 acre-feet.", " 0 0"}, // a volume
		{"12.500 Hektar", " 0 0"},                          // a unit that is not read is none
		{"We restored 5 km of rivers and 3 buildings.", " 0 0"},
		{"We restored confidence in our forest products.", "planting 0 0"}, // it states no area and no place, so that nothing is measured
		{"There was no deforestation in our concession of 40 ha.", "keeping 40 1"},
		{"Our supply chain is deforestation-free.", "keeping 0 0"},
		{"We protect 300 ha of rainforest.", "keeping 300 1"},
		{"We protect the health of our staff.", " 0 0"},
		{"Clearing of 30 ha of forest was completed, and 10 ha planted.", " 0 2"}, // the loss is admitted
		{"We will plant 100 ha of trees by 2030.", " 100 1"},
		{"We have planted 100 ha, and our target is 500 ha.", "intended 0 2"},
		{"Our Gresik site covers 64 ha.", " 64 1"},
		{"Water use fell by 4 %.", " 0 0"},
		{"We planted 3 trees per hectare.", "planting 0 0"},
	} {
		t.Run(tc.text, func(t *testing.T) {
			s := Read(claim(tc.text), "")
			if got := fmt.Sprintf("%s %.8g %d", s.Act, s.Hectares(), s.Areas); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
	c := claim("We planted 100 ha.")
	c.Entities.Commitment = true
	if s := Read(c, ""); s.Act != Intended {
		t.Errorf("a commitment is %q", s.Act)
	}
}

// TestPeriods: years of the claim, and which are compared; the report is of 2024, today is in 2026.
func TestPeriods(t *testing.T) {
	for _, tc := range []struct {
		text, asOf, want string
	}{
		{"Planted in 2021.", "2026-03-01", "2021-2021: 2020 2024 "},
		{"Planted in 2024.", "2026-03-01", "2024-2024: 2023 2025 "},
		{"Planted in 2024.", "2025-03-01", "2024-2024: 2023 2024 "}, // 2025 is not over
		{"Planted in 2024.", "", "2024-2024: 2023 2024 "},
		{"No deforestation in 2021.", "2026-03-01", "2021-2021: 2020 2022 "},
		{"No deforestation since 2019.", "2026-03-01", "2019-2024: 2018 2024 "},
		{"Planted since 2019.", "2026-03-01", "2019-2024: 2018 2025 "},
		{"Between 2018 and 2023 we planted.", "2026-03-01", "2018-2023: 2017 2025 "},
		{"Planted 2018–2023.", "2026-03-01", "2018-2023: 2017 2025 "},
		{"Planted from 2017 to 2023.", "2026-03-01", "2017-2023: 2017 2025 "}, // no satellite before
		{"Planted in 2012.", "2026-03-01", "2012-2012: 2011 2015 "},           // and so nothing is measured
		{"Planted 10 ha.", "2026-03-01", "2024-2024: 2023 2025 "},
		{"Planted in 2019, more than in 2018.", "2026-03-01", "0-0: 0 0 the claim names several years, and does not say which of them it is about"},
		{"Planted between 2023 and 2019.", "2026-03-01", "2023-2019: 0 0 the years of the claim go backwards"},
		{"Trees of 2030.", "2026-03-01", "2030-2030: 0 0 the claim is about years that are not over"},
	} {
		t.Run(tc.text+tc.asOf, func(t *testing.T) {
			s := Read(claim(tc.text), tc.asOf)
			p := s.Period
			before, after, why := s.Compared(2017)
			if got := fmt.Sprintf("%d-%d: %d %d %s", p.From, p.To, before, after, why); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
	nobody := claim("Planted 10 ha.")
	nobody.Issuer = nil
	if p := Read(nobody, "").Period; p.Open == "" {
		t.Errorf("%+v", p)
	}
}
