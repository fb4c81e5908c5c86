package facts

import (
	"slices"
	"strings"
)

// partLabel begins the label of a row that is a part of the row above: "of which vessels", "– refrigerants".
var partLabel = compile(`(?i)^\W*(?:of which|of whom|thereof|therefrom|davon|including)\b|^[–—-]\s+\p{L}`)

// wholes remembers, going down a table, the last row below each heading that is no part itself.
type wholes map[string]string

// over gives the path of a row with what it is a part of, which its indent alone or nothing but its words may say.
func (w wholes) over(path []string) []string {
	for k, heading := range path {
		above := strings.Join(path[:k], "\x1f")
		if !partLabel.MatchString(heading) {
			w[above] = heading
			continue
		}
		if whole := w[above]; whole != "" && (k == 0 || path[k-1] != whole) {
			return slices.Insert(slices.Clone(path), k, whole)
		}
		return path
	}
	return path
}
