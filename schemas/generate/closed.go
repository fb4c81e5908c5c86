package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"
)

// sets are the closed sets of a package: the constants of each of its string types, in the order of
// their declaration. They are read from the source, so no list can fall behind it.
type sets map[string][]any

// closedSets reads the constants of a folder's package. The name of the package is the folder's.
func closedSets(dir string) (sets, error) {
	found := sets{}
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, fmt.Errorf("reading the closed sets of %s: %w", dir, err)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("reading the closed sets of %s: no source there", dir)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return nil, fmt.Errorf("reading the closed sets of %s: %w", dir, err)
		}
		for _, decl := range file.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, spec := range g.Specs {
				if err := found.add(filepath.Base(dir), spec.(*ast.ValueSpec)); err != nil {
					return nil, fmt.Errorf("reading %s: %w", path, err)
				}
			}
		}
	}
	return found, nil
}

func (s sets) add(pkg string, spec *ast.ValueSpec) error {
	typ, ok := spec.Type.(*ast.Ident)
	if !ok {
		return nil
	}
	for _, v := range spec.Values {
		lit, ok := v.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			continue
		}
		value, err := strconv.Unquote(lit.Value)
		if err != nil {
			return fmt.Errorf("constant of %s: %w", typ.Name, err)
		}
		name := pkg + "." + typ.Name
		s[name] = append(s[name], value)
	}
	return nil
}

// mapper gives the schema of a type that is a closed set.
func (s sets) mapper(t reflect.Type) *jsonschema.Schema {
	if t.Kind() != reflect.String || !strings.HasPrefix(t.PkgPath(), module+"/") {
		return nil
	}
	values, closed := s[t.String()]
	if !closed {
		return nil
	}
	return &jsonschema.Schema{Type: "string", Enum: values}
}
