// Package replies answers questions between agents for which the one who is asked has nothing of its own. Passages of the report and of the
// bundled summaries of the standards are looked up, and a language model says what they answer. An answer counts only with words of the
// passages that it rests on, letter for letter, and states no figure that stands in none of them; else the refusal stands.
//
// What is looked up is a function of the report and of the program, so that a replay finds the same; what the model says is recorded.
package replies

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/reason"
	"github.com/sibyl-project/sibyl/processors/specialist"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/artefact"
	"github.com/sibyl-project/sibyl/rag/corpus"
)

const (
	mostPassages   = 4 // of one place
	longestClaim   = 600
	longestPassage = 900
)

// lookedUp are the questions that words can answer, and where passages are looked up for them, each in turn. What asks for figures of a table,
// or for arithmetic, is answered by code or not at all.
var lookedUp = map[string][][]string{
	events.AskCorroboration: {{corpus.Report}},
	events.AskGeography:     {{corpus.Report}},
	events.AskHistory:       {{corpus.Report}},
	events.AskMethod:        {{corpus.Report}, {corpus.S1, corpus.S2}},
	events.AskRegulation:    {corpus.Bundled(), {corpus.Report}},
}

// Model implements specialist.Second. It is safe for concurrent use.
type Model struct {
	store artefact.Store

	mu      sync.Mutex // held while a report is cut and indexed: its questions come together
	shelves *rag.Memory
	corpus  *corpus.Corpus // on these shelves
	reports []string       // indexed, by the hashes of their parses, latest last
}

// New keeps indexes of the last reports in memory, beside that of the standards.
func New(store artefact.Store) *Model {
	shelves := rag.NewMemory()
	return &Model{store: store, shelves: shelves, corpus: corpus.New(shelves)}
}

var _ specialist.Second = (*Model)(nil)

type answer struct {
	Answer string `json:"answer"`
	From   []struct {
		Name  string `json:"name"`
		Quote string `json:"quote"`
	} `json:"from"`
}

// Reply implements specialist.Second.
func (m *Model) Reply(ctx context.Context, r events.InfoRequest) (*specialist.Reply, error) {
	if !reason.From(ctx).Asks(reason.Replies) || lookedUp[r.Kind] == nil || r.Claim == nil || r.Claim.Parse == "" {
		return nil, nil
	}
	found, err := m.lookup(ctx, r)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	q := reason.Question{Prompt: reason.PromptNamed("reply"), Given: fmt.Sprintf("There are %d passages.", len(found)), Texts: []reason.Text{
		{Name: "claim", Kind: "the statement", Body: fmt.Sprintf("Page %d: %s", r.Claim.Page, reason.Shorten(r.Claim.Text, longestClaim))},
		{Name: "question", Kind: "the question", Body: reason.Shorten(r.Question, longestClaim)},
	}}
	given, sources := map[string]corpus.Result{}, []string{r.Question, r.Claim.Text}
	for i, f := range found {
		name := fmt.Sprintf("p%d", i+1)
		body := placeOf(f) + "\n" + reason.Shorten(f.Passage.Text, longestPassage)
		given[name], sources = f, append(sources, body)
		q.Texts = append(q.Texts, reason.Text{Name: name, Kind: "a passage", Body: body})
	}
	said, reply, err := reason.Ask(ctx, q, func(a *answer) error { return sound(a, given, sources) })
	if err != nil || reply.Outcome != reason.Answered || said.Answer == "" {
		return nil, err
	}
	out := &specialist.Reply{Text: fmt.Sprintf("Nothing of its own is at hand. %s reads in what was looked up: %s", reply.Model, said.Answer)}
	for _, f := range said.From {
		out.Evidence = append(out.Evidence, cite(given[f.Name], f.Quote))
	}
	return out, nil
}

// keptReports is how many reports are kept indexed.
const keptReports = 4

// lookup finds the passages of the claim's report and of the standards that are nearest to a question.
func (m *Model) lookup(ctx context.Context, r events.InfoRequest) ([]corpus.Result, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	parse := r.Claim.Parse
	if !slices.Contains(m.reports, parse) {
		doc, err := specialist.Document(ctx, m.store, parse)
		if err != nil {
			return nil, err
		}
		if _, err := m.corpus.IngestReport(ctx, parse, doc); err != nil {
			return nil, fmt.Errorf("preparing the passages of the report: %w", err)
		}
		m.reports = append(m.reports, parse)
	}
	if len(m.reports) > keptReports {
		if _, err := m.shelves.Replace(ctx, m.reports[0], nil); err != nil {
			return nil, fmt.Errorf("letting go of the passages of a report: %w", err)
		}
		m.reports = m.reports[1:]
	}
	var found []corpus.Result
	most := reason.From(ctx).Texts(reason.Replies, mostPassages)
	for _, types := range lookedUp[r.Kind] {
		some, _, err := m.corpus.Found(ctx, corpus.Lookup{Query: r.Question + " " + r.Claim.Text, Top: most, Types: types, ReportID: parse})
		if err != nil {
			return nil, fmt.Errorf("looking up %q: %w", reason.Shorten(r.Question, 80), err)
		}
		found = append(found, some...)
	}
	// The claim's own words answer nothing.
	return slices.DeleteFunc(found, func(f corpus.Result) bool {
		return f.SourceType == corpus.Report && strings.TrimSpace(f.Passage.Text) == strings.TrimSpace(r.Claim.Text)
	}), nil
}

// placeOf says where a passage stands.
func placeOf(f corpus.Result) string {
	if f.SourceType == corpus.Report {
		return fmt.Sprintf("The report, page %d, %s", f.Passage.Page, strings.Join(f.Passage.SectionPath(), " > "))
	}
	return fmt.Sprintf("A summary of %s", strings.Join(f.IDs, ", "))
}

func cite(f corpus.Result, quote string) events.Evidence {
	if f.SourceType == corpus.Report {
		return events.Evidence{Origin: events.OriginReport, Source: "report", Page: f.Passage.Page, Quote: quote}
	}
	return events.Evidence{Origin: events.OriginStandard, Source: strings.Join(f.IDs, ", ")}
}

// sound leaves out what an answer rests on without words of it, and refuses one that rests on nothing or states a figure of its own.
func sound(a *answer, given map[string]corpus.Result, sources []string) error {
	if strings.TrimSpace(a.Answer) == "" {
		a.Answer, a.From = "", nil
		return nil
	}
	kept, first := a.From[:0], fmt.Errorf("it names no passage that it rests on: list one in \"from\", or leave the answer empty")
	for _, f := range a.From {
		of, known := given[f.Name]
		if !known {
			first = fmt.Errorf("%q is no passage that was given", reason.Shorten(f.Name, 20))
			continue
		}
		quote, err := reason.Quoted(f.Quote, of.Passage.Text)
		if err != nil {
			first = err
			continue
		}
		f.Quote = quote
		kept = append(kept, f)
	}
	if a.From = kept; len(kept) == 0 {
		return first
	}
	return reason.Figures(a.Answer, sources...)
}
