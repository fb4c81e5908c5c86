package extract

import (
	"testing"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

func TestStartNumberedFiscalYears(t *testing.T) {
	for text, want := range map[string]bool{
		"FY2024: April 1, 2024 to March 31, 2025":                                true,
		"fiscal year 2023 (April 1, 2023 through March 31, 2024)":                true,
		"for the year ended March 31, 2025 (FY2024)":                             true,
		"FY2024 (July 2023 – June 2024) and FY2023 (July 2022 – June 2023)":      false,
		"for the year ended 31 March 2024 (FY2024)":                              false,
		"FY2024 was a year of growth. We aim to halve emissions by 2025.":        false,
		"Projects of fiscal 2023 run until the end of 2024, most to March 2024.": false,
		"In fiscal 2023 we began what will be done from May 2023 to June 2024.":  false,
		"FY2024 ended 30 June 2024. Targets run from FY2019 to the end of 2030.": false,
	} {
		t.Run(text, func(t *testing.T) {
			d := &document.Document{Pages: []document.Page{{Number: 1, Text: text}}}
			if got := startNumbered(d); got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}
