package pattern

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/sibyl-project/sibyl/data/lexicon"
)

// The automaton says what the expression says. Every expression that the fact sheet's packages declare is tried.
func TestAnAutomatonAgreesWithItsExpression(t *testing.T) {
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
			if is, known := p.automaton().match(s); known && is != p.compiled().MatchString(s) {
				r.Fatalf("%q and %s: the automaton says %v", s, p, is)
			}
		}
	})
}

// Looks around, letters beyond ASCII, bytes that are no letter, what matches everything, and expressions that outgrow their automaton.
func TestAnAutomatonAgreesOnEverythingThatExpressionsCanSay(t *testing.T) {
	var all []*Pattern
	for _, expr := range []string{
		``, `a*`, `^$`, `^a|b$`, `(?m)^b$`, `\bä`, `ä\b`, `\Bk\B`, `(?i)k+\bs`, `(?i)[a-fä-ü]{2}x`, `\p{L}{3}\P{L}`, `.\n?x`, `(?s)a.b`, `[^aä]b`, `\x{FFFD}a`,
		`a\z`, `\A(?:a|\bb)`, `(a|b)*a[ab]{12}`, `[αβγδεζηθικλμνξοπρστυφχψωАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп]b`, `a$\b`, `\b`, `\B`,
	} {
		all = append(all, Compile(expr))
	}
	rapid.Check(t, func(r *rapid.T) {
		s := rapid.StringMatching(`(?s)[abkKsSſ\x{212A}xäÜéα\n 1]{0,40}`).Draw(r, "text")
		if rapid.Bool().Draw(r, "cut") && s != "" {
			s = s[:len(s)-1]
		}
		for _, p := range all {
			if p.MatchString(s) != p.compiled().MatchString(s) {
				r.Fatalf("%q and %q", s, p)
			}
		}
	})
	large := Compile(`(a|b)*a[ab]{14}c`)
	known := true
	for i := range 1 << 14 {
		text := strings.NewReplacer("0", "a", "1", "b").Replace(strconv.FormatInt(int64(i)+1<<15, 2)) + "d"
		is, sure := large.automaton().match(text)
		if known = known && sure; is || large.MatchString(text) {
			t.Fatalf("%q matches", text)
		}
	}
	if known || len(large.whether.states) > mostStates {
		t.Errorf("%d states, and it still knows", len(large.whether.states))
	}
}

func TestAnAutomatonGrowsUnderManyCallers(t *testing.T) {
	p := Compile(`(?i)\b(?:scope [12]|äquivalent|net.zero)\b`)
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			for i := range 200 {
				s := strings.Repeat("Äq", (i+n)%7) + " the scope " + strconv.Itoa((i+n)%40) + strings.Repeat(" net–zero äquivalent", i*n%3)
				if p.MatchString(s) != p.compiled().MatchString(s) {
					t.Errorf("%q", s)
				}
			}
		})
	}
	all.Wait()
}

func TestAWrongExpressionIsNoticedByAnyTest(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it was declared")
		}
	}()
	Compile(`(`)
}

// Each method says what the expression itself says, of a text that the scan lets pass and of one that it does not.
func TestAPatternAnswersAsItsExpression(t *testing.T) {
	p, re := Compile(`(?i)\b(?P<what>scope|gas) (\d)`), regexp.MustCompile(`(?i)\b(?P<what>scope|gas) (\d)`)
	for _, s := range []string{"Scope 1, gas 2 and SCOPE 3", "nothing of the kind", ""} {
		upper := strings.ToUpper
		for name, pair := range map[string][2]any{
			"MatchString":                {p.MatchString(s), re.MatchString(s)},
			"FindString":                 {p.FindString(s), re.FindString(s)},
			"FindStringIndex":            {p.FindStringIndex(s), re.FindStringIndex(s)},
			"FindAllStringIndex":         {p.FindAllStringIndex(s, 2), re.FindAllStringIndex(s, 2)},
			"FindStringSubmatch":         {p.FindStringSubmatch(s), re.FindStringSubmatch(s)},
			"FindStringSubmatchIndex":    {p.FindStringSubmatchIndex(s), re.FindStringSubmatchIndex(s)},
			"FindAllString":              {p.FindAllString(s, -1), re.FindAllString(s, -1)},
			"FindAllStringSubmatch":      {p.FindAllStringSubmatch(s, -1), re.FindAllStringSubmatch(s, -1)},
			"FindAllStringSubmatchIndex": {p.FindAllStringSubmatchIndex(s, 1), re.FindAllStringSubmatchIndex(s, 1)},
			"ReplaceAllString":           {p.ReplaceAllString(s, "$what-$2"), re.ReplaceAllString(s, "$what-$2")},
			"ReplaceAllStringFunc":       {p.ReplaceAllStringFunc(s, upper), re.ReplaceAllStringFunc(s, upper)},
			"Split":                      {p.Split(s, -1), re.Split(s, -1)},
			"SubexpNames":                {p.SubexpNames(), re.SubexpNames()},
			"SubexpIndex and NumSubexp":  {[]int{p.SubexpIndex("what"), p.NumSubexp()}, []int{re.SubexpIndex("what"), re.NumSubexp()}},
		} {
			if !reflect.DeepEqual(pair[0], pair[1]) {
				t.Errorf("%s of %q is %v, the expression says %v", name, s, pair[0], pair[1])
			}
		}
	}
}

// inUse are the patterns of the fact sheet's packages, as their sources compile them.
func inUse(t *testing.T) []*Pattern {
	t.Helper()
	consts, calls := map[string]ast.Expr{}, []ast.Expr{}
	err := filepath.WalkDir("../report/facts", func(path string, d fs.DirEntry, err error) error {
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
		if len(e.Args) != 1 {
			return "", fmt.Errorf("what %v makes is not read from the source", e.Fun)
		}
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
