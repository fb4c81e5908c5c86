package statement

import (
	"context"
	"slices"
	"strings"
)

// CellSaid is what a language model takes the figures below some headings to measure, of which the trained reader is not sure.
type CellSaid struct {
	Headings string `json:"headings"` // Cell.Key
	Metric   string `json:"metric"`
	Was      string `json:"was,omitempty"` // what the trained reader finds likeliest
}

// Key names the headings of a cell: cells of one key measure the same.
func (c *Cell) Key() string {
	p := c.parts()
	return strings.Join(p[:], "\x1f")
}

// proposed is how sure a model's answer is taken for: it stands where rules name no metric, and goes before none that they name.
const proposed = 0.75

// Amended reads cells as the trained reader does, but for those that a model was asked about.
func Amended(r *Trained, said []CellSaid) CellReader {
	a := amended{trained: r, said: make(map[string]string, len(said))}
	for _, s := range said {
		a.said[s.Headings] = s.Metric
	}
	return a
}

type amended struct {
	trained *Trained
	said    map[string]string
}

// ReadCells implements CellReader.
func (a amended) ReadCells(ctx context.Context, cells []Cell) ([]CellReading, error) {
	out, err := a.trained.ReadCells(ctx, cells)
	if err != nil {
		return nil, err
	}
	for i := range out {
		metric := a.said[cells[i].Key()]
		if metric == "" {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(out[i].Metrics), func(m Answer) bool { return m.Value == metric })
		out[i].Metrics = append([]Answer{{Value: metric, Sure: proposed}}, rest...)
	}
	return out, nil
}
