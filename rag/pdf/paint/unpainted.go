package paint

import "unicode"

// few is how many characters that are painted may stand among those that are not: single ones stand on
// both sides by chance and do not part a sentence.
const few = 2

// unpainted is what is said and not painted, once characters that only stand in another order (as in lines
// from right to left) are matched by their place.
func unpainted(s *saying, left *leftovers, width float64) []Concealed {
	var out []Concealed
	cs := s.chars
	for i := 0; i < len(cs); {
		if cs[i].met {
			i++
			continue
		}
		line := cs[i].line
		end, met := i+1, 0
		for k := end; k < len(cs) && cs[k].line == line && met <= few; k++ {
			if met++; !cs[k].met {
				met, end = 0, k+1
			}
		}
		start := i
		if first := nearEdge(cs, i, -1); first >= 0 {
			start = first
		}
		if last := nearEdge(cs, end-1, 1); last >= 0 {
			end = last + 1
		}
		if c, ok := missing(s, cs[start:end], left, width); ok {
			out = append(out, c)
		}
		i = end
	}
	return out
}

// nearEdge is the line's first or last character, if only a few stand between it and i; otherwise -1.
func nearEdge(cs []said, i, way int) int {
	for n := 0; n <= few; n++ {
		next := i + way
		if next < 0 || next >= len(cs) || cs[next].line != cs[i].line {
			return i
		}
		i = next
	}
	return -1
}

// missing looks at a run of characters of one line that were said and not painted.
func missing(s *saying, run []said, left *leftovers, width float64) (Concealed, bool) {
	line := &s.lines[run[0].line]
	text := make([]rune, 0, len(run)+8)
	words := 0
	for i := range run {
		if run[i].spaced && i > 0 {
			text = append(text, ' ')
		}
		text = append(text, run[i].r)
		if !run[i].met && !left.take(run[i].r, line) && isWord(run[i].r) {
			words++
		}
	}
	if words == 0 {
		return Concealed{}, false
	}
	why := WhyInvisible
	if left.any(line) {
		why = WhyReplaced
	}
	long := min(0.5*line.size*float64(len(text)), max(width-line.left, line.size))
	return Concealed{Text: cutText(string(text)), Why: why, Box: Rect{line.left, line.top, line.left + long, line.top + line.size}}, true
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// joinConcealed makes one of texts that follow each other for the same reason.
func joinConcealed(cs []Concealed) []Concealed {
	out := cs[:0]
	for _, c := range cs {
		if n := len(out); n > 0 && out[n-1].Why == c.Why && len(out[n-1].Text)+len(c.Text) < longest && out[n-1].near(&c) {
			out[n-1].Text += " " + c.Text
			out[n-1].Box.include(c.Box)
			continue
		}
		out = append(out, c)
	}
	return out
}

// near reports whether two texts stand on neighbouring lines.
func (c *Concealed) near(o *Concealed) bool {
	high := max(o.Box.height(), 1)
	return o.Box[1] < c.Box[3]+2*high && o.Box[3] > c.Box[1]-2*high
}

// longest bounds the bytes of one concealed text.
const longest = 4000

// leftovers are the painted characters that the alignment left over, by their baseline.
type leftovers struct {
	counts map[[2]int32]int // rune and step of the baseline
	words  map[int32]int    // letters and digits by step
}

const (
	step   = 4               // points
	turned = int32(-1 << 30) // of what is not upright: its place is not known from the HTML
)

func stepOf(g *Glyph) int32 {
	if g.Turn != 0 || g.Skewed {
		return turned
	}
	return int32(g.Origin[1] / step)
}

func newLeftovers(all []shown) *leftovers {
	l := &leftovers{counts: map[[2]int32]int{}, words: map[int32]int{}}
	for i := range all {
		if all[i].met {
			continue
		}
		l.counts[[2]int32{all[i].r, all[i].at}]++
		if isWord(all[i].r) {
			l.words[all[i].at]++
		}
	}
	return l
}

// take removes one character near a line, if there is one.
func (l *leftovers) take(r rune, line *saidLine) bool {
	if len(l.counts) == 0 {
		return false
	}
	at := int32(line.base() / step)
	for _, b := range [4]int32{at, at - 1, at + 1, turned} {
		k := [2]int32{r, b}
		if l.counts[k] == 0 {
			continue
		}
		l.counts[k]--
		if isWord(r) && l.words[b] > 0 {
			l.words[b]--
		}
		return true
	}
	return false
}

// any reports whether letters are left over near a line.
func (l *leftovers) any(line *saidLine) bool {
	at := int32(line.base() / step)
	return l.words[at]+l.words[at-1]+l.words[at+1] > 0
}
