package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	jsonv1 "github.com/go-json-experiment/json/v1"
)

// shape is what a payload type asks of its JSON beside what the decoder asks: every property that is always
// written is there, and none but lists, maps and optional parts is null. Go's decoder lets both pass, and
// {} or null on a topic would be a claim without an id. Properties it does not know are passed over, so that
// newer writers can be read.
type shape struct {
	nullable bool
	fields   map[string]property // of an object, nil if it is none
	required uint64              // the bits that must have been seen
	names    []string            // of the bits
	items    *shape              // of a list or map, nil if they are not looked into
}

type property struct {
	bit uint64 // 0 if it may be absent
	of  *shape
}

var (
	rawMessage  = reflect.TypeFor[json.RawMessage]()
	unmarshaler = reflect.TypeFor[json.Unmarshaler]()
	instant     = reflect.TypeFor[time.Time]()
)

// shapes are made once for each payload type.
var shapes sync.Map // reflect.Type -> *shape

func shapeOf(t reflect.Type) *shape {
	if s, ok := shapes.Load(t); ok {
		return s.(*shape)
	}
	s, _ := shapes.LoadOrStore(t, makeShape(t, map[reflect.Type]*shape{}))
	return s.(*shape)
}

func makeShape(t reflect.Type, making map[reflect.Type]*shape) *shape {
	if s := making[t]; s != nil {
		return s // a type within itself
	}
	s := &shape{}
	switch {
	case t == instant:
	case t == rawMessage, t.Kind() == reflect.Interface, reflect.PointerTo(t).Implements(unmarshaler):
		s.nullable = true
	case t.Kind() == reflect.Pointer:
		inner := *makeShape(t.Elem(), making)
		inner.nullable = true
		return &inner
	case t.Kind() == reflect.Struct:
		making[t] = s
		s.fields = map[string]property{}
		s.addFields(t, making)
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		s.nullable = true
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Map, t.Kind() == reflect.Array:
		s.nullable = t.Kind() != reflect.Array
		s.items = makeShape(t.Elem(), making)
	}
	return s
}

func (s *shape) addFields(t reflect.Type, making map[reflect.Type]*shape) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "":
			s.addFields(f.Type, making)
			continue
		case name == "":
			name = f.Name
		}
		p := property{of: makeShape(f.Type, making)}
		if !strings.Contains(options, "omit") {
			if len(s.names) == 64 {
				panic(fmt.Sprintf("payload %s has more than 64 properties that are always there", t))
			}
			p.bit = 1 << len(s.names)
			s.required |= p.bit
			s.names = append(s.names, name)
		}
		s.fields[name] = p
	}
}

// decodeAs reads a payload of type E. It is the one place where bytes become payloads. What the faster decoder refuses is for
// encoding/json to refuse, which says why in the terms that inWords knows.
func decodeAs[E any](data []byte) (e E, err error) {
	if jsonv1.Unmarshal(data, &e) != nil {
		e = *new(E)
		if err := json.Unmarshal(data, &e); err != nil {
			return e, inWords(err)
		}
	}
	if !utf8.Valid(data) {
		return e, errors.New("the text is no UTF-8")
	}
	in := scan{data: data}
	return e, in.check(shapeOf(reflect.TypeFor[E]()))
}

// scan goes over JSON that is known to be valid.
type scan struct {
	data []byte
	at   int
}

func (in *scan) space() {
	for in.data[in.at] <= ' ' {
		in.at++
	}
}

// check looks at the next value and goes beyond it.
func (in *scan) check(s *shape) error {
	in.space()
	switch c := in.data[in.at]; {
	case c == 'n' && !s.nullable:
		return errors.New("it is null")
	case c == '{' && s.fields != nil:
		return in.object(s)
	case (c == '{' || c == '[') && s.items != nil:
		return in.list(s)
	}
	in.skip()
	return nil
}

func (in *scan) object(s *shape) error {
	var seen uint64
	for in.more() {
		name := in.name()
		p, known := s.fields[string(name)]
		if !known {
			in.skip()
			continue
		}
		seen |= p.bit
		if err := in.check(p.of); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if missing := s.required &^ seen; missing != 0 {
		for i, name := range s.names {
			if missing&(1<<i) != 0 {
				return fmt.Errorf("%s is missing", name)
			}
		}
	}
	return nil
}

func (in *scan) list(s *shape) error {
	keyed := in.data[in.at] == '{'
	for in.more() {
		if keyed {
			in.name()
		}
		if err := in.check(s.items); err != nil {
			return err
		}
	}
	return nil
}

// more goes to the next element of an object or list, or beyond its end.
func (in *scan) more() bool {
	in.space()
	c := in.data[in.at] // an opening bracket, a comma, or the end
	in.at++
	if c == '}' || c == ']' {
		return false
	}
	if c != ',' {
		in.space()
		if end := in.data[in.at]; end == '}' || end == ']' {
			in.at++
			return false
		}
	}
	return true
}

// name reads the name of a property and goes to its value.
func (in *scan) name() []byte {
	in.space()
	from := in.at
	in.text()
	raw := in.data[from:in.at]
	name := raw[1 : len(raw)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		var s string
		if json.Unmarshal(raw, &s) == nil { // it was read once already
			name = []byte(s)
		}
	}
	in.space()
	in.at++ // the colon
	return name
}

// text goes beyond a string.
func (in *scan) text() {
	in.at++
	for {
		n := bytes.IndexByte(in.data[in.at:], '"')
		in.at += n + 1
		slashes := 0
		for i := in.at - 2; in.data[i] == '\\'; i-- {
			slashes++
		}
		if slashes%2 == 0 {
			return
		}
	}
}

// skip goes beyond the next value, whatever it is.
func (in *scan) skip() {
	in.space()
	for depth := 0; ; {
		switch in.data[in.at] {
		case '"':
			in.text()
		case '{', '[':
			depth++
			in.at++
		case '}', ']':
			depth--
			in.at++
		case ',', ':', ' ', '\n', '\r', '\t':
			in.at++
		default:
			in.scalar()
		}
		if depth == 0 {
			return
		}
	}
}

// scalar goes beyond a number or a word.
func (in *scan) scalar() {
	for in.at < len(in.data) {
		switch in.data[in.at] {
		case ',', '}', ']', ' ', '\n', '\r', '\t':
			return
		}
		in.at++
	}
}
