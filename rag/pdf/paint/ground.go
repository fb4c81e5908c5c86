package paint

// piece is one painted area: a colour or a picture.
type piece struct {
	box     Rect
	shape   *shape // nil: all of the box
	clips   []*shape
	veils   []*mask
	raster  *raster // nil: a colour
	inverse affine  // from the page to the picture
	tilted  bool
	order   int
	ink     Color
	opacity float64
	mode    blend
}

// plain reports whether the piece covers all of its box and nothing shows through.
func (a *piece) plain() bool {
	return a.shape == nil && len(a.clips) == 0 && len(a.veils) == 0 && !a.tilted && a.opacity >= opaque && a.mode == blendNormal &&
		(a.raster == nil || !a.raster.seeThrough)
}

// opaque is the opacity from which nothing shows through.
const opaque = 0.99

// covers reports whether a point is in the piece; sure is false if that cannot be told.
func (a *piece) covers(x, y float64, work *int) (covered, sure bool) {
	*work++
	if !a.box.has(x, y) {
		return false, true
	}
	sure = true
	if a.shape != nil {
		in, s := a.shape.holds(x, y, work)
		if !in {
			return false, true
		}
		sure = s
	}
	if a.tilted {
		if u, v := a.inverse.at(x, y); u < 0 || v < 0 || u > a.raster.width || v > a.raster.height {
			return false, true
		}
	}
	for _, c := range a.clips {
		in, s := c.holds(x, y, work)
		if !in {
			return false, true
		}
		sure = sure && s
	}
	return true, sure
}

// coat is what a piece puts on a point.
type coat struct {
	ink     Color
	opacity float64
	mode    blend
	known   bool // false: it puts something on that cannot be told
}

// none reports whether the point stays as it was.
func (c coat) none() bool { return c.known && c.opacity <= 0 }

// solid reports whether nothing of what was there is left.
func (c coat) solid() bool { return c.known && c.opacity >= opaque && c.mode == blendNormal }

// at is what the piece puts on a point.
func (a *piece) at(x, y float64, work *int) coat {
	in, sure := a.covers(x, y, work)
	if !in {
		return coat{known: true}
	}
	c := coat{ink: a.ink, opacity: a.opacity, mode: a.mode, known: sure && a.mode != blendOther}
	if a.raster != nil {
		u, v := a.inverse.at(x, y)
		ink, alpha, ok := a.raster.at(u, v)
		c.ink, c.opacity, c.known = ink, c.opacity*alpha, c.known && ok
	}
	for _, m := range a.veils {
		level, ok := m.level(x, y, work)
		c.opacity, c.known = c.opacity*level, c.known && ok
	}
	if c.opacity <= 0 && sure {
		return coat{known: true}
	}
	return c
}

// ground is what is painted on a page, by the squares that it touches, in paint order.
type ground struct {
	pieces  []piece
	columns int
	rows    int
	squares [][]int32
	entries int // in all squares
}

// manyEntries bounds the memory that areas take by the squares they touch: thousands of large see-through ones
// are no page for people.
const manyEntries = 4_000_000

const (
	// square is the side of a square in points, larger on a large page.
	square     = 32.0
	manyACross = 64
)

func (g *ground) lay(width, height float64) {
	g.columns = 1 + min(int(max(width, 1)/square), manyACross)
	g.rows = 1 + min(int(max(height, 1)/square), manyACross)
	g.squares = make([][]int32, g.columns*g.rows)
}

func (g *ground) column(x float64) int { return min(max(int(x/square), 0), g.columns-1) }
func (g *ground) row(y float64) int    { return min(max(int(y/square), 0), g.rows-1) }

func (g *ground) add(a piece) {
	if g.squares == nil || g.entries > manyEntries || a.box[0] > a.box[2] || a.box[1] > a.box[3] {
		return
	}
	n := int32(len(g.pieces))
	g.pieces = append(g.pieces, a)
	plain := a.plain()
	for r := g.row(a.box[1]); r <= g.row(a.box[3]); r++ {
		for c := g.column(a.box[0]); c <= g.column(a.box[2]); c++ {
			at := &g.squares[r*g.columns+c]
			// What fills the square is all that can be seen of what was painted there so far. Squares at the
			// right and lower edge take in whatever lies beyond.
			if plain && r < g.rows-1 && c < g.columns-1 && a.box[0] <= float64(c)*square && a.box[1] <= float64(r)*square &&
				a.box[2] >= float64(c+1)*square && a.box[3] >= float64(r+1)*square {
				g.entries -= len(*at)
				*at = (*at)[:0]
			}
			*at = append(*at, n)
			g.entries++
		}
	}
}

// at are the pieces that may be painted at a point, in paint order.
func (g *ground) at(x, y float64) []int32 {
	if g.squares == nil {
		return nil
	}
	return g.squares[g.row(y)*g.columns+g.column(x)]
}
