package claims

import "strings"

// clause is a part of a sentence's text, in bytes of it.
type clause struct {
	text       string
	start, end int
}

// joints part a sentence into assertions that stand alone when each side has its own figure and verb.
var joints = []string{"; ", ", while ", ", whereas ", ", and we ", ", and our ", ", and the ", ", and Scope "}

// clauses splits a sentence into its single assertions: "Scope 1 fell by 12%, while Scope 2 rose by 3%" is
// two. In doubt it stays whole: half a claim is worse than a double one.
func clauses(text string) []clause {
	for _, j := range joints {
		at := strings.Index(text, j)
		if at < 0 {
			continue
		}
		skip := len(j)
		if strings.HasPrefix(j, ", and ") {
			skip = len(", and ") // the word behind it begins the second assertion
		}
		left, right := clause{text[:at], 0, at}, clause{text[at+skip:], at + skip, len(text)}
		if asserts(left.text) && asserts(right.text) {
			out := []clause{left}
			for _, c := range clauses(right.text) {
				out = append(out, clause{c.text, c.start + right.start, c.end + right.start})
			}
			return out
		}
	}
	return []clause{{text, 0, len(text)}}
}

// asserts reports whether a part of a sentence is an assertion by itself.
func asserts(text string) bool {
	r := read(text, 0, nil)
	return len(r.words) >= fewestWords && len(r.measured) > 0 && r.has[cueChange] && r.topical()
}
