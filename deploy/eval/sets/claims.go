package sets

import (
	"context"
	"fmt"
	"slices"

	"github.com/sibyl-project/sibyl/deploy/eval/extraction"
	"github.com/sibyl-project/sibyl/deploy/eval/reread"
)

// claimsFound extracts the claims of real reports and holds them against what was written down by hand.
var claimsFound = Set{
	Name:  "claims_sheet",
	About: "claims of real reports: statements to be found on their pages and claims judged by hand, in three lists; counts, anchors",
	Data:  "reports",
	Run: func(ctx context.Context, root, _ string) (Report, error) {
		f, err := extraction.Measure(ctx, root)
		if err != nil {
			return Report{}, err
		}
		r := Report{Columns: []string{"pages", "prose", "a page", "rows", "repeats", "anchored", "mapped", "report"}}
		anchored, mapped, wrong, outside := 1.0, 1.0, 0, 0
		for _, one := range f.Reports {
			r.Rows = append(r.Rows, []string{
				fmt.Sprint(one.Read), fmt.Sprint(one.Prose), fmt.Sprintf("%.2f", one.PerPage), fmt.Sprint(one.Rows), fmt.Sprint(one.Repeats),
				three(one.Anchored), three(one.Mapped), one.Name,
			})
			anchored, mapped, wrong = min(anchored, one.Anchored), min(mapped, one.Mapped), wrong+one.Wrong
			if one.Narrative && (one.PerPage < extraction.LeastPerPage || one.PerPage > extraction.MostPerPage) {
				outside++
			}
		}
		for _, lost := range slices.Concat(f.Lost, f.Second.Lost, f.Fourth.Lost, f.Fifth.Lost, f.Sixth.Lost,
			f.Seventh.Lost, f.Eighth.Lost, f.Ninth.Lost, f.Tenth.Lost) {
			r.Misses = append(r.Misses, Miss{Asked: lost, Got: "not found"})
		}
		none := 0.0
		r.Figures = []Figure{
			{Name: "anchored, the least of any report", Value: anchored, Least: least(extraction.LeastAnchored)},
			{Name: "less anchors that are wrong", Value: 0 - float64(wrong), Least: &none},
			{Name: "mapped, the least of any report", Value: mapped},
			{Name: "less narrative reports with too few or too many", Value: 0 - float64(outside), Least: &none},
		}
		r.Figures = append(append(r.Figures, ofList("", f.Held)...), ofList("second list: ", f.Second)...)
		for _, few := range slices.Concat(ofList("third list: ", f.Third), ofList("fourth list: ", f.Fourth),
			ofList("fifth list: ", f.Fifth), ofList("sixth list: ", f.Sixth),
			ofList("seventh list: ", f.Seventh), ofList("eighth list: ", f.Eighth), ofList("ninth list: ", f.Ninth), ofList("tenth list: ", f.Tenth)) {
			few.Least = nil // two of forty would miss it
			r.Figures = append(r.Figures, few)
		}
		r.Figures = append(r.Figures, ofWhole(f.Eleventh.Sheet)...)
		return r, nil
	},
}

// ofList are the figures of one list of statements and judged claims.
func ofList(list string, h extraction.Held) []Figure {
	var out []Figure
	if h.Of > 0 {
		out = append(out, Figure{
			Name: fmt.Sprintf("%sstatements found, of %d", list, h.Of), Value: float64(h.Found) / float64(h.Of), Least: least(extraction.LeastFound),
		})
	}
	if h.Sheet.Claims > 0 {
		out = append(out,
			Figure{Name: fmt.Sprintf("%sverifiable, of %d judged claims", list, h.Sheet.Claims), Value: h.Sheet.Verifiable, Least: least(extraction.LeastVerifiable)},
			Figure{Name: list + "type", Value: h.Sheet.Type, Least: least(extraction.LeastType)},
			Figure{Name: list + "priority", Value: h.Sheet.Priority, Least: least(extraction.LeastPriority)},
			Figure{Name: list + "first paragraph", Value: h.Sheet.Paragraph, Least: least(extraction.LeastParagraph)},
			Figure{Name: list + "type, of the verifiable", Value: h.Sheet.TypeOfVerifiable},
			Figure{Name: list + "first paragraph, of the verifiable", Value: h.Sheet.ParagraphOfVerifiable},
		)
	}
	return out
}

// ofWhole are the figures of judged claims of whole reports, of which priority was not judged.
func ofWhole(j extraction.Judged) []Figure {
	if j.Claims == 0 {
		return nil
	}
	return []Figure{
		{Name: fmt.Sprintf("eleventh list: verifiable, of %d claims of whole reports", j.Claims), Value: j.Verifiable, Least: least(extraction.LeastVerifiable)},
		{Name: "eleventh list: type, of the verifiable", Value: j.TypeOfVerifiable, Least: least(extraction.LeastType)},
		{Name: "eleventh list: first paragraph, of the verifiable", Value: j.ParagraphOfVerifiable, Least: least(extraction.LeastParagraph)},
		{Name: "eleventh list: right first paragraph or none", Value: j.NotMisplaced, Least: least(extraction.LeastPlaced)},
	}
}

// sentences are the sets of labelled sentences.
func sentences() []Set {
	var out []Set
	for _, s := range extraction.SentenceSets() {
		out = append(out, Set{
			Name: s.Name, About: "labelled sentences, each read as a paragraph of a report", Data: "labels/" + s.Name + "_dev.jsonl",
			Run: func(ctx context.Context, _, data string) (Report, error) {
				again := reread.From(ctx)
				f, err := extraction.MeasureSentences(reread.With(ctx, nil), s, "", data)
				if err != nil {
					return Report{}, err
				}
				r := Report{Columns: []string{"precision", "recall", "F1", "of", "label"}}
				for _, c := range f.Classes {
					r.Rows = append(r.Rows, []string{three(c.Precision), three(c.Recall), three(c.F1), fmt.Sprint(c.Of), c.Label})
				}
				name := "accuracy"
				if s.Positive != "" {
					name = "F1 of " + s.Positive
				}
				r.Figures = []Figure{{Name: name, Value: f.Figure, Least: least(s.Least)}}
				if s.Positive != "" {
					r.Figures = append(r.Figures, Figure{Name: "accuracy", Value: f.Accuracy})
				}
				if again != nil {
					by, err := extraction.MeasureSentences(ctx, s, "", data)
					if err != nil {
						return Report{}, err
					}
					r.Figures = append(r.Figures, Figure{Name: name + " with the model", Value: by.Figure})
				}
				for _, m := range f.Missed {
					r.Misses = append(r.Misses, Miss{Asked: m.Text, Want: m.Label, Got: m.Read})
				}
				return r, nil
			},
		})
	}
	return out
}
