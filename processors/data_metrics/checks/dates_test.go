package checks_test

import "testing"

// A day that no calendar has, and an end before its beginning, are mistakes of a sentence alone; dates of several things go in any order.
func TestDatesThatCannotBe(t *testing.T) {
	for text, want := range map[string]string{
		// days
		"The audit was completed on 31 November 2024 without major findings.":         `"31 November 2024" is a day that no calendar has`,
		"The year ended on 29 February 2023.":                                         "has 28 days",
		"The limit has applied since the 31st of April 2023.":                         "has 30 days",
		"The permit expired on September 31, 2023.":                                   "has 30 days",
		"The audit was completed on 30 November 2024 without major findings.":         "",
		"The year ended on 29 February 2024, the one before on 28 February 2023.":     "",
		"In February 30 employees joined us; in November 31 June graduates followed.": "",
		"As at 1 September 31 of them were certified.":                                "",
		"A form dated 31 November 2023 does not exist.":                               "",
		"The flight of 31 May 2023 and the one of 30 June 2023 were offset.":          "",
		"Of 31 June graduates, 12 stayed.":                                            "",
		"The sites in Linz 31, November 2023, and in Graz.":                           "",
		"Invoices of 45 December 2023 orders were paid.":                              "",
		"The auditors read the minutes of 31 January and 28 February.":                "",
		// an end before its beginning

		"The audit at Cork began on 12 September 2023 and was concluded on 4 August 2023.": "before it began",
		"The loan was agreed in October 2020 and extended in May 2019.":                    "before it began",
		"Construction started in 2023, and was completed in May 2021.":                     "before it began",

		"The exhibition ran from 3 May 2023 to 4 March 2023.": "before it began",

		"Our facility of £1.5bn, which was agreed in October 2020, is tied to three of the measures. It was extended in May 2019 by two years.": "before it began",

		"The audit at Cork began on 12 August 2023 and was concluded on 4 September 2023.":                     "",
		"The audit began in September 2023 and was concluded on 4 September 2023.":                             "",
		"Construction started in 2023 and was completed in 2023.":                                              "",
		"An inspection by the agency lasted from 6 to 17 March 2023 and ended without observations.":           "",
		"Work began in 2023 on line 2 and was completed in 2021 on line 1.":                                    "",
		"Work began in 2023 and was completed in 2021 on line 1.":                                              "",
		"Work on line 2 began in 2023, and line 1 was completed in 2021.":                                      "",
		"Offices were opened in May 2023 and closed in March 2021.":                                            "",
		"The school was reopened in May 2023 and closed in March 2021.":                                        "",
		"The deadline was moved from 3 May 2023 to 4 March 2023.":                                              "",
		"The new contract was signed in 2022 and renewed in 2021.":                                             "",
		"Published in May 2024 for the period that ended in December 2023, it began a series.":                 "",
		"Fiscal 2024 began in April 2023 and ended in March 2023.":                                             "",
		"The mill was bought in October 2020. It was extended in May 2019.":                                    "",
		"The lender of our facility, which was agreed in October 2020, is a bank. It was renewed in May 2019.": "",
		"The facility was agreed in October 2020. Another one was extended in May 2019.":                       "",
		"The facility was agreed in October 2020. It was extended in May 2021.":                                "",
		"The current policy was adopted in October 2020. It was amended in May 2019.":                          "",
		"The mine was opened in October 2020 to visitors. It was extended in May 2019.":                        "",

		"The contract was signed in June 2022. It was renewed in April 2021 for two more years.": "before it began",

		"The contract was signed in June 2022. The renewed contract was extended in May 2021.": "",
		"The plan was adopted in May 2023 and is to be completed in 2030.":                     "",
	} {
		expectSaid(t, text, "duplicate_figure", want, func() []string { return failuresOf(said([]string{text}), "duplicate_figure") })
	}
}
