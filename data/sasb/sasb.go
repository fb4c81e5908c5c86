// Package sasb is the disclosure topics and metrics of twelve SASB industries: which there are, what each is
// about in our own words, and how certain that is. The standards' own text is licensed and is not here.
// The catalogue is read once from the binary and never changes; it is safe for concurrent use.
package sasb

import (
	"bytes"
	_ "embed" // the catalogue is part of the binary
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed metrics.json
var file []byte

// Category says what a metric is made of.
type Category string

// The closed set of categories.
const (
	Quantitative Category = "quantitative"
	Discussion   Category = "discussion" // a narrative, without a unit
)

// Metric is one metric of a topic.
type Metric struct {
	Code        string   `json:"code"` // as standards.Metric prints it
	Description string   `json:"description"`
	Category    Category `json:"category"`
	Unit        string   `json:"unit"` // several are joined by "; "; empty for a narrative
	Certainty   string   `json:"certainty"`
}

// Topic is a disclosure topic of an industry with its metrics.
type Topic struct {
	Name     string   `json:"name"`
	Climate  bool     `json:"climate"` // part of the Industry-based Guidance on IFRS S2
	Text     string   `json:"text"`
	Keywords []string `json:"keywords"` // how reports speak of it
	Metrics  []Metric `json:"metrics"`
}

// Industry is one industry with its topics, activity metrics last.
type Industry struct {
	Code          string  `json:"code"` // EM-EP
	Name          string  `json:"name"`
	Sector        string  `json:"sector"`
	File          string  `json:"file"` // the rendered Markdown
	Edition       string  `json:"edition"`
	ConfirmedFrom string  `json:"confirmed_from"` // codes of the sources in About
	Topics        []Topic `json:"topics"`
}

// Retired is a code that older reports use and the edition here does not have.
type Retired struct {
	Code      string   `json:"code"`
	Was       string   `json:"was"`
	Now       []string `json:"now"` // what asks for the same now; empty if nothing does
	Note      string   `json:"note"`
	Certainty string   `json:"certainty"`
}

// About says where the catalogue comes from and how far it can be trusted.
type About struct {
	Title     string            `json:"title"`
	Licence   string            `json:"licence"`
	Edition   string            `json:"edition"`
	Certainty string            `json:"certainty"`
	Recalled  string            `json:"recalled"`
	Climate   string            `json:"climate"`
	Sources   map[string]string `json:"sources"`
}

// Place is a metric with the topic and the industry it belongs to.
type Place struct {
	Industry *Industry
	Topic    *Topic
	Metric   *Metric
}

// Catalogue holds the industries.
type Catalogue struct {
	About      About       `json:"about"`
	Industries []*Industry `json:"industries"`
	Retired    []Retired   `json:"retired"`

	byCode     map[string]Place
	industries map[string]*Industry
	retired    map[string]Retired
}

var load = sync.OnceValues(func() (*Catalogue, error) { return read(file) })

// Load returns the catalogue that is part of the program.
func Load() (*Catalogue, error) { return load() }

func read(data []byte) (*Catalogue, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	c := &Catalogue{byCode: map[string]Place{}, industries: map[string]*Industry{}, retired: map[string]Retired{}}
	if err := d.Decode(c); err != nil {
		return nil, fmt.Errorf("decoding the SASB catalogue: %w", err)
	}
	for _, industry := range c.Industries {
		if c.industries[industry.Code] != nil {
			return nil, fmt.Errorf("decoding the SASB catalogue: %s is there twice", industry.Code)
		}
		c.industries[industry.Code] = industry
		for i := range industry.Topics {
			topic := &industry.Topics[i]
			for j := range topic.Metrics {
				m := &topic.Metrics[j]
				if _, twice := c.byCode[m.Code]; twice {
					return nil, fmt.Errorf("decoding the SASB catalogue: %s is there twice", m.Code)
				}
				c.byCode[m.Code] = Place{industry, topic, m}
			}
		}
	}
	for _, r := range c.Retired {
		if _, current := c.byCode[r.Code]; current || c.retired[r.Code].Code != "" {
			return nil, fmt.Errorf("decoding the SASB catalogue: %s is retired and current, or retired twice", r.Code)
		}
		c.retired[r.Code] = r
	}
	return c, nil
}

// Metric looks a metric up by its code.
func (c *Catalogue) Metric(code string) (Place, bool) {
	p, ok := c.byCode[code]
	return p, ok
}

// Industry looks an industry up by its code.
func (c *Catalogue) Industry(code string) (*Industry, bool) {
	i, ok := c.industries[code]
	return i, ok
}

// Replaced says what became of a code of an older edition.
func (c *Catalogue) Replaced(code string) (Retired, bool) {
	r, ok := c.retired[code]
	return r, ok
}

// Codes lists a topic's metrics.
func (t *Topic) Codes() []string {
	var out []string
	for _, m := range t.Metrics {
		out = append(out, m.Code)
	}
	return out
}
