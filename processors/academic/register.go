package academic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag/evidence"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/report/issuer"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// The evidence types of findings.
const (
	EvidenceResearch = "research"
	EvidenceRegistry = "registry"
)

// column is the one cell of a row whose head has all of some words.
func column(rec evidence.Record, words ...string) string {
	var heads []string
	for h := range rec.Cells {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(h, w) }) {
			heads = append(heads, h)
		}
	}
	if len(heads) == 0 {
		return ""
	}
	slices.Sort(heads) // "near term status" before "near term status date"
	slices.SortStableFunc(heads, func(a, b string) int { return len(a) - len(b) })
	return strings.TrimSpace(rec.Cells[heads[0]])
}

var (
	validated = pattern.Compile(`(?i)\b(?:validated|approved|verified)\b`)
	joined    = pattern.Compile(`(?i)\bcommit(?:s|ted|ment)?\b`)
	isSet     = pattern.Compile(`(?i)^(?:targets?\s+set|approved|validated)$`)
	promised  = pattern.Compile(`(?i)^committed$`)
)

// targets looks a company up in lists of the Science Based Targets initiative that the user has brought. A list has a
// column for the company and one for the status of its near-term target.
func targets(shelf *evidence.Shelf, c events.Claim, names issuer.Names) (found *events.RegisteredTarget, cited events.Evidence, several bool) {
	for _, rec := range shelf.Records(events.KindRegister) {
		status := column(rec, "near", "status")
		if status == "" || !names.Is(column(rec, "company")) {
			continue
		}
		entry := &events.RegisteredTarget{
			Status: status, Classification: column(rec, "near", "classification"), TargetYear: column(rec, "near", "year"),
			NetZero: column(rec, "net", "zero"), ListedOn: rec.Entry.Date, Document: rec.Entry.ID,
		}
		if found != nil && found.Status != entry.Status {
			return found, cited, true
		}
		found = entry
		cited = specialist.Cite(evidence.Found{Entry: rec.Entry, Page: rec.Page, Row: rec.Row, Quote: rec.Quote}, specialist.StatementOf(c).Company)
	}
	return found, cited, false
}

// targetFinding holds what a claim says of its target's validation against the list. A list that is older than the
// report may not have it yet; one that does not have the company says nothing.
func targetFinding(c events.Claim, t *events.RegisteredTarget, cited events.Evidence, m matter) specialist.Found {
	yes, no := true, false
	f := specialist.Found{EvidenceType: EvidenceRegistry, Score: 0.4, Evidence: []events.Evidence{cited}, Origins: []events.Origin{cited.Origin}, Exhausted: true}
	f.Summary = fmt.Sprintf("A list of the initiative's targets of %s gives the company's near-term status as %q.", said(t.ListedOn), t.Status)
	own := c.Entities.Subject == "" || c.Entities.Subject == "company"
	switch {
	case cited.Origin != events.OriginRegistry:
		f.Summary += " The list is the company's own, which confirms nothing."
	case !own:
		f.Summary += " The claim speaks of somebody else's target: this takes no side."
	case isSet.MatchString(t.Status) && (validated.MatchString(c.Text) || joined.MatchString(c.Text)):
		f.Supports, f.Score = &yes, 0.85
	case promised.MatchString(t.Status) && validated.MatchString(c.Text) && after(t.ListedOn, c):
		f.Supports, f.Score = &no, 0.7
		f.Summary += " The claim says that targets are validated; by this later list they are promised only."
	case promised.MatchString(t.Status) && joined.MatchString(c.Text) && !validated.MatchString(c.Text):
		f.Supports, f.Score = &yes, 0.85
	default:
		f.Summary += " That neither bears the claim out nor contradicts it."
	}
	return f
}

func said(date string) string {
	if date == "" {
		return "an unknown date"
	}
	return date
}

// after reports whether a list was made after the year of the claim's report had ended.
func after(date string, c events.Claim) bool {
	return c.Issuer != nil && evidence.YearOf(c.Issuer.Period) > 0 && evidence.YearOf(date) > evidence.YearOf(c.Issuer.Period)
}

var whole = pattern.Compile(`(?i)\b([\d.,]+)\s+(?:\w+\s+){0,2}(?:carbon\s+)?(?:credits|offsets|units)\b`)

// retired adds up what the registries' lists that the user has brought have as retired for a company in the year of the
// report. A list may be a part of the registry: it can bear a claim out, and contradicts none.
func retired(shelf *evidence.Shelf, c events.Claim, names issuer.Names) (sum *apd.Decimal, cited []events.Evidence) {
	year := 0
	if c.Issuer != nil {
		year = evidence.YearOf(c.Issuer.Period)
	}
	sum = quantity.Int(0)
	for _, rec := range shelf.Records(events.KindRegister) {
		amount, date := column(rec, "quantity"), column(rec, "retirement", "date")
		if amount == "" || date == "" || evidence.YearOf(date) != year || year == 0 {
			continue
		}
		if !names.Is(column(rec, "beneficiary")) {
			continue
		}
		q, err := quantity.Parse(amount, quantity.Point)
		if err != nil || q.Unit.Dimension != quantity.Count || q.Value.Negative {
			continue
		}
		sum = quantity.Sum(sum, q.Value)
		cited = append(cited, specialist.Cite(evidence.Found{Entry: rec.Entry, Page: rec.Page, Row: rec.Row, Quote: rec.Quote}, specialist.StatementOf(c).Company))
	}
	return sum, cited
}

// creditFinding holds a claimed number of retired credits against the lists.
func creditFinding(c events.Claim, sum *apd.Decimal, cited []events.Evidence) specialist.Found {
	f := specialist.Found{EvidenceType: EvidenceRegistry, Score: 0.4, Evidence: cited[:min(len(cited), 10)], Exhausted: true}
	for _, e := range cited {
		if !slices.Contains(f.Origins, e.Origin) {
			f.Origins = append(f.Origins, e.Origin)
		}
	}
	f.Summary = fmt.Sprintf("The registries' lists have %s credits as retired for the company in the report's year, in %d entries.",
		quantity.Print(sum, 12), len(cited))
	m := whole.FindStringSubmatch(c.Text)
	if m == nil {
		return f
	}
	q, err := quantity.Parse(strings.Trim(m[1], ".,"), quantity.Detect(c.Text, quantity.Point))
	if err != nil {
		return f
	}
	least := quantity.Mul(q.Value, apd.New(99, -2))
	if sum.Cmp(least) >= 0 && slices.Equal(f.Origins, []events.Origin{events.OriginRegistry}) {
		yes := true
		f.Supports, f.Score = &yes, 0.85
		f.Summary += " That is what the claim says, or more."
	} else {
		f.Summary += " That is less than the claim says, and the lists may be incomplete: this takes no side."
	}
	return f
}
