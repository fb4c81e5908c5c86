package main

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A graph has an edge from everything to what it calls. Its nodes are functions and methods, function literals ("f$2"),
// variables and fields that hold functions, and the methods of interfaces.
type graph struct {
	module string // cut off the front of names
	edges  map[string]map[string]bool
	at     map[string]token.Position
}

// build makes the graph of the packages. Naming a function counts as calling it, since a value that is handed on may be called
// anywhere; a literal counts as called where it is written. A variable or field leads to every function that is put into it, and
// an interface's method to the methods of all types here that have it. Functions handed over as parameters need no node:
// whoever hands them over has named them.
func build(module string, sources []source, fset *token.FileSet) *graph {
	g := &graph{module: module, edges: map[string]map[string]bool{}, at: map[string]token.Position{}}
	for _, s := range sources {
		w := &walker{graph: g, fset: fset, info: s.info, pkg: s.types}
		for _, f := range s.files {
			for _, d := range f.Decls {
				w.declaration(d)
			}
		}
	}
	g.implement(sources)
	return g
}

func (g *graph) add(from, to string) {
	if g.edges[from] == nil {
		g.edges[from] = map[string]bool{}
	}
	g.edges[from][to] = true
}

// implement leads from the methods of interfaces to those of the types that have them.
func (g *graph) implement(sources []source) {
	interfaces := map[string]*types.Interface{}
	for _, s := range sources {
		for _, tv := range s.info.Types {
			if n, ok := tv.Type.(*types.Named); ok && n.TypeArgs().Len() == 0 {
				if i, ok := n.Underlying().(*types.Interface); ok {
					interfaces[types.TypeString(n, nil)] = i
				}
			}
		}
	}
	for _, s := range sources {
		for _, name := range s.types.Scope().Names() {
			t, ok := s.types.Scope().Lookup(name).(*types.TypeName)
			if !ok || types.IsInterface(t.Type()) {
				continue
			}
			set := types.NewMethodSet(types.NewPointer(t.Type()))
			for _, i := range interfaces {
				g.lead(i, set)
			}
		}
	}
}

// lead adds an edge for each method of an interface if the set has all of them. They are compared by name and written type: the
// same type read from source and from export data is not the same object.
func (g *graph) lead(i *types.Interface, set *types.MethodSet) {
	to := map[string]string{}
	for m := range i.Methods() {
		sel := set.Lookup(m.Pkg(), m.Name())
		if sel == nil || types.TypeString(sel.Type(), nil) != types.TypeString(m.Signature(), nil) {
			return
		}
		method, ok := sel.Obj().(*types.Func)
		if !ok {
			return
		}
		to[g.name(m)] = g.name(method)
	}
	for from, method := range to {
		if from != method { // an interface within a struct is its own method
			g.add(from, method)
		}
	}
}

// name is how a function is called in the graph.
func (g *graph) name(f *types.Func) string {
	return strings.ReplaceAll(f.Origin().FullName(), g.module+"/", "")
}

// callees are the nodes that a node leads to, in order.
func (g *graph) callees(n string) []string {
	out := make([]string, 0, len(g.edges[n]))
	for to := range g.edges[n] {
		out = append(out, to)
	}
	slices.Sort(out)
	return out
}
