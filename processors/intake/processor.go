package intake

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/stream"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// Name is the processor's name.
const Name = "intake"

// Config is what the processor works with.
type Config struct {
	Store  artefact.Store
	Parser parse.Parser

	// Models and Prompts are those that agents ask in this run's roles: they are told of in the run's opening.
	Models, Prompts map[string]string

	// Sources are the services beyond this machine that the run may ask: they are told of in its opening, too.
	Sources []events.Source

	// Revisers look again at what the trained reader has read in a report, one after the other; none where rules alone judge.
	Revisers []Reviser
}

// Reviser looks again at what a report says. It learns through a recorded port, and returns what the report says then and lines for people
// on what it could not learn. It leaves the report that it is given as it is.
type Reviser interface {
	Revise(ctx context.Context, d *document.Document, said *statement.Report) (*statement.Report, []string, error)
}

type processor struct {
	store  artefact.Store
	parser parse.Parser

	models, prompts map[string]string
	sources         []events.Source
	revisers        []Reviser

	mu      sync.Mutex
	parsing map[string]*sync.Mutex // by file: two runs of one report parse it once
}

// New declares the processor.
func New(c Config) stream.Processor[stream.None] {
	p := &processor{
		store: c.Store, parser: c.Parser, models: c.Models, prompts: c.Prompts, sources: c.Sources, revisers: c.Revisers,
		parsing: map[string]*sync.Mutex{},
	}
	return stream.Processor[stream.None]{
		Name:  Name,
		Limit: 10 * time.Minute, // the parser has limits of its own, and recognising text takes minutes
		Routes: []stream.Route[stream.None]{
			stream.Each(events.ReportSubmitted, p.submitted),
			stream.Each(events.AnalysisRequested, p.requested),
		},
		Emits: []*events.Definition{
			events.ReportPreviewed.Definition, events.RunOpened.Definition, events.ReportParsed.Definition, events.RunFailed.Definition,
			events.ActivityReported.Definition,
		},
		Rescue: rescue,
	}
}

// submitted answers with a preview. A file that cannot be read is an outcome like any other.
func (p *processor) submitted(ctx context.Context, e events.Event[events.Submission]) ([]events.Draft, error) {
	go statement.Bundled() //nolint:errcheck // an analysis will most likely follow, and its first wait would be for the model
	d, hash, err := p.parse(ctx, e.Data.SHA256)
	var file *parse.FileError
	switch {
	case errors.As(err, &file):
		return []events.Draft{previewDraft(refusal(e.Data, file.Error()))}, nil
	case err != nil:
		return nil, err
	}
	return []events.Draft{previewDraft(Preview(d, e.Data, hash))}, nil
}

// requested opens the run and hands out its sections, in one transaction.
func (p *processor) requested(ctx context.Context, e events.Event[events.AnalysisRequest]) ([]events.Draft, error) {
	d, hash, err := p.parse(ctx, e.Data.SHA256)
	var file *parse.FileError
	switch {
	case errors.As(err, &file):
		return nil, stream.Reject(fmt.Errorf("reading report %s: %w", e.Data.ReportID, file))
	case err != nil:
		return nil, err
	}
	sections := Sections(len(d.Pages))
	if err := reason.From(ctx).Allow(ctx, e.Data.Budget); err != nil {
		return nil, fmt.Errorf("keeping the budget of the run: %w", err)
	}
	var opening events.Opening
	var beside sync.WaitGroup
	beside.Go(func() { opening = openingOf(d, e.Data, hash, len(sections)) })
	tagged, statements, unsaid, err := p.statements(ctx, hash, d)
	beside.Wait()
	if err != nil {
		return nil, err
	}
	opening.Models, opening.Prompts, opening.Sources, opening.Budget = p.models, p.prompts, p.sources, e.Data.Budget
	opening.Tagged, opening.Statements = tagged, statements
	opening.Warnings = append(opening.Warnings, unsaid...)
	if opening.Evidence, opening.Library, err = p.library(ctx, e.Data.Evidence, opening.Company); err != nil {
		return nil, err
	}
	drafts := []events.Draft{events.RunOpened.Draft(events.RunSubject("opened"), opening)}
	for i, s := range sections {
		drafts = append(drafts, events.ReportParsed.Draft(events.SectionSubject(i+1), events.Section{
			ReportID: e.Data.ReportID, Section: i + 1, Of: len(sections), PageFrom: s.From, PageTo: s.To, Parse: hash,
			Statements: opening.Statements,
		}))
	}
	return append(drafts, suspiciousEvents(d)...), nil
}

func openingOf(d *document.Document, r events.AnalysisRequest, hash string, sections int) events.Opening {
	o := events.Opening{
		ReportID: r.ReportID, SHA256: r.SHA256, Parse: hash, Sections: sections, Pages: len(d.Pages),
		Iterations: r.Iterations, Mode: r.Mode, Parent: r.Parent, AsOf: r.AsOf,
	}
	id := identify(d)
	given := events.Issuer{Company: spaced(r.Company), Sector: spaced(r.Sector), Period: spaced(r.Period)}
	o.Company, o.Sector, o.Period = given.Company, given.Sector, given.Period
	o.Warnings = otherwise(given, id)
	o.Company = cmp.Or(o.Company, id.company.value)
	o.Sector = cmp.Or(o.Sector, id.sector.value)
	o.Period = cmp.Or(o.Period, id.period.value)
	o.Names = names(d, r, o.Company)
	return o
}

// statements returns the hash of what the sentences of a document say, which has this hash. It is read once, for all who ask. What
// models make of it is an artefact of its own, beside the one of the trained reader (tagged).
func (p *processor) statements(ctx context.Context, hash string, d *document.Document) (tagged, made string, unsaid []string, err error) {
	reader, err := statement.Bundled()
	if err != nil {
		return "", "", nil, stream.Reject(err)
	}
	made, err = statement.Make(ctx, p.store, reader, hash, d)
	if err != nil {
		return "", "", nil, broken(ctx, err)
	}
	said, err := statement.Load(ctx, p.store, made, hash, d)
	if err != nil {
		return "", "", nil, broken(ctx, err)
	}
	if !said.AboutSustainability() {
		unsaid = append(unsaid, otherKind)
	}
	if len(p.revisers) == 0 {
		return "", made, unsaid, nil
	}
	for _, r := range p.revisers {
		revised, lines, err := r.Revise(ctx, d, said)
		if err != nil {
			return "", "", nil, fmt.Errorf("looking again at what the report says: %w", err)
		}
		said, unsaid = revised, append(unsaid, lines...)
	}
	data, err := statement.Encode(said, hash)
	if err != nil {
		return "", "", nil, stream.Reject(err)
	}
	tagged = made
	if made, err = p.store.Put(ctx, "statements", data); err != nil {
		return "", "", nil, broken(ctx, fmt.Errorf("keeping what the report says: %w", err))
	}
	return tagged, made, unsaid, nil
}

// otherKind is said of a document that is hardly a report on sustainability.
const otherKind = "This may be no report on sustainability: of most of what it states no subject of such reports can be told. " +
	"Only what is surely about one is taken for a claim."

func (p *processor) lock(sha256 string) *sync.Mutex {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.parsing[sha256] == nil {
		p.parsing[sha256] = &sync.Mutex{}
	}
	return p.parsing[sha256]
}

// broken marks an error of the store as one of a dependency: the processor waits until it is back. A
// damaged or missing artefact is none, and waiting would not cure it.
func broken(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, artefact.ErrDamaged) || errors.Is(err, artefact.ErrNotFound) ||
		errors.Is(err, document.ErrInvalid) || errors.Is(err, statement.ErrUnread) {
		return err
	}
	return stream.Pause(err)
}

// rescue tells the others about an event that was given up on: a report that gets no preview, a run that
// will not open.
func rescue(l stream.Letter) []events.Draft {
	if events.Stray(l.Record, l.Err) {
		return nil // nobody waits for what it should have led to
	}
	reason := l.Err.Error()
	var file *parse.FileError
	if errors.As(l.Err, &file) {
		reason = file.Error()
	}
	switch l.Record.Type {
	case events.ReportSubmitted.Type:
		e, err := events.ReportSubmitted.Decode(l.Record)
		if err != nil {
			return nil // nobody knows which report it was: the dead letter is all there is
		}
		return []events.Draft{previewDraft(refusal(e.Data, reason))}
	case events.AnalysisRequested.Type:
		var r events.AnalysisRequest
		if json.Unmarshal(l.Record.Data, &r) != nil {
			r = events.AnalysisRequest{} // the run still has to end
		}
		return []events.Draft{events.RunFailed.Draft(events.RunSubject("failed"), events.RunFailure{Error: reason, ReportID: r.ReportID, SHA256: r.SHA256})}
	}
	return nil
}

func previewDraft(p events.Preview) events.Draft {
	return events.ReportPreviewed.Draft(events.ReportSubject(p.ReportID, p.Attempt), p)
}

func refusal(s events.Submission, reason string) events.Preview {
	return events.Preview{
		ReportID: s.ReportID, SHA256: s.SHA256, Filename: s.Filename, Attempt: s.Attempt,
		Status: events.PreviewError, Error: reason,
		Company: s.Company, Sector: s.Sector, Period: s.Period,
		PagesImageOnly: []int{}, Frameworks: []string{}, Outline: []events.OutlineSection{},
		NotAnalysed: []events.PageNote{}, Warnings: []string{},
	}
}
