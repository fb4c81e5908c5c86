package standards

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/pattern"
)

// Metric is the code of a SASB metric: EM-EP-110a.1, or EM-EP-000.A for what only scales the others.
type Metric struct {
	Industry string // EM-EP
	Topic    string // 110a, 000
	Item     string // 1, A
}

var (
	metric   = pattern.Compile(`(?i)\b([A-Z]{2})[-–‑]([A-Z]{2})[-–‑](?:(\d{3})([a-z])\.0?([1-9]\d?)|(000)\.([A-Z]))\b`)
	industry = pattern.Compile(`^[A-Z]{2}-[A-Z]{2}$`)
)

// ParseMetric reads one code, whatever its case and kind of hyphen.
func ParseMetric(s string) (Metric, error) {
	s = strings.TrimSpace(s)
	if m := metric.FindStringSubmatch(s); m != nil && m[0] == s {
		return metricOf(m), nil
	}
	return Metric{}, fmt.Errorf("parsing SASB code %q: want something like EM-EP-110a.1 or EM-EP-000.A", s)
}

// FindMetrics lists the codes that a text names, in order of appearance without repeats.
func FindMetrics(text string) []string {
	var out []string
	for _, m := range metric.FindAllStringSubmatch(text, -1) {
		if code := metricOf(m).String(); !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	return out
}

func metricOf(m []string) Metric {
	out := Metric{Industry: strings.ToUpper(m[1] + "-" + m[2])}
	if m[6] != "" {
		out.Topic, out.Item = m[6], strings.ToUpper(m[7])
		return out
	}
	out.Topic, out.Item = m[3]+strings.ToLower(m[4]), m[5]
	return out
}

// String is the code's one form.
func (m Metric) String() string { return m.Industry + "-" + m.Topic + "." + m.Item }

// Activity says that the metric only scales the others: production, staff, sites.
func (m Metric) Activity() bool { return m.Topic == "000" }

// Compare puts codes in order: by industry and topic, activity metrics after the topics.
func (m Metric) Compare(o Metric) int {
	activity := func(x Metric) int {
		if x.Activity() {
			return 1
		}
		return 0
	}
	return cmp.Or(
		strings.Compare(m.Industry, o.Industry), cmp.Compare(activity(m), activity(o)), strings.Compare(m.Topic, o.Topic),
		cmp.Compare(len(m.Item), len(o.Item)), strings.Compare(m.Item, o.Item),
	)
}

// IsIndustry says whether a string is formed like the code of a SASB industry.
func IsIndustry(s string) bool { return industry.MatchString(s) }
