// Package lexicon has the words and phrases that rules look up. They stand in files, one an entry, so that code says how a
// sentence is read and data say which words there are.
//
// The files have sections, "[name]" on a line of its own. An entry is in lower case, its words parted by single spaces; one that
// ends in an asterisk stands for any ending of its last word. A short form that rules compare as it is written keeps its points,
// "u.s"; it is an entry of one word. Within a section entries are sorted and each stands once. A line that begins with "#" says
// something about what follows.
package lexicon

import (
	"embed"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
)

//go:embed *.txt
var files embed.FS

var sections = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	names, err := files.ReadDir(".")
	if err != nil {
		panic("reading the lexicon: " + err.Error())
	}
	for _, f := range names {
		data, err := files.ReadFile(f.Name())
		if err != nil {
			panic("reading the lexicon: " + err.Error())
		}
		name := ""
		for line := range strings.Lines(string(data)) {
			switch line = strings.TrimSpace(line); {
			case line == "", strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "["):
				name = strings.TrimSuffix(path.Base(f.Name()), ".txt") + "." + strings.Trim(line, "[]")
			default:
				all[name] = append(all[name], line)
			}
		}
	}
	return all
})

// Entries are those of a section, as "claims.water"; asking for one that no file has is a mistake of the program.
func Entries(section string) []string {
	entries, ok := sections()[section]
	if !ok {
		panic(fmt.Sprintf("the lexicon has no section %q", section))
	}
	return entries
}

// Alternatives are the entries of a section for a regular expression, one of which a text may have: "avoid\w*|less". All must be single
// words. What the expression finds must not hang on which of them is tried first.
func Alternatives(section string) string {
	entries := Entries(section)
	out := make([]string, len(entries))
	for i, e := range entries {
		word, open := strings.CutSuffix(e, "*")
		if strings.ContainsAny(word, " *") {
			panic(fmt.Sprintf("section %q of the lexicon has %q, which is no single word", section, e))
		}
		if out[i] = regexp.QuoteMeta(word); open {
			out[i] += `\w*`
		}
	}
	return strings.Join(out, "|")
}

// Set has the entries of a section, all of which must be single words.
func Set(section string) map[string]bool {
	out := map[string]bool{}
	for _, e := range Entries(section) {
		if strings.ContainsAny(e, " *") {
			panic(fmt.Sprintf("section %q of the lexicon has %q, which is no single word", section, e))
		}
		out[e] = true
	}
	return out
}
