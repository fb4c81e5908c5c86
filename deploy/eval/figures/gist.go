package figures

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// gistFile has values of Scope 1, 2 and 3 with the text of the page they stand on.
const gistFile = "labels/gist_scope_values_with_page_text.json"

// gistRow is one labelled value.
type gistRow struct {
	Company    string `json:"company_name"`
	ReportYear string `json:"report_year"`
	Year       string `json:"year"`
	Scope      string `json:"scope"` // 1, 2lb, 2mb, 3
	Page       string `json:"page"`
	Value      string `json:"value"`
	Unit       string `json:"unit"`
	Metric     string `json:"metric_name"`
	Text       string `json:"extracted_text_from_page"`
}

// Gist reads the facts of each page and compares them with its labels. Asked for are the values whose digits
// stand in the page's text. A value is right with its scope and year; its unit must not contradict the label's,
// and its method is compared only where the page states one. Wrong is each other figure that the sheet gives
// for a labelled scope and year of the page.
func Gist(folder string) (Result, error) {
	r := Result{Set: "gist"}
	var rows []gistRow
	if err := load(folder, gistFile, &rows); err != nil {
		return r, err
	}
	var order []string
	pages := map[string][]gistRow{}
	for _, row := range rows {
		if pages[row.Text] == nil {
			order = append(order, row.Text)
		}
		pages[row.Text] = append(pages[row.Text], row)
	}
	for _, text := range order {
		if err := r.gistPage(text, pages[text]); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r *Result) gistPage(text string, rows []gistRow) error {
	year, err := strconv.Atoi(rows[0].ReportYear)
	if err != nil {
		return fmt.Errorf("reading the report year of %s: %w", rows[0].Company, err)
	}
	doc := &document.Document{Version: document.Version, Pages: []document.Page{{Number: 1, Text: text}}}
	sheet, err := extract.ReadBundled(context.Background(), doc, extract.Options{Year: year})
	if err != nil {
		return err
	}
	type asked struct {
		scope string
		year  int
	}
	labels := map[asked][]gistRow{}
	var order []asked
	for _, row := range rows {
		y, err := strconv.Atoi(row.Year)
		if err != nil {
			return fmt.Errorf("reading the year of %s: %w", row.Company, err)
		}
		a := asked{row.Scope[:1], y}
		if labels[a] == nil {
			order = append(order, a)
		}
		labels[a] = append(labels[a], row)
	}
	for _, a := range order {
		answers := sheet.Find(facts.Query{Metric: facts.GHGEmissions, Scope: a.scope, Year: a.year})
		matched := map[*facts.Fact]bool{}
		for _, row := range labels[a] {
			value, _, err := apd.NewFromString(row.Value)
			if err != nil {
				return fmt.Errorf("reading the value of %s: %w", row.Company, err)
			}
			stands := printed(text, value)
			if stands {
				r.Total++
			}
			found := false
			for _, f := range answers {
				if f.Quantity().Value.Cmp(value) == 0 || scaled(f, value) {
					matched[f] = true
					found = found || sameMethod(f, row.Scope, text) && sameUnit(f, row.Unit)
				}
			}
			if found && stands {
				r.Right++
			} else if stands {
				r.Misses = append(r.Misses,
					fmt.Sprintf("%s p%s: scope %s %s = %s %s; read %s", row.Company, row.Page, row.Scope, row.Year, row.Value, row.Unit, shown(answers)))
			}
		}
		for _, f := range answers {
			if !matched[f] {
				r.Wrong++
				r.Notes = append(r.Notes,
					fmt.Sprintf("%s p%s: scope %s %d read as %s (%s)", labels[a][0].Company, labels[a][0].Page, a.scope, a.year, shown([]*facts.Fact{f}), f.Quote))
			}
		}
	}
	return nil
}

// scaled says that a figure with a scale word is the value that the label gives in the unit with the word.
func scaled(f *facts.Fact, value *apd.Decimal) bool {
	q, err := quantity.Parse(f.Quantity().Number, quantity.Point)
	return err == nil && q.Value.Cmp(value) == 0
}

// sameMethod compares the method only where the page names methods and the fact has one.
func sameMethod(f *facts.Fact, scope, text string) bool {
	l := strings.ToLower(text)
	if len(scope) < 3 || f.Method == "" || !strings.Contains(l, "location") && !strings.Contains(l, "market") {
		return true
	}
	return (f.Method == "location") == (scope == "2lb")
}

// sameUnit says that the unit read can be the label's: one of its readings has the same size. A label without
// a unit of mass, or a fact without one, cannot contradict.
func sameUnit(f *facts.Fact, label string) bool {
	want, err := quantity.Measures(label)
	if err != nil || f.Dimension == string(quantity.Count) {
		return true
	}
	got, err := quantity.Measures(f.Unit)
	if err != nil {
		got = []quantity.Measure{{Unit: f.Quantity().Unit}}
	}
	for _, w := range want {
		for _, g := range got {
			if w.Unit.Factor.Cmp(g.Unit.Factor) == 0 {
				return true
			}
		}
	}
	return f.Quantity().Unit.Factor.Cmp(want[0].Unit.Factor) == 0
}

func shown(all []*facts.Fact) string {
	if len(all) == 0 {
		return "nothing"
	}
	var parts []string
	for _, f := range all {
		parts = append(parts, strings.TrimSpace(f.Printed+" "+f.Unit+" "+f.Method))
	}
	return strings.Join(parts, ", ")
}

// printed says whether the digits of a value stand in a text, with any separators.
func printed(text string, value *apd.Decimal) bool {
	plain := quantity.Print(value, 12)
	whole, fraction, _ := strings.Cut(plain, ".")
	var pattern strings.Builder
	for i, c := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			pattern.WriteString(`[.,'’ \x{a0}\x{202f}]?`)
		}
		pattern.WriteRune(c)
	}
	if fraction != "" {
		pattern.WriteString(`[.,]` + fraction)
	}
	re, err := digits(pattern.String())
	return err == nil && re.MatchString(text)
}
