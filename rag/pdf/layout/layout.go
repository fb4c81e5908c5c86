package layout

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/layout/frames"
	"github.com/sibyl-project/sibyl/rag/pdf/layout/typeset"
	"github.com/sibyl-project/sibyl/rag/pdf/paint"
	"github.com/sibyl-project/sibyl/rag/report/document"
)

// pageText is a page's text before its order is known.
type pageText struct {
	raw       *RawPage
	turn      frames.Frame
	sheet     paint.Rect // the page in its frame
	fragments []fragment // of the main direction, outside tables
	turned    []turned   // what is written in other directions
	charts    []chart
}

// turned is text of another direction than the page's: axis labels, spines, watermarks.
type turned struct {
	turn      frames.Frame
	fragments []fragment
}

// string is a fragment's text, its words parted by spaces.
func (f *fragment) string() string {
	var b strings.Builder
	for i := range f.words {
		if i > 0 && f.words[i].x0()-f.words[i-1].x1() >= glueGap*f.size {
			b.WriteByte(' ')
		}
		b.WriteString(string(f.words[i].text))
	}
	return b.String()
}

// textOf folds a page's words and puts them together to fragments. The words of tables stay apart.
func textOf(p *RawPage) pageText {
	t := pageText{raw: p}
	tabled := make([]bool, len(p.Words))
	for i := range p.Tables {
		eachWord(&p.Tables[i], func(w int) {
			if w >= 0 && w < len(tabled) {
				tabled[w] = true
			}
		})
	}
	turns := frames.Of(p.Words)
	if len(turns) > 0 {
		t.turn = turns[0]
	}
	t.sheet = t.turn.Box(paint.Rect{0, 0, p.Width, p.Height})
	for _, f := range turns {
		var upright, askew []word
		for i := range p.Words {
			s := &p.Words[i]
			if tabled[i] || frames.Frame(90*frames.Quarter(s.Turn)) != f {
				continue
			}
			w, ok := newWord(s, f)
			switch {
			case !ok:
			case w.skewed:
				askew = append(askew, w)
			default:
				upright = append(upright, w)
			}
		}
		if f == t.turn {
			t.fragments = fragmentsOf(upright)
		} else if len(upright) > 0 {
			t.turned = append(t.turned, turned{f, fragmentsOf(upright)})
		}
		if len(askew) > 0 {
			t.turned = append(t.turned, turned{f, fragmentsOf(askew)})
		}
	}
	return t
}

// layout reads a page: its lines in reading order, with roles and blocks.
func (s shape) layout(t *pageText) []line {
	if t.raw.Plain != nil {
		return linesOfPlain(t.raw.Plain)
	}
	var heads, feet []*fragment
	var els []element
	markTicks(t.fragments)
	t.charts = chartsOf(t.fragments, s.body)
	middle := (t.sheet[1] + t.sheet[3]) / 2
	for i := range t.fragments {
		f := &t.fragments[i]
		switch {
		case f.role == inChart:
		case f.role != inFurniture:
			els = append(els, fragmentElement(f))
		case f.base < middle:
			heads = append(heads, f)
		default:
			feet = append(feet, f)
		}
	}
	els = append(els, t.tableElements()...)
	for i, c := range t.charts {
		if c.free {
			els = append(els, chartElement(c, i))
		}
	}
	els = append(els, t.rules(els)...)
	els = panelsOf(els, t.fills(), frames.Width(t.sheet), frames.Height(t.sheet))

	var o orderer
	o.size = t.size(s.body)
	o.pitch = s.pitch * o.size
	o.region(els, 0)

	out := furnitureLines(heads, t.turn)
	out = append(out, s.leaves(t, o.leaves)...)
	for _, c := range t.charts {
		if !c.free {
			out = append(out, chartLines(c, t.turn)...)
		}
	}
	out = append(out, turnedLines(t.turned)...)
	return append(out, furnitureLines(feet, t.turn)...)
}

// size is the font size of most of the page's letters, near the document's.
func (t *pageText) size(body float64) float64 {
	letters := map[int]int{}
	for i := range t.fragments {
		letters[tenths(t.fragments[i].size)] += t.fragments[i].n
	}
	size := float64(mostFrequent(letters)) / 10
	if size <= 0 {
		size = body
	}
	if size <= 0 {
		return 10
	}
	return size
}

// rules are the lines drawn across the page that part what stands above from what stands below.
func (t *pageText) rules(els []element) []element {
	const most = 100
	var out []element
	for _, r := range t.raw.Rules {
		box := t.turn.Box(r)
		if frames.Width(box) < 0.45*frames.Width(t.sheet) || frames.Height(box) > 3 || len(out) == most {
			continue
		}
		if slices.ContainsFunc(els, func(e element) bool {
			return e.table > 0 && overlap(box, e.box) > 0.5 || e.table == 0 && box[1] > e.box[1] && box[3] < e.box[3]
		}) {
			continue // a table's own, or through the middle of a line
		}
		out = append(out, element{box: box, rule: true})
	}
	return out
}

func (t *pageText) fills() []area {
	out := make([]area, len(t.raw.Fills))
	for i, f := range t.raw.Fills {
		out[i] = area{t.turn.Box(f.Box), f.Ink}
	}
	return out
}

// leaves writes the parts of a page as lines; notes at the foot follow what they are notes to.
func (s shape) leaves(t *pageText, ls []leaf) []line {
	var out, notes []line
	for _, lf := range ls {
		if n := lf.els[0].table; n > 0 {
			out = append(out, t.tableLines(n-1)...)
			continue
		}
		if n := lf.els[0].chart; n > 0 {
			out = append(out, chartLines(t.charts[n-1], t.turn)...)
			continue
		}
		lines := linesOf(lf.els, t.turn)
		markItems(lines)
		s.split(lines)
		for i := range lines {
			lines[i].aside = lf.inPanel
			if lines[i].role == document.RoleNote && lf.inPanel == 0 && footnote(lines, i, t) {
				notes = append(notes, lines[i])
			} else {
				out = append(out, lines[i])
			}
		}
	}
	keepAsides(out)
	return append(out, notes...)
}

// footnote reports whether a note belongs to the foot of the page: it stands in its lower part, with
// nothing but notes below it in its column, and its block begins with a mark.
func footnote(ls []line, i int, t *pageText) bool {
	if ls[i].base-t.sheet[1] < 0.55*frames.Height(t.sheet) {
		return false
	}
	for j := i; j < len(ls); j++ {
		if ls[j].role != document.RoleNote {
			return false
		}
	}
	for i > 0 && !(ls[i].starts && (ls[i].noted || isNoteStart(ls[i].text))) && ls[i-1].role == document.RoleNote {
		i--
	}
	return ls[i].noted || isNoteStart(ls[i].text)
}

// isNoteStart reports whether a line begins with the mark of a footnote.
func isNoteStart(text []rune) bool {
	head, _, ok := strings.Cut(string(text), " ")
	if !ok {
		return false
	}
	if strings.HasPrefix(head, "(") && strings.HasSuffix(head, ")") || strings.HasSuffix(head, ")") {
		return len(head) <= 4
	}
	return len([]rune(head)) <= 3 && (typeset.IsNumbering(head) && strings.IndexByte(strings.TrimRight(head, "."), '.') < 0 || strings.ContainsAny(head, "*†‡§"))
}

func furnitureLines(fs []*fragment, turn frames.Frame) []line {
	if len(fs) == 0 {
		return nil
	}
	els := make([]element, len(fs))
	for i, f := range fs {
		els[i] = fragmentElement(f)
	}
	out := linesOf(els, turn)
	for i := range out {
		out[i].role = document.RoleFurniture
		out[i].starts = i == 0
	}
	return out
}

// turnedLines are texts of other directions, each a block of its own.
func turnedLines(ts []turned) []line {
	var out []line
	for _, t := range ts {
		var els []element
		for i := range t.fragments {
			els = append(els, fragmentElement(&t.fragments[i]))
		}
		o := orderer{division: division{size: 8, pitch: 10}}
		o.region(els, 0)
		for _, lf := range o.leaves {
			ls := linesOf(lf.els, t.turn)
			for i := range ls {
				ls[i].role = document.RoleBody
				if len(ls[i].text) < 60 {
					ls[i].role = document.RoleRow
				}
				ls[i].starts = i == 0 || ls[i].base-ls[i-1].base > 2*ls[i].size || ls[i].role != ls[i-1].role
			}
			out = append(out, ls...)
		}
	}
	return out
}
