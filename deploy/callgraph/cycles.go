package main

import "slices"

// A cycle is a set of nodes each of which leads to every other: code that can call itself.
type cycle struct {
	members []string // sorted
	path    []string // one way round, the first node again at its end
}

// cycles finds the strongly connected components that have more than one node or lead to themselves, by Tarjan's algorithm
// without recursion.
func (g *graph) cycles() []cycle {
	t := tarjan{graph: g, index: map[string]int{}, low: map[string]int{}, on: map[string]bool{}}
	nodes := make([]string, 0, len(g.edges))
	for n := range g.edges {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes)
	for _, n := range nodes {
		if t.index[n] == 0 {
			t.visit(n)
		}
	}
	slices.SortFunc(t.found, func(a, b cycle) int { return slices.Compare(a.members, b.members) })
	return t.found
}

type tarjan struct {
	*graph
	index, low map[string]int // from 1
	on         map[string]bool
	stack      []string
	found      []cycle
}

// frame is a node whose callees are being visited.
type frame struct {
	node    string
	callees []string
}

func (t *tarjan) open(n string) frame {
	t.index[n] = len(t.index) + 1
	t.low[n] = t.index[n]
	t.stack = append(t.stack, n)
	t.on[n] = true
	return frame{n, t.callees(n)}
}

func (t *tarjan) visit(root string) {
	work := []frame{t.open(root)}
	for len(work) > 0 {
		top := &work[len(work)-1]
		if len(top.callees) > 0 {
			next := top.callees[0]
			top.callees = top.callees[1:]
			if t.index[next] == 0 {
				work = append(work, t.open(next))
			} else if t.on[next] {
				t.low[top.node] = min(t.low[top.node], t.index[next])
			}
			continue
		}
		n := top.node
		work = work[:len(work)-1]
		if len(work) > 0 {
			under := work[len(work)-1].node
			t.low[under] = min(t.low[under], t.low[n])
		}
		if t.low[n] == t.index[n] {
			t.close(n)
		}
	}
}

// close takes the component of its first node off the stack.
func (t *tarjan) close(first string) {
	from := slices.Index(t.stack, first)
	members := slices.Clone(t.stack[from:])
	t.stack = t.stack[:from]
	for _, m := range members {
		t.on[m] = false
	}
	if len(members) == 1 && !t.edges[first][first] {
		return
	}
	slices.Sort(members)
	t.found = append(t.found, cycle{members, t.round(members)})
}

// round is the shortest way from the first member back to it.
func (g *graph) round(members []string) []string {
	first := members[0]
	came := map[string]string{}
	for queue := []string{first}; len(queue) > 0; queue = queue[1:] {
		for _, next := range g.callees(queue[0]) {
			if next == first {
				path := []string{first}
				for n := queue[0]; n != first; n = came[n] {
					path = append(path, n)
				}
				path = append(path, first)
				slices.Reverse(path)
				return path
			}
			if _, seen := came[next]; !seen && slices.Contains(members, next) {
				came[next] = queue[0]
				queue = append(queue, next)
			}
		}
	}
	return nil
}
