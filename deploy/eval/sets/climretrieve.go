package sets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/sibyl-project/sibyl/rag"
	"github.com/sibyl-project/sibyl/rag/pdf/parse"
)

// climretrieve searches whole reports for what experts marked as an answer's source.
var climretrieve = Set{
	Name:  "climretrieve",
	About: "recall@10 of the sentences that experts marked, in whole reports as parsed and cut here",
	Data:  "labels/climretrieve_two_reports.json",
	Run:   runClimretrieve,
}

// marked is how much of a marked text's runs of three words a passage must hold to be a place of it, or how much of the
// passage the mark must hold: the marks were made on another extraction of the same PDF, and some are longer than a
// passage. A passage of fewer than leastRuns may be anywhere.
const (
	marked    = 0.6
	leastRuns = 8
)

// reportFiles are the reports whose names in the labels are not those of their files.
var reportFiles = map[string]string{
	"CT REIT 2022 ESG Report.pdf":    "ct-reit-2022.pdf",
	"CostCo Climate Action Plan.pdf": "costco-climate-action-plan-2023.pdf",
}

type climretrieveRow struct {
	Document string
	Question string
	Relevant string
	Grade    string `json:"Source Relevance Score"`
}

func runClimretrieve(ctx context.Context, root, data string) (Report, error) {
	rows, err := readMarks(data)
	if err != nil {
		return Report{}, err
	}
	library := rag.NewMemory()
	report := Report{Columns: []string{"keyword", "semantic", "hybrid", "marks", "report", "question"}}
	passages := map[string][]rag.Passage{}
	ways := []rag.Mode{rag.Keyword, rag.Semantic, rag.Hybrid}
	recalls := map[rag.Mode][]float64{}
	lost, marks := 0, 0
	for _, group := range grouped(rows) {
		document, question := group[0].Document, group[0].Question
		if passages[document] == nil {
			file := filepath.Join(root, "reports", document)
			if name, ok := reportFiles[document]; ok {
				file = filepath.Join(root, "reports", name)
			}
			if passages[document], err = readReport(ctx, document, file); err != nil {
				return Report{}, err
			}
			if err := library.Ingest(ctx, passages[document]); err != nil {
				return Report{}, fmt.Errorf("ingesting %s: %w", document, err)
			}
		}
		var places []map[string]bool // of each mark: the passages that hold it
		for _, r := range group {
			at := holding(passages[document], r.Relevant)
			if marks++; len(at) == 0 {
				lost++
			}
			places = append(places, at)
		}
		var line []string
		for _, mode := range ways {
			hits, err := library.Passages(ctx, question, rag.Filter{ReportID: document, Mode: mode, Top: 10})
			if err != nil {
				return Report{}, fmt.Errorf("asking %q: %w", question, err)
			}
			found := 0
			for i, at := range places {
				if slices.ContainsFunc(hits, func(h rag.Hit) bool { return at[h.Passage.ID] }) {
					found++
				} else if mode == rag.Hybrid {
					report.Misses = append(report.Misses, Miss{Asked: question, Want: group[i].Relevant, Got: firstText(hits)})
				}
			}
			recall := float64(found) / float64(len(places))
			recalls[mode] = append(recalls[mode], recall)
			line = append(line, three(recall))
		}
		report.Rows = append(report.Rows, append(line, strconv.Itoa(len(places)), short(document), short(question)))
	}
	for _, mode := range ways {
		report.Figures = append(report.Figures, Figure{Name: "recall@10, " + string(mode) + ", mean", Value: mean(recalls[mode])})
	}
	report.Figures = append(report.Figures, Figure{Name: "marks in no passage, share", Value: float64(lost) / float64(max(marks, 1))})
	return report, nil
}

// firstText is what was found first.
func firstText(hits []rag.Hit) string {
	if len(hits) == 0 {
		return ""
	}
	return hits[0].Passage.Text
}

// readMarks reads the rows that mark something.
func readMarks(path string) ([]climretrieveRow, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the labels: %w", err)
	}
	var rows []climretrieveRow
	if err := json.Unmarshal(data, &rows); err != nil {
		return nil, fmt.Errorf("decoding %s: %w", path, err)
	}
	rows = slices.DeleteFunc(rows, func(r climretrieveRow) bool { return strings.TrimSpace(r.Relevant) == "" })
	if len(rows) == 0 {
		return nil, errors.New(path + " marks nothing")
	}
	return rows, nil
}

// grouped puts the rows of one question about one report together, in the order of the file.
func grouped(rows []climretrieveRow) [][]climretrieveRow {
	var out [][]climretrieveRow
	at := map[[2]string]int{}
	for _, r := range rows {
		key := [2]string{r.Document, r.Question}
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key], out = i, append(out, nil)
		}
		out[i] = append(out[i], r)
	}
	return out
}

func readReport(ctx context.Context, id, file string) ([]rag.Passage, error) {
	pdf, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the labels name the report %s, which is not at %s", id, file)
	}
	if err != nil {
		return nil, fmt.Errorf("reading report %s: %w", id, err)
	}
	parser, err := parse.NewParser(parse.ParserConfig{})
	if err != nil {
		return nil, fmt.Errorf("preparing the parser: %w", err)
	}
	d, err := parser.Parse(ctx, pdf)
	if err != nil {
		return nil, fmt.Errorf("parsing report %s: %w", id, err)
	}
	return rag.Chunk(id, d, 1, len(d.Pages)), nil
}

// holding lists the passages that hold a marked text.
func holding(passages []rag.Passage, text string) map[string]bool {
	runs := wordRuns(text)
	out := map[string]bool{}
	for _, p := range passages {
		have := map[string]bool{}
		for _, r := range wordRuns(p.Text) {
			have[r] = true
		}
		n := 0
		for _, r := range runs {
			if have[r] {
				n++
			}
		}
		whole := float64(n) >= marked*float64(len(runs))
		part := len(have) >= leastRuns && float64(n) >= marked*float64(len(have))
		if n > 0 && (whole || part) {
			out[p.ID] = true
		}
	}
	return out
}

// wordRuns are the runs of three words of a text, or the whole of a shorter one.
func wordRuns(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) < 3 {
		return []string{strings.Join(words, " ")}
	}
	var out []string
	for i := range len(words) - 2 {
		out = append(out, strings.Join(words[i:i+3], " "))
	}
	return out
}
