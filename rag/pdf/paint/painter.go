package paint

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint/tags"
)

// painter follows the SVG of one page in paint order.
type painter struct {
	page    *Page
	limits  Limits
	work    int
	pixels  int // that may still be decoded
	deep    bool
	order   int
	groups  []group
	letters map[letterKey]*letter
	clips   map[string]*shape
	masks   map[string]*mask
	tiles   map[string]*tile
	images  map[string]*raster
	ground  ground
	marks   []mark // beside page.Glyphs
	turns   matrices
	seen    map[spot]int32
	repeats []int32       // glyphs that were painted again
	votes   map[int]style // by font
	rects   []Rect
	like    likeness
}

// group is an open <g> or definition: what holds for all that is painted in it.
type group struct {
	name    string
	matrix  affine
	clip    Rect
	shapes  []*shape // clips that are no upright rectangles
	opacity float64
	mode    blend
	into    target
	clipDef *shape  // of toClip
	maskDef *mask   // of toMask
	letter  *letter // of toLetter
	tile    *tile   // of toTile
	through *mask   // letters through which is painted
	veils   []*mask // soft masks
}

// target is where a group's content goes.
type target byte

const (
	toPage target = iota
	toNowhere
	toClip
	toMask
	toLetter
	toTile
)

const (
	// deepest bounds how deep groups may be nested; deepestClips how many clips that are no rectangles, or soft
	// masks, may hold at once: each costs every letter below it.
	deepest      = 10_000
	deepestClips = 64
)

// tile is what a pattern repeats.
type tile struct {
	painted bool
	mixed   bool // in more than one colour, or in one that is not known
	ink     Color
}

func (t *tile) paint(ink Color) {
	t.mixed = t.mixed || t.painted && t.ink != ink
	t.painted, t.ink = true, ink
}

func (t *tile) mix() { t.painted, t.mixed = true, true }

var everywhere = Rect{-farthest, -farthest, farthest, farthest}

func newPainter(page *Page, l Limits, glyphs int) *painter {
	glyphs = min(glyphs, l.Glyphs)
	page.Glyphs = make([]Glyph, 0, glyphs)
	return &painter{
		page: page, limits: l, pixels: manyPixels,
		groups:  []group{{matrix: identity, opacity: 1, clip: everywhere}},
		letters: map[letterKey]*letter{}, clips: map[string]*shape{}, masks: map[string]*mask{},
		tiles: map[string]*tile{}, images: map[string]*raster{},
		marks: make([]mark, 0, glyphs), seen: make(map[spot]int32, glyphs), votes: map[int]style{},
	}
}

func (p *painter) top() *group { return &p.groups[len(p.groups)-1] }

func (p *painter) next() int {
	p.order++
	return p.order
}

// spend counts work, so that a page made to be slow ends early.
func (p *painter) spend() error {
	switch {
	case p.work > p.limits.Work || p.ground.entries > manyEntries:
		return fmt.Errorf("%w: it takes too long to tell what is visible", ErrCrowded)
	case p.deep || len(p.groups) > deepest:
		return fmt.Errorf("%w: its groups are nested too deep", ErrCrowded)
	}
	return nil
}

// paint reads the SVG.
func (p *painter) paint(svg string) error {
	e := tags.Elements{Rest: svg}
	for e.Next() {
		if len(e.Name) > 1 && e.Name[0] == '/' {
			p.leave(e.Name[1:])
			continue
		}
		var err error
		switch e.Name {
		case "use":
			err = p.use(e.Attr)
		case "path":
			err = p.path(e.Attr)
		case "g", "defs", "clipPath", "mask", "symbol", "pattern":
			if !strings.HasSuffix(e.Attr, "/") {
				p.enter(e.Name, e.Attr)
			}
		case "image":
			err = p.image(e.Attr)
		case "rect":
			err = p.rect(e.Attr)
		case "svg":
			p.size(e.Attr)
		}
		if err == nil {
			err = p.spend()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *painter) size(attrs string) {
	if p.page.Width == 0 {
		p.page.Width = min(numberOf(tags.Value(attrs, "width")), farthest)
		p.page.Height = min(numberOf(tags.Value(attrs, "height")), farthest)
		p.groups[0].clip = Rect{0, 0, p.page.Width, p.page.Height}
		p.ground.lay(p.page.Width, p.page.Height)
	}
}

func (p *painter) enter(name, attrs string) {
	g := *p.top()
	g.name = name
	switch name {
	case "defs":
		g.into = toNowhere
	case "g":
		p.open(&g, attrs)
	default:
		g = group{name: name, matrix: identity, clip: everywhere, opacity: 1, into: toNowhere}
		id := tags.Value(attrs, "id")
		switch name {
		case "clipPath":
			g.into, g.clipDef = toClip, &shape{box: nothing}
			p.clips[id] = g.clipDef
		case "mask":
			g.into, g.maskDef = toMask, &mask{}
			p.masks[id] = g.maskDef
		}
	}
	p.groups = append(p.groups, g)
}

// open reads the attributes of a <g>.
func (p *painter) open(g *group, attrs string) {
	for {
		n, v, rest, ok := tags.Attribute(attrs)
		if !ok {
			return
		}
		attrs = rest
		switch n {
		case "transform":
			if m, ok := matrix(v); ok {
				g.matrix = m.in(g.matrix)
			}
		case "clip-path":
			p.clip(g, p.clips[tags.Reference(v)])
		case "opacity":
			g.opacity *= numberOf(v)
		case "style":
			if m := blendOf(v); m != blendNormal {
				g.mode = m
			}
		case "mask":
			if m := p.masks[tags.Reference(v)]; m != nil {
				if m.letters() {
					g.through = m
				} else {
					g.veils = append(g.veils[:len(g.veils):len(g.veils)], m)
					p.deep = p.deep || len(g.veils) > deepestClips
				}
			}
		case "id":
			if g.into != toNowhere {
				continue
			}
			if key, ok := letterOf(v); ok { // a Type 3 letter: its parts follow
				l := &letter{ink: nothing, drawn: true}
				p.letters[key] = l
				*g = group{name: g.name, matrix: identity, clip: everywhere, opacity: 1, into: toLetter, letter: l}
			} else {
				p.tiles[v] = &tile{}
				*g = group{name: g.name, matrix: identity, clip: everywhere, opacity: 1, into: toTile, tile: p.tiles[v]}
			}
		}
	}
}

// clip narrows a group to a clip path, which is written in the group's own coordinates.
func (p *painter) clip(g *group, c *shape) {
	if c == nil {
		return
	}
	if len(c.rects) == 1 && g.matrix == identity {
		g.clip = g.clip.cut(c.rects[0])
		return
	}
	if c.box.Empty() {
		g.clip = nothing
		return
	}
	g.clip = g.clip.cut(g.matrix.box(c.box))
	if g.matrix != identity {
		if len(c.rects) == 1 && g.matrix.upright() {
			return
		}
		c = &shape{box: g.matrix.box(c.box), data: c.data, m: c.m.in(g.matrix), evenOdd: c.evenOdd}
	}
	g.shapes = append(g.shapes[:len(g.shapes):len(g.shapes)], c)
	p.deep = p.deep || len(g.shapes) > deepestClips
}

func (p *painter) leave(name string) {
	if len(p.groups) > 1 && p.top().name == name {
		p.groups = p.groups[:len(p.groups)-1]
	}
}
