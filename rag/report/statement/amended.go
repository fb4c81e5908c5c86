package statement

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// CellSaid is what a language model takes the figures below some headings to measure, of which the trained reader is not sure.
type CellSaid struct {
	Headings string `json:"headings"` // Cell.Key
	Metric   string `json:"metric"`
	Was      string `json:"was,omitempty"` // what the trained reader finds likeliest
}

// PartSaid is what a language model takes a passage to be to a part of a requirement, of which the trained judge is not sure. The words of
// Verdict and Was are those of the agent that asks.
type PartSaid struct {
	Part    string `json:"part"`    // its id
	Passage string `json:"passage"` // KeyOf the passage
	Page    int    `json:"page"`
	Verdict string `json:"verdict"`
	Was     string `json:"was"`               // what the trained judge takes it to be
	Quote   string `json:"quote,omitempty"`   // words of the passage
	Missing string `json:"missing,omitempty"` // what the passage leaves open
	Model   string `json:"model"`
	Prompt  string `json:"prompt"` // with its version
}

// KeyOf names a passage of a page by its words.
func KeyOf(page int, text string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d:%s", page, text))
	return hex.EncodeToString(sum[:8])
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
