package paint

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	_ "image/jpeg" // the formats that MuPDF writes into an SVG
	_ "image/png"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pdf/paint/tags"
	"github.com/sibyl-project/sibyl/rag/pdf/paint/texture"
)

// raster is a picture as the SVG holds it: decoded only if letters stand on it.
type raster struct {
	width, height float64
	data          string // base64, with its media type
	pixels        image.Image
	state         byte
	seeThrough    bool // it has an alpha channel of its own
	budget        *int // pixels that the page may still have decoded
	even          bool // a pattern of one colour
	ink           Color
}

const (
	encoded byte = iota
	decoded
	undecodable
)

// manyPixels bounds what is decoded of one page's pictures to tell what stands behind letters: up to four bytes
// each. What is not decoded is taken for something on which letters can be read.
const manyPixels = 24_000_000

func (p *painter) image(attrs string) error {
	r := &raster{budget: &p.pixels}
	var id string
	var x, y float64
	for {
		n, v, rest, ok := tags.Attribute(attrs)
		if !ok {
			break
		}
		attrs = rest
		switch n {
		case "id":
			id = v
		case "width":
			r.width = numberOf(v)
		case "height":
			r.height = numberOf(v)
		case "x":
			x = numberOf(v)
		case "y":
			y = numberOf(v)
		case "xlink:href":
			r.data = v
		}
	}
	r.seeThrough = hasAlpha(r.data)
	if id != "" {
		p.images[id] = r
	}
	g := p.top()
	m := affine{a: 1, d: 1, e: x, f: y}.in(g.matrix)
	if !m.finite() || r.width <= 0 || r.height <= 0 {
		return nil
	}
	return p.picture(m, r, g.opacity)
}

// picture paints a raster image, or a pattern whose look is not known (r without data).
func (p *painter) picture(m affine, r *raster, opacity float64) error {
	g := p.top()
	box := m.box(Rect{0, 0, r.width, r.height})
	switch g.into {
	case toLetter:
		g.letter.ink.include(box)
		return nil
	case toTile:
		g.tile.mix()
		return nil
	case toClip, toNowhere:
		return nil
	}
	if err := p.full(); err != nil {
		return err
	}
	box = box.cut(g.clip)
	if box.Empty() || opacity <= 0 {
		return nil
	}
	a := p.piece(box, nil, 0, opacity, p.next())
	a.raster, a.inverse, a.tilted = r, m.inverse(), !m.upright()
	switch {
	case g.into == toMask:
		g.maskDef.pieces = append(g.maskDef.pieces, a)
	case g.through != nil:
		p.show(g.through, a)
	default:
		p.page.Pictures = append(p.page.Pictures, Picture{Box: box, Order: a.order, raster: r})
		p.ground.add(a)
	}
	return nil
}

// rect is painted by MuPDF for a colour through a stencil, and for a pattern.
func (p *painter) rect(attrs string) error {
	g := p.top()
	var x, y float64
	r := &raster{state: undecodable, seeThrough: true}
	m := identity
	for {
		n, v, rest, ok := tags.Attribute(attrs)
		if !ok {
			break
		}
		attrs = rest
		switch n {
		case "x":
			x = numberOf(v)
		case "y":
			y = numberOf(v)
		case "width":
			r.width = numberOf(v)
		case "height":
			r.height = numberOf(v)
		case "transform":
			if m, ok = matrix(v); !ok {
				return nil
			}
		case "fill":
			if id, isPattern := strings.CutPrefix(tags.Reference(v), "pattern_"); isPattern {
				t := p.tiles["pattern_tile_"+id]
				if t == nil || !t.painted {
					return nil // a pattern of nothing
				}
				r.even, r.ink = !t.mixed, t.ink
			} else if c, ok := parseColor(v); ok { // through a stencil
				r.even, r.ink = true, c
			}
		}
	}
	m = affine{a: 1, d: 1, e: x, f: y}.in(m).in(g.matrix)
	if !m.finite() || r.width <= 0 || r.height <= 0 {
		return nil
	}
	return p.picture(m, r, g.opacity)
}

// head decodes the first bytes of a picture.
func head(data string) []byte {
	_, data, _ = strings.Cut(data, "base64,")
	var b [64]byte
	n := 0
	for i := 0; i < len(data) && n < len(b); i++ {
		if c := data[i]; c != '\n' && c != ' ' {
			b[n] = c
			n++
		}
	}
	out := make([]byte, 48)
	n, _ = base64.StdEncoding.Decode(out, b[:n&^3])
	return out[:n]
}

// hasAlpha reports whether a PNG has an alpha channel; a JPEG has none.
func hasAlpha(data string) bool {
	if !strings.HasPrefix(data, "data:image/png") {
		return false
	}
	h := head(data)
	return len(h) < 26 || h[25] == 4 || h[25] == 6 || h[25] == 3 // a palette may have transparent entries
}

// at is the colour and the opacity of the pixel at a place in the picture's own coordinates.
func (r *raster) at(x, y float64) (c Color, alpha float64, ok bool) {
	if r.even {
		return r.ink, 1, true
	}
	if r.state == encoded {
		r.decode()
	}
	if r.state != decoded {
		return 0, 1, false
	}
	b := r.pixels.Bounds()
	px := b.Min.X + min(max(int(x/r.width*float64(b.Dx())), 0), b.Dx()-1)
	py := b.Min.Y + min(max(int(y/r.height*float64(b.Dy())), 0), b.Dy()-1)
	n, _ := color.NRGBAModel.Convert(r.pixels.At(px, py)).(color.NRGBA)
	return Color(n.R)<<16 | Color(n.G)<<8 | Color(n.B), float64(n.A) / 255, true
}

func (r *raster) decode() {
	r.state = undecodable
	_, data, ok := strings.Cut(r.data, "base64,")
	if !ok {
		return
	}
	raw, err := base64.StdEncoding.DecodeString(strings.NewReplacer("\n", "", "\r", "", " ", "").Replace(data))
	if err != nil {
		return
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || c.Width <= 0 || c.Height <= 0 || r.budget == nil || c.Width > *r.budget/c.Height {
		return
	}
	*r.budget -= c.Width * c.Height
	r.pixels, _, err = image.Decode(bytes.NewReader(raw))
	if _, cmyk := r.pixels.(*image.CMYK); err == nil && !cmyk { // which way round printing inks are stored differs
		r.state = decoded
	}
}

// Wordless reports whether nothing can be written on a picture: it is a photograph, or the even ground of a page. A picture that cannot be decoded, or
// not within what a page may have decoded, may have words.
func (p *Picture) Wordless() bool {
	r := p.raster
	if r == nil || r.even {
		return false
	}
	if r.state == encoded {
		r.decode()
	}
	return r.state == decoded && texture.Of(r.pixels).Wordless()
}
