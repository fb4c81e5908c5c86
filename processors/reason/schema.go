package reason

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema is the shape of an answer: as it is checked, and as endpoints are told.
type schema struct {
	compiled *jsonschema.Schema
	shape    object
	whole    json.RawMessage // as a model reads it
	wire     json.RawMessage // as endpoints are told: without long texts' bounds, which some make grammars of that they cannot hold
	plain    json.RawMessage // without the bounds that some endpoints refuse a schema for
	each     *schema         // of the items of the prompt's list that stand for themselves; nil if there is none
}

func compile(name string, shape object) (*schema, error) {
	text, err := json.Marshal(shape)
	if err != nil {
		return nil, fmt.Errorf("writing the schema of prompt %s: %w", name, err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("reading the schema of prompt %s: %w", name, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		return nil, fmt.Errorf("reading the schema of prompt %s: %w", name, err)
	}
	s := &schema{shape: shape}
	if s.compiled, err = c.Compile(name); err != nil {
		return nil, fmt.Errorf("reading the schema of prompt %s: %w", name, err)
	}
	return s, s.tell(name, shape)
}

// tell prepares what endpoints are told of a schema.
func (s *schema) tell(name string, shape object) (err error) {
	if s.whole, err = json.Marshal(shape); err == nil {
		s.wire, err = json.Marshal(unbounded(shape, 0, long))
	}
	if err == nil {
		s.plain, err = json.Marshal(unbounded(shape, 0, anyBound))
	}
	if err != nil {
		return fmt.Errorf("writing the schema of prompt %s: %w", name, err)
	}
	return nil
}

// asking is the prompt with what endpoints are told for a question's texts: lists speak of these by their names alone, and a list whose items
// stand for themselves has one for each. A model that is bound to the schema can then neither pass over them nor make up a name.
func (p *Prompt) asking(names []string) (*Prompt, error) {
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return strings.TrimRight(n, "0123456789") == n }) // as the claim, which is no item
	if len(names) == 0 {
		return p, nil
	}
	properties := p.schema.shape.at("properties")
	given := object{{"type", "string"}, {"enum", names}}
	for _, of := range properties {
		list := properties.at(of.name)
		items := list.at("items")
		switch {
		case items == nil:
			continue
		case items.at("properties").at("name") != nil:
			items = items.with("properties", items.at("properties").with("name", given))
		default: // a list of names
			items = given
		}
		if of.name == p.Each {
			list = list.with("minItems", len(names)).with("maxItems", len(names))
		}
		properties = properties.with(of.name, list.with("items", items))
	}
	out, told := *p, *p.schema
	out.schema = &told
	return &out, told.tell(p.Name, p.schema.shape.with("properties", properties))
}

// deepest is how deep a schema of ours, or an answer, may be nested.
const deepest = 16

// longestTold is the longest text whose bounds an endpoint is told.
const longestTold = 64

// long reports whether a bound is one of a text that may be long.
func long(keyword string, v any) bool {
	n, is := v.(int)
	return is && (keyword == "maxLength" && n > longestTold || keyword == "minLength")
}

// anyBound reports whether a keyword is one that strict modes do not know.
func anyBound(keyword string, _ any) bool {
	switch keyword {
	case "maxLength", "minLength", "maxItems", "minItems", "minimum", "maximum", "pattern", "uniqueItems":
		return true
	}
	return false
}

// unbounded is a schema without some of its bounds.
func unbounded(v any, depth int, without func(keyword string, v any) bool) any {
	if depth > deepest {
		return v
	}
	switch x := v.(type) {
	case object:
		out := make(object, 0, len(x))
		for _, f := range x {
			if !without(f.name, f.value) {
				out = append(out, field{f.name, unbounded(f.value, depth+1, without)})
			}
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = unbounded(e, depth+1, without)
		}
		return out
	}
	return v
}

// check says what of an answer does not fit, in a line that a model can be told.
func (s *schema) check(answer []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer))
	if err != nil {
		return errors.New("it is not valid JSON")
	}
	err = s.compiled.Validate(doc)
	var wrong *jsonschema.ValidationError
	if errors.As(err, &wrong) {
		leaf := wrong
		for depth := 0; len(leaf.Causes) > 0 && depth < deepest; depth++ {
			leaf = leaf.Causes[0]
		}
		text := leaf.Error()
		if i := strings.LastIndex(text, "\n"); i >= 0 {
			text = text[i+1:]
		}
		return fmt.Errorf("it does not fit the schema: %s", clip(strings.TrimSpace(text), 300))
	}
	return err
}

// fitting leaves out the items of a list that do not fit, and says how many. A list of which nothing fits stays as it is: that is for
// the model to mend.
func (s *schema) fitting(name string, answer []byte) ([]byte, int, error) {
	if s.each == nil {
		return answer, 0, nil
	}
	var whole map[string]json.RawMessage
	var items []json.RawMessage
	if json.Unmarshal(answer, &whole) != nil || json.Unmarshal(whole[name], &items) != nil {
		return answer, 0, nil // the schema of the whole says what is wrong
	}
	var kept []json.RawMessage
	for _, i := range items {
		if s.each.check(i) == nil {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 || len(kept) == len(items) {
		return answer, 0, nil
	}
	list, err := json.Marshal(kept)
	if err != nil {
		return nil, 0, err
	}
	whole[name] = list
	answer, err = json.Marshal(whole)
	return answer, len(items) - len(kept), err
}

// clip shortens what others have said for a message: one line, printable.
func clip(text string, most int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	r := []rune(text)
	if len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}
