package datametrics

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"sync"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/appraisal"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/consistency"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks/sheet"
	"github.com/sibyl-project/sibyl/processors/data_metrics/compliance"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/extract"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// figures are what a report states in numbers, with what came of checking them.
type figures struct {
	key     string // of the report: what was read of it, and by whom
	year    int
	whole   *facts.Sheet // all of them
	sheet   *facts.Sheet // those that rules have read: what is checked and judged
	results []checks.Result
	about   map[string][]int // results by the facts that went into them
	old     map[string]bool  // facts by id that the report has replaced, or that are of some of what their scope is
	printed *appraisal.Printed
	unread  []int // pages of which something was not read

	paragraphs []events.ParagraphStatus // of IFRS S2.29-36, as the report answers them
	missing    []string                 // parts that they ask for
}

// readFigures reads the figures of a document, of whose sentences said tells what they say; it may be nil.
func readFigures(ctx context.Context, doc *document.Document, said *statement.Report, year int, company string) (*figures, error) {
	whole, err := extract.ReadBundled(ctx, doc, extract.Options{Year: year, Company: company, Said: said})
	if err != nil {
		return nil, err
	}
	f := &figures{year: year, whole: whole, about: map[string][]int{}, printed: appraisal.PrintedIn(doc), unread: doc.Unread()}
	f.sheet = f.whole.Ruled()
	options := checks.Options{Document: doc, Country: checks.Country(doc)}
	f.results, f.old = checks.Run(f.sheet, options), sheet.Superseded(f.sheet, options)
	maps.Copy(f.old, consistency.NotAlone(f.sheet, options))
	answered := compliance.Assess(f.sheet, doc)
	f.paragraphs = answered.Paragraphs
	if d, ok := answered.Details.(events.MetricsDetails); ok {
		f.missing = d.MissingData
	}
	for i, r := range f.results {
		for _, in := range r.Inputs {
			if n := len(f.about[in.FactID]); in.FactID != "" && (n == 0 || f.about[in.FactID][n-1] != i) {
				f.about[in.FactID] = append(f.about[in.FactID], i)
			}
		}
	}
	return f, nil
}

// doubted are the facts that the report gives elsewhere otherwise, by its own checks: by id, or by their figure where a check
// of sentences names no fact.
func (f *figures) doubted() map[string]bool {
	out := map[string]bool{}
	for _, r := range f.results {
		if !events.KindOfCheck(r.Name).Doubts || r.Result == events.CheckPass {
			continue
		}
		for _, in := range r.Inputs {
			out[cmp.Or(in.FactID, in.Value)] = true
		}
	}
	return out
}

// keptFigures are the sheets of the last reports: the claims of a report come one after the other. A parse never
// changes, so what is remembered of it is what would be read again.
type keptFigures struct {
	reading sync.Mutex // held while a sheet is read

	mu   sync.Mutex
	last []*figures // latest first
}

const keptReports = 4

var sheets keptFigures

func (k *keptFigures) find(key string, year int) *figures {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, f := range k.last {
		if f.key == key && f.year == year {
			copy(k.last[1:i+1], k.last[:i])
			k.last[0] = f
			return f
		}
	}
	return nil
}

func (k *keptFigures) keep(f *figures) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, other := range k.last {
		if other.key == f.key && other.year == f.year {
			return
		}
	}
	k.last = append([]*figures{f}, k.last...)
	k.last = k.last[:min(len(k.last), keptReports)]
}

// lostParse is told of a claim whose report can no longer be read.
const lostParse = "the report's figures: its parse is missing or damaged"

// figuresOf are the figures of a claim's report. A report that is lost or damaged leaves the claim with its own
// words: lost says so. A store that is down is waited for.
func figuresOf(ctx context.Context, store artefact.Store, c events.Claim) (f *figures, lost string, err error) {
	if c.Parse == "" || store == nil {
		return nil, "", nil
	}
	year, company := 0, ""
	if c.Issuer != nil {
		year, company = vocabulary.YearIn(c.Issuer.Period), c.Issuer.Company
	}
	key := keyOf(c.Parse, c.Statements, company)
	if f := sheets.find(key, year); f != nil {
		return f, "", nil
	}
	// One at a time: the first claims of a report come together, and each would read the same sheet for seconds.
	sheets.reading.Lock()
	defer sheets.reading.Unlock()
	if f := sheets.find(key, year); f != nil {
		return f, "", nil
	}
	doc, err := document.Load(ctx, store, c.Parse)
	switch {
	case errors.Is(err, artefact.ErrNotFound), errors.Is(err, artefact.ErrDamaged), errors.Is(err, document.ErrInvalid):
		return nil, lostParse, nil
	case err != nil && ctx.Err() != nil:
		return nil, "", err
	case err != nil:
		return nil, "", stream.Pause(err)
	}
	said, err := statementsOf(ctx, store, c.Statements, c.Parse, doc)
	if err != nil {
		return nil, "", err
	}
	if f, err = readFigures(ctx, doc, said, year, company); err != nil {
		return nil, "", err
	}
	f.key = key
	sheets.keep(f)
	return f, "", nil
}

// figuresIn are the figures of a report that has been read already: its claims, which come at the same time, find
// them here.
func figuresIn(ctx context.Context, store artefact.Store, doc *document.Document, w events.ReportWork) (*figures, error) {
	key, year := keyOf(w.Parse, w.Statements, w.Company), vocabulary.YearIn(w.Period)
	sheets.reading.Lock()
	defer sheets.reading.Unlock()
	if f := sheets.find(key, year); f != nil && w.Parse != "" {
		return f, nil
	}
	said, err := statementsOf(ctx, store, w.Statements, w.Parse, doc)
	if err != nil {
		return nil, err
	}
	f, err := readFigures(ctx, doc, said, year, w.Company)
	if err != nil {
		return nil, err
	}
	if f.key = key; w.Parse != "" {
		sheets.keep(f)
	}
	return f, nil
}

// keyOf names what is remembered of a report.
func keyOf(parse, statements, company string) string { return parse + "/" + statements + "/" + company }

// statementsOf is what a report says. A store that is down is waited for; an artefact that is missing or damaged is given up on,
// since waiting would not cure it.
func statementsOf(ctx context.Context, store artefact.Store, hash, parse string, doc *document.Document) (*statement.Report, error) {
	said, err := statement.Load(ctx, store, hash, parse, doc)
	switch {
	case err == nil || ctx.Err() != nil:
		return said, err
	case errors.Is(err, artefact.ErrNotFound), errors.Is(err, artefact.ErrDamaged), errors.Is(err, statement.ErrUnread):
		return nil, stream.Reject(err)
	}
	return nil, stream.Pause(err)
}
