package geotiff

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"math"

	"golang.org/x/image/tiff/lzw"
)

// Window is a rectangle of pixels of one level.
type Window struct {
	X, Y          int // of its upper left pixel
	Width, Height int
	Pixels        []uint16 // by rows
}

// Read reads the pixels of a level whose middles lie between two corners, in units of the projection. Beyond the
// image's edge there are none.
func (f *File) Read(ctx context.Context, level int, left, bottom, right, top float64) (Window, error) {
	l := f.Levels[level]
	x0, x1 := inside((left-f.Left)/l.Size, l.Width), inside((right-f.Left)/l.Size, l.Width)
	y0, y1 := inside((f.Top-top)/l.Size, l.Height), inside((f.Top-bottom)/l.Size, l.Height)
	w := Window{X: x0, Y: y0, Width: x1 - x0, Height: y1 - y0}
	if w.Width <= 0 || w.Height <= 0 {
		return w, nil
	}
	if w.Width > maxWindow/w.Height {
		return w, unsupported("a window of %d by %d pixels is too large", w.Width, w.Height)
	}
	w.Pixels = make([]uint16, w.Width*w.Height)
	fromX, upToX := x0/l.tileWidth, (x1-1)/l.tileWidth
	fromY, upToY := y0/l.tileHeight, (y1-1)/l.tileHeight
	if n := (upToX - fromX + 1) * (upToY - fromY + 1); n > maxTiles {
		return w, unsupported("a window touches %d tiles", n)
	}
	for ty := fromY; ty <= upToY; ty++ {
		for tx := fromX; tx <= upToX; tx++ {
			tile, err := f.tile(ctx, l, tx, ty)
			if err != nil {
				return w, fmt.Errorf("reading tile %d,%d: %w", tx, ty, err)
			}
			w.paste(l, tx, ty, tile)
		}
	}
	return w, nil
}

// inside is the first pixel whose middle is at or beyond a place, within the image.
func inside(at float64, most int) int {
	if math.IsNaN(at) {
		return 0
	}
	return int(min(max(math.Ceil(at-0.5), 0), float64(most)))
}

// paste copies what a tile has of the window.
func (w *Window) paste(l Level, tx, ty int, tile []uint16) {
	for row := range l.tileHeight {
		y := ty*l.tileHeight + row - w.Y
		if y < 0 || y >= w.Height {
			continue
		}
		x := tx*l.tileWidth - w.X
		from, to := max(0, -x), min(l.tileWidth, w.Width-x)
		if from < to {
			copy(w.Pixels[y*w.Width+x+from:], tile[row*l.tileWidth+from:row*l.tileWidth+to])
		}
	}
}

// tile fetches and unfolds one tile. One without bytes holds nothing: its pixels are 0.
func (f *File) tile(ctx context.Context, l Level, tx, ty int) ([]uint16, error) {
	across := (l.Width + l.tileWidth - 1) / l.tileWidth
	at, n := l.offsets[ty*across+tx], l.counts[ty*across+tx]
	out := make([]uint16, l.tileWidth*l.tileHeight)
	if n == 0 {
		return out, nil
	}
	if n > maxPacked || at > math.MaxInt64-maxPacked {
		return nil, unsupported("it has %d bytes", n)
	}
	packed, err := f.fetch(ctx, int64(at), int64(n))
	if err != nil {
		return nil, err
	}
	if uint64(len(packed)) != n {
		return nil, unsupported("%d bytes of %d came", len(packed), n)
	}
	raw, err := unfold(l.compression, packed, len(out)*l.bits/8)
	if err != nil {
		return nil, err
	}
	if l.bits == 8 {
		for i, b := range raw {
			out[i] = uint16(b)
		}
	} else {
		for i := range out {
			out[i] = f.order.Uint16(raw[2*i:])
		}
	}
	if l.predictor == 2 {
		sum(out, l.tileWidth, l.bits)
	}
	return out, nil
}

// sum undoes horizontal differencing: each pixel is what the one before it was, and the difference.
func sum(pixels []uint16, width, bits int) {
	mask := uint16(1<<bits - 1)
	for i := range pixels {
		if i%width != 0 {
			pixels[i] = (pixels[i] + pixels[i-1]) & mask
		}
	}
}

// unfold decompresses a tile to exactly as many bytes as it has to have.
func unfold(compression int, packed []byte, size int) ([]byte, error) {
	if compression == 1 {
		if len(packed) != size {
			return nil, unsupported("it has %d bytes instead of %d", len(packed), size)
		}
		return packed, nil
	}
	var r io.ReadCloser
	if compression == 5 {
		r = lzw.NewReader(bytes.NewReader(packed), lzw.MSB, 8)
	} else {
		var err error
		if r, err = zlib.NewReader(bytes.NewReader(packed)); err != nil {
			return nil, unsupported("it cannot be unfolded: %v", err)
		}
	}
	defer r.Close()
	raw, err := io.ReadAll(io.LimitReader(r, int64(size)+1))
	switch {
	case err != nil:
		return nil, unsupported("it cannot be unfolded: %v", err)
	case len(raw) != size:
		return nil, unsupported("it unfolds to %d bytes instead of %d", len(raw), size)
	}
	return raw, nil
}
