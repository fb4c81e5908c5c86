package deploy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mostWords is how many words may stand in a list in Go: longer ones belong in data/lexicon, where they are sorted and looked
// after as data.
const mostWords = 20

// plainWord is a word of a language in lower case, and not a name of something technical.
var plainWord = regexp.MustCompile(`^\p{Ll}[\p{Ll}'’-]+$`)

// TestWordListsStandInTheLexicon reads all Go code outside tests. A list is a string of words, or the strings of a slice or the
// keys of a set; alternatives of a regular expression and tables that give each word a value of its own are none.
func TestWordListsStandInTheLexicon(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "testdata" || d.Name() == "generate"):
			return filepath.SkipDir // what is generated speaks as reports do
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		files++
		for _, l := range wordLists(f) {
			t.Errorf("%s: a list of %d words, which data/lexicon should have", set.Position(l.at), l.words)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 500 {
		t.Errorf("%d files were read", files)
	}
}

func TestWordListsAreFound(t *testing.T) {
	words := strings.Fields(strings.Repeat("emission waste water ", 7))
	for name, c := range map[string]struct {
		code string
		want int
	}{
		"a string":                    {"var x = split(`" + strings.Join(words, " ") + "`)", 1},
		"a sum of strings":            {"var x = split(\"" + strings.Join(words[:11], " ") + " \" + `" + strings.Join(words[11:], "\n") + "`)", 1},
		"a slice":                     {"var x = []string{\"" + strings.Join(words, "\", \"") + "\"}", 1},
		"a set":                       {"var x = map[string]bool{\"" + strings.Join(words, "\": true, \"") + "\": true}", 1},
		"twenty words":                {"var x = split(\"" + strings.Join(words[:20], " ") + "\")", 0},
		"a table of values":           {"var x = map[string]int{\"" + strings.Join(words, "\": 1, \"") + "\": 1}", 0},
		"a sentence":                  {"var x = \"" + strings.Join(words, " ") + ". And so on, and on, and on.\"", 0},
		"a regular expression":        {"var x = r(`" + strings.Join(words, "|") + "`)", 0},
		"what a statement is made of": {"var x = `select " + strings.Join(words, ", ") + "`", 0},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+c.code, 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := wordLists(f); len(got) != c.want {
				t.Errorf("%+v, want %d", got, c.want)
			}
		})
	}
}

type wordList struct {
	at    token.Pos
	words int
}

// wordLists are the lists of a file that are longer than mostWords.
func wordLists(f *ast.File) []wordList {
	var out []wordList
	add := func(n ast.Node, all []string) {
		plain := 0
		for _, w := range all {
			if plainWord.MatchString(w) {
				plain++
			}
		}
		if plain > mostWords && plain*10 > len(all)*9 {
			out = append(out, wordList{n.Pos(), plain})
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.CompositeLit:
			add(x, listed(x))
		case *ast.BasicLit, *ast.BinaryExpr:
			s, ok := text(x.(ast.Expr))
			if ok {
				add(x, strings.Fields(s))
			}
			return !ok
		}
		return true
	})
	return out
}

// listed are the strings of a slice, or the keys of a set.
func listed(x *ast.CompositeLit) []string {
	var out []string
	for _, e := range x.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if v, isName := kv.Value.(*ast.Ident); !isName || v.Name != "true" {
				return nil
			}
			e = kv.Key
		}
		s, ok := text(e)
		if !ok {
			return nil
		}
		out = append(out, s)
	}
	return out
}

// text is a string, or a sum of strings.
func text(e ast.Expr) (string, bool) {
	switch x := e.(type) {
	case *ast.BasicLit:
		if x.Kind != token.STRING {
			return "", false
		}
		s, err := strconv.Unquote(x.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		a, ok1 := text(x.X)
		b, ok2 := text(x.Y)
		return a + b, ok1 && ok2 && x.Op == token.ADD
	case *ast.ParenExpr:
		return text(x.X)
	}
	return "", false
}
