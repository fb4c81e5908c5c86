package hidden

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Content may belong to several layers at once, by a membership dictionary: it is seen if any of them is on,
// or all, or none, or by an expression. MuPDF takes two of the four policies for their opposites and knows no
// expressions, so it paints what no reader shows and leaves out what all of them show. So the dictionaries are
// settled here: each becomes one that MuPDF reads as it is meant.

// MuPDF hides what belongs to no layer, and shows what has an expression.
var (
	hiddenMembership = types.Dict{"Type": types.Name("OCMD"), "OCGs": types.Array{}}
	shownMembership  = types.Dict{"Type": types.Name("OCMD"), "VE": types.Array{types.Name("Or")}}
)

// manySettled bounds the bytes of objects that are written anew.
const manySettled = 16 << 20

// memberships are new versions of the objects in which membership dictionaries stand that MuPDF would misread;
// hides says that one of them hides something.
func (f *file) memberships(limit int) (rs []revision, hides bool, err error) {
	if n := len(f.table.Table); n > limit {
		return nil, false, fmt.Errorf("the file has %d objects", n)
	}
	s := settling{file: f, states: f.layerStates()}
	size := 0
	for _, n := range slices.Sorted(maps.Keys(f.table.Table)) {
		entry := f.table.Table[n]
		if entry == nil || entry.Free || n == 0 {
			continue
		}
		generation := 0
		if entry.Generation != nil {
			generation = *entry.Generation
		}
		ref := *types.NewIndirectRef(n, generation)
		o := f.object(ref)
		settled, changed := s.settle(o, 0)
		if !changed {
			continue
		}
		body, failed := f.written(settled)
		if failed != nil { // the others can be settled all the same
			err = fmt.Errorf("object %d: %w", n, failed)
			continue
		}
		if size += len(body); size > manySettled {
			return rs, s.hides, fmt.Errorf("their objects are too large")
		}
		rs = append(rs, revision{ref, body})
	}
	return rs, s.hides, err
}

// settling replaces membership dictionaries within one object; references are not followed.
type settling struct {
	*file
	states map[int]bool // of the layers that are off: true
	hides  bool
}

func (s *settling) settle(o types.Object, depth int) (types.Object, bool) {
	if depth > deepest {
		return o, false
	}
	switch v := o.(type) {
	case types.Dict:
		if s.name(v["Type"]) == "OCMD" {
			return s.membership(v)
		}
		return s.entries(v, depth)
	case types.StreamDict:
		d, changed := s.entries(v.Dict, depth)
		v.Dict, _ = d.(types.Dict)
		return v, changed
	case types.Array:
		var out types.Array
		for i := range v {
			if settled, changed := s.settle(v[i], depth+1); changed {
				if out == nil {
					out = slices.Clone(v)
				}
				out[i] = settled
			}
		}
		if out != nil {
			return out, true
		}
	}
	return o, false
}

func (s *settling) entries(d types.Dict, depth int) (types.Object, bool) {
	var out types.Dict
	for k, o := range d {
		if settled, changed := s.settle(o, depth+1); changed {
			if out == nil {
				out = maps.Clone(d)
			}
			out[k] = settled
		}
	}
	if out == nil {
		return d, false
	}
	return out, true
}

// membership decides one dictionary; it is left as it is where MuPDF reads it rightly.
func (s *settling) membership(d types.Dict) (types.Object, bool) {
	shown := s.shown(d)
	if policy := s.name(d["P"]); s.array(d["VE"]) == nil && len(s.members(d)) > 0 && (policy == "" || policy == "AnyOn" || policy == "AllOff") {
		s.hides = s.hides || !shown
		return d, false
	}
	if !shown {
		s.hides = true
		return hiddenMembership, true
	}
	return shownMembership, true
}

// members are the numbers of the layers of a membership dictionary.
func (s *settling) members(d types.Dict) []int {
	var out []int
	add := func(o types.Object) {
		if s.dict(o) != nil {
			out = append(out, identity(o))
		}
	}
	if all := s.array(d["OCGs"]); all != nil {
		for _, o := range all[:min(len(all), mostLayers)] {
			add(o)
		}
		return out
	}
	add(d["OCGs"])
	return out
}

// shown evaluates a membership dictionary as the format has it.
func (s *settling) shown(d types.Dict) bool {
	if expression := s.array(d["VE"]); len(expression) > 0 {
		budget := mostLayers
		return s.holds(expression, 0, &budget)
	}
	members := s.members(d)
	if len(members) == 0 {
		return true
	}
	on, off := false, false
	for _, n := range members {
		on, off = on || !s.states[n], off || s.states[n]
	}
	switch s.name(d["P"]) {
	case "AllOn":
		return !off
	case "AnyOff":
		return off
	case "AllOff":
		return !on
	}
	return on
}

// holds evaluates an expression: ["And" ...], ["Or" ...] or ["Not" one].
func (s *settling) holds(o types.Object, depth int, budget *int) bool {
	a := s.array(o)
	if a == nil {
		return !s.states[identity(o)]
	}
	if *budget--; depth > deepest || *budget < 0 || len(a) == 0 {
		return true
	}
	operator, operands := s.name(a[0]), a[1:]
	if operator == "Not" {
		return len(operands) == 0 || !s.holds(operands[0], depth+1, budget)
	}
	for _, operand := range operands {
		if s.holds(operand, depth+1, budget) != (operator == "And") {
			return operator != "And"
		}
	}
	return operator == "And" || len(operands) == 0
}

// layerStates are the layers that are off when a reader opens the file: by the default configuration and what it
// derives from their usage on a screen.
func (f *file) layerStates() map[int]bool {
	off := map[int]bool{}
	oc := f.dict(f.catalog()["OCProperties"])
	d := f.dict(oc["D"])
	set := func(o types.Object, state bool) {
		for _, layer := range f.array(o) {
			if n := identity(layer); n != 0 {
				off[n] = state
			}
		}
	}
	if f.name(d["BaseState"]) == "OFF" {
		set(oc["OCGs"], true)
	}
	set(d["ON"], false)
	set(d["OFF"], true)
	for _, o := range f.array(d["AS"]) {
		application := f.dict(o)
		if f.name(application["Event"]) != "View" {
			continue
		}
		for _, layer := range f.array(application["OCGs"]) {
			switch f.name(f.dict(f.dict(f.dict(layer)["Usage"])["View"])["ViewState"]) {
			case "OFF":
				off[identity(layer)] = true
			case "ON":
				off[identity(layer)] = false
			}
		}
	}
	return off
}

// written is an object's new version. Strings and streams of an encrypted file would have to be encrypted again.
func (f *file) written(o types.Object) (string, error) {
	encrypted := f.table.Encrypt != nil
	if s, ok := o.(types.StreamDict); ok {
		if oc := f.dict(s.Dict["OC"]); encrypted && f.name(oc["Type"]) == "OCMD" && oc["VE"] == nil && len(f.array(oc["OCGs"])) == 0 {
			return "null", nil // hidden, so that nothing of it is painted
		}
		if encrypted || s.Raw == nil {
			return "", fmt.Errorf("it is a stream that cannot be written again")
		}
		d := maps.Clone(s.Dict)
		d["Length"] = types.Integer(len(s.Raw))
		return d.PDFString() + "\nstream\n" + string(s.Raw) + "\nendstream", nil
	}
	if encrypted && holdsText(o, 0) {
		return "", fmt.Errorf("it holds texts that are encrypted")
	}
	return strings.TrimSpace(o.PDFString()), nil
}

func holdsText(o types.Object, depth int) bool {
	if depth > deepest {
		return true
	}
	switch v := o.(type) {
	case types.StringLiteral, types.HexLiteral:
		return true
	case types.Dict:
		for _, e := range v {
			if holdsText(e, depth+1) {
				return true
			}
		}
	case types.Array:
		for _, e := range v {
			if holdsText(e, depth+1) {
				return true
			}
		}
	}
	return false
}
