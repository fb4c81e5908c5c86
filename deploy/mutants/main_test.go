package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// what must be caught: every way to break the runtime's promises that we know to be easy to get wrong.
var what = []string{
	"commit-beyond-a-gap",
	"crash-never-counted",
	"dead-letter-outside",
	"everything-polled-committed",
	"far-behind-unsuspected",
	"in-hand-forgotten",
	"iteration-cap-ignored",
	"kill-taken-for-a-crash",
	"orphaned-partition",
	"overdue-wake-at-once",
	"repeat-re-decided",
	"restore-to-last-stable-offset",
	"runaway-waited-for",
	"speculative-state-published",
	"state-kept-after-abort",
	"state-kept-on-revoke",
	"state-shared-between-runs",
	"survivor-forgotten",
	"suspect-not-marked",
	"wake-lost-on-restart",
	"wake-of-stale-owner",
}

const root = "../.."

// Every mutant is there, fits the code as it is now, changes it, and names a test that exists: a change of the code
// takes its mutants along in the same commit.
func TestMutantsFitTheCode(t *testing.T) {
	mutants, err := read("patches", nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range mutants {
		names = append(names, m.name)
		files, err := m.broken(t.Context(), root, t.TempDir())
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
		for path, changed := range files {
			sound, err := os.ReadFile(filepath.Join(root, path))
			broken, failed := os.ReadFile(changed)
			if err := errors.Join(err, failed); err != nil {
				t.Fatal(err)
			}
			if bytes.Equal(sound, broken) || strings.HasSuffix(path, "_test.go") {
				t.Errorf("%s does not change the code in %s", m.name, path)
			}
		}
		if !declared(t, m.test) {
			t.Errorf("%s: there is no %s", m.name, m.test)
		}
	}
	if !slices.Equal(names, what) {
		t.Errorf("the mutants are\n%v, want\n%v", names, what)
	}
}

// declared reports whether a package has the function of a test.
func declared(t *testing.T, of test) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, of.pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	function, _, _ := strings.Cut(of.name, "/")
	declaration := regexp.MustCompile(`(?m)^func ` + regexp.QuoteMeta(function) + `\(`)
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return declaration.Match(text)
	})
}

// A module with one function, a few tests and mutants of every sort is tried for real.
func TestVerdicts(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const source = "package m\n\nfunc Sum(a, b int) int {\n\treturn a + b\n}\n"
	write("go.mod", "module example.test/m\n\ngo 1.26\n")
	write("m.go", source)
	write("m_test.go", `package m

import "testing"

func TestSum(t *testing.T) {
	t.Run("two and two", func(t *testing.T) {
		if Sum(2, 2) != 4 {
			t.Error("wrong")
		}
	})
	t.Run("skipped", func(t *testing.T) { t.Skip("for no reason") })
}

func TestWaits(t *testing.T) {
	for Sum(1, 2) != 3 {
	}
}

func TestPanics(t *testing.T) {
	_ = make([]int, 4)[Sum(1, 2)]
}

func TestFails(t *testing.T) { t.Error("always") }
`)
	mutate := func(name, test, line string) {
		write("patches/"+name+".patch", "Mutant: "+name+"\nPackage: .\nTest: "+test+"\nLimit: 2s\n\n--- a/m.go\n+++ b/m.go\n"+
			"@@ -3,3 +3,3 @@\n func Sum(a, b int) int {\n-\treturn a + b\n+\t"+line+"\n }\n")
	}
	for _, c := range []struct{ name, test, line, want string }{
		{"difference", "TestSum/two_and_two", "return a - b", ""},
		{"product", "TestSum/two_and_two", "return a * b", "1 of 1 mutants were not caught"}, // 2 times 2 is 4, too
		{"nonsense", "TestSum", "return nonsense", "compiling the tests of ."},
		{"missing", "TestNobodyHasWritten", "return a - b", "there is no such test"},
		{"missing-case", "TestSum/nobody_has_written", "return a - b", "there is no such test"},
		{"skipped", "TestSum/skipped", "return a - b", "it was skipped"},
		{"waiting", "TestWaits", "return a - b", "1 of 1 mutants were not caught"},
		{"panicking", "TestPanics", "return a * b * 5", ""},
		{"failing-anyway", "TestFails", "return a - b", "it fails on the code as it is"},
	} {
		mutate(c.name, c.test, c.line)
		var out strings.Builder
		err := run(t.Context(), &out, dir, filepath.Join(dir, "patches"), false, []string{c.name})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		lines := map[string]string{
			"": " caught\n", "1 of 1 mutants were not caught": " NOT CAUGHT",
		}
		if want := lines[c.want]; want != "" && !strings.Contains(out.String(), fmt.Sprintf(". %-83s%s", c.test, want)) {
			t.Errorf("%s: it says\n%s", c.name, out.String())
		}
	}
	patches := filepath.Join(dir, "patches")
	err := run(t.Context(), new(strings.Builder), dir, patches, false, []string{"difference", "product"})
	if err == nil || !strings.Contains(err.Error(), "1 of 2") {
		t.Errorf("both: %v", err)
	}
	err = run(t.Context(), new(strings.Builder), dir, patches, false, []string{"unknown"})
	if err == nil || !strings.Contains(err.Error(), "by the name of unknown") {
		t.Errorf("unknown: %v", err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "m.go")); err != nil || string(got) != source {
		t.Errorf("the tree was changed: %v\n%s", err, got)
	}
}
