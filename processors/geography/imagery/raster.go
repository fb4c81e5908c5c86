package imagery

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/processors/geography/geotiff"
	"github.com/sibyl-project/sibyl/processors/outside"
)

// mostPixels is how many pixels a side the wider box has at most: a larger place is looked at more coarsely.
const mostPixels = 400

// raster is the index of a scene over the wider box.
type raster struct {
	scene         Scene
	epsg          int
	x, y          int // of its first pixel in the image
	width, height int
	size          float64 // of a pixel, in metres
	values        []float32
	inner         []bool // pixels of the place itself
}

// sameGrid reports whether pixels of two rasters are of the same ground.
func (r raster) sameGrid(o raster) bool {
	return r.epsg == o.epsg && r.x == o.x && r.y == o.y && r.width == o.width && r.height == o.height && r.size == o.size
}

// unusable is why a scene cannot be used. Others may be.
type unusable struct{ why string }

func (u unusable) Error() string { return u.why }

// reader reads files by a port and counts what it asks.
type reader struct {
	port  Port
	asked int
}

// mostAsked bounds the questions for one place: a scene takes six or a few more.
const mostAsked = 160

var errTooMuch = errors.New("reading the scenes takes too many questions")

func (r *reader) open(ctx context.Context, href string) (*geotiff.File, error) {
	f, err := geotiff.Open(ctx, func(ctx context.Context, from, n int64) ([]byte, error) {
		if r.asked++; r.asked > mostAsked {
			return nil, errTooMuch
		}
		a, err := r.port.Settle(ctx, outside.Request{Service: Service, URL: href, First: from, Bytes: n})
		return a.Body, err
	})
	return f, useless(err)
}

// useless tells what speaks against a scene from what ends the step.
func useless(err error) error {
	var refusal *outside.Refusal
	switch {
	case errors.As(err, &refusal):
		return unusable{fmt.Sprintf("%s: %s", refusal.Reason, refusal.Detail)}
	case errors.Is(err, geotiff.ErrUnsupported):
		return unusable{err.Error()}
	}
	return err
}

// read makes the raster of a scene: of the wider box, in which the place itself lies.
func (r *reader) read(ctx context.Context, s Scene, place, wider Box) (raster, error) {
	var files [3]*geotiff.File
	for i, href := range []string{s.red, s.nir, s.classes} {
		var err error
		if files[i], err = r.open(ctx, href); err != nil {
			return raster{}, err
		}
	}
	red, nir, classes := files[0], files[1], files[2]
	z, err := zoneOf(red.EPSG)
	if err != nil {
		return raster{}, unusable{err.Error()}
	}
	outer, inner := z.around(wider), z.around(place)
	level := red.Fitting(outer.right-outer.left, outer.top-outer.bottom, mostPixels)
	size := red.Levels[level].Size
	classLevel := classes.At(max(size, classes.Levels[0].Size))
	var windows [3]geotiff.Window
	for i, f := range files {
		at := level
		if i == 2 {
			at = classLevel
		}
		if at >= len(f.Levels) || f.EPSG != red.EPSG || f.Left != red.Left || f.Top != red.Top || i == 1 && f.Levels[at].Size != size {
			return raster{}, unusable{"its bands do not lie on one another"}
		}
		if windows[i], err = f.Read(ctx, at, outer.left, outer.bottom, outer.right, outer.top); err != nil {
			return raster{}, useless(err)
		}
	}
	w := windows[0]
	if nir.Levels[level].Width != red.Levels[level].Width || len(windows[1].Pixels) != len(w.Pixels) || len(w.Pixels) == 0 {
		return raster{}, unusable{"its bands do not lie on one another"}
	}
	out := raster{
		scene: s, epsg: red.EPSG, x: w.X, y: w.Y, width: w.Width, height: w.Height, size: size,
		values: make([]float32, len(w.Pixels)), inner: make([]bool, len(w.Pixels)),
	}
	ratio := size / classes.Levels[classLevel].Size
	ground := make([]uint16, len(w.Pixels))
	for i := range w.Pixels {
		x, y := w.X+i%w.Width, w.Y+i/w.Width
		class := classAt(windows[2], (float64(x)+0.5)*ratio, (float64(y)+0.5)*ratio)
		ground[i] = class
		out.values[i] = missing
		if clear(class) {
			out.values[i] = index(w.Pixels[i], windows[1].Pixels[i], s.Offset)
		}
		east, north := red.Left+(float64(x)+0.5)*size, red.Top-(float64(y)+0.5)*size
		out.inner[i] = east >= inner.left && east < inner.right && north >= inner.bottom && north < inner.top
	}
	if why := misfit(w.Pixels, ground, s); why != "" {
		return raster{}, unusable{why}
	}
	return out, nil
}

// classAt is the class of the pixel in which a place of the class image lies; 0, which is no data, beyond the window.
func classAt(w geotiff.Window, x, y float64) uint16 {
	i, j := int(math.Floor(x))-w.X, int(math.Floor(y))-w.Y
	i, j = min(max(i, 0), w.Width-1), min(max(j, 0), w.Height-1) // its edges may be off by a part of a pixel
	if w.Width <= 0 || w.Height <= 0 {
		return 0
	}
	return w.Pixels[j*w.Width+i]
}

// misfit holds the offset that a scene is said to have against its pixels. Catalogues are known to be wrong about it:
// taken off twice, the red of most ground is below nothing; not taken off at all, leaves reflect a tenth of red light
// and more, which none do. Such a scene would show a change where there is none.
func misfit(red, classes []uint16, s Scene) string {
	var ground, below int
	var leaves []uint16
	for i, v := range red {
		if v == 0 || !clear(classes[i]) {
			continue
		}
		ground++
		if int(v)+s.Offset < 0 {
			below++
		}
		if classes[i] == 4 {
			leaves = append(leaves, v)
		}
	}
	if s.Offset < 0 && below*4 > ground {
		return "its digital numbers are shifted already, whatever the catalogue says"
	}
	if s.Offset == 0 && s.baseline >= 4 && len(leaves) >= 30 {
		slices.Sort(leaves)
		if leaves[len(leaves)/2] > -shift {
			return "its digital numbers are still shifted, whatever the catalogue says"
		}
	}
	return ""
}
