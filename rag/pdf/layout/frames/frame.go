// Package frames looks at a page in the direction in which its text is written.
package frames

import (
	"math"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// A frame looks at a page in the direction in which its text is written, so that the rest of the package
// knows only lines that run from left to right and follow each other downwards. Its number is the turn of
// that text, in degrees clockwise: 0, 90, 180 or 270.
type Frame int

// Box is where a page's rectangle stands in the frame: along the writing direction and across it.
func (f Frame) Box(r paint.Rect) paint.Rect {
	switch f {
	case 90:
		return paint.Rect{r[1], -r[2], r[3], -r[0]}
	case 180:
		return paint.Rect{-r[2], -r[3], -r[0], -r[1]}
	case 270:
		return paint.Rect{-r[3], r[0], -r[1], r[2]}
	}
	return r
}

// Page is the way back: where a rectangle of the frame stands on the page.
func (f Frame) Page(r paint.Rect) paint.Rect {
	switch f {
	case 90:
		return paint.Rect{-r[3], r[0], -r[1], r[2]}
	case 180:
		return paint.Rect{-r[2], -r[3], -r[0], -r[1]}
	case 270:
		return paint.Rect{r[1], -r[2], r[3], -r[0]}
	}
	return r
}

// Across is a baseline's place in the frame.
func (f Frame) Across(base float64) float64 {
	if f == 90 || f == 180 {
		return -base
	}
	return base
}

// Of counts the letters of each turn and returns the turns, the one of most letters first. Text that
// is written askew is no reason to turn the page.
func Of(words []paint.Word) []Frame {
	var letters [4]int
	for i := range words {
		if w := &words[i]; !w.Skewed {
			letters[Quarter(w.Turn)] += len(w.Text)
		} else {
			letters[Quarter(w.Turn)]++
		}
	}
	var out []Frame
	for range letters {
		best := -1
		for q, n := range letters {
			if n > 0 && (best < 0 || n > letters[best]) {
				best = q
			}
		}
		if best < 0 {
			break
		}
		out = append(out, Frame(90*best))
		letters[best] = 0
	}
	return out
}

// Quarter is the nearest of the four turns, whatever is written in a word.
func Quarter(turn int) int { return ((int(math.Round(float64(turn)/90)) % 4) + 4) % 4 }

func Width(r paint.Rect) float64  { return r[2] - r[0] }
func Height(r paint.Rect) float64 { return r[3] - r[1] }

// Join is the smallest rectangle around both.
func Join(a, b paint.Rect) paint.Rect {
	return paint.Rect{math.Min(a[0], b[0]), math.Min(a[1], b[1]), math.Max(a[2], b[2]), math.Max(a[3], b[3])}
}

// Finite reports whether a rectangle is one: hostile files have places that are no numbers, or beyond all
// paper.
func Finite(r paint.Rect) bool {
	for _, v := range r {
		if math.IsNaN(v) || math.Abs(v) > 1e6 {
			return false
		}
	}
	return r[0] <= r[2] && r[1] <= r[3]
}
