package datametrics

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/document"
	"github.com/sibyl-project/sibyl/rag/quantity"
)

// apart is how many lines may lie between the first and the last row of one sum.
const apart = 14

var (
	notAmount    = regexp.MustCompile(`(?i)intensit|\bper\b|reduc|target|change|avoid|biogenic|of which|thereof|share|coverage|saving`)
	emissionsRow = regexp.MustCompile(`(?i)emission|scope|ghg|greenhouse|co2|co₂|carbon footprint`)
	totalRow     = regexp.MustCompile(`(?i)^\W*(?:total|sum|overall)\b|\btotal\b`)
)

// assess checks the tables of a report and sums up what came of it.
func assess(doc *document.Document, report string) specialist.Answer {
	var answer specialist.Answer
	pages := 0
	var evidence []events.Evidence
	for i := range doc.Pages {
		p := &doc.Pages[i]
		if p.ImageOnly || p.NotAnalysed != "" {
			continue
		}
		pages++
		lower := strings.ToLower(p.Text)
		if !strings.Contains(lower, "scope 1") && !strings.Contains(lower, "100") {
			continue
		}
		lines := linesOf(p)
		for _, sum := range append(scopeTables(lines), percentTables(lines)...) {
			answer.Checks = append(answer.Checks, sum.check)
			evidence = append(evidence, events.Evidence{Origin: events.OriginComputed, Page: p.Number, Quote: sum.total.text})
		}
	}
	specialist.NameChecks(report, "", answer.Checks)
	details := events.MetricsDetails{CheckIDs: []string{}, MissingData: []string{}}
	failed, passed := 0, 0
	for _, c := range answer.Checks {
		details.CheckIDs = append(details.CheckIDs, c.ID)
		switch c.Result {
		case events.CheckFail:
			failed++
		case events.CheckPass:
			passed++
		}
	}
	found := specialist.Found{EvidenceType: EvidenceValidation, Details: details, Evidence: evidence, Exhausted: true, Score: 0.3}
	if len(answer.Checks) == 0 {
		details.MissingData = append(details.MissingData, "tables of scopes with their total, or of shares with theirs, whose columns can be told beyond doubt")
		found.Details = details
		found.Summary = fmt.Sprintf("In %d pages read, no table sum could be recalculated with certainty.", pages)
	} else {
		agree := failed == 0
		found.Origins, found.Score, found.InternallyConsistent = []events.Origin{events.OriginComputed}, 0.8, &agree
		found.Summary = fmt.Sprintf("In %d pages read, %d table sums were recalculated: %d agree, %d do not.", pages, len(answer.Checks), passed, failed)
	}
	answer.Findings = []specialist.Found{found}
	return answer
}

// tableSum is a check on a table with the row that states the total.
type tableSum struct {
	check events.Check
	total line
}

// scopeRow is a row of emissions with the scopes that its label names.
type scopeRow struct {
	line
	at   int
	key  string // "1", "12", "123", "total"
	kind string // location, market or ""
}

// scopeTables checks tables that give Scope 1, 2 and 3 and their total under a header of years.
func scopeTables(lines []line) []tableSum {
	rows := scopeRows(lines)
	var out []tableSum
	for i := range rows {
		parts, ok := partsOf(rows, i)
		if !ok {
			continue
		}
		years, unit, ok := header(lines, min(rows[i].at, parts[0].at), len(rows[i].figures))
		if !ok {
			continue
		}
		for column, year := range years {
			c := events.Check{Name: "scope_addition"}
			var figures []quantity.Quantity
			for _, p := range parts {
				q := p.figures[column]
				figures = append(figures, q)
				c.Inputs = append(c.Inputs, cell(p.label, year, p.line, q, unit))
			}
			stated := rows[i].figures[column]
			c.Inputs = append(c.Inputs, cell(rows[i].label, year, rows[i].line, stated, unit))
			if !comparable(figures, stated) {
				continue
			}
			out = append(out, tableSum{total(c, figures, stated), rows[i].line})
		}
	}
	return out
}

func cell(label string, year int, l line, q quantity.Quantity, above string) events.CheckInput {
	u := cmp.Or(unit(q), l.unit, above)
	return events.CheckInput{Label: fmt.Sprintf("%s %d", label, year), Value: quantity.Print(q.Value, 12), Unit: u, Page: l.page}
}

func scopeRows(lines []line) []scopeRow {
	var out []scopeRow
	for at, l := range lines {
		if l.broken || l.label == "" || !emissionsRow.MatchString(l.label) || notAmount.MatchString(l.label) {
			continue
		}
		l.figures = withoutPercent(l.figures)
		if len(l.figures) == 0 {
			continue
		}
		row := scopeRow{line: l, at: at}
		if m := scopeLabel.FindAllStringSubmatch(l.label, -1); len(m) > 0 {
			named := ""
			for _, s := range m {
				named += s[1]
			}
			row.key = scopes(named)
		}
		if totalRow.MatchString(l.label) && (row.key == "" || row.key == "123") {
			row.key = "total"
		}
		lower := strings.ToLower(l.label)
		switch {
		case strings.Contains(lower, "location"):
			row.kind = "location"
		case strings.Contains(lower, "market"):
			row.kind = "market"
		}
		if row.key != "" {
			out = append(out, row)
		}
	}
	return out
}

func withoutPercent(all []quantity.Quantity) []quantity.Quantity {
	var out []quantity.Quantity
	for _, q := range all {
		if q.Unit.Dimension != quantity.Percent && q.Unit.Dimension != quantity.Points {
			out = append(out, q)
		}
	}
	return out
}

// addends are the scopes that a total row adds up.
var addends = map[string][]string{"total": {"1", "2", "3"}, "123": {"1", "2", "3"}, "12": {"1", "2"}}

// partsOf finds exactly one row for each scope near a total, all with as many columns and the same unit. Two
// rows for one scope are told apart only by the method that the total names; two totals leave it open.
func partsOf(rows []scopeRow, i int) ([]scopeRow, bool) {
	sum := rows[i]
	keys, is := addends[sum.key]
	if !is {
		return nil, false
	}
	var parts []scopeRow
	for _, key := range keys {
		var found []scopeRow
		for _, r := range rows {
			if r.at-sum.at > apart || sum.at-r.at > apart {
				continue
			}
			if r.key == sum.key && r.at != sum.at && r.kind == sum.kind {
				return nil, false
			}
			if r.key == key && (r.kind == "" || sum.kind == "" || r.kind == sum.kind) {
				found = append(found, r)
			}
		}
		if len(found) != 1 || len(found[0].figures) != len(sum.figures) || found[0].unit != sum.unit {
			return nil, false
		}
		parts = append(parts, found[0])
	}
	return parts, true
}

// header finds the nearest header of years above a table: as many years as there are columns, in order. The
// unit it names, if it names one, is shown with the figures.
func header(lines []line, at, columns int) (years []int, unit string, ok bool) {
	for i := at - 1; i >= 0 && at-i <= apart; i-- {
		years := lines[i].years
		if len(years) == 0 {
			continue
		}
		if len(years) != columns {
			return nil, "", false
		}
		for j := 2; j < len(years); j++ {
			if (years[j] > years[j-1]) != (years[1] > years[0]) {
				return nil, "", false
			}
		}
		if u, err := quantity.ParseUnit(strings.TrimRight(lines[i].label, "¹²³*")); err == nil {
			unit = u.Symbol
		}
		return years, cmp.Or(unit, lines[i].unit), true
	}
	return nil, "", false
}

// percentTables checks columns of shares that end in a total of 100 %.
func percentTables(lines []line) []tableSum {
	var out []tableSum
	for at, l := range lines {
		if !totalRow.MatchString(l.label) || l.broken || len(l.figures) == 0 {
			continue
		}
		for column := range l.figures {
			if l.figures[column].Unit.Dimension != quantity.Percent || l.figures[column].Value.Cmp(allOf) != 0 {
				continue
			}
			if c, ok := shares(lines, at, column); ok {
				out = append(out, tableSum{c, l})
			}
		}
	}
	return out
}

// shares adds the percentages right above a total. Only a sum that is nearly 100 shows that the rows are
// parts of a whole; anything else may be a table of another kind.
func shares(lines []line, at, column int) (events.Check, bool) {
	total := lines[at]
	c := events.Check{Name: "percentage_sum"}
	var parts []quantity.Quantity
	for i := at - 1; i >= 0 && at-i <= apart; i-- {
		l := lines[i]
		if l.broken || l.label == "" || len(l.figures) != len(total.figures) || l.figures[column].Unit.Dimension != quantity.Percent || notPart.MatchString(l.label) {
			break
		}
		parts = append(parts, l.figures[column])
		c.Inputs = append(c.Inputs, events.CheckInput{Label: l.label, Value: quantity.Print(l.figures[column].Value, 12), Unit: "%", Page: l.page})
	}
	if len(parts) < 2 {
		return c, false
	}
	sum := quantity.Int(0)
	for _, p := range parts {
		sum = quantity.Sum(sum, p.Value)
	}
	if quantity.Abs(quantity.Sub(sum, allOf)).Cmp(quantity.Int(10)) > 0 {
		return c, false
	}
	return sumsToAll(c, parts), true
}

var notPart = regexp.MustCompile(`(?i)\btotal\b|of which|thereof|subtotal|\bincl`)
