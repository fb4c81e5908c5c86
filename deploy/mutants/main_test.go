package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A module with one function, one test and mutants of every sort is tried for real.
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
	write("go.mod", "module example.test/m\n\ngo 1.26\n")
	write("m.go", "package m\n\nfunc Sum(a, b int) int {\n\treturn a + b\n}\n")
	write("m_test.go", "package m\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif Sum(2, 2) != 4 {\n\t\tt.Error(\"wrong\")\n\t}\n}\n")
	mutate := func(name, test, line string) {
		write("patches/"+name+".patch", "Mutant: "+name+"\nPackage: .\nTest: "+test+"\n\n--- a/m.go\n+++ b/m.go\n@@ -3,3 +3,3 @@\n func Sum(a, b int) int {\n-\treturn a + b\n+\t"+line+"\n }\n")
	}
	mutate("1-difference", "TestSum", "return a - b")
	mutate("2-product", "TestSum", "return a * b") // 2 times 2 is 4, too
	mutate("3-nonsense", "TestSum", "return nonsense")
	mutate("4-missing", "TestNobodyHasWritten", "return a - b")
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Chdir(dir)
	for only, want := range map[string]string{
		"1-difference": "",
		"2-product":    "1 of 1 mutants were not caught",
		"3-nonsense":   "it does not compile",
		"4-missing":    "there is no such test",
		"5-unknown":    "no mutants in patches",
	} {
		err := run(t.Context(), "patches", []string{only})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", only, err, want)
		}
	}
	if err := run(t.Context(), "patches", []string{"1-difference", "2-product"}); err == nil || !strings.Contains(err.Error(), "1 of 2") {
		t.Errorf("both: %v", err)
	}
}
