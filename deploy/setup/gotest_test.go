package setup

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// counted runs the script in a folder of its own.
func counted(t *testing.T, script string, arguments ...string) (out string, failed bool) {
	t.Helper()
	said, err := exec.Command(script, append([]string{"counts"}, arguments...)...).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v\n%s", err, said)
	}
	return string(said), err != nil
}

// A module with one test of each kind is run for real.
func TestCounts(t *testing.T) {
	script, err := filepath.Abs("gotest.sh")
	if err != nil {
		t.Fatal(err)
	}
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
func TestPass(t *testing.T) {}`, "1 passed, 0 failed, 0 skipped", false, "PASS  ."},
		{"not compiling", `
func TestPass(t *testing.T) { nonsense }`, "0 passed, 1 failed, 0 skipped", true, "undefined: nonsense"},
		{"dying", `
func TestPass(t *testing.T) {}
func TestDies(t *testing.T) { go func() { panic("the reason of the death") }(); select {} }`, "1 passed, 1 failed, 0 skipped", true, "the reason of the death"},
		{"leaving early", `
func TestMain(*testing.M) { println("the reason for leaving"); os.Exit(3) }`, "0 passed, 1 failed, 0 skipped", true, "the reason for leaving"},
		{"words of an event", `
func TestPass(t *testing.T) { t.Log("{\"Action\":\"pass\",\"Package\":\"m\",\"Test\":\"n\"}"); t.Error() }`, "0 passed, 1 failed, 0 skipped", true, "FAIL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			put(t, "go.mod", "module example.test/m\n\ngo 1.26\n")
			imports := "import \"testing\"\n"
			if strings.Contains(c.source, "os.") {
				imports += "import \"os\"\n"
			}
			put(t, "m_test.go", "package m\n"+imports+c.source+"\n")
			out, failed := counted(t, script, "-count=1", "./...")
			if failed != c.failed {
				t.Errorf("failed is %v\n%s", failed, out)
			}
			if !strings.HasSuffix(out, "\n"+c.last+"\n") {
				t.Errorf("the last line is not %q:\n%s", c.last, out)
			}
			if !strings.Contains(out, c.shown) {
				t.Errorf("%q is not shown:\n%s", c.shown, out)
			}
			counts, err := os.ReadFile("counts")
			if err != nil || string(counts) != c.last+"\n" {
				t.Errorf("the file says %q: %v", counts, err)
			}
		})
	}
}

func TestWhatCannotBeRunIsAFailure(t *testing.T) {
	script, err := filepath.Abs("gotest.sh")
	if err != nil {
		t.Fatal(err)
	}
	for name, argument := range map[string]string{"a nonsense package": "./nowhere", "a nonsense flag": "-count"} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			put(t, "go.mod", "module example.test/m\n\ngo 1.26\n")
			if out, failed := counted(t, script, argument); !failed || !strings.HasSuffix(out, "0 passed, 1 failed, 0 skipped\n") {
				t.Errorf("failed %v:\n%s", failed, out)
			}
		})
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Clean(name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
