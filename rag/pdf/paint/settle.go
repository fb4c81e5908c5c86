package paint

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// smallest is the size in points under which letters are taken for hidden. The small print of reports is
// five points; scaled-down pictures of pages go below two, and nobody reads them.
const smallest = 2.0

// settle ends the page: extents and fonts are completed, and the text that nobody sees is set apart.
func (p *painter) settle(html string) error {
	p.extents()
	p.uncode()
	p.fonts(html)
	p.reprieve()
	small := false
	for i := range p.page.Glyphs {
		g, k := &p.page.Glyphs[i], &p.marks[i]
		if k.why != "" || blank(g.Text) {
			continue
		}
		small = tiny(g, k, small)
		switch {
		case unseen(g.Text):
			k.why = WhyTags
		case small:
			k.why = WhyTiny
		case p.covered(g.Ink, k):
			k.why = WhyCovered
		}
		if err := p.spend(); err != nil {
			return err
		}
	}
	p.heap()
	p.conceal()
	p.page.Concealed = joinConcealed(p.page.Concealed)
	return nil
}

// reprieve lets letters be seen that a picture seems to swallow, where most letters of their word are seen:
// over a photograph a word may run from dark into light.
func (p *painter) reprieve() {
	gs := p.page.Glyphs
	for i := 0; i < len(gs); {
		end, seen, lost := i, 0, 0
		for ; end < len(gs) && !blank(gs[end].Text); end++ {
			if end > i && (math.Abs(gs[end].Origin[0]-gs[end-1].Origin[0]) > gs[end].Size || math.Abs(gs[end].Origin[1]-gs[end-1].Origin[1]) > gs[end].Size) {
				break
			}
			switch k := &p.marks[end]; {
			case k.why == "":
				seen++
			case k.doubtful && k.why == WhyNoContrast:
				lost++
			}
		}
		if lost > 0 && seen >= lost {
			for j := i; j < end; j++ {
				if k := &p.marks[j]; k.doubtful && k.why == WhyNoContrast {
					k.why = ""
				}
			}
		}
		i = max(end, i+1)
	}
}

// heap finds letters that are painted upon one another: many in a row, so close that none can be read.
func (p *painter) heap() {
	const many, close = 5, 0.2
	gs := p.page.Glyphs
	for i := 0; i < len(gs); {
		end := i
		for end+1 < len(gs) && hasWord(gs[end].Text) {
			k, next := &p.marks[end], &p.marks[end+1]
			dx, dy := next.m.e-k.m.e, next.m.f-k.m.f
			if wide := math.Max(k.ink.width(), k.ink.height()); dx*dx+dy*dy > close*close*wide*wide || !hasWord(gs[end+1].Text) {
				break
			}
			end++
		}
		if end-i+1 >= many {
			for j := i; j <= end; j++ {
				if p.marks[j].why == "" {
					p.marks[j].why = WhyCovered
				}
			}
		}
		i = end + 1
	}
}

// uncode finds what characters that show nothing say.
func (p *painter) uncode() {
	c := newCode()
	for i := range p.page.Glyphs {
		c.note(&p.page.Glyphs[i])
	}
	p.page.Concealed = append(p.page.Concealed, c.concealed()...)
}

// tiny reports whether a letter is too small to read: by the size of its font, or because it is squeezed.
// Marks go with the letter before them.
func tiny(g *Glyph, k *mark, before bool) bool {
	r, _ := utf8.DecodeRuneInString(g.Text)
	long := math.Max(k.ink.width(), k.ink.height())
	switch {
	case k.squeezed:
		return true
	case !unicode.IsLetter(r) && !unicode.IsDigit(r):
		return g.Size < smallest && !k.drawn || before
	case k.drawn: // the units of a Type 3 font say nothing
		return long < 0.5*smallest
	}
	return g.Size < smallest || long < 0.4*smallest
}

// conceal sets the glyphs that are not seen apart.
func (p *painter) conceal() {
	glyphs := p.page.Glyphs
	kept := glyphs[:0]
	var run []Glyph
	var why Why
	flush := func() {
		if len(run) == 0 {
			return
		}
		ws := Words(&Page{Glyphs: run})
		c := Concealed{Why: why, Box: nothing}
		for i, w := range ws {
			if i > 0 {
				c.Text += " "
			}
			c.Text += w.Text
			c.Box.include(w.Box)
		}
		if hasWord(c.Text) {
			c.Text = cutText(c.Text)
			p.page.Concealed = append(p.page.Concealed, c)
		}
		run = run[:0]
	}
	for i := range glyphs {
		w := p.marks[i].why
		if w == WhyTags { // reported by uncode, and part of no word
			continue
		}
		if blank(glyphs[i].Text) {
			if len(run) > 0 {
				run = append(run, glyphs[i])
				continue
			}
			kept = append(kept, glyphs[i])
			continue
		}
		if w != why {
			flush()
		}
		why = w
		if w == "" {
			kept = append(kept, glyphs[i])
			continue
		}
		run = append(run, glyphs[i])
	}
	flush()
	p.page.Glyphs = kept
}

// cutText bounds the length of a concealed text.
func cutText(s string) string {
	if len(s) > longest {
		s = strings.ToValidUTF8(s[:longest], "") + "…"
	}
	return s
}
