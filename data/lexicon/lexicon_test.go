package lexicon

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestEntriesAreSortedAndStandOnce(t *testing.T) {
	if len(sections()) == 0 {
		t.Fatal("no sections")
	}
	for name, entries := range sections() {
		parts := separates
		if strings.HasPrefix(name, "injection.") { // the one reader that keeps "don't" as a word
			parts = func(r rune) bool { return r != '\'' && separates(r) }
		}
		t.Run(name, func(t *testing.T) {
			if !slices.IsSorted(entries) {
				for i := 1; i < len(entries); i++ {
					if entries[i] < entries[i-1] {
						t.Fatalf("%q stands behind %q", entries[i], entries[i-1])
					}
				}
			}
			if len(slices.Compact(slices.Clone(entries))) != len(entries) {
				t.Error("an entry stands twice")
			}
			for _, e := range entries {
				if e != strings.ToLower(e) || e != strings.Join(strings.Fields(e), " ") || strings.ContainsFunc(plain(e), parts) {
					t.Errorf("%q is not in the form of an entry", e)
				}
			}
		})
	}
}

// plain is an entry without the asterisk of one that may go on, and without the points of a short form.
func plain(e string) string {
	if strings.ContainsAny(e, " *") {
		return strings.TrimSuffix(e, "*")
	}
	return strings.ReplaceAll(e, ".", "")
}

// separates reports whether a character parts words in a text, so that no word could ever match an entry with it.
func separates(r rune) bool { return r != ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func TestAlternativesFindTheEntries(t *testing.T) {
	found := regexp.MustCompile(`(?i)^(?:` + Alternatives("facts.no amount") + `)$`)
	for word, want := range map[string]bool{"less": true, "Avoided": true, "avoid": true, "lesser": false, "unavoided": false, "": false} {
		if found.MatchString(word) != want {
			t.Errorf("%q is found: %t", word, !want)
		}
	}
	for _, e := range Entries("facts.no amount") {
		if !found.MatchString(plain(e)) {
			t.Errorf("%q is not found", e)
		}
	}
}

func TestASectionThatNoFileHas(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("nothing was said")
		}
	}()
	Entries("claims.nothing of the kind")
}
