package sums

import (
	"fmt"
	"strconv"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/compare"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/cell"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

var RowLabel = sheet.Definition{
	Name: "row_label", Severity: "warning", Tolerance: "1 % of the total",
	About: "Two rows of one name hold different figures, and the sums around them show that one is of another scope; " +
		"the number of a Scope 3 category goes with its name.",
	Run: func(s *sheet.Sheet) []sheet.Finding {
		return append(append(mislabelled(s), categoryNames(s)...), sameNameTwice(s)...)
	},
}

// FindMislabelled remembers rows named "Scope 1 and 2" that hold Scope 3: what Scope 1 and 2 leave of the total.
func FindMislabelled(s *sheet.Sheet) {
	for _, m := range wrongNames(s) {
		s.Relabel[sheet.Place{Fact: m.row.ID, Page: m.row.At.Page}] = "3"
	}
}

// wrongName is a row with its wrong name and what shows it.
type wrongName struct {
	row, other, one, two, all sheet.Entry
	rest                      Sum
}

func wrongNames(s *sheet.Sheet) []wrongName {
	var out []wrongName
	for _, t := range s.Tables {
		for _, col := range t.Cols {
			totals := map[string][]sheet.Entry{}
			for _, e := range t.All {
				if e.At.Col == col && e.Metric == facts.GHGEmissions && e.Category == "" && !e.Change && !e.Target {
					scope := vocabulary.ScopeOf(e.Label())
					if scope == "" {
						scope = e.Scope
					}
					totals[scope] = append(totals[scope], e)
				}
			}
			twice, one, two, all := totals["1+2"], totals["1"], totals["2"], totals["1+2+3"]
			if len(twice) != 2 || len(one) != 1 || len(two) != 1 || len(all) != 1 ||
				twice[0].Value == twice[1].Value && twice[0].ID == twice[1].ID || len(totals["3"]) > 0 {
				continue
			}
			for i, row := range twice {
				other := twice[1-i]
				rest := AddUp([]sheet.Entry{one[0], two[0], row}, all[0])
				own := AddUp([]sheet.Entry{one[0], two[0]}, row)
				if rest.Agrees() && !own.Agrees() && (row.Label() == other.Label() || vocabulary.ScopeOf(other.Label()) == "1+2") {
					out = append(out, wrongName{row, other, one[0], two[0], all[0], rest})
					break
				}
			}
		}
	}
	return out
}

func mislabelled(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, m := range wrongNames(s) {
		f := m.rest.Finding()
		f.Result, f.Severity, f.Page = events.CheckFail, "", m.row.At.Page
		f.Inputs = append([]events.CheckInput{sheet.Input(m.row, "row named \""+sheet.Shorten(m.row.Label())+"\""), sheet.Input(m.other, "row of the same name")},
			f.Inputs...)
		own := quantity.Sum(m.one.Quantity().Base(), m.two.Quantity().Base())
		f.Working = fmt.Sprintf("%s + %s = %s is Scope 1 and 2; %s more make %s, Scope 1, 2 and 3", compare.Show(m.one.Quantity().Base()),
			compare.Show(m.two.Quantity().Base()),
			compare.Show(own), compare.Show(m.row.Quantity().Base()), compare.Show(quantity.Sum(own, m.row.Quantity().Base())))
		f.Message = fmt.Sprintf("The row named \"%s\" with %s is the total of Scope 3: Scope 1 and 2 are %s.", sheet.Shorten(m.row.Label()),
			compare.Show(m.row.Quantity().Base()), compare.Show(own))
		for i := range m.row.Places {
			if p := &m.row.Places[i]; p.Page != m.row.At.Page && vocabulary.ScopeOf(p.Own()) == "3" {
				f.Message += fmt.Sprintf(" Page %d names it so.", p.Page)
			}
		}
		if m.row.Place.Page != m.row.At.Page && vocabulary.ScopeOf(m.row.Place.Own()) == "3" {
			f.Message += fmt.Sprintf(" Page %d names it so.", m.row.Place.Page)
		}
		f.Expected, f.Stated, f.Difference, f.DifferencePercent, f.ExplainedByRounding = "Scope 3", "Scope 1 and 2", "", "", false
		out = append(out, f)
	}
	return out
}

// scope3Names are words that only one category of Scope 3 is named by, in the order of the GHG Protocol.
var scope3Names = []*pattern.Pattern{
	pattern.Compile(`(?i)\bpurchased goods\b`),
	pattern.Compile(`(?i)\bcapital goods\b`),
	pattern.Compile(`(?i)\bfuel[- ]*(?:and|&)[- ]*energy\b`),
	pattern.Compile(`(?i)\bupstream transport`),
	pattern.Compile(`(?i)\bwaste generated\b|\bwaste (?:in|from) operations\b|\boperational waste\b`),
	pattern.Compile(`(?i)\bbusiness travel`),
	pattern.Compile(`(?i)\bemployee commut|\bcommuting\b`),
	pattern.Compile(`(?i)\bupstream leased\b`),
	pattern.Compile(`(?i)\bdownstream transport`),
	pattern.Compile(`(?i)\bprocessing of sold\b`),
	pattern.Compile(`(?i)\buse of sold\b`),
	pattern.Compile(`(?i)\bend[- ]of[- ]life\b`),
	pattern.Compile(`(?i)\bdownstream leased\b`),
	pattern.Compile(`(?i)\bfranchis`),
	pattern.Compile(`(?i)\binvestments?\b`),
}

// categoryNumber is a number that a label calls one of a category. A bare number may count rows.
var categoryNumber = pattern.Compile(`(?i)\bcat(?:egory|\.)?\s*(?:3\.)?(\d{1,2})\b`)

// categoryNames holds the number of a Scope 3 category against its name.
func categoryNames(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	seen := map[string]bool{}
	for i := range s.Facts {
		f := &s.Facts[i]
		label := f.Own()
		m := categoryNumber.FindStringSubmatch(label)
		if m == nil || f.Metric != facts.GHGEmissions || seen[label] || cell.ISOCategory(label) || f.Scope != "3" && f.Scope != "" {
			continue
		}
		seen[label] = true
		n, _ := strconv.Atoi(m[1]) // two digits at most
		named, names := 0, 0
		for k, pattern := range scope3Names {
			if pattern.MatchString(label) {
				named = k + 1
				names++
			}
		}
		if names != 1 || n == named || n == 0 {
			continue
		}
		e := sheet.Entry{Fact: f, At: &f.Place}
		out = append(out, sheet.Finding{Check: events.Check{
			Result: events.CheckFail, Inputs: []events.CheckInput{sheet.Input(e, "")}, Working: sheet.Shorten(label),
			Stated: fmt.Sprintf("category %d", n), Expected: fmt.Sprintf("category %d", named),
			Message: fmt.Sprintf("The row is called category %d, but its name is that of category %d of Scope 3.", n, named),
		}, Page: f.Page})
	}
	return out
}

// sameNameTwice finds two rows of one scope where another scope of the total is missing: 100 as Scope 1, 50 as Scope
// 1, 150 as Scope 1 and 2, in every column of the table.
func sameNameTwice(s *sheet.Sheet) []sheet.Finding {
	var out []sheet.Finding
	for _, t := range s.Tables {
		var found []sheet.Finding
		columns := 0
		for _, col := range t.Cols {
			totals := Totals(s, t, col)
			for _, all := range []string{"1+2", "1+2+3"} {
				stated := totals[all]
				if len(stated) != 1 || stated[0].Source != facts.FromTable {
					continue
				}
				columns++
				var parts []sheet.Entry
				twice, missing := "", ""
				for _, n := range sheet.DigitsOf.FindAllString(all, -1) {
					switch len(totals[n]) {
					case 0:
						missing += n
					case 1:
					case 2:
						twice += n
					default:
						twice += "too many"
					}
					parts = append(parts, totals[n]...)
				}
				if len(twice) != 1 || len(missing) != 1 || totals[twice][0].Value == totals[twice][1].Value || totals[twice][0].Method != totals[twice][1].Method {
					continue
				}
				x := AddUp(parts, stated[0])
				if !x.Exact && !x.Rounding {
					continue
				}
				f := x.Finding()
				second := totals[twice][1]
				f.Result, f.Severity, f.Difference, f.DifferencePercent, f.ExplainedByRounding = events.CheckFail, "", "", "", false
				f.Expected, f.Stated = "Scope "+missing, "Scope "+twice
				f.Message = fmt.Sprintf("Two rows are called Scope %s, none Scope %s, and both together make the total of Scope %s: the row with %s is probably Scope %s.",
					twice, missing, all, second.Printed, missing)
				found = append(found, f)
			}
		}
		if len(found) == columns {
			out = append(out, found...)
		}
	}
	return out
}
