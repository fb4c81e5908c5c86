package statement

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/data/models"
	"github.com/sibyl-project/sibyl/rag/embed/wordpiece"
	"github.com/sibyl-project/sibyl/rag/encoder"
)

const (
	longestText    = 126 // pieces that are read of a text, beside the marks at its ends
	longestHeading = 160 // characters
)

// Trained is the Reader that was trained on the labels of data/models. Each sentence is encoded once and by itself; what
// it means is read from its vector, its headings', that of the sentence before and the mean of those near it. What may be a claim or somebody
// else's, and figures of which it is in doubt what they are, a second encoder reads again.
type Trained struct {
	encoder *encoder.Model
	name    string
	held    []string
	heads   heads
	beside  int
	again   *again // nil of a model that has none
}

var _ Reader = (*Trained)(nil)

// values are the answers that the questions have, as the model's file lists them.
type values struct {
	Heads      map[string][]string `json:"heads"`
	Paragraphs []string            `json:"paragraphs"`
	Aims       []string            `json:"aims"`
	Against    []string            `json:"against"` // none first
	Matters    []string            `json:"matters"` // none first
	Roles      []string            `json:"roles"`
	Metrics    []string            `json:"metrics"`
	Measures   []string            `json:"measures"`
	Years      []string            `json:"years"`
	Bases      []string            `json:"bases"`
	Cells      map[string][]string `json:"cells"`
	Held       []string            `json:"held"`
	Beside     int                 `json:"beside"` // pieces on each side of a figure that are looked at with it
	Again      doubt               `json:"again"`
}

// Bundled is the reader whose model is in the binary. It is read once.
var Bundled = sync.OnceValues(func() (*Trained, error) { return NewTrained(models.Statement, encoder.Options{}) })

// NewTrained makes a reader of a model's file.
func NewTrained(file string, o encoder.Options) (*Trained, error) {
	m, err := encoder.Read(file, o)
	if err != nil {
		return nil, fmt.Errorf("reading the model of statements: %w", err)
	}
	var v values
	if err := json.Unmarshal(m.Meta(), &v); err != nil {
		return nil, fmt.Errorf("reading the model of statements: %w", err)
	}
	t := &Trained{encoder: m, name: m.Name(), held: v.Held, beside: v.Beside}
	if t.heads, err = readHeads(m, v); err != nil {
		return nil, fmt.Errorf("reading the model of statements: %w", err)
	}
	if t.again, err = readAgain(m, v, &t.heads.figures); err != nil {
		return nil, fmt.Errorf("reading the model of statements: %w", err)
	}
	return t, nil
}

// Name implements Reader.
func (t *Trained) Name() string { return t.name }

// Held reports whether the report with this hash was held back from training: on such reports the reader can be measured.
func (t *Trained) Held(sha256 string) bool {
	return slices.ContainsFunc(t.held, func(prefix string) bool { return strings.HasPrefix(sha256, prefix) })
}

// text is what is encoded once, however often it stands in a report, and what is kept of its vectors.
type text struct {
	text    string
	figures []Figure
	pieces  []wordpiece.Piece

	mean  []float32 // of all its pieces
	words []float32 // of what they are by themselves
	spans []span    // of each figure; nil for one beyond what is read
	years []year
}

// place is a sentence among the texts: its own, and those that it is read with. Each may be nil.
type place struct {
	own, heading, before *text
	near                 []*text
}

// span has the means of a figure's own pieces and of those before and behind it.
type span struct{ own, before, behind []float32 }

// year is a year that a text prints, as yearMarks has it, with the vector of its first piece.
type year struct {
	text   string
	vector []float32
}

// Read implements Reader.
func (t *Trained) Read(ctx context.Context, sentences []Sentence) ([]Reading, error) {
	texts := collection{t: t, known: map[string]*text{}}
	places := make([]place, len(sentences))
	for i := range sentences {
		s := &sentences[i]
		places[i] = place{texts.of(s.Text), texts.of(s.within(longestHeading)), texts.of(s.Before), nil}
		for _, near := range s.Near {
			places[i].near = append(places[i].near, texts.of(near))
		}
		if own := places[i].own; own != nil && own.figures == nil {
			own.figures = s.Figures
		}
	}
	if err := texts.encode(ctx); err != nil {
		return nil, fmt.Errorf("reading %d sentences: %w", len(sentences), err)
	}
	out := make([]Reading, len(sentences))
	var said []place
	var at []int // of each in the sentences
	for i, p := range places {
		if p.own != nil {
			said, at = append(said, p), append(at, i)
		}
	}
	for i, r := range t.heads.read(said) {
		out[at[i]] = r
	}
	defer func() {
		for i := range out {
			out[i].seen = nil // vectors of a whole report
		}
	}()
	if t.again == nil {
		return out, nil
	}
	if err := t.again.read(ctx, sentences, out); err != nil {
		return nil, fmt.Errorf("reading %d sentences again: %w", len(sentences), err)
	}
	return out, nil
}

// collection has each of some texts once, however often it is asked for.
type collection struct {
	t     *Trained
	known map[string]*text
	all   []*text
}

// of is a text of the collection; nil for an empty one.
func (c *collection) of(s string) *text {
	if s == "" {
		return nil
	}
	x := c.known[s]
	if x == nil {
		x = &text{text: s}
		c.known[s], c.all = x, append(c.all, x)
	}
	return x
}

// cut parts all texts into pieces.
func (c *collection) cut() {
	sideBySide(len(c.all), func(from, to int) {
		for _, x := range c.all[from:to] {
			x.pieces = c.t.encoder.Tokenizer().Pieces(x.text, longestText)
			x.words = c.t.encoder.Words(ids(x.pieces))
		}
	})
}

// encode makes the vectors of all texts. Texts of one length make the fullest batches; a vector does not depend on its batch.
func (c *collection) encode(ctx context.Context) error {
	c.cut()
	slices.SortFunc(c.all, func(a, b *text) int {
		return cmp.Or(cmp.Compare(len(a.pieces), len(b.pieces)), strings.Compare(a.text, b.text))
	})
	var room []float32
	for rest := c.all; len(rest) > 0; {
		n, pieces := 0, 0
		for n < len(rest) && pieces+len(rest[n].pieces)+2 <= encoder.LargestBatch {
			pieces += len(rest[n].pieces) + 2
			n++
		}
		if err := c.t.encode(ctx, &room, rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// encode makes the vectors of some texts, in room, and keeps of them what is asked for later.
func (t *Trained) encode(ctx context.Context, room *[]float32, batch []*text) error {
	sequences := make([]encoder.Sequence, len(batch))
	for i, x := range batch {
		sequences[i] = t.encoder.Single(ids(x.pieces))
	}
	vectors, err := t.encoder.EncodeIn(ctx, room, sequences)
	if err != nil {
		return err
	}
	sideBySide(len(batch), func(from, to int) {
		for i := from; i < to; i++ {
			batch[i].keep(vectors[i], t.encoder.Width(), t.beside)
		}
	})
	return nil
}

// keep takes from the vectors of a text's tokens what is asked for later. The first token is the mark at the beginning.
func (x *text) keep(tokens []float32, width, beside int) {
	row := func(i int) []float32 { return tokens[i*width : (i+1)*width] }
	n := len(tokens) / width
	x.mean = mean(row, 0, n, width)
	for _, f := range x.figures {
		var s span
		if from, to, ok := covering(x.pieces, f.Start, f.End); ok {
			s = spanOf(row, from+1, to+1, n, beside, width)
		}
		x.spans = append(x.spans, s)
	}
	if len(x.figures) > 0 {
		for _, m := range yearMarks(x.text) {
			first := 0
			if from, _, ok := covering(x.pieces, m.at, m.at+4); ok {
				first = from + 1
			}
			x.years = append(x.years, year{m.text, slices.Clone(row(first))})
		}
	}
	x.pieces = nil
}

// spanOf is of a figure whose tokens are from..to of n. The marks at the ends are left out.
func spanOf(row func(int) []float32, from, to, n, beside, width int) span {
	return span{mean(row, from, to, width), mean(row, max(1, from-beside), from, width), mean(row, to, min(to+beside, n-1), width)}
}

// covering are the pieces that share bytes with a stretch of the text.
func covering(pieces []wordpiece.Piece, start, end int) (from, to int, ok bool) {
	for i, p := range pieces {
		if p.Start < end && p.End > start {
			if !ok {
				from, ok = i, true
			}
			to = i + 1
		}
	}
	return from, to, ok
}
