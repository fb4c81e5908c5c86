package answer

import "errors"

// tree decides by one feature after the other. Nodes are numbered from the root, 0; those below a node come after it, so that whoever
// follows a tree arrives.
type tree struct {
	Feature []int     `json:"feature"` // -1 in a leaf
	At      []float64 `json:"at"`      // to the left where the feature is at most this
	Left    []int     `json:"left"`
	Right   []int     `json:"right"`
	Value   []float64 `json:"value"` // of a leaf
}

// fits says why a tree cannot be followed with so many features.
func (t *tree) fits(width int) error {
	n := len(t.Feature)
	if n == 0 || len(t.At) != n || len(t.Left) != n || len(t.Right) != n || len(t.Value) != n {
		return errors.New("it has no nodes or not all that belongs to them")
	}
	for i, f := range t.Feature {
		if f < 0 {
			continue
		}
		if f >= width || t.Left[i] <= i || t.Left[i] >= n || t.Right[i] <= i || t.Right[i] >= n {
			return errors.New("a node leads nowhere, back, or by a feature that there is not")
		}
	}
	return nil
}

func (t *tree) value(features []float32) float64 {
	at := 0
	for t.Feature[at] >= 0 {
		if float64(features[t.Feature[at]]) <= t.At[at] {
			at = t.Left[at]
		} else {
			at = t.Right[at]
		}
	}
	return t.Value[at]
}
