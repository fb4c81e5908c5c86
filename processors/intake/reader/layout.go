package reader

import (
	"math"
	"strings"

	"github.com/sibyl-project/sibyl/rag/document"
)

// row is what stands side by side on one baseline of a page, in the order of the file.
type row struct {
	pieces    []string
	top, left float64
	size      float64
	bold      bool
	block     int // of a plain page
	role      document.Role
	starts    bool // begins a new block
}

// text is the row as one line: pieces are parted by tabs, but for the mark of a list item.
func (r *row) text() string {
	var b strings.Builder
	for i, p := range r.pieces {
		switch {
		case i == 0:
		case i == 1 && r.marked():
			b.WriteByte(' ')
		default:
			b.WriteByte('\t')
		}
		b.WriteString(p)
	}
	return b.String()
}

// columns counts pieces, leaving out the mark of a list item.
func (r *row) columns() int {
	if r.marked() {
		return len(r.pieces) - 1
	}
	return len(r.pieces)
}

// marked reports whether the row starts with the mark of a list item or the number of a footnote.
func (r *row) marked() bool {
	if len(r.pieces) < 2 {
		return false
	}
	if isMark(r.pieces[0]) {
		return true
	}
	n := r.pieces[0]
	return len(r.pieces) == 2 && len(n) <= 2 && isNumber(n) && len(strings.Fields(r.pieces[1])) > 2 && hasLetter(r.pieces[1])
}

// rows joins consecutive lines that stand on one baseline, left to right. Lines that are not
// consecutive in the file are not joined: the columns of a page share baselines by chance.
func rows(p *RawPage) []row {
	var out []row
	var base, left float64
	for _, l := range p.Lines {
		if n := len(out); n > 0 && !p.Plain && math.Abs(l.base()-base) <= 0.3*math.Min(l.Size, out[n-1].size) && l.Left > left {
			r := &out[n-1]
			r.pieces = append(r.pieces, l.Text)
			r.bold = r.bold && l.Bold
			r.size = math.Max(r.size, l.Size)
			left = l.Left
			continue
		}
		out = append(out, row{pieces: []string{l.Text}, top: l.Top, left: l.Left, size: l.Size, bold: l.Bold, block: l.Block})
		base, left = l.base(), l.Left
	}
	return out
}

// shape is what is typical of a whole document.
type shape struct {
	body  float64 // font size of most letters
	pitch float64 // distance of lines within a paragraph, in font sizes
}

func shapeOf(pages [][]row) shape {
	letters, pitches := map[int]int{}, map[int]int{}
	for _, rs := range pages {
		for i, r := range rs {
			n := len(r.text())
			letters[tenths(r.size)] += n
			if i == 0 || n < 40 || math.Abs(r.left-rs[i-1].left) > 1 || tenths(r.size) != tenths(rs[i-1].size) || r.size == 0 {
				continue
			}
			if p := (r.top - rs[i-1].top) / r.size; p > 0.8 && p < 2.5 {
				pitches[tenths(p)]++
			}
		}
	}
	s := shape{body: float64(mostFrequent(letters)) / 10, pitch: float64(mostFrequent(pitches)) / 10}
	if s.pitch == 0 {
		s.pitch = 1.3
	}
	return s
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

// split marks where blocks begin and which role each row has; furniture is marked already.
func (s shape) split(p *RawPage, rs []row) {
	prev := -1 // the row before that is not furniture
	for i := range rs {
		r := &rs[i]
		if r.role == document.RoleFurniture {
			r.starts = i == 0 || rs[i-1].role != document.RoleFurniture
			continue
		}
		r.role = s.roleOf(r, p.Plain)
		r.starts = prev < 0 || prev != i-1 || !s.continues(&rs[prev], r, p.Plain)
		prev = i
	}
	s.settleHeadings(rs)
}

func (s shape) roleOf(r *row, plain bool) document.Role {
	switch {
	case plain:
		return document.RoleBody
	case r.columns() > 1:
		return document.RoleRow
	case r.size >= 1.15*s.body || r.bold:
		return document.RoleHeading // until settleHeadings has seen the whole block
	case r.size <= 0.8*s.body:
		return document.RoleNote
	}
	return document.RoleBody
}

// continues reports whether b goes on with the block of a, the row before it.
func (s shape) continues(a, b *row, plain bool) bool {
	if plain {
		return a.block == b.block
	}
	if a.role != b.role || a.bold != b.bold && b.role != document.RoleRow {
		return false
	}
	step := b.top - a.top
	if b.role == document.RoleRow {
		return step > 0 && step <= 4*b.size
	}
	if _, ok := bullet(b.text()); ok || b.marked() {
		return false
	}
	if math.Abs(a.size-b.size) > 0.12*math.Max(a.size, b.size) {
		return false
	}
	return step > 0.3*b.size && step <= 1.25*s.pitch*b.size && math.Abs(b.left-a.left) <= 3*b.size
}

// settleHeadings makes body text of what is only set in bold or large letters: headings are short and
// do not end like a sentence.
func (s shape) settleHeadings(rs []row) {
	for i := 0; i < len(rs); {
		end := i + 1
		for end < len(rs) && !rs[end].starts {
			end++
		}
		if rs[i].role == document.RoleHeading && !headingLike(rs[i:end], rs[i].size >= 1.15*s.body) {
			for j := i; j < end; j++ {
				rs[j].role = document.RoleBody
			}
		}
		i = end
	}
}

func headingLike(rs []row, large bool) bool {
	var text strings.Builder
	for i := range rs {
		text.WriteString(rs[i].text())
		text.WriteByte(' ')
	}
	t := strings.TrimSpace(text.String())
	words := len(strings.Fields(t))
	if _, ok := bullet(t); ok || words > 14 || len(rs) > 4 || !hasLetter(t) {
		return false
	}
	if strings.HasSuffix(t, ".") && words > 3 {
		return false
	}
	return large || words <= 10
}
