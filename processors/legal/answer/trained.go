package answer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/sibyl-project/sibyl/data/models"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// ErrModel says that a model's file is not one that this program can use.
var ErrModel = errors.New("reading the model of answers")

// Trained is the Judge that was trained on the labels of data/models/labels/answers. What it says is the mean of a few small nets that
// differ in their seeds; how likely an answer is, is the mean of what the nets and what the trees say, which are wrong in different places.
// Of passages that are in doubt, their words are read beside the question's.
type Trained struct {
	file  trainedFile
	parts map[string]int // of the file, by id
	words *words         // nil: nothing is read again
}

var _ Judge = (*Trained)(nil)

// trainedFile is what data/models/train/answers.py writes.
type trainedFile struct {
	Model    string    `json:"model"`
	Features string    `json:"features"` // version
	Width    int       `json:"width"`
	Hidden   int       `json:"hidden"`
	Furthest float64   `json:"furthest"` // a feature is cut there, in units of its scale
	Mean     []float64 `json:"mean"`
	Scale    []float64 `json:"scale"`
	Parts    []string  `json:"parts"` // of which the nets have learned how often they are answered
	Nets     []net     `json:"nets"`
	Start    float64   `json:"start"` // what trees add to, in logits
	Trees    []tree    `json:"trees"`
	Held     []string  `json:"held"`
}

// net has one hidden layer; matrices are by rows.
type net struct {
	First     []float64 `json:"first"`
	FirstBias []float64 `json:"first_bias"`
	Last      []float64 `json:"last"`
	LastBias  []float64 `json:"last_bias"`
	Parts     []float64 `json:"parts"` // what is added for a part, as long as the verdicts, part by part
}

// Bundled is the judge whose models are in the binary. They are read once.
var Bundled = sync.OnceValues(func() (*Trained, error) {
	t, err := NewTrained(models.Answers)
	if err != nil {
		return nil, err
	}
	reader, err := statement.Bundled()
	if err != nil {
		return nil, fmt.Errorf("%w: what reads words: %w", ErrModel, err)
	}
	if t.words, err = newWords(models.AnswerWords, reader.Second()); err != nil {
		return nil, err
	}
	return t, nil
})

// NewTrained makes a judge of a model's file and checks all of it. It judges by features alone, as the nets of folds do.
func NewTrained(file string) (*Trained, error) {
	t := &Trained{parts: map[string]int{}}
	if err := json.Unmarshal([]byte(file), &t.file); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	f := &t.file
	if f.Features != FeaturesVersion {
		return nil, fmt.Errorf("%w: its features are of version %q, not %q", ErrModel, f.Features, FeaturesVersion)
	}
	if f.Width < 1 || f.Hidden < 1 || f.Furthest <= 0 || len(f.Nets) == 0 || len(f.Mean) != f.Width || len(f.Scale) != f.Width {
		return nil, fmt.Errorf("%w: its shape is not what it says", ErrModel)
	}
	if slices.ContainsFunc(f.Scale, func(s float64) bool { return s <= 0 }) {
		return nil, fmt.Errorf("%w: a feature has no scale", ErrModel)
	}
	for _, n := range f.Nets {
		if len(n.First) != f.Width*f.Hidden || len(n.FirstBias) != f.Hidden || len(n.Last) != len(Verdicts)*f.Hidden || len(n.LastBias) != len(Verdicts) ||
			len(n.Parts) != len(Verdicts)*len(f.Parts) {
			return nil, fmt.Errorf("%w: the shape of a net is not what the file says", ErrModel)
		}
	}
	for i, tree := range f.Trees {
		if err := tree.fits(f.Width); err != nil {
			return nil, fmt.Errorf("%w: tree %d: %w", ErrModel, i, err)
		}
	}
	for i, id := range f.Parts {
		t.parts[id] = i
	}
	return t, nil
}

// Name implements Judge.
func (t *Trained) Name() string {
	if t.words == nil {
		return t.file.Model
	}
	return t.file.Model + "+" + t.words.file.Model
}

// Held reports whether the report with this hash was held back from training: on such reports the judge can be measured.
func (t *Trained) Held(sha256 string) bool {
	return slices.ContainsFunc(t.file.Held, func(prefix string) bool { return strings.HasPrefix(sha256, prefix) })
}

// Judge implements Judge. It fails only when ctx ends.
func (t *Trained) Judge(ctx context.Context, s *Shelf, p *Part, among []Candidate) ([]Judgement, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("judging %d passages: %w", len(among), err)
	}
	scores := make([][]float64, len(among))
	for i, x := range s.Features(p, among) {
		scores[i] = t.score(p.ID, x)
	}
	if t.words != nil {
		if err := t.words.again(ctx, s, p, among, scores); err != nil {
			return nil, err
		}
	}
	out := make([]Judgement, len(among))
	for i := range out {
		out[i] = judgement(scores[i])
		if said := s.Passages[among[i].At].Said; said != nil {
			out[i].Actor, out[i].Standing = said.Voice.Value, said.Standing.Value
		}
	}
	return out, nil
}

func judgement(said []float64) Judgement {
	best := 0
	for i := range said {
		if said[i] > said[best] {
			best = i
		}
	}
	return Judgement{Verdict: Verdicts[best], Sure: said[best], Answers: said[0], Names: places(said[0] + said[1])}
}

// score is how likely each verdict is for a part, to three places. Products are not fused with sums, so that every machine says the same.
func (t *Trained) score(part string, features []float32) []float64 {
	total := t.byNets(part, features)
	if len(t.file.Trees) > 0 {
		share(total, (total[0]+t.byTrees(features))/2)
	}
	for v := range total {
		total[v] = places(total[v])
	}
	return total
}

func (t *Trained) byNets(part string, features []float32) []float64 {
	f := &t.file
	x := make([]float64, f.Width)
	for i := range x {
		x[i] = max(-f.Furthest, min(f.Furthest, (float64(features[i])-f.Mean[i])/f.Scale[i]))
	}
	of, learned := t.parts[part]
	total := make([]float64, len(Verdicts))
	hidden := make([]float64, f.Hidden)
	for _, n := range f.Nets {
		layer(hidden, n.FirstBias, n.First, x)
		scores := make([]float64, len(Verdicts))
		for v := range scores {
			scores[v] = sum(n.LastBias[v], n.Last[v*f.Hidden:], hidden)
			if learned {
				scores[v] += n.Parts[of*len(Verdicts)+v]
			}
		}
		most, all := slices.Max(scores), 0.0
		for v := range scores {
			scores[v] = math.Exp(scores[v] - most)
			all += scores[v]
		}
		for v := range scores {
			total[v] += scores[v] / all
		}
	}
	for v := range total {
		total[v] /= float64(len(f.Nets))
	}
	return total
}

// byTrees is how likely an answer is as the trees have it.
func (t *Trained) byTrees(features []float32) float64 {
	all := t.file.Start
	for i := range t.file.Trees {
		all += t.file.Trees[i].value(features)
	}
	return 1 / (1 + math.Exp(-all))
}

// layer is what a hidden layer makes of x. Four sums go on side by side, each in the order of sum, so that none waits for another.
func layer(hidden, bias, weights, x []float64) {
	h := 0
	for ; h+4 <= len(hidden); h += 4 {
		a, b, c, d := weights[h*len(x):][:len(x)], weights[(h+1)*len(x):][:len(x)], weights[(h+2)*len(x):][:len(x)], weights[(h+3)*len(x):][:len(x)]
		sa, sb, sc, sd := bias[h], bias[h+1], bias[h+2], bias[h+3]
		for i, y := range x {
			sa += float64(a[i] * y)
			sb += float64(b[i] * y)
			sc += float64(c[i] * y)
			sd += float64(d[i] * y)
		}
		hidden[h], hidden[h+1], hidden[h+2], hidden[h+3] = max(0, sa), max(0, sb), max(0, sc), max(0, sd)
	}
	for ; h < len(hidden); h++ {
		hidden[h] = max(0, sum(bias[h], weights[h*len(x):], x))
	}
}

func sum(from float64, weights, x []float64) float64 {
	for i := range x {
		from += float64(weights[i] * x[i])
	}
	return from
}

// places rounds to three places: what differs beyond them says nothing.
func places(x float64) float64 { return math.Round(x*1000) / 1000 }
