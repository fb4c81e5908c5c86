// Package texture tells pictures on which something may be written from photographs, by how their lightness goes on from pixel to pixel.
package texture

import (
	"image"
	"image/color"
)

// Texture is how a picture looks from near: which shares of its short stretches are of one lightness, run from one into another, or leap; and which share
// of it is as light as paper.
type Texture struct{ even, running, leaping, ground float64 }

// What tells photographs from what is drawn or written. Of 40 large pictures of thirteen reports, each looked at, charts, tables and diagrams have
// a running share of at most 0.23 and an even one of at least 0.68; photographs and renderings have 0.32 and more that runs, but for two of woods and
// fields, which leap nearly everywhere.
const (
	runs     = 0.30
	nowhere  = 0.10 // as little is even where everything leaps
	groundOf = 0.50 // paper that was scanned runs, too, and most of it is as light as paper
	leapless = 0.001
)

// Wordless reports whether nothing can be written there: it is a photograph, or the even ground of a page.
func (t Texture) Wordless() bool {
	if t.leaping <= leapless { // a ground, though it may shade off
		return true
	}
	return t.ground < groundOf && (t.running >= runs || t.even <= nowhere)
}

const (
	stretch  = 8   // pixels of a row
	sampled  = 160 // stretches of a row, and rows, at the most twice as many
	samely   = 2   // of 255: a stretch is even
	slightly = 24  // a change that small runs, however it comes about
	asLight  = 16  // on either side of the commonest lightness
	paper    = 192 // is at least as light as that
)

// Of looks at a picture in places that are spread evenly over it.
func Of(m image.Image) (t Texture) {
	b := m.Bounds()
	right, down := max(1, b.Dx()/sampled), max(1, b.Dy()/sampled)
	var light [256]float64
	places := 0.0
	for y := b.Min.Y; y < b.Max.Y; y += down {
		for x := b.Min.X; x+stretch <= b.Max.X; x += right {
			places++
			first := lightness(m.At(x, y))
			light[first]++
			least, most, leap := first, first, 0
			for k, last := 1, first; k < stretch; k++ {
				l := lightness(m.At(x+k, y))
				least, most, leap = min(least, l), max(most, l), max(leap, l-last, last-l)
				last = l
			}
			switch span := most - least; {
			case span <= samely:
				t.even++
			case span < slightly || 2*leap <= span:
				t.running++
			default:
				t.leaping++
			}
		}
	}
	if places == 0 {
		return Texture{leaping: 1, ground: 1} // too small for a judgement
	}
	for at := paper; at < len(light); at++ {
		of := 0.0
		for _, n := range light[max(0, at-asLight):min(len(light), at+asLight+1)] {
			of += n
		}
		t.ground = max(t.ground, of/places)
	}
	t.even, t.running, t.leaping = t.even/places, t.running/places, t.leaping/places
	return t
}

func lightness(c color.Color) int {
	g, _ := color.GrayModel.Convert(c).(color.Gray)
	return int(g.Y)
}
