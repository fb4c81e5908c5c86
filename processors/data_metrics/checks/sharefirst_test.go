package checks_test

import (
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// A share with both of its amounts in one sentence is held against them; what is rough, of a place, of another year or of another thing is not.
func TestAShareThatComesFirstIsHeldAgainstBothOfItsAmounts(t *testing.T) {
	for text, wrong := range map[string]bool{
		"In 2023, 45 % of our 1,800 suppliers, 910 suppliers, were audited.":         true,
		"45 % of 1,800 suppliers is 910.":                                            true,
		"We replaced half of our boilers, 20 of 60, in 2023.":                        true,
		"Half of our sites (8 of 41) have a water plan.":                             true,
		"In 2023, 45 % of our 1,800 suppliers, 910 of them in Asia, were audited.":   false,
		"In 2023, 50 % of our 1,800 suppliers, 900 suppliers, were audited.":         false,
		"In 2023, 45 % of our 1,800 suppliers, 910 sites, were audited.":             false,
		"About half of our sites, 20 of 60, have a plan.":                            false,
		"Half of our boilers, 29 of 60, were replaced.":                              false,
		"More than half of our boilers, 48 of 60, were replaced.":                    false,
		"In 2023, 45 % of our 1,800 suppliers, 910 suppliers in 2022, were audited.": false,
		"In 2023, 45 % of our 1,800 suppliers, around 910 suppliers, were audited.":  false,
		"A third of our trucks, 21 of 63, are electric.":                             false,
		"The first half of our audits, 20 of 60, took place in May.":                 false,
		"In 2023, 45 % of about 1,800 suppliers, 910 suppliers, were audited.":       false,
		"Nearly two thirds of our plants, 30 of 52, are certified.":                  false,
		"Of the workforce, 30 % of 2,000 employees, or 700, are covered.":            true,
		"70 % of our 400 drivers (310 drivers) took the course.":                     true,
		"Two thirds of the mills, 12 of 40, run on biomass.":                         true,
		"We surveyed 60 % of all 500 sites, that is 250.":                            true,
		"One quarter of our offices, 30 of 50, were closed.":                         true,
		"20 % of the 250 managers, 65 managers, left.":                               true,
		"80 per cent of our 1,000 farms, 640 in total, are certified.":               true,
		"70 % of our 400 drivers (280 drivers) took the course.":                     false,
		"70 % of our 400 drivers (310 women) took the course.":                       false,
		"20 % of the 250 managers, 65 new managers, joined.":                         false,
		"Two thirds of the mills, 27 of 40, run on biomass.":                         false,
		"Half of our growth, 20 of 60 basis points, came from Asia.":                 false,
		"60 % of all 500 sites, 250 sites less than planned, were surveyed.":         false,
		"30 % of 2,000 employees, 700 contractors and 20 apprentices are covered.":   false,
		"Roughly a third of our fleet, 12 of 60, is new.":                            false,
		"Half of the board, 5 of 11 members, are women.":                             false,
		"80 % of our 1,000 farms, 640 farms in Kenya, are certified.":                false,
		"45 % of our 1,800 suppliers, up from 910 suppliers, were audited.":          false,
		"The share of women is 30 % of 2,000 and 700 are in training.":               false,
		"33 % of our 12 sites, 4 sites, are certified.":                              false,
		"Just under half of our stores, 30 of 80, sell it.":                          false,
		"Half of our target, 20 of 60 stations, has been built.":                     false,
	} {
		t.Run(text, func(t *testing.T) {
			failed := false
			for _, r := range said([]string{text}) {
				failed = failed || r.Result == events.CheckFail
			}
			if failed != wrong {
				t.Errorf("a failed check: %t", failed)
			}
		})
	}
}
