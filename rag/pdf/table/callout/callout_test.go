package callout

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/rag/pdf/paint"
)

// runsOf makes runs of words that have one place each, so that what is taken twice shows.
func runsOf(t *rapid.T) []Run {
	said := []string{"61%", "2,310", "2023", "2025", "2030", "tonnes", "MWh", "Recycled waste", "Women",
		"2022: 41%", "Target 2030: 80%", "-9% vs. 2022", "▲ 4.2%", "2022: 1.71 ▼ 3 pp", "+8.5%", "39", "3", "€4.5bn", "a | b"}
	n, item := rapid.IntRange(0, 40).Draw(t, "runs"), 0
	out := make([]Run, n)
	for i := range out {
		r := &out[i]
		r.Said = rapid.SampledFrom(said).Draw(t, "said")
		r.Size = rapid.SampledFrom([]float64{6, 9, 12, 24}).Draw(t, "size")
		x, y := float64(20*rapid.IntRange(0, 12).Draw(t, "x")), float64(11*rapid.IntRange(0, 20).Draw(t, "y"))
		r.Rect, r.Base = paint.Rect{x, y, x + 0.5*r.Size*float64(len(r.Said)), y + r.Size}, y+0.8*r.Size
		r.Ink = paint.Color(rapid.IntRange(0, 1).Draw(t, "ink"))
		for range len(fieldsOf(r.Said)) {
			r.Items, r.Words = append(r.Items, item), append(r.Words, []int{item})
			item++
		}
	}
	return out
}

func fieldsOf(s string) (out []string) {
	word := ""
	for _, c := range s + " " {
		if c != ' ' {
			word += string(c)
			continue
		}
		out, word = append(out, word), ""
	}
	return out
}

// signsOf are areas, some of them as small and square as the signs of a legend.
func signsOf(t *rapid.T) (out []Area) {
	for range rapid.IntRange(0, 8).Draw(t, "signs") {
		x, y := float64(20*rapid.IntRange(0, 3).Draw(t, "sign x")), float64(11*rapid.IntRange(0, 20).Draw(t, "sign y"))
		wide := float64(rapid.SampledFrom([]int{6, 8, 60}).Draw(t, "wide"))
		out = append(out, Area{Rect: paint.Rect{x, y, x + wide, y + wide}, Ink: paint.Color(rapid.IntRange(0, 5).Draw(t, "sign ink"))})
	}
	return out
}

// A word belongs to one cell: of what is read in one go, none is taken twice, and each row has a figure and a label.
func TestNoWordIsTakenTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := runsOf(t)
		var boxes []paint.Rect
		for range rapid.IntRange(0, 6).Draw(t, "boxes") {
			x, y := float64(10*rapid.IntRange(0, 20).Draw(t, "box x")), float64(10*rapid.IntRange(0, 20).Draw(t, "box y"))
			boxes = append(boxes, paint.Rect{x, y, x + float64(rapid.IntRange(5, 200).Draw(t, "wide")), y + float64(rapid.IntRange(5, 100).Draw(t, "high"))})
		}
		for name, groups := range map[string][]Group{
			"figures": Find(runs, boxes, nil, 9), "shares": Shares(runs, 9), "lines": Series(runs, 9),
			"bars of which a part is filled": Progress(runs, boxes, 9),
			"legends":                        Legend(runs, signsOf(t), 9),
		} {
			taken := map[int]bool{}
			for _, g := range groups {
				for _, r := range g.Rows {
					cells := []Cell{r.Note, r.Figure}
					if !r.Goes {
						cells = append(cells, r.Label)
					}
					if len(r.Figure.Lines) == 0 || len(r.Label.Lines) == 0 {
						t.Fatalf("%s: a row without a figure or a label: %+v", name, r)
					}
					for _, c := range cells {
						for _, l := range c.Lines {
							for _, i := range l {
								if taken[i] {
									t.Fatalf("%s: word %d is taken twice", name, i)
								}
								taken[i] = true
							}
						}
					}
				}
			}
		}
	})
}

// As many figures as a page may have, in one place and spread out.
func TestManyFiguresTakeBoundedTime(t *testing.T) {
	for _, apart := range []float64{0, 7} {
		runs := make([]Run, mostRuns)
		for i := range runs {
			x, y := apart*float64(i%60), 2*apart*float64(i/60)
			runs[i] = Run{Items: []int{i}, Words: [][]int{{i}}, Said: fmt.Sprint(100 + i), Size: 20, Rect: paint.Rect{x, y, x + 30, y + 20}, Base: y + 16}
		}
		begin := time.Now()
		Find(runs, nil, nil, 9)
		Shares(runs, 9)
		Series(runs, 9)
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%g points apart took %v", apart, took)
		}
	}
}
