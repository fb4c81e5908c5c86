package paint

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/injection"
)

// Characters that show nothing wherever they stand. A few are usual: places where a line may be broken,
// joiners of scripts that need them. Unicode's tag characters spell out whole sentences, overrides of the
// writing direction make text read otherwise than it looks, and a row of joiners is a message in bits.

// isTag reports whether a character is one of Unicode's tags, which mirror ASCII and are never seen.
func isTag(r rune) bool { return r >= 0xe0000 && r <= 0xe007f }

// isOverride reports whether a character turns the writing direction of whatever follows.
func isOverride(r rune) bool { return r == '\u202d' || r == '\u202e' }

// unseen reports whether nothing of s is seen.
func unseen(s string) bool {
	for _, r := range s {
		if !injection.Unseen(r) {
			return false
		}
	}
	return true
}

const (
	// So many unseen characters in a row, or beside so many others, are a message. Persian and Indic texts
	// have up to one in thirty.
	unseenInARow = 4
	unseenFew    = 12
	unseenShare  = 10
)

// code spells out what tag characters say and counts the other unseen characters of a page.
type code struct {
	tags     strings.Builder
	turned   []string // what overrides govern, as it is painted
	open     bool     // an override governs what is painted now
	unseen   int
	row      int
	longRow  int
	seen     int
	tagBox   Rect
	turnBox  Rect
	otherBox Rect
}

func newCode() code { return code{tagBox: nothing, turnBox: nothing, otherBox: nothing} }

// note looks at a glyph and reports whether it is only unseen characters.
func (c *code) note(g *Glyph) (hidden bool) {
	if len(g.Text) == 1 {
		c.letter(g)
		return false
	}
	hidden = true
	for _, r := range g.Text {
		switch {
		case isTag(r):
			if plain := r - 0xe0000; plain >= ' ' && plain < 0x7f && c.tags.Len() < longest {
				c.tags.WriteByte(byte(plain))
			}
			c.tagBox.include(g.Box)
		case isOverride(r):
			c.open = true
			c.turned = append(c.turned, "")
			c.turnBox.include(g.Box)
		case r == '\u202c':
			c.open = false
		case injection.Unseen(r):
			c.unseen++
			c.row++
			c.longRow = max(c.longRow, c.row)
			c.otherBox.include(g.Box)
			continue
		default:
			hidden = false
		}
	}
	if !hidden {
		c.letter(g)
	}
	return hidden
}

func (c *code) letter(g *Glyph) {
	c.seen++
	c.row = 0
	if c.open {
		last := &c.turned[len(c.turned)-1]
		if len(*last) < longest {
			*last += g.Text
		}
		c.turnBox.include(g.Box)
	}
}

// concealed is what the unseen characters of the page amount to.
func (c *code) concealed() []Concealed {
	var out []Concealed
	if s := c.tags.String(); hasWord(s) {
		out = append(out, Concealed{Text: s, Why: WhyTags, Box: c.tagBox})
	}
	if s := strings.Join(c.turned, " "); hasWord(s) {
		out = append(out, Concealed{Text: s, Why: WhyTags, Box: c.turnBox})
	}
	if c.longRow >= unseenInARow || c.unseen >= unseenFew && unseenShare*c.unseen > c.seen {
		out = append(out, Concealed{Text: fmt.Sprintf("%d characters that show nothing", c.unseen), Why: WhyTags, Box: c.otherBox})
	}
	return out
}
