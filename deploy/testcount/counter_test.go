package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A module with one test of each kind is run for real.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name, source, last string
		failed             bool
		shown              string
	}{
		{"all kinds", `
func TestPass(t *testing.T) { t.Run("a", func(*testing.T) {}); t.Run("b", func(*testing.T) {}) }
func TestFail(t *testing.T) { t.Error("the reason of the failure") }
func TestSkip(t *testing.T) { t.Skip("the reason of the skip") }`, "3 passed, 1 failed, 1 skipped", true, "the reason of the failure"},
		{"a skip says why", `
func TestSkip(t *testing.T) { t.Skip("the reason of the skip") }`, "0 passed, 0 failed, 1 skipped", false, "the reason of the skip"},
		{"passing", `
func TestPass(t *testing.T) {}`, "1 passed, 0 failed, 0 skipped", false, "ok    example.test/m"},
		{"not compiling", `
func TestPass(t *testing.T) { nonsense }`, "0 passed, 1 failed, 0 skipped", true, "undefined: nonsense"},
		{"dying", `
func TestPass(t *testing.T) {}
func TestDies(t *testing.T) { go func() { panic("the reason of the death") }(); select {} }`, "1 passed, 1 failed, 0 skipped", true, "the reason of the death"},
		{"leaving early", `
func TestMain(*testing.M) { println("the reason for leaving"); os.Exit(3) }`, "0 passed, 1 failed, 0 skipped", true, "the reason for leaving"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			put(t, "go.mod", "module example.test/m\n\ngo 1.26\n")
			imports := "import \"testing\"\n"
			if strings.Contains(c.source, "os.") {
				imports += "import \"os\"\n"
			}
			put(t, "m_test.go", "package m\n"+imports+c.source+"\n")
			var out strings.Builder
			failed, err := run("counts", []string{"-count=1", "./..."}, &out)
			if err != nil {
				t.Fatal(err)
			}
			if failed != c.failed {
				t.Errorf("failed is %v\n%s", failed, out.String())
			}
			if !strings.HasSuffix(out.String(), "\n"+c.last+"\n") {
				t.Errorf("the last line is not %q:\n%s", c.last, out.String())
			}
			if !strings.Contains(out.String(), c.shown) {
				t.Errorf("%q is not shown:\n%s", c.shown, out.String())
			}
			counts, err := os.ReadFile("counts")
			if err != nil || string(counts) != c.last+"\n" {
				t.Errorf("the file says %q: %v", counts, err)
			}
		})
	}
}

func TestANonsensePackageIsAFailure(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "go.mod", "module example.test/m\n\ngo 1.26\n")
	var out strings.Builder
	failed, err := run("", []string{"./nowhere"}, &out)
	if err != nil || !failed || !strings.HasSuffix(out.String(), "0 passed, 1 failed, 0 skipped\n") {
		t.Errorf("failed %v, %v:\n%s", failed, err, out.String())
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Clean(name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
