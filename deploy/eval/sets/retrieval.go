package sets

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/sibyl-project/sibyl/deploy/eval/retrieval"
	"github.com/sibyl-project/sibyl/rag"
)

// retrievalSet searches the bundled standards for the paragraphs that answer queries of our own.
var retrievalSet = Set{
	Name:  "retrieval",
	About: "recall@5 (and nDCG@10) of the right paragraphs for 239 queries of our own; plain: all kinds but paraphrases",
	Run:   runRetrieval,
}

const (
	leastPlainRecall = 0.90
	above            = 0.001 // more than equal, by less than one query of any group can make
)

func runRetrieval(ctx context.Context, _, data string) (Report, error) {
	measured, err := measureRetrieval(ctx, data)
	if err != nil {
		return Report{}, err
	}
	report := Report{Columns: []string{"queries", "keyword", "semantic", "hybrid", "of", "half"}}
	for _, row := range measured.Rows {
		half := "open"
		if row.Held {
			half = "held out"
		}
		line := []string{row.Name}
		for _, mode := range retrieval.Modes() {
			f := row.ByMode[mode]
			line = append(line, fmt.Sprintf("%.3f (%.3f)", f.Recall, f.NDCG))
		}
		report.Rows = append(report.Rows, append(line, strconv.Itoa(row.ByMode[rag.Hybrid].Queries), half))
	}
	for _, m := range measured.Misses {
		report.Misses = append(report.Misses, Miss{Asked: m.Query.Text, Want: strings.Join(m.Missing, " "), Got: foundIDs(m.Found)})
	}
	if data != "" {
		return report, nil // the limits are those of our own queries
	}
	plain, _ := measured.Row(retrieval.Plain, true)
	all, _ := measured.Row(retrieval.All, true)
	words, _ := measured.Row(string(retrieval.Paraphrase), true)
	report.Figures = []Figure{
		{Name: "hybrid, plain, held out", Value: plain.ByMode[rag.Hybrid].Recall, Least: least(leastPlainRecall)},
		{Name: "hybrid less keyword, plain, held out", Value: plain.ByMode[rag.Hybrid].Recall - plain.ByMode[rag.Keyword].Recall, Least: least(above)},
		{Name: "hybrid less semantic, plain, held out", Value: plain.ByMode[rag.Hybrid].Recall - plain.ByMode[rag.Semantic].Recall, Least: least(above)},
		{Name: "semantic less keyword, paraphrases, held out", Value: words.ByMode[rag.Semantic].Recall - words.ByMode[rag.Keyword].Recall, Least: least(above)},
		{Name: "hybrid less keyword, all, held out", Value: all.ByMode[rag.Hybrid].Recall - all.ByMode[rag.Keyword].Recall, Least: least(above)},
		{Name: "hybrid less semantic, all, held out", Value: all.ByMode[rag.Hybrid].Recall - all.ByMode[rag.Semantic].Recall, Least: least(above)},
		{Name: "hybrid, all with paraphrases, held out", Value: all.ByMode[rag.Hybrid].Recall},
		{Name: "hybrid less semantic, paraphrases, held out", Value: words.ByMode[rag.Hybrid].Recall - words.ByMode[rag.Semantic].Recall},
	}
	return report, nil
}

// measureRetrieval measures the queries of a file, or our own.
func measureRetrieval(ctx context.Context, file string) (retrieval.Report, error) {
	searcher := retrieval.Corpus(rag.NewMemory())
	if file == "" {
		return retrieval.Run(ctx, searcher)
	}
	f, err := os.Open(file)
	if err != nil {
		return retrieval.Report{}, fmt.Errorf("opening the queries: %w", err)
	}
	defer f.Close()
	queries, err := retrieval.Read(f)
	if err != nil {
		return retrieval.Report{}, err
	}
	return retrieval.Measure(ctx, searcher, queries)
}

// foundIDs lists what the results stand for; one may stand for several ids.
func foundIDs(found [][]string) string {
	var out []string
	for _, ids := range found {
		out = append(out, strings.Join(ids, "+"))
	}
	return strings.Join(out, " ")
}
