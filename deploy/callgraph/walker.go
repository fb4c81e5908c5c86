package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// A walker reads one package into the graph.
type walker struct {
	*graph
	fset     *token.FileSet
	info     *types.Info
	pkg      *types.Package
	literals map[string]int // within each function
}

func (w *walker) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if f, ok := w.info.Defs[d.Name].(*types.Func); ok && d.Body != nil {
			w.at[w.name(f)] = w.fset.Position(d.Pos())
			w.read(w.name(f), d.Body)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				w.values(strings.TrimPrefix(w.pkg.Path(), w.module+"/")+".init", v)
			}
		}
	}
}

// read adds what a piece of code leads to.
func (w *walker) read(from string, code ast.Node) {
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			w.add(from, w.literal(from, n))
			return false
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i, target := range n.Lhs {
					w.assign(from, target, n.Rhs[i])
				}
				return false
			}
		case *ast.ValueSpec:
			w.values(from, n)
			return false
		case *ast.KeyValueExpr:
			if w.field(from, n) {
				return false
			}
		case *ast.Ident:
			w.use(from, w.info.Uses[n])
		}
		return true
	})
}

// use adds what naming something leads to.
func (w *walker) use(from string, o types.Object) {
	switch o := o.(type) {
	case *types.Func:
		w.add(from, w.name(o))
	case *types.Var:
		if w.holds(o) {
			w.add(from, w.variable(from, o))
		}
	}
}

// variable is how a variable or field is called: one of a function by the function, one of the package by the package, a
// field by the package and the file that declare it, so that fields of one name in two files stay apart.
func (w *walker) variable(within string, v *types.Var) string {
	v = v.Origin()
	if v.Pkg() == nil {
		return v.Name()
	}
	path := strings.TrimPrefix(v.Pkg().Path(), w.module+"/")
	switch {
	case v.IsField():
		return fmt.Sprintf("%s.%s (%s)", path, v.Name(), filepath.Base(w.fset.Position(v.Pos()).Filename))
	case v.Parent() == v.Pkg().Scope():
		return path + "." + v.Name()
	}
	function, _, _ := strings.Cut(within, "$")
	return function + "$" + v.Name()
}

// holds reports whether functions put into a variable may be called through it: it is one of the package, or a function or
// several by its type.
func (w *walker) holds(v *types.Var) bool {
	if v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return true
	}
	for t := v.Type(); ; {
		switch u := t.Underlying().(type) {
		case *types.Signature:
			return true
		case *types.Slice:
			t = u.Elem()
		case *types.Map:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		default:
			return false
		}
	}
}

// literal adds a function literal as a node of its own.
func (w *walker) literal(from string, lit *ast.FuncLit) string {
	if w.literals == nil {
		w.literals = map[string]int{}
	}
	w.literals[from]++
	name := fmt.Sprintf("%s$%d", from, w.literals[from])
	w.at[name] = w.fset.Position(lit.Pos())
	w.read(name, lit.Body)
	return name
}

// assign adds what a variable or field of a function's type is given, and otherwise what both sides name.
func (w *walker) assign(from string, target, value ast.Expr) {
	var id *ast.Ident
	switch t := ast.Unparen(target).(type) {
	case *ast.Ident:
		id = t
	case *ast.SelectorExpr:
		id = t.Sel
		w.read(from, t.X)
	case *ast.IndexExpr:
		id, _ = ast.Unparen(t.X).(*ast.Ident)
		w.read(from, t)
	default:
		w.read(from, target)
	}
	if id != nil && w.put(from, w.object(id), value) {
		return
	}
	w.read(from, value)
}

func (w *walker) values(from string, spec *ast.ValueSpec) {
	for i, value := range spec.Values {
		if len(spec.Names) == len(spec.Values) {
			w.assign(from, spec.Names[i], value)
			continue
		}
		w.read(from, value)
	}
}

// field adds what a function's field is given in a composite literal, and reports whether it was one.
func (w *walker) field(from string, kv *ast.KeyValueExpr) bool {
	id, ok := kv.Key.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := w.object(id).(*types.Var)
	if !ok || !v.IsField() || !w.put(from, v, kv.Value) {
		return false
	}
	w.add(from, w.variable(from, v)) // it is named where it is put together
	return true
}

// put leads from a variable to what it is given, and reports whether it can hold functions.
func (w *walker) put(from string, o types.Object, value ast.Expr) bool {
	v, ok := o.(*types.Var)
	if !ok || !w.holds(v) {
		return false
	}
	w.read(w.variable(from, v), value)
	return true
}

func (w *walker) object(id *ast.Ident) types.Object {
	if o := w.info.Defs[id]; o != nil {
		return o
	}
	return w.info.Uses[id]
}
