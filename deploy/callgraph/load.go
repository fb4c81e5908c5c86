package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// A source is one package with its syntax and types.
type source struct {
	path  string
	files []*ast.File
	info  *types.Info
	types *types.Package
}

// listed is what `go list` says of a package.
type listed struct {
	ImportPath string
	Dir        string
	Export     string // its compiled types
	GoFiles    []string
	CgoFiles   []string
	DepOnly    bool
	Error      *struct{ Err string }
}

// load reads the packages that match the patterns, as they are built and without their tests. What they import is taken from
// the compiler's export data, so that nothing but them is parsed.
func load(dir string, patterns []string) ([]source, *token.FileSet, error) {
	list, err := list(dir, patterns)
	if err != nil {
		return nil, nil, err
	}
	fset := token.NewFileSet()
	exports := map[string]string{}
	for _, p := range list {
		exports[p.ImportPath] = p.Export
	}
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(exports[path])
	})
	var out []source
	for _, p := range list {
		if p.DepOnly || len(p.GoFiles) == 0 {
			continue
		}
		if len(p.CgoFiles) > 0 {
			return nil, nil, fmt.Errorf("%s uses cgo: its calls cannot be followed", p.ImportPath)
		}
		s, err := check(fset, imports, p)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return nil, nil, errors.New("no packages match")
	}
	return out, fset, nil
}

func list(dir string, patterns []string) ([]listed, error) {
	args := append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,CgoFiles,DepOnly,Error", "--"}, patterns...)
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	// Calls into C cannot be followed. Packages that have a kernel in C have the same in Go for other machines, which is read.
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	raw, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("listing packages: %w", err)
	}
	var out []listed
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading what go list says: %w", err)
		}
		if p.Error != nil {
			return nil, fmt.Errorf("listing %s: %s", p.ImportPath, p.Error.Err)
		}
		out = append(out, p)
	}
}

func check(fset *token.FileSet, imports types.Importer, p listed) (source, error) {
	s := source{path: p.ImportPath, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return s, fmt.Errorf("parsing: %w", err)
		}
		s.files = append(s.files, f)
	}
	var err error
	if s.types, err = (&types.Config{Importer: imports}).Check(p.ImportPath, fset, s.files, s.info); err != nil {
		return s, fmt.Errorf("checking the types of %s: %w", p.ImportPath, err)
	}
	return s, nil
}
