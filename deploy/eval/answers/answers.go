// Package answers measures what judges whether a passage answers a part of a requirement, on labelled passages of reports that the
// nets which judge them have not seen: folds.json has nets for each report, trained without it (data/models/train/answers.py).
package answers

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"

	"github.com/sibyl-project/sibyl/data/models"
	"github.com/sibyl-project/sibyl/processors/legal"
	"github.com/sibyl-project/sibyl/processors/legal/answer"
	"github.com/sibyl-project/sibyl/projections/document/disclosures"
	report "github.com/sibyl-project/sibyl/rag/report/document"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

//go:embed folds.json
var folds []byte

// sure is from how sure a judge is taken at its word, as the legal agent takes it.
const sure = 0.33

// Result counts what was judged of one report.
type Result struct {
	Pairs      int // labelled
	Lost       int // of passages that are no candidates any more
	Answers    int // by the labels
	Said       int // that the judge calls answers
	Right      int // of these, answers by the labels
	Names      int // of these, answers or names
	Cued       int // that cues call answers
	CuedRight  int
	CuedNames  int
	Misses     []string
	Report     string
	JudgedBy   string
	Candidates int
	Missing    int // parts with a labelled passage to which nothing comes near, as the document tells of them
	Spoken     int // of these, those of which a label says that a passage answers them, names them or points elsewhere
}

type label struct {
	File    string         `json:"file"`
	Page    int            `json:"page"`
	Start   int            `json:"start"`
	End     int            `json:"end"`
	Part    string         `json:"part"`
	Verdict answer.Verdict `json:"verdict"`
}

type key struct {
	page, start, end int
	part             string
}

// Judges are the nets of the folds, by the hash of the report that they have not seen.
func Judges() (map[string]*answer.Trained, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(folds, &all); err != nil {
		return nil, fmt.Errorf("reading the nets of the folds: %w", err)
	}
	out := map[string]*answer.Trained{}
	for _, one := range all {
		var of struct {
			Held []string `json:"held"`
		}
		if err := json.Unmarshal(one, &of); err != nil || len(of.Held) != 1 {
			return nil, fmt.Errorf("a fold holds back %d reports: %w", len(of.Held), err)
		}
		judge, err := answer.NewTrained(string(one))
		if err != nil {
			return nil, fmt.Errorf("reading the nets of a fold: %w", err)
		}
		out[of.Held[0]] = judge
	}
	return out, nil
}

// labels of a report, by place and part.
func labels(sha256 string) (map[key]answer.Verdict, error) {
	out := map[key]answer.Verdict{}
	files, err := fs.Glob(models.Labels, "labels/answers/*.jsonl")
	if err != nil {
		return nil, fmt.Errorf("looking for labels: %w", err)
	}
	for _, name := range files {
		data, err := fs.ReadFile(models.Labels, name)
		if err != nil {
			return nil, fmt.Errorf("reading labels: %w", err)
		}
		for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
			var l label
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				return nil, fmt.Errorf("reading %s: %w", name, err)
			}
			if l.File == sha256 {
				out[key{l.Page, l.Start, l.End, l.Part}] = l.Verdict
			}
		}
	}
	return out, nil
}

// Measure judges the labelled passages of a report by nets that have not seen it.
func Measure(ctx context.Context, judge *answer.Trained, d *report.Document) (Result, error) {
	want, err := labels(d.SHA256)
	if err != nil {
		return Result{}, err
	}
	said, err := statement.ReadBundled(ctx, "", d)
	if err != nil {
		return Result{}, fmt.Errorf("reading the report's sentences: %w", err)
	}
	shelf, asked, err := legal.Ask(ctx, d, said)
	if err != nil {
		return Result{}, fmt.Errorf("asking the report: %w", err)
	}
	r := Result{Pairs: len(want), Lost: len(want), JudgedBy: judge.Name()}
	for _, a := range asked {
		judged, err := judge.Judge(ctx, shelf, a.Part, a.Candidates)
		if err != nil {
			return Result{}, fmt.Errorf("judging: %w", err)
		}
		r.Candidates += len(judged)
		near, seen, spoken := 0.0, false, false
		for i, c := range a.Candidates {
			near = max(near, judged[i].Names)
			p := &shelf.Passages[c.At]
			start, end := p.Place(d.Pages[p.Page-1].Text)
			k := key{p.Page, start, end, a.Part.ID}
			v, labelled := want[k]
			if !labelled {
				continue
			}
			delete(want, k) // the same words may stand several times
			seen, spoken = true, spoken || v != answer.Not
			r.count(v, judged[i], c.Cue, a.Part, p)
		}
		if seen && near < disclosures.SpokenOf {
			r.Missing++
			r.Spoken += one(spoken)
		}
	}
	r.Lost = len(want)
	return r, nil
}

func (r *Result) count(v answer.Verdict, j answer.Judgement, cue answer.Cue, part *answer.Part, p *answer.Passage) {
	answers, names := v == answer.Answers, v == answer.Answers || v == answer.Names
	if answers {
		r.Answers++
	}
	if cue == answer.CueAnswers {
		r.Cued++
		r.CuedRight += one(answers)
		r.CuedNames += one(names)
	}
	if j.Answers < sure {
		return
	}
	r.Said++
	r.Right += one(answers)
	r.Names += one(names)
	if !names {
		r.Misses = append(r.Misses, part.ID+": "+strings.Join(strings.Fields(p.Text), " "))
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
