package checks_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
)

// What is said to have become of a target is held against the figure that it asks for and the one that was reached. Where nothing says which way
// a target points, where the figures are of parts, of other years or of those that have targets of their own, nothing is said.
func TestATargetThatIsSaidToBeMetIsHeldAgainstItsFigures(t *testing.T) {
	for text, wrong := range map[string]bool{
		"Women held 27 % of management positions in 2023. | Our target of at least 30 % by 2023 was therefore met.":                                    true,
		"In 2023, 71 % of our waste was recycled, which exceeds our target of 75 %.":                                                                   true,
		"We cut our energy consumption by 8 % compared with 2019 and thus surpassed the target of a 10 % reduction by 2023.":                           true,
		"The lost time injury rate was 3.4 per million hours worked in 2023, so that we achieved our goal of staying below 3.0.":                       true,
		"By the end of 2023, 410 suppliers had signed the code. | We had set out to win 500 suppliers by 2023, and this goal was exceeded.":            true,
		"The target for 2023 was to use no more than 1.2 million cubic metres of water. | With 1.31 million cubic metres we stayed within this limit.": true,
		"The engagement index came to 78 % in 2023. | We had aimed for more than 80 % and reached this target.":                                        true,
		"We promised to plant 50,000 trees by 2023. | We planted 46,000 trees and so kept our promise.":                                                true,
		"Each employee received 14.2 hours of training in 2023, more than the 16 hours that we had aimed for.":                                         true,
		"The share of renewable electricity was 83 % in 2023, above the 85 % that we had planned.":                                                     true,
		"Research spending came to around 16 % of revenue, thus meeting the target of over 17 % of revenue.":                                           true,
		"62 % of our cars are electric. | The target of 60 % for 2023 was missed.":                                                                     true,

		"Women held 31 % of management positions in 2023. | Our target of at least 30 % by 2023 was therefore met.":                                    false,
		"In 2023, 78 % of our waste was recycled, which exceeds our target of 75 %.":                                                                   false,
		"We cut our energy consumption by 12 % compared with 2019 and thus surpassed the target of a 10 % reduction by 2023.":                          false,
		"The lost time injury rate was 2.4 per million hours worked in 2023, so that we achieved our goal of staying below 3.0.":                       false,
		"By the end of 2023, 510 suppliers had signed the code. | We had set out to win 500 suppliers by 2023, and this goal was exceeded.":            false,
		"The target for 2023 was to use no more than 1.4 million cubic metres of water. | With 1.31 million cubic metres we stayed within this limit.": false,
		"Waste sent to landfill came to 3 % of all waste, which surpasses our target of 5 %.":                                                          false,
		"At 41,000 t CO2e we outperformed our target of 45,000 t CO2e for 2023.":                                                                       false,
		"We promised to plant 50,000 trees by 2025. | We planted 46,000 trees so far and are on track to keep our promise.":                            false,
		"The share of renewable electricity was 83 % in 2023. | The target of 85 % is meant for 2025.":                                                 false,
		"58 % of our cars are electric. | The target of 60 % for 2023 was missed.":                                                                     false,
		"In Germany 27 % of managers are women. | The group's target of 30 % was exceeded.":                                                            false,
		"In Germany 27 % of managers are women, in the group 33 %. | The target of 30 % was exceeded.":                                                 false,
		"Absence fell from 5.1 % to 4.4 %, which means that the target of 4.5 % was reached.":                                                          false,
		"Turnover was 12 % and thus below the target of 14 %.":                                                                                         false,
		"Emissions were 24 % below 2019. | With this we met the target of 20 % less for 2023.":                                                         false,
		"The recycling rate reached 74.96 %, in line with our target of 75 %, which we met.":                                                           false,
		"60 % of our sites met the target of at least 80 % of waste recycled.":                                                                         false,
		"The growth of emissions was limited to 4 %, and the target of limiting it to 6 % was met.":                                                    false,
		"We have reached 80 % of our target of at least 90 % women.":                                                                                   false,
		"In 2022, 27 % of managers were women. | The target of at least 30 % in 2023 was met.":                                                         false,
		"Recycling rose by 3 % to 78 %, exceeding our target of 75 %.":                                                                                 false,
		"Eight plants met their target of at least 12 audits.":                                                                                         false,
		"The target of at least 40 % was met by 12 % of our suppliers.":                                                                                false,
	} {
		t.Run(text, func(t *testing.T) {
			failed := ""
			for _, r := range said([]string{strings.ReplaceAll(text, " | ", " ")}) {
				if r.Result == events.CheckFail {
					failed = r.Name + ": " + r.Message
				}
			}
			if (failed != "") != wrong {
				t.Errorf("a failed check: %q", failed)
			}
		})
	}
}
