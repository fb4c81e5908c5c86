package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// sourced are the packages whose word lists and cues make the sentences. They are read from their sources, so that a list that
// is added tomorrow is tried tomorrow.
var sourced = []string{
	"processors/claims", "processors/legal", "processors/data_metrics", "processors/geography", "processors/data_metrics/checks",
	"rag/evidence", "rag/report/facts", "rag/report/quantity", "rag/report/document", "data/lexicon",
}

// A language is what sentences are made of.
type language struct {
	words     []string // of lists of words, and single cues
	phrases   []string // cues of several words
	templates []string // sentences of the packages' own tests
}

// readLanguage collects what the rules look for from a checkout of the repository.
func readLanguage(root string) (*language, error) {
	l := &language{}
	for _, dir := range sourced {
		if err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || d.IsDir():
				return err
			case strings.HasSuffix(path, ".go"):
				return l.fromGo(path)
			case strings.HasSuffix(path, ".txt") && !strings.Contains(path, "testdata"):
				return l.fromText(path)
			}
			return nil
		}); err != nil {
			return nil, fmt.Errorf("reading the words of %s: %w", dir, err)
		}
	}
	for _, list := range []*[]string{&l.words, &l.phrases, &l.templates} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	if len(l.words) < 1000 || len(l.phrases) < 1000 || len(l.templates) < 100 {
		return nil, fmt.Errorf("%s holds %d words, %d phrases and %d sentences: is it the repository?", root, len(l.words), len(l.phrases), len(l.templates))
	}
	return l, nil
}

// fromGo takes the literals of a source file, a sum of them as one: words and phrases, and of a test the sentences.
func (l *language) fromGo(path string) error {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("parsing: %w", err)
	}
	test := strings.HasSuffix(path, "_test.go")
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			n.Tag = nil
		}
		e, _ := n.(ast.Expr)
		s, ok := literal(e)
		switch {
		case !ok:
			return true
		case test:
			l.addTemplate(s)
		default:
			l.add(s)
		}
		return false // the terms of a sum are no strings of their own
	})
	return nil
}

// literal is the string that a literal is, or a sum of literals: a long list or sentence stands on several lines.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, err := strconv.Unquote(e.Value)
			return s, err == nil
		}
	case *ast.ParenExpr:
		return literal(e.X)
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			left, isLeft := literal(e.X)
			right, isRight := literal(e.Y)
			return left + right, isLeft && isRight
		}
	}
	return "", false
}

func (l *language) fromText(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading a list: %w", err)
	}
	for line := range strings.Lines(string(raw)) {
		for _, cue := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("|&:^~-=[]", r) }) {
			l.add(strings.ReplaceAll(cue, "*", ""))
		}
	}
	return nil
}

// longestPhrase is the longest literal, in words, that is a phrase; a longer one is a list of words.
const longestPhrase = 6

func (l *language) add(s string) {
	fields := strings.Fields(s)
	if !wordy(fields) {
		return
	}
	if len(fields) > 1 && len(fields) <= longestPhrase {
		l.phrases = append(l.phrases, strings.Join(fields, " "))
	}
	if len(fields) == 1 || len(fields) > longestPhrase {
		l.words = append(l.words, fields...)
	}
}

func (l *language) addTemplate(s string) {
	if fields := strings.Fields(s); len(fields) >= 6 && len(fields) <= 60 && unicode.IsUpper([]rune(fields[0])[0]) {
		l.templates = append(l.templates, strings.Join(fields, " "))
	}
}

// wordy reports whether a literal is made of words, rather than of a pattern or a format.
func wordy(fields []string) bool {
	for _, f := range fields {
		if strings.ContainsAny(f, `\%$^*+?|{}[]<>`) && f != "%" || len(f) > 40 {
			return false
		}
	}
	return len(fields) > 0
}
