package pattern

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

// The scan for needed words is never wrong: what it passes over does not match. Every expression that the packages beside this one
// compile is tried.
func TestNeededWordsMissNothing(t *testing.T) {
	all := inUse(t)
	if len(all) < 150 {
		t.Fatalf("%d expressions were found", len(all))
	}
	pieces := []string{
		" ", "ghg", "GHG", "CO", "2", "₂", "e", "scope", "ſcope", "Scopes 1", " and 3", "emission", "emissions", "land use", " change", "Δ",
		"äquivalent", "ÄQUIVALENT", "K", "\u212A", "kt", "Mt",
		"abfall", "Abfälle", "2021", "FY", "1,000 t", "per ", "/", "net", "-zero", "direct", "other indirect ", "bonus", "Category 3: ", "Total",
		"\xff", "mitarbeit", "mitarbeiter", "’22",
	}
	rapid.Check(t, func(r *rapid.T) {
		s := ""
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(r, "pieces") {
			s += p
		}
		if rapid.Bool().Draw(r, "any") {
			s += rapid.String().Draw(r, "text")
		}
		for _, p := range all {
			if !p.may(s) && p.Regexp.MatchString(s) {
				r.Fatalf("%q matches %s and is passed over: it needs one of %q", s, p.Regexp, p.words)
			}
		}
	})
}

// inUse are the patterns of the packages beside this one, as their sources compile them.
func inUse(t *testing.T) []*Pattern {
	t.Helper()
	consts, calls := map[string]ast.Expr{}, []ast.Expr{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, v := range n.Values {
					consts[n.Names[i].Name] = v
				}
			case *ast.CallExpr:
				if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Compile" && len(n.Args) == 1 {
					calls = append(calls, n.Args[0])
				}
			}
			return true
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]*Pattern, len(calls))
	for i, c := range calls {
		expr, err := textOf(c, consts, 20)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = Compile(expr)
	}
	return out
}

// textOf is the string that an expression of literals and constants makes, no deeper than so many constants in one another.
func textOf(e ast.Expr, consts map[string]ast.Expr, depth int) (string, error) {
	if depth == 0 {
		return "", errors.New("constants within constants without an end")
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		return strconv.Unquote(e.Value)
	case *ast.ParenExpr:
		return textOf(e.X, consts, depth)
	case *ast.BinaryExpr:
		left, err := textOf(e.X, consts, depth)
		if err != nil {
			return "", err
		}
		right, err := textOf(e.Y, consts, depth)
		return left + right, err
	case *ast.CallExpr:
		section, err := textOf(e.Args[0], consts, depth)
		return lexicon.Alternatives(section), err
	case *ast.SelectorExpr:
		return textOf(e.Sel, consts, depth)
	case *ast.Ident:
		if v := consts[e.Name]; v != nil {
			return textOf(v, consts, depth-1)
		}
		return "", errors.New("no constant is called " + e.Name)
	}
	return "", errors.New("an expression that is no string")
}
