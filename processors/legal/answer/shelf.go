package answer

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/data/lexicon"
	"github.com/sibyl-project/sibyl/rag/embed"
	"github.com/sibyl-project/sibyl/rag/encoder"
)

// Shelf has the passages of a report, ready to be asked. It is used by one caller at a time; others have one Beside it.
type Shelf struct {
	Passages []Passage

	postings map[string][]int32 // passages by stem, ascending
	stems    [][]string         // of each passage's text, sorted
	above    [][]string         // of its headings
	text     []kept[[]float32]  // vectors: of the text alone, once it is asked for,
	wide     []float32          // and with its last headings and what stands before it, one after another
	over     []string           // its headings in one line
	onPage   map[int]pageShare
	facts    []kept[facts] // by passage
	words    [][]int32     // of each passage's text, in vocabulary
	meant    [][]float32   // vectors of the vocabulary's words
	width    int           // of vectors
	embedder *embed.Static
	scores   []float64 // one for each passage, used again for each question
	near     []float32 // the vectors of a passage's words, used again for each
	best     *rankings // of the questions that have been asked: each is asked for candidates and then for features, and again
	read     *readPassages
}

// Beside is the same shelf for another caller at the same time. What is found of passages is found for both.
func (s *Shelf) Beside() *Shelf {
	other := *s
	other.scores, other.near = make([]float64, len(s.scores)), nil
	return &other
}

const (
	wideHeadings = 2   // with which a passage is embedded
	atOnce       = 256 // passages whose wide vectors are made before they are put behind the others
)

// NewShelf prepares passages.
func NewShelf(ctx context.Context, passages []Passage) (*Shelf, error) {
	s := &Shelf{
		Passages: passages, postings: map[string][]int32{}, scores: make([]float64, len(passages)),
		facts: make([]kept[facts], len(passages)), text: make([]kept[[]float32], len(passages)), onPage: pageShares(passages), read: &readPassages{},
		best: &rankings{by: map[*Part]ranked{}},
	}
	texts := make([]string, min(len(passages), atOnce))
	for i := range passages {
		p := &passages[i]
		own := stems(p.Text)
		s.stems = append(s.stems, own)
		over := strings.Join(p.Headings, " ")
		s.over, s.above = append(s.over, over), append(s.above, stems(over))
		for _, w := range own {
			s.postings[w] = append(s.postings[w], int32(i))
		}
	}
	e, err := embed.Bundled()
	if err != nil {
		return nil, fmt.Errorf("preparing passages: %w", err)
	}
	s.embedder, s.width = e, e.Space().Dimensions
	s.wide = make([]float32, 0, len(passages)*s.width)
	for some := range slices.Chunk(passages, atOnce) {
		for i := range some {
			p := &some[i]
			texts[i] = strings.Join(p.Headings[max(0, len(p.Headings)-wideHeadings):], " ") + " " + p.Before + " " + p.Text
		}
		vectors, err := e.Embed(ctx, texts[:len(some)])
		if err != nil {
			return nil, fmt.Errorf("preparing passages: %w", err)
		}
		for _, v := range vectors {
			s.wide = append(s.wide, v...)
		}
	}
	var vocabulary []string
	known := map[string]int32{}
	for i := range passages {
		var own []int32
		for _, w := range wordsOf(passages[i].Text) {
			at, ok := known[w]
			if !ok {
				at = int32(len(vocabulary))
				known[w], vocabulary = at, append(vocabulary, w)
			}
			own = append(own, at)
		}
		s.words = append(s.words, own)
	}
	if s.meant, err = e.Embed(ctx, vocabulary); err != nil {
		return nil, fmt.Errorf("preparing the words of passages: %w", err)
	}
	return s, nil
}

// soft is how near the words of a passage come to words that are asked for, rare ones counting more: another word for the same thing is
// near, where the same word is wanted elsewhere. Rough sums choose the words that can be the nearest, and cosines decide. flat are the
// vectors of the words that are asked for, one after another.
func (s *Shelf) soft(at int, asked []askedWord, flat []float32) float64 {
	own := s.words[at]
	s.near = s.near[:0]
	for _, w := range own {
		s.near = append(s.near, s.meant[w]...)
	}
	rough := encoder.Products(s.near, flat, s.width)
	sum, all := 0.0, 0.0
	for i, w := range asked {
		best, least, near := 0.0, float32(-2*apart), rough[i*len(own):][:len(own)]
		for _, x := range near {
			least = max(least, x-2*apart)
		}
		for k, x := range near {
			if x >= least {
				best = max(best, cosine(w.vector, s.meant[own[k]]))
			}
		}
		worth := s.rarity(w.stem)
		sum += worth * best
		all += worth
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

// Top is how many passages are judged for a part at most, beside those that cues name.
const Top = 30

// Candidates are the passages that may answer a part: the best by words, the best by meaning, in the order of the two
// together, and those that the caller's cues name.
func (s *Shelf) Candidates(p *Part, cued map[int]Cue) []Candidate {
	best := s.ranked(p)
	rank := map[int]float64{}
	for _, list := range [][]int{best.words, best.meaning} {
		for i, at := range list {
			rank[at] += 1 / float64(10+i)
		}
	}
	for at := range cued {
		rank[at]++
	}
	all := make([]int, 0, len(rank))
	for at := range rank {
		all = append(all, at)
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(rank[b], rank[a]), cmp.Compare(a, b)) })
	out := make([]Candidate, 0, Top)
	for _, at := range all[:min(len(all), Top+len(cued))] {
		out = append(out, Candidate{at, cued[at]})
	}
	return out
}

// byWords are the best passages by the words of the question and of how answers speak, rare words counting more.
func (s *Shelf) byWords(p *Part) []int {
	clear(s.scores)
	for _, list := range []struct {
		stems []string
		worth float64
	}{{p.asks, 1}, {p.speaks, 0.6}} {
		for _, w := range list.stems {
			worth := list.worth * s.rarity(w)
			for _, at := range s.postings[w] {
				s.scores[at] += worth
			}
		}
	}
	for i := range s.scores { // long passages have more words of everything
		s.scores[i] /= 0.6 + 0.4*float64(len(s.stems[i]))/20
	}
	return s.highest()
}

func (s *Shelf) rarity(w string) float64 {
	n := float64(len(s.postings[w]))
	return math.Log(1 + (float64(len(s.Passages))-n+0.5)/(n+0.5))
}

// apart is more than a sum of products in float32 and the cosine of the same two vectors, whose length is 1, can differ by.
const apart = 1e-4

// byMeaning are the best passages by the cosines of their vectors. Rough sums choose those that can be among the best, and cosines decide.
func (s *Shelf) byMeaning(p *Part, rough []float32) []int {
	for at, x := range rough {
		s.scores[at] = float64(x)
	}
	least := 0.0
	if chosen := s.highest(); len(chosen) == Top {
		least = s.scores[chosen[Top-1]]
	}
	for at, x := range rough {
		s.scores[at] = 0
		if float64(x) >= least-2*apart {
			s.scores[at] = cosine(p.likely, s.wideOf(at))
		}
	}
	return s.highest()
}

// textOf is the vector of a passage's text alone. Of a long report only some are asked for, those of candidates and their neighbours.
func (s *Shelf) textOf(at int) []float32 {
	return *s.text[at].or(func() []float32 {
		v, err := s.embedder.Embed(context.Background(), []string{s.Passages[at].Text})
		if err != nil {
			panic(err) // it fails only when its context ends
		}
		return v[0]
	})
}

func (s *Shelf) wideOf(at int) []float32 { return s.wide[at*s.width:][:s.width] }

// highest are the passages with the highest scores above 0, the earlier of equals first.
func (s *Shelf) highest() []int {
	out := make([]int, 0, Top+1)
	for at, x := range s.scores {
		if x <= 0 || len(out) == Top && x <= s.scores[out[Top-1]] {
			continue
		}
		place, _ := slices.BinarySearchFunc(out, x, func(other int, x float64) int {
			if s.scores[other] >= x {
				return -1
			}
			return 1
		})
		out = slices.Insert(out, place, at)
		out = out[:min(len(out), Top)]
	}
	return out
}

// cosine of two vectors of length 1 or 0, added up in one order without fused steps: the same bits on every machine.
func cosine(a, b []float32) float64 {
	var sum float64
	for i := range min(len(a), len(b)) {
		sum += float64(float64(a[i]) * float64(b[i]))
	}
	return sum
}

// wordsOf are the words of a text that tell it from others, each once.
func wordsOf(text string) []string {
	const least = 3
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len([]rune(w)) >= least && !common[w] {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// common are words that tell no passage from another.
var common = lexicon.Set("rag.stop words")

// stems are the words of a text that tell it from others, without repeats, cut to what inflection leaves alone.
func stems(text string) []string {
	const least, kept = 3, 6
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if r := []rune(w); len(r) >= least && !common[w] {
			out = append(out, string(r[:min(len(r), kept)]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
