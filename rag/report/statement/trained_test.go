package statement_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/data/models"
	"github.com/sibyl-project/sibyl/rag/encoder"
	"github.com/sibyl-project/sibyl/rag/report/statement"
)

func bundled(t testing.TB) *statement.Trained {
	t.Helper()
	r, err := statement.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func read(t testing.TB, r statement.Reader, s ...statement.Sentence) []statement.Reading {
	t.Helper()
	out, err := r.Read(context.Background(), s)
	if err != nil || len(out) != len(s) {
		t.Fatalf("%d readings of %d sentences, %v", len(out), len(s), err)
	}
	return out
}

// sentence is one that no report holds.
func sentence(text string) statement.Sentence {
	return statement.Sentence{Text: text, Figures: statement.Figures(text)}
}

// What eight bits may change against the trainer's floats: likelihoods by so much on average, and so many answers.
const (
	mostDrift    = 0.03
	leastAnswers = 0.97
)

// testdata/parity.jsonl is what the trainer says (data/models/train/parity.py).
func TestReadingsAreThoseOfTheTrainer(t *testing.T) {
	r := bundled(t)
	f, err := os.Open("testdata/parity.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var drift, claims, same, answers float64
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var want struct {
			statement.Reading
			Text, Before string
			Headings     []string
			Near         []string
			Figures      []struct {
				statement.FigureReading
				Start, End int
			} `json:"figures"`
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		s := statement.Sentence{Text: want.Text, Before: want.Before, Headings: want.Headings, Near: want.Near}
		for _, g := range want.Figures {
			s.Figures = append(s.Figures, statement.Figure{Start: g.Start, End: g.End})
		}
		got := read(t, r, s)[0]
		drift += math.Abs(got.Claim - want.Claim)
		claims++
		compare := func(a, b statement.Answer) {
			answers++
			if a.Value == b.Value {
				same++
			}
		}
		compare(got.Voice, want.Voice)
		compare(got.Kind, want.Kind)
		compare(got.Standing, want.Standing)
		compare(got.Topic, want.Topic)
		compare(got.Area, want.Area)
		compare(got.Benefit, want.Benefit)
		compare(got.Aim, want.Aim)
		if want.Against.Sure >= 0.4 { // less likely ones may be told by one and not by the other
			compare(got.Against, want.Against)
		}
		if want.Matters.Sure >= 0.3 { // as these
			compare(got.Matters, want.Matters)
		}
		// Of two that are about as likely either may come first, and an unlikely one is not told at all.
		if want.Paragraphs[0].Sure >= 0.3 {
			compare(got.Paragraphs[0], want.Paragraphs[0])
		}
		for i, g := range want.Figures {
			compare(got.Figures[i].Role, g.Role)
			if got.Figures[i].Role.Value == "none" || g.Role.Value == "none" {
				continue
			}
			compare(got.Figures[i].Metric, g.Metric)
			compare(got.Figures[i].Measure, g.Measure)
			compare(got.Figures[i].Owner, g.Owner)
			compare(got.Figures[i].Year, g.Year)
			compare(got.Figures[i].Base, g.Base)
		}
	}
	if claims < 150 || answers < 1_200 {
		t.Fatalf("%.0f sentences with %.0f answers", claims, answers)
	}
	if drift/claims > mostDrift || same/answers < leastAnswers {
		t.Errorf("likelihoods are off by %.3f on average, %.3f of the answers are the same; want %.2f at most, %.2f at least",
			drift/claims, same/answers, mostDrift, leastAnswers)
	}
}

// A reading does not depend on what stands beside the sentence, nor on the machine.
func TestReadingsDependOnTheSentenceAlone(t *testing.T) {
	portable, err := statement.NewTrained(models.Statement, encoder.Options{Kernel: "portable"})
	if err != nil {
		t.Fatal(err)
	}
	r := bundled(t)
	texts := []string{
		"In 2023 our Scope 1 emissions fell by 12 % to 4,641 t CO2e (2022: 5,274).", "We will cut water use by 20 % by 2030 compared to 2019.",
		"The auditor conducted the engagement in accordance with ISAE 3000.", "", "•", "Naïve 温室 \u00ad%", strings.Repeat("and 4 % fell, ", 30),
		"See page 12.", "The Board meets four times a year.",
	}
	rapid.Check(t, func(t *rapid.T) {
		var some []statement.Sentence
		for range rapid.IntRange(1, 6).Draw(t, "sentences") {
			s := sentence(rapid.SampledFrom(texts).Draw(t, "text"))
			s.Before = rapid.SampledFrom(texts).Draw(t, "before")
			s.Headings = []string{rapid.SampledFrom(texts).Draw(t, "heading")}
			some = append(some, s)
		}
		all, err := r.Read(context.Background(), some)
		if err != nil {
			t.Fatal(err)
		}
		one := rapid.IntRange(0, len(some)-1).Draw(t, "one")
		for _, reader := range []statement.Reader{r, portable} {
			alone, err := reader.Read(context.Background(), some[one:one+1])
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(alone[0], all[one]) {
				t.Fatalf("%q: alone %+v, among %d %+v", some[one].Text, alone[0], len(some), all[one])
			}
		}
	})
}

// Whatever stands in a text, it has a reading with likelihoods, and one for each of its figures.
func FuzzRead(f *testing.F) {
	r := bundled(f)
	for _, s := range []string{"By 2030, 40 %.", "2030", "12345 20300 2030", strings.Repeat("9", 300), "\xff 7 % \x00", strings.Repeat("温", 400) + " 5 t"} {
		f.Add(s, "Headings > more", "We did.")
	}
	f.Fuzz(func(t *testing.T, text, heading, before string) {
		s := sentence(text)
		s.Headings, s.Before = []string{heading}, before
		got := read(t, r, s)[0]
		if text == "" {
			return
		}
		if len(got.Figures) != len(s.Figures) || got.Claim < 0 || got.Claim > 1 || got.Kind.Value == "" {
			t.Fatalf("%q: %+v", text, got)
		}
		for _, g := range got.Figures {
			if g.Year.Sure < 0 || g.Year.Sure > 1 || g.Role.Value != "" && g.Role.Value != "none" &&
				!slices.Contains([]string{"unsaid", "reporting", "before"}, g.Year.Value) && !strings.Contains(text, g.Year.Value[2:]) {
				t.Fatalf("%q: %+v", text, g)
			}
		}
	})
}

// A page that is one line of a megabyte, and ten thousand sentences, are read in the time of what is read of them.
func TestHostileTextsAreCut(t *testing.T) {
	long := sentence(strings.Repeat("emissions of 4,641 t fell and ", 40_000))
	got := read(t, bundled(t), long)[0]
	if last := got.Figures[len(got.Figures)-1]; last.Role.Value != "" {
		t.Errorf("a figure far behind what is read is said to be %+v", last)
	}
	if got.Figures[0].Role.Value == "" {
		t.Error("the first figure has no role")
	}
}

func TestAnEndedContextEndsTheReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := bundled(t).Read(ctx, []statement.Sentence{sentence("We cut emissions.")}); err == nil {
		t.Error("a reading without a context")
	}
}

func TestAModelOfAnotherKindIsRefused(t *testing.T) {
	tiny, err := os.ReadFile("../../encoder/testdata/tiny.model")
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{"no model": "", "a file cut short": models.Statement[:len(models.Statement)/2], "no such heads": string(tiny)} {
		if _, err := statement.NewTrained(file, encoder.Options{}); err == nil || !strings.HasPrefix(err.Error(), "reading the model of statements: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// BenchmarkRead reads two thousand sentences of ordinary length, each another.
func BenchmarkRead(b *testing.B) {
	r := bundled(b)
	var some []statement.Sentence
	pieces := 0
	for i := range 2_000 {
		s := sentence(fmt.Sprintf("In %d the plant at site %d lowered its emissions by %d %% to %d t CO2e, since new kilns replaced old ones there.",
			1950+i%90, i, i%50, 4_000+i))
		s.Headings = []string{"Climate", fmt.Sprint("Site ", i/20)}
		some = append(some, s)
		pieces += 34
	}
	for b.Loop() {
		read(b, r, some...)
	}
	b.ReportMetric(float64(len(some)*b.N)/b.Elapsed().Seconds(), "sentences/s")
	b.ReportMetric(float64(pieces*b.N)/b.Elapsed().Seconds(), "pieces/s")
}
