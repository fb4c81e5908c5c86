package evidence_test

import (
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/evidence"
)

// TestRowsOfRegistersAreOfWhatTheirColumnsSay holds statements against rows of registers, which say by their columns when, where and of what a figure is.
func TestRowsOfRegistersAreOfWhatTheirColumnsSay(t *testing.T) {
	register := events.LibraryItem{Kind: events.KindRegister, Publisher: "National Register", Tier: 1, Date: "2025-02-10"}
	for name, tc := range map[string]struct{ says, rows, want string }{
		"a sum of all sites": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Facility,Year,Matter,Quantity,Unit\nAcme NV,all sites,2024,Dust collected,84100,kg", "supports"},
		"a total, another figure": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Facility,Year,Matter,Quantity,Unit\nAcme NV,Total,2024,Dust collected,91300,kg", "contradicts direct"},
		"one site": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Facility,Year,Matter,Quantity,Unit\nAcme NV,Tuban,2024,Dust collected,31300,kg", ""},
		"all other sites": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Facility,Year,Matter,Quantity,Unit\nAcme NV,all others,2024,Dust collected,31300,kg", ""},
		"a quarter in a column": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Year,Quarter,Matter,Quantity,Unit\nAcme NV,2024,Q1,Dust collected,31300,kg", ""},
		"a quarter by its number": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Year,Quarter,Matter,Quantity,Unit\nAcme NV,2024,1,Dust collected,31300,kg", ""},
		"a month by its number": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Year,Month,Matter,Quantity,Unit\nAcme NV,2024,3,Dust collected,31300,kg", ""},
		"a month by its name": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Year,Month,Matter,Quantity,Unit\nAcme NV,2024,December,Dust collected,31300,kg", ""},
		"a quarter as the period": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Period,Matter,Quantity,Unit\nAcme NV,Q1 2024,Dust collected,31300,kg", ""},
		"half a year as the period": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Period,Matter,Quantity,Unit\nAcme NV,H1 2024,Dust collected,31300,kg", ""},
		"a month as the period": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Period,Matter,Quantity,Unit\nAcme NV,2024-03,Dust collected,31300,kg", ""},
		"two years as the period": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Period,Matter,Quantity,Unit\nAcme NV,2022-2024,Dust collected,331300,kg", ""},
		"quarters in the head": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Matter,Q1 2024 (kg),Q2 2024 (kg)\nAcme NV,Dust collected,31300,21000", ""},
		"a line of a licence": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Year,Matter,Permitted (t),Actual (t)\nAcme NV,2024,Dust collected,120,84", "supports"},
		"a target in the head": {"Dust collected was 84 tonnes in 2024.", "Operator,Matter,Target 2024 (t)\nAcme NV,Dust collected,120", ""},
		"a plan in a cell": {"Dust collected was 84 tonnes in 2024.",
			"Operator,Year,Kind,Matter,t (t)\nAcme NV,2024,planned,Dust collected,120", ""},
		"a line number": {"Dust collected was 84 tonnes in 2024.",
			"No,Operator,Year,Matter,Tonnes (t)\n112,Acme NV,2024,Dust collected,84", "supports"},
		"a subsidiary": {"Dust collected was 84 tonnes in 2024.", "Operator,Year,Matter,Tonnes (t)\nAcme Polska NV,2024,Dust collected,12", ""},
		"for somebody else": {"Dust collected was 84 tonnes in 2024.",
			"Collector,Operator,Year,Matter,Tonnes (t)\nAcme NV,Borg Ltd,2024,Dust collected,12", ""},
		"the last day of a year": {"At the end of 2024 our fleet had 300 vans.", "Keeper,As of,Fleet vans\nAcme NV,2024-12-31,210", "contradicts direct"},
		"another day of a year":  {"At the end of 2024 our fleet had 300 vans.", "Keeper,As of,Fleet vans\nAcme NV,2024-06-30,210", ""},
		"the day of an entry":    {"At the end of 2024 our fleet had 300 vans.", "Keeper,Date,Fleet vans\nAcme NV,2024-03-05,210", ""},
		"money and its column": {"Royalties of EUR 31 million were paid in 2024.",
			"Payer,Year,Kind,Paid,Currency\nAcme NV,2024,Royalties,31000000,EUR", "supports"},
		"other money": {"Royalties of EUR 31 million were paid in 2024.",
			"Payer,Year,Kind,Paid,Currency\nAcme NV,2024,Royalties,35000000,USD", ""},
		"money in thousands": {"Royalties of EUR 31 million were paid in 2024.",
			"Payer,Year,Kind,Paid,Unit,Currency\nAcme NV,2024,Royalties,31000,thousand,EUR", "supports"},
		"a share of what": {"Women held 42 per cent of board seats in 2024.",
			"Company,Year,Held by women (% of board seats)\nAcme NV,2024,33", "contradicts direct"},
		"a share of something else": {"Women held 42 per cent of board seats in 2024.",
			"Company,Year,Board seats held by women (% of all women)\nAcme NV,2024,3", ""},
		"a kind in another column":        {"Our workforce was 900 in 2024.", "Company,Year,Sex,Employees\nAcme NV,2024,female,400", ""},
		"a kind, and all":                 {"Our workforce was 900 in 2024.", "Company,Year,Sex,Employees\nAcme NV,2024,all,900", "supports"},
		"a country in another column":     {"Our workforce was 900 in 2024.", "Company,Year,Country,Employees\nAcme NV,2024,Poland,400", ""},
		"a country by its code":           {"Our workforce was 900 in 2024.", "Company,Year,Country,Employees\nAcme NV,2024,PL,400", ""},
		"a size by its code":              {"Our workforce was 900 in 2024.", "Company,Year,Sex,Employees\nAcme NV,2024,F,400", ""},
		"a branch by its number":          {"Our workforce was 900 in 2024.", "Company,Year,Branch,Employees\nAcme NV,2024,17,400", ""},
		"a version":                       {"Our workforce was 900 in 2024.", "Company,Year,Status,Employees\nAcme NV,2024,provisional,890", ""},
		"nothing but the company":         {"Our workforce was 900 in 2024.", "Company,Year,Employees\nAcme NV,2024,400", "contradicts direct"},
		"two rows told apart by a number": {"Our workforce was 900 in 2024.", "Company,Year,Line,Employees\nAcme NV,2024,17,400\nAcme NV,2024,18,500", ""},
		"a month in the head":             {"Our workforce was 900 in 2024.", "Company,Employees Dec 2024\nAcme NV,400", ""},
		"the last day in the head":        {"Our workforce was 900 at the end of 2024.", "Company,Employees 31 Dec 2024\nAcme NV,400", "contradicts direct"},
		"years of money":                  {"Our workforce was 900 in 2024.", "Company,Year,Employees\nAcme NV,2023/24,400", ""},
		"a year by its name":              {"Our workforce was 900 in 2024.", "Company,Year,Employees\nAcme NV,FY 2024,400", "contradicts direct"},
		"what happened in a quarter": {"There were no spills in 2024.",
			"Operator,Year,Quarter,Finding\nAcme NV,2024,Q2,oil spill recorded", "contradicts direct"},
		"an identifier": {"Our workforce was 900 in 2024.", "LEI,Company,Year,Employees\n5493001KJTIIGC8Y1R12,Acme NV,2024,400", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := shelf(t, file{Name: "register.csv", Text: tc.rows + "\n", Item: register})
			st := evidence.Statement{Text: tc.says, Company: "Acme NV", Period: "2024"}
			if got := related(s.Relate(st, events.KindRegister)); got != tc.want && (tc.want != "" || !strings.HasPrefix(got, "neutral")) {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}
