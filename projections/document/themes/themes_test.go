package themes

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What the labels know as a theme is said in words, and nothing else is.
func TestEveryThemeOfTheLabelsHasWords(t *testing.T) {
	text, err := os.ReadFile("../../../data/models/labels/MATTERS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| theme |")
	var want []string
	for _, row := range regexp.MustCompile("(?m)^\\|([` a-z,]+)\\|").FindAllStringSubmatch(table, -1) {
		for _, name := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(row[1], -1) {
			want = append(want, name[1])
		}
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(words)); len(want) < 10 || !slices.Equal(got, want) {
		t.Errorf("the table has %q, the labels know %q", got, want)
	}
	for _, known := range []map[string]string{families, measured} {
		for metric, theme := range known {
			if words[theme] == "" {
				t.Errorf("%s is of theme %q, which has no words", metric, theme)
			}
		}
	}
}
