package answer

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/encoder"
)

// wordsFile is what data/models/train/words.py writes: what reads the words of a question and of a passage beside each other. It judges by
// the vectors that the second reader of sentences makes of both, and only where the nets and trees are in doubt.
type wordsFile struct {
	Model  string     `json:"model"`
	Width  int        `json:"width"`  // of the reader's vectors
	Size   int        `json:"size"`   // of what is made of a vector before words are held against words
	Hidden int        `json:"hidden"` // of what is seen of a pair
	Nets   []wordsNet `json:"nets"`
	Doubt  struct {
		From  float64 `json:"from"`  // how likely the nets and trees find an answer,
		To    float64 `json:"to"`    // at least and at most,
		Most  int     `json:"most"`  // and of how many passages of a part, the likeliest first
		First float64 `json:"first"` // how much their log odds count then,
		Words float64 `json:"words"` // and those of the words
		Shift float64 `json:"shift"`
	} `json:"doubt"`
	Questions []wordsQuestion `json:"questions"`
	Held      []string        `json:"held"`
}

// wordsQuestion is a question as the nets have read it.
type wordsQuestion struct {
	Part   string   `json:"part"`
	Of     string   `json:"of"`     // of its text: what the digits of its SHA-256 begin with
	Asks   int      `json:"asks"`   // pieces of the question itself; the others are how answers speak
	Mean   string   `json:"mean"`   // of its vectors, as rows
	Pieces []string `json:"pieces"` // by net
}

// rows reads vectors of so many values: of each a scale and bytes, in base64.
func rows(text string, size int) ([]float32, error) {
	data, err := base64.StdEncoding.DecodeString(text)
	each := 4 + size
	if err != nil {
		return nil, fmt.Errorf("reading vectors: %w", err)
	}
	if len(data) == 0 || len(data)%each != 0 {
		return nil, fmt.Errorf("%d bytes are no vectors of %d values", len(data), size)
	}
	out := make([]float32, 0, len(data)/each*size)
	for row := range slices.Chunk(data, each) {
		scale := math.Float32frombits(binary.LittleEndian.Uint32(row))
		if !(scale > 0 && scale <= 1) { // NaN is neither
			return nil, fmt.Errorf("vectors of a length of 1 have no scale of %g", scale)
		}
		for _, v := range row[4:] {
			out = append(out, float32(int8(v))*scale)
		}
	}
	return out, nil
}

// asking makes of a question that was read what passages are held against.
func (q *wordsQuestion) asking(f *wordsFile, p *Part) (*asking, error) {
	sum := sha256.Sum256([]byte(p.Question + " | " + p.Speaks))
	if len(q.Of) < 8 || !strings.HasPrefix(hex.EncodeToString(sum[:]), q.Of) || len(q.Pieces) != len(f.Nets) {
		return nil, fmt.Errorf("%w: the question of %s is not the one that was learnt: data/models/train/words.py", ErrModel, p.ID)
	}
	mean, err := rows(q.Mean, f.Width)
	if err != nil {
		return nil, fmt.Errorf("%w: the question of %s: %w", ErrModel, p.ID, err)
	}
	if len(mean) != f.Width {
		return nil, fmt.Errorf("%w: the question of %s has a mean of %d values, not %d", ErrModel, p.ID, len(mean), f.Width)
	}
	a := &asking{mean: mean, asks: q.Asks}
	for _, pieces := range q.Pieces {
		x, err := rows(pieces, f.Size)
		if err != nil {
			return nil, fmt.Errorf("%w: the pieces of the question of %s: %w", ErrModel, p.ID, err)
		}
		if n := len(x) / f.Size; q.Asks < 1 || q.Asks >= n {
			return nil, fmt.Errorf("%w: %d of the %d pieces of %s are said to be the question", ErrModel, q.Asks, n, p.ID)
		}
		a.tokens = append(a.tokens, x)
	}
	return a, nil
}

// wordsNet is one of a few that differ in their seeds.
type wordsNet struct {
	Question step    `json:"question"` // of a vector of the question
	Passage  step    `json:"passage"`  // and of one of the passage
	Sharp    float64 `json:"sharp"`    // how much more the nearest word counts than the next
	Norm     struct {
		Gain []float64 `json:"gain"`
		Bias []float64 `json:"bias"`
	} `json:"norm"`
	Look   step `json:"look"`
	Last   step `json:"last"`
	Direct step `json:"direct"` // of what is seen of a pair without a hidden layer
}

// step is a linear one. Its weights are rounded: each row has a scale.
type step struct {
	Scale  []float64 `json:"scale"`
	Values string    `json:"values"` // in base64, a byte for each
	Bias   []float64 `json:"bias"`

	inputs  int
	weights []float32 // by inputs, as encoder.Layer has them
	bias    []float32
}

func (s *step) read(inputs, outputs int) error {
	values, err := base64.StdEncoding.DecodeString(s.Values)
	if err != nil {
		return fmt.Errorf("the weights of a step: %w", err)
	}
	if len(values) != inputs*outputs || len(s.Scale) != outputs || len(s.Bias) != outputs {
		return fmt.Errorf("a step has %d weights, %d scales and %d sums to begin with, not %d to %d", len(values), len(s.Scale), len(s.Bias), inputs, outputs)
	}
	s.inputs, s.weights, s.bias = inputs, make([]float32, len(values)), make([]float32, outputs)
	for i, v := range values {
		s.weights[i%inputs*outputs+i/inputs] = float32(int8(v)) * float32(s.Scale[i/inputs])
	}
	for i, b := range s.Bias {
		s.bias[i] = float32(b)
	}
	s.Values = ""
	return nil
}

// of writes what the step makes of each vector of x.
func (s *step) of(out, x []float32) { encoder.Layer(out, s.weights, s.bias, x) }

// seen is how many values are seen of a pair: products and distances of the means of all words, and those of the question's words and of
// how answers speak, each with what is nearest to it in the passage.
func (f *wordsFile) seen() int { return 2*f.Width + 4*f.Size }

func readWordsFile(file string) (*wordsFile, error) {
	f := &wordsFile{}
	if err := json.Unmarshal([]byte(file), f); err != nil {
		return nil, fmt.Errorf("%w: what reads words: %w", ErrModel, err)
	}
	d := f.Doubt
	if f.Model == "" || f.Width < 1 || f.Size < 1 || f.Hidden < 1 || len(f.Nets) == 0 || d.Most < 1 || d.First < 0 || d.Words < 0 {
		return nil, fmt.Errorf("%w: what reads words is of a shape that it cannot have", ErrModel)
	}
	for i := range f.Nets {
		n := &f.Nets[i]
		for _, s := range []struct {
			step            *step
			inputs, outputs int
		}{
			{&n.Question, f.Width, f.Size},
			{&n.Passage, f.Width, f.Size},
			{&n.Look, f.seen(), f.Hidden},
			{&n.Last, f.Hidden, len(Verdicts)},
			{&n.Direct, f.seen(), len(Verdicts)},
		} {
			if err := s.step.read(s.inputs, s.outputs); err != nil {
				return nil, fmt.Errorf("%w: what reads words: %w", ErrModel, err)
			}
		}
		if len(n.Norm.Gain) != f.seen() || len(n.Norm.Bias) != f.seen() {
			return nil, fmt.Errorf("%w: what reads words has no norm of what is seen", ErrModel)
		}
	}
	return f, nil
}

// unit makes a vector as long as 1.
func unit(x []float32) {
	square := 0.0
	for _, v := range x {
		square += float64(float64(v) * float64(v))
	}
	length := float32(max(math.Sqrt(square), 1e-12))
	for i := range x {
		x[i] /= length
	}
}

// normal makes the values of a vector as many above as below their mean, as far from it as is usual.
func (n *wordsNet) normal(x []float32) {
	mean, square := 0.0, 0.0
	for _, v := range x {
		mean += float64(v)
	}
	mean /= float64(len(x))
	for _, v := range x {
		square += float64((float64(v) - mean) * (float64(v) - mean))
	}
	by := 1 / math.Sqrt(square/float64(len(x))+1e-5)
	for i, v := range x {
		x[i] = float32(float64((float64(v)-mean)*by*n.Norm.Gain[i]) + n.Norm.Bias[i])
	}
}

// gelu is what a hidden layer makes of a value.
func gelu(x float32) float32 {
	return float32(0.5 * float64(x) * (1 + math.Erf(float64(x)/math.Sqrt2)))
}

// mix is how likely an answer is by what the nets and trees say of it and by the log odds of the words.
func (f *wordsFile) mix(first, second float64) float64 {
	first = min(max(first, 0.003), 0.997)
	odds := float64(f.Doubt.First*math.Log(first/(1-first))) + float64(f.Doubt.Words*second) + f.Doubt.Shift
	return 1 / (1 + math.Exp(-odds))
}

// doubted are the places of what is read again among likelihoods, the likeliest first.
func (f *wordsFile) doubted(answers []float64) []int {
	var at []int
	for i, a := range answers {
		if a >= f.Doubt.From && a <= f.Doubt.To {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int {
		switch {
		case answers[a] > answers[b]:
			return -1
		case answers[a] < answers[b]:
			return 1
		}
		return 0
	})
	return at[:min(len(at), f.Doubt.Most)]
}
