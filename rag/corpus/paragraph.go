package corpus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// ErrNoParagraph says that what was asked for is not written like an id, or that nothing has that id.
var ErrNoParagraph = errors.New("no such paragraph")

// Found is what an id, or a range of ids, stands for.
type Found struct {
	Asked   string // in its one form
	Exact   bool   // all of it exists as such
	Note    string // why Entries is not simply what was asked for
	Entries []Entry
}

// Entry is a paragraph of S1 or S2 with all that is known of it, or a SASB metric.
type Entry struct {
	ID           string
	Title        string
	SourceType   string
	Path         []string // what it stands under
	Text         string   // in our own words
	Licensed     string   // in the words of the owner's copy; empty without one
	Passage      rag.Passage
	Paragraph    *ifrs.Paragraph // nil for a metric
	Metric       *sasb.Place     // nil for a paragraph
	Parent       *Reference
	Children     []Reference
	S1           []Reference // counterparts
	S2           []Reference
	Related      []Reference
	ElaboratedBy []Reference // what of the appendices explains it
	Conditions   map[string]string
}

// Reference is another paragraph, with its title.
type Reference struct {
	ID    string
	Title string
	Text  string
}

// mostEntries bounds a range.
const mostEntries = 60

// Paragraph looks an id up: of a paragraph, of a range of them, or of a SASB metric. Ids that are widely written but
// wrong give the right ones, with a note.
func (c *Corpus) Paragraph(ctx context.Context, id string, owner bool) (Found, error) {
	if err := c.prepare(ctx); err != nil {
		return Found{}, err
	}
	var copies []string
	if owner {
		var err error
		if copies, err = c.copies(ctx, nil); err != nil {
			return Found{}, err
		}
	}
	if m, err := standards.ParseMetric(id); err == nil {
		return c.metric(ctx, m.String(), copies)
	}
	r, err := standards.Resolve(strings.TrimSpace(id))
	if err != nil {
		return Found{}, fmt.Errorf("%w: %w", ErrNoParagraph, err)
	}
	found := Found{Asked: r.Asked, Exact: r.Exact, Note: r.Note}
	for _, id := range r.IDs[:min(len(r.IDs), mostEntries)] {
		e, err := c.entry(ctx, id, copies)
		if err != nil {
			return Found{}, err
		}
		found.Entries = append(found.Entries, e)
	}
	if !found.Exact {
		// A copy may have what the registry has not, such as the first paragraphs.
		own, err := c.own(ctx, r.Asked, copies)
		if err != nil {
			return Found{}, err
		}
		if len(own) > 0 {
			e := Entry{ID: r.Asked, SourceType: standardOf(own[0].Source), Path: own[0].SectionPath(), Licensed: joined(own), Passage: own[0]}
			found.Entries = append([]Entry{e}, found.Entries...)
		}
	}
	if len(found.Entries) == 0 {
		return found, fmt.Errorf("%w: %s", ErrNoParagraph, found.Note)
	}
	return found, nil
}

func (c *Corpus) entry(ctx context.Context, id string, copies []string) (Entry, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return Entry{}, err
	}
	p, ok := registry.Paragraph(id)
	if !ok {
		return Entry{}, fmt.Errorf("%w: %s", ErrNoParagraph, id)
	}
	refer := func(ids ...string) []Reference {
		var out []Reference
		for _, id := range ids {
			if q, ok := registry.Paragraph(id); ok {
				out = append(out, Reference{q.ID, q.Title, q.Text})
			}
		}
		return out
	}
	e := Entry{
		ID: id, Title: p.Title, SourceType: "ifrs_" + strings.ToLower(p.Standard), Text: p.Text, Paragraph: p,
		S1: refer(p.S1Counterparts...), S2: refer(p.S2Counterparts...), Related: refer(p.CrossRefs...), Conditions: registry.ConditionCodes,
	}
	if above := refer(p.Parent, p.Elaborates); len(above) > 0 {
		e.Parent = &above[0]
	}
	for _, child := range registry.Children(id) {
		e.Children = append(e.Children, Reference{child.ID, child.Title, child.Text})
	}
	for _, q := range registry.Paragraphs {
		if q.Elaborates == id {
			e.ElaboratedBy = append(e.ElaboratedBy, Reference{q.ID, q.Title, q.Text})
		}
	}
	e.Passage, err = ours(e.SourceType, id)
	if err != nil {
		return Entry{}, err
	}
	path := e.Passage.SectionPath()
	e.Path = path[:len(path)-1]
	own, err := c.own(ctx, id, copies)
	if err != nil {
		return Entry{}, err
	}
	if len(own) > 0 {
		e.Licensed, e.Passage = joined(own), own[0]
	}
	return e, nil
}

func (c *Corpus) metric(ctx context.Context, code string, copies []string) (Found, error) {
	catalogue, err := sasb.Load()
	if err != nil {
		return Found{}, err
	}
	found := Found{Asked: code}
	codes := []string{code}
	if old, ok := catalogue.Replaced(code); ok {
		found.Note, codes = retired(old), old.Now
	}
	for _, code := range codes {
		own, err := c.own(ctx, code, copies)
		if err != nil {
			return Found{}, err
		}
		e := Entry{ID: code, SourceType: SASB}
		if at, ok := catalogue.Metric(code); ok {
			found.Exact = found.Note == ""
			e.Title, e.Text, e.Metric = at.Topic.Name, at.Metric.Description, &at
			if e.Passage, err = ours(SASB, code); err != nil {
				return Found{}, err
			}
			e.Path = e.Passage.SectionPath()
		} else if len(own) == 0 {
			continue
		}
		if len(own) > 0 {
			e.Licensed, e.Passage = joined(own), own[0]
			if e.Path == nil {
				e.Path, found.Exact = own[0].SectionPath(), found.Note == ""
			}
		}
		found.Entries = append(found.Entries, e)
	}
	if len(found.Entries) == 0 {
		if found.Note == "" {
			found.Note = "The catalogue has no " + code + "; it holds twelve industries."
		}
		return found, fmt.Errorf("%w: %s", ErrNoParagraph, found.Note)
	}
	return found, nil
}

// own are the passages of a licensed copy that are a paragraph or metric, in their order.
func (c *Corpus) own(ctx context.Context, label string, copies []string) ([]rag.Passage, error) {
	if len(copies) == 0 {
		return nil, nil
	}
	out, err := c.shelves.Labelled(ctx, label, copies)
	if err != nil {
		return nil, fmt.Errorf("looking up %s in the licensed copy: %w", label, err)
	}
	return out, nil
}

// ours is the bundled passage that has a label.
func ours(source, label string) (rag.Passage, error) {
	all, err := bundled()
	if err != nil {
		return rag.Passage{}, err
	}
	i := slices.IndexFunc(all[source], func(p rag.Passage) bool { return slices.Contains(strings.Fields(p.Label), label) })
	if i < 0 {
		return rag.Passage{}, fmt.Errorf("%w: %s in %s", ErrNoParagraph, label, source)
	}
	return all[source][i], nil
}

func joined(parts []rag.Passage) string {
	var out []string
	for _, p := range parts {
		out = append(out, p.Text)
	}
	return strings.Join(out, "\n")
}
