package appraisal

import (
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/rag/report/quantity"
)

// mostMetrics of an industry that a claim is shown.
const mostMetrics = 3

// industry are the metrics of the company's industry that a claim bears on: the claim has words of the topic, and a figure
// in a unit of the metric.
func industry(s Subject) []events.IndustryMetric {
	if s.Claim.Issuer == nil || s.Claim.Issuer.Sector == "" || len(s.Figures) == 0 {
		return nil
	}
	catalogue, err := sasb.Load()
	if err != nil {
		return nil // the catalogue is part of the program, and a test reads it
	}
	of, ok := catalogue.Industry(strings.ToUpper(strings.TrimSpace(s.Claim.Issuer.Sector)))
	if !ok {
		return nil
	}
	lower := strings.ToLower(s.Text)
	var out []events.IndustryMetric
	for i := range of.Topics {
		t := &of.Topics[i]
		by, special := spokenOf(t, lower)
		if by == "" {
			continue
		}
		for _, m := range t.Metrics {
			if m.Category != sasb.Quantitative || !s.has(m.Unit, special) || len(out) == mostMetrics { // a share of something is in too many units
				continue
			}
			out = append(out, events.IndustryMetric{Industry: of.Code, Topic: t.Name, Code: m.Code, Unit: m.Unit, By: by})
		}
	}
	return out
}

// subjects are what topics of any industry are about, by a word of their name: the keywords of a topic are what is special to it.
var subjects = []struct{ topic, word string }{
	{"GHG", "scope 1"}, {"Energy", "energy"}, {"Energy", "electricity"}, {"Water", "water"}, {"Waste", "waste"}, {"safety", "injur"},
	{"safety", "fatal"},
}

// spokenOf is the word of a topic that a text has, empty for none; special says that no other topic has it.
func spokenOf(t *sasb.Topic, lower string) (by string, special bool) {
	for _, k := range t.Keywords {
		if strings.Contains(lower, strings.ToLower(k)) {
			return k, true
		}
	}
	for _, x := range subjects {
		if strings.Contains(t.Name, x.topic) && strings.Contains(lower, x.word) {
			return x.word, false
		}
	}
	return "", false
}

// has reports whether the claim has a figure that a metric's unit can measure. Numbers may count anything: they are of a
// metric only where a word special to its topic stands beside them.
func (s Subject) has(units string, special bool) bool {
	for unit := range strings.SplitSeq(units, ";") {
		unit = strings.TrimSpace(unit)
		u, err := quantity.ParseUnit(unit)
		for _, q := range s.Figures {
			switch {
			case q.Year:
			case unit == "currency" && q.Unit.Dimension == quantity.Money,
				special && slices.Contains([]string{"number", "hours", "days"}, unit) && q.Unit.Dimension == quantity.Count:
				return true
			case err == nil && q.Per == "" && u.Dimension == q.Unit.Dimension && u.Dimension != quantity.Count && u.Dimension != quantity.Percent:
				return true
			}
		}
	}
	return false
}
