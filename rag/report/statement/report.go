package statement

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Said is a sentence and what it says.
type Said struct {
	Sentence
	Reading
}

// Report is what the sentences of a report say, a list for each page.
type Report struct {
	Reader string // that has read them
	Pages  [][]Said
	Cells  []CellSaid // what a language model makes of headings of tables; none where no model was asked
	Parts  []PartSaid // what a language model makes of passages for parts of requirements; none where no model was asked
}

// At is the sentence that begins at a code point of a page; nil if none does.
func (r *Report) At(page, start int) *Said {
	if page < 1 || page > len(r.Pages) {
		return nil
	}
	p := r.Pages[page-1]
	for i := range p {
		if p[i].Start == start {
			return &p[i]
		}
	}
	return nil
}

// Over is the sentence that covers a code point of a page; nil if none does.
func (r *Report) Over(page, at int) *Said {
	if page < 1 || page > len(r.Pages) {
		return nil
	}
	p := r.Pages[page-1]
	for i := range p {
		if p[i].Start <= at && at < p[i].End {
			return &p[i]
		}
	}
	return nil
}

// In a document about other things the reader finds claims, too, and cannot tell of what: in 14 books, manuals and papers of 10 likely
// claims or more a third to two thirds of them, in 17 public reports at most a tenth, in short ones up to a third.
const (
	likelyClaim = 0.7
	sureOfTopic = 0.4
	mostUnsure  = 0.25 // of the likely claims
	byChance    = 2    // standard deviations beyond that, which few claims may have
)

// AboutSustainability reports whether a document speaks of what reports on sustainability do: the reader is sure of the subject of most that it
// takes for claims, or there are too few to tell.
func (r *Report) AboutSustainability() bool {
	likely, unsure := 0.0, 0.0
	for _, page := range r.Pages {
		for i := range page {
			if page[i].Claim < likelyClaim {
				continue
			}
			likely++
			if page[i].Topic.Sure < sureOfTopic {
				unsure++
			}
		}
	}
	return unsure <= mostUnsure*likely+byChance*math.Sqrt(likely*mostUnsure*(1-mostUnsure))
}

// ReadReport reads all sentences of a document.
func ReadReport(ctx context.Context, reader Reader, d *document.Document) (*Report, error) {
	pages := Of(d)
	readings, err := reader.Read(ctx, slices.Concat(pages...))
	if err != nil {
		return nil, fmt.Errorf("reading what report %s says: %w: %w", d.SHA256, ErrUnread, err)
	}
	r := &Report{Reader: reader.Name(), Pages: make([][]Said, len(pages))}
	for i, p := range pages {
		for _, s := range p {
			r.Pages[i] = append(r.Pages[i], Said{s, readings[0]})
			readings = readings[1:]
		}
	}
	return r, nil
}

// keptReports is how many reports are remembered: those whose sections are being read side by side.
const keptReports = 4

// Kept reads reports and remembers the last ones, so that a report is read once however many ask. A parse and an artefact
// never change and readings depend on nothing else, so what is remembered is what would be read again.
type Kept struct {
	reading sync.Mutex // held while a report is read: its sections come together, and each would read all of it
	mu      sync.Mutex
	last    []keptReport // latest first
}

// keptReport is a report and what it is remembered by.
type keptReport struct {
	key    string
	report *Report
}

// Read returns what the report says whose parse has this hash. Without a hash nothing is remembered.
func (k *Kept) Read(ctx context.Context, reader Reader, parse string, d *document.Document) (*Report, error) {
	if parse == "" {
		return ReadReport(ctx, reader, d)
	}
	return k.load(ctx, keyOf(reader, parse), func() (*Report, error) { return ReadReport(ctx, reader, d) })
}

func keyOf(reader Reader, parse string) string { return reader.Name() + "/" + parse }

// load returns the report that is remembered by key, or else what read gives.
func (k *Kept) load(ctx context.Context, key string, read func() (*Report, error)) (*Report, error) {
	if r := k.find(key); r != nil {
		return r, nil
	}
	k.reading.Lock()
	defer k.reading.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r := k.find(key); r != nil {
		return r, nil
	}
	r, err := read()
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = append([]keptReport{{key, r}}, k.last...)
	k.last = k.last[:min(len(k.last), keptReports)]
	return r, nil
}

// rename has a report that is remembered found by another key only.
func (k *Kept) rename(from, to string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = slices.DeleteFunc(k.last, func(r keptReport) bool { return r.key == to })
	for i := range k.last {
		if k.last[i].key == from {
			k.last[i].key = to
		}
	}
}

func (k *Kept) find(key string) *Report {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, r := range k.last {
		if r.key == key {
			copy(k.last[1:i+1], k.last[:i])
			k.last[0] = r
			return r.report
		}
	}
	return nil
}

// kept are the reports that this process has read with the bundled reader: the agents that ask come at the same time.
var kept Kept

// ReadBundled returns what a report says as the reader in the binary reads it. parse is the hash of the document's artefact,
// or empty.
func ReadBundled(ctx context.Context, parse string, d *document.Document) (*Report, error) {
	reader, err := Bundled()
	if err != nil {
		return nil, err
	}
	return kept.Read(ctx, reader, parse, d)
}
