package corpus

import (
	"fmt"
	"strings"

	"github.com/sibyl-project/sibyl/data/sasb"
	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/pattern"
	"github.com/sibyl-project/sibyl/rag/standards"
)

var (
	metricMark   = pattern.Compile(`^[A-Z]{2}[-–‑][A-Z]{2}[-–‑](?:\d{3}[a-z]\.\d{1,2}|000\.[A-Z])(?:[.:]?\s+|[.:]?$)`)
	topicSummary = pattern.Compile(`(?i)^topic summary$`)
)

// readSASB recognises metrics by their codes at the beginning of a line, up to the next one, and topics by the heading
// before "Topic Summary". The tables at the front have the codes, too, with less text: the longest text is kept. Each
// industry is a shelf of its own, since the standards are published one by one.
func readSASB(lines []line) (Copy, error) {
	texts := map[string]metricText{}
	var order []string
	var code, topic, industry string
	var at piece
	finish := func() {
		text := strings.Join(at.lines, " ")
		if _, twice := texts[code]; code != "" && !twice {
			order = append(order, code)
		}
		if code != "" && len(text) > len(texts[code].text) {
			texts[code] = metricText{text, topic, industry, at}
		}
		code, at = "", piece{}
	}
	for i, l := range lines {
		mark := metricMark.FindString(l.text)
		if mark != "" && strings.TrimSpace(l.text[len(mark):]) == "" && !strings.HasSuffix(strings.TrimSpace(mark), ".") {
			continue // a cell of a table: what follows is another metric
		}
		switch {
		case mark != "" && len(order) < mostParagraphs:
			finish()
			if m, err := standards.ParseMetric(strings.Trim(strings.TrimSpace(mark), ".:")); err == nil {
				code, industry = m.String(), m.Industry
				at = piece{page: l.page, start: l.start, end: l.end, lines: nonEmpty(l.text[len(mark):])}
			}
		case topicSummary.MatchString(l.text):
			if i > 0 { // the line before is the topic's name, not the end of the metric before it
				topic = lines[i-1].text
				if n := len(at.lines); n > 0 && at.lines[n-1] == topic {
					at.lines = at.lines[:n-1]
				}
			}
			finish()
		case code != "":
			at.lines = append(at.lines, l.text)
			if l.page == at.page {
				at.end = l.end
			}
		}
	}
	finish()
	out := Copy{SourceType: LicensedSASB, passages: map[string][]rag.Passage{}}
	catalogue, err := sasb.Load()
	if err != nil {
		return Copy{}, err
	}
	for _, code := range order {
		m := texts[code]
		if m.text == "" {
			continue
		}
		industry := m.industry
		source := LicensedSASB + ":" + industry
		path := []string{"SASB", industry, code}
		if m.topic != "" {
			path = []string{"SASB", industry, strings.ReplaceAll(m.topic, ">", "›"), code}
		}
		out.Paragraphs = append(out.Paragraphs, code)
		if _, ok := catalogue.Metric(code); !ok {
			out.Unknown = append(out.Unknown, code)
		}
		out.passages[source] = append(out.passages[source], passages(rag.Passage{
			Source: source, ReportID: source, Label: code, Page: m.at.page, Start: m.at.start, End: m.at.end, Heading: strings.Join(path, " > ") + "\n",
		}, m.text)...)
	}
	if len(out.Paragraphs) < leastMetrics {
		return Copy{}, fmt.Errorf("%w: %d SASB metrics were recognised in it, which is too few", ErrCopy, len(out.Paragraphs))
	}
	return out, nil
}

// metricText is what a copy says of a metric.
type metricText struct {
	text, topic, industry string
	at                    piece
}

func nonEmpty(s string) []string {
	if s = strings.TrimSpace(s); s == "" {
		return nil
	}
	return []string{s}
}
