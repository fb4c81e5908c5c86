package deploy

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents are the pages in the repository's root.
var documents = []string{"README.md", "DESIGN.md", "CONTRIBUTING.md", "DECISIONS.md", "CHANGELOG.md"}

func page(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var cited = regexp.MustCompile(`\bdecisions?\s+(\d+[a-z]?(?:(?:, | and )\d+[a-z]?)*)`)

// Whoever finds "decision 18" in a comment can look it up.
func TestDecisionsThatAreCitedAreListed(t *testing.T) {
	listed := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^### (\d+[a-z]?)\. \S`).FindAllStringSubmatch(page(t, "DECISIONS.md"), -1) {
		listed[m[1]] = true
	}
	check := func(path, text string, pattern *regexp.Regexp) (found int) {
		for _, m := range pattern.FindAllStringSubmatch(text, -1) {
			for _, n := range regexp.MustCompile(`\d+[a-z]?`).FindAllString(m[1], -1) {
				found++
				if !listed[n] {
					t.Errorf("%s cites decision %s, which DECISIONS.md does not have", path, n)
				}
			}
		}
		return found
	}
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != ".." && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		data, err := os.ReadFile(path)
		found += check(path, strings.ReplaceAll(string(data), "\n// ", " "), cited)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range documents {
		found += check(name, page(t, name), cited)
	}
	found += check("the judge's rules", page(t, "processors/judge/testdata/rows.txt"), regexp.MustCompile(`(?m)^D\.(\d+[a-z]?)-`))
	if found < 20 {
		t.Errorf("only %d citations were found", found)
	}
}

// made are the names that the recipes of CONTRIBUTING.md make up.
var made = regexp.MustCompile(`registers|belowzero`)

// What the pages name and link to is there.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	path := regexp.MustCompile("`((?:cmd|data|deploy|events|processors|projections|rag|schemas)/[A-Za-z0-9_./]*)`")
	for _, name := range documents {
		for _, pattern := range []*regexp.Regexp{link, path} {
			for _, m := range pattern.FindAllStringSubmatch(page(t, name), -1) {
				named := strings.TrimSuffix(strings.TrimSuffix(m[1], "..."), "…")
				if made.MatchString(named) {
					continue
				}
				if _, err := os.Stat(filepath.Join("..", named)); err != nil {
					t.Errorf("%s names %s, which is not there", name, m[1])
				}
			}
		}
	}
}
