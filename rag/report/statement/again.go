package statement

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/embed/wordpiece"
	"github.com/sibyl-project/sibyl/rag/encoder"
)

// again is a second and larger encoder, of the same file, that reads what may be a claim or not, and figures of which it is in doubt what they are,
// together with the sentence before: whose deeds "it fell by a third" tells of, and of what, stands there. The first reads each text by itself, which
// is quick and says enough of most sentences.
type again struct {
	encoder *encoder.Model
	look    linear // what is seen of a pair
	claim   linear
	voice   choice
	benefit linear // sees the sentence by itself
	figures figureHeads
	first   *figureHeads // of the first reader, which has a share in what is said of figures
	beside  int
	doubt   doubt
}

// doubt is what the model's file says of which sentences are read again, and of what both readings come to. It was chosen on
// sentences of which neither reader had learnt.
type doubt struct {
	From  float64 `json:"from"`  // how likely the first must find it to be a claim
	To    float64 `json:"to"`    // and how likely at most
	Voice float64 `json:"voice"` // of a likelier one, how sure it must be that it is the entity's for not to be asked again
	Share float64 `json:"share"` // of the first in the log odds of both
	Shift float64 `json:"shift"` // of these, so that as many are claims as without the second

	Figures      float64 `json:"figures"`       // how sure the first must be of what a figure is for it not to be looked at again
	FiguresShare float64 `json:"figures_share"` // of the first in what both say of it

	BenefitFrom  float64 `json:"benefit_from"` // how likely the first must find a benefit told for it to be asked again, and how likely at most
	BenefitTo    float64 `json:"benefit_to"`
	BenefitShare float64 `json:"benefit_share"` // of the first in the log odds of both
}

// What is read of a pair: the end of what stands before, the beginning of the sentence.
const (
	longestContext = 32 // pieces
	longestOwn     = 70
	longestFigures = 100 // of one whose figures are looked at
	shownHeading   = 60  // characters
	shownBefore    = 180
	seenOfPair     = 128 // values that the answers are made of
)

const digits = "0123456789"

func readAgain(m *encoder.Model, v values, first *figureHeads) (*again, error) {
	e, ok := m.Branch("again")
	if !ok {
		return nil, nil
	}
	a := &again{encoder: e, first: first, beside: v.Beside, doubt: v.Again}
	var err error
	w := e.Width()
	a.look, a.claim = headOf(m, "again.look", seenOfPair, 3*w, &err), headOf(m, "again.claim", 1, seenOfPair, &err)
	a.benefit = headOf(m, "again.benefit", 1, 2*w, &err)
	a.voice, a.figures = choiceOf(m, "again.voice", v.Heads["voice"], seenOfPair, &err), readFigureHeads(m, "again.", w, v, &err)
	return a, err
}

// Second is the second reader's encoder, nil of a model that has none: what else is learnt of its vectors is read from them.
func (t *Trained) Second() *encoder.Model {
	if t.again == nil {
		return nil
	}
	return t.again.encoder
}

// pair is a sentence in doubt.
type pair struct {
	at       int // among the sentences
	sequence encoder.Sequence
	vectors  int               // of the sequence, among those of its batch
	first    int               // token of the sentence itself
	pieces   []wordpiece.Piece // of the sentence
	claim    bool              // whether it is one is in doubt
	figures  bool              // what its figures are is
	benefit  bool              // whether it tells of a benefit is; read without what stands before
}

// read reads again what is in doubt, and says so in the readings.
func (a *again) read(ctx context.Context, sentences []Sentence, out []Reading) error {
	of := make([][]pair, len(sentences))
	sideBySide(len(sentences), func(from, to int) {
		for i := from; i < to; i++ {
			of[i] = a.pairs(i, &sentences[i], &out[i])
		}
	})
	pairs := slices.Concat(of...)
	slices.SortFunc(pairs, func(x, y pair) int {
		return cmp.Or(compareSequences(&x.sequence, &y.sequence), cmp.Compare(x.at, y.at)) // pairs of a sentence are read alike in any order
	})
	var room []float32
	for len(pairs) > 0 {
		some, batch := distinct(pairs, encoder.LargestBatch)
		pairs = pairs[len(some):]
		vectors, err := a.encoder.EncodeIn(ctx, &room, batch)
		if err != nil {
			return err
		}
		sideBySide(len(some), func(from, to int) { // a sentence's pairs say different things of it
			var figures doubtedFigures
			claims := doubtedClaims{seen: make([]float32, 0, 3*a.encoder.Width()*(to-from))}
			for _, p := range some[from:to] {
				s, r, tokens := &sentences[p.at], &out[p.at], vectors[p.vectors]
				if p.figures {
					figures.add(a, r, tokens, p, s)
				}
				if p.benefit {
					a.sayBenefit(r, tokens, p.first)
				}
				if p.claim {
					claims.add(a, r, tokens, p.first, strings.ContainsAny(s.Text, digits))
				}
			}
			figures.say(a)
			claims.say(a)
		})
	}
	return nil
}

// compareSequences has those of one length beside each other, which make the fullest batches, and then those that are alike.
func compareSequences(x, y *encoder.Sequence) int {
	return cmp.Or(cmp.Compare(len(x.IDs), len(y.IDs)), slices.Compare(x.IDs, y.IDs), slices.Compare(x.Types, y.Types))
}

// distinct are the first of the pairs whose different sequences have so many pieces at most, and these: what stands on many pages of a report is
// encoded once.
func distinct(pairs []pair, most int) (some []pair, batch []encoder.Sequence) {
	for i := range pairs {
		p := &pairs[i]
		if n := len(batch); n == 0 || compareSequences(&batch[n-1], &p.sequence) != 0 {
			if most -= len(p.sequence.IDs); most < 0 {
				return pairs[:i], batch
			}
			batch = append(batch, p.sequence)
		}
		p.vectors = len(batch) - 1
	}
	return pairs, batch
}

// pairs are what is read again of a sentence of which this was read: at most three.
func (a *again) pairs(at int, s *Sentence, r *Reading) (out []pair) {
	if p := r.benefit(); s.Text != "" && p >= a.doubt.BenefitFrom && p <= a.doubt.BenefitTo {
		alone := a.pair(at, &Sentence{Text: s.Text}, longestOwn)
		alone.benefit = true
		out = append(out, alone)
	}
	claim := a.doubts(s, r)
	if a.doubtsFigures(r) {
		whole := a.pair(at, s, longestFigures)
		whole.figures, whole.claim = true, claim && len(whole.pieces) <= longestOwn
		out, claim = append(out, whole), claim && !whole.claim
	}
	if claim { // whether it is one was learnt of so many pieces, and does not hang on how sure its figures are
		short := a.pair(at, s, longestOwn)
		short.claim = true
		out = append(out, short)
	}
	return out
}

// doubts reports whether a sentence, of which this was read, may be a claim or not, or somebody else's, and can be read with what stands
// before it: of sentences that stand alone, as on web pages, the second has seen few that are claims or not.
func (a *again) doubts(s *Sentence, r *Reading) bool {
	if s.Text == "" || s.Before == "" && len(s.Headings) == 0 || r.Claim < a.doubt.From {
		return false
	}
	return r.Claim <= a.doubt.To || !(r.ofOwn() && r.Voice.Sure >= a.doubt.Voice) && !ofItself(s.Text)
}

// ofItself reports whether a sentence says "we": whose it is, is in no doubt then.
func ofItself(text string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		switch strings.ToLower(word) {
		case "we", "our", "us", "ours":
			return true
		}
	}
	return false
}

// doubtsFigures reports whether the first reader is not sure what one of the figures of a sentence is.
func (a *again) doubtsFigures(r *Reading) bool {
	return slices.ContainsFunc(r.Figures, func(f FigureReading) bool {
		if f.Role.Value == "" {
			return false
		}
		return f.Role.Sure < a.doubt.Figures || f.Role.Value != noFigure && min(f.Measure.Sure, f.Year.Sure) < a.doubt.Figures
	})
}

// pair is a sentence with what stands before it, so many pieces of it.
func (a *again) pair(at int, s *Sentence, longest int) pair {
	heading := ""
	if n := len(s.Headings); n > 0 {
		heading = cut(s.Headings[n-1], shownHeading)
	}
	before := []rune(s.Before)
	t := a.encoder.Tokenizer()
	context := t.Pieces(heading+" | "+string(before[max(0, len(before)-shownBefore):]), 4*shownBefore)
	context = context[max(0, len(context)-longestContext):]
	own := t.Pieces(s.Text, longest)
	return pair{at: at, sequence: a.encoder.Pair(ids(context), ids(own)), first: len(context) + 2, pieces: own}
}

func ids(pieces []wordpiece.Piece) []uint16 {
	out := make([]uint16, len(pieces))
	for i, p := range pieces {
		out[i] = p.ID
	}
	return out
}

// sayBenefit puts into a reading what both readers say of a benefit for the environment.
func (a *again) sayBenefit(r *Reading, tokens []float32, own int) {
	width := a.encoder.Width()
	row := func(i int) []float32 { return tokens[i*width : (i+1)*width] }
	second := a.benefit.of(slices.Concat(mean(row, own, len(tokens)/width, width), row(own)))
	r.Benefit = yesOrNo(blended(a.doubt.BenefitShare, r.benefit(), float64(second[0]), 0))
}

// together is how likely a claim is by the first's likelihood and the second's log odds.
func (d *doubt) together(first, second float64) float64 {
	return blended(d.Share, first, second, d.Shift)
}

// blended is how likely something is by the first's likelihood, which has this share, the second's log odds, and a shift of these.
func blended(share, first, second, shift float64) float64 {
	const sure = 0.9995 // likelihoods have three places
	first = min(max(first, 1-sure), sure)
	return likelihood(float64(share*math.Log(first/(1-first))) + float64((1-share)*second) + shift)
}

// benefit is how likely it is that the sentence tells of a benefit for the environment.
func (r *Reading) benefit() float64 {
	if r.Benefit.Value == "yes" {
		return r.Benefit.Sure
	}
	return 1 - r.Benefit.Sure
}

// ofOwn reports whether the entity, or a unit of it, is said to do or have what the sentence tells of.
func (r *Reading) ofOwn() bool { return r.Voice.Value == "entity" || r.Voice.Value == "unit" }
