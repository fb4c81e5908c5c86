package answer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

// What is read of a question and of a passage.
const (
	longestAbove  = 32 // pieces
	longestSaid   = 64
	shownOfAbove  = 60  // characters of the last heading
	shownOfBefore = 180 // and of the sentence before
	manyRead      = 500 // passages that are kept: one that is in doubt for one part often is for the next
)

// words reads the words of a part and of passages beside each other.
type words struct {
	file    *wordsFile
	encoder *encoder.Model
	asked   map[string]*wordsQuestion // by part; its vectors, four times as large, are made when it is asked
}

// asking is a question as it is read.
type asking struct {
	mean   []float32
	tokens [][]float32 // by net, one after another
	asks   int         // how many are of the question itself; the others are how answers speak
}

func newWords(file string, e *encoder.Model) (*words, error) {
	f, err := readWordsFile(file)
	if err != nil {
		return nil, err
	}
	if e == nil || e.Width() != f.Width {
		return nil, fmt.Errorf("%w: %w", ErrModel, errors.New("what reads words was taught with the vectors of another reader"))
	}
	parts, err := Load()
	if err != nil {
		return nil, err
	}
	w := &words{file: f, encoder: e, asked: map[string]*wordsQuestion{}}
	for i := range f.Questions {
		p := parts.Of(f.Questions[i].Part)
		if p == nil {
			continue // it is not asked any more
		}
		if _, err := f.Questions[i].asking(f, p); err != nil {
			return nil, err
		}
		w.asked[p.ID] = &f.Questions[i]
	}
	for _, p := range parts.All() {
		if w.asked[p.ID] == nil {
			return nil, fmt.Errorf("%w: what reads words has not learnt the question of %s: data/models/train/words.py", ErrModel, p.ID)
		}
	}
	return w, nil
}

// again says of the passages that are in doubt what their words say as well.
func (w *words) again(ctx context.Context, s *Shelf, p *Part, among []Candidate, said [][]float64) error {
	answers := make([]float64, len(said))
	for i := range said {
		answers[i] = said[i][0]
	}
	at := w.file.doubted(answers)
	if len(at) == 0 {
		return nil
	}
	on := make([]int, len(at))
	for i, k := range at {
		on[i] = among[k].At
	}
	passages, err := w.passages(ctx, s, on)
	if err != nil {
		return err
	}
	question, err := w.asked[p.ID].asking(w.file, p)
	if err != nil {
		return err
	}
	for i, k := range at {
		likely := w.file.mix(said[k][0], w.odds(question, passages[i]))
		if among[k].Cue == CueAnswers {
			likely = max(likely, said[k][0]) // where a cue and features agree, words take nothing away
		}
		share(said[k], likely)
		for v := range said[k] {
			said[k][v] = places(said[k][v])
		}
	}
	return nil
}

// share makes an answer as likely as that; the others share what is left as they did.
func share(said []float64, answers float64) {
	left := (1 - answers) / max(1-said[0], 1e-9)
	said[0] = answers
	for v := 1; v < len(said); v++ {
		said[v] *= left
	}
}

// sequence is a passage behind its last heading and what stands before it.
func (w *words) sequence(p *Passage) encoder.Sequence {
	blank := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	heading := ""
	if n := len(p.Headings); n > 0 {
		runes := []rune(blank(p.Headings[n-1]))
		heading = string(runes[:min(len(runes), shownOfAbove)])
	}
	runes := []rune(blank(p.Before))
	before := string(runes[max(0, len(runes)-shownOfBefore):])
	t := w.encoder.Tokenizer()
	var above []uint16
	if heading != "" || before != "" {
		above = t.Tokens(nil, heading+" | "+before, 2*(shownOfAbove+shownOfBefore))
	}
	return w.encoder.Pair(above[max(0, len(above)-longestAbove):], t.Tokens(nil, blank(p.Text), longestSaid))
}

// meanOf is the mean of a sequence's vectors, as long as 1.
func meanOf(vectors []float32, width int) []float32 {
	out := make([]float32, width)
	for i, v := range vectors {
		out[i%width] += v
	}
	unit(out)
	return out
}

// turned is what a step makes of each vector of a sequence, as long as 1.
func turned(s *step, vectors []float32) []float32 {
	n, size := len(vectors)/s.inputs, len(s.bias)
	out := make([]float32, n*size)
	s.of(out, vectors)
	for own := range slices.Chunk(out, size) {
		unit(own)
	}
	return out
}

// odds are the log odds of an answer by the words of both.
func (w *words) odds(q *asking, p *readPassage) float64 {
	total := make([]float64, len(Verdicts))
	for i := range w.file.Nets {
		for v, x := range w.file.likely(i, q, p) {
			total[v] += x / float64(len(w.file.Nets))
		}
	}
	answers := min(max(total[0], 1e-4), 1-1e-4)
	return math.Log(answers / (1 - answers))
}

// likely is how likely each verdict is by one net.
func (f *wordsFile) likely(net int, q *asking, p *readPassage) []float64 {
	n := &f.Nets[net]
	x := make([]float32, f.seen())
	for i, a := range q.mean {
		b := p.mean[i]
		x[i], x[f.Width+i] = a*b*19.6, 3*abs(a-b)
	}
	f.align(x[2*f.Width:], n, q, q.tokens[net], p.tokens[net])
	n.normal(x)
	hidden, last, direct := make([]float32, f.Hidden), make([]float32, len(Verdicts)), make([]float32, len(Verdicts))
	n.Look.of(hidden, x)
	for i, v := range hidden {
		hidden[i] = gelu(v)
	}
	n.Last.of(last, hidden)
	n.Direct.of(direct, x)
	out, all := make([]float64, len(Verdicts)), 0.0
	for v := range out {
		out[v] = math.Exp(float64(last[v]) + float64(direct[v]))
		all += out[v]
	}
	for v := range out {
		out[v] /= all
	}
	return out
}

// align holds each word of a question against what is nearest to it in the passage, and writes the means of products and distances: of the
// question itself, then of how answers speak.
func (f *wordsFile) align(out []float32, n *wordsNet, q *asking, asked, said []float32) {
	size, root := f.Size, float32(math.Sqrt(float64(f.Size)))
	count, near := len(asked)/size, make([]float32, len(asked))
	shares := encoder.Products(said, asked, size) // of each word of the question with each of the passage
	for own := range slices.Chunk(shares, len(said)/size) {
		n.share(own)
	}
	encoder.Layer(near, said, make([]float32, size), shares)
	for i := range count {
		to, worth := out[:2*size], 1/float32(q.asks)
		if i >= q.asks {
			to, worth = out[2*size:4*size], 1/float32(count-q.asks)
		}
		products, distances, near := to[:size], to[size:], near[i*size:][:size]
		for k, a := range asked[i*size:][:size] {
			products[k] += float32(float32(worth*root) * float32(a*near[k]))
			distances[k] += float32(float32(3*worth) * abs(near[k]-a))
		}
	}
}

// leastShare is what a word of a passage must at least count to be worth anything: all that count less come to no more than a tenth.
const leastShare = 0.001

// share makes of the products of a word with each of a passage how much each of these counts: those near to it the more.
func (n *wordsNet) share(products []float32) {
	most, all := float32(math.Inf(-1)), float32(0)
	for j := range products {
		products[j] *= float32(n.Sharp)
		most = max(most, products[j])
	}
	for j := range products {
		products[j] = float32(math.Exp(float64(products[j] - most)))
		all += products[j]
	}
	for j := range products {
		if products[j] /= all; products[j] < leastShare {
			products[j] = 0
		}
	}
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }
