package corpus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// Corpus is a library with standards in it.
type Corpus struct {
	shelves rag.Shelves

	mu    sync.Mutex
	ready bool
}

// New returns the knowledge base that is kept in a library.
func New(shelves rag.Shelves) *Corpus { return &Corpus{shelves: shelves} }

// InMemory is the one corpus of this process that holds nothing but what is bundled, indexed when it is first searched: two agents search
// it, and each would make an index of its own.
var InMemory = sync.OnceValue(func() *Corpus { return New(rag.NewMemory()) })

// Selection says which bundled standards are meant.
type Selection string

// The closed set of selections.
const (
	All      Selection = "all"
	IFRS     Selection = "ifrs"
	OnlySASB Selection = "sasb"
)

func (s Selection) sources() ([]string, error) {
	switch s {
	case All, "":
		return Bundled(), nil
	case IFRS:
		return []string{S1, S2}, nil
	case OnlySASB:
		return []string{SASB}, nil
	}
	return nil, fmt.Errorf("%w: corpus %q; there are all, ifrs, sasb", ErrSource, s)
}

// ErrIngested says that everything that was asked for is there already.
var ErrIngested = errors.New("the corpus is there already")

// prepare puts the bundled standards on the shelves where they have never been or are out of date.
func (c *Corpus) prepare(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ready {
		return nil
	}
	shelved, err := c.shelves.Shelved(ctx)
	if err != nil {
		return fmt.Errorf("preparing the corpus: %w", err)
	}
	ours, err := bundled()
	if err != nil {
		return fmt.Errorf("preparing the corpus: %w", err)
	}
	for _, source := range Bundled() {
		shelf, known := shelved[source]
		if known && (shelf.Digest == "" || shelf.Digest == rag.Digest(ours[source])) {
			continue
		}
		if _, err := c.shelves.Shelve(ctx, source, ours[source]); err != nil {
			return fmt.Errorf("preparing the corpus: %w", err)
		}
	}
	c.ready = true
	return nil
}

// Ingest puts bundled standards on the shelves and says how many passages there are now of each that was put there.
// If all of them were there as the program brings them, nothing is done and the error is ErrIngested.
func (c *Corpus) Ingest(ctx context.Context, which Selection) (map[string]int, error) {
	sources, err := which.sources()
	if err != nil {
		return nil, err
	}
	shelved, err := c.shelves.Shelved(ctx)
	if err != nil {
		return nil, fmt.Errorf("ingesting the corpus: %w", err)
	}
	ours, err := bundled()
	if err != nil {
		return nil, fmt.Errorf("ingesting the corpus: %w", err)
	}
	done := map[string]int{}
	for _, source := range sources {
		if shelved[source].Digest == rag.Digest(ours[source]) {
			continue
		}
		if _, err := c.shelves.Shelve(ctx, source, ours[source]); err != nil {
			return nil, fmt.Errorf("ingesting the corpus: %w", err)
		}
		done[source] = len(ours[source])
	}
	if len(done) == 0 {
		return nil, ErrIngested
	}
	return done, nil
}

// IngestReport makes the passages of a parsed report all there is of it, and says how many there are.
func (c *Corpus) IngestReport(ctx context.Context, reportID string, d *document.Document) (int, error) {
	cut := rag.Chunk(reportID, d, 1, len(d.Pages))
	if _, err := c.shelves.Replace(ctx, reportID, cut); err != nil {
		return 0, fmt.Errorf("ingesting report %s: %w", reportID, err)
	}
	return len(cut), nil
}

// Index makes an approximate index in the database that searches across everything use from then on: see
// rag.Postgres.BuildApproximate. Without the extension that it needs the error is rag.ErrNoVector.
func (c *Corpus) Index(ctx context.Context) error {
	builder, ok := c.shelves.(interface {
		BuildApproximate(ctx context.Context) error
	})
	if !ok {
		return rag.ErrNoVector
	}
	if err := c.prepare(ctx); err != nil {
		return err
	}
	return builder.BuildApproximate(ctx)
}

// Remove takes a bundled standard or a licensed copy off the shelves and says how many passages it had. Reports go
// with all that derives from them, not here.
func (c *Corpus) Remove(ctx context.Context, source string) (int, error) {
	if !slices.Contains(Bundled(), source) && !isLicensed(source) {
		return 0, fmt.Errorf("%w to remove: %q; there are %s, %s, %s, %s", ErrSource, source, strings.Join(Bundled(), ", "), LicensedS1, LicensedS2, LicensedSASB)
	}
	shelved, err := c.shelves.Shelved(ctx)
	if err != nil {
		return 0, fmt.Errorf("removing %s: %w", source, err)
	}
	names := []string{source}
	if isLicensed(source) {
		names = nil
		for name := range shelved {
			if name == source || strings.HasPrefix(name, source+":") {
				names = append(names, name)
			}
		}
		slices.Sort(names)
	}
	removed := 0
	for _, name := range names {
		n, err := c.shelves.Shelve(ctx, name, nil)
		if err != nil {
			return removed, fmt.Errorf("removing %s: %w", source, err)
		}
		removed += n
	}
	return removed, nil
}

// Stats counts passages by source type; licensed copies are there only if there are any.
func (c *Corpus) Stats(ctx context.Context) (map[string]int, error) {
	if err := c.prepare(ctx); err != nil {
		return nil, err
	}
	return c.count(ctx)
}

func (c *Corpus) count(ctx context.Context) (map[string]int, error) {
	shelved, err := c.shelves.Shelved(ctx)
	if err != nil {
		return nil, fmt.Errorf("counting the corpus: %w", err)
	}
	all, err := c.shelves.Stats(ctx)
	if err != nil {
		return nil, fmt.Errorf("counting the corpus: %w", err)
	}
	out := map[string]int{S1: 0, S2: 0, SASB: 0, Report: 0}
	for _, n := range all.ByReport {
		out[Report] += n
	}
	for source, shelf := range shelved {
		name, _, _ := strings.Cut(source, ":")
		if shelf.Passages > 0 {
			out[name] += shelf.Passages
		}
	}
	return out, nil
}

// Counts is what is there now, without putting anything there.
func (c *Corpus) Counts(ctx context.Context) (map[string]int, error) { return c.count(ctx) }

// copies lists the shelves of licensed copies of these source types that hold anything; no types stand for all.
func (c *Corpus) copies(ctx context.Context, types []string) ([]string, error) {
	shelved, err := c.shelves.Shelved(ctx)
	if err != nil {
		return nil, fmt.Errorf("looking for licensed copies: %w", err)
	}
	var out []string
	for source, shelf := range shelved {
		if isLicensed(source) && shelf.Passages > 0 && (len(types) == 0 || slices.Contains(types, standardOf(source))) {
			out = append(out, source)
		}
	}
	slices.Sort(out)
	return out, nil
}
