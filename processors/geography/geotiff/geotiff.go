// Package geotiff reads windows of one band out of tiled GeoTIFF files that lie elsewhere, by ranges of bytes: the
// header, then the tiles that a window touches, of the level that fits. It reads what catalogues of satellite images
// serve (cloud optimised files: 8 or 16 bits without sign, uncompressed, Deflate or LZW, with or without horizontal
// differencing) and refuses everything else in words.
//
// Files come from outside and are hostile until shown otherwise: every size is bounded before anything is fetched or
// made, and a tile that unfolds to more or less than it has to is refused. A File is not safe for concurrent use.
package geotiff

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Fetch reads n bytes of a file from an offset on; at its end there may be fewer.
type Fetch func(ctx context.Context, from, n int64) ([]byte, error)

// ErrUnsupported says that a file is none that is read here. What it is stands in the message.
var ErrUnsupported = errors.New("unsupported file")

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnsupported, fmt.Sprintf(format, args...))
}

// Limits on what is read of one file.
const (
	headBytes  = 32 << 10 // that are fetched first: in cloud optimised files the whole header is in them
	mostHead   = 1 << 20  // of header in all
	maxSide    = 200_000  // pixels
	maxTile    = 2_048    // pixels a side
	maxPacked  = 16 << 20 // bytes of a tile as stored
	maxLevels  = 16
	maxWindow  = 4 << 20 // pixels
	maxTiles   = 64      // a window may touch
	maxEntries = 200     // of a directory
)

// Level is the image in one resolution.
type Level struct {
	Width, Height int
	Size          float64 // of a pixel, in units of the projection; pixels are square

	tileWidth, tileHeight int
	bits                  int
	compression           int
	predictor             int
	offsets, counts       []uint64
}

// File is an opened file.
type File struct {
	Levels  []Level // the finest first
	EPSG    int     // of the projection
	Left    float64 // of the upper left corner, in units of the projection
	Top     float64
	fetch   Fetch
	order   binary.ByteOrder
	big     bool
	head    []byte
	fetched int
}

// Open reads the header.
func Open(ctx context.Context, fetch Fetch) (*File, error) {
	f := &File{fetch: fetch}
	head, err := fetch(ctx, 0, headBytes)
	if err != nil {
		return nil, err
	}
	f.head, f.fetched = head, len(head)
	at, err := f.signature()
	if err != nil {
		return nil, err
	}
	var d *directory
	for n := 0; at != 0; n++ {
		if n == maxLevels {
			return nil, unsupported("it has more than %d images", maxLevels)
		}
		if d, at, err = f.directory(ctx, at); err != nil {
			return nil, err
		}
		if d.mask {
			continue
		}
		if err := f.add(d); err != nil {
			return nil, err
		}
	}
	if len(f.Levels) == 0 {
		return nil, unsupported("it holds no image")
	}
	return f, nil
}

// signature tells the order of bytes and returns where the first directory is.
func (f *File) signature() (int64, error) {
	if len(f.head) < 16 {
		return 0, unsupported("it is no TIFF")
	}
	switch string(f.head[:2]) {
	case "II":
		f.order = binary.LittleEndian
	case "MM":
		f.order = binary.BigEndian
	default:
		return 0, unsupported("it is no TIFF")
	}
	switch f.order.Uint16(f.head[2:]) {
	case 42:
		return int64(f.order.Uint32(f.head[4:])), nil
	case 43:
		f.big = true
		if at := f.order.Uint64(f.head[8:]); at <= math.MaxInt64 {
			return int64(at), nil
		}
	}
	return 0, unsupported("it is no TIFF")
}

// bytes are n bytes of the header's parts, fetched where the first ones did not reach.
func (f *File) bytes(ctx context.Context, from, n int64) ([]byte, error) {
	if from < 0 || n < 0 || n > mostHead {
		return nil, unsupported("its header points nowhere")
	}
	if from <= int64(len(f.head)) && n <= int64(len(f.head))-from {
		return f.head[from : from+n], nil
	}
	if f.fetched += int(n); f.fetched > mostHead {
		return nil, unsupported("its header is larger than %d KB", mostHead>>10)
	}
	data, err := f.fetch(ctx, from, n)
	if err != nil {
		return nil, err
	}
	if int64(len(data)) < n {
		return nil, unsupported("its header is cut off")
	}
	return data[:n], nil
}

// add takes an image in: the first one is the finest and says where on earth it is.
func (f *File) add(d *directory) error {
	l, err := d.level()
	if err != nil {
		return err
	}
	if len(f.Levels) == 0 {
		if d.scaleX <= 0 || d.scaleX != d.scaleY || !d.placed || d.epsg == 0 {
			return unsupported("it does not say where on earth it is, or its pixels are not square")
		}
		f.EPSG, f.Left, f.Top, l.Size = d.epsg, d.left, d.top, d.scaleX
	} else {
		first := f.Levels[0]
		if l.Width >= first.Width || l.Width*2 < first.Width/256 {
			return unsupported("its images are not one in several resolutions")
		}
		l.Size = first.Size * float64(first.Width) / float64(l.Width)
	}
	f.Levels = append(f.Levels, l)
	return nil
}

// Fitting is the finest level in which something of a width and height, in units of the projection, is at most most
// pixels wide and high; the coarsest where none is.
func (f *File) Fitting(width, height float64, most int) int {
	for i, l := range f.Levels {
		if width/l.Size <= float64(most) && height/l.Size <= float64(most) {
			return i
		}
	}
	return len(f.Levels) - 1
}

// At is the level whose pixels are closest to a size.
func (f *File) At(size float64) int {
	best := 0
	for i, l := range f.Levels {
		if math.Abs(math.Log(l.Size/size)) < math.Abs(math.Log(f.Levels[best].Size/size)) {
			best = i
		}
	}
	return best
}
