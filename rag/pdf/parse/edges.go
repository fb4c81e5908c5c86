package parse

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// packEdges takes the edges out of a page's lines: for each line their number and then the step to each from the
// one before, as unsigned varints. There is an edge for every character of a report, and as numbers in JSON they
// would be most of what a child says, and of the time that it takes to read it.
func packEdges(p *document.Page) (*document.Page, []byte) {
	out := *p
	out.Lines = slices.Clone(p.Lines)
	var packed []byte
	for i := range out.Lines {
		l := &out.Lines[i]
		packed = binary.AppendUvarint(packed, uint64(len(l.Edges)))
		at := int64(0)
		for _, e := range l.Edges {
			packed = binary.AppendUvarint(packed, uint64(int64(e)-at)) // one that goes back is refused at the other end
			at = int64(e)
		}
		l.Edges = nil
	}
	return &out, packed
}

var errEdges = errors.New("the edges of its lines cannot be read")

// unpackEdges gives a page's lines their edges back. What is packed comes from a process that a hostile file may
// have taken over: it never makes more edges than it has bytes.
func unpackEdges(p *document.Page, packed []byte) error {
	all := make([]int32, 0, len(packed))
	for i := range p.Lines {
		n, size := binary.Uvarint(packed)
		if size <= 0 || n > uint64(len(packed)-size) {
			return errEdges
		}
		packed = packed[size:]
		begin, at := len(all), uint64(0)
		for range n {
			step, size := binary.Uvarint(packed)
			if size <= 0 || step > math.MaxInt32 || at+step > math.MaxInt32 {
				return errEdges
			}
			at += step
			all = append(all, int32(at))
			packed = packed[size:]
		}
		p.Lines[i].Edges = nil
		if n > 0 {
			p.Lines[i].Edges = all[begin:len(all):len(all)]
		}
	}
	if len(packed) > 0 {
		return errEdges
	}
	return nil
}
