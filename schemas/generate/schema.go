package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/sibyl-project/sibyl/events"
)

const module = "github.com/sibyl-project/sibyl"

// object is a JSON object whose members are yet to be told apart.
type object = map[string]any

// schemaFiles makes one schema per kind.
func schemaFiles(kinds []*events.Definition) (map[string][]byte, error) {
	sets, err := closedSets("events")
	if err != nil {
		return nil, err
	}
	reflector := &jsonschema.Reflector{
		Anonymous: true,
		// Payloads are not recursive, and one tree is easier to read and to compare than references.
		DoNotReference: true,
		// A reader of version 1 must not stumble over what version 1 gains later.
		AllowAdditionalProperties: true,
		Mapper:                    sets.mapper,
	}
	if err := reflector.AddGoComments(module, "events"); err != nil {
		return nil, fmt.Errorf("reading the comments of events: %w", err)
	}
	files := map[string][]byte{}
	for _, k := range kinds {
		data, err := schemaOf(reflector, k)
		if err != nil {
			return nil, fmt.Errorf("generating the schema of %s: %w", k.Type, err)
		}
		files[k.DataSchema()] = data
	}
	return files, nil
}

func schemaOf(r *jsonschema.Reflector, k *events.Definition) ([]byte, error) {
	payload := reflect.TypeOf(k.Payload())
	raw, err := json.Marshal(r.ReflectFromType(payload))
	if err != nil {
		return nil, err
	}
	var s object
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, err
	}
	if err := admitNull(payload, s); err != nil {
		return nil, err
	}
	s["$id"] = k.DataSchema()
	s["title"] = k.Type
	about, _ := s["description"].(string)
	s["description"] = strings.TrimSpace(k.Summary + ". " + about)
	return indented(s)
}

// admitNull makes a schema say what Go writes: a nil pointer, slice or map is null unless its field is
// left out when empty. The reflector knows only the type beneath.
func admitNull(t reflect.Type, s object) error {
	switch t.Kind() {
	case reflect.Pointer:
		return admitNull(t.Elem(), s)
	case reflect.Slice, reflect.Array:
		if items, ok := s["items"].(object); ok {
			return admitNull(t.Elem(), items)
		}
		return nil
	case reflect.Map:
		if values, ok := s["additionalProperties"].(object); ok {
			return admitNull(t.Elem(), values)
		}
		return nil
	case reflect.Struct:
	default:
		return nil
	}
	properties, ok := s["properties"].(object)
	if !ok {
		return nil // a type with a schema of its own, such as a time
	}
	for i := range t.NumField() {
		f := t.Field(i)
		tag := strings.Split(f.Tag.Get("json"), ",")
		p, ok := properties[tag[0]].(object)
		if !ok {
			return fmt.Errorf("field %s.%s has no property %q", t, f.Name, tag[0])
		}
		if err := admitNull(f.Type, p); err != nil {
			return err
		}
		omitted := strings.Contains(f.Tag.Get("json"), ",omit")
		switch f.Type.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			typ, named := p["type"].(string)
			if !omitted && named {
				p["type"] = []any{typ, "null"}
			}
		}
	}
	return nil
}

// indented is JSON for people, with sorted keys.
func indented(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return out.Bytes(), err
}
