package deploy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mostAlternatives is how many alternatives a group of a regular expression in Go may have: longer ones are lists of words, which
// data/lexicon has and lexicon.Alternatives puts into an expression.
const mostAlternatives = 20

// longGroups are how many expressions of a file have more, until their words stand in the lexicon. No file is added, no number grows.
var longGroups = map[string]int{
	"processors/data_metrics/checks/change/change.go":   1,
	"processors/data_metrics/checks/change/pairs.go":    1,
	"processors/data_metrics/checks/sums/remainder.go":  1,
	"processors/data_metrics/checks/target/basesaid.go": 1,
	"processors/data_metrics/checks/target/ladder.go":   1,
	"processors/data_metrics/stride.go":                 1,
	"processors/intake/company.go":                      2,
	"processors/intake/frameworks.go":                   1,
	"rag/report/facts/cell/metric.go":                   1,
	"rag/report/facts/prose/aimsubject.go":              1,
	"rag/report/quantity/spaced.go":                     1,
}

func TestExpressionsHaveFewAlternatives(t *testing.T) {
	got, files := map[string]int{}, 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "testdata"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		name, err := filepath.Rel("..", path)
		files++
		for _, at := range longExpressions(f) {
			if name = filepath.ToSlash(name); got[name] >= longGroups[name] {
				t.Errorf("%s: more than %d alternatives; data/lexicon has lists of words", set.Position(at), mostAlternatives)
			}
			got[name]++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 500 {
		t.Errorf("%d files were read", files)
	}
	for name, n := range longGroups {
		if got[name] < n {
			t.Errorf("%s has %d long expressions and not %d any more: the list can say so", name, got[name], n)
		}
	}
}

// shortExpression is how long an expression may be that stands in several places: two may look for a year without being one idea.
const shortExpression = 30

// TestExpressionsStandOnce holds that a long expression is compiled in one place: a second copy is forgotten when the first is mended.
func TestExpressionsStandOnce(t *testing.T) {
	at := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "testdata"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			name, ok := call.Fun.(*ast.SelectorExpr)
			expr, whole := text(call.Args[0])
			if !ok || !whole || name.Sel.Name != "MustCompile" && name.Sel.Name != "Compile" || len(expr) <= shortExpression {
				return true
			}
			if other, twice := at[expr]; twice {
				t.Errorf("%s: the expression stands at %s too", set.Position(call.Pos()), other)
			}
			at[expr] = set.Position(call.Pos()).String()
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(at) < 400 {
		t.Errorf("%d expressions were found", len(at))
	}
}

func TestAlternativesAreCounted(t *testing.T) {
	long := strings.Repeat("a|", mostAlternatives) + "a"
	for code, want := range map[string]int{
		"x.MustCompile(`" + long + "`)":                                1,
		"x.MustCompile(`(" + long + ")`)":                              1,
		"x.Compile(`b(?:" + long[:9] + "` + `" + long[9:] + ")`)":      1,
		"x.Compile(`(` + words + `|" + long + ")`)":                    1,
		"x.MustCompile(`(" + long[2:] + ")(a|b)`)":                     0,
		"x.MustCompile(`[" + long + "]`)":                              0,
		"x.MustCompile(`" + strings.ReplaceAll(long, "|", `\|`) + "`)": 0,
		"x.Printf(`" + long + "`)":                                     0,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nvar y = "+code, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := longExpressions(f); len(got) != want {
			t.Errorf("%s: %d, want %d", code, len(got), want)
		}
	}
}

// longExpressions are the regular expressions of a file with a group of more than mostAlternatives. Of a sum of strings and names the
// strings count.
func longExpressions(f *ast.File) []token.Pos {
	var out []token.Pos
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return true
		}
		s, ok := call.Fun.(*ast.SelectorExpr)
		if ok && (s.Sel.Name == "MustCompile" || s.Sel.Name == "Compile") && alternatives(literals(call.Args[0])) > mostAlternatives {
			out = append(out, call.Pos())
		}
		return true
	})
	return out
}

// literals are the strings of a sum, one behind the other.
func literals(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.BasicLit:
		s, _ := text(x)
		return s
	case *ast.BinaryExpr:
		return literals(x.X) + literals(x.Y)
	case *ast.ParenExpr:
		return literals(x.X)
	}
	return ""
}

// alternatives is how many the group of an expression has that has most.
func alternatives(expr string) int {
	most, groups, class := 1, []int{1}, false
	for i := 0; i < len(expr); i++ {
		switch c := expr[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			groups = append(groups, 1)
		case c == ')' && len(groups) > 1:
			groups = groups[:len(groups)-1]
		case c == '|':
			groups[len(groups)-1]++
			most = max(most, groups[len(groups)-1])
		}
	}
	return most
}
