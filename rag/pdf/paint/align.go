package paint

import (
	"unicode"

	"github.com/sibyl-project/sibyl/rag/report/injection"
)

// shown is a character that is painted, with its glyph and the step of its baseline.
type shown struct {
	r     rune
	glyph int32
	at    int32
	met   bool
}

// alignment lays what the file says beside what it paints. Both are in the file's order, so nearly
// always they go side by side; where they part, the next six characters that agree join them again.
type alignment struct {
	p     *painter // nil if two texts are aligned and nothing is painted
	said  []said
	shown []shown
	work  *int
}

const (
	agreeing = 6    // characters that must agree to go on after a difference
	farOff   = 4096 // how far ahead they are looked for
)

// same reports whether two characters are one to a reader: hyphens of all kinds, and a figure that one side has as
// raised or lowered and the other as a plain one in smaller type.
func same(a, b rune) bool {
	return a == b || isHyphen(a) && isHyphen(b) || a >= '\u00b2' && level(a) == b || b >= '\u00b2' && level(b) == level(a)
}

// level is the character that is raised or lowered in itself, or the character.
func level(r rune) rune {
	if plain, ok := superscripts[r]; ok {
		return plain
	}
	if r >= '\u2080' && r <= '\u2089' {
		return r - '\u2080' + '0'
	}
	return r
}

// unmarked reports whether a character paints nothing where no hyphen is painted for it: a place where a word may
// be broken.
func unmarked(r rune) bool { return r == '\u00ad' }

// fonts aligns the HTML with the glyphs: fonts get their styles, ligatures their letters, and what is said
// but nowhere painted is set apart.
func (p *painter) fonts(html string) {
	s := listen(html, 2*p.limits.Glyphs)
	a := alignment{p: p, said: s.chars, shown: make([]shown, 0, len(p.page.Glyphs)), work: &p.work}
	for i := range p.page.Glyphs {
		g := &p.page.Glyphs[i]
		for _, r := range g.Text {
			if isBlank(r) || injection.Unseen(r) || unicode.IsControl(r) {
				continue
			}
			if f := expanded(r); f != "" {
				for _, part := range f {
					a.shown = append(a.shown, shown{r: part, glyph: int32(i), at: stepOf(g)})
				}
				continue
			}
			a.shown = append(a.shown, shown{r: r, glyph: int32(i), at: stepOf(g)})
		}
	}
	a.run()
	p.styles()
	left := newLeftovers(a.shown)
	for _, i := range p.repeats {
		g := &p.page.Glyphs[i]
		for _, r := range g.Text {
			left.counts[[2]int32{r, stepOf(g)}]++
		}
	}
	p.page.Concealed = append(p.page.Concealed, unpainted(&s, left, p.page.Width)...)
}

// Only is what stands in one HTML of a page and not in the other, with its place: what a layer hides that
// is switched off in one of them. Why says WhyOptional.
func Only(more, less string) []Concealed {
	l := Limits{}.orDefault()
	m, n := listen(more, 2*l.Glyphs), listen(less, 2*l.Glyphs)
	work := 0
	a := alignment{said: m.chars, shown: make([]shown, len(n.chars)), work: &work}
	for i := range n.chars {
		a.shown[i] = shown{r: n.chars[i].r, at: int32(n.lines[n.chars[i].line].base() / step)}
	}
	a.run()
	out := unpainted(&m, newLeftovers(a.shown), farthest)
	for i := range out {
		out[i].Why = WhyOptional
	}
	return joinConcealed(out)
}

// run walks both sides.
func (a *alignment) run() {
	i, j := 0, 0
	for i < len(a.said) && j < len(a.shown) {
		if same(a.said[i].r, a.shown[j].r) {
			if a.twice(i) && !a.agree(i, j, agreeing) && a.agree(i+1, j, agreeing) {
				if n := a.ligature(i, j); n > 0 {
					i += n
					continue
				}
			}
			a.meet(i, j)
			i++
			j++
			continue
		}
		if unmarked(a.said[i].r) {
			a.said[i].met = true
			i++
			continue
		}
		if n := a.ligature(i, j); n > 0 {
			i += n
			continue
		}
		if a.agree(i+1, j+1, 2) { // one stands for another
			i++
			j++
			continue
		}
		skipSaid, skipShown, ok := a.resume(i, j)
		if !ok {
			i++
			j++
			continue
		}
		i += skipSaid
		j += skipShown
	}
	if j == len(a.shown) {
		a.ligature(i, j)
	}
}

// twice reports whether the character at i goes on a word and the next one is the same. The last letter of a ligature
// then looks like the letter behind it, which is the one that is painted: "spin-off from".
func (a *alignment) twice(i int) bool {
	return a.p != nil && i+1 < len(a.said) && !a.said[i].spaced && a.said[i].r == a.said[i+1].r
}

// meet notes that a character is said and painted.
func (a *alignment) meet(i, j int) {
	a.said[i].met, a.shown[j].met = true, true
	p := a.p
	if p == nil {
		return
	}
	// A hyphen that only breaks the word; behind a figure it is more.
	if a.said[i].r == '\u00ad' && a.shown[j].r == '-' && j > 0 && unicode.IsLetter(a.shown[j-1].r) {
		p.page.Glyphs[a.shown[j].glyph].Text = "\u00ad"
	}
	f := p.page.Glyphs[a.shown[j].glyph].Font
	v := p.votes[f]
	v.all++
	v.bold += count(a.said[i].bold)
	v.italic += count(a.said[i].italic)
	p.votes[f] = v
}

// ligature gives the glyph before j the letters at i that it draws together with its own, and returns their
// number. MuPDF paints such a glyph under its first letter only. Only letters that fonts do draw together
// count: otherwise a file could put words between those that are seen.
func (a *alignment) ligature(i, j int) int {
	if a.p == nil || i == 0 || j == 0 || i >= len(a.said) || !a.said[i-1].met || !a.shown[j-1].met {
		return 0
	}
	g := &a.p.page.Glyphs[a.shown[j-1].glyph]
	n := a.joined(i, j, g.Text)
	for k := range n {
		a.said[i+k].met = true
		g.Text += string(a.said[i+k].r)
	}
	g.Text = unswapped(g.Text)
	return n
}

// joined is how many letters at i the glyph before j, which says text, draws together with its own.
func (a *alignment) joined(i, j int, text string) int {
	for n := 1; n <= 2 && i+n <= len(a.said); n++ {
		c := &a.said[i+n-1]
		if c.spaced || c.line != a.said[i-1].line {
			return 0
		}
		text += string(c.r)
		if !drawnTogether[unswapped(text)] {
			continue
		}
		next := i + n
		for next < len(a.said) && unmarked(a.said[next].r) && j < len(a.shown) && !same(a.said[next].r, a.shown[j].r) {
			next++
		}
		if next == len(a.said) || j == len(a.shown) || same(a.said[next].r, a.shown[j].r) {
			return n
		}
	}
	return 0
}

// agree reports whether n characters agree from i and j on, or as many as there are. Letters drawn together and
// what paints nothing are passed over, as run does.
func (a *alignment) agree(i, j, n int) bool {
	if i >= len(a.said) || j >= len(a.shown) {
		return false
	}
	for k := 0; k < n && i < len(a.said) && j < len(a.shown); {
		if same(a.said[i].r, a.shown[j].r) {
			i, j, k = i+1, j+1, k+1
			continue
		}
		if k == 0 {
			return false
		}
		if unmarked(a.said[i].r) {
			i++
			continue
		}
		together := 0
		if a.p != nil {
			together = a.joined(i, j, a.p.page.Glyphs[a.shown[j-1].glyph].Text)
		}
		if together == 0 {
			return false
		}
		i += together
	}
	return true
}

// resume finds the nearest place ahead where both sides agree again, passing over characters of one side.
func (a *alignment) resume(i, j int) (skipSaid, skipShown int, ok bool) {
	for k := 1; k < farOff; k++ {
		*a.work += 2
		if a.agree(i+k, j, agreeing) {
			return k, 0, true
		}
		if a.agree(i, j+k, agreeing) {
			return 0, k, true
		}
		if i+k >= len(a.said) && j+k >= len(a.shown) {
			break
		}
	}
	return 0, 0, false
}

// style counts how often letters of a font are said to be bold or italic.
type style struct{ all, bold, italic int }

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (p *painter) styles() {
	for i := range p.page.Glyphs {
		g := &p.page.Glyphs[i]
		if v := p.votes[g.Font]; v.all > 0 {
			g.Bold, g.Italic = 2*v.bold > v.all, 2*v.italic > v.all
		}
	}
}
