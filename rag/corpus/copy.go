package corpus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/standards"
)

// ErrCopy says that a file is no copy of the standard that it was given for.
var ErrCopy = errors.New("this is no copy of that standard")

// Bounds on a copy, far beyond any standard.
const (
	mostText       = 20 << 20 // bytes
	mostParagraphs = 20000
	mostRows       = 500000 // of a text, blank ones too
	mostLines      = 50000  // of S1 or S2: they are read once for each line that may be the first paragraph
	leastKnown     = 20     // paragraphs that the registry knows, below which a file is something else
	leastMetrics   = 3
)

// Copy is what was recognised in a licensed copy.
type Copy struct {
	SourceType string   // LicensedS1, LicensedS2 or LicensedSASB
	Paragraphs []string // ids, in their order
	Unknown    []string // of them, those that the registry does not have
	Missing    []string // whole paragraphs of the registry that were not recognised
	passages   map[string][]rag.Passage
}

// ReadDocument recognises the paragraphs of a parsed copy. standard is S1, S2 or SASB, as source type.
func ReadDocument(standard string, d *document.Document) (Copy, error) {
	return read(standard, linesOf(d))
}

// ReadMarkdown recognises the paragraphs of a copy in Markdown or plain text.
func ReadMarkdown(standard, text string) (Copy, error) {
	if len(text) > mostText || !utf8.ValidString(text) {
		return Copy{}, fmt.Errorf("%w: it is not text of at most %d MB in UTF-8", ErrCopy, mostText>>20)
	}
	if strings.Count(text, "\n") > mostRows {
		return Copy{}, fmt.Errorf("%w: it has more than %d lines", ErrCopy, mostRows)
	}
	return read(standard, linesOfMarkdown(text))
}

func read(standard string, lines []line) (Copy, error) {
	switch standard {
	case S1, S2:
		return readIFRS(standard, lines)
	case SASB:
		return readSASB(lines)
	}
	return Copy{}, fmt.Errorf("%w: %q; copies can be of %s", ErrSource, standard, strings.Join(Bundled(), ", "))
}

// IngestCopy puts a licensed copy on the shelves, in place of the one that was there: of a SASB copy, that of the same
// industries.
func (c *Corpus) IngestCopy(ctx context.Context, read Copy) (int, error) {
	n := 0
	for _, source := range sortedKeys(read.passages) {
		if _, err := c.shelves.Shelve(ctx, source, read.passages[source]); err != nil {
			return n, fmt.Errorf("ingesting a licensed copy: %w", err)
		}
		n += len(read.passages[source])
	}
	return n, nil
}

// piece is a paragraph or item of a copy that is being read.
type piece struct {
	id    standards.ID
	lines []string
	page  int
	start int
	end   int
}

func readIFRS(standard string, lines []line) (Copy, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return Copy{}, err
	}
	name := "S1"
	if standard == S2 {
		name = "S2"
	}
	if len(lines) > mostLines {
		return Copy{}, fmt.Errorf("%w: it has more than %d lines", ErrCopy, mostLines)
	}
	pieces := likeliest(registry, name, lines)
	if len(pieces) > mostParagraphs {
		return Copy{}, fmt.Errorf("%w: it has more than %d paragraphs", ErrCopy, mostParagraphs)
	}
	out := Copy{SourceType: licensed[standard], passages: map[string][]rag.Passage{}}
	texts := map[string]string{}
	known := 0
	for _, p := range pieces {
		id := p.id.String()
		if _, twice := texts[id]; twice {
			continue
		}
		texts[id] = strings.Join(p.lines, " ")
		out.Paragraphs = append(out.Paragraphs, id)
		if _, ok := registry.Paragraph(id); ok {
			known++
		} else {
			out.Unknown = append(out.Unknown, id)
		}
		out.passages[out.SourceType] = append(out.passages[out.SourceType], copied(registry, out.SourceType, name, p, texts)...)
	}
	for _, p := range registry.Paragraphs {
		if _, ok := texts[p.ID]; !ok && p.Standard == name && p.Parent == "" && p.Amendment == nil {
			out.Missing = append(out.Missing, p.ID)
		}
	}
	if err := plausible(name, known, out); err != nil {
		return Copy{}, err
	}
	return out, nil
}

// plausible refuses what is something else: too little of it is recognised, or its numbers are those of the other
// standard.
func plausible(standard string, known int, c Copy) error {
	if known < leastKnown {
		return fmt.Errorf("%w: %d paragraphs of IFRS %s were recognised in it, which is too few", ErrCopy, known, standard)
	}
	body := 0
	for _, id := range c.Paragraphs {
		if p, err := standards.Parse(id); err == nil && p.Appendix == "" {
			body = max(body, p.Number)
		}
	}
	if standard == "S2" && body > 60 || standard == "S1" && body <= 40 {
		return fmt.Errorf("%w: the body of IFRS %s does not end at paragraph %d", ErrCopy, standard, body)
	}
	return nil
}

// mostBeginnings is how many lines are tried as the first paragraph.
const mostBeginnings = 40

// likeliest recognises a copy from each line that could be its first paragraph, and keeps what the registry knows most
// of: an address of the publisher begins with a number, too.
func likeliest(registry *ifrs.Registry, standard string, lines []line) []piece {
	var best []piece
	most, tried := 0, 0
	for from := range lines {
		begin := numbering{registry: registry, standard: standard}
		if _, _, ok := begin.read(lines[from], nextOf(lines, from)); !ok {
			continue
		}
		pieces := recognise(&numbering{registry: registry, standard: standard}, lines[from:])
		known := 0
		for _, p := range pieces {
			if _, ok := registry.Paragraph(p.id.String()); ok {
				known++
			}
		}
		if known > most {
			best, most = pieces, known
		}
		if tried++; tried == mostBeginnings {
			break
		}
	}
	return best
}

func nextOf(lines []line, i int) string {
	if i+1 < len(lines) {
		return lines[i+1].text
	}
	return ""
}

// recognise cuts lines into paragraphs and items. A heading ends what stands before it.
func recognise(n *numbering, lines []line) []piece {
	var out []piece
	for i, l := range lines {
		rest, ids, ok := n.read(l, nextOf(lines, i))
		switch {
		case ok:
			for _, id := range ids {
				out = append(out, piece{id: id, page: l.page, start: l.start, end: l.end})
			}
			if rest != "" {
				out[len(out)-1].lines = []string{rest}
			}
		case l.heading:
			n.open = false
		case n.open:
			p := &out[len(out)-1]
			p.lines = append(p.lines, l.text)
			if l.page == p.page {
				p.end = l.end
			}
		}
	}
	return slices.DeleteFunc(out, func(p piece) bool { return len(p.lines) == 0 })
}

// copied makes passages of one paragraph of a copy.
func copied(registry *ifrs.Registry, source, standard string, p piece, texts map[string]string) []rag.Passage {
	root := "IFRS " + standard + " (licensed copy)"
	path, above := root+" > "+p.id.String(), ""
	if known, ok := registry.Paragraph(p.id.String()); ok {
		path = place(root, known)
	}
	for parent, nested := p.id.Parent(); nested && above == ""; parent, nested = parent.Parent() {
		if text := texts[parent.String()]; text != "" {
			above = parent.String() + ": " + text
		}
	}
	if r := []rune(above); len(r) > longestLead {
		above = string(r[:longestLead-1]) + "…"
	}
	return passages(rag.Passage{Source: source, ReportID: source, Label: p.id.String(), Page: p.page, Start: p.start, End: p.end, Heading: path + "\n" + above},
		strings.Join(p.lines, " "))
}

// longestLead bounds what a passage repeats of the paragraph above it.
const longestLead = 600

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
