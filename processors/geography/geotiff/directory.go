package geotiff

import (
	"context"
	"math"
)

// The tags that are read.
const (
	tagSubfile     = 254
	tagWidth       = 256
	tagHeight      = 257
	tagBits        = 258
	tagCompression = 259
	tagSamples     = 277
	tagPredictor   = 317
	tagTileWidth   = 322
	tagTileHeight  = 323
	tagTileOffsets = 324
	tagTileCounts  = 325
	tagFormat      = 339
	tagScale       = 33550
	tagTiepoint    = 33922
	tagGeoKeys     = 34735
)

// keyProjection is the key of the projection's code.
const keyProjection = 3072

// directory is what one image says of itself.
type directory struct {
	mask                  bool
	width, height         uint64
	bits, samples         uint64
	compression           uint64
	predictor, format     uint64
	tileWidth, tileHeight uint64
	offsets, counts       []uint64

	scaleX, scaleY float64
	placed         bool
	left, top      float64
	epsg           int
}

// sizes of the types of values, by their number; 0 for those that are not read.
var sizes = [...]int64{1: 1, 2: 1, 3: 2, 4: 4, 12: 8, 16: 8}

// directory reads the image at an offset and returns where the next one is.
func (f *File) directory(ctx context.Context, at int64) (*directory, int64, error) {
	countBytes, entryBytes, nextBytes := int64(2), int64(12), int64(4)
	if f.big {
		countBytes, entryBytes, nextBytes = 8, 20, 8
	}
	raw, err := f.bytes(ctx, at, countBytes)
	if err != nil {
		return nil, 0, err
	}
	n := f.word(raw)
	if n > maxEntries {
		return nil, 0, unsupported("a directory has %d entries", n)
	}
	if raw, err = f.bytes(ctx, at+countBytes, int64(n)*entryBytes+nextBytes); err != nil {
		return nil, 0, err
	}
	d := &directory{bits: 1, samples: 1, compression: 1, predictor: 1, format: 1}
	for i := range int64(n) {
		if err := f.entry(ctx, d, raw[i*entryBytes:(i+1)*entryBytes]); err != nil {
			return nil, 0, err
		}
	}
	next := f.word(raw[int64(n)*entryBytes:])
	if next > math.MaxInt64 || next != 0 && int64(next) <= at {
		return nil, 0, unsupported("its directories do not follow one another") // or they could go round for ever
	}
	return d, int64(next), nil
}

// word reads a number of as many bytes as there are: 2, 4 or 8.
func (f *File) word(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(f.order.Uint16(b))
	case 4:
		return uint64(f.order.Uint32(b))
	}
	return f.order.Uint64(b)
}

// entry reads one entry if it is of use here.
func (f *File) entry(ctx context.Context, d *directory, raw []byte) error {
	tag, kind := int(f.order.Uint16(raw)), int(f.order.Uint16(raw[2:]))
	count, value := uint64(f.order.Uint32(raw[4:])), raw[8:]
	if f.big {
		count, value = f.order.Uint64(raw[4:]), raw[12:]
	}
	if !wanted(tag) {
		return nil
	}
	if kind >= len(sizes) || sizes[kind] == 0 || count == 0 || count > mostHead {
		return unsupported("tag %d is of a type that is not read", tag)
	}
	size := sizes[kind]
	if total := size * int64(count); total > int64(len(value)) {
		at := f.word(value)
		if at > math.MaxInt64 {
			return unsupported("its header points nowhere")
		}
		var err error
		if value, err = f.bytes(ctx, int64(at), total); err != nil {
			return err
		}
	} else {
		value = value[:total]
	}
	all := make([]uint64, count)
	for i := range all {
		all[i] = f.word(value[int64(i)*size : int64(i+1)*size])
	}
	d.set(tag, kind, all)
	return nil
}

func wanted(tag int) bool {
	switch tag {
	case tagSubfile, tagWidth, tagHeight, tagBits, tagCompression, tagSamples, tagPredictor, tagTileWidth, tagTileHeight,
		tagTileOffsets, tagTileCounts, tagFormat, tagScale, tagTiepoint, tagGeoKeys:
		return true
	}
	return false
}

func (d *directory) set(tag, kind int, all []uint64) {
	float := func(i int) float64 {
		if kind != 12 || i >= len(all) {
			return math.NaN()
		}
		return math.Float64frombits(all[i])
	}
	switch tag {
	case tagSubfile:
		d.mask = all[0]&4 != 0
	case tagWidth:
		d.width = all[0]
	case tagHeight:
		d.height = all[0]
	case tagBits:
		d.bits = all[0]
	case tagCompression:
		d.compression = all[0]
	case tagSamples:
		d.samples = all[0]
	case tagPredictor:
		d.predictor = all[0]
	case tagTileWidth:
		d.tileWidth = all[0]
	case tagTileHeight:
		d.tileHeight = all[0]
	case tagTileOffsets:
		d.offsets = all
	case tagTileCounts:
		d.counts = all
	case tagFormat:
		d.format = all[0]
	case tagScale:
		d.scaleX, d.scaleY = float(0), float(1)
	case tagTiepoint: // the pixel (0, 1) stands at (3, 4)
		d.left, d.top = float(3), float(4)
		d.placed = float(0) == 0 && float(1) == 0 && !math.IsNaN(d.left) && !math.IsInf(d.left, 0) && !math.IsNaN(d.top) && !math.IsInf(d.top, 0)
	case tagGeoKeys:
		for i := 4; i+3 < len(all); i += 4 {
			if all[i] == keyProjection && all[i+1] == 0 {
				d.epsg = int(all[i+3])
			}
		}
	}
}

// level checks an image and makes it a level.
func (d *directory) level() (Level, error) {
	switch {
	case d.width == 0 || d.height == 0 || d.width > maxSide || d.height > maxSide:
		return Level{}, unsupported("it is %d by %d pixels", d.width, d.height)
	case d.tileWidth == 0 || d.tileHeight == 0 || d.tileWidth > maxTile || d.tileHeight > maxTile:
		return Level{}, unsupported("it has no tiles, or tiles of %d by %d pixels", d.tileWidth, d.tileHeight)
	case d.samples != 1 || d.format != 1 || d.bits != 8 && d.bits != 16:
		return Level{}, unsupported("it is not one band of 8 or 16 bits without sign")
	case d.predictor != 1 && d.predictor != 2:
		return Level{}, unsupported("its tiles are predicted in way %d", d.predictor)
	case d.compression != 1 && d.compression != 5 && d.compression != 8 && d.compression != 32946:
		return Level{}, unsupported("its tiles are compressed in way %d", d.compression)
	}
	tiles := ((d.width + d.tileWidth - 1) / d.tileWidth) * ((d.height + d.tileHeight - 1) / d.tileHeight)
	if uint64(len(d.offsets)) != tiles || uint64(len(d.counts)) != tiles {
		return Level{}, unsupported("it lists %d tiles of %d", len(d.offsets), tiles)
	}
	return Level{
		Width: int(d.width), Height: int(d.height), tileWidth: int(d.tileWidth), tileHeight: int(d.tileHeight), bits: int(d.bits),
		compression: int(d.compression), predictor: int(d.predictor), offsets: d.offsets, counts: d.counts,
	}, nil
}
