package retrieval

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/eval"
	"github.com/sibyl-project/sibyl/data/ifrs"
	"github.com/sibyl-project/sibyl/data/sasb"
)

// Kind says how a query asks.
type Kind string

// The closed set of kinds.
const (
	Question      Kind = "question"
	Claim         Kind = "claim"
	Paraphrase    Kind = "paraphrase"
	ID            Kind = "id"
	MisnumberedID Kind = "misnumbered_id"
)

// Kinds lists them in the order in which they are reported.
func Kinds() []Kind { return []Kind{Question, Claim, Paraphrase, ID, MisnumberedID} }

// Query is a labelled query.
type Query struct {
	Text       string   `json:"query"`
	Kind       Kind     `json:"kind"`
	Paragraphs []string `json:"paragraphs"` // must be found
	Also       []string `json:"also"`       // answer in part
	HeldOut    bool     `json:"held_out"`   // only for the final figures
}

// Load reads the queries that are part of the program.
func Load() ([]Query, error) { return Read(strings.NewReader(eval.Retrieval)) }

// Read reads queries, one JSON object for each line, and refuses what could not be measured: an unknown kind or id, a
// query without a right paragraph or that is there twice.
func Read(r io.Reader) ([]Query, error) {
	registry, err := ifrs.Load()
	if err != nil {
		return nil, err
	}
	catalogue, err := sasb.Load()
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("reading queries: %w", err)
	}
	var out []Query
	seen := map[string]bool{}
	for n, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		var q Query
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&q); err != nil {
			return nil, fmt.Errorf("reading query %d: %w", n+1, err)
		}
		if !slices.Contains(Kinds(), q.Kind) || len(q.Paragraphs) == 0 || q.Text == "" || seen[q.Text] {
			return nil, fmt.Errorf("reading query %d: %q of kind %q is empty, repeated, or without a right paragraph", n+1, q.Text, q.Kind)
		}
		seen[q.Text] = true
		for _, id := range slices.Concat(q.Paragraphs, q.Also) {
			_, paragraph := registry.Paragraph(id)
			_, metric := catalogue.Metric(id)
			if !paragraph && !metric {
				return nil, fmt.Errorf("reading query %d: there is no paragraph or metric %q", n+1, id)
			}
		}
		out = append(out, q)
	}
	return out, nil
}

// heldOut says whether a query is of the half for the final figures: by its hash, so that nobody chooses.
func heldOut(query string) bool { return sha256.Sum256([]byte(query))[0]%2 == 1 }
