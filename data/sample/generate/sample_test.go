package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/gen2brain/go-fitz"
)

func TestCommittedFilesAreWhatTheGeneratorMakes(t *testing.T) {
	fresh := t.TempDir()
	if err := write(fresh); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{fileName, listName} {
		want, err := os.ReadFile(filepath.Join(fresh, name))
		if err != nil {
			t.Fatal(err)
		}
		have, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(have, want) {
			t.Errorf("%s is not what the generator makes: run `go run ./data/sample/generate`", name)
		}
	}
}

// pageTexts are the texts that a reader of the committed file sees, white space folded.
func pageTexts(t *testing.T) []string {
	t.Helper()
	doc, err := fitz.New(filepath.Join("..", fileName))
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	pages := make([]string, doc.NumPage())
	for i := range pages {
		text, err := doc.Text(i)
		if err != nil {
			t.Fatal(err)
		}
		pages[i] = strings.Join(strings.Fields(text), " ")
	}
	return pages
}

func TestPlantedQuotesStandOnTheirPages(t *testing.T) {
	pages := pageTexts(t)
	if n := len(pages); n < 12 || n > 20 {
		t.Fatalf("the report has %d pages", n)
	}
	if len(planted) < 20 {
		t.Fatalf("only %d things are planted", len(planted))
	}
	for i, p := range planted {
		if want := fmt.Sprintf("P%02d", i+1); p.ID != want {
			t.Errorf("entry %d is %s, want %s", i, p.ID, want)
		}
		if !slices.Contains([]Holds{True, False, Open}, p.Holds) {
			t.Errorf("%s: holds %q", p.ID, p.Holds)
		}
		if len(p.Quotes) == 0 && len(p.Absent) == 0 {
			t.Errorf("%s names neither a quote nor what is absent", p.ID)
		}
		for _, q := range p.Quotes {
			text := pages[q.Page-1]
			if p.Kind == "image_only_page" {
				if text != "" {
					t.Errorf("%s: page %d has text: %q", p.ID, q.Page, text)
				}
				continue
			}
			if q.Text == "" || !strings.Contains(text, q.Text) {
				t.Errorf("%s: page %d does not say %q", p.ID, q.Page, q.Text)
			}
		}
		for n, text := range pages {
			for _, w := range p.Absent {
				if strings.Contains(strings.ToLower(text), w) {
					t.Errorf("%s: page %d does say %q", p.ID, n+1, w)
				}
			}
		}
	}
}

// The list says what holds; this does the arithmetic again, with the tolerances of the checks: 1 % for
// amounts, 0.1 percentage points for percentages, or what rounding of the figures explains.
func TestPlantedArithmetic(t *testing.T) {
	for _, p := range planted {
		if p.Sum == nil {
			continue
		}
		t.Run(p.ID, func(t *testing.T) {
			want, stated := redo(t, p.Sum), number(t, p.Sum.Stated)
			off := binary(t, apd.BaseContext.WithPrecision(30).Sub, want, stated)
			off.Abs(off)
			tolerance := number(t, "0.1")
			percent := strings.HasSuffix(p.Sum.Op, "_percent") || p.Sum.Op == "rate" || p.Kind == "percentage_sum"
			if !percent {
				tolerance = binary(t, apd.BaseContext.WithPrecision(30).Mul, stated, number(t, "0.01"))
			}
			within := off.Cmp(tolerance) <= 0
			switch {
			case p.Sum.Rounded:
				slack := apd.New(0, 0)
				for _, in := range append(slices.Clone(p.Sum.Inputs), p.Sum.Stated) {
					half := apd.New(5, number(t, in).Exponent-1)
					slack = binary(t, apd.BaseContext.WithPrecision(30).Add, slack, half)
				}
				if off.Cmp(slack) > 0 {
					t.Errorf("%s against %s is not explained by rounding", want.Text('f'), p.Sum.Stated)
				}
			case p.Holds == False && within:
				t.Errorf("planted as false, but %s agrees with %s", want.Text('f'), p.Sum.Stated)
			case p.Holds != False && !within:
				t.Errorf("planted as true, but the working gives %s, not %s", want.Text('f'), p.Sum.Stated)
			}
		})
	}
}

func redo(t *testing.T, w *Working) *apd.Decimal {
	t.Helper()
	ctx := apd.BaseContext.WithPrecision(30)
	in := make([]*apd.Decimal, len(w.Inputs))
	for i, s := range w.Inputs {
		in[i] = number(t, s)
	}
	hundred := apd.New(100, 0)
	switch w.Op {
	case "sum":
		total := apd.New(0, 0)
		for _, d := range in {
			total = binary(t, ctx.Add, total, d)
		}
		return total
	case "change_percent":
		return binary(t, ctx.Mul, hundred, binary(t, ctx.Quo, binary(t, ctx.Sub, in[1], in[0]), in[0]))
	case "share_percent":
		return binary(t, ctx.Mul, hundred, binary(t, ctx.Quo, in[0], in[1]))
	case "ratio":
		return binary(t, ctx.Quo, in[0], in[1])
	case "rate":
		return binary(t, ctx.Quo, in[0], binary(t, ctx.Sub, in[2], in[1]))
	}
	t.Fatalf("no such working: %q", w.Op)
	return nil
}

func binary(t *testing.T, op func(d, x, y *apd.Decimal) (apd.Condition, error), x, y *apd.Decimal) *apd.Decimal {
	t.Helper()
	var d apd.Decimal
	if _, err := op(&d, x, y); err != nil {
		t.Fatal(err)
	}
	return &d
}

func number(t *testing.T, s string) *apd.Decimal {
	t.Helper()
	d, _, err := apd.NewFromString(s)
	if err != nil {
		t.Fatalf("reading %q: %v", s, err)
	}
	return d
}

func TestReadmeListsEverythingPlanted(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile(`(?m)^\| (P\d\d) \| ([\d, ]+|-) \| (true|false|open) \|`).FindAllSubmatch(readme, -1)
	if len(listed) != len(planted) {
		t.Fatalf("README lists %d things, %d are planted", len(listed), len(planted))
	}
	for i, row := range listed {
		p := planted[i]
		var pages []string
		for _, q := range p.Quotes {
			pages = append(pages, fmt.Sprint(q.Page))
		}
		where := strings.Join(pages, ", ")
		if where == "" {
			where = "-"
		}
		if string(row[1]) != p.ID || string(row[2]) != where || string(row[3]) != string(p.Holds) {
			t.Errorf("README's row %s does not fit %s (%s, %s)", row[0], p.ID, where, p.Holds)
		}
	}
}
