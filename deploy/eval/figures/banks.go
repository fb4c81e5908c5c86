package figures

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/rag/report/facts"
	"github.com/sibyl-project/sibyl/rag/report/facts/vocabulary"
)

// banksFile has questions on bank filings with the values of their answers.
const banksFile = "labels/idx_banks_questions.json"

// bankQuestion is a question whose answer is a figure; others are passed over.
type bankQuestion struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Scoped   string   `json:"expected_scoped_to"`
	Values   []string `json:"ground_truth_values"`
}

// wanted says which facts answer a question of figures: the label's words, in our terms.
type wanted struct {
	bank  string // file
	words string // in the question
	query facts.Query
	parts bool // the figures are of categories
}

// byQuestion maps questions to (bank, metric, year): the year is the filing's.
var byQuestion = map[string]wanted{
	"cd-001": {bank: "bca", query: facts.Query{Metric: facts.GHGEmissions, Scope: "1"}},
	"cd-002": {bank: "mandiri", query: facts.Query{Metric: facts.GHGEmissions, Scope: "1"}},
	"cd-004": {bank: "bca", query: facts.Query{Metric: facts.Waste}},
	"cd-006": {bank: "bca", words: "total", query: facts.Query{Metric: facts.Energy}},
	"cd-008": {bank: "mega", query: facts.Query{Metric: facts.GHGIntensity, Scope: "1+2"}},
	"cd-009": {bank: "jago", query: facts.Query{Metric: facts.GHGEmissions, Scope: "1"}},
	"cd-011": {bank: "bca", query: facts.Query{Metric: facts.TargetYear}},
	"cd-014": {bank: "bca", query: facts.Query{Metric: facts.GHGEmissions, Scope: "3"}, parts: true},
	"xd-001": {bank: "bca", query: facts.Query{Metric: facts.GHGEmissions, Scope: "1"}},
	"xd-003": {bank: "bca", words: "total", query: facts.Query{Metric: facts.Energy}},
	"cc-002": {bank: "jago", query: facts.Query{Metric: facts.Energy}},
	"cd-019": {bank: "mandiri", query: facts.Query{Metric: facts.GHGEmissions, Scope: "3"}, parts: true},
	"cd-021": {bank: "mandiri", query: facts.Query{Metric: facts.Energy}},
	"mt-001": {bank: "bca", query: facts.Query{Metric: facts.GHGEmissions, Scope: "1"}},
}

// IDXBanks answers the figure questions on the filings from facts by bank, metric and year. Each value that
// the label wants must be the printed form of a fact that answers the query; of the energy of two banks either
// the printed total or the direct row counts. The sheets are the caller's, by file name without its end.
func IDXBanks(folder string, sheets map[string]*facts.Sheet) (Result, error) {
	r := Result{Set: "idx_banks"}
	var questions []bankQuestion
	if err := load(folder, banksFile, &questions); err != nil {
		return r, err
	}
	for _, q := range questions {
		w, figure := byQuestion[q.ID]
		if !figure {
			r.Notes = append(r.Notes, q.ID+" asks for no figure")
			continue
		}
		sheet := sheets[w.bank]
		if sheet == nil {
			return r, fmt.Errorf("answering %s: no facts of %s", q.ID, w.bank)
		}
		answers := answersOf(sheet, w)
		values := q.Values
		if q.ID == "mt-001" { // the second turn asks for waste
			answers = append(answers, answersOf(sheet, byQuestion["cd-004"])...)
		}
		r.Total++
		missing := slices.DeleteFunc(slices.Clone(values), func(v string) bool { return slices.Contains(answers, v) })
		if len(missing) > 0 {
			r.Wrong++
			r.Misses = append(r.Misses, fmt.Sprintf("%s %s: want %s, read %s", q.ID, q.Question, strings.Join(values, " "), strings.Join(answers, " ")))
			continue
		}
		r.Right++
	}
	return r, nil
}

// answersOf lists the printed forms of the facts that answer.
func answersOf(sheet *facts.Sheet, w wanted) []string {
	var out []string
	if !w.parts {
		for _, f := range sheet.Find(w.query) {
			if w.words == "" || vocabulary.IsTotal(f.Own()) {
				out = append(out, f.Printed)
			}
		}
		return out
	}
	for i := range sheet.Facts {
		if f := &sheet.Facts[i]; f.Metric == w.query.Metric && f.Scope == w.query.Scope && f.Category != "" {
			out = append(out, f.Printed)
		}
	}
	return out
}
