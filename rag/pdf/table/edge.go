package table

import (
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// cutAtEdges parts chunks where texts of other lines begin: columns of text may come closer to one another than
// the words of a line.
func (f *frame) cutAtEdges(lines []line) {
	var starts []float64
	for i := range lines {
		for c := range lines[i].chunks {
			if ch := &lines[i].chunks[c]; ch.kind == printed.Wordy {
				starts = append(starts, ch.x0)
			}
		}
	}
	f.cutWhere(lines, starts, max(3, (len(lines)+5)/6))
	// Words that begin at one place on most lines, behind more than a space, are a column of their own.
	starts = starts[:0]
	for i := range lines {
		for _, ch := range lines[i].chunks {
			for n := 1; n < len(ch.items); n++ {
				if p, q := &f.items[ch.items[n-1]], &f.items[ch.items[n]]; q.x0-p.x1 > 0.45*q.size && !q.raised {
					starts = append(starts, q.x0)
				}
			}
		}
	}
	f.cutWhere(lines, starts, max(4, 2*len(lines)/5))
}

// cutWhere parts chunks at the places where enough texts begin and hardly any word lies across.
func (f *frame) cutWhere(lines []line, starts []float64, enough int) {
	slices.Sort(starts)
	tried := 0
	for i := 0; i < len(starts) && tried < maxColumns; {
		j := i
		for j < len(starts) && starts[j]-starts[i] < 0.3*f.em {
			j++
		}
		if n := j - i; n >= enough {
			tried++
			if 8*f.crossings(lines, starts[i]) < n {
				f.cutAt(lines, starts[i])
			}
		}
		i = j
	}
}

// crossings counts words that lie across a place.
func (f *frame) crossings(lines []line, x float64) int {
	n := 0
	for i := range lines {
		for _, c := range lines[i].chunks {
			if c.x0 > x || c.x1 < x {
				continue
			}
			for _, it := range c.items {
				if w := &f.items[it]; w.x0 < x-0.5*w.size && w.x1 > x+0.5*w.size {
					n++
				}
			}
		}
	}
	return n
}

// cutAt parts chunks before a word that begins at x.
func (f *frame) cutAt(lines []line, x float64) {
	for i := range lines {
		l := &lines[i]
		for c := 0; c < len(l.chunks); c++ {
			ch := l.chunks[c]
			if ch.x0 > x-0.5*f.em || ch.x1 < x {
				continue
			}
			for n := 1; n < len(ch.items); n++ {
				p, q := &f.items[ch.items[n-1]], &f.items[ch.items[n]]
				if math.Abs(q.x0-x) < 0.3*f.em && q.x0-p.x1 > 0.28*q.size && !q.raised && !isBullet(p.text) && !isItemNumber(p.text) {
					l.chunks[c] = f.newChunk(ch.items[:n])
					l.chunks = slices.Insert(l.chunks, c+1, f.newChunk(ch.items[n:]))
					break
				}
			}
		}
	}
}

// isItemNumber recognises what begins an item of a list: "1.", "a)", "(iv)".
func isItemNumber(s string) bool {
	if len(s) < 2 || len(s) > 5 {
		return false
	}
	last := s[len(s)-1]
	return last == '.' || last == ')'
}
