package sets

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/sibyl-project/sibyl/rag"
)

// diras ranks the paragraphs of reports for a question about climate, as experts judged them.
var diras = Set{
	Name:  "diras",
	About: "nDCG@10 of paragraphs ranked for a question with its background (bare: without); relevance 2, 1, 0 counts 1, 0.5, 0",
	Data:  "labels/diras_dev.jsonl",
	Run:   runDiras,
}

const (
	dirasLeastMean = 0.78
	dirasMostBelow = 0.06 // hybrid below keyword, on any question
)

type dirasRow struct {
	Question   string  `json:"question"`
	Background string  `json:"background"`
	Paragraph  string  `json:"paragraph"`
	Relevance  float64 `json:"relevance"`
}

func runDiras(ctx context.Context, _, data string) (Report, error) {
	rows, err := readLines[dirasRow](data)
	if err != nil {
		return Report{}, err
	}
	var questions []string
	byQuestion := map[string][]dirasRow{}
	for _, r := range rows {
		if byQuestion[r.Question] == nil {
			questions = append(questions, r.Question)
		}
		byQuestion[r.Question] = append(byQuestion[r.Question], r)
	}
	library := rag.NewMemory()
	report := Report{Columns: []string{"keyword", "semantic", "hybrid", "bare keyword", "bare hybrid", "rrf", "of", "question"}}
	scores := map[string][]float64{}
	below := -1.0
	for i, q := range questions {
		id := "q" + strconv.Itoa(i)
		if err := ingestParagraphs(ctx, library, id, byQuestion[q]); err != nil {
			return Report{}, err
		}
		var line []string
		for _, way := range []struct {
			name   string
			filter rag.Filter
		}{
			{"keyword", rag.Filter{Mode: rag.Keyword, Background: byQuestion[q][0].Background}},
			{"semantic", rag.Filter{Mode: rag.Semantic, Background: byQuestion[q][0].Background}},
			{"hybrid", rag.Filter{Background: byQuestion[q][0].Background}},
			{"bare keyword", rag.Filter{Mode: rag.Keyword}},
			{"bare hybrid", rag.Filter{}},
			{"rrf", rag.Filter{Fusion: rag.RRF, Background: byQuestion[q][0].Background}},
		} {
			way.filter.ReportID, way.filter.Top = id, 10
			s, ranked, err := rank(ctx, library, q, way.filter, byQuestion[q])
			if err != nil {
				return Report{}, err
			}
			if way.name == "hybrid" {
				report.Misses = append(report.Misses, notFound(q, ranked, byQuestion[q])...)
			}
			scores[way.name] = append(scores[way.name], s)
			line = append(line, three(s))
		}
		line = append(line, strconv.Itoa(len(byQuestion[q])), short(q))
		below = max(below, scores["keyword"][i]-scores["hybrid"][i])
		report.Rows = append(report.Rows, line)
	}
	report.Figures = []Figure{
		{Name: "keyword, mean", Value: mean(scores["keyword"])},
		{Name: "semantic, mean", Value: mean(scores["semantic"])},
		{Name: "hybrid, mean", Value: mean(scores["hybrid"]), Least: least(max(dirasLeastMean, mean(scores["keyword"])))},
		{Name: "hybrid less keyword, worst question", Value: -below, Least: least(-dirasMostBelow)},
		{Name: "bare keyword, mean", Value: mean(scores["bare keyword"])},
		{Name: "bare hybrid, mean", Value: mean(scores["bare hybrid"])},
		{Name: "rrf, mean", Value: mean(scores["rrf"])},
	}
	return report, nil
}

func ingestParagraphs(ctx context.Context, library rag.Library, report string, rows []dirasRow) error {
	var passages []rag.Passage
	for i, r := range rows {
		passages = append(passages, rag.Passage{ID: fmt.Sprintf("%s/%d", report, i), ReportID: report, Page: 1, Start: i, End: i + 1, Text: r.Paragraph})
	}
	if err := library.Ingest(ctx, passages); err != nil {
		return fmt.Errorf("ingesting paragraphs: %w", err)
	}
	return nil
}

func rank(ctx context.Context, library rag.Library, question string, f rag.Filter, rows []dirasRow) (float64, []int, error) {
	hits, err := library.Passages(ctx, question, f)
	if err != nil {
		return 0, nil, fmt.Errorf("asking %q: %w", question, err)
	}
	var found, all []float64
	var ranked []int
	for _, h := range hits {
		ranked = append(ranked, h.Passage.Start)
		found = append(found, rows[h.Passage.Start].Relevance/2)
	}
	for _, r := range rows {
		all = append(all, r.Relevance/2)
	}
	return ndcg(found, all, 10), ranked, nil
}

// notFound are the paragraphs of the highest relevance that are not among the first ten, though one of less is.
func notFound(question string, ranked []int, rows []dirasRow) []Miss {
	worst := slices.IndexFunc(ranked, func(i int) bool { return rows[i].Relevance < 2 })
	if worst < 0 {
		return nil
	}
	var out []Miss
	for i, r := range rows {
		if r.Relevance >= 2 && !slices.Contains(ranked, i) {
			out = append(out, Miss{Asked: question, Want: r.Paragraph, Got: rows[ranked[worst]].Paragraph})
		}
	}
	return out
}

// readLines reads a file of JSON lines.
func readLines[T any](path string) ([]T, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the labels: %w", err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 4<<20)
	var out []T
	for s.Scan() {
		if len(s.Bytes()) == 0 {
			continue
		}
		var row T
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			return nil, fmt.Errorf("reading line %d of %s: %w", len(out)+1, path, err)
		}
		out = append(out, row)
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	if len(out) == 0 {
		return nil, errors.New(path + " is empty")
	}
	return out, nil
}
