package reason

import (
	"bytes"
	"encoding/json"
	"fmt"

	"gopkg.in/yaml.v3"
)

// object is a JSON object whose fields keep their order: models answer in the order of a schema's properties, and answer better when they
// name a thing before they judge it.
type object []field

type field struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, fmt.Errorf("writing %s: %w", f.name, err)
		}
		fmt.Fprintf(&b, "%q:%s", f.name, value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// at is a field of an object, an empty object where there is none.
func (o object) at(name string) object {
	for _, f := range o {
		if f.name == name {
			of, _ := f.value.(object)
			return of
		}
	}
	return nil
}

// with is the object with another value of a field, in its place or at the end.
func (o object) with(name string, value any) object {
	out := make(object, 0, len(o)+1)
	found := false
	for _, f := range o {
		if f.name == name {
			f.value, found = value, true
		}
		out = append(out, f)
	}
	if !found {
		out = append(out, field{name, value})
	}
	return out
}

// ordered is a value of a YAML file as JSON has it, its fields in the order of the file.
func ordered(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.MappingNode:
		out := make(object, 0, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			value, err := ordered(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			out = append(out, field{n.Content[i].Value, value})
		}
		return out, nil
	case yaml.SequenceNode:
		out := make([]any, len(n.Content))
		for i, c := range n.Content {
			value, err := ordered(c)
			if err != nil {
				return nil, err
			}
			out[i] = value
		}
		return out, nil
	default:
		var v any
		if err := n.Decode(&v); err != nil {
			return nil, fmt.Errorf("line %d: %w", n.Line, err)
		}
		return v, nil
	}
}
