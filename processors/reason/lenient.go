package reason

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// read finds the JSON of an answer in what a model has said: all of it, or what stands between its words or in a fence of Markdown. A list
// alone stands for the object that it is the list of. whole is false where an answer broke off, and only what came before is read: items
// that stand for themselves.
func read(p *Prompt, said string) (answer map[string]any, whole bool, err error) {
	said = strings.TrimSpace(said)
	for at, tries := 0, 0; tries < 50; tries++ {
		next := strings.IndexAny(said[at:], "{[")
		if next < 0 {
			break
		}
		at += next
		var v any
		if json.NewDecoder(strings.NewReader(said[at:])).Decode(&v) == nil {
			if answer = p.enclosed(v); answer != nil {
				return answer, true, nil
			}
		} else if items := begun(p.Each, said[at:]); len(items) > 0 {
			return map[string]any{p.Each: items}, false, nil
		}
		at++
	}
	return nil, false, errors.New("there is no JSON object in it")
}

// enclosed is an answer as an object: the items of the prompt's list, or one of them alone, are put into what they are asked for in. nil is
// what cannot be one, as a number in brackets before it.
func (p *Prompt) enclosed(v any) map[string]any {
	switch x := v.(type) {
	case []any:
		if p.Each != "" && !slices.ContainsFunc(x, func(i any) bool { _, is := i.(map[string]any); return !is }) {
			return map[string]any{p.Each: x}
		}
	case map[string]any:
		if _, named := x["name"]; named && p.Each != "" && x[p.Each] == nil {
			return map[string]any{p.Each: []any{x}}
		}
		return x
	}
	return nil
}

// begun lists the whole items of a list that breaks off, where one is what an answer is made of.
func begun(each, said string) []any {
	if each == "" {
		return nil
	}
	if said[0] == '{' {
		rest, found := strings.CutPrefix(strings.TrimLeftFunc(said[1:], unicode.IsSpace), `"`+each+`"`)
		at := strings.IndexByte(rest, '[')
		if !found || at < 0 {
			return nil
		}
		said = rest[at:]
	}
	d := json.NewDecoder(strings.NewReader(said))
	if _, err := d.Token(); err != nil {
		return nil
	}
	var out []any
	for d.More() {
		var item map[string]any
		if d.Decode(&item) != nil {
			break
		}
		out = append(out, item)
	}
	return out
}

// eased brings an answer nearer to the shape that was asked for where that cannot change what it says: fields that nobody asked for are
// left out, texts that are not there are empty, values of closed sets may be written otherwise (Names only, true for yes), texts end with
// their last sentence or word within their bounds, and items are known by their number (sentence 2 is s2).
func (p *Prompt) eased(answer map[string]any, names []string) any {
	items, _ := answer[p.Each].([]any)
	for _, i := range items {
		if item, is := i.(map[string]any); is && item["name"] != nil {
			item["name"] = named(fmt.Sprint(item["name"]), names)
		}
	}
	return p.easedBy(p.Shape, answer, 0)
}

func (p *Prompt) easedBy(shape map[string]any, v any, depth int) any {
	if depth > deepest {
		return v
	}
	switch x := v.(type) {
	case map[string]any:
		properties, closed := shape["properties"].(map[string]any)
		if !closed {
			return x
		}
		out := map[string]any{}
		for k, of := range properties {
			of, _ := of.(map[string]any)
			if e, said := x[k]; said {
				out[k] = p.easedBy(of, e, depth+1)
			} else if of["type"] == "string" && of["enum"] == nil && of["minLength"] == nil {
				out[k] = ""
			}
		}
		return out
	case []any:
		of, _ := shape["items"].(map[string]any)
		if most, bounded := shape["maxItems"].(int); bounded {
			x = x[:min(len(x), most)]
		}
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = p.easedBy(of, e, depth+1)
		}
		return out
	case string, bool:
		if values, closed := shape["enum"].([]any); closed {
			return among(values, x)
		}
		text, is := x.(string)
		if most, bounded := shape["maxLength"].(int); is && bounded && most > longestTold { // a cut name is another name
			return within(strings.TrimSpace(text), most)
		}
	}
	return v
}

// among is the value of a closed set that a model means by another way of writing it.
func among(values []any, said any) any {
	if said == true {
		said = "yes"
	} else if said == false {
		said = "no"
	}
	plain := func(v any) string {
		return strings.Join(strings.FieldsFunc(strings.ToLower(fmt.Sprint(v)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "_")
	}
	if i := slices.IndexFunc(values, func(v any) bool { return plain(v) == plain(said) }); i >= 0 {
		return values[i]
	}
	return said
}

// within cuts a text to a number of characters: behind its last whole sentence if that is most of it, else behind a word.
func within(text string, most int) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	cut := string(r[:most])
	if end := strings.LastIndexAny(cut, ".!?"); 2*end > len(cut) {
		return cut[:end+1]
	}
	if end := strings.LastIndexByte(cut, ' '); end > 0 {
		return cut[:end]
	}
	return cut
}

// named is the name that was given for what a model calls a thing: with another case or signs around it, or by its number alone or behind
// a word. Another letter with the number is another name.
func named(said string, given []string) string {
	plain := strings.ToLower(strings.TrimFunc(said, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
	if slices.Contains(given, plain) {
		return plain
	}
	number := strings.TrimLeftFunc(plain, func(r rune) bool { return !unicode.IsDigit(r) })
	word := strings.TrimSpace(strings.TrimSuffix(plain, number))
	if len(word) == 1 || strings.ContainsFunc(number, func(r rune) bool { return !unicode.IsDigit(r) }) {
		return said
	}
	found := said
	for _, g := range given {
		if number != "" && strings.TrimLeftFunc(g, unicode.IsLetter) == number {
			found = g
		}
	}
	return found
}
