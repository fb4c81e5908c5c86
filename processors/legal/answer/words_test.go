package answer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/data/models"
	"github.com/sibyl-project/sibyl/rag/encoder"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

// testdata/words.jsonl is what was said of made-up pairs where the nets were trained (data/models/train/words.py), with vectors that were not rounded.
func TestWordsSayWhatTheyWereTrainedToSay(t *testing.T) {
	data, err := os.ReadFile("testdata/words.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	reader, err := statement.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	w, err := newWords(models.AnswerWords, reader.Second())
	if err != nil {
		t.Fatal(err)
	}
	n, off := 0, 0.0
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); n++ {
		var want struct {
			Part     string   `json:"part"`
			Headings []string `json:"headings"`
			Text     string   `json:"text"`
			Odds     float64  `json:"odds"`
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		got := oddsOf(t, w, parts.Of(want.Part), Passage{Headings: want.Headings, Text: want.Text})
		off += math.Abs(got - want.Odds)
		if math.Abs(got-want.Odds) > 0.6 {
			t.Errorf("pair %d: log odds %.3f, %.3f where it was trained", n, got, want.Odds)
		}
	}
	if n < 50 || off/float64(n) > 0.1 {
		t.Errorf("%d pairs compared, their log odds %.3f off", n, off/float64(n))
	}
}

func oddsOf(t *testing.T, w *words, p *Part, passage Passage) float64 {
	t.Helper()
	read, err := w.passages(context.Background(), &Shelf{Passages: []Passage{passage}, read: &readPassages{}}, []int{0})
	if err != nil {
		t.Fatal(err)
	}
	question, err := w.asked[p.ID].asking(w.file, p)
	if err != nil {
		t.Fatal(err)
	}
	return w.odds(question, read[0])
}

func TestWordsSayTheSameOnEveryKernel(t *testing.T) {
	parts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	passage := Passage{Headings: []string{"Governance"}, Before: "It meets in spring and autumn.", Text: "The supervisory board oversees climate matters."}
	var said []float64
	for _, o := range []encoder.Options{{}, {Kernel: "portable"}} {
		reader, err := statement.NewTrained(models.Statement, o)
		if err != nil {
			t.Fatal(err)
		}
		w, err := newWords(models.AnswerWords, reader.Second())
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, oddsOf(t, w, parts.All()[0], passage))
	}
	if said[0] != said[1] {
		t.Errorf("log odds %v by the fast kernel and by the portable one", said)
	}
}

func TestOnlyWhatIsInDoubtIsReadAgain(t *testing.T) {
	f := &wordsFile{}
	f.Doubt.From, f.Doubt.To, f.Doubt.Most = 0.1, 0.8, 3
	for name, c := range map[string]struct{ answers, want []float64 }{
		"nothing":                       {nil, nil},
		"what is sure either way":       {[]float64{0.9, 0.05}, nil},
		"the bounds":                    {[]float64{0.1, 0.8}, []float64{1, 0}},
		"the likeliest of many":         {[]float64{0.2, 0.5, 0.3, 0.4}, []float64{1, 3, 2}},
		"the first of the same":         {[]float64{0.3, 0.3, 0.3, 0.3}, []float64{0, 1, 2}},
		"the likeliest beside the sure": {[]float64{0.95, 0.2, 0.01, 0.6}, []float64{3, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			got := f.doubted(c.answers)
			if len(got) != len(c.want) {
				t.Fatalf("places %v are read again, not %v", got, c.want)
			}
			for i, at := range got {
				if at != int(c.want[i]) {
					t.Errorf("places %v are read again, not %v", got, c.want)
				}
			}
		})
	}
}

func TestAnAnswerTakesFromTheOthersInProportion(t *testing.T) {
	said := []float64{0.2, 0.4, 0.2, 0.2}
	share(said, 0.6)
	for v, want := range []float64{0.6, 0.2, 0.1, 0.1} {
		if math.Abs(said[v]-want) > 1e-9 {
			t.Errorf("%s: %.3f, not %.3f", Verdicts[v], said[v], want)
		}
	}
}

func TestAFileOfWordsThatDoesNotFitIsRefused(t *testing.T) {
	reader, err := statement.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	net := func(m map[string]any) map[string]any { return m["nets"].([]any)[0].(map[string]any) }
	question := func(m map[string]any) map[string]any { return m["questions"].([]any)[0].(map[string]any) }
	for name, change := range map[string]func(m map[string]any){
		"no nets":                   func(m map[string]any) { m["nets"] = []any{} },
		"another width":             func(m map[string]any) { m["width"] = 8.0 },
		"weights that are none":     func(m map[string]any) { net(m)["look"].(map[string]any)["values"] = "*" },
		"too few weights":           func(m map[string]any) { net(m)["look"].(map[string]any)["values"] = "AAAA" },
		"no norm":                   func(m map[string]any) { net(m)["norm"] = map[string]any{} },
		"a question in other words": func(m map[string]any) { question(m)["of"] = "0123456789abcdef" },
		"a question of a long hash": func(m map[string]any) { question(m)["of"] = strings.Repeat("0", 80) },
		"a question of two means": func(m map[string]any) {
			question(m)["mean"] = question(m)["mean"].(string) + question(m)["mean"].(string)
		},
		"a mean without a scale": func(m map[string]any) { question(m)["mean"] = base64.StdEncoding.EncodeToString(make([]byte, 4+384)) },
		"a mean of no number": func(m map[string]any) {
			question(m)["mean"] = base64.StdEncoding.EncodeToString(slices.Repeat([]byte{255}, 4+384))
		},
		"more asked than there is":   func(m map[string]any) { question(m)["asks"] = 9999.0 },
		"a question of no pieces":    func(m map[string]any) { question(m)["pieces"] = []any{"", ""} },
		"a question that is missing": func(m map[string]any) { m["questions"] = m["questions"].([]any)[1:] },
		"nothing to read":            func(m map[string]any) { m["doubt"].(map[string]any)["most"] = 0.0 },
	} {
		t.Run(name, func(t *testing.T) {
			var whole map[string]any
			if err := json.Unmarshal([]byte(models.AnswerWords), &whole); err != nil {
				t.Fatal(err)
			}
			change(whole)
			file, err := json.Marshal(whole)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := newWords(string(file), reader.Second()); !errors.Is(err, ErrModel) {
				t.Errorf("it was read: %v", err)
			}
		})
	}
	if _, err := newWords(models.AnswerWords, nil); !errors.Is(err, ErrModel) {
		t.Errorf("read without a reader of sentences: %v", err)
	}
}
