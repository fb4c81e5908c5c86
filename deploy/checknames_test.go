package deploy

import (
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-project/sibyl/events"
	"github.com/sibyl-project/sibyl/processors/data_metrics/checks"
	"github.com/sibyl-project/sibyl/projections/document"
)

// What is known of a check by its name is asked for by whoever tells of it or weighs it: one that is in no list is told of by its message, and
// bears on no claim, which may not be meant.
func TestEveryCheckHasAKind(t *testing.T) {
	var names []string
	for _, d := range checks.Definitions() {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	if kinds := events.CheckKinds(); !slices.Equal(kinds, names) {
		t.Errorf("events.checkKinds has %q, defined are %q", kinds, names)
	}
}

// What the exports say of a name the page says, too.
func TestNamesAreSaidAlikeOnThePageAndInExports(t *testing.T) {
	said := map[string]string{}
	for _, pair := range quotedIn(t, "../projections/dashboard/web/src/words.ts", `(?s)const said: Record<string, string> = \{(.*?)\n\};`, `(\w+: "[^"]+")`) {
		name, words, _ := strings.Cut(pair, ": ")
		said[name] = words
	}
	pairs := quotedIn(t, "../projections/document/wording/wording.go", `(?s)var saidAs = map\[string\]string\{(.*?)\}`, `("\w+": "[^"]+")`)
	if len(pairs) < 5 {
		t.Errorf("the exports say %q", pairs)
	}
	for _, pair := range pairs {
		name, words, _ := strings.Cut(pair, ": ")
		if name = strings.Trim(name, `"`); said[name] != words {
			t.Errorf("%s is %s in exports and %s on the page", name, words, said[name])
		}
	}
}

// A matter's kind has words on the page, each.
func TestThePageHasWordsForEveryKindOfMatter(t *testing.T) {
	got := quotedIn(t, "../projections/dashboard/web/src/matters.ts", `(?s)const kinds: Record<string, string> = \{(.*?)\n\};`, `(\w+): "`)
	var want []string
	for _, k := range document.MatterKinds() {
		want = append(want, string(k))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("matters.ts has words for %q, the kinds are %q", got, want)
	}
}

// A check that fails is told of in a line of its own on the page; without one a reader gets its name in the code.
func TestThePageHasALineForEveryCheck(t *testing.T) {
	lines := quotedIn(t, "../projections/dashboard/web/src/say.ts", `(?s)const failed: Record<string, string> = \{(.*?)\n\};`, `(\w+): "`)
	var names []string
	for _, d := range checks.Definitions() {
		if names = append(names, d.Name); !slices.Contains(lines, d.Name) {
			t.Errorf("say.ts has no line for %s", d.Name)
		}
	}
	for _, line := range lines {
		if !slices.Contains(names, line) {
			t.Errorf("say.ts has a line for %s, which no check is called", line)
		}
	}
}
