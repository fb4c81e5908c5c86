package datametrics

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/processors/data_metrics/compliance"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// told is how many failed checks of a report get a finding of their own; the others are counted in the first.
const toldFailures = 20

// evidenceOf bounds the evidence of the first finding: the pages that checks are about.
const evidenceOf = 40

// assess reads the figures of a report, stores them as its fact sheet and checks them. The first finding sums up
// and names the sheet; each check that failed has one of its own, since no claim may quote its table.
func assess(ctx context.Context, store artefact.Store, doc *document.Document, w events.ReportWork) (specialist.Answer, error) {
	f, err := figuresIn(ctx, store, doc, w)
	if err != nil {
		return specialist.Answer{}, fmt.Errorf("reading the figures of %s: %w", w.ReportID, err)
	}
	sheet, results := f.whole, checks.Once(f.results)
	data, err := facts.Encode(sheet)
	if err != nil {
		return specialist.Answer{}, stream.Reject(err)
	}
	hash, err := store.Put(ctx, "facts", data)
	if err != nil {
		return specialist.Answer{}, stream.Pause(fmt.Errorf("storing the fact sheet of %s: %w", w.ReportID, err))
	}
	answer := specialist.Answer{Thinking: []string{
		fmt.Sprintf("%d figures were read from tables and sentences; now their sums, shares, changes and units are redone.", len(sheet.Facts)),
	}}
	for _, r := range results {
		answer.Checks = append(answer.Checks, r.Check)
	}
	specialist.NameChecks(w.ReportID, "", answer.Checks)
	answer.Findings = append(answer.Findings, summary(sheet, hash, answer.Checks, results))
	n := 0
	for i, c := range answer.Checks {
		if c.Result != events.CheckFail || n == toldFailures {
			continue
		}
		n++
		answer.Findings = append(answer.Findings, failure(c, results[i].Pages()))
	}
	answer.Thinking = append(answer.Thinking, "The report is held against IFRS S2.29-36, paragraph by paragraph.")
	answer.Findings = append(answer.Findings, compliance.Assess(f.sheet, doc))
	return answer, nil
}

// summary says what was read and what came of the checks.
func summary(sheet *facts.Sheet, hash string, all []events.Check, results []checks.Result) specialist.Found {
	details := events.MetricsDetails{CheckIDs: []string{}, MissingData: []string{}, FactSheet: hash, Facts: len(sheet.Facts)}
	count := map[events.CheckResult]int{}
	var evidence []events.Evidence
	var pages []int
	for i, c := range all {
		details.CheckIDs = append(details.CheckIDs, c.ID)
		count[c.Result]++
		if page := results[i].Page; !slices.Contains(pages, page) && len(evidence) < evidenceOf {
			pages = append(pages, page)
			evidence = append(evidence, events.Evidence{Origin: events.OriginComputed, Page: page, Quote: quote(sheet, c, page)})
		}
	}
	f := specialist.Found{EvidenceType: EvidenceValidation, Evidence: evidence, Exhausted: true, Score: 0.3}
	if len(all) == 0 {
		details.MissingData = append(details.MissingData, "tables of scopes with their total, or of shares with theirs, whose columns can be told beyond doubt")
		f.Summary = fmt.Sprintf("%d figures were read; no table sum or other relation between them could be recalculated with certainty.", len(sheet.Facts))
	} else {
		agree := count[events.CheckFail] == 0
		f.Origins, f.Score, f.InternallyConsistent = []events.Origin{events.OriginComputed}, 0.8, &agree
		f.Summary = fmt.Sprintf("%d figures were read and %d checks made of them: %d agree, %d do not, %d are left open.", len(sheet.Facts), len(all),
			count[events.CheckPass], count[events.CheckFail], count[events.CheckInconclusive])
	}
	f.Details = details
	return f
}

// failure is the finding of one check that failed. It speaks of the report and of no claim: it supports nothing.
func failure(c events.Check, pages []int) specialist.Found {
	agree := false
	f := specialist.Found{
		EvidenceType: EvidenceValidation, Summary: fmt.Sprintf("%s, %s: %s %s.", onPages(pages), c.Name, c.Message, strings.TrimSuffix(c.Working, ".")),
		Score: 0.8, Origins: []events.Origin{events.OriginComputed}, Exhausted: true, InternallyConsistent: &agree,
		Details: events.MetricsDetails{CheckIDs: []string{c.ID}, MissingData: []string{}},
	}
	for _, in := range c.Inputs {
		if len(f.Evidence) == 12 {
			break
		}
		f.Evidence = append(f.Evidence, events.Evidence{
			Origin: events.OriginReport, Page: in.Page, Quote: strings.TrimSpace(in.Label + " " + in.Value + " " + in.Unit),
		})
	}
	return f
}

// onPages names pages: "Page 3", "Pages 3 and 13".
func onPages(pages []int) string {
	if len(pages) == 1 {
		return fmt.Sprintf("Page %d", pages[0])
	}
	parts := make([]string, len(pages))
	for i, p := range pages {
		parts[i] = fmt.Sprint(p)
	}
	n := len(parts) - 1
	return "Pages " + strings.Join(parts[:n], ", ") + " and " + parts[n]
}

// quote is what the page says of the figure that a check is about.
func quote(sheet *facts.Sheet, c events.Check, page int) string {
	for _, in := range slices.Backward(c.Inputs) {
		for i := range sheet.Facts {
			f := &sheet.Facts[i]
			if f.ID != in.FactID {
				continue
			}
			for _, p := range append([]facts.Place{f.Place}, f.Places...) {
				if p.Page == page {
					return p.Quote
				}
			}
		}
	}
	return ""
}
