package main

import (
	"errors"
	"strings"
	"testing"
)

const file = "one\ntwo\nthree\ntwo\nfour\nfour\n"

// A patch is applied where the lines that it changes stand, with those around them, and only if that is one place.
func TestApply(t *testing.T) {
	for _, c := range []struct {
		name, diff, want string
		err              error
	}{
		{"in the middle", " one\n-two\n+2\n three", "one\n2\nthree\ntwo\nfour\nfour\n", nil},
		{"at the beginning", "+zero\n one", "zero\none\ntwo\nthree\ntwo\nfour\nfour\n", nil},
		{"at the end", "-two\n-four\n-four", "one\ntwo\nthree\n", nil},
		{"two hunks", "-one\n+1\n@@ -9 +9 @@\n-three\n+3", "1\ntwo\n3\ntwo\nfour\nfour\n", nil},
		{"everything", "-one\n-two\n-three\n-two\n-four\n-four", "", nil},
		{"gone", " one\n-three", "", errGone},
		{"part of a line", "-on", "", errGone},
		{"in two places", "-two\n+2", "", errSeveral},
		{"in two places, side by side", "-four", "", errSeveral},
		{"nowhere in particular", "+more", "", errNoContext},
	} {
		changes, err := parseDiff("--- a/f.go\n+++ b/f.go\n@@ -1,9 +1,9 @@ func f()\n" + c.diff + "\n")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := changes[0].apply(file)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

func TestWhatIsNoPatch(t *testing.T) {
	for diff, want := range map[string]string{
		"--- a/f.go\n@@ -1 +1 @@\n-one":                         "not followed by the new file's name",
		"--- a/f.go\n+++ b/g.go\n@@ -1 +1 @@\n-one":             "in its place",
		"--- /dev/null\n+++ b/g.go\n@@ -0,0 +1 @@\n+one":        "in its place",
		"--- a/../f.go\n+++ b/../f.go\n@@ -1 +1 @@\n-one":       "in its place",
		"--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-one":   "in its place",
		"--- a/f.go\n+++ b/f.go\n-one":                          "stands in no hunk",
		"--- a/f.go\n+++ b/f.go\n@@ -1 +1 @@\nwhat is this":     "no line of a diff",
		"--- a/f.go\n+++ b/f.go":                                "changes nothing in f.go",
		"@@ -1 +1 @@\n-one":                                     "before the first file's name",
		"--- a/f.go\n+++ b/f.go\n@@ -1 +1 @@\n-one\n--- a/g.go": "not followed by the new file's name",
	} {
		if _, err := parseDiff(diff); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", diff, err, want)
		}
	}
}

func TestWhatIsNoMutant(t *testing.T) {
	const diff = "\n--- a/f.go\n+++ b/f.go\n@@ -1 +1 @@\n-one\n"
	for text, want := range map[string]string{
		"Mutant: m\nPackage: .\nTest: T\n":                      "changes nothing",
		"Mutant: m\nPackage: .\n" + diff:                        "does not say Mutant, Package and Test",
		"Mutant: m\nPackage: .\nTest: T\nLimit: long\n" + diff:  "invalid duration",
		"Mutant: m\nPackage: .\nTest: T\nTimeout: 3m\n" + diff:  "none of Mutant",
		"Mutant: m\nPackage: .\nTest: T\n\n--- a/f.go\nnothing": "not followed",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	m, err := parse("Mutant: m\nPackage: ./p\nTest: T/case\nTags: kafka\nLimit: 3m\n" + diff)
	if err != nil || m.what != "m" || m.test.tags != "kafka" || m.test.limit.Minutes() != 3 || len(m.changes) != 1 {
		t.Errorf("%+v, %v", m, err)
	}
}
