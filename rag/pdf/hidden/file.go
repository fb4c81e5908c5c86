package hidden

import (
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// file reads objects without minding what is missing or of another type: such an object is as if absent,
// as the format has it.
type file struct{ table *model.XRefTable }

// deepest bounds how far trees of the file are followed; honest ones are balanced.
const deepest = 64

func (f *file) object(o types.Object) types.Object {
	for range 8 { // a reference to a reference is not allowed, and may go in a circle
		if _, ok := o.(types.IndirectRef); !ok {
			return o
		}
		to, err := f.table.Dereference(o)
		if err != nil {
			return nil
		}
		o = to
	}
	return nil
}

func (f *file) dict(o types.Object) types.Dict {
	switch d := f.object(o).(type) {
	case types.Dict:
		return d
	case types.StreamDict:
		return d.Dict
	}
	return nil
}

func (f *file) array(o types.Object) types.Array {
	a, _ := f.object(o).(types.Array)
	return a
}

func (f *file) name(o types.Object) string {
	n, _ := f.object(o).(types.Name)
	return string(n)
}

func (f *file) number(o types.Object) (float64, bool) {
	switch v := f.object(o).(type) {
	case types.Integer:
		return float64(v), true
	case types.Float:
		return float64(v), true
	}
	return 0, false
}

// text is a string as text, empty if it is none.
func (f *file) text(o types.Object) string {
	switch v := f.object(o).(type) {
	case types.StringLiteral, types.HexLiteral:
		s, err := model.Text(v)
		if err != nil {
			return ""
		}
		return s
	case types.StreamDict: // long texts may be streams
		return string(f.stream(v))
	}
	return ""
}

// stream is the content of a stream, empty if it cannot be unpacked.
func (f *file) stream(s types.StreamDict) []byte {
	if s.Content == nil {
		if err := s.DecodeWithLimit(manyBytes); err != nil {
			return nil
		}
	}
	return s.Content[:min(len(s.Content), manyBytes)]
}

// manyBytes bounds what is unpacked of one stream.
const manyBytes = 4 << 20

func (f *file) catalog() types.Dict {
	return f.dict(*f.table.Root)
}

// identity tells whether two references are the same object; 0 is an object that nothing refers to.
func identity(o types.Object) int {
	if r, ok := o.(types.IndirectRef); ok {
		return r.ObjectNumber.Value()
	}
	return 0
}

// names walks a name or number tree: entry is called with each key and value in order. ok is false for a tree
// that goes in circles or is too deep.
func (f *file) tree(root types.Object, leaf string, entry func(key, value types.Object)) {
	seen := map[int]bool{}
	var walk func(o types.Object, depth int)
	walk = func(o types.Object, depth int) {
		if n := identity(o); n != 0 {
			if seen[n] {
				return
			}
			seen[n] = true
		}
		d := f.dict(o)
		if d == nil || depth > deepest {
			return
		}
		pairs := f.array(d[leaf])
		for i := 0; i+1 < len(pairs); i += 2 {
			entry(pairs[i], pairs[i+1])
		}
		for _, kid := range f.array(d["Kids"]) {
			walk(kid, depth+1)
		}
	}
	walk(root, 0)
}
