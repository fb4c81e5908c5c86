package statement

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag/embed/wordpiece"
	"github.com/sibyl-project/sibyl/rag/encoder"
)

// again is a second encoder, of the same file, that reads what may be a claim together with the sentence before it: whose deeds "it
// fell by a third" tells of stands there. The first reads each text by itself, which is quick and says enough of most sentences.
type again struct {
	encoder *encoder.Model
	look    linear // what is seen of a pair
	claim   linear
	voice   choice
	least   float64    // how likely the first must find it
	sure    [2]float64 // of a likelier one, how sure it must be whose it is not to be asked again
	theirs  float64    // how sure it must be that a sentence is somebody else's for being a claim to be doubted
}

// What is read of a pair: the end of what stands before, the beginning of the sentence.
const (
	longestContext = 40 // pieces
	longestOwn     = 70
	shownHeading   = 60 // characters
	shownBefore    = 180
)

func readAgain(m *encoder.Model, v values) (*again, error) {
	e, ok := m.Branch("again")
	if !ok {
		return nil, nil
	}
	a := &again{encoder: e, least: v.Again.Least, sure: v.Again.Sure, theirs: v.Again.Theirs}
	var err error
	tensor := func(name string, outputs, inputs int) linear {
		weight, ok1 := m.Tensor("again." + name + ".weight")
		bias, ok2 := m.Tensor("again." + name + ".bias")
		if !ok1 || !ok2 || len(weight.Data) != outputs*inputs || len(bias.Data) != outputs {
			err = fmt.Errorf("head again.%s is not one of %d answers to %d inputs", name, outputs, inputs)
		}
		return linear{inputs, weight.Data, bias.Data}
	}
	w, voices := e.Width(), v.Heads["voice"]
	a.look, a.claim, a.voice = tensor("look", w, 3*w), tensor("claim", 1, w), choice{tensor("voice", len(voices), w), voices}
	return a, err
}

// pair is a sentence in doubt.
type pair struct {
	at       int // among the sentences
	sequence encoder.Sequence
	first    int // token of the sentence itself
}

// read reads again what is in doubt, and says so in the readings.
func (a *again) read(ctx context.Context, sentences []Sentence, out []Reading) error {
	var pairs []pair
	for i := range sentences {
		if s := &sentences[i]; a.doubts(s, &out[i]) {
			pairs = append(pairs, a.pair(i, s))
		}
	}
	slices.SortFunc(pairs, func(x, y pair) int {
		return cmp.Or(cmp.Compare(len(x.sequence.IDs), len(y.sequence.IDs)), cmp.Compare(x.at, y.at))
	})
	const most = encoder.LargestBatch / (longestContext + longestOwn + 3)
	for some := range slices.Chunk(pairs, most) {
		batch := make([]encoder.Sequence, len(some))
		for i, p := range some {
			batch[i] = p.sequence
		}
		vectors, err := a.encoder.Encode(ctx, batch)
		if err != nil {
			return err
		}
		for i, p := range some {
			a.say(&out[p.at], vectors[i], p.first)
		}
	}
	return nil
}

// doubts reports whether a sentence, of which this was read, may be a claim or not, or somebody else's, and can be read with what stands
// before it.
func (a *again) doubts(s *Sentence, r *Reading) bool {
	sure := r.Claim >= a.sure[0] && r.ofOwn() && r.Voice.Sure >= a.sure[1]
	return s.Text != "" && r.Claim >= a.least && !sure && (s.Before != "" || len(s.Headings) > 0) && !ofItself(s.Text)
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

func (a *again) pair(at int, s *Sentence) pair {
	heading := ""
	if n := len(s.Headings); n > 0 {
		heading = cut(s.Headings[n-1], shownHeading)
	}
	before := []rune(s.Before)
	t := a.encoder.Tokenizer()
	context := t.Pieces(heading+" | "+string(before[max(0, len(before)-shownBefore):]), 4*shownBefore)
	context = context[max(0, len(context)-longestContext):]
	return pair{at, a.encoder.Pair(ids(context), ids(t.Pieces(s.Text, longestOwn))), len(context) + 2}
}

func ids(pieces []wordpiece.Piece) []uint16 {
	out := make([]uint16, len(pieces))
	for i, p := range pieces {
		out[i] = p.ID
	}
	return out
}

// say puts into a reading what is seen in the vectors of a pair: the means of the sentence and of what stands before it, and how
// the sentence begins. It says whose the sentence is; what the first reading finds likely to be a claim it doubts only of what is somebody
// else's: on sentences of the entity's own it is no better.
func (a *again) say(r *Reading, tokens []float32, own int) {
	width := a.encoder.Width()
	row := func(i int) []float32 { return tokens[i*width : (i+1)*width] }
	x := bent(a.look.of(slices.Concat(mean(row, own, len(tokens)/width, width), mean(row, 0, own, width), row(own))))
	first := r.Voice
	r.VoiceAlone, r.Voice = &first, a.voice.of(x)
	if r.ofOwn() || r.Voice.Sure < a.theirs {
		return
	}
	alone := r.Claim
	r.Alone, r.Claim = &alone, min(alone, places(1/(1+math.Exp(-float64(a.claim.of(x)[0])))))
}

// ofOwn reports whether the entity, or a unit of it, is said to do or have what the sentence tells of.
func (r *Reading) ofOwn() bool { return r.Voice.Value == "entity" || r.Voice.Value == "unit" }
