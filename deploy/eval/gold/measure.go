package gold

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sibyl-project/sibyl/events"
)

// Answer is what the judge said of a statement.
type Answer struct {
	Statement
	Found      bool // a claim states it
	Said       events.VerdictClass
	Confidence events.Confidence
	Score      float64 // of the confidence
}

// Right reports whether the verdict is what is true.
func (a Answer) Right() bool { return a.Found && a.Said == a.Verdict }

// Claim and Ruling are what is read of an analysis document.
type Claim struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Ruling is a verdict of the document.
type Ruling struct {
	ClaimID         string              `json:"claim_id"`
	Verdict         events.VerdictClass `json:"verdict"`
	Confidence      events.Confidence   `json:"confidence"`
	ConfidenceScore float64             `json:"confidence_score"`
}

// Answers finds the claim of each statement by its figure.
func Answers(r Report, claims []Claim, rulings []Ruling) []Answer {
	var out []Answer
	for _, s := range r.Statements {
		a := Answer{Statement: s}
		for _, c := range claims {
			if !strings.Contains(c.Text, s.Figure) {
				continue
			}
			i := slices.IndexFunc(rulings, func(v Ruling) bool { return v.ClaimID == c.ID })
			if i < 0 {
				continue
			}
			a.Found, a.Said, a.Confidence, a.Score = true, rulings[i].Verdict, rulings[i].Confidence, rulings[i].ConfidenceScore
			break
		}
		out = append(out, a)
	}
	return out
}

// Measures are how right the judge is, and how right it is about that.
type Measures struct {
	Statements, Found int
	Accuracy          float64    // of the statements that were found
	Brier             float64    // mean square of confidence against being right: 0 is best
	Calibration       float64    // expected calibration error over five bins: 0 is best
	Surest            [3]float64 // accuracy of the surest quarter, half and three quarters of them: coverage against accuracy
	ByWord            map[events.Confidence]Share
	ByTreatment       map[Treatment]Share
}

// Share is how many of how many are right.
type Share struct{ Right, All int }

// Of is the share as a number; of nothing it is 1.
func (s Share) Of() float64 {
	if s.All == 0 {
		return 1
	}
	return float64(s.Right) / float64(s.All)
}

// Measure counts.
func Measure(answers []Answer) Measures {
	const bins = 5
	m := Measures{Statements: len(answers), ByWord: map[events.Confidence]Share{}, ByTreatment: map[Treatment]Share{}}
	var sure, right, count [bins]float64
	correct := 0
	for _, a := range answers {
		t := m.ByTreatment[a.Treatment]
		t.All++
		if a.Right() {
			t.Right++
		}
		m.ByTreatment[a.Treatment] = t
		if !a.Found {
			continue
		}
		m.Found++
		w, hit := m.ByWord[a.Confidence], 0.0
		w.All++
		if a.Right() {
			w.Right++
			correct++
			hit = 1
		}
		m.ByWord[a.Confidence] = w
		m.Brier += (a.Score - hit) * (a.Score - hit)
		b := min(bins-1, int(a.Score*bins))
		sure[b] += a.Score
		right[b] += hit
		count[b]++
	}
	if m.Found == 0 {
		return m
	}
	m.Surest = surest(answers)
	n := float64(m.Found)
	m.Accuracy, m.Brier = float64(correct)/n, m.Brier/n
	for b := range bins {
		if count[b] > 0 {
			m.Calibration += math.Abs(sure[b]-right[b]) / n
		}
	}
	return m
}

// surest is how many are right of those that the judge was surest of; of equal scores in their order.
func surest(answers []Answer) (out [3]float64) {
	found := slices.DeleteFunc(slices.Clone(answers), func(a Answer) bool { return !a.Found })
	slices.SortStableFunc(found, func(a, b Answer) int { return cmp.Compare(b.Score, a.Score) })
	for i := range out {
		n, right := max(1, len(found)*(i+1)/4), 0
		for _, a := range found[:n] {
			if a.Right() {
				right++
			}
		}
		out[i] = float64(right) / float64(n)
	}
	return out
}
