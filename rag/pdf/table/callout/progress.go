package callout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/pdf/table/printed"
)

// Sizes and distances in font sizes.
const (
	leastTrack  = 6.0  // of a track, from its beginning to its end
	highTrack   = 2.6  // the most
	overTrack   = 2.8  // from a track to the words over it
	underTrack  = 2.2  // to those under it
	beforeTrack = 20.0 // to its name in front of it
	behindTrack = 6.0  // to a figure behind it
	filledPart  = 0.02 // by how much of a track it may be filled more or less than its figure says
	mostTracks  = 60
	leastTracks = 2 // rows of what is read
)

// track is a bar of which a part is filled.
type track struct {
	rect paint.Rect
	part float64
	runs []int
}

// Progress finds bars of which a part is filled: a name over or before each of them, and the figure that says how much. That as much of the bar is
// filled is the proof. Further figures with periods are what is aimed at, or was before.
func Progress(runs []Run, boxes []paint.Rect, em float64) []Group {
	if len(runs) > mostRuns {
		return nil
	}
	p := &page{runs: runs, em: em, within: make([]bool, len(runs))}
	all := tracks(boxes, em)
	if len(all) > mostTracks {
		return nil
	}
	for n := range runs {
		best, away := -1, math.Inf(1)
		for k := range all {
			if d := p.fromTrack(n, all[k].rect); d < away {
				best, away = k, d
			}
		}
		if best >= 0 {
			all[best].runs = append(all[best].runs, n)
		}
	}
	var g Group
	rows, used, proven := make([][]Row, len(all)), make([][]int, len(all)), 0
	for k := range all {
		if rows[k], used[k] = p.filled(&all[k], filledPart); rows[k] != nil {
			proven++
		}
	}
	for k := range all {
		if rows[k] == nil && proven >= leastTracks && 2*proven >= len(all) {
			rows[k], used[k] = p.filled(&all[k], 1) // one that is drawn carelessly among those that are not
		}
		if rows[k] == nil || !p.take(used[k]) {
			continue
		}
		if len(g.Rows) == 0 {
			g.Rect = all[k].rect
		}
		g.Rect = join(g.Rect, all[k].rect)
		for _, r := range rows[k] {
			g.Rect = join(join(g.Rect, r.Label.Rect), r.Figure.Rect)
		}
		g.Rows = append(g.Rows, rows[k]...)
	}
	if len(g.Rows) < leastTracks {
		return nil
	}
	return []Group{g}
}

// tracks are boxes with another in them that begins where they begin, is as high and not longer; from top to bottom.
func tracks(boxes []paint.Rect, em float64) (out []track) {
	for i, o := range boxes {
		if h := o[3] - o[1]; h < 0.15*em || h > highTrack*em || o[2]-o[0] < leastTrack*em {
			continue
		}
		part, found := 0.0, false
		for k, b := range boxes {
			off := 0.12 * em
			if k != i && math.Abs(b[0]-o[0]) < off && math.Abs(b[1]-o[1]) < off && math.Abs(b[3]-o[3]) < off && b[2] < o[2]+off && (b[2] < o[2]-off || k > i) {
				if now := (b[2] - b[0]) / (o[2] - o[0]); found && math.Abs(now-part) > 0.001 {
					found = false // of several parts
					break
				} else {
					part, found = math.Min(now, 1), true
				}
			}
		}
		if found {
			out = append(out, track{rect: o, part: part})
		}
	}
	slices.SortStableFunc(out, func(a, b track) int {
		return cmp.Or(cmp.Compare(a.rect[1], b.rect[1]), cmp.Compare(a.rect[0], b.rect[0]))
	})
	return out
}

// fromTrack is how far a run stands from a track that it may belong to.
func (p *page) fromTrack(n int, t paint.Rect) float64 {
	r := p.runs[n].Rect
	inside := r[0] > t[0]-0.7*p.em && r[2] < t[2]+behindTrack*p.em
	switch over, under := t[1]-r[3], r[1]-t[3]; {
	case over > -0.3*p.em && over < overTrack*p.em && inside:
		return math.Max(over, 0)
	case under > -0.3*p.em && under < underTrack*p.em && inside:
		return math.Max(under, 0)
	case math.Abs(r[1]+r[3]-t[1]-t[3]) < 1.2*p.em && (inside || r[2] < t[0] && t[0]-r[2] < beforeTrack*p.em):
		return math.Max(t[0]-r[2], 0) / beforeTrack
	}
	return math.Inf(1)
}

// filled reads the words of a track; nil if they do not say how much of it is filled, but for what it may be off.
func (p *page) filled(t *track, off float64) (rows []Row, used []int) {
	over := slices.ContainsFunc(t.runs, func(n int) bool {
		r := &p.runs[n]
		return r.Rect[1] < t.rect[1]-0.3*p.em && r.Rect[0] > t.rect[0]-0.7*p.em && r.Rect[0] < t.rect[0]+0.7*p.em && letters(r.Said) >= leastNaming
	})
	var name []int
	var aims []note
	var now *note
	for _, part := range p.onLines(t.runs) {
		r, before := part.run, part.run.Rect[2] < t.rect[0]
		if before && over {
			continue // what stands in front of the bar is of something else
		}
		if before && (len(name) > 0 || off > filledPart) {
			return nil, nil // cells of a row
		}
		words := strings.Fields(r.Said)
		if len(words) != len(r.Words) {
			return nil, nil
		}
		if one, ok := readNote(words, r.Words, r.Rect); ok && !before {
			aims, used = append(aims, one), append(used, part.runs...)
			continue
		}
		if one, ok := says(&r, t.part, off); ok {
			if now != nil {
				return nil, nil
			}
			now, used = &one, append(used, part.runs...)
			continue
		}
		if _, isFigure := printed.ReadFigure(r.Said); isFigure || letters(r.Said) < leastNaming {
			return nil, nil // an axis, or a figure that the bar does not show
		}
		if r.Rect[0] < t.rect[0]+0.7*p.em && r.Rect[1] < t.rect[3] {
			name = append(name, part.runs...)
		}
	}
	if now == nil || len(name) == 0 || len(name) > 2 {
		return nil, nil
	}
	slices.SortStableFunc(name, func(a, b int) int { return cmp.Compare(p.runs[a].Base, p.runs[b].Base) })
	label := p.cell(name)
	rows = append(rows, Row{Label: label, Note: Cell{Lines: now.words, Rect: now.rect}, Figure: Cell{Lines: [][]int{now.figure}, Rect: now.rect}})
	for _, a := range aims {
		rows = append(rows, Row{Label: label, Goes: true, Note: Cell{Lines: a.words, Rect: a.rect}, Figure: Cell{Lines: [][]int{a.figure}, Rect: a.rect}})
	}
	return rows, append(used, name...)
}

// onLine is runs that follow one another on a line as words do.
type onLine struct {
	run  Run
	runs []int
}

// onLines puts runs together that follow one another on a line.
func (p *page) onLines(runs []int) (out []onLine) {
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(a, b int) int {
		if d := p.runs[a].Base - p.runs[b].Base; math.Abs(d) > 0.2*p.em {
			return sign(d)
		}
		return sign(p.runs[a].Rect[0] - p.runs[b].Rect[0])
	})
	for _, n := range runs {
		r := p.runs[n]
		if k := len(out) - 1; k >= 0 {
			last := &out[k]
			gap, level := r.Rect[0]-last.run.Rect[2], math.Abs(r.Base-last.run.Base) < 0.2*p.em
			if level && gap > -0.1*p.em && gap < 0.5*r.Size && math.Abs(r.Size-last.run.Size) < 0.05*r.Size {
				last.runs = append(last.runs, n)
				last.run.Said, last.run.Rect = last.run.Said+" "+r.Said, join(last.run.Rect, r.Rect)
				last.run.Words = append(slices.Clone(last.run.Words), r.Words...)
				continue
			}
		}
		out = append(out, onLine{r, []int{n}})
	}
	return out
}

// says reads a per cent, with a word or two before or behind it, that is the part of a bar that is filled.
func says(r *Run, part, off float64) (note, bool) {
	words := strings.Fields(r.Said)
	if len(words) != len(r.Words) || len(words) > mostBeside+2 {
		return note{}, false
	}
	for from := range words {
		for to := from + 1; to <= len(words); to++ {
			if from > 0 && to < len(words) {
				continue
			}
			f, ok := printed.ReadFigure(bare(words[from:to]))
			if !ok || f.Unit != "%" || f.Negative {
				continue
			}
			for _, decimal := range []string{".", ","} {
				if v, ok := amount(f.Token, decimal); ok && math.Abs(v/100-part) < off {
					out := note{figure: slices.Concat(r.Words[from:to]...), rect: r.Rect}
					if rest := slices.Concat(append(slices.Clone(r.Words[:from]), r.Words[to:]...)...); len(rest) > 0 {
						out.words = [][]int{rest}
					}
					return out, true
				}
			}
		}
	}
	return note{}, false
}
