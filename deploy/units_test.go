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

// unitSign is a sign that nothing but a unit of energy, volume or area is written with.
var unitSign = regexp.MustCompile(`(?i)\b(?:[kmgt]wh|[mgtp]j|mmbtu|k?toe|gcal|m3|m³|bbl|km2|km²|m2|m²)\b`)

// fewSigns is how many a message or an expression may name.
const fewSigns = 3

// TestUnitsAreKnownInOnePlace: what is a unit and what it is worth stands in rag/report/quantity/units.txt. A table or an expression elsewhere
// that lists units knows others after the next unit is added.
func TestUnitsAreKnownInOnePlace(t *testing.T) {
	files := 0
	for _, root := range []string{"cmd", "data", "events", "processors", "projections", "rag"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "generate"):
				return filepath.SkipDir
			case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			files++
			for _, decl := range f.Decls {
				if signs := signsOf(decl); len(signs) > fewSigns {
					t.Errorf("%s: lists the units %v, which package quantity knows", set.Position(decl.Pos()), signs)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 500 {
		t.Errorf("%d files were read", files)
	}
}

// signsOf are the different units in the strings of a declaration, in the order of their first appearance.
func signsOf(decl ast.Decl) []string {
	var out []string
	seen := map[string]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			return true
		}
		for _, s := range unitSign.FindAllString(text, -1) {
			if key := strings.ToLower(s); !seen[key] {
				seen[key] = true
				out = append(out, s)
			}
		}
		return true
	})
	return out
}
