package layout

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// shape is what is typical of a whole document.
type shape struct {
	body  float64     // font size of most letters
	pitch float64     // distance of lines within a paragraph, in font sizes
	ink   paint.Color // of most letters of that size
}

// shapeOf looks at the fragments of all pages.
func shapeOf(pages []pageText) shape {
	letters, pitches := map[int]int{}, map[int]int{}
	inks := map[paint.Color]int{}
	for i := range pages {
		fs := pages[i].fragments
		for j := range fs {
			letters[tenths(fs[j].size)] += fs[j].n
			pitches[tenths(pitchBelow(fs, j))]++
		}
	}
	s := shape{body: float64(mostFrequent(letters)) / 10}
	delete(pitches, 0)
	s.pitch = float64(mostFrequent(pitches)) / 10
	if s.pitch == 0 {
		s.pitch = 1.3
	}
	for i := range pages {
		for _, f := range pages[i].fragments {
			if tenths(f.size) == tenths(s.body) {
				inks[f.ink] += f.n
			}
		}
	}
	most := 0
	for c, n := range inks {
		if n > most || n == most && c < s.ink {
			s.ink, most = c, n
		}
	}
	return s
}

// pitchBelow is the distance to the next line of the same size and left edge, in font sizes, for lines long
// enough to be prose; 0 if there is none.
func pitchBelow(fs []fragment, i int) float64 {
	f := &fs[i]
	if f.n < 30 || f.size <= 0 {
		return 0
	}
	for j := i + 1; j < len(fs) && fs[j].base-f.base < 2.2*f.size; j++ {
		g := &fs[j]
		if math.Abs(g.box[0]-f.box[0]) < 1 && tenths(g.size) == tenths(f.size) {
			if p := (g.base - f.base) / f.size; p > 0.8 {
				return p
			}
		}
	}
	return 0
}

func tenths(v float64) int { return int(math.Round(v * 10)) }

// mostFrequent returns the key counted most often, the smallest of equals, 0 of none.
func mostFrequent(counts map[int]int) int {
	best, most := 0, 0
	for k, n := range counts {
		if n > most || n == most && k < best {
			best, most = k, n
		}
	}
	return best
}
