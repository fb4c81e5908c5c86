package sets

import (
	"context"
	"fmt"
	"strconv"

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

func runRetrieval(ctx context.Context, _, _ string) (Report, error) {
	measured, err := retrieval.Run(ctx, retrieval.Corpus(rag.NewMemory()))
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
	plain, _ := measured.Row(retrieval.Plain, true)
	all, _ := measured.Row(retrieval.All, true)
	words, _ := measured.Row(string(retrieval.Paraphrase), true)
	report.Figures = []Figure{
		{Name: "hybrid, plain, held out", Value: plain.ByMode[rag.Hybrid].Recall, Least: least(leastPlainRecall)},
		{Name: "hybrid less keyword, plain, held out", Value: plain.ByMode[rag.Hybrid].Recall - plain.ByMode[rag.Keyword].Recall, Least: least(above)},
		{Name: "hybrid less semantic, plain, held out", Value: plain.ByMode[rag.Hybrid].Recall - plain.ByMode[rag.Semantic].Recall, Least: least(above)},
		{Name: "semantic less keyword, paraphrases, held out", Value: words.ByMode[rag.Semantic].Recall - words.ByMode[rag.Keyword].Recall, Least: least(above)},
		{Name: "hybrid, all with paraphrases, held out", Value: all.ByMode[rag.Hybrid].Recall},
	}
	return report, nil
}
