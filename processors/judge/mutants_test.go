package judge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	data "github.com/sibyl-project/sibyl/data/judge"
)

// TestEveryNumberOfTheRubricMattersToACase changes each entry of rubric.json, one at a time, and expects a
// case to end otherwise: what no case notices is covered by none.
func TestEveryNumberOfTheRubricMattersToACase(t *testing.T) {
	all := stories(t)
	changes := 0
	for path, variants := range mutants(t) {
		noticed, tried := "", 0
		for _, text := range variants {
			r, err := ParseRubric(text)
			if err != nil {
				continue
			}
			tried++
			for _, s := range all {
				if len(tell(t, r, s)) > 0 {
					noticed = s.name
					break
				}
			}
		}
		changes += tried
		if tried == 0 && path != ".sufficiency.low" && path != ".sufficiency.medium" { // their neighbours hold these
			t.Errorf("%s: no change of it is a rubric", path)
		} else if tried > 0 && noticed == "" {
			t.Errorf("%s: no case notices when it changes", path)
		}
	}
	t.Logf("%d changed rubrics", changes)
}

// mutants are rubrics with one entry changed, by the entry's path.
func mutants(t *testing.T) map[string][][]byte {
	t.Helper()
	var root map[string]any
	dec := json.NewDecoder(bytes.NewReader(data.Rubric))
	dec.UseNumber()
	if err := dec.Decode(&root); err != nil {
		t.Fatal(err)
	}
	out := map[string][][]byte{}
	try := func(path string) {
		text, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		out[path] = append(out[path], text)
	}
	var walk func(path string, node map[string]any)
	walk = func(path string, node map[string]any) {
		for key, v := range node {
			at := path + "." + key
			switch v := v.(type) {
			case map[string]any:
				walk(at, v)
			case json.Number:
				f, err := v.Float64()
				if err != nil {
					t.Fatal(err)
				}
				for _, changed := range changesOf(path, f, !strings.Contains(v.String(), ".")) {
					node[key] = changed
					if path == ".weights" { // another gives what this one takes
						for other, w := range node {
							if w, number := w.(json.Number); number && other != key {
								was, _ := w.Float64()
								node[other] = was - (changed - f)
								try(at)
								node[other] = w
							}
						}
						continue
					}
					try(at)
				}
			case string:
				for _, other := range standings {
					if string(other) != v && path != "" {
						node[key] = other
						try(at)
					}
				}
			case []any:
				for i := range v {
					node[key] = slices.Delete(slices.Clone(v), i, i+1)
					try(at + "." + fmt.Sprint(v[i]))
				}
				if len(v) == 0 {
					node[key] = []any{"legal", "geography"}
					try(at)
				}
			}
			node[key] = v
		}
	}
	walk("", root)
	return out
}

func changesOf(path string, v float64, whole bool) []float64 {
	switch {
	case whole:
		return []float64{v + 1, v - 1}
	case strings.HasPrefix(path, ".relevance."): // these only order
		return []float64{0.001, 1}
	}
	return []float64{v * 0.9, v * 1.1, v + 0.1}
}
