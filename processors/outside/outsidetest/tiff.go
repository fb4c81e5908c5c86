package outsidetest

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Raster is an image of one band on the ground.
type Raster struct {
	Width, Height int
	EPSG          int
	Left, Top     float64 // of its upper left corner, in metres
	Size          float64 // of a pixel
	Pixel         func(x, y int) uint16
}

// tile is the width and height of the tiles that are written.
const tile = 256

// TIFF writes a raster as a tiled GeoTIFF without compression, as a catalogue's files are but for their compression.
func (r Raster) TIFF() []byte {
	across, down := (r.Width+tile-1)/tile, (r.Height+tile-1)/tile
	n := across * down
	type entry struct {
		tag, kind uint16
		values    []uint64
	}
	offsets, counts := make([]uint64, n), make([]uint64, n)
	entries := []entry{
		{256, 4, []uint64{uint64(r.Width)}}, {257, 4, []uint64{uint64(r.Height)}}, {258, 3, []uint64{16}}, {259, 3, []uint64{1}},
		{262, 3, []uint64{1}}, {277, 3, []uint64{1}}, {322, 3, []uint64{tile}}, {323, 3, []uint64{tile}}, {324, 4, offsets}, {325, 4, counts},
		{33550, 12, floats(r.Size, r.Size, 0)}, {33922, 12, floats(0, 0, 0, r.Left, r.Top, 0)},
		{34735, 3, []uint64{1, 1, 0, 1, 3072, 0, 1, uint64(r.EPSG)}},
	}
	size := map[uint16]int{3: 2, 4: 4, 12: 8}
	head := 8 + 2 + len(entries)*12 + 4
	more := 0
	for _, e := range entries {
		if l := len(e.values) * size[e.kind]; l > 4 {
			more += l
		}
	}
	for i := range n {
		offsets[i], counts[i] = uint64(head+more+i*tile*tile*2), tile*tile*2
	}
	le := binary.LittleEndian
	var out, rest bytes.Buffer
	out.WriteString("II")
	put(&out, le.AppendUint16(nil, 42), le.AppendUint32(nil, 8), le.AppendUint16(nil, uint16(len(entries))))
	for _, e := range entries {
		var v []byte
		for _, x := range e.values {
			switch e.kind {
			case 3:
				v = le.AppendUint16(v, uint16(x))
			case 4:
				v = le.AppendUint32(v, uint32(x))
			default:
				v = le.AppendUint64(v, x)
			}
		}
		put(&out, le.AppendUint16(nil, e.tag), le.AppendUint16(nil, e.kind), le.AppendUint32(nil, uint32(len(e.values))))
		if len(v) > 4 {
			put(&out, le.AppendUint32(nil, uint32(head+rest.Len())))
			rest.Write(v)
			continue
		}
		put(&out, append(v, make([]byte, 4-len(v))...))
	}
	put(&out, le.AppendUint32(nil, 0), rest.Bytes())
	for t := range n {
		for i := range tile * tile {
			x, y := t%across*tile+i%tile, t/across*tile+i/tile
			v := uint16(0)
			if x < r.Width && y < r.Height {
				v = r.Pixel(x, y)
			}
			put(&out, le.AppendUint16(nil, v))
		}
	}
	return out.Bytes()
}

func put(out *bytes.Buffer, parts ...[]byte) {
	for _, p := range parts {
		out.Write(p)
	}
}

func floats(all ...float64) []uint64 {
	out := make([]uint64, len(all))
	for i, f := range all {
		out[i] = math.Float64bits(f)
	}
	return out
}
