package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-project/sibyl/rag/report/document"
)

// planted names the defect that a child of the tests has.
const planted = "SIBYL_FUZZ_PLANTED"

func TestMain(m *testing.M) {
	switch os.Getenv(planted) {
	case "recursion":
		reads = func(p document.Page) (time.Duration, string, error) { return deeper(p, 1), "", nil }
	case "slowness":
		reads = func(document.Page) (time.Duration, string, error) { return time.Minute, "claims", nil }
	case "once":
		first := true
		reads = func(document.Page) (time.Duration, string, error) {
			defer func() { first = false }()
			if first {
				return time.Minute, "claims", nil
			}
			return 0, "", nil
		}
	}
	if code, played := play(os.Args[1:]); played {
		os.Exit(code)
	}
	os.Exit(m.Run())
}

// deeper overflows the stack on a page with a bracket, as a rule that asks itself would.
func deeper(p document.Page, n time.Duration) time.Duration {
	if !strings.Contains(p.Text, "(") {
		return 0
	}
	return deeper(p, n+1) + n
}

func TestRulesReadWhatNobodyWrote(t *testing.T) {
	var out strings.Builder
	failures, err := run(t.Context(), options{sentences: 1000, pages: 30, first: 1, root: "../..", out: &out})
	if err != nil || failures > 0 {
		t.Fatalf("%d failures, %v:\n%s", failures, err, &out)
	}
}

func TestWhatEndsAChildIsNamed(t *testing.T) {
	for defect, want := range map[string]string{"recursion": "fatal error: stack overflow\n", "slowness": "slow at ", "once": ""} {
		t.Run(defect, func(t *testing.T) {
			t.Setenv(planted, defect)
			var out strings.Builder
			w := &watch{task: task{Root: "../.."}, out: &out}
			if err := w.through(t.Context(), 1, 3); err != nil {
				t.Fatal(err)
			}
			if (w.failures > 0) != (want != "") || !strings.Contains(out.String(), want) {
				t.Fatalf("%d failures: %s, want %q", w.failures, &out, want)
			}
			if defect != "recursion" {
				return
			}
			for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
				if i%2 == 1 && !strings.Contains(line, "(") {
					t.Errorf("the crash is laid on %q, which has nothing to do with it", line)
				}
			}
		})
	}
}

func TestTheSameSeedSaysTheSame(t *testing.T) {
	l, err := readLanguage("../..")
	if err != nil {
		t.Fatal(err)
	}
	a, b := input(l, nil, 7), input(l, nil, 7)
	if a.Text != b.Text || len(a.Lines) == 0 || a.Text == input(l, nil, 8).Text {
		t.Error("a seed does not say which sentences it makes")
	}
	for _, cue := range []string{"gallons", "landfill", "ambition"} { // of word sets and of the lexicon
		if !slices.Contains(l.words, cue) {
			t.Errorf("%q is not among the words", cue)
		}
	}
	for _, w := range l.words {
		if strings.ContainsAny(w, "%{}\n ") && w != "%" {
			t.Errorf("%q is no word", w)
		}
	}
}

// A cue, a list and a sentence are what they are, on however many lines they stand.
func TestASumOfLiteralsIsOneString(t *testing.T) {
	l, dir := &language{}, t.TempDir()
	for name, source := range map[string]string{
		"lists.go": `package p
const cue = "on track " +
	("to " + "meet")
var list = "coal gas lignite oil " + ` + "`peat `" + ` +
	"wood straw"
var format = "because of " + "%s"
var named = "as part " + "of" + name`,
		"lists_test.go": `package p
const sentence = "We cut our emissions " +
	"by 12% in 2023."`,
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := l.fromGo(file); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"on track to meet", "as part of"}; !slices.Equal(l.phrases, want) {
		t.Errorf("phrases %q, want %q", l.phrases, want)
	}
	if want := []string{"coal", "gas", "lignite", "oil", "peat", "wood", "straw"}; !slices.Equal(l.words, want) {
		t.Errorf("words %q, want %q", l.words, want)
	}
	if want := []string{"We cut our emissions by 12% in 2023."}; !slices.Equal(l.templates, want) {
		t.Errorf("sentences %q, want %q", l.templates, want)
	}
}

func TestMutatedPagesAreValid(t *testing.T) {
	l, err := readLanguage("../..")
	if err != nil {
		t.Fatal(err)
	}
	p := pageOf([]line{{"Scope 1 emissions fell by 12%.", document.RoleBody, 0}, {"Energy\t1,200\tMWh", document.RoleRow, 1}})
	p.Tables = []document.Table{{
		HeaderRows: 1, Rows: [][]document.Cell{{{Text: "Energy"}, {Text: "2023", Value: "2023"}}, {{Text: "Scope 1"}, {Text: "1,200", Value: "1200"}}},
	}}
	changed := 0
	for n := range uint64(200) {
		m := l.speaker(n).mutated(&p)
		if err := documentOf(m).Validate(); err != nil {
			t.Fatalf("seed %d: %v", n, err)
		}
		if m.Text != p.Text {
			changed++
		}
	}
	if changed < 150 {
		t.Errorf("%d of 200 pages differ from the one that was mutated", changed)
	}
}
