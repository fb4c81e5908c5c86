package corpus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/ifrs"
)

// Lookup is what an agent asks of the knowledge base.
type Lookup struct {
	Query       string
	Types       []string // source types; none for all
	Top         int      // by default 5
	ParagraphID string   // if set, this paragraph, and the rest is ignored
	ReportID    string   // the one report that may be seen
}

const lookupTop = 5

// Lookup answers as text that a model can read: each passage with its source, score and place. It never shows a word
// of a licensed copy. What it quotes from a report is data: whoever puts it in a prompt delimits it.
func (c *Corpus) Lookup(ctx context.Context, l Lookup) (string, error) {
	if l.ParagraphID != "" {
		return c.lookUp(ctx, l.ParagraphID)
	}
	results, notes, err := c.Found(ctx, l)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, note := range notes {
		b.WriteString("Note: " + note + "\n\n")
	}
	for i, r := range results {
		where, err := bracket(r)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "--- Result %d (source: %s, score: %.2f) ---\n%s\n\n%s\n\n", i+1, r.SourceType, r.Score, where, quoted(r.Passage.Text))
	}
	b.WriteString(last(len(results)))
	return b.String(), nil
}

// Found are the passages that a lookup shows, and what has to be said about ids of the query: it searches the standards and, apart from
// them, the one report that may be seen; better scores come first.
func (c *Corpus) Found(ctx context.Context, l Lookup) ([]Result, []string, error) {
	if l.Top == 0 {
		l.Top = lookupTop
	}
	var standards []string
	report := len(l.Types) == 0 && l.ReportID != ""
	for _, t := range l.Types {
		if t == Report {
			report = true
			continue
		}
		standards = append(standards, t)
	}
	if report && l.ReportID == "" {
		return nil, nil, fmt.Errorf("%w: no report named", ErrQuery)
	}
	if len(l.Types) == 0 {
		standards = Bundled()
	}
	var all []Result
	var notes []string
	for _, q := range []Query{{Text: l.Query, Top: l.Top, Types: standards}, {Text: l.Query, Top: l.Top, Types: []string{Report}, ReportID: l.ReportID}} {
		if len(q.Types) == 0 || q.ReportID == "" && q.Types[0] == Report || q.ReportID != "" && !report {
			continue
		}
		answer, err := c.Search(ctx, q)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, answer.Results...)
		if q.ReportID == "" {
			notes = answer.Notes
		}
	}
	slices.SortStableFunc(all, func(a, b Result) int {
		if a.Exact || b.Exact {
			return cmp.Compare(boolInt(b.Exact), boolInt(a.Exact))
		}
		return cmp.Compare(b.Score, a.Score)
	})
	return all[:min(len(all), l.Top)], notes, nil
}

func last(results int) string {
	if results == 0 {
		return "--- No results ---\n"
	}
	return "--- No more results ---\n"
}

func (c *Corpus) lookUp(ctx context.Context, id string) (string, error) {
	found, err := c.Paragraph(ctx, id, false)
	if err != nil && !errors.Is(err, ErrNoParagraph) {
		return "", err
	}
	var b strings.Builder
	if found.Note != "" {
		b.WriteString("Note: " + found.Note + "\n\n")
	}
	for i, e := range found.Entries {
		where, err := bracket(Result{Passage: e.Passage, SourceType: e.SourceType, IDs: []string{e.ID}})
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "--- Result %d (source: %s, exact) ---\n%s\n\n%s\n\n", i+1, e.SourceType, where, quoted(e.Passage.Text))
	}
	b.WriteString(last(len(found.Entries)))
	return b.String(), nil
}

// bracket says where a result stands.
func bracket(r Result) (string, error) {
	path := strings.Join(r.Passage.SectionPath(), " > ")
	switch r.SourceType {
	case S1, S2:
		registry, err := ifrs.Load()
		if err != nil {
			return "", err
		}
		p, ok := registry.Paragraph(strings.Join(r.IDs, " "))
		if !ok {
			return "[" + path + "]", nil
		}
		return fmt.Sprintf("[Paragraph: %s | Pillar: %s | Section: %s]", p.ID, capital(strings.ReplaceAll(p.Pillar, "_", " ")), p.Section), nil
	case SASB:
		return fmt.Sprintf("[Metrics: %s | %s]", strings.Join(r.IDs, " "), path), nil
	}
	kind := ""
	if r.Passage.Table() {
		kind = " | Table"
	}
	return fmt.Sprintf("[Page: %d | Section: %s%s]", r.Passage.Page, path, kind), nil
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// quoted keeps a passage from looking like a separator of results: it was written by others.
func quoted(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l), "---") {
			lines[i] = "| " + l
		}
	}
	return strings.Join(lines, "\n")
}
