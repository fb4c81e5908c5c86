package sets

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sibyl-project/sibyl/deploy/eval/figures"
	"github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/facts"
)

// What the sets of numbers must reach.
const (
	gistLeastRecall    = 0.80
	gistLeastPrecision = 0.90
	griqaLeast         = 0.80
	sentencesLeast     = 0.95
)

// gist reads the values of scopes off pages.
var gist = Set{
	Name:  "gist",
	About: "Scope 1, 2 and 3 values whose digits stand in a page's text, with scope and year",
	Data:  "labels/gist_scope_values_with_page_text.json",
	Run: func(_ context.Context, root, _ string) (Report, error) {
		got, err := figures.Gist(root)
		if err != nil {
			return Report{}, err
		}
		r := numbers(got)
		r.Figures[0].Least = least(gistLeastRecall)
		r.Figures = append(r.Figures, Figure{Name: "precision", Value: got.Precision(), Least: least(gistLeastPrecision)})
		return r, nil
	},
}

// griqa calculates with rows that a question names.
var griqa = Set{
	Name:  "gri_qa",
	About: "questions that calculate with named rows of tables, exact answers",
	Data:  "labels/gri-qa",
	Run: func(_ context.Context, root, _ string) (Report, error) {
		got, err := figures.GRIQA(root)
		if err != nil {
			return Report{}, err
		}
		r := numbers(got)
		r.Figures[0].Least = least(griqaLeast)
		return r, nil
	},
}

// filings answers questions on filings from their facts, by bank, metric and year.
var filings = Set{
	Name:  "idx_banks",
	About: "figure questions on bank filings answered from the fact sheet",
	Data:  "labels/idx_banks_questions.json",
	Run: func(ctx context.Context, root, _ string) (Report, error) {
		reports, err := newReader(root)
		if err != nil {
			return Report{}, err
		}
		sheets := map[string]*facts.Sheet{}
		all := func(string) bool { return true }
		err = reports.each(ctx, filepath.Join("idx-banks-fy2025", "*.pdf"), all, func(name string, d *document.Document) (err error) {
			sheets[strings.TrimSuffix(name, ".pdf")], err = factsOf(ctx, name, d)
			return err
		})
		if err != nil {
			return Report{}, err
		}
		got, err := figures.IDXBanks(root, sheets)
		if err != nil {
			return Report{}, err
		}
		r := numbers(got)
		r.Figures = append(r.Figures, Figure{Name: "answered, of all but one", Value: float64(got.Right), Least: least(float64(got.Total - 1))})
		return r, nil
	},
}

// sentenceFacts reads the facts of sentences in real reports.
var sentenceFacts = Set{
	Name:  "facts_sheet",
	About: "facts that sentences of six reports state - amounts, shares, prices, targets - drawn by a fixed rule and looked up on their pages",
	Data:  "reports",
	Run: func(ctx context.Context, root, _ string) (Report, error) {
		list, err := figures.LookedUpSentences()
		if err != nil {
			return Report{}, err
		}
		reports, err := newReader(root)
		if err != nil {
			return Report{}, err
		}
		sheets := map[string]*facts.Sheet{}
		for _, one := range list {
			_, sheet, err := reports.lookedAt(ctx, one.File, one.SHA256)
			if err != nil {
				return Report{}, err
			}
			if sheet != nil {
				sheets[one.File] = sheet
			}
		}
		if len(sheets) == 0 {
			return Report{Skipped: "none of the reports that were looked at is there"}, nil
		}
		got, err := figures.SentenceFacts(list, sheets)
		if err != nil {
			return Report{}, err
		}
		r := numbers(got)
		none := 0.0
		r.Figures[0].Least = least(sentencesLeast)
		r.Figures = append(r.Figures, Figure{Name: "less what is told and no fact", Value: 0 - float64(got.Wrong), Least: &none})
		return r, nil
	},
}

func numbers(got figures.Result) Report {
	r := Report{Figures: []Figure{{Name: fmt.Sprintf("found of %d", got.Total), Value: got.Recall()}}}
	for _, m := range got.Misses {
		r.Misses = append(r.Misses, Miss{Asked: m})
	}
	for _, n := range got.Notes {
		r.Misses = append(r.Misses, Miss{Asked: n, Got: "wrong"})
	}
	return r
}
